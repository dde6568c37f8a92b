/// What writes itself as JSON: a shape, or an event that is one of several.
package protocol WireWritable: Sendable {
  /// What it may be; named schemas are put into `names`.
  static func schema(_ names: inout SchemaNames) -> JSONSchema

  /// Appends exactly one value.
  ///
  /// - Throws: ``JSONEncodingFailure`` for what its declaration does not admit; something may have
  ///   been appended then.
  func write(to writer: inout JSONWriter) throws(JSONEncodingFailure)
}

extension WireWritable {
  /// The value as a text of its own.
  package func json() throws(JSONEncodingFailure) -> [UInt8] {
    var writer = JSONWriter()
    try write(to: &writer)
    return writer.bytes
  }
}

/// An object of the wire: its members are declared once, and its schema, its reader and its writer
/// follow from that.
///
///     struct Take: Shape {
///       let service: String
///       let count: Int64
///       static let shape = ShapeOf<Take>([
///         Member("service", \.service, "what the customer wants", ko: "업무"),
///         Member("count", \.count, .within(1...10_000), default: 1, "customers", ko: "고객 수"),
///       ])
///     }
package protocol Shape: WireValue, WireWritable where Rule == NoRule {
  static var shape: ShapeOf<Self> { get }

  /// Whether a member stands for a file that is passed (``ParameterSource/descriptor``): a daemon
  /// has to know before it makes the shape.
  static var takesFile: Bool { get }
}

extension Shape {
  package static var takesFile: Bool { false }

  package static func schema(_ names: inout SchemaNames) -> JSONSchema {
    shape.facts.schema(&names)
  }

  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema {
    shape.facts.schema(&names)
  }

  package static func form(_ rule: NoRule?) -> ValueForm { ValueForm(kind: .object(shape.table)) }

  /// - Parameter cursor: The object; checked against the schema already.
  /// - Throws: ``JSONDecodingFailure`` where a member is not what the schema promised.
  package init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
    // A box costs less than a result, whose type would be looked up for each value.
    let place = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    defer { place.deallocate() }
    try Self.initialize(place, reading: cursor)
    self = place.move()
  }

  /// The same into memory that the caller has, such as its stack: no box is made then.
  ///
  /// - Parameters:
  ///   - place: Not initialized yet.
  ///   - cursor: The object; checked against the schema already.
  /// - Throws: ``JSONDecodingFailure``; `place` is not initialized then.
  package static func initialize(
    _ place: UnsafeMutablePointer<Self>, reading cursor: JSONCursor
  ) throws(JSONDecodingFailure) {
    // All its stored properties are members (`ShapeOf.init` checks it), so all are initialized.
    try shape.table.pointee.read(cursor, into: UnsafeMutableRawPointer(place))
  }

  /// Reads a text of a file or of another program, which no schema was held against: its members
  /// have their types, and whatever else the declaration demands is not looked at.
  ///
  /// - Throws: ``JSONSyntaxError``, or ``JSONDecodingFailure`` where a member is not what it should
  ///   be.
  package init(json bytes: [UInt8]) throws {
    let document = JSONDocument()
    self = try bytes.withUnsafeBytes { bytes in
      try document.parse(bytes)
      return try withExtendedLifetime(document) { try Self(reading: document.root) }
    }
  }

  /// Appends the object.
  ///
  /// - Throws: ``JSONEncodingFailure`` for a member that is not what its declaration admits;
  ///   something may have been appended then.
  package func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) {
    let table = Self.shape.table
    try withUnsafePointer(to: self) { place throws(JSONEncodingFailure) in
      try writer.object(at: UnsafeRawPointer(place), table)
    }
  }
}

/// The members of a shape, and what follows from them.
package struct ShapeOf<Root: Sendable>: @unchecked Sendable {
  // The table is made here, and neither written to nor freed ever after. A pointer alone, so that
  // who asks for a shape copies and counts nothing.
  let table: UnsafePointer<ShapeTable>

  var facts: ShapeFacts { table.pointee.facts.takeUnretainedValue() }

  /// - Parameters:
  ///   - name: Under which it stands in `#/components/schemas`; nil where it stands in its place.
  ///   - isOpen: Whether params with members that are not known here are taken, and these passed
  ///     over: for what programs of several versions hand each other. Elsewhere they are refused.
  ///   - members: In the order in which they are written.
  /// - Precondition: Each stored property is a member, and each member is one, of a name of its own.
  package init(named name: String? = nil, isOpen: Bool = false, _ members: [Member<Root>]) {
    let facts = ShapeFacts(name, members.map(\.facts), isOpen: isOpen)
    facts.checkCovers(MemoryLayout<Root>.size, of: Root.self)
    table = ShapeTable.made(of: facts)
  }

  /// The members as the parameters of a method.
  package func parameters(_ names: inout SchemaNames) -> [ParameterDescription] {
    facts.parameters(&names)
  }
}

extension JSONSchema {
  /// What is one of two shapes.
  ///
  /// The subset of JSON Schema has no `oneOf`: so it is an object that may have the members of both,
  /// and must have those that neither may leave out. What they declare differently may be anything.
  package static func either<One: Shape, Other: Shape>(
    _ one: One.Type, _ other: Other.Type, _ names: inout SchemaNames
  ) -> JSONSchema {
    var properties = one.shape.facts.properties(&names)
    for property in other.shape.facts.properties(&names) {
      guard let place = properties.firstIndex(where: { $0.name == property.name }) else {
        properties.append(property)
        continue
      }
      if properties[place].schema != property.schema { properties[place].schema = .any }
    }
    let required = Set(one.shape.facts.required).intersection(other.shape.facts.required)
    return .object(
      properties, optional: properties.map(\.name).filter { !required.contains($0) })
  }
}
