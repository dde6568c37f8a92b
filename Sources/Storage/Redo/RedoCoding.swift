/// What a ``RedoLog`` can hold: a value that is written in few bytes and read back as it was.
package protocol RedoCodable {
  func encode(to writer: inout RedoWriter)

  /// - Throws: ``RedoDefect`` where the bytes are not what ``encode(to:)`` writes.
  init(from reader: inout RedoReader) throws(RedoDefect)
}

/// Bytes of a record that are no value of the kind that was looked for.
package struct RedoDefect: Error, Equatable {
  package init() {}
}

/// Writes values one behind the other; integers as LEB128, seven bits a byte.
package struct RedoWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small numbers of either sign are short: 0, -1, 1 and -2 are written as 0, 1, 2 and 3.
  package mutating func write(_ number: Int64) {
    write(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  package mutating func write(_ number: Int) { write(Int64(number)) }

  package mutating func write(_ blob: [UInt8]) { blob.withUnsafeBufferPointer { write($0) } }

  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  private mutating func write(_ blob: UnsafeBufferPointer<UInt8>) {
    write(UInt64(blob.count))
    bytes.append(contentsOf: blob)
  }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Reads what a ``RedoWriter`` has written.
package struct RedoReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func unsigned() throws(RedoDefect) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw RedoDefect() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw RedoDefect()
  }

  package mutating func integer() throws(RedoDefect) -> Int64 {
    let number = try unsigned()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  package mutating func int() throws(RedoDefect) -> Int { Int(try integer()) }

  package mutating func blob() throws(RedoDefect) -> [UInt8] { Array(try slice()) }

  package mutating func skipBlob() throws(RedoDefect) { _ = try slice() }

  private mutating func slice() throws(RedoDefect) -> ArraySlice<UInt8> {
    let count = try unsigned()
    guard count <= UInt64(rest.count) else { throw RedoDefect() }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  package mutating func text() throws(RedoDefect) -> String {
    guard let text = String(validating: try blob(), as: UTF8.self) else { throw RedoDefect() }
    return text
  }
}
