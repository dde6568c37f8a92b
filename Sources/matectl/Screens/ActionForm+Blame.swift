internal import IPCProtocol
internal import Values

/// Which field a refusal is about.
extension ActionForm {
  /// The parameter that a refusal names, whose value it repeats, or that alone was filled in.
  ///
  /// - Parameters:
  ///   - data: What the domain says of its refusal.
  ///   - params: What was sent.
  /// - Returns: Nil where that cannot be said.
  func blamed(by data: JSONObject, sent params: JSONObject) -> String? {
    let named = data["path"]?.stringValue?.split(separator: "/").first.map(String.init)
    let said = fields.filter { !$0.isEmpty || params[$0.parameter.name] != nil }
    let told = data.members.filter { !Self.besides.contains($0.key) }
    let values = told.map(\.value)
    func isRepeated(_ field: Field) -> Bool {
      params[field.parameter.name].map(values.contains) ?? false
    }
    func isNamed(_ field: Field) -> Bool { told.contains { $0.key == field.parameter.name } }
    let rules: [(Field) -> Bool] = [
      { isNamed($0) && isRepeated($0) }, isRepeated, isNamed,
      { $0.parts.contains { part in values.contains { WordValue.text($0) == part } } },
    ]
    if let named, fields.contains(where: { $0.parameter.name == named }) { return named }
    for rule in rules {
      if let field = said.first(where: rule) { return field.parameter.name }
    }
    let changed = said.filter { $0.word != $0.given }
    return changed.count == 1 ? changed[0].parameter.name : nil
  }

  /// Members of refusals that are no value of a field: names, advice, and what would be right.
  private static let besides: Set = [
    "name", "traceId", "hint", "what", "example", "minimum", "maximum", "path",
  ]
}

extension ActionForm.Field {
  /// The words that stand there.
  fileprivate var parts: [String] {
    word.split { ",=".contains($0) || $0.isWhitespace }.map(String.init)
  }
}
