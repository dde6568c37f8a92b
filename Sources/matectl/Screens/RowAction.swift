internal import IPCProtocol
internal import Values

/// Something that can be done with the row that is chosen: a method one of whose parameters
/// completes from the tab, with a pointer that lies in the row.
struct RowAction {
  let method: MethodDescription
  /// What the row gives.
  let params: JSONObject

  /// What can be done with some rows of a tab, in the order of the description.
  ///
  /// - Parameters:
  ///   - rows: The chosen row, or those that are marked; more than one only for methods that take
  ///     many.
  ///   - source: JSON Pointer of the array that they stand in.
  ///   - view: What is shown.
  ///   - domain: What can be done at all.
  /// - Returns: Nothing where there are no rows.
  static func all(
    for rows: [JSONValue], at source: String, of view: ScreenView, in domain: DomainDescription
  ) -> [RowAction] {
    guard !rows.isEmpty else { return [] }
    return domain.methods.compactMap { method in
      guard method.command != nil, !method.isStream, method.loop == nil,
        let parameter = parameter(of: method, from: view, at: source)
      else { return nil }
      let values = rows.compactMap { value(of: parameter, in: $0) }
      guard values.count == rows.count, let first = values.first else { return nil }
      let rules = parameter.rules(in: domain.schemas)
      if rules.types == [.array] {
        return RowAction(method: method, params: [parameter.name: .array(values)])
      }
      guard values.count == 1 else { return nil }
      return RowAction(method: method, params: [parameter.name: first])
    }
  }

  /// A required parameter rather than one that can be left out; of a read only a required one, as it
  /// is about the row then.
  private static func parameter(
    of method: MethodDescription, from view: ScreenView, at source: String
  ) -> ParameterDescription? {
    let known = method.parameters.filter { parameter in
      parameter.completion.map { $0.method == view.method.name && $0.stands(at: source) } ?? false
    }
    return known.first(where: \.isRequired) ?? (method.access.changesState ? known.first : nil)
  }

  private static func value(of parameter: ParameterDescription, in row: JSONValue) -> JSONValue? {
    guard let source = parameter.completion, let key = source.keyOfRow,
      source.filter.members.allSatisfy({ (row[$0.key] ?? .null) == $0.value })
    else { return nil }
    return row.value(at: key).flatMap { $0 == .null ? nil : $0 }
  }
}

extension CompletionSource {
  /// Whether its values lie in the elements of an array at this place.
  fileprivate func stands(at source: String) -> Bool {
    let tokens = values.split(separator: "/")
    guard let star = tokens.lastIndex(of: "*") else { return false }
    let place = source.split(separator: "/")
    return place.count == star && zip(tokens, place).allSatisfy { $0 == $1 || $0 == "*" }
  }
}
