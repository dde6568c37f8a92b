internal import Values

extension JSONSchema {
  /// Reads a schema of the subset; a keyword beyond it is refused, as nobody would check it.
  init(_ reader: DescriptionReader) throws(DescriptionError) {
    if let flag = reader.value.boolValue {
      guard flag else { throw reader.failure("a schema that allows nothing is of no use") }
      self = .any
      return
    }
    if let reference = reader.optional("$ref") {
      self = .reference(try Self.target(reference))
      try Self.checkNeighbours(of: reference, in: reader)
      return
    }
    self = .rules(try Rules(reader))
  }

  /// Reads a schema that stands alone.
  ///
  /// - Parameters:
  ///   - json: The schema.
  ///   - path: Its place, as a JSON Pointer, for errors.
  /// - Throws: ``DescriptionError`` for the first thing that nobody would check.
  package init(json: JSONValue, at path: String = "") throws(DescriptionError) {
    try self.init(DescriptionReader(json, path: path))
  }

  private static func target(_ reference: DescriptionReader) throws(DescriptionError) -> String {
    let text = try reference.string()
    let prefix = "#/components/schemas/"
    guard text.hasPrefix(prefix) else { throw reference.failure("refers outside \(prefix)") }
    let name = String(text.dropFirst(prefix.count))
    if let known = reference.schemaNames, !known.contains(name) {
      let nearest = nearestNames(to: name, among: known).first
      let hint = nearest.map { "; \"\($0)\" is meant?" } ?? ""
      throw reference.failure("there is no schema \"\(name)\"\(hint)")
    }
    return name
  }

  /// A rule beside `$ref` would be passed over in silence; words for people may stand there.
  private static func checkNeighbours(
    of reference: DescriptionReader, in reader: DescriptionReader
  ) throws(DescriptionError) {
    let words = ["$ref", "description", "title", "examples", "$comment"]
    for (keyword, value) in try reader.members() where !words.contains(keyword) {
      throw value.failure("\"\(keyword)\" beside $ref has no effect")
    }
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
    case "enum":
      enumeration = try value.elements().map(\.value)
      if enumeration.isEmpty { throw value.failure("an enum has at least one value") }
    case "const": constant = value.value
    case "format":
      guard let known = JSONSchema.Format(rawValue: try value.string()) else {
        throw value.failure("one of date, date-time, duration, uuid is expected")
      }
      format = known
    case "minimum": minimum = try Self.number(value)
    case "maximum": maximum = try Self.number(value)
    case "minLength": minLength = try value.count()
    case "maxLength": maxLength = try value.count()
    case "pattern": pattern = try Self.pattern(value)
    case "items": items = try JSONSchema(value)
    case "minItems": minItems = try value.count()
    case "maxItems": maxItems = try value.count()
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
    if types.isEmpty { throw reader.failure("a type is expected") }
    return types
  }

  private static func pattern(_ reader: DescriptionReader) throws(DescriptionError) -> String {
    let text = try reader.string()
    if let problem = SchemaPattern.problem(text) { throw reader.failure(problem) }
    return text
  }

  private static func number(_ reader: DescriptionReader) throws(DescriptionError) -> JSONValue {
    guard reader.value.doubleValue != nil else { throw reader.failure("a number is expected") }
    return reader.value
  }
}
