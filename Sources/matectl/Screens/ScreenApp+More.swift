internal import IPCProtocol
internal import Values

/// Rows that a daemon did not send, as a list is longer: they are asked for as a person comes to them.
extension ScreenApp {
  /// So many more at a time.
  private static let step = 100

  /// Asks for more where a person moved down to where the rows of a column end and there are others.
  func askForMore(after rows: Int) {
    let tab = state.tab
    // Who goes elsewhere meanwhile stays there.
    state.tab.isToEnd = false
    guard rows > 0, tab.filter.isEmpty, let content = tab.content,
      content.columns.indices.contains(tab.selection.column),
      let most = most(of: tab.view.method)
    else { return }
    let column = content.columns[tab.selection.column]
    let here = column.items.count
    guard column.leftOut > 0, tab.selection.index + pageRows >= here else { return }
    let isToEnd = rows > here
    let wanted = min(most, here + (isToEnd ? column.leftOut : min(Self.step, column.leftOut)))
    guard wanted > tab.limit ?? 0 else { return }
    state.tab.limit = wanted
    state.tab.isToEnd = isToEnd
    refresh()
  }

  /// The rows have come that were asked for to their end.
  func goToEnd() {
    guard state.tab.isToEnd, let limit = state.tab.limit, let content = state.tab.content,
      content.columns.indices.contains(state.tab.selection.column)
    else { return }
    let column = content.columns[state.tab.selection.column]
    guard column.items.count >= limit || column.leftOut == 0 else { return }
    state.tab.isToEnd = false
    state.tab.select { $0.move(by: Int(Int32.max), in: $1) }
  }

  /// The params with as many rows as a person has come to, where the method takes that.
  func limited(_ params: JSONObject, _ method: MethodDescription) -> JSONObject {
    guard let limit = state.tab.limit, let most = most(of: method) else { return params }
    var params = params
    params["limit"] = .integer(Int64(min(limit, most)))
    return params
  }

  /// How many rows of a list a method sends at most; nil where nobody can say how many.
  private func most(of method: MethodDescription) -> Int? {
    guard let parameter = method.parameters.first(where: { $0.name == "limit" }) else { return nil }
    let rules = parameter.rules(in: domain.schemas)
    guard rules.types.contains(.integer) else { return nil }
    return rules.maximum?.doubleValue.map { Int($0) } ?? Int(Int32.max)
  }
}
