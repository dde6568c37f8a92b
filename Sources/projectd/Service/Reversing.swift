internal import IPCProtocol
internal import Values

/// Undo and redo.
extension Projects {
  func undo(_ count: Int, by uid: UInt32, _ reader: ReaderDay) throws -> [Reversal] {
    let steps = try log.steps(.done, limit: count, latestFirst: true)
    guard !steps.isEmpty else { throw ProjectError(.nothingToUndo) }
    return try steps.map { try reverse($0, isUndo: true, by: uid, reader) }
  }

  func redo(_ count: Int, by uid: UInt32, _ reader: ReaderDay) throws -> [Reversal] {
    let steps = try log.steps(.undone, limit: count, latestFirst: false)
    guard !steps.isEmpty else { throw ProjectError(.nothingToRedo) }
    return try steps.map { try reverse($0, isUndo: false, by: uid, reader) }
  }

  /// Takes a step back, or does it again, as new changes: the log keeps everything.
  private func reverse(
    _ step: Step, isUndo: Bool, by uid: UInt32, _ reader: ReaderDay
  ) throws -> Reversal {
    let who = name(ofUser: uid)
    let kept = try log.changes(of: step)
    let foreign = try log.foreignFields(since: step)
    var edits: [Edit] = []
    var told: [Deed] = []
    var left = 0
    var stays: [LocalizedText] = []
    for change in isUndo ? kept.reversed() : kept {
      let project = board[change.project]
      let registers = try registers(of: change.project)
      let others = foreign[change.project] ?? ChangeLog.Foreign()
      var edit = Edit(
        number: project.number, id: project.id, values: [],
        note: change.note ?? Note(kind: .edited, title: project.title))
      let values = Self.values(of: change, isUndo: isUndo)
      // Work on what was removed elsewhere brings it back (``Work``), and to take some back is none.
      let isGone = project.isRemoved && !values.contains { $0.field == .removed }
      for value in values {
        let isOurs =
          isOwn(value, in: registers)
          && !(isUndo && Self.isShared(value, of: change, others.fields))
        // Work elsewhere has brought it back already.
        let isBack = value.field == .removed && value.after == nil && !project.isRemoved
        if isOurs, !isGone, !isBack {
          edit.set(value.field, from: value.before, to: value.after)
        } else {
          left += 1
        }
      }
      if isUndo, change.note?.kind == .added, edit.values.isEmpty, !project.isRemoved {
        stays.append(Self.stays(project.title, others.who))
      }
      guard !edit.values.isEmpty else { continue }
      edits.append(edit)
      if let deed = Self.deed(of: change, reversing: edit) { told.append(deed) }
    }
    if !edits.isEmpty { _ = try write(edits, by: who, at: reader.now, withNotes: false) }
    try log.setStatus(isUndo ? .undone : .done, of: step)
    // Neither who asks nor who watches is told of what stays as somebody else left it.
    tell(at: reader.now, by: who) { reader in
      told.map { Self.sentence(self.sentence($0, reader), isUndo: isUndo) }
    }
    return Reversal(
      sentences: (isUndo ? told.reversed() : told).map { sentence($0, reader) }, stays: stays,
      kept: left)
  }

  /// What is told of a change of which some values went back: those alone.
  private static func deed(of change: ChangeLog.Kept, reversing edit: Edit) -> Deed? {
    guard let note = change.note else { return nil }
    let fields = Set(edit.values.map(\.field))
    if note.kind == .moved, !fields.contains(.state) { return nil }
    return Deed(note: note, values: change.values.filter { fields.contains($0.field) })
  }

  /// `Undone: Moved 'one' from TODO to DOING.`, in the words of the answers of both.
  private static func sentence(_ deed: LocalizedText, isUndo: Bool) -> LocalizedText {
    let (en, ko) = isUndo ? ("Undone", "되돌림") : ("Done again", "다시 실행")
    return LocalizedText(en: "\(en): \(deed.en)", ko: "\(ko): \(deed.ko ?? deed.en)")
  }

  /// Whether a field holds what the step left there, and nobody else has written the same later.
  private func isOwn(_ value: Edit.Value, in registers: Registers) -> Bool {
    guard let register = registers.register(of: value.field) else { return value.before == nil }
    return register.value == value.before && register.stamp.replica == own
  }

  /// Whether another machine, or somebody with a calendar, has done the same while it was apart, also
  /// by an earlier clock.
  ///
  /// It is its deed as well, and not ours to take back. Who makes a project that is here has added
  /// it too, and who has worked on one since would lose that with it.
  private static func isShared(
    _ value: Edit.Value, of change: ChangeLog.Kept, _ others: [(field: Field, value: String?)]
  ) -> Bool {
    others.contains { other in
      if value.field == .removed, change.note?.kind == .added {
        return other.field == .created || Work.isSome(other.field)
      }
      guard other.field == value.field else { return false }
      // Two that finish the same do so at two moments.
      if value.field == .completed { return (other.value == nil) == (value.before == nil) }
      return other.value == value.before
    }
  }

  /// Why an addition was not taken back.
  private static func stays(_ title: String, _ who: ChangeLog.Foreign.Who) -> LocalizedText {
    let name =
      switch who {
      case .user(let name): LocalizedText(en: name)
      case .machine: LocalizedText(en: "another machine", ko: "다른 기기")
      case .calendar: LocalizedText(en: "somebody with a calendar", ko: "캘린더")
      }
    return LocalizedText(
      en: "'\(title)' stays: \(name.en) has added it or worked on it as well; "
        + "remove it if it is to go.",
      ko: "'\(title)' 유지: \(name.ko ?? name.en)에서도 추가했거나 고쳤습니다. 없애려면 remove를 쓰십시오.")
  }

  /// The values to go from and to; undoing an addition removes the project and no field of it, so
  /// that doing it again brings all of it back.
  private static func values(of change: ChangeLog.Kept, isUndo: Bool) -> [Edit.Value] {
    guard change.note?.kind == .added else {
      guard isUndo else { return change.values }
      return change.values.map {
        Edit.Value(field: $0.field, before: $0.after, after: $0.before)
      }
    }
    return [
      Edit.Value(field: .removed, before: isUndo ? nil : "1", after: isUndo ? "1" : nil)
    ]
  }
}
