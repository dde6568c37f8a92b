internal import CBytes
internal import Values

/// Appends JSON to bytes; the only writer of JSON in the project.
///
/// Scalars and values are written as they are; within a container it writes the commas itself.
package struct JSONWriter {
  package var bytes: [UInt8] = []

  package init() {}

  // MARK: Scalars

  package mutating func null() { literal("null") }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func integer(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    unsigned(value.magnitude)
  }

  package mutating func unsigned(_ value: UInt64) {
    if value < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var start = 20
      while rest > 0 {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      bytes.append(contentsOf: digits[start...])
    }
  }

  /// The shortest digits that read back as the same double.
  ///
  /// An infinite value, which only a literal beyond every double makes, is written as `1e999`: it
  /// reads back as the same. A member of a ``Shape`` refuses it with an error.
  ///
  /// - Precondition: The value is a number.
  package mutating func double(_ value: Double) {
    precondition(!value.isNaN, "JSON has no \(value)")
    if value.isInfinite { return literal(value < 0 ? "-1e999" : "1e999") }
    bytes.append(contentsOf: value.description.utf8)
  }

  package mutating func string(_ value: String) {
    let isWritten: Void? = value.utf8.withContiguousStorageIfAvailable {
      string(UnsafeRawBufferPointer($0))
    }
    if isWritten == nil { Array(value.utf8).withUnsafeBytes { string($0) } }
  }

  private mutating func string(_ text: UnsafeRawBufferPointer) {
    guard let start = text.baseAddress, mate_string_whole(start, UInt64(text.count)) != 0 else {
      return escaped(text)
    }
    quoted(text.count) { place in
      UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: text.count)
    }
  }

  /// A point in time in RFC 3339, without a `String` of its own.
  mutating func time(_ value: Timestamp) {
    guard value.hasFourDigitYear else { return string(value.description) }
    quoted(Timestamp.textBytes) { place in value.write(to: place) }
  }

  /// Appends so many bytes, which `write` puts in their place, between quotes.
  @inline(__always)
  private mutating func quoted(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    bytes.append(addingCapacity: count + 2) { span in
      span.withUnsafeMutableBufferPointer { memory, written in
        guard let start = memory.baseAddress else { return }
        start.initialize(to: UInt8(ascii: "\""))
        write(start + 1)
        (start + 1 + count).initialize(to: UInt8(ascii: "\""))
        written = count + 2
      }
    }
  }

  /// Escaped at once: what is written for so many bytes is no more than six times as long.
  private static let piece = 4096

  /// A text of which something may have to be written in another way.
  @inline(never)
  private mutating func escaped(_ text: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    // To grow from one size to the next costs as much as to write; few texts have more escapes.
    if text.count > Self.piece { bytes.reserveCapacity(bytes.count + text.count + text.count / 8) }
    var start = 0
    while start < text.count {
      let end = min(start + Self.piece, text.count)
      let part = UnsafeRawBufferPointer(rebasing: text[start..<end])
      bytes.append(addingCapacity: part.count * 6) { span in
        span.withUnsafeMutableBufferPointer { memory, written in
          guard let base = memory.baseAddress else { return }
          written = Self.escape(part, to: base)
        }
      }
      start = end
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a part of a text with its escapes; returns how many bytes that are.
  private static func escape(
    _ text: UnsafeRawBufferPointer, to memory: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var (start, count) = (0, 0)
    while start < text.count {
      let place = special(in: text, from: start)
      UnsafeMutableRawPointer(memory + count).copyMemory(
        from: base + start, byteCount: place - start)
      count += place - start
      start = place + 1
      guard place < text.count else { break }
      memory[count] = UInt8(ascii: "\\")
      count += 1
      let byte = text[place]
      guard let sign = shortEscape(byte) else {
        let digits: StaticString = "0123456789abcdef"
        memory[count] = UInt8(ascii: "u")
        memory[count + 1] = UInt8(ascii: "0")
        memory[count + 2] = UInt8(ascii: "0")
        memory[count + 3] = digits.utf8Start[Int(byte >> 4)]
        memory[count + 4] = digits.utf8Start[Int(byte & 15)]
        count += 5
        continue
      }
      memory[count] = sign
      count += 1
    }
    return count
  }

  /// The first byte that a string cannot have as it is, or the end.
  private static func special(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = text.skipping(from: start, mate_string_stops)
    while place < text.count {
      let byte = text[place]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
      place += 1
    }
    return place
  }

  /// What stands behind a backslash for a byte; nil where its number does.
  private static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    case 0..<0x20: nil
    default: byte
    }
  }

  package mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // MARK: Containers

  package mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  package mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// A member's name and colon, with the comma before it where it is not the first.
  package mutating func key(_ name: String) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// The comma before an element or a member that is not the first of its container.
  package mutating func separate() {
    guard let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") else {
      return
    }
    bytes.append(UInt8(ascii: ","))
  }

  // MARK: Values

  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .unsigned(let value): unsigned(value)
    case .double(let value): value.isNaN ? null() : double(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        self.value(element)
      }
      endArray()
    case .object(let object):
      beginObject()
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        string(member.key)
        bytes.append(UInt8(ascii: ":"))
        self.value(member.value)
      }
      endObject()
    }
  }
}

/// What cannot be written as JSON.
package struct JSONEncodingFailure: Error, Hashable, Sendable {
  package let reason: String
}
