internal import IPCProtocol

/// Schemas of a description as they stand alone.
enum SchemaCopy {
  private static let place = "#/components/schemas/"

  /// Bounds that the daemon judges itself: a model writes nothing better for them, and pays for each.
  private static let bounds: Set<String> = [
    "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "default",
  ]
  /// Formats of texts that others know as well; ours say how a person types something.
  private static let formats: Set<String> = ["date", "date-time"]

  /// The definition that a schema is a reference to; nil for any other schema.
  static func named(by schema: JSONValue, in known: [NamedSchema]) -> NamedSchema? {
    schema["$ref"]?.stringValue.flatMap { target in known.first { "\(place)\($0.name)" == target } }
  }

  /// The same without bounds and what is ours alone, and with its references into `$defs`.
  static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(plain))
    case .object(let object):
      var copy = JSONObject()
      for (key, value) in object.members where !key.hasPrefix("x-") && !bounds.contains(key) {
        if key == "format", let format = value.stringValue, !formats.contains(format) { continue }
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
