/// A value that writes its own JSON: for answers whose size makes `Codable` too slow.
package protocol JSONWritable: Encodable {
  /// Appends exactly one JSON value.
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// - Throws: ``JSONEncodingFailure`` for an encoder that is not of this project.
  package func encode(to encoder: any Encoder) throws {
    guard let stream = encoder as? StreamEncoder else {
      throw JSONEncodingFailure(reason: "\(Self.self) writes JSON only")
    }
    write(to: &stream.encoding.writer)
  }
}
