internal import Glibc
internal import Values

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
  private let schemas: [String: CompiledSchema]
  private let isStrict: Bool

  /// - Parameters:
  ///   - schemas: What may be referred to.
  ///   - isStrict: Whether members are refused that an object's schema does not list, unless it says
  ///     that there may be others: what a caller misspells would be passed over otherwise.
  package init(schemas: [NamedSchema], isStrict: Bool = false) {
    self.isStrict = isStrict
    self.schemas = Dictionary(
      schemas.map { ($0.name, CompiledSchema($0.schema)) }, uniquingKeysWith: { $1 })
  }

  /// - Throws: ``SchemaViolation`` for the first place that does not fit; its path starts at
  ///   `cursor`.
  package func check(
    _ cursor: JSONCursor, against schema: CompiledSchema
  ) throws(SchemaViolation) {
    do throws(SchemaViolation) {
      try checkPart(cursor, schema)
    } catch {
      var violation = error
      violation.path.removeFirst(cursor.pointer.count)
      throw violation
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
        try withExtendedLifetime(document) {
          try check(document.root, against: CompiledSchema(schema))
        }
      } catch let error as SchemaViolation {
        violation = error
      } catch {
        violation = SchemaViolation(path: "", expected: "JSON", got: "\(error)")
      }
    }
    if let violation { throw violation }
  }

  private func checkPart(
    _ cursor: JSONCursor, _ schema: CompiledSchema
  ) throws(SchemaViolation) {
    guard let schema = resolved(schema) else { return }
    if !schema.rules.types.isEmpty,
      !schema.rules.types.contains(where: { Self.matches(cursor, $0) })
    {
      throw violation(cursor, schema)
    }
    if !schema.rules.enumeration.isEmpty,
      !schema.rules.enumeration.contains(where: { Self.equal($0, cursor) })
    {
      throw violation(cursor, schema)
    }
    if let constant = schema.rules.constant, !Self.equal(constant, cursor) {
      throw violation(cursor, schema)
    }
    switch cursor.kind {
    case .integer, .unsigned, .double: try checkNumber(cursor, schema)
    case .string: if schema.checksStrings { try checkString(cursor, schema) }
    case .array: try checkArray(cursor, schema)
    case .object: try checkObject(cursor, schema)
    case .null, .boolean: break
    }
  }

  /// What a reference leads to; nil for what allows everything.
  ///
  /// A reference that leads to itself describes nothing; after so many steps it is let through.
  private func resolved(_ schema: CompiledSchema) -> CompiledSchema? {
    var schema = schema
    for _ in 0..<16 {
      switch schema.target {
      case .any: return nil
      case .rules: return schema
      case .reference(let name):
        guard let next = schemas[name] else { return nil }
        schema = next
      }
    }
    return nil
  }

  private static func matches(_ cursor: JSONCursor, _ type: JSONSchema.ValueType) -> Bool {
    switch (type, cursor.kind) {
    case (.null, .null), (.boolean, .boolean), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.integer, .integer), (.integer, .unsigned): true
    case (.integer, .double): cursor.int64 != nil || cursor.uint64 != nil
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

  private func violation(_ cursor: JSONCursor, _ schema: CompiledSchema) -> SchemaViolation {
    var rules = schema.rules
    if rules.types.contains(.integer), rules.enumeration.isEmpty, Self.isBeyond64Bits(cursor) {
      rules = rules.within64Bits
    }
    return SchemaViolation(path: cursor.pointer, expected: rules.phrase, got: cursor.summary)
  }

  /// Whether it is a number that no signed integer of 64 bits is as large as.
  private static func isBeyond64Bits(_ cursor: JSONCursor) -> Bool {
    guard [.integer, .unsigned, .double].contains(cursor.kind), cursor.int64 == nil else {
      return false
    }
    return cursor.double.map { abs($0) >= 0x1p63 } ?? true
  }

  // MARK: Scalars

  private func checkNumber(
    _ cursor: JSONCursor, _ schema: CompiledSchema
  ) throws(SchemaViolation) {
    if let minimum = schema.rules.minimum, Self.isLess(cursor, minimum) ?? true {
      throw violation(cursor, schema)
    }
    if let maximum = schema.rules.maximum, Self.isGreater(cursor, maximum) ?? true {
      throw violation(cursor, schema)
    }
  }

  /// Nil where the number has no finite value.
  private static func isLess(_ cursor: JSONCursor, _ bound: JSONValue) -> Bool? {
    if case .integer(let bound) = bound {
      if let value = cursor.int64 { return value < bound }
      if cursor.uint64 != nil { return false }
    }
    guard let value = cursor.double, let bound = bound.doubleValue else { return nil }
    return value < bound
  }

  private static func isGreater(_ cursor: JSONCursor, _ bound: JSONValue) -> Bool? {
    if case .integer(let bound) = bound {
      if let value = cursor.int64 { return value > bound }
      if cursor.uint64 != nil { return true }
    }
    if case .unsigned(let bound) = bound, let value = cursor.uint64 { return value > bound }
    guard let value = cursor.double, let bound = bound.doubleValue else { return nil }
    return value > bound
  }

  private func checkString(
    _ cursor: JSONCursor, _ schema: CompiledSchema
  ) throws(SchemaViolation) {
    let rules = schema.rules
    if rules.minLength != nil || rules.maxLength != nil {
      let length = cursor.scalarCount
      if length < rules.minLength ?? 0 || length > rules.maxLength ?? .max {
        throw violation(cursor, schema)
      }
    }
    guard rules.format != nil || rules.pattern != nil, let text = cursor.string else { return }
    if let format = rules.format, !format.matches(text) { throw violation(cursor, schema) }
    if let pattern = rules.pattern, !SchemaPattern.matches(text, pattern) {
      throw violation(cursor, schema)
    }
  }

  // MARK: Containers

  private func checkArray(
    _ cursor: JSONCursor, _ schema: CompiledSchema
  ) throws(SchemaViolation) {
    if cursor.count < schema.rules.minItems ?? 0 || cursor.count > schema.rules.maxItems ?? .max {
      var violation = violation(cursor, schema)
      violation.got = "\(cursor.count) items"
      throw violation
    }
    guard let items = schema.items else { return }
    do {
      try cursor.forEachElement { try checkPart($0, items) }
    } catch let violation as SchemaViolation {
      throw violation
    } catch {
      preconditionFailure("only violations are thrown: \(error)")
    }
  }

  private func checkObject(
    _ cursor: JSONCursor, _ schema: CompiledSchema
  ) throws(SchemaViolation) {
    for name in schema.rules.required where cursor.member(name) == nil {
      let property = schema.properties.first { $0.name == name }?.schema
      throw SchemaViolation(
        path: "\(cursor.pointer)/\(JSONCursor.escapedToken(name))",
        expected: property.map { phrase(of: $0) } ?? "a value", got: "nothing")
    }
    guard schema.checksMembers else { return }
    do {
      try cursor.forEachMember { key, value in
        if let property = schema.properties.first(where: { key.equals($0.name) }) {
          return try checkPart(value, property.schema)
        }
        switch schema.additional {
        case .allowed: return
        case .unsaid where !isStrict: return
        case .unsaid: throw unknownMember(key, of: cursor, schema)
        case .refused: throw unknownMember(key, of: cursor, schema)
        case .schema(let schema): try checkPart(value, schema)
        }
      }
    } catch let violation as SchemaViolation {
      throw violation
    } catch {
      preconditionFailure("only violations are thrown: \(error)")
    }
  }

  private func unknownMember(
    _ key: JSONCursor, of cursor: JSONCursor, _ schema: CompiledSchema
  ) -> SchemaViolation {
    let name = key.excerpt
    let known = schema.properties.map(\.name).filter { $0 != "_meta" }
    let similar = nearestNames(to: name, among: known)
    var expected = known.isEmpty ? "no parameters" : "one of \(known.joined(separator: ", "))"
    if let nearest = similar.first { expected = "\(nearest) (\(expected))" }
    return SchemaViolation(
      path: "\(cursor.pointer)/\(JSONCursor.escapedToken(name))", expected: expected, got: name)
  }

  private func phrase(of schema: CompiledSchema) -> String {
    resolved(schema)?.rules.phrase ?? "a value"
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
