internal import IPCProtocol

/// One change of one field: the unit that replicas exchange.
struct Change: Hashable, Sendable {
  let stamp: Stamp
  let project: UUID
  let field: Field
  /// Nil where the field is empty from then on.
  let value: String?
}

/// The last writer of a field and what it wrote.
struct Register: Hashable, Sendable {
  let stamp: Stamp
  let value: String?
}

/// The fields of one project, each with its last writer.
///
/// Merging is commutative, associative and idempotent: a map of last-writer-wins registers, a CRDT
/// (Shapiro, Preguiça, Baquero, Zawirski, "A comprehensive study of Convergent and Commutative
/// Replicated Data Types", 2011, section 3.2).
struct Registers: Sendable {
  /// In no order that matters; a project has a handful of fields.
  private(set) var entries: [(field: Field, register: Register)] = []

  init() {}

  subscript(field: Field) -> String? {
    entries.first { $0.field == field }?.register.value
  }

  /// Takes a change in; false where a later one was there already.
  @discardableResult
  mutating func merge(_ field: Field, _ register: Register) -> Bool {
    guard let index = entries.firstIndex(where: { $0.field == field }) else {
      entries.append((field, register))
      return true
    }
    guard entries[index].register.stamp < register.stamp else { return false }
    entries[index].register = register
    return true
  }

  /// Appends what is known to be new, as when it is read from a store.
  mutating func append(_ field: Field, _ register: Register) { entries.append((field, register)) }

  /// The clock of the latest change.
  var lastClock: UInt64 { entries.map(\.register.stamp.clock).max() ?? 0 }
}

extension Registers: Hashable {
  private var map: [Field: Register] {
    Dictionary(entries.map { ($0.field, $0.register) }, uniquingKeysWith: { $1 })
  }

  static func == (one: Registers, other: Registers) -> Bool { one.map == other.map }

  func hash(into hasher: inout Hasher) { hasher.combine(map) }
}
