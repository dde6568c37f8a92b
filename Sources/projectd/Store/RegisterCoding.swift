internal import Storage

/// Registers as bytes in the store, read without building anything that is not wanted.
///
/// One field after another: code (1 byte), replica (varint, the store's number for it), clock
/// (8 bytes, highest first), for elements of sets their name (varint length, UTF-8), then the value:
/// varint 0 for none, else its length plus one, and UTF-8.
struct RegisterWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ field: Field, clock: UInt64, replica: Int, value: String?) {
    bytes.append(field.code)
    varint(UInt64(replica))
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: clock >> UInt64(shift)))
    }
    if let element = field.element { text(element, plus: 0) }
    if let value { text(value, plus: 1) } else { varint(0) }
  }

  private mutating func text(_ text: String, plus more: UInt64) {
    var text = text
    text.withUTF8 { utf8 in
      varint(UInt64(utf8.count) + more)
      bytes.append(contentsOf: utf8)
    }
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

extension InconsistentStore {
  /// Bytes that are no registers.
  fileprivate static var damagedRow: InconsistentStore {
    InconsistentStore(problem: "a row is cut off or unknown")
  }
}

/// Reads what ``RegisterWriter`` wrote, field by field.
struct RegisterReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// One field as it was stored; `replica` is the store's number.
  struct Entry {
    let field: Field
    let clock: UInt64
    let replica: Int
    let value: String?
  }

  /// The next field, or nil at the end.
  mutating func next() throws(InconsistentStore) -> Entry? {
    guard offset < bytes.count else { return nil }
    let code = bytes[offset]
    offset += 1
    let replica = try varint()
    guard offset + 8 <= bytes.count else { throw .damagedRow }
    let clock = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    offset += 8
    let field = try field(code)
    let length = try varint()
    let value = length == 0 ? nil : try text(Int(clamping: length - 1))
    return Entry(field: field, clock: clock, replica: Int(clamping: replica), value: value)
  }

  private mutating func field(_ code: UInt8) throws(InconsistentStore) -> Field {
    switch code {
    case Field.tagCode: return .tag(try text(Int(clamping: try varint())))
    case Field.extraCode: return Field(extra: try text(Int(clamping: try varint())))
    case Field.reminderCode: return .reminder(try text(Int(clamping: try varint())))
    default:
      guard let field = Field.plain(code: code) else { throw .damagedRow }
      return field
    }
  }

  private mutating func text(_ count: Int) throws(InconsistentStore) -> String {
    guard count >= 0, count <= bytes.count - offset else { throw .damagedRow }
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  private mutating func varint() throws(InconsistentStore) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard offset < bytes.count else { throw .damagedRow }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw .damagedRow
  }
}
