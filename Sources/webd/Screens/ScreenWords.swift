internal import IPCProtocol
internal import Values

/// What the page must know of a screen to draw it, and to do what can be done: parts of the domain's
/// own description.
struct ScreenWords {
  private let screen: ShownScreen
  private let canWrite: Bool
  /// Whether a customer finds a page of their own behind the code on the board.
  private let hasCustomerPage: Bool

  init(_ screen: ShownScreen, canWrite: Bool, hasCustomerPage: Bool) {
    self.screen = screen
    self.canWrite = canWrite
    self.hasCustomerPage = hasCustomerPage
  }

  var json: JSONValue {
    let view = screen.view
    var words: JSONObject = [
      "domain": .string(screen.domain.label), "name": .string(screen.name),
      "summary": screen.domain.summary.jsonValue, "title": view.title.jsonValue,
      "method": .string(view.method.name), "render": view.rendering.jsonValue,
      "keys": .array(view.keys.map(JSONValue.string)), "ticketPage": .bool(hasCustomerPage),
      "canWrite": .bool(canWrite), "errors": errors, "names": names,
    ]
    if case .hint(let stream) = view.follow { words["news"] = stream.renderEvent?.jsonValue }
    words["announce"] = view.screen?.announcement?.jsonValue
    if canWrite { addActions(to: &words) }
    return .object(words)
  }

  /// What members of rows are called.
  private var names: JSONValue {
    .object(JSONObject(MemberNames(screen.domain).all.map { ($0, $1.jsonValue) }))
  }

  /// Sentences of refusals.
  private var errors: JSONValue {
    .object(
      JSONObject(screen.domain.errors.map { ($0.kind.name, $0.message.jsonValue) }))
  }

  private func addActions(to words: inout JSONObject) {
    let document = screen.domain.openRPC
    let declared = screen.view.screen?.jsonValue
    // A key for what the page cannot do would do nothing.
    let offered = self.offered
    words["actions"] = declared?["actions"]?.arrayValue.map { actions in
      .array(actions.filter { offered.contains($0["method"]?.stringValue ?? "") })
    }
    words["move"] = declared?["move"]
    words["default"] = declared?["default"]
    words["rowActions"] = .array(rowActions)
    words["details"] = .object(details)
    words["methods"] = .object(methods(document))
    words["followUps"] = document["x-mate-follow-up"] ?? [:]
  }

  /// The arrays that rows stand in.
  private var sources: [String] {
    switch screen.view.rendering {
    case .table(let table): [table.rows] + table.instead.map(\.rows)
    case .board(let board): board.columns.map(\.items)
    case .message, .raw: []
    }
  }

  /// What can be done with a row, by what completes from this screen.
  private var rowActions: [JSONValue] {
    var actions: [JSONValue] = []
    for source in sources {
      for method in screen.domain.methods where isOffered(method) {
        guard let parameter = screen.view.rowParameter(of: method, at: source),
          let completion = parameter.completion, let pointer = completion.keyOfRow
        else { continue }
        let isMany = parameter.rules(in: screen.domain.schemas).types == [.array]
        actions.append([
          "method": .string(method.name), "on": .string(source),
          "where": .object(completion.filter),
          "parameter": .string(parameter.name), "pointer": .string(pointer), "many": .bool(isMany),
        ])
      }
    }
    return actions
  }

  /// Of each array the one read that tells all there is of a row of it, with its parameter and where
  /// that lies in the row: what a key is for, else what completes from this screen.
  private var details: JSONObject {
    var details = JSONObject()
    for source in sources {
      let keyed = (screen.view.screen?.actions ?? []).lazy.compactMap { action -> JSONValue? in
        guard action.source == nil || action.source == source, action.params.count == 1,
          case .row(let pointer) = action.params[0].source
        else { return nil }
        return detail(action.method, action.params[0].name, pointer)
      }.first
      let completed = rowActions.filter { $0["on"]?.stringValue == source }.compactMap { action in
        detail(
          action["method"]?.stringValue ?? "", action["parameter"]?.stringValue ?? "",
          action["pointer"]?.stringValue ?? "")
      }
      if let only = keyed ?? (completed.count == 1 ? completed.first : nil) {
        details[source] = only
      }
    }
    return details
  }

  /// Nil where it is no read that shows something, or wants to know more.
  private func detail(_ name: String, _ parameter: String, _ pointer: String) -> JSONValue? {
    guard let method = screen.domain.methods.first(where: { $0.name == name }), isOffered(method),
      !method.access.changesState, method.render != nil,
      method.parameters.allSatisfy({ !$0.isRequired || $0.name == parameter })
    else { return nil }
    return [
      "method": .string(name), "parameter": .string(parameter), "pointer": .string(pointer),
    ]
  }

  private func isOffered(_ method: MethodDescription) -> Bool {
    method.command != nil && !method.isStream && method.loop == nil && method.access != .admin
  }

  /// The names of what can be done here: what a person could type, and what the screen itself has keys
  /// for, as `bank.advance`, which has no command.
  private var offered: Set<String> {
    let declared = screen.view.screen
    let keyed = Set((declared?.actions.map(\.method) ?? []) + [declared?.move?.method ?? ""])
    return Set(
      screen.domain.methods.filter { method in
        isOffered(method)
          || keyed.contains(method.name) && !method.isStream && method.access != .admin
      }.map(\.name))
  }

  /// A schema without references to others; one that holds itself takes anything there.
  private func resolved(_ schema: JSONValue, within names: Set<Substring> = []) -> JSONValue {
    if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
      let schemas = screen.domain.openRPC["components"]?["schemas"]
      guard !names.contains(name), let found = schemas?[String(name)] else { return [:] }
      return resolved(found, within: names.union([name]))
    }
    if let values = schema.arrayValue { return .array(values.map { resolved($0, within: names) }) }
    guard let members = schema.objectValue else { return schema }
    return .object(
      JSONObject(members.members.map { ($0, resolved($1, within: names)) }))
  }

  /// Parameters with what a field for each is called.
  private func parameters(_ given: [JSONValue], of name: String) -> [JSONValue] {
    let names = MemberNames(screen.domain)
    let known = screen.domain.methods.first { $0.name == name }
    return given.map { parameter in
      guard var members = parameter.objectValue, let method = known,
        let described = method.parameters.first(where: { $0.name == members["name"]?.stringValue })
      else { return parameter }
      members["x-mate-called"] = names.name(of: described, in: method).jsonValue
      members["schema"] = members["schema"].map { resolved($0) }
      // As in a shell it is the rest of the line.
      let isRest = method.command?.positionals.last == described.name && described.completion == nil
      if isRest { members["x-mate-rest"] = true }
      return .object(members)
    }
  }

  /// Methods as the document has them, without what is for programs.
  private func methods(_ document: JSONValue) -> JSONObject {
    let offered = self.offered
    var methods = JSONObject()
    for method in document["methods"]?.arrayValue ?? [] {
      guard var members = method.objectValue, let name = members["name"]?.stringValue,
        offered.contains(name)
      else { continue }
      for member in ["result", "errors", "x-mate-event", "summary", "name", "paramStructure"] {
        members[member] = nil
      }
      members["params"] = .array(parameters(members["params"]?.arrayValue ?? [], of: name))
      methods[name] = .object(members)
    }
    return methods
  }
}
