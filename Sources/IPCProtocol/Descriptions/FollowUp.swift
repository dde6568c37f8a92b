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

  /// What a number with its sign means where a person is asked for one: a step, by another method.
  package struct Step: Hashable, Sendable {
    /// It is given the parameters of the follow-up as well.
    package var method: String
    package var parameter: String

    package init(_ method: String, _ parameter: String) {
      self.method = method
      self.parameter = parameter
    }
  }

  /// Lines that stand with the sentence of the refusal.
  package struct Line: Hashable, Sendable {
    /// JSON Pointer to an array in the data, for each element of which there is a line.
    package var each: String?
    /// JSON Pointer to what the line is about: it is left out where that is absent or empty.
    package var when: String?
    /// A template over the data and the element.
    package var text: LocalizedText

    package init(_ text: LocalizedText, each: String? = nil, when: String? = nil) {
      self.text = text
      self.each = each
      self.when = when
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
  /// Nil where a number with a sign is a number.
  package var step: Step?
  /// What the refusal is about, in detail.
  package var details: [Line]
  /// What a person may type instead, shown where nobody is asked.
  package var commands: [Line]
  /// Asked after all is done: on yes the refused call is made again.
  package var again: LocalizedText?

  package static let usualYes = LocalizedText(en: "yes", ko: "예")
  package static let usualNo = LocalizedText(en: "no", ko: "아니요")

  package init(
    method: String, question: LocalizedText? = nil, yes: LocalizedText = Self.usualYes,
    no: LocalizedText = Self.usualNo, each: String? = nil, parameters: [Parameter] = [],
    asks: [Ask] = [], step: Step? = nil, details: [Line] = [], commands: [Line] = [],
    again: LocalizedText? = nil
  ) {
    self.method = method
    self.question = question
    self.yes = yes
    self.no = no
    self.each = each
    self.parameters = parameters
    self.asks = asks
    self.step = step
    self.details = details
    self.commands = commands
    self.again = again
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
    object["step"] = step.map {
      ["method": .string($0.method), "parameter": .string($0.parameter)]
    }
    if !details.isEmpty { object["details"] = .array(details.map(\.jsonValue)) }
    if !commands.isEmpty { object["commands"] = .array(commands.map(\.jsonValue)) }
    object["again"] = again?.jsonValue
    return .object(object)
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(
      only: "question", "yes", "no", "method", "each", "params", "ask", "step", "details",
      "commands", "again")
    self.init(method: try reader.required("method").string())
    question = try reader.template("question")
    yes = try reader.optional("yes")?.localized() ?? Self.usualYes
    no = try reader.optional("no")?.localized() ?? Self.usualNo
    each = try reader.optional("each")?.pointer()
    for (name, pointer) in try reader.optional("params")?.members() ?? [] {
      parameters.append(Parameter(name, try pointer.pointer()))
    }
    for (name, ask) in try reader.optional("ask")?.members() ?? [] {
      asks.append(try Ask(name, ask))
    }
    if let step = reader.optional("step") {
      try step.allow(only: "method", "parameter")
      self.step = Step(
        try step.required("method").string(), try step.required("parameter").string())
    }
    for line in try reader.optional("details")?.elements() ?? [] { details.append(try Line(line)) }
    for line in try reader.optional("commands")?.elements() ?? [] {
      commands.append(try Line(line))
    }
    again = try reader.template("again")
  }
}

extension FollowUp.Ask {
  init(_ name: String, _ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "prompt", "default")
    guard let prompt = try reader.template("prompt") else {
      throw reader.failure("\"prompt\" is missing")
    }
    self.init(name, prompt, defaultValue: try reader.optional("default")?.pointer())
  }

  var jsonValue: JSONValue {
    var object: JSONObject = ["prompt": prompt.jsonValue]
    object["default"] = defaultValue.map(JSONValue.string)
    return .object(object)
  }
}

extension FollowUp.Line {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = ["text": text.jsonValue]
    object["each"] = each.map(JSONValue.string)
    object["when"] = when.map(JSONValue.string)
    return .object(object)
  }

  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "each", "when", "text")
    guard let text = try reader.template("text") else {
      throw reader.failure("\"text\" is missing")
    }
    self.init(
      text, each: try reader.optional("each")?.pointer(),
      when: try reader.optional("when")?.pointer())
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
      if let step = followUp.step { try check(step, of: followUp, place.required("step")) }
    }
  }

  /// A step's method takes it, and all else that it needs is among the follow-up's parameters.
  private func check(
    _ step: FollowUp.Step, of followUp: FollowUp, _ place: DescriptionReader
  ) throws(DescriptionError) {
    guard let method = methods.first(where: { $0.name == step.method }), !method.isStream else {
      throw place.failure("there is no method \(step.method) that answers at once")
    }
    let given = (followUp.parameters.map(\.name) + [step.parameter]).sorted()
    try method.check(given: given, or: "is a step and taken from the data", place)
  }

  private func checkParameters(
    of followUp: FollowUp, _ method: MethodDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    let given = followUp.parameters.map(\.name) + followUp.asks.map(\.name)
    try method.check(given: given, or: "is taken from the data and asked for", place)
  }
}

extension MethodDescription {
  /// What one method is given by another part of the description: all that it requires, nothing that
  /// it does not know, and nothing twice, which `twice` tells.
  func check(
    given names: [String], or twice: String, _ place: DescriptionReader
  ) throws(DescriptionError) {
    var given: Set<String> = []
    for parameter in names {
      guard parameters.contains(where: { $0.name == parameter }) else {
        throw place.failure("\(name) has no parameter \(parameter)")
      }
      guard given.insert(parameter).inserted else { throw place.failure("\(parameter) \(twice)") }
    }
    let missing = parameters.first { $0.isRequired && !given.contains($0.name) }
    if let missing { throw place.failure("\(name) needs \(missing.name)") }
  }
}
