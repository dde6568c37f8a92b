internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What may be done after a refusal, as an elicitation: what a person on a terminal is asked line by
/// line is one form here.
struct MCPQuestion {
  let tool: MCPTool
  let arguments: JSONObject
  /// What is answered where nothing is done.
  let refusal: JSONObject
  let message: String
  /// The method of the follow-up.
  let method: MethodDescription
  /// One for each call of that method.
  private let calls: [Change]
  private let again: String?

  private struct Change {
    var params: JSONObject
    var fields: [Field]
  }

  private struct Field {
    /// Its name in the form, and the parameter's.
    let key: String
    let parameter: String
    let schema: JSONValue
    let usual: JSONValue?
  }

  private static let againKey = "again"

  /// Nil where nothing follows, or what is asked for is no field of a form.
  init?(
    _ session: Session, _ tool: MCPTool, _ arguments: JSONObject, _ error: WireError,
    refusal: JSONObject, sentence: String
  ) {
    let domain = tool.domain.whole
    guard let followUp = domain.errors.first(where: { $0.kind.name == error.kind.name })?.followUp,
      let method = domain.methods.first(where: { $0.name == followUp.method })
    else { return nil }
    let data = JSONValue.object(error.data)
    func filled(_ text: LocalizedText, _ members: JSONObject) -> String {
      Template(text.text(in: session.language)).filled(
        with: .object(members), session.printer.values
      ).printable(inOneLine: true)
    }
    let elements = followUp.each.map { data.value(at: $0)?.arrayValue ?? [] } ?? [.object([:])]
    var calls: [Change] = []
    for (place, element) in elements.enumerated() {
      func value(_ pointer: String) -> JSONValue? {
        element.value(at: pointer) ?? data.value(at: pointer)
      }
      var members = error.data
      for (key, value) in element.objectValue ?? [:] { members[key] = value }
      var change = Change(params: [:], fields: [])
      for parameter in followUp.parameters {
        change.params[parameter.name] = value(parameter.pointer)
      }
      for ask in followUp.asks {
        let usual = ask.defaultValue.flatMap(value)
        guard let parameter = method.parameters.first(where: { $0.name == ask.name }),
          let schema = Self.field(
            parameter.schema.rules(in: domain.schemas), filled(ask.prompt, members), usual)
        else { return nil }
        let key = elements.count == 1 ? ask.name : "\(ask.name)\(place + 1)"
        change.fields.append(
          Field(key: key, parameter: ask.name, schema: schema, usual: usual))
      }
      calls.append(change)
    }
    guard !calls.isEmpty else { return nil }
    self.tool = tool
    self.arguments = arguments
    self.refusal = refusal
    self.method = method
    self.calls = calls
    again = followUp.again.map { filled($0, error.data) }
    let details = followUp.details.flatMap { session.lines($0, of: error) }
    let question = followUp.question.map { [filled($0, error.data)] } ?? []
    message = ([sentence] + details + question).joined(separator: "\n")
  }

  /// A field of a form: forms have primitive values alone.
  private static func field(
    _ rules: JSONSchema.Rules, _ title: String, _ usual: JSONValue?
  ) -> JSONValue? {
    var field: JSONObject
    let texts = rules.enumeration.filter { $0.stringValue != nil }
    switch rules.types.first {
    case .integer: field = ["type": "integer"]
    case .number: field = ["type": "number"]
    case .boolean: field = ["type": "boolean"]
    case .string: field = ["type": "string"]
    default: return nil
    }
    if !texts.isEmpty, texts.count == rules.enumeration.count { field["enum"] = .array(texts) }
    field["title"] = .string(title)
    field["default"] = usual
    return .object(field)
  }

  /// The form, as `elicitation/create` has it in all revisions.
  var params: JSONObject {
    var properties = JSONObject()
    for field in calls.flatMap(\.fields) { properties[field.key] = field.schema }
    if let again {
      properties[Self.againKey] = ["type": "boolean", "title": .string(again), "default": true]
    }
    return [
      "message": .string(message),
      "requestedSchema": ["type": "object", "properties": .object(properties)],
    ]
  }

  // MARK: The answer

  /// What a person decided.
  struct Decision {
    let changes: [JSONObject]
    let isMadeAgain: Bool
  }

  /// Nil where nobody accepted, or a field that has no usual value is missing; what does not fit the
  /// daemon tells.
  func decision(_ answer: JSONValue?) -> Decision? {
    guard answer?["action"]?.stringValue == "accept" else { return nil }
    let content = answer?["content"]?.objectValue ?? [:]
    var changes: [JSONObject] = []
    for call in calls {
      var params = call.params
      for field in call.fields {
        guard let value = content[field.key] ?? field.usual else { return nil }
        params[field.parameter] = value
      }
      changes.append(params)
    }
    let again = content[Self.againKey]?.boolValue ?? true
    return Decision(changes: changes, isMadeAgain: self.again != nil && again)
  }

  /// The same for a model whose client asks nobody: the tools that would do it.
  var lines: [String] {
    let name = MCPTool(domain: tool.domain, method: method).name
    let steps = calls.map { call in
      var params = call.params
      for field in call.fields { params[field.parameter] = field.usual }
      return "\(name) \(JSON.text(.object(params)))"
    }
    return steps.map { "follow-up: \($0)" } + (again == nil ? [] : ["follow-up: \(tool.name)"])
  }
}

/// Questions on their way, of the revision that begins a request anew for its answers.
struct MCPQuestions {
  private var open: [(token: String, question: MCPQuestion, until: Int64)] = []

  /// How long an answer is waited for, in milliseconds, and how many questions are kept.
  private static let life: Int64 = 600_000
  private static let most = 32

  /// Keeps a question; the state that the client sends back is its name and nothing more.
  mutating func keep(_ question: MCPQuestion) -> String {
    let token = RandomKey.text()
    if open.count == Self.most { open.removeFirst() }
    open.append((token, question, MonotonicTime.milliseconds + Self.life))
    return token
  }

  /// The question of a state, once, and only of the very call that it was asked for.
  mutating func take(_ state: String, _ tool: String, _ arguments: JSONObject) -> MCPQuestion? {
    open.removeAll { $0.until < MonotonicTime.milliseconds }
    guard let place = open.firstIndex(where: { $0.token == state }) else { return nil }
    let question = open[place].question
    guard question.tool.name == tool, question.arguments == arguments else { return nil }
    open.remove(at: place)
    return question
  }
}
