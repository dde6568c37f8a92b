package import Values

/// A method that a person stays with, line by line (`x-mate-loop`): what a stream tells is printed
/// as it comes, and each line that is typed is a key that calls another method of the domain.
///
/// A read method instead of a stream makes a menu: it is read again before each question.
package struct KeyLoop: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    /// What is typed; the empty word is Enter alone.
    package var key: String
    package var summary: LocalizedText
    /// What it calls; nil ends the loop.
    package var method: String?
    /// A JSON Pointer into the last event: where nothing is there, the key is not for now.
    package var condition: String?
    /// JSON Pointers into the last event, or into the result of the read.
    package var parameters: [FollowUp.Parameter]
    /// Asked for, as a follow-up does.
    package var asks: [FollowUp.Ask]

    package init(
      _ key: String, _ summary: LocalizedText, method: String? = nil,
      when condition: String? = nil, parameters: [FollowUp.Parameter] = [],
      asks: [FollowUp.Ask] = []
    ) {
      self.key = key
      self.summary = summary
      self.method = method
      self.condition = condition
      self.parameters = parameters
      self.asks = asks
    }
  }

  package var prompt: LocalizedText
  package var keys: [Key]

  package init(prompt: LocalizedText, keys: [Key]) {
    self.prompt = prompt
    self.keys = keys
  }
}

extension KeyLoop {
  package var jsonValue: JSONValue {
    ["prompt": prompt.jsonValue, "keys": .array(keys.map(\.jsonValue))]
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "prompt", "keys")
    self.init(prompt: try reader.required("prompt").localized(), keys: [])
    for element in try reader.required("keys").elements() {
      let key = try Key(element)
      guard !keys.contains(where: { $0.key == key.key }) else {
        throw try element.required("key").failure("there are two keys \"\(key.key)\"")
      }
      keys.append(key)
    }
    guard keys.contains(where: { $0.method == nil }) else {
      throw try reader.required("keys").failure("a loop needs a key that ends it")
    }
  }
}

extension KeyLoop.Key {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = ["key": .string(key), "summary": summary.jsonValue]
    object["method"] = method.map(JSONValue.string)
    object["when"] = condition.map(JSONValue.string)
    if !parameters.isEmpty {
      object["params"] = .object(JSONObject(parameters.map { ($0.name, .string($0.pointer)) }))
    }
    if !asks.isEmpty {
      object["ask"] = .object(JSONObject(asks.map { ($0.name, $0.jsonValue) }))
    }
    return .object(object)
  }

  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "key", "summary", "method", "when", "params", "ask")
    self.init(
      try reader.required("key").string(), try reader.required("summary").localized(),
      method: try reader.optional("method")?.string(),
      when: try reader.optional("when")?.pointer())
    for (name, pointer) in try reader.optional("params")?.members() ?? [] {
      parameters.append(FollowUp.Parameter(name, try pointer.pointer()))
    }
    for (name, ask) in try reader.optional("ask")?.members() ?? [] {
      asks.append(try FollowUp.Ask(name, ask))
    }
  }
}

extension DomainDescription {
  /// Every key leads somewhere: to a method that has what it is given, and is given what it needs.
  func checkLoop(
    _ method: MethodDescription, _ reader: DescriptionReader
  ) throws(DescriptionError) {
    guard let loop = method.loop, let place = reader.optional("x-mate-loop") else { return }
    if method.access.changesState { throw place.failure("only what reads can be a loop") }
    for (key, place) in zip(loop.keys, try place.required("keys").elements()) {
      guard let name = key.method else { continue }
      let given = key.parameters.map(\.name) + key.asks.map(\.name)
      try check(name, given: given, place)
    }
  }

  private func check(
    _ name: String, given: [String], _ place: DescriptionReader
  ) throws(DescriptionError) {
    guard let method = methods.first(where: { $0.name == name }) else {
      throw try place.required("method").failure("there is no method \(name)")
    }
    guard method.loop == nil else {
      throw try place.required("method").failure("\(name) is a loop itself")
    }
    try method.check(given: given, or: "is taken from the event and asked for", place)
  }
}
