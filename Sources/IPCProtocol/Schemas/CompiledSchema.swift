/// A schema made ready for checking: a graph of nodes, so that a check copies no rules.
package final class CompiledSchema: Sendable {
  enum Target: Sendable {
    case any
    /// Looked up when a value is checked, as schemas may refer to each other in circles.
    case reference(String)
    case rules
  }

  enum Additional: Sendable {
    case allowed, refused
    /// The schema says nothing of them.
    case unsaid
    case schema(CompiledSchema)
  }

  let target: Target
  let rules: JSONSchema.Rules
  let properties: [(name: String, schema: CompiledSchema)]
  let items: CompiledSchema?
  let additional: Additional
  /// Whether an object's members have to be looked at one by one.
  let checksMembers: Bool
  /// Whether a string has more rules than its type.
  let checksStrings: Bool

  package init(_ schema: JSONSchema) {
    var rules = JSONSchema.Rules()
    switch schema {
    case .any: target = .any
    case .reference(let name): target = .reference(name)
    case .rules(let given):
      target = .rules
      rules = given
    }
    self.rules = rules
    properties = rules.properties.map { ($0.name, CompiledSchema($0.schema)) }
    items = rules.items.map { CompiledSchema($0) }
    switch rules.additionalProperties {
    case nil: additional = .unsaid
    case .allowed(true): additional = .allowed
    case .allowed(false): additional = .refused
    case .schema(let schema): additional = .schema(CompiledSchema(schema))
    }
    checksMembers = !rules.properties.isEmpty || rules.additionalProperties != nil
    checksStrings =
      rules.minLength != nil || rules.maxLength != nil || rules.pattern != nil
      || rules.format != nil
  }
}
