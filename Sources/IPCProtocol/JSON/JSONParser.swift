internal import CBytes
internal import Values

/// The grammar of RFC 8259, from bytes to the tape.
struct JSONParser {
  private let bytes: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private let maximumValues: Int
  private var position = 0
  private(set) var tape: JSONDocument.Tape

  init(
    bytes: UnsafeRawBufferPointer, maximumDepth: Int, maximumValues: Int = .max,
    tape: JSONDocument.Tape
  ) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
    self.tape = tape
  }

  mutating func parse() throws(JSONSyntaxError) {
    guard bytes.count < Int(UInt32.max) else { throw failure("longer than 4 GiB") }
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw failure("something behind the value") }
  }

  private func failure(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: reason)
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) {
    guard position < bytes.count else { throw failure("a value is missing") }
    switch bytes[position] {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true", .boolean)
    case UInt8(ascii: "f"): try word("false", .boolean)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONCursor.Kind, from start: Int, count: Int = 0, isSpecial: Bool = false
  ) {
    tape.append(
      .init(
        offset: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: position - start),
        end: UInt32(truncatingIfNeeded: tape.count + 1), count: UInt32(truncatingIfNeeded: count),
        kind: kind, isSpecial: isSpecial))
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONCursor.Kind
  ) throws(JSONSyntaxError) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count, bytes[position] == word.utf8Start[index] else {
        throw failure("no value starts so")
      }
      position += 1
    }
    append(kind, from: start)
  }

  // MARK: Containers

  private mutating func object(depth: Int) throws(JSONSyntaxError) {
    guard depth <= maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
    let index = tape.count
    let start = position
    append(.object, from: start)
    position += 1
    var count: UInt32 = 0
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
      position += 1
    } else {
      while true {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw failure("a name is missing")
        }
        try string()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
          throw failure("a colon is missing")
        }
        position += 1
        skipSpace()
        try value(depth: depth)
        count += 1
        if try endsContainer(UInt8(ascii: "}")) { break }
      }
    }
    close(index, start, count)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) {
    guard depth <= maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
    let index = tape.count
    let start = position
    append(.array, from: start)
    position += 1
    var count: UInt32 = 0
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
      position += 1
    } else {
      while true {
        try value(depth: depth)
        count += 1
        if try endsContainer(UInt8(ascii: "]")) { break }
      }
    }
    close(index, start, count)
  }

  /// Reads the comma before another element, or the end.
  private mutating func endsContainer(_ end: UInt8) throws(JSONSyntaxError) -> Bool {
    guard tape.count <= maximumValues else { throw failure("more than \(maximumValues) values") }
    skipSpace()
    guard position < bytes.count else { throw failure("the text ends in a container") }
    let byte = bytes[position]
    guard byte == UInt8(ascii: ",") || byte == end else { throw failure("a comma is missing") }
    position += 1
    skipSpace()
    return byte == end
  }

  private mutating func close(_ index: Int, _ start: Int, _ count: UInt32) {
    tape.entries[index].length = UInt32(truncatingIfNeeded: position - start)
    tape.entries[index].end = UInt32(truncatingIfNeeded: tape.count)
    tape.entries[index].count = count
  }

  // MARK: Strings

  private mutating func string() throws(JSONSyntaxError) {
    let start = position
    // Most strings are plain to their end.
    position = bytes.skipping(from: position + 1, mate_plain_stops)
    var hasEscapes = false
    /// Bytes beyond one for each scalar, and where an escape ended that is half of a pair.
    var surplus = 2
    var endOfHalf = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        append(
          .string, from: start, count: position - start - surplus, isSpecial: hasEscapes)
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        let place = position
        let unit = try escape()
        surplus += position - place - 1
        if unit & 0xFC00 == 0xDC00, endOfHalf == place { surplus += 1 }
        if unit & 0xFC00 == 0xD800 { endOfHalf = position }
      case 0..<0x20: throw failure("a control character in a string")
      case 0x20..<0x80:
        position = bytes.skipping(from: position + 1, mate_plain_stops)
      default:
        let place = position
        try multibyte(byte)
        surplus += position - place - 1
      }
    }
    throw failure("the text ends in a string")
  }

  /// Reads an escape; returns the code unit of one that names it, else 0.
  private mutating func escape() throws(JSONSyntaxError) -> UInt32 {
    position += 1
    guard position < bytes.count else { throw failure("the text ends in an escape") }
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return 0
    case UInt8(ascii: "u"):
      position += 1
      var unit: UInt32 = 0
      for _ in 0..<4 {
        guard position < bytes.count, let digit = bytes[position].hexDigit else {
          throw failure("\\u needs four hexadecimal digits")
        }
        unit = unit << 4 | digit
        position += 1
      }
      return unit
    default: throw failure("no such escape")
    }
  }

  /// Well-formed UTF-8 only: Table 3-7 of the Unicode Standard.
  private mutating func multibyte(_ first: UInt8) throws(JSONSyntaxError) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: throw failure("not UTF-8")
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
      throw failure("not UTF-8")
    }
    for index in 2..<max(2, length) where bytes[position + index] & 0xC0 != 0x80 {
      throw failure("not UTF-8")
    }
    position += length
  }

  // MARK: Numbers

  private mutating func number() throws(JSONSyntaxError) {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    guard position < bytes.count, JSONText.isDigit(bytes[position]) else {
      position = start
      throw failure("no value starts so")
    }
    if bytes[position] == UInt8(ascii: "0") { position += 1 } else { skipDigits() }
    let magnitude = UnsafeRawBufferPointer(rebasing: bytes[digits..<position])
    var isInteger = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try someDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) {
        position += 1
      }
      try someDigits()
    }
    guard isInteger else { return append(.double, from: start) }
    let (kind, isSpecial) = Self.integerKind(magnitude, isNegative)
    append(kind, from: start, isSpecial: isSpecial)
  }

  private mutating func skipDigits() {
    while position < bytes.count, JSONText.isDigit(bytes[position]) { position += 1 }
  }

  private mutating func someDigits() throws(JSONSyntaxError) {
    let start = position
    skipDigits()
    guard position > start else { throw failure("a digit is missing") }
  }

  /// Which 64-bit integer holds a literal; a `double` that is marked where none does.
  private static func integerKind(
    _ magnitude: UnsafeRawBufferPointer, _ isNegative: Bool
  ) -> (JSONCursor.Kind, Bool) {
    // -0 is a number whose sign only a double keeps.
    if isNegative, magnitude.count == 1, magnitude[0] == UInt8(ascii: "0") {
      return (.double, false)
    }
    guard magnitude.count >= 19 else { return (.integer, false) }
    guard let value = JSONText.magnitude(magnitude) else { return (.double, true) }
    if isNegative { return value <= UInt64(1) << 63 ? (.integer, false) : (.double, true) }
    return (value <= UInt64(Int64.max) ? .integer : .unsigned, false)
  }
}
