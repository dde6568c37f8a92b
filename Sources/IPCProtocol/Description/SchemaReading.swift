extension JSONSchema {
  /// Reads a schema of the subset; a keyword beyond it is refused, as nobody would check it.
  init(_ reader: DescriptionReader) throws(DescriptionError) {
    if let flag = reader.value.boolValue {
      guard flag else { throw reader.failure("a schema that allows nothing is of no use") }
      self = .any
      return
    }
    if let reference = reader.optional("$ref") {
      let target = try reference.string()
      let prefix = "#/components/schemas/"
      guard target.hasPrefix(prefix) else { throw reference.failure("refers outside \(prefix)") }
      self = .reference(String(target.dropFirst(prefix.count)))
      return
    }
    guard try !reader.members().isEmpty else {
      self = .any
      return
    }
    self = .rules(try Rules(reader))
  }
}

extension JSONSchema.Rules {
  fileprivate init(_ reader: DescriptionReader) throws(DescriptionError) {
    self.init()
    for (keyword, value) in try reader.members() { try read(keyword, value) }
  }

  private mutating func read(
    _ keyword: String, _ value: DescriptionReader
  ) throws(DescriptionError) {
    switch keyword {
    case "type": types = try Self.types(value)
    case "enum": enumeration = try value.elements().map(\.value)
    case "const": constant = value.value
    case "format":
      guard let known = JSONSchema.Format(rawValue: try value.string()) else {
        throw value.failure("one of date, date-time, duration, uuid is expected")
      }
      format = known
    case "minimum": minimum = try Self.number(value)
    case "maximum": maximum = try Self.number(value)
    case "minLength": minLength = try value.integer()
    case "maxLength": maxLength = try value.integer()
    case "pattern": pattern = try value.string()
    case "items": items = try JSONSchema(value)
    case "minItems": minItems = try value.integer()
    case "maxItems": maxItems = try value.integer()
    case "properties":
      for (name, schema) in try value.members() {
        properties.append(.init(name, try JSONSchema(schema)))
      }
    case "required": required = try value.strings()
    case "additionalProperties":
      if let isAllowed = value.value.boolValue {
        additionalProperties = .allowed(isAllowed)
      } else {
        additionalProperties = .schema(try JSONSchema(value))
      }
    case "default": defaultValue = value.value
    case "description": description = try value.string()
    case "title", "examples", "$comment": break
    default: throw value.failure("the keyword \"\(keyword)\" is not in the subset")
    }
  }

  private static func types(
    _ reader: DescriptionReader
  ) throws(DescriptionError) -> [JSONSchema.ValueType] {
    let words = reader.value.stringValue == nil ? try reader.strings() : [try reader.string()]
    var types: [JSONSchema.ValueType] = []
    for word in words {
      guard let type = JSONSchema.ValueType(rawValue: word) else {
        throw reader.failure("\"\(word)\" is no type")
      }
      types.append(type)
    }
    return types
  }

  private static func number(_ reader: DescriptionReader) throws(DescriptionError) -> JSONValue {
    guard reader.value.doubleValue != nil else { throw reader.failure("a number is expected") }
    return reader.value
  }
}
