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

  subscript(field: Field) -> String? { register(of: field)?.value }

  func register(of field: Field) -> Register? { entries.first { $0.field == field }?.register }

  /// Takes a change in, unless a later one was there already.
  mutating func merge(_ field: Field, _ register: Register) {
    guard let index = entries.firstIndex(where: { $0.field == field }) else {
      return entries.append((field, register))
    }
    if entries[index].register.stamp < register.stamp { entries[index].register = register }
  }

  /// Appends what is known to be new, as when it is read from a store.
  mutating func append(_ field: Field, _ register: Register) { entries.append((field, register)) }
}
