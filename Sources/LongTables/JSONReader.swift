internal import CBytes

/// Takes JSON from the front of a text, sixteen bytes at a time where they are plain; everything
/// that is not there, or not there yet, is given up on.
struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  var position = 0
  /// How many bytes may be read.
  var limit = 0 {
    didSet { precondition(limit <= bytes.count) }
  }

  /// Deeper values are nobody's rows.
  private static let deepest = 64

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// What stands at a place below `limit`, which `bytes` has.
  @inline(__always)
  private func at(_ offset: Int) -> UnsafeRawPointer {
    assert(offset < limit)
    return bytes.baseAddress.unsafelyUnwrapped + offset
  }

  @inline(__always)
  private func byte(_ offset: Int) -> UInt8 { at(offset).load(as: UInt8.self) }

  // MARK: Signs

  @inline(__always)
  mutating func skipSpace() {
    while position < limit {
      let byte = byte(position)
      guard byte <= 0x20 else { return }
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

  /// Takes a sign that stands right here.
  @inline(__always)
  mutating func takesAtOnce(_ wanted: UInt8) -> Bool {
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
    return value.start..<value.end
  }

  func equals(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
    bytes[range].elementsEqual(text)
  }

  /// Takes what stands there if it is the same as at another place, which is before it.
  @inline(__always)
  mutating func takesAgain(_ start: Int, _ count: Int) -> Bool {
    // Where a row is read again it may be this very place.
    guard start <= position, position + SameBytes.reach(count) <= limit else { return false }
    guard SameBytes.are(at(position), at(start), count) else { return false }
    position += count
    return true
  }

  // MARK: Values

  @inline(__always)
  mutating func value(depth: Int) throws(GaveUp) -> RowValue {
    skipSpace()
    guard position < limit else { throw GaveUp() }
    let value: RowValue
    switch byte(position) {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "["):
      if let value = try single() { return value }
      value = try container(depth: depth)
    case UInt8(ascii: "{"): value = try container(depth: depth)
    default: value = try scalar()
    }
    position = value.end
    return value
  }

  /// A number or a word: up to what ends it; what it is the parser judges, where it matters.
  private func scalar() throws(GaveUp) -> RowValue {
    var place = position
    var isDigits = true
    while place < limit {
      switch byte(place) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "E"):
        isDigits = false
      default:
        let count = place - position
        guard count > 0 else { throw GaveUp() }
        isDigits = isDigits && count <= 18 && (count == 1 || byte(position) != UInt8(ascii: "0"))
        return RowValue(isDigits ? .digits : .other, start: position, count: count)
      }
      place += 1
    }
    throw GaveUp()
  }

  /// An array of one plain string, as tags mostly are; nil of any other.
  private mutating func single() throws(GaveUp) -> RowValue? {
    guard position + 1 < limit, byte(position + 1) == UInt8(ascii: "\"") else { return nil }
    var inside = self
    inside.position += 1
    let value = try inside.string()
    guard value.kind == .string, inside.takesAtOnce(UInt8(ascii: "]")) else { return nil }
    position = inside.position
    return RowValue(.single, start: value.start, count: value.count)
  }

  private func container(depth: Int) throws(GaveUp) -> RowValue {
    guard depth < Self.deepest else { throw GaveUp() }
    var inside = self
    let isObject = byte(position) == UInt8(ascii: "{")
    let end = UInt8(ascii: isObject ? "}" : "]")
    inside.position += 1
    if !inside.takes(end) {
      repeat {
        if isObject { _ = try inside.key() }
        _ = try inside.value(depth: depth + 1)
      } while try inside.goesOn(until: end)
    }
    return RowValue(.container, start: position, count: inside.position - position)
  }

  /// A string from its quote on.
  @inline(__always)
  private mutating func string() throws(GaveUp) -> RowValue {
    let start = position + 1
    var place = start
    // Up to the first byte that says more than itself; most strings are plain up to their end.
    while place + 16 <= limit {
      let run = Int(mate_plain_run(at(place)))
      place += run
      guard run < 16 else { continue }
      guard byte(place) == UInt8(ascii: "\"") else { break }
      position = place + 1
      return RowValue(.string, start: start, count: place - start)
    }
    let value = try string(from: start, at: place)
    position = value.end + 1
    return value
  }

  /// The rest of a string that is not plain, or that ends close to the limit.
  private func string(from start: Int, at first: Int) throws(GaveUp) -> RowValue {
    var place = first
    var isPlain = true
    while true {
      while !isPlain, place + 16 <= limit {
        let run = Int(mate_string_run(at(place)))
        place += run
        if run < 16 { break }
      }
      guard place < limit else { throw GaveUp() }
      switch byte(place) {
      case UInt8(ascii: "\""):
        return RowValue(isPlain ? .string : .special, start: start, count: place - start)
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
