package import Values

/// What a client on a terminal may offer after a refusal: a question, and on yes another method of
/// the domain (`x-mate-follow-up`).
///
/// Its parameters come from the refusal's `data`; what is not there is asked for. Clients without a
/// person, as programs and pipes, show the refusal and nothing more.
package struct FollowUp: Hashable, Sendable {
  /// A parameter that is taken from the data.
  package struct Parameter: Hashable, Sendable {
    package var name: String
    /// JSON Pointer into the data, or into one element of it.
    package var pointer: String

    package init(_ name: String, _ pointer: String) {
      self.name = name
      self.pointer = pointer
    }
  }

  /// A parameter that a person is asked for.
  package struct Ask: Hashable, Sendable {
    package var name: String
    /// A template over the data and the element.
    package var prompt: LocalizedText
    /// JSON Pointer to what holds where nothing is typed.
    package var defaultValue: String?

    package init(_ name: String, _ prompt: LocalizedText, defaultValue: String? = nil) {
      self.name = name
      self.prompt = prompt
      self.defaultValue = defaultValue
    }
  }

  /// A template over the data; nil where the refusal's sentence is the question.
  package var question: LocalizedText?
  package var yes: LocalizedText
  package var no: LocalizedText
  package var method: String
  /// JSON Pointer to an array in the data, for each element of which the method is called once;
  /// nil calls it once.
  package var each: String?
  package var parameters: [Parameter]
  package var asks: [Ask]

  package static let usualYes = LocalizedText(en: "yes", ko: "예")
  package static let usualNo = LocalizedText(en: "no", ko: "아니요")

  package init(
    method: String, question: LocalizedText? = nil, yes: LocalizedText = Self.usualYes,
    no: LocalizedText = Self.usualNo, each: String? = nil, parameters: [Parameter] = [],
    asks: [Ask] = []
  ) {
    self.method = method
    self.question = question
    self.yes = yes
    self.no = no
    self.each = each
    self.parameters = parameters
    self.asks = asks
  }
}

extension FollowUp {
  package var jsonValue: JSONValue {
    var object = JSONObject()
    object["question"] = question?.jsonValue
    object["yes"] = yes.jsonValue
    object["no"] = no.jsonValue
    object["method"] = .string(method)
    object["each"] = each.map(JSONValue.string)
    if !parameters.isEmpty {
      object["params"] = .object(JSONObject(parameters.map { ($0.name, .string($0.pointer)) }))
    }
    if !asks.isEmpty {
      object["ask"] = .object(JSONObject(asks.map { ($0.name, $0.jsonValue) }))
    }
    return .object(object)
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "question", "yes", "no", "method", "each", "params", "ask")
    self.init(method: try reader.required("method").string())
    question = try reader.template("question")
    yes = try reader.optional("yes")?.localized() ?? Self.usualYes
    no = try reader.optional("no")?.localized() ?? Self.usualNo
    each = try reader.optional("each")?.pointer()
    for (name, pointer) in try reader.optional("params")?.members() ?? [] {
      parameters.append(Parameter(name, try pointer.pointer()))
    }
    for (name, ask) in try reader.optional("ask")?.members() ?? [] {
      try ask.allow(only: "prompt", "default")
      guard let prompt = try ask.template("prompt") else {
        throw ask.failure("\"prompt\" is missing")
      }
      asks.append(Ask(name, prompt, defaultValue: try ask.optional("default")?.pointer()))
    }
  }
}

extension FollowUp.Ask {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = ["prompt": prompt.jsonValue]
    object["default"] = defaultValue.map(JSONValue.string)
    return .object(object)
  }
}

extension DescriptionReader {
  /// A text with members in braces, or nil where it is absent.
  fileprivate func template(_ name: String) throws(DescriptionError) -> LocalizedText? {
    guard let reader = optional(name) else { return nil }
    let text = try reader.localized()
    try reader.checkTemplate(text)
    return text
  }
}

extension DomainDescription {
  /// A follow-up leads somewhere: to a method whose parameters it gives, all and once.
  func checkFollowUps(_ document: DescriptionReader) throws(DescriptionError) {
    for (name, place) in try document.optional("x-mate-follow-up")?.members() ?? [] {
      guard let followUp = errors.first(where: { $0.kind.name == name })?.followUp else {
        throw place.failure("there is no error \(name) in x-mate-errors")
      }
      guard let method = methods.first(where: { $0.name == followUp.method }) else {
        throw try place.required("method").failure("there is no method \(followUp.method)")
      }
      guard !method.isStream else {
        throw try place.required("method").failure("\(method.name) is a stream")
      }
      try checkParameters(of: followUp, method, place)
    }
  }

  private func checkParameters(
    of followUp: FollowUp, _ method: MethodDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    var given: Set<String> = []
    for name in followUp.parameters.map(\.name) + followUp.asks.map(\.name) {
      guard method.parameters.contains(where: { $0.name == name }) else {
        throw place.failure("\(method.name) has no parameter \(name)")
      }
      guard given.insert(name).inserted else {
        throw place.failure("\(name) is taken from the data and asked for")
      }
    }
    let missing = method.parameters.first { $0.isRequired && !given.contains($0.name) }
    if let missing { throw place.failure("\(method.name) needs \(missing.name)") }
  }
}
