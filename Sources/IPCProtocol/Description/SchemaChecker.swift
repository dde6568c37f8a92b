internal import Glibc

/// Where a value is not what its schema says.
package struct SchemaViolation: Error, Hashable, Sendable {
  /// JSON Pointer of the value, or of the member that is missing.
  package var path: String
  package var expected: String
  package var got: String

  package init(path: String, expected: String, got: String) {
    self.path = path
    self.expected = expected
    self.got = got
  }
}

/// Checks values against the schema subset; makes nothing where everything is right.
package struct SchemaChecker: Sendable {
  private let schemas: [String: JSONSchema]

  package init(schemas: [NamedSchema]) {
    self.schemas = Dictionary(schemas.map { ($0.name, $0.schema) }, uniquingKeysWith: { $1 })
  }

  /// - Throws: ``SchemaViolation`` for the first place that does not fit; its path starts at
  ///   `cursor`.
  package func check(
    _ cursor: JSONCursor, against schema: JSONSchema
  ) throws(SchemaViolation) {
    do throws(SchemaViolation) {
      try checkPart(cursor, against: schema)
    } catch {
      var violation = error
      violation.path.removeFirst(cursor.pointer.count)
      throw violation
    }
  }

  private func checkPart(
    _ cursor: JSONCursor, against schema: JSONSchema
  ) throws(SchemaViolation) {
    // A reference that leads to itself describes nothing; after so many steps it is let through.
    var schema = schema
    for _ in 0..<16 {
      switch schema {
      case .any: return
      case .reference(let name):
        guard let target = schemas[name] else { return }
        schema = target
      case .rules(let rules): return try check(cursor, rules)
      }
    }
  }

  /// - Throws: ``SchemaViolation`` for the first place that does not fit.
  package func check(_ value: JSONValue, against schema: JSONSchema) throws(SchemaViolation) {
    var writer = JSONWriter()
    writer.value(value)
    let document = JSONDocument()
    var violation: SchemaViolation?
    writer.bytes.withUnsafeBytes { bytes in
      do {
        try document.parse(bytes, maximumDepth: 1024)
        try check(document.root, against: schema)
      } catch let error as SchemaViolation {
        violation = error
      } catch {
        violation = SchemaViolation(path: "", expected: "JSON", got: "\(error)")
      }
    }
    if let violation { throw violation }
  }

  private func check(
    _ cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) throws(SchemaViolation) {
    if !rules.types.isEmpty, !rules.types.contains(where: { Self.matches(cursor, $0) }) {
      throw violation(cursor, rules)
    }
    if !rules.enumeration.isEmpty, !rules.enumeration.contains(where: { Self.equal($0, cursor) }) {
      throw violation(cursor, rules)
    }
    if let constant = rules.constant, !Self.equal(constant, cursor) {
      throw violation(cursor, rules)
    }
    switch cursor.kind {
    case .integer, .unsigned, .double: try checkNumber(cursor, rules)
    case .string: try checkString(cursor, rules)
    case .array: try checkArray(cursor, rules)
    case .object: try checkObject(cursor, rules)
    case .null, .boolean: break
    }
  }

  private static func matches(_ cursor: JSONCursor, _ type: JSONSchema.ValueType) -> Bool {
    switch (type, cursor.kind) {
    case (.null, .null), (.boolean, .boolean), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.integer, .integer), (.integer, .unsigned): true
    case (.integer, .double): cursor.int64 != nil
    case (.number, .integer), (.number, .unsigned): true
    case (.number, .double): cursor.double != nil
    default: false
    }
  }

  private static func equal(_ value: JSONValue, _ cursor: JSONCursor) -> Bool {
    switch value {
    case .string(let text): return cursor.equals(text)
    case .integer(let number): return cursor.int64 == number
    default: return cursor.value() == value
    }
  }

  private func violation(_ cursor: JSONCursor, _ rules: JSONSchema.Rules) -> SchemaViolation {
    SchemaViolation(path: cursor.pointer, expected: rules.phrase, got: cursor.summary)
  }

  // MARK: Scalars

  private func checkNumber(
    _ cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) throws(SchemaViolation) {
    if let minimum = rules.minimum, Self.isLess(cursor, minimum) ?? true {
      throw violation(cursor, rules)
    }
    if let maximum = rules.maximum, Self.isGreater(cursor, maximum) ?? true {
      throw violation(cursor, rules)
    }
  }

  /// Nil where the number has no finite value.
  private static func isLess(_ cursor: JSONCursor, _ bound: JSONValue) -> Bool? {
    if case .integer(let bound) = bound {
      if let value = cursor.int64 { return value < bound }
      if cursor.kind == .unsigned { return false }
    }
    guard let value = cursor.double, let bound = bound.doubleValue else { return nil }
    return value < bound
  }

  private static func isGreater(_ cursor: JSONCursor, _ bound: JSONValue) -> Bool? {
    if case .integer(let bound) = bound {
      if let value = cursor.int64 { return value > bound }
      if cursor.kind == .unsigned { return true }
    }
    if case .unsigned(let bound) = bound, let value = cursor.uint64 { return value > bound }
    guard let value = cursor.double, let bound = bound.doubleValue else { return nil }
    return value > bound
  }

  private func checkString(
    _ cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) throws(SchemaViolation) {
    let hasRules =
      rules.minLength != nil || rules.maxLength != nil || rules.pattern != nil
      || rules.format != nil
    guard hasRules, let text = cursor.string else { return }
    if rules.minLength != nil || rules.maxLength != nil {
      let length = text.unicodeScalars.count
      if length < rules.minLength ?? 0 || length > rules.maxLength ?? .max {
        throw violation(cursor, rules)
      }
    }
    if let format = rules.format, !format.matches(text) { throw violation(cursor, rules) }
    if let pattern = rules.pattern, !SchemaPattern.matches(text, pattern) {
      throw violation(cursor, rules)
    }
  }

  // MARK: Containers

  private func checkArray(
    _ cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) throws(SchemaViolation) {
    if cursor.count < rules.minItems ?? 0 || cursor.count > rules.maxItems ?? .max {
      var violation = violation(cursor, rules)
      violation.got = "\(cursor.count) items"
      throw violation
    }
    guard let items = rules.items else { return }
    do {
      try cursor.forEachElement { try checkPart($0, against: items) }
    } catch let violation as SchemaViolation {
      throw violation
    } catch {
      preconditionFailure("only violations are thrown: \(error)")
    }
  }

  private func checkObject(
    _ cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) throws(SchemaViolation) {
    for name in rules.required where cursor.member(name) == nil {
      let schema = rules.properties.first { $0.name == name }?.schema ?? .any
      throw SchemaViolation(
        path: "\(cursor.pointer)/\(JSONCursor.escapedToken(name))", expected: phrase(of: schema),
        got: "nothing")
    }
    guard !rules.properties.isEmpty || rules.additionalProperties != nil else { return }
    do {
      try cursor.forEachMember { key, value in
        if let property = rules.properties.first(where: { key.equals($0.name) }) {
          return try checkPart(value, against: property.schema)
        }
        switch rules.additionalProperties {
        case nil, .allowed(true): return
        case .allowed(false): throw unknownMember(key, of: cursor, rules)
        case .schema(let schema): try checkPart(value, against: schema)
        }
      }
    } catch let violation as SchemaViolation {
      throw violation
    } catch {
      preconditionFailure("only violations are thrown: \(error)")
    }
  }

  private func unknownMember(
    _ key: JSONCursor, of cursor: JSONCursor, _ rules: JSONSchema.Rules
  ) -> SchemaViolation {
    let name = key.string ?? ""
    let known = rules.properties.map(\.name).filter { $0 != "_meta" }
    let similar = nearestNames(to: name, among: known)
    var expected = known.isEmpty ? "no parameters" : "one of \(known.joined(separator: ", "))"
    if let nearest = similar.first { expected = "\(nearest) (\(expected))" }
    return SchemaViolation(
      path: "\(cursor.pointer)/\(JSONCursor.escapedToken(name))", expected: expected, got: name)
  }

  private func phrase(of schema: JSONSchema) -> String {
    switch schema {
    case .any: "a value"
    case .reference(let name): schemas[name].map { phrase(of: $0) } ?? "a value"
    case .rules(let rules): rules.phrase
    }
  }
}

