/// The subset of JSON Schema 2020-12 that descriptions use; `protocol.md`, section 6.
package indirect enum JSONSchema: Hashable, Sendable {
  /// Anything (`true`).
  case any
  /// `$ref` into `#/components/schemas`, by name.
  case reference(String)
  case rules(Rules)

  package enum ValueType: String, Hashable, Sendable, CaseIterable {
    case null, boolean, integer, number, string, array, object
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    case date, dateTime = "date-time", duration, uuid
  }

  package struct Property: Hashable, Sendable {
    package var name: String
    package var schema: JSONSchema

    package init(_ name: String, _ schema: JSONSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// The keywords of one schema; an absent one is nil or empty.
  package struct Rules: Hashable, Sendable {
    /// More than one where the schema's `type` is an array; empty is any type.
    package var types: [ValueType] = []
    package var enumeration: [JSONValue] = []
    package var constant: JSONValue?
    package var format: Format?
    /// Inclusive bounds, `integer`, `unsigned` or `double`.
    package var minimum: JSONValue?
    package var maximum: JSONValue?
    /// Counted in Unicode scalars, as JSON Schema says.
    package var minLength: Int?
    package var maxLength: Int?
    package var pattern: String?
    package var items: JSONSchema?
    package var minItems: Int?
    package var maxItems: Int?
    package var properties: [Property] = []
    package var required: [String] = []
    package var additionalProperties: AdditionalProperties?
    package var defaultValue: JSONValue?
    package var description: String?

    package init() {}
  }

  package enum AdditionalProperties: Hashable, Sendable {
    case allowed(Bool)
    case schema(JSONSchema)
  }
}

extension JSONSchema {
  private static func make(_ type: ValueType, _ set: (inout Rules) -> Void) -> JSONSchema {
    var rules = Rules()
    rules.types = [type]
    set(&rules)
    return .rules(rules)
  }

  package static let boolean = make(.boolean) { _ in }
  package static let string = make(.string) { _ in }

  package static func boolean(default value: Bool) -> JSONSchema {
    make(.boolean) { $0.defaultValue = .bool(value) }
  }

  package static func string(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: Format? = nil,
    default value: String? = nil
  ) -> JSONSchema {
    make(.string) {
      $0.minLength = minLength
      $0.maxLength = maxLength
      $0.pattern = pattern
      $0.format = format
      $0.defaultValue = value.map(JSONValue.string)
    }
  }

  package static func oneOf(_ words: [String], default value: String? = nil) -> JSONSchema {
    make(.string) {
      $0.enumeration = words.map(JSONValue.string)
      $0.defaultValue = value.map(JSONValue.string)
    }
  }

  package static func integer(
    _ minimum: Int64? = nil, _ maximum: Int64? = nil, default value: Int64? = nil
  ) -> JSONSchema {
    make(.integer) {
      $0.minimum = minimum.map(JSONValue.integer)
      $0.maximum = maximum.map(JSONValue.integer)
      $0.defaultValue = value.map(JSONValue.integer)
    }
  }

  package static func number(
    _ minimum: Double? = nil, _ maximum: Double? = nil, default value: Double? = nil
  ) -> JSONSchema {
    make(.number) {
      $0.minimum = minimum.map(JSONValue.double)
      $0.maximum = maximum.map(JSONValue.double)
      $0.defaultValue = value.map(JSONValue.double)
    }
  }

  /// A number of seconds; on the command line `0.7s`, `90s`, `5m`, `1h30m` are understood.
  package static func duration(
    _ minimum: Double? = nil, _ maximum: Double? = nil, default value: Double? = nil
  ) -> JSONSchema {
    make(.number) {
      $0.format = .duration
      $0.minimum = minimum.map(JSONValue.double)
      $0.maximum = maximum.map(JSONValue.double)
      $0.defaultValue = value.map(JSONValue.double)
    }
  }

  package static func array(
    of items: JSONSchema, minItems: Int? = nil, maxItems: Int? = nil
  ) -> JSONSchema {
    make(.array) {
      $0.items = items
      $0.minItems = minItems
      $0.maxItems = maxItems
    }
  }

  /// An object; members not named in `optional` are required.
  package static func object(
    _ properties: [Property], optional: [String] = [], additional: Bool? = nil
  ) -> JSONSchema {
    make(.object) {
      $0.properties = properties
      $0.required = properties.map(\.name).filter { !optional.contains($0) }
      $0.additionalProperties = additional.map { .allowed($0) }
    }
  }
}

extension JSONSchema.Rules {
  /// The same with the bounds that an integer has anyway, to tell who has gone beyond them.
  package var within64Bits: JSONSchema.Rules {
    var rules = self
    rules.minimum = minimum ?? JSONValue.integer(Int64.min)
    rules.maximum = maximum ?? JSONValue.integer(Int64.max)
    return rules
  }

  /// Whether it is an object of two members, which can be typed as `mango=2`.
  package var isPair: Bool { types == [.object] && properties.count == 2 }
}

/// A schema that others refer to, under `#/components/schemas`.
package struct NamedSchema: Hashable, Sendable {
  package var name: String
  package var schema: JSONSchema

  package init(_ name: String, _ schema: JSONSchema) {
    self.name = name
    self.schema = schema
  }
}
