internal import IPCProtocol
internal import Values

/// A method of a domain as a tool.
struct MCPTool {
  let domain: MCPDomain
  /// What it takes; what its answers look like the whole description says.
  let method: MethodDescription

  /// The method's name with `_` for the dot, which models' own rules for names do not allow.
  var name: String { method.name.replacing(".", with: "_") }

  /// Whether dry runs of it are possible: of a stream that changes as it goes on there are none.
  var takesDryRun: Bool { method.access.changesState && !method.isStream }

  static let dryRun = "dryRun"

  /// What a model says; what is the caller's own we fill in.
  var parameters: [ParameterDescription] {
    method.parameters.filter { !($0.source?.isCallers ?? false) }
  }

  /// One description of a parameter.
  struct Place: Hashable, Comparable {
    let tool: String
    let parameter: String

    static func < (one: Place, other: Place) -> Bool {
      (one.tool, one.parameter) < (other.tool, other.parameter)
    }
  }

  /// What parameters are described by instead of their own words; nil for nothing.
  typealias Words = [Place: String?]

  /// - Parameters:
  ///   - language: Of what people and models read.
  ///   - words: What parameters are described by instead of their own words.
  ///   - isShort: Whether what tells a model nothing is left out: the title, as it reads the description, and
  ///     `idempotentHint` of what only reads, which by its definition says something of changes alone.
  ///   - hasOutput: Whether the shape of the result is told as well.
  /// - Returns: The tool as `tools/list` has it.
  func json(
    in language: Language, _ words: Words, short isShort: Bool, withOutput hasOutput: Bool
  ) -> JSONValue {
    let description = description(in: language)
    var tool: JSONObject = ["name": .string(name)]
    if !isShort { tool["title"] = .string("\(domain.calls.label): \(description)") }
    tool["description"] = .string(description)
    tool["inputSchema"] = .object(input(in: language, words))
    tool["annotations"] = annotations(short: isShort)
    if hasOutput { tool["outputSchema"] = .object(output) }
    return .object(tool)
  }

  private func description(in language: Language) -> String {
    (method.command?.summary ?? method.summary).text(in: language)
  }

  /// Of a tool that is not told to be closed a client takes the world to be open; of what only reads
  /// in a closed one nothing is said, as it costs each list a kilobyte.
  private func annotations(short isShort: Bool) -> JSONValue {
    let changes = method.access.changesState
    var hints: JSONObject = ["readOnlyHint": .bool(!changes)]
    if changes {
      let isDestructive = method.needsConfirmation || method.confirmedPart != nil
      hints["destructiveHint"] = .bool(isDestructive)
    }
    if changes ? method.isIdempotent : !isShort { hints["idempotentHint"] = true }
    if changes || method.isOpenWorld { hints["openWorldHint"] = .bool(method.isOpenWorld) }
    return .object(hints)
  }

  // MARK: Schemas

  private func input(in language: Language, _ words: Words) -> JSONObject {
    var properties = JSONObject()
    for parameter in parameters {
      var schema = SchemaCopy.plain(parameter.schema.jsonValue).objectValue ?? [:]
      let own = parameter.summary.text(in: language)
      let text = words[Place(tool: name, parameter: parameter.name), default: own]
      schema["description"] = text.map(JSONValue.string)
      properties[parameter.name] = .object(schema)
    }
    if takesDryRun, properties[Self.dryRun] == nil {
      properties[Self.dryRun] = [
        "type": "boolean",
        "description": .string(
          language == .korean ? "점검만 하고 바꾸지 않음" : "check and answer, change nothing"),
      ]
    }
    var input: JSONObject = ["type": "object"]
    if !properties.isEmpty { input["properties"] = .object(properties) }
    let required = method.parameters.filter { $0.isRequired && $0.source == nil }
    if !required.isEmpty { input["required"] = .array(required.map { .string($0.name) }) }
    input["additionalProperties"] = false
    return SchemaCopy.complete(input, from: domain.calls.schemas)
  }

  /// Older clients want an object at the top, so what a reference leads to stands in its place.
  private var output: JSONObject {
    let schemas = domain.whole.schemas
    var result = (domain.method(method.name)?.result ?? .any).jsonValue
    if let named = SchemaCopy.named(by: result, in: schemas) { result = named.schema.jsonValue }
    var output = SchemaCopy.plain(result).objectValue ?? [:]
    if output["$ref"] != nil || output["type"]?.stringValue != "object" {
      output = ["type": "object"]
    }
    return SchemaCopy.complete(output, from: schemas)
  }
}