extension JSONSchema.Rules {
  /// What the rules want, for a person: `an integer from 1 to 10000`, `one of deposit, loan`.
  package var phrase: String {
    if let constant { return JSON.text(constant) }
    if !enumeration.isEmpty {
      return "one of " + enumeration.map { $0.stringValue ?? JSON.text($0) }.joined(separator: ", ")
    }
    let names = types.map { Self.names[$0] ?? $0.rawValue }
    var text = names.isEmpty ? "a value" : names.joined(separator: " or ")
    if let format { text = format.phrase(for: types.first) }
    switch (minimum, maximum) {
    case (let low?, let high?): text += " from \(JSON.text(low)) to \(JSON.text(high))"
    case (let low?, nil): text += " of at least \(JSON.text(low))"
    case (nil, let high?): text += " of at most \(JSON.text(high))"
    case (nil, nil): break
    }
    text += Self.range(minLength, maxLength, "character")
    text += Self.range(minItems, maxItems, "item")
    if let pattern { text += " matching \(pattern)" }
    return text
  }

  private static let names: [JSONSchema.ValueType: String] = [
    .null: "null", .boolean: "true or false", .integer: "an integer", .number: "a number",
    .string: "a string", .array: "an array", .object: "an object",
  ]

  private static func range(_ low: Int?, _ high: Int?, _ unit: String) -> String {
    switch (low, high) {
    case (let low?, let high?): " of \(low) to \(high) \(unit)s"
    case (let low?, nil): " of at least \(low) \(unit)\(low == 1 ? "" : "s")"
    case (nil, let high?): " of at most \(high) \(unit)\(high == 1 ? "" : "s")"
    case (nil, nil): ""
    }
  }
}
