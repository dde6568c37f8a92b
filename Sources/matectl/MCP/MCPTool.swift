internal import IPCProtocol
internal import Values

/// A method of a domain as a tool.
struct MCPTool {
  let domain: DomainDescription
  let method: MethodDescription

  /// The method's name with `_` for the dot, which models' own rules for names do not allow.
  var name: String { method.name.replacing(".", with: "_") }

  /// Whether dry runs of it are possible: of a stream that changes as it goes on there are none.
  var takesDryRun: Bool { method.access.changesState && !method.isStream }

  static let dryRun = "dryRun"

  /// - Parameters:
  ///   - language: Of what people and models read.
  ///   - hasOutput: Whether the shape of the result is told as well.
  /// - Returns: The tool as `tools/list` has it.
  func json(in language: Language, withOutput hasOutput: Bool) -> JSONValue {
    var tool: JSONObject = [
      "name": .string(name), "description": .string(description(in: language)),
      "inputSchema": .object(input(in: language)), "annotations": annotations,
    ]
    if hasOutput { tool["outputSchema"] = .object(output) }
    return .object(tool)
  }

  private func description(in language: Language) -> String {
    (method.command?.summary ?? method.summary).text(in: language)
  }

  private var annotations: JSONValue {
    guard method.access.changesState else {
      return ["readOnlyHint": true]
    }
    let isDestructive = method.needsConfirmation || method.confirmedPart != nil
    return ["readOnlyHint": false, "destructiveHint": .bool(isDestructive)]
  }

  // MARK: Schemas

  private func input(in language: Language) -> JSONObject {
    var properties = JSONObject()
    for parameter in method.parameters {
      var schema = SchemaCopy.plain(parameter.schema.jsonValue).objectValue ?? [:]
      schema["description"] = .string(parameter.summary.text(in: language))
      properties[parameter.name] = .object(schema)
    }
    if takesDryRun, properties[Self.dryRun] == nil {
      properties[Self.dryRun] = [
        "type": "boolean",
        "description": .string(
          language == .korean ? "점검만 하고 바꾸지 않음" : "check and answer, change nothing"),
      ]
    }
    var input: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = method.parameters.filter { $0.isRequired && $0.source == nil }
    if !required.isEmpty { input["required"] = .array(required.map { .string($0.name) }) }
    input["additionalProperties"] = false
    return SchemaCopy.complete(input, from: domain.schemas)
  }

  /// Older clients want an object at the top.
  private var output: JSONObject {
    var output = SchemaCopy.plain(method.result.jsonValue).objectValue ?? [:]
    if output["$ref"] != nil || output["type"]?.stringValue != "object" {
      output = ["type": "object"]
    }
    return SchemaCopy.complete(output, from: domain.schemas)
  }
}

/// Schemas of a description as they stand alone.
enum SchemaCopy {
  private static let place = "#/components/schemas/"

  /// Bounds that the daemon judges itself: a model writes nothing better for them, and pays for each.
  private static let bounds: Set<String> = [
    "minLength", "maxLength", "minItems", "maxItems", "default",
  ]

  /// The same without bounds and what is ours alone, and with its references into `$defs`.
  static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(plain))
    case .object(let object):
      var copy = JSONObject()
      for (key, value) in object.members where !key.hasPrefix("x-") && !bounds.contains(key) {
        if key == "$ref", let target = value.stringValue, target.hasPrefix(place) {
          copy[key] = .string("#/$defs/\(target.dropFirst(place.count))")
        } else {
          copy[key] = plain(value)
        }
      }
      return .object(copy)
    default: return value
    }
  }

  /// With the definitions that it needs, however deep, and no others.
  static func complete(_ schema: JSONObject, from known: [NamedSchema]) -> JSONObject {
    var definitions: [String: JSONValue] = [:]
    var wanted = names(in: .object(schema))
    while let name = wanted.popFirst() {
      guard definitions[name] == nil, let found = known.first(where: { $0.name == name }) else {
        continue
      }
      let definition = plain(found.schema.jsonValue)
      definitions[name] = definition
      wanted.formUnion(names(in: definition))
    }
    guard !definitions.isEmpty else { return schema }
    var complete = schema
    let sorted = definitions.sorted { $0.key < $1.key }
    complete["$defs"] = .object(JSONObject(sorted.map { ($0.key, $0.value) }))
    return complete
  }

  private static func names(in value: JSONValue) -> Set<String> {
    switch value {
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(names(in: $1)) }
    case .object(let object):
      return object.members.reduce(into: []) { names, member in
        if member.key == "$ref", let target = member.value.stringValue {
          names.insert(String(target.dropFirst("#/$defs/".count)))
        } else {
          names.formUnion(Self.names(in: member.value))
        }
      }
    default: return []
    }
  }
}
