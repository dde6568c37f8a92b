internal import Storage

/// The first answer to a request with a key.
struct KeptAnswer: Hashable {
  /// Microseconds since 1970.
  let at: Int64
  let key: KeyedRequest.Place
  let request: [UInt8]
  let result: [UInt8]
}

extension KeptAnswer: RedoCodable {
  func encode(to writer: inout RedoWriter) { encode(at: 0, to: &writer) }

  /// With a number by which it is found, of which nothing is read back.
  func encode(at place: Int64, to writer: inout RedoWriter) {
    writer.write(place)
    writer.write(at)
    writer.write(UInt64(key.uid))
    writer.write(key.key)
    writer.write(request)
    writer.write(result)
  }

  init(from reader: inout RedoReader) throws(RedoDefect) {
    _ = try reader.integer()
    at = try reader.integer()
    guard let uid = UInt32(exactly: try reader.unsigned()) else { throw RedoDefect() }
    key = KeyedRequest.Place(uid: uid, key: try reader.text())
    request = try reader.blob()
    result = try reader.blob()
  }

  /// Goes on behind an answer of which the place was read.
  static func skipBehindPlace(_ reader: inout RedoReader) throws(RedoDefect) {
    _ = try reader.integer()
    _ = try reader.unsigned()
    for _ in 0..<3 { try reader.skipBlob() }
  }
}
