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
}

extension Shape {
  package static func schema(_ names: inout SchemaNames) -> JSONSchema { shape.schema(&names) }

  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema {
    shape.schema(&names)
  }

  package static func form(_ rule: NoRule?) -> ValueForm { ValueForm(kind: .object(shape.table)) }

  /// - Parameter cursor: The object; checked against the schema already.
  /// - Throws: ``JSONDecodingFailure`` where a member is not what the schema promised.
  package init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
    let table = Self.shape.table
    let result: Result<Self, JSONDecodingFailure> = withUnsafeTemporaryAllocation(
      byteCount: max(1, table.pointee.size), alignment: table.pointee.alignment
    ) { memory in
      // One byte at least, so that there is an address.
      guard let base = memory.baseAddress else { return .failure(cursor.mismatch("an object")) }
      do throws(JSONDecodingFailure) {
        try table.pointee.read(cursor, into: base)
        // All its stored properties are members (`ShapeOf.init` checks it), so all are initialized.
        return .success(base.assumingMemoryBound(to: Self.self).move())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
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
  // The table is made here, and neither written to nor freed ever after.
  let table: UnsafePointer<ShapeTable>
  package let name: String?
  package let members: [Member<Root>]

  /// - Parameters:
  ///   - name: Under which it stands in `#/components/schemas`; nil where it stands in its place.
  ///   - members: In the order in which they are written.
  /// - Precondition: Each stored property is a member, and each member is one, of a name of its own.
  package init(named name: String? = nil, _ members: [Member<Root>]) {
    Self.checkCovers(members)
    self.name = name
    self.members = members
    let entries = UnsafeMutableBufferPointer<ShapeTable.Entry>.allocate(capacity: members.count)
    _ = entries.initialize(from: members.map(\.entry))
    let table = UnsafeMutablePointer<ShapeTable>.allocate(capacity: 1)
    table.initialize(
      to: ShapeTable(
        entries: UnsafeBufferPointer(entries), size: MemoryLayout<Root>.size,
        alignment: MemoryLayout<Root>.alignment))
    self.table = UnsafePointer(table)
  }

  /// Swift lays stored properties out in their order, each at the next place where it may stand: so
  /// where the members leave no gap and end with the value, no property is without a member.
  private static func checkCovers(_ members: [Member<Root>]) {
    var end = 0
    for member in members.sorted(by: { $0.entry.offset < $1.entry.offset }) {
      let next = (end + member.alignment - 1) / member.alignment * member.alignment
      precondition(
        member.entry.offset == next,
        "a property of \(Root.self) before \(member.name) is no member, or one is two")
      end = member.entry.offset + member.size
    }
    precondition(end == MemoryLayout<Root>.size, "a property of \(Root.self) is no member")
    precondition(
      Set(members.map(\.name)).count == members.count, "two members of \(Root.self) have one name")
  }

  fileprivate var required: [String] { members.filter(\.isRequired).map(\.name) }

  fileprivate func properties(_ names: inout SchemaNames) -> [JSONSchema.Property] {
    var properties: [JSONSchema.Property] = []
    for member in members { properties.append(.init(member.name, member.schema(&names))) }
    return properties
  }

  func schema(_ names: inout SchemaNames) -> JSONSchema {
    func make(_ names: inout SchemaNames) -> JSONSchema {
      .object(properties(&names), optional: members.filter { !$0.isRequired }.map(\.name))
    }
    guard let name else { return make(&names) }
    return names.reference(name, make)
  }
}

extension ShapeOf {
  /// The members as the parameters of a method.
  package func parameters(_ names: inout SchemaNames) -> [ParameterDescription] {
    var parameters: [ParameterDescription] = []
    for member in members {
      parameters.append(
        ParameterDescription(
          member.name, member.schema(&names), required: member.isRequired,
          member.summary ?? LocalizedText(en: member.name), completion: member.completion,
          source: member.source))
    }
    return parameters
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
    var properties = one.shape.properties(&names)
    for property in other.shape.properties(&names) {
      guard let place = properties.firstIndex(where: { $0.name == property.name }) else {
        properties.append(property)
        continue
      }
      if properties[place].schema != property.schema { properties[place].schema = .any }
    }
    let required = Set(one.shape.required).intersection(other.shape.required)
    return .object(
      properties, optional: properties.map(\.name).filter { !required.contains($0) })
  }
}
