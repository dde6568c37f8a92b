internal import Values

/// One member of a ``Shape``: its name, where it lies, and what may stand there.
package struct Member<Root: Sendable>: Sendable {
  let facts: MemberFacts

  /// - Parameters:
  ///   - name: As it stands in JSON: letters and digits, which need no escape.
  ///   - path: A stored property.
  ///   - rule: What values it may have beyond what its type says.
  ///   - standard: What it is where it is left out.
  ///   - summary: What a person reads of it, where it is a parameter.
  ///   - ko: The same in Korean.
  ///   - completion: Who knows its values.
  ///   - source: What a client fills in.
  ///   - hasLines: Whether people write texts of several lines for it.
  package init<Value: WireValue>(
    _ name: StaticString, _ path: KeyPath<Root, Value>, _ rule: Value.Rule,
    default standard: Value? = nil, _ summary: String? = nil, ko: String? = nil,
    completes completion: CompletionSource? = nil, from source: ParameterSource? = nil,
    hasLines: Bool = false
  ) {
    self.init(
      name, path, rule: rule, standard: standard, summary.map { LocalizedText(en: $0, ko: ko) },
      completion, source, hasLines)
  }

  /// The same for a member that may be whatever its type can be.
  package init<Value: WireValue>(
    _ name: StaticString, _ path: KeyPath<Root, Value>, default standard: Value? = nil,
    _ summary: String? = nil, ko: String? = nil, completes completion: CompletionSource? = nil,
    from source: ParameterSource? = nil, hasLines: Bool = false
  ) {
    self.init(
      name, path, rule: nil, standard: standard, summary.map { LocalizedText(en: $0, ko: ko) },
      completion, source, hasLines)
  }

  private init<Value: WireValue>(
    _ name: StaticString, _ path: KeyPath<Root, Value>, rule: Value.Rule?, standard: Value?,
    _ summary: LocalizedText?, _ completion: CompletionSource?, _ source: ParameterSource?,
    _ hasLines: Bool
  ) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else {
      preconditionFailure("\(Root.self).\(name) is not stored")
    }
    facts = MemberFacts(
      entry: ShapeTable.Entry(
        name: name, key: Self.key(name), offset: offset, kind: Value.form(rule).kind,
        isOptional: Value.isOptional,
        standard: standard.map { .passRetained(StandardValueOf($0) as StandardValue) }),
      size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment,
      isRequired: standard == nil && !Value.isOptional,
      schema: { names in Value.schema(rule, standard: standard, &names) }, summary: summary,
      completion: completion, source: source, hasLines: hasLines)
  }

  /// Kept as long as the program runs, as the table that refers to it.
  private static func key(_ name: StaticString) -> UnsafeBufferPointer<UInt8> {
    let text = ",\"\(name)\":".utf8
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    return UnsafeBufferPointer(bytes)
  }
}

/// What is known of a member, whatever shape it belongs to.
struct MemberFacts: @unchecked Sendable {
  // What the entry points to is written where the member is made, and never again.
  let entry: ShapeTable.Entry
  let size: Int
  let alignment: Int
  /// Whether it may not be left out.
  let isRequired: Bool
  let schema: @Sendable (inout SchemaNames) -> JSONSchema
  /// What a person reads of it, where it is a parameter.
  let summary: LocalizedText?
  let completion: CompletionSource?
  let source: ParameterSource?
  let hasLines: Bool

  var name: String { entry.name.description }
}

private final class StandardValueOf<Value>: StandardValue {
  private let value: Value

  init(_ value: Value) { self.value = value }

  override func initialize(_ place: UnsafeMutableRawPointer) {
    place.initializeMemory(as: Value.self, to: value)
  }
}

extension WireValue {
  /// The schema with its `default`.
  fileprivate static func schema(
    _ rule: Rule?, standard: Self?, _ names: inout SchemaNames
  ) -> JSONSchema {
    let schema = schema(rule, &names)
    guard let standard, case .rules(var rules) = schema else { return schema }
    var writer = JSONWriter()
    let written = withUnsafePointer(to: standard) { place in
      Result { () throws(JSONEncodingFailure) in
        try writer.value(at: UnsafeRawPointer(place), form(rule).kind)
      }
    }
    guard case .success = written, let value = try? JSON.parse(writer.bytes) else {
      preconditionFailure("the default \(standard) is not what its declaration admits")
    }
    rules.defaultValue = value
    return .rules(rules)
  }
}
