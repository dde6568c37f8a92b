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
      if !inherited.isEmpty, !reversing.edits.contains(where: { $0.number == next }) {
        reversing.edits.append(heir)
      }
      (number, known, values) = (next, there, inherited)
    }
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
