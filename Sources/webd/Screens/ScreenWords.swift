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
    words["methods"] = .object(methods(document))
    words["schemas"] = document["components"]?["schemas"] ?? [:]
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

  /// Parameters with what a field for each is called.
  private func parameters(_ given: [JSONValue], of name: String) -> [JSONValue] {
    let names = MemberNames(screen.domain)
    let known = screen.domain.methods.first { $0.name == name }
    return given.map { parameter in
      guard var members = parameter.objectValue, let method = known,
        let described = method.parameters.first(where: { $0.name == members["name"]?.stringValue })
      else { return parameter }
      members["x-mate-called"] = names.name(of: described, in: method).jsonValue
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
