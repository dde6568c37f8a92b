/// A value that reads itself from a parsed text: for calls so frequent that `Codable` costs more
/// than the rest of them.
///
/// A method whose params are `JSONReadable` and whose result is ``JSONWritable`` is carried out
/// without a `Decoder` or an `Encoder`.
package protocol JSONReadable: Decodable {
  /// - Parameter cursor: The value; checked against the method's schema already.
  /// - Throws: ``JSONDecodingFailure`` where the value is not what the schema promised.
  init(reading cursor: JSONCursor) throws(JSONDecodingFailure)
}

extension JSONReadable {
  /// - Throws: ``JSONDecodingFailure``, also for a decoder that is not of this project.
  package init(from decoder: any Decoder) throws {
    guard let tape = decoder as? TapeDecoder else {
      throw JSONDecodingFailure(path: "", expected: "a text of JSON", got: "\(decoder)")
    }
    try self.init(reading: tape.cursor)
  }
}
