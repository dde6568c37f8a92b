/// A value of the wire: its type says how it is described, how it is read and how it is written.
///
/// Numbers, texts, flags and times are such values; so are lists of them, optional ones (left out
/// where nil), words (``WireWord``), objects (``Shape``), and whatever a type reads and writes
/// itself (``OwnWireValue``).
package protocol WireValue: Sendable {
  /// What a declaration may demand beyond the type, as the bounds of a number.
  associatedtype Rule: Sendable

  /// The schema of what `rule` admits; of every value of the type where it is nil.
  ///
  /// A named schema is put into `names`, and referred to.
  static func schema(_ rule: Rule?, _ names: inout SchemaNames) -> JSONSchema

  /// How values lie in memory and stand in JSON.
  static func form(_ rule: Rule?) -> ValueForm

  /// Whether a member of this type may be left out.
  static var isOptional: Bool { get }
}

extension WireValue {
  package static var isOptional: Bool { false }
}

/// The rule of a type of which a declaration can say nothing more.
package enum NoRule: Sendable {}

/// The named schemas of a domain, in the order in which they were met.
package struct SchemaNames {
  package private(set) var schemas: [NamedSchema] = []

  package init() {}

  /// Refers to a schema, which is made when its name is met first.
  mutating func reference(
    _ name: String, _ make: (inout SchemaNames) -> JSONSchema
  ) -> JSONSchema {
    if !schemas.contains(where: { $0.name == name }) {
      // The place is taken before what is inside is made: a shape may hold itself.
      let place = schemas.count
      schemas.append(NamedSchema(name, .any))
      schemas[place].schema = make(&self)
    }
    return .reference(name)
  }
}

/// How values of a type lie in memory and stand in JSON; made by the types of this module.
package struct ValueForm: @unchecked Sendable {
  // A table and a form of another type are made once and never written to again.
  let kind: Kind

  enum Kind {
    case boolean
    /// Inclusive bounds; `Int64` or `Int`, which are the same in memory.
    case integer(Int64, Int64)
    case number(Double, Double)
    case text
    /// A text that not every text may be: it is checked where it is written.
    case boundText(Unmanaged<TextBounds>)
    case time
    case object(UnsafePointer<ShapeTable>)
    /// What a type of its own reads and writes, optional or not.
    case other(Unmanaged<OtherForm>)
  }
}

/// A value whose own type reads and writes it where it lies; never freed, as the table that has it.
class OtherForm {
  /// Whether the value at `place` is an optional one that is nil.
  func isAbsent(_ place: UnsafeRawPointer) -> Bool { false }

  /// Appends the value.
  func write(
    _ place: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONEncodingFailure) {}

  /// Initializes the memory at `place`; `cursor` is nil where the member is left out.
  func read(
    _ cursor: JSONCursor?, into place: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {}

  func destroy(_ place: UnsafeMutableRawPointer) {}
}
