internal import IPCProtocol

/// Goes once over the text of a result and finds the members of its rows, making nothing: a tree of
/// a hundred thousand rows takes longer to build than to show.
///
/// It reads well-formed JSON only, and gives up on everything else; then the whole text is parsed
/// and judged as any other.
struct RowScanner {
  /// One value as it stands in the text.
  struct Value {
    enum Kind: UInt8 {
      case missing, string, other
      /// A string with escapes, or with more than plain characters.
      case special
      case container
    }

    var kind = Kind.missing
    /// Of strings without their quotes.
    var start = 0
    var end = 0
  }

  /// What was no row of JSON after all.
  struct GaveUp: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private let names: [[UInt8]]
  /// Where the members stood in the row before: rows are mostly made alike.
  private var order: [Int] = []
  /// Deeper values are nobody's rows.
  private static let deepest = 64

  /// - Parameters:
  ///   - bytes: A JSON text; must outlive the scanner.
  ///   - names: The members of a row that are wanted.
  init(_ bytes: UnsafeRawBufferPointer, names: [String]) {
    self.bytes = bytes
    self.names = names.map { Array($0.utf8) }
  }

  /// Calls `body` with the wanted members of every element of the array `rows`, a member of the
  /// object that the text is.
  ///
  /// - Throws: ``GaveUp`` where the text is not that, also after rows were handed over.
  mutating func forEachRow(
    of rows: String, _ body: (UnsafeBufferPointer<Value>) throws(GaveUp) -> Void
  ) throws(GaveUp) {
    let wanted = Array(rows.utf8)
    var isFound = false
    try take(UInt8(ascii: "{"))
    if !takes(UInt8(ascii: "}")) {
      repeat {
        let name = try key()
        if name.elementsEqual(wanted) {
          guard !isFound else { throw GaveUp() }
          isFound = true
          try scanRows(body)
        } else {
          _ = try value(depth: 1)
        }
      } while try goesOn(until: UInt8(ascii: "}"))
    }
    skipSpace()
    guard isFound, position == bytes.count else { throw GaveUp() }
  }

  private mutating func scanRows(
    _ body: (UnsafeBufferPointer<Value>) throws(GaveUp) -> Void
  ) throws(GaveUp) {
    try take(UInt8(ascii: "["))
    guard !takes(UInt8(ascii: "]")) else { return }
    let values = UnsafeMutableBufferPointer<Value>.allocate(capacity: names.count)
    defer { values.deallocate() }
    repeat {
      values.update(repeating: Value())
      try row(values)
      try body(UnsafeBufferPointer(values))
    } while try goesOn(until: UInt8(ascii: "]"))
  }

  private mutating func row(_ values: UnsafeMutableBufferPointer<Value>) throws(GaveUp) {
    try take(UInt8(ascii: "{"))
    guard !takes(UInt8(ascii: "}")) else { return }
    var member = 0
    repeat {
      let name = try key()
      let index = index(of: name, at: member)
      member += 1
      let value = try value(depth: 2)
      guard index >= 0 else { continue }
      // The last of two members with one name would count; nobody sends such rows.
      guard values[index].kind == .missing else { throw GaveUp() }
      values[index] = value
    } while try goesOn(until: UInt8(ascii: "}"))
  }

  /// Which wanted member has a name, or -1.
  private mutating func index(of name: Slice<UnsafeRawBufferPointer>, at member: Int) -> Int {
    if member < order.count {
      let known = order[member]
      if known >= 0, isEqual(name, names[known]) { return known }
    }
    var found = -1
    for (index, other) in names.enumerated() where isEqual(name, other) { found = index }
    if member < order.count { order[member] = found } else { order.append(found) }
    return found
  }

  @inline(__always)
  private func isEqual(_ name: Slice<UnsafeRawBufferPointer>, _ other: [UInt8]) -> Bool {
    guard name.count == other.count else { return false }
    var index = name.startIndex
    for byte in other {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  // MARK: Grammar

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) throws(GaveUp) {
    guard takes(byte) else { throw GaveUp() }
  }

  private mutating func takes(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes the comma before another element, or the end.
  private mutating func goesOn(until end: UInt8) throws(GaveUp) -> Bool {
    skipSpace()
    guard position < bytes.count else { throw GaveUp() }
    let byte = bytes[position]
    guard byte == end || byte == UInt8(ascii: ",") else { throw GaveUp() }
    position += 1
    return byte != end
  }

  /// A name and its colon; names with escapes are nobody's.
  private mutating func key() throws(GaveUp) -> Slice<UnsafeRawBufferPointer> {
    skipSpace()
    let value = try string()
    guard value.kind == .string else { throw GaveUp() }
    try take(UInt8(ascii: ":"))
    return bytes[value.start..<value.end]
  }

  private mutating func value(depth: Int) throws(GaveUp) -> Value {
    skipSpace()
    guard position < bytes.count, depth < Self.deepest else { throw GaveUp() }
    switch bytes[position] {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try container(depth: depth)
    default: return try scalar()
    }
  }

  /// A number or a word: up to what ends it; what it is the parser judges, where it matters.
  private mutating func scalar() throws(GaveUp) -> Value {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
        position += 1
      default:
        guard position > start else { throw GaveUp() }
        return Value(kind: .other, start: start, end: position)
      }
    }
    throw GaveUp()
  }

  private mutating func container(depth: Int) throws(GaveUp) -> Value {
    let start = position
    let isObject = bytes[position] == UInt8(ascii: "{")
    let end = UInt8(ascii: isObject ? "}" : "]")
    position += 1
    if !takes(end) {
      repeat {
        if isObject { _ = try key() }
        _ = try value(depth: depth + 1)
      } while try goesOn(until: end)
    }
    return Value(kind: .container, start: start, end: position)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Whether a byte of eight is a quote, a backslash, below a space, or not ASCII.
  @inline(__always)
  private static func needsLook(_ word: UInt64) -> Bool {
    func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let quotes = hasZero(word ^ (ones &* 0x22)) | hasZero(word ^ (ones &* 0x5C))
    let low = (word &- ones &* 0x20) & ~word
    return (quotes | low | word) & highs != 0
  }

  /// A string: eight bytes at a time where they are plain.
  private mutating func string() throws(GaveUp) -> Value {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw GaveUp() }
    position += 1
    let start = position
    var isSpecial = false
    while true {
      while position + 8 <= bytes.count,
        !Self.needsLook(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      {
        position += 8
      }
      guard position < bytes.count else { throw GaveUp() }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return Value(kind: isSpecial ? .special : .string, start: start, end: position - 1)
      case UInt8(ascii: "\\"):
        isSpecial = true
        guard position + 1 < bytes.count else { throw GaveUp() }
        position += 2
      case 0..<0x20: throw GaveUp()
      case 0x80...:
        isSpecial = true
        position += 1
      default: position += 1
      }
    }
  }
}
