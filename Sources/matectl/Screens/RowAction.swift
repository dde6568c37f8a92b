internal import IPCProtocol
internal import Values

/// Something that can be done with the row that is chosen: a method one of whose parameters
/// completes from the tab, with a pointer that lies in the row.
struct RowAction {
  let method: MethodDescription
  /// What the row gives.
  let params: JSONObject
  /// What a person is asked for; nil is all that is left.
  var asks: [Ask]?
  /// Whether it is done with the rows, and not beside them.
  var isOfRow = true
  /// Whether a person is asked for all that is left, beside what `asks` has first.
  var isWhole = false
  /// What its key does; nil of what has none.
  var label: LocalizedText?
  /// Whether each press of its key counts.
  var repeats = false

  /// Whether it does the same with the same rows, but for what a person is asked.
  func isSame(as other: RowAction) -> Bool {
    method.name == other.method.name && params == other.params
  }

  /// A parameter that a person is asked for, and what stands there at first.
  struct Ask {
    let name: String
    var given: JSONValue?
    /// Where it lies in a row: what the row has not, another read of it may have.
    var pointer: String?
    /// Whether it may be left out although it is asked for.
    var isOptional = false

    /// Whether nothing stands there at first, and something has to.
    var isNew: Bool { given == nil && pointer == nil && !isOptional }
  }

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
        let parameter = view.rowParameter(of: method, at: source)
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

  /// What a description gives a key to, done with these rows.
  ///
  /// - Parameters:
  ///   - action: What the description says.
  ///   - rows: The chosen row, or those that are marked.
  ///   - source: JSON Pointer of the array that they stand in.
  ///   - result: All that is shown.
  ///   - domain: What can be done at all.
  /// - Returns: Nil where it is not for these rows, or not for as many, or where there is nothing to do
  ///   it with.
  static func declared(
    _ action: ScreenDescription.Action, for rows: [JSONValue], at source: String,
    of result: JSONValue, in domain: DomainDescription
  ) -> RowAction? {
    guard let method = domain.methods.first(where: { $0.name == action.method }),
      action.source == nil || action.source == source,
      rows.count <= 1 || !action.takesOneRow
    else { return nil }
    guard action.isFor(rows) else { return nil }
    var params = JSONObject()
    var asks: [Ask] = []
    for parameter in action.params {
      if parameter.source == .mayAsk {
        asks.append(Ask(name: parameter.name, isOptional: true))
        continue
      }
      if case .ask(let pointer) = parameter.source {
        // What one of several rows has is not what the others have.
        let row = rows.count == 1 ? rows.first : nil
        let given = pointer.flatMap { row?.value(at: $0) }
        asks.append(
          Ask(name: parameter.name, given: given, pointer: row == nil ? nil : pointer))
        continue
      }
      guard let value = value(of: parameter, rows, result) else { return nil }
      params[parameter.name] = value
    }
    let isOfRow = action.source != nil || action.params.contains { $0.source.isOfRow }
    return RowAction(
      method: method, params: params, asks: asks, isOfRow: isOfRow, label: action.label,
      repeats: action.repeats)
  }

  /// What a parameter is given; nil where nothing is there.
  static func value(
    of parameter: ScreenDescription.Parameter, _ rows: [JSONValue], _ result: JSONValue
  ) -> JSONValue? {
    let found: JSONValue? =
      switch parameter.source {
      case .row(let pointer): rows.first?.value(at: pointer)
      case .result(let pointer): result.value(at: pointer)
      case .value(let value): value
      case .marked(let pointer):
        rows.isEmpty ? nil : .array(rows.compactMap { $0.value(at: pointer) })
      case .ask, .mayAsk: nil
      }
    return found == .null ? nil : found
  }

  private static func value(of parameter: ParameterDescription, in row: JSONValue) -> JSONValue? {
    guard let source = parameter.completion, let key = source.keyOfRow,
      source.filter.members.allSatisfy({ (row[$0.key] ?? .null) == $0.value })
    else { return nil }
    return row.value(at: key).flatMap { $0 == .null ? nil : $0 }
  }
}

extension ScreenDescription.Action {
  /// Whether it has a place for one row and no more.
  var takesOneRow: Bool { params.contains { $0.takesOneRow } }

  /// Whether it can be done with rows such as these: they have what it is for, and nothing that it is
  /// not for.
  fileprivate func isFor(_ rows: [JSONValue]) -> Bool {
    func have(_ pointer: String) -> Bool {
      !rows.isEmpty && rows.allSatisfy { MethodDescription.hasSomething($0, at: pointer) }
    }
    func hasAny(_ pointer: String) -> Bool {
      rows.contains { MethodDescription.hasSomething($0, at: pointer) }
    }
    return condition.map(have) ?? true && !(exception.map(hasAny) ?? false)
  }
}

extension ScreenDescription.Parameter {
  var takesOneRow: Bool { if case .row = source { true } else { false } }
}
