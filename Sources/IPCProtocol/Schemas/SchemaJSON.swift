/// A schema as JSON.
extension JSONSchema {
  package var jsonValue: JSONValue {
    switch self {
    case .any: true
    case .reference(let name): ["$ref": .string("#/components/schemas/\(name)")]
    case .rules(let rules): .object(rules.jsonObject)
    }
  }
}

extension JSONSchema.Rules {
  var jsonObject: JSONObject {
    var object = JSONObject()
    if types.count == 1, let type = types.first {
      object["type"] = .string(type.rawValue)
    } else if !types.isEmpty {
      object["type"] = .array(types.map { .string($0.rawValue) })
    }
    object["description"] = description.map(JSONValue.string)
    if !enumeration.isEmpty { object["enum"] = .array(enumeration) }
    object["const"] = constant
    object["format"] = format.map { .string($0.rawValue) }
    object["minimum"] = minimum
    object["maximum"] = maximum
    object["minLength"] = minLength.map { .integer($0) }
    object["maxLength"] = maxLength.map { .integer($0) }
    object["pattern"] = pattern.map(JSONValue.string)
    object["items"] = items?.jsonValue
    object["minItems"] = minItems.map { .integer($0) }
    object["maxItems"] = maxItems.map { .integer($0) }
    if !properties.isEmpty {
      object["properties"] = .object(JSONObject(properties.map { ($0.name, $0.schema.jsonValue) }))
    }
    if !required.isEmpty { object["required"] = .array(required.map(JSONValue.string)) }
    switch additionalProperties {
    case nil: break
    case .allowed(let isAllowed): object["additionalProperties"] = .bool(isAllowed)
    case .schema(let schema): object["additionalProperties"] = schema.jsonValue
    }
    object["default"] = defaultValue
    return object
  }
}
