/// Takes JSON from the front of a text, eight bytes at a time where they are plain; everything that
/// is not there, or not there yet, is given up on.
struct JSONReader {
  typealias Value = RowScanner.Value
  typealias GaveUp = RowScanner.GaveUp

  private let bytes: UnsafeRawBufferPointer
  var position = 0
  /// How many bytes may be read.
  var limit = 0 {
    didSet { precondition(limit <= bytes.count) }
  }

  /// Deeper values are nobody's rows.
  private static let deepest = 64

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A byte or a word below `limit`, which `bytes` has.
  @inline(__always)
  private func byte(_ offset: Int) -> UInt8 {
    assert(offset < limit)
    return bytes.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inline(__always)
  private func word(_ offset: Int) -> UInt64 {
    assert(offset + 8 <= limit)
    return bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(
      fromByteOffset: offset, as: UInt64.self)
  }

  // MARK: Signs

  @inline(__always)
  mutating func skipSpace() {
    while position < limit {
      let byte = byte(position)
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) throws(GaveUp) {
    guard takes(byte) else { throw GaveUp() }
  }

  @inline(__always)
  mutating func takes(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard position < limit, byte(position) == wanted else { return false }
    position += 1
    return true
  }

  /// Takes the comma before another element, or the end.
  @inline(__always)
  mutating func goesOn(until end: UInt8) throws(GaveUp) -> Bool {
    skipSpace()
    guard position < limit else { throw GaveUp() }
    let byte = byte(position)
    guard byte == end || byte == UInt8(ascii: ",") else { throw GaveUp() }
    position += 1
    return byte != end
  }

  // MARK: Names

  /// A name and its colon; names with escapes are nobody's.
  mutating func key() throws(GaveUp) -> Range<Int> {
    skipSpace()
    guard position < limit, byte(position) == UInt8(ascii: "\"") else { throw GaveUp() }
    let value = try string()
    guard value.kind == .string else { throw GaveUp() }
    try take(UInt8(ascii: ":"))
    return Int(value.start)..<Int(value.end)
  }

  func equals(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
    bytes[range].elementsEqual(text)
  }

  /// Takes what stands there if it is the same as at another place.
  ///
  /// That is one before it; only where a row is read again it may be the same one or behind.
  @inline(__always)
  mutating func takesAgain(_ start: Int, _ count: Int) -> Bool {
    guard start <= position, position + max(count, 8) <= limit else { return false }
    var done = 0
    while done + 8 <= count {
      guard word(position + done) == word(start + done) else { return false }
      done += 8
    }
    if done < count {
      // A place before this one has eight bytes behind it if this one has.
      let rest = UInt64(8 * (count - done))
      guard position + done + 8 <= limit,
        (word(position + done) ^ word(start + done)) << (64 - rest) == 0
      else { return false }
    }
    position += count
    return true
  }

  // MARK: Values

  @inline(__always)
  mutating func value(depth: Int) throws(GaveUp) -> Value {
    skipSpace()
    guard position < limit else { throw GaveUp() }
    switch byte(position) {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try container(depth: depth)
    default: return try scalar()
    }
  }

  /// A number or a word: up to what ends it; what it is the parser judges, where it matters.
  private mutating func scalar() throws(GaveUp) -> Value {
    let start = position
    var isDigits = true
    while position < limit {
      switch byte(position) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "E"):
        isDigits = false
      default:
        let count = position - start
        guard count > 0 else { throw GaveUp() }
        isDigits = isDigits && count <= 18 && (count == 1 || byte(start) != UInt8(ascii: "0"))
        return value(isDigits ? .digits : .other, start, position)
      }
      position += 1
    }
    throw GaveUp()
  }

  private mutating func container(depth: Int) throws(GaveUp) -> Value {
    guard depth < Self.deepest else { throw GaveUp() }
    let start = position
    let isObject = byte(position) == UInt8(ascii: "{")
    let end = UInt8(ascii: isObject ? "}" : "]")
    position += 1
    if !takes(end) {
      repeat {
        if isObject { _ = try key() }
        _ = try value(depth: depth + 1)
      } while try goesOn(until: end)
    }
    return value(.container, start, position)
  }

  @inline(__always)
  private func value(_ kind: Value.Kind, _ start: Int, _ end: Int) -> Value {
    Value(
      kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Marks by its lowest bit the first byte that ends a run of plain ones; bits above say nothing.
  ///
  /// Such a byte is a quote, a backslash or below a space or, where the string `isPlain` until
  /// here, anything but printable ASCII.
  @inline(__always)
  private static func ends(_ word: UInt64, isPlain: Bool) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let low = (word &- ones &* 0x20) & ~word
    let found = ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | low
    return (isPlain ? found | word | (word &+ ones) : found) & highs
  }

  /// A string from its quote on.
  @inline(__always)
  private mutating func string() throws(GaveUp) -> Value {
    let start = position + 1
    var place = start
    // Up to the first byte that says more than itself; most strings are plain up to their end.
    while place + 8 <= limit {
      let found = Self.ends(word(place), isPlain: true)
      guard found == 0 else {
        place += found.trailingZeroBitCount >> 3
        if byte(place) == UInt8(ascii: "\"") {
          position = place + 1
          return value(.string, start, place)
        }
        break
      }
      place += 8
    }
    return try string(from: start, at: place)
  }

  /// The rest of a string that is not plain, or that ends close to the limit.
  private mutating func string(from start: Int, at first: Int) throws(GaveUp) -> Value {
    var place = first
    var isPlain = true
    while true {
      if !isPlain {
        while place + 8 <= limit {
          let found = Self.ends(word(place), isPlain: false)
          place += found == 0 ? 8 : found.trailingZeroBitCount >> 3
          if found != 0 { break }
        }
      }
      guard place < limit else { throw GaveUp() }
      switch byte(place) {
      case UInt8(ascii: "\""):
        position = place + 1
        return value(isPlain ? .string : .special, start, place)
      case UInt8(ascii: "\\"):
        isPlain = false
        place += 2
      case 0..<0x20: throw GaveUp()
      case 0x7F...:
        isPlain = false
        place += 1
      default: place += 1
      }
    }
  }
}
