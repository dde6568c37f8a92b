internal import Values

extension MessageTemplate {
  /// What its sentence shows of a value, and no other member: for readers who may see the sentence alone.
  ///
  /// A stream's event says more than its sentence, as who waits and what else is sold.
  package func shownPart(of value: JSONValue) -> JSONValue {
    guard let text = text(for: value) else { return .object([:]) }
    if case .cases(let pointer, _) = self { return value.part(text, and: pointer) }
    return value.part(text)
  }
}

extension JSONValue {
  /// The members that a template names; its amounts need `currency`.
  fileprivate func part(_ text: LocalizedText, and pointer: String? = nil) -> JSONValue {
    let named = text.names.map { $0.split(separator: "/")[...] }
    let chosen = pointer.map { [$0.split(separator: "/")[...]] } ?? []
    return part(named + chosen + [["currency"]])
  }

  /// What the paths lead to; an array on the way is kept whole.
  private func part(_ paths: [ArraySlice<Substring>]) -> JSONValue {
    guard let members = objectValue, !paths.contains(where: \.isEmpty) else { return self }
    return .object(
      JSONObject(
        members.members.compactMap { name, member in
          let inner = paths.filter { $0.first == name[...] || $0.first == "*" }
            .map { $0.dropFirst() }
          return inner.isEmpty ? nil : (name, member.part(inner))
        }))
  }
}
