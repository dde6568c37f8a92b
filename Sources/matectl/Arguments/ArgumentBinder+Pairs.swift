internal import IPCProtocol

/// Words that stand for something else: `mango=2` for an object of two members, 일반 for `normal`.
extension ArgumentBinder {
  /// The value that is called so in either language, of those that the schema lists.
  func named(_ word: String, _ parameter: ParameterDescription) -> JSONValue? {
    domain.valueNames(of: parameter).word(word).map(JSONValue.string)
  }

  /// `mango=2` for an object of two members.
  func pair(_ word: String, _ rules: JSONSchema.Rules) -> JSONValue? {
    guard let parts = parts(ofPair: word, rules) else { return nil }
    var object = JSONObject()
    for (name, part, rules) in parts {
      guard let value = WordValue.value(part, rules) else { return nil }
      object[name] = value
    }
    return .object(object)
  }

  typealias PairPart = (name: String, word: String, rules: JSONSchema.Rules)

  /// Both halves of such a word with what they have to be; nil where it has no halves.
  private func parts(ofPair word: String, _ rules: JSONSchema.Rules) -> [PairPart]? {
    let words = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard rules.isPair, words.count == 2 else { return nil }
    return zip(rules.properties, words).map { property, word in
      (
        property.name, String(word),
        self.rules(property.schema).named(property.name, in: schemas)
      )
    }
  }

  /// The half that cannot be what it stands for.
  func wrongPart(of word: String, _ rules: JSONSchema.Rules) -> PairPart? {
    parts(ofPair: word, rules)?.first { WordValue.value($0.word, $0.rules) == nil }
  }
}
