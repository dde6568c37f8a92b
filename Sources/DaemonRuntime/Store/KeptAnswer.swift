internal import Storage

/// An answer that is not in the store yet.
struct KeptAnswer: Hashable {
  /// A number made of the key, by which the store finds it.
  let place: Int64
  /// Microseconds since 1970.
  let at: Int64
  let uid: UInt32
  let key: String
  let request: [UInt8]
  let result: [UInt8]

  func isOf(_ place: Int64, _ uid: UInt32, _ key: String) -> Bool {
    self.place == place && self.uid == uid && self.key == key
  }
}

extension KeptAnswer: RedoCodable {
  func encode(to writer: inout RedoWriter) {
    writer.write(place)
    writer.write(at)
    writer.write(UInt64(uid))
    writer.write(key)
    writer.write(request)
    writer.write(result)
  }

  init(from reader: inout RedoReader) throws(RedoDefect) {
    place = try reader.integer()
    at = try reader.integer()
    guard let uid = UInt32(exactly: try reader.unsigned()) else { throw RedoDefect() }
    self.uid = uid
    key = try reader.text()
    request = try reader.blob()
    result = try reader.blob()
  }
}
