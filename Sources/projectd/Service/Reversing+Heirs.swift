internal import Values

/// What was said of one of a series stands in those that follow it as well, as of when it was said: taken back
/// there it is taken back here.
extension Projects {
  /// - Parameters:
  ///   - edit: What goes back in the one before.
  ///   - registers: All of that one, before it goes back.
  ///   - reversing: Where the edits of those behind it are added.
  /// - Throws: What the store throws.
  func reverse(
    heirsOf edit: Edit, _ registers: Registers, _ reversing: inout Reversing
  ) throws {
    var known = registers
    var values = edit.values.filter { !Self.isOfOne($0.field) }
    var number = edit.number
    while !values.isEmpty, let next = next(of: number) {
      let there = try self.registers(of: next)
      var heir = Edit(
        number: next, id: board[next].id, values: [],
        note: Note(kind: .edited, title: board[next].title))
      var inherited: [Edit.Value] = []
      for value in values {
        guard let stamp = known.register(of: value.field)?.stamp,
          let old = inheritance(
            of: value.field, value.before, stamp, from: known, to: there[.deadline])
        else { continue }
        let register = there.register(of: old.field)
        // Somebody has said something else of it since, or before: then that stands.
        guard register?.stamp.clock == stamp.clock, register?.value == old.value,
          let new = inheritance(
            of: value.field, value.after, stamp, from: known, to: there[.deadline])
        else { continue }
        inherited.append(Edit.Value(field: old.field, before: old.value, after: new.value))
      }
      heir.values = inherited
      if board[next].isRemoved {
        heir = standing(heir, there, after: board[number].id)
        inherited = heir.values.filter { $0.field != Birth.asOf }
      }
      if !inherited.isEmpty, !reversing.edits.contains(where: { $0.number == next }) {
        reversing.edits.append(heir)
      }
      (number, known, values) = (next, there, inherited)
    }
  }

  /// What goes back in one that is removed is no work on it and does not bring it back: it stands right behind
  /// what it takes back there, and before the removal, in case that one comes again.
  private func standing(_ heir: Edit, _ there: Registers, after predecessor: UUID) -> Edit {
    var heir = heir
    var clocks: [Field: UInt64] = [:]
    let removal = there.register(of: .removed)?.stamp.clock ?? 0
    for value in heir.values {
      guard let clock = there.register(of: value.field)?.stamp.clock, clock + 1 < removal
      else { continue }
      clocks[value.field] = clock + 1
    }
    heir.values.removeAll { clocks[$0.field] == nil }
    if !clocks.isEmpty {
      heir.set(Birth.asOf, from: nil, to: Birth.text(of: clocks, after: predecessor))
    }
    return heir
  }

  /// One value of one, as the one of another deadline inherits it.
  private func inheritance(
    of field: Field, _ value: String?, _ stamp: Stamp, from known: Registers, to deadline: String?
  ) -> Inheritance? {
    var one = Registers()
    one.append(field, Register(stamp: stamp, value: value))
    if let due = known.register(of: .deadline) { one.append(.deadline, due) }
    return inheritance(of: one, to: deadline).first
  }
}
