internal import CivilTime
internal import Values

/// One of a series that another machine has made and that was not known here.
struct NewBirth {
  let number: Int
  let id: UUID
  /// What the change wrote that made it.
  let fields: [(field: Field, value: String?)]

  fileprivate func value(_ field: Field) -> String? {
    fields.first { $0.field == field }?.value ?? nil
  }
}

/// What was said here of one of a series while another machine made the next one.
///
/// Whoever makes it takes over what is known there of the one before. What this replica has said of that
/// one and the maker had not heard of, whether it was said earlier or later, is meant for the next one as
/// well: nobody here knew that there is one. Only this replica can tell what it knew when; so it
/// does the same to the next one, as of when it was said, so that what anybody has said of the next one
/// since stands.
extension Projects {
  /// - Parameters:
  ///   - births: As they came in.
  ///   - before: What the merge has touched, as it was: what was said here counts also where somebody
  ///     else has changed the one that is done since.
  ///   - now: When it is handed on.
  /// - Returns: What was changed by that.
  /// - Throws: What the store throws.
  func handOn(
    to births: [NewBirth], _ before: [Int: Registers], at now: Timestamp
  ) throws -> [Deed] {
    var deeds: [Deed] = []
    var authors: [Int: String] = [:]
    var seen: Set<Int> = []
    // Of several in a chain the earlier is done first and then hands on what it was given.
    for birth in births.sorted(by: { dueSeconds($0) < dueSeconds($1) })
    where seen.insert(birth.number).inserted {
      guard let asOf = birth.value(Birth.asOf), let number = predecessor(of: birth, asOf) else {
        continue
      }
      let known = try before[number] ?? registers(of: number)
      let edit = try handing(on: known, of: board[number].id, to: birth)
      guard !edit.values.isEmpty else { continue }
      let author = try authors[number] ?? author(of: known, number)
      authors[birth.number] = author
      _ = try write([edit], by: author, at: now, withNotes: false)
      let told = edit.values.filter { $0.before != $0.after && $0.field != Birth.asOf }
      if !told.isEmpty { deeds.append(Deed(note: edit.note, values: told)) }
    }
    return deeds
  }

  /// What of the words of this replica is later than what stands in the one that is new.
  private func handing(
    on known: Registers, of predecessor: UUID, to birth: NewBirth
  ) throws -> Edit {
    let there = try registers(of: birth.number)
    let project = board[birth.number]
    var edit = Edit(
      number: birth.number, id: birth.id, values: [],
      note: Note(kind: .edited, title: project.title))
    var clocks: [Field: UInt64] = [:]
    for word in inheritance(of: known, to: birth.value(.deadline)) where word.stamp.replica == own {
      let register = there.register(of: word.field)
      let clock = believed(word.stamp.clock, there)
      guard clock > register?.stamp.clock ?? 0 else { continue }
      clocks[word.field] = clock
      edit.values.append(
        Edit.Value(field: word.field, before: register?.value, after: word.value))
    }
    if !clocks.isEmpty {
      edit.set(Birth.asOf, from: nil, to: Birth.text(of: clocks, after: predecessor))
    }
    return edit
  }

  /// What is handed on to one that was taken back is no work on it, and does not bring it back; it
  /// stands there in case it comes again.
  private func believed(_ clock: UInt64, _ there: Registers) -> UInt64 {
    guard let removed = there.register(of: .removed), removed.value != nil else { return clock }
    return min(clock, max(1, removed.stamp.clock) - 1)
  }

  private func predecessor(of birth: NewBirth, _ asOf: String) -> Int? {
    if let named = Birth.predecessor(in: asOf) { return board.number(of: named) }
    let values = birth.fields.map { Edit.Value(field: $0.field, before: nil, after: $0.value) }
    return predecessor(
      of: Edit(
        number: birth.number, id: birth.id, values: values,
        note: Note(kind: .added, title: "")))
  }

  private func dueSeconds(_ birth: NewBirth) -> Int64 {
    birth.value(.deadline).flatMap { CalendarTime($0) }.map { Due($0, zones: zones).key.seconds }
      ?? 0
  }

  /// Who has said the last of it here.
  private func author(of known: Registers, _ number: Int) throws -> String? {
    let words = known.entries.map(\.register.stamp).filter { $0.replica == own }
    guard let last = words.map(\.clock).max() else { return nil }
    return try log.who(clock: last, replica: 1, project: number)
  }
}
