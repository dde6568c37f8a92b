internal import IPCProtocol

/// A number, or a word for a UUID or its start; read by ``ProjectReference``, whose refusals have
/// names of their own.
struct ProjectID: OwnWireValue {
  let word: String

  static let ownSchema: JSONSchema = {
    var rules = JSONSchema.Rules()
    rules.types = [.integer, .string]
    rules.minimum = .integer(1)
    rules.maxLength = 64
    return .rules(rules)
  }()

  init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
    // A number where it is one; everything else is a word.
    guard let word = cursor.int64.map(String.init) ?? cursor.string else {
      throw cursor.mismatch("a number or a word")
    }
    self.word = word
  }

  /// A word of digits is the number that it says, so every word stands for itself.
  func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) { writer.string(word) }
}

extension [ProjectID] {
  /// What they name, also as ranges and lists: `1-3`, `5,6`.
  func references() throws(ProjectError) -> [ProjectReference] {
    var references: [ProjectReference] = []
    for id in self { references += try ProjectReference.several(id.word) }
    return references
  }
}
