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
    var reversing = Reversing(
      kept: try log.changes(of: step), foreign: try log.foreignFields(since: step), isUndo: isUndo)
    for change in isUndo ? reversing.kept.reversed() : reversing.kept {
      try reverse(change, &reversing)
    }
    let (edits, told, stays) = (reversing.edits, reversing.told, reversing.stays)
    if !edits.isEmpty { _ = try write(edits, by: who, at: reader.now, withNotes: false) }
    try log.setStatus(isUndo ? .undone : .done, of: step)
    // Neither who asks nor who watches is told of what stays as somebody else left it.
    tell(at: reader.now, by: who) { reader in
      told.map { Self.sentence(self.sentence($0, reader), isUndo: isUndo) }
    }
    return Reversal(
      sentences: (isUndo ? told.reversed() : told).map { sentence($0, reader) }, stays: stays,
      kept: reversing.left)
  }

  /// A step on its way back.
  struct Reversing {
    let kept: [ChangeLog.Kept]
    let foreign: [Int: ChangeLog.Foreign]
    let isUndo: Bool
    var edits: [Edit] = []
    var told: [Deed] = []
    var stays: [LocalizedText] = []
    /// Fields that stay as somebody else has left them.
    var left = 0
  }

  private func reverse(_ change: ChangeLog.Kept, _ reversing: inout Reversing) throws {
    let isUndo = reversing.isUndo
    let project = board[change.project]
    let registers = try registers(of: change.project)
    let others = reversing.foreign[change.project] ?? ChangeLog.Foreign()
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: change.note ?? Note(kind: .edited, title: project.title))
    let values = Self.values(of: change, isUndo: isUndo)
    // Work on what was removed elsewhere brings it back (``Work``), and to take some back is none.
    let isGone = project.isRemoved && !values.contains { $0.field == .removed }
    if let bond = try bond(of: change, reversing) {
      reversing.left += bond.sentence == nil ? 0 : 1
      reversing.stays += bond.sentence.map { [$0] } ?? []
      return
    }
    let isMoved = values.contains { $0.field == .state }
    for value in values {
      // When it was done goes with that it is.
      let isOurs =
        value.field == .completed && isMoved
        ? edit.values.contains { $0.field == .state }
        : isFree(value, of: change, in: registers, others, isUndo: isUndo)
      // Work elsewhere has brought it back already.
      let isBack = value.field == .removed && value.after == nil && !project.isRemoved
      if isOurs, !isGone, !isBack {
        edit.set(value.field, from: value.before, to: value.after)
      } else {
        reversing.left += 1
      }
    }
    if isUndo, change.note?.kind == .added, edit.values.isEmpty, !project.isRemoved {
      reversing.stays.append(Self.stays(project.title, others.who))
    }
    guard !edit.values.isEmpty else { return }
    reversing.edits.append(edit)
    try reverse(heirsOf: edit, registers, &reversing)
    if let deed = Self.deed(of: change, reversing: edit) { reversing.told.append(deed) }
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

  /// Whether a field can go back: nobody else has changed it since, or has done the same.
  func isFree(
    _ value: Edit.Value, of change: ChangeLog.Kept, in registers: Registers,
    _ others: ChangeLog.Foreign, isUndo: Bool
  ) -> Bool {
    isOwn(value, in: registers, others)
      && !(isUndo && Self.isShared(value, of: change, others))
  }

  /// Whether a field holds what the step left there, and nobody else has written the same later.
  private func isOwn(
    _ value: Edit.Value, in registers: Registers, _ others: ChangeLog.Foreign
  ) -> Bool {
    guard let register = registers.register(of: value.field) else { return value.before == nil }
    let isSame =
      value.field == .removed
      ? (register.value == nil) == (value.before == nil) : register.value == value.before
    guard isSame else { return false }
    // What a server has told first is said by another machine; whose word it is the log knows.
    return register.stamp.replica == own || !others.hasSaid(register.value, in: value.field)
  }

  /// Whether another machine, or somebody with a calendar, has done the same while it was apart, also
  /// by an earlier clock.
  ///
  /// It is its deed as well, and not ours to take back. Who makes a project that is here has added
  /// it too, and who has worked on one since would lose that with it.
  private static func isShared(
    _ value: Edit.Value, of change: ChangeLog.Kept, _ others: ChangeLog.Foreign
  ) -> Bool {
    if value.field == .removed, change.note?.kind == .added { return others.isWork }
    return others.fields.contains { other in
      guard other.field == value.field else { return false }
      // Two that finish the same do so at two moments.
      if value.field == .completed { return (other.value == nil) == (value.before == nil) }
      return other.value == value.before
    }
  }

  static func name(of who: ChangeLog.Foreign.Who) -> LocalizedText {
    switch who {
    case .user(let name): LocalizedText(en: name)
    case .machine: LocalizedText(en: "another machine", ko: "다른 기기")
    case .calendar: LocalizedText(en: "somebody with a calendar", ko: "캘린더")
    }
  }

  /// Why an addition was not taken back.
  private static func stays(_ title: String, _ who: ChangeLog.Foreign.Who) -> LocalizedText {
    let name = name(of: who)
    return LocalizedText(
      en: "'\(title)' stays: \(name.en) has added it or worked on it as well; "
        + "remove it if it is to go.",
      ko: "'\(title)' 유지: \(name.ko ?? name.en)에서도 추가했거나 고쳤습니다. 없애려면 remove를 쓰십시오.")
  }

  /// The values to go from and to; undoing an addition removes the project and no field of it, so
  /// that doing it again brings all of it back.
  static func values(of change: ChangeLog.Kept, isUndo: Bool) -> [Edit.Value] {
    guard change.note?.kind == .added else {
      guard isUndo else { return change.values }
      return change.values.map {
        Edit.Value(field: $0.field, before: $0.after, after: $0.before)
      }
    }
    let gone = change.predecessor == nil ? "1" : SeriesWord.undone
    return [
      Edit.Value(field: .removed, before: isUndo ? nil : gone, after: isUndo ? gone : nil)
    ]
  }
}
