internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// What an edit changes of a plan; nil leaves a part as it is, `.some(nil)` empties it.
struct PlanChanges: Sendable {
  var priority: Int??
  var wait: CalendarTime??
  var scheduled: CalendarTime??
  var parent: ProjectReference??
  var repeatsFromCompletion: Bool?
  var assigned: String??
  var addedDepends: [ProjectReference] = []
  var removedDepends: [ProjectReference] = []
  /// In the order in which they were said; nil takes away all that there are by then.
  var reminders: [Reminder?] = []
}

/// The rules of plans: from what is wanted to edits, or a refusal.
extension Board {
  /// - Parameters:
  ///   - changes: What is wanted.
  ///   - project: As it is; a new one has its id and nothing else.
  ///   - edit: Where the fields are put.
  /// - Throws: ``ProjectError`` where a project is not known, or would come after itself.
  func plan(
    _ changes: PlanChanges, of project: Project, _ edit: inout Edit
  ) throws(ProjectError) {
    if let priority = changes.priority {
      edit.set(.priority, from: project[.priority], to: priority.map { "\($0)" })
    }
    if let wait = changes.wait { edit.set(.wait, from: project[.wait], to: wait?.description) }
    if let scheduled = changes.scheduled {
      edit.set(.scheduled, from: project[.scheduled], to: scheduled?.description)
    }
    if let name = changes.assigned {
      edit.set(
        .assigned, from: project[.assigned],
        to: try name.flatMap { name throws(ProjectError) in
          try TextRules.assigned(name)
        })
    }
    if let isSo = changes.repeatsFromCompletion {
      edit.set(.repeatFrom, from: project[.repeatFrom], to: isSo ? Field.completion : nil)
    }
    if let reference = changes.parent {
      var parent: Project?
      if let reference { parent = try find(reference) }
      if parent?.id == project.id {
        throw ProjectError(.ownParent, ["id": .integer(project.number)])
      }
      if let parent { try check(links.parents, project, parent, isPart: true) }
      edit.set(.parent, from: project[.parent], to: parent?.id.description)
    }
    for other in try find(changes.addedDepends) {
      try check(links.depends, project, other)
      edit.set(.depends(other.id), from: project[.depends(other.id)], to: "")
    }
    for other in try find(changes.removedDepends) {
      edit.set(.depends(other.id), from: project[.depends(other.id)], to: nil)
    }
    try remind(changes.reminders, of: project, &edit)
  }

  /// Nothing comes after itself, over however many others.
  private func check(
    _ links: BoardLinks.Kind, _ project: Project, _ other: Project, isPart: Bool = false
  ) throws(ProjectError) {
    if project.id == other.id {
      throw ProjectError(.ownPredecessor, ["id": .integer(project.number)])
    }
    guard links.reaches(project.id, from: other.id) else { return }
    throw ProjectError(
      .circle,
      [
        "id": .integer(project.number), "other": .integer(other.number),
        "problem": (isPart ? Self.within : Self.behind)(project.number, other.number).jsonValue,
      ])
  }

  private static func within(_ id: Int, _ other: Int) -> LocalizedText {
    LocalizedText(
      en: "\(id) cannot be a part of \(other): \(other) is a part of \(id) already",
      ko: "\(id)번은 \(other)번에 속할 수 없습니다. \(other)번이 이미 \(id)번에 속합니다")
  }

  private static func behind(_ id: Int, _ other: Int) -> LocalizedText {
    LocalizedText(
      en: "\(id) cannot come after \(other): \(other) comes after \(id) already, and neither could "
        + "begin",
      ko: "\(id)번은 \(other)번 뒤에 올 수 없습니다. \(other)번이 이미 \(id)번 뒤에 있어 둘 다 시작할 수 없게 됩니다")
  }
}

extension Board {
  /// Gives projects to somebody, or to nobody; those that are theirs already stay as they are.
  ///
  /// - Throws: ``ProjectError`` where nothing would change.
  func assign(
    _ references: [ProjectReference], to name: String?
  ) throws(ProjectError) -> [Edit] {
    let projects = try find(references)
    guard let first = projects.first else { throw ProjectError(.nothingNamed) }
    var edits: [Edit] = []
    for project in projects {
      var edit = Edit(
        number: project.number, id: project.id, values: [],
        note: Note(kind: .edited, title: project.title))
      var changes = PlanChanges()
      changes.assigned = .some(name)
      try plan(changes, of: project, &edit)
      if !edit.values.isEmpty { edits.append(edit) }
    }
    guard !edits.isEmpty else {
      throw ProjectError(.nothingToChange, ["id": .integer(first.number)])
    }
    return edits
  }

  /// One more reminder, or none at all any more.
  ///
  /// - Throws: ``ProjectError`` where nothing would change, or there is no deadline to count from.
  func remind(
    _ reference: ProjectReference, _ reminder: Reminder?
  ) throws(ProjectError) -> Edit {
    let project = try find(reference)
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .edited, title: project.title))
    try remind([reminder], of: project, &edit)
    guard !edit.values.isEmpty else {
      throw ProjectError(.nothingToChange, ["id": .integer(project.number)])
    }
    return edit
  }

  /// What gives a project its deadline; one that is only to be added has no number to name.
  private func remedy(_ project: Project) -> LocalizedText {
    guard project.number < nextNumber else {
      return LocalizedText(en: "due:fri", ko: "`due:금요일`")
    }
    let command = "matectl project edit \(project.number)"
    return LocalizedText(en: "`\(command) due:fri`", ko: "`\(command) due:금요일`")
  }

  /// One after another, beside the deadline that the edit leaves.
  private func remind(
    _ reminders: [Reminder?], of project: Project, _ edit: inout Edit
  ) throws(ProjectError) {
    guard !reminders.isEmpty else { return }
    let known = Set(project.plan.reminders)
    var wanted = known
    for reminder in reminders {
      if let reminder { wanted.insert(reminder) } else { wanted = [] }
    }
    let deadline = edit.values.first { $0.field == .deadline }
    let hasDeadline = deadline.map { $0.after != nil } ?? (project.due != nil)
    let added = wanted.subtracting(known).sorted()
    for reminder in added {
      if case .beforeDue = reminder, !hasDeadline {
        throw ProjectError(.reminderWithoutDeadline, ["command": remedy(project).jsonValue])
      }
    }
    guard added.isEmpty || wanted.count <= TextRules.remindersLimit else {
      throw ProjectError(
        .tooManyReminders,
        ["id": .integer(project.number), "maximum": .integer(TextRules.remindersLimit)])
    }
    for reminder in known.subtracting(wanted).sorted() {
      edit.set(.reminder(reminder.description), from: "", to: nil)
    }
    for reminder in added {
      let field = Field.reminder(reminder.description)
      edit.set(field, from: project[field], to: "")
    }
  }
}

extension TaskNote {
  /// `1795251600 text`, as ``Field/note(_:)`` has it.
  var stored: String { "\(at.wholeSeconds) \(text)" }

  init?(stored: String) {
    // At bytes: a space before a combining accent is no character of its own.
    guard let space = stored.utf8.firstIndex(of: 0x20), let seconds = Int64(stored[..<space]) else {
      return nil
    }
    self.init(
      at: Timestamp(microseconds: seconds &* 1_000_000),
      String(stored[stored.utf8.index(after: space)...]))
  }
}

extension Registers {
  /// The notes that are there, the oldest first.
  var notes: [TaskNote] {
    entries.compactMap { field, register in
      guard case .note(let text) = field, register.value != nil else { return nil }
      return TaskNote(stored: text)
    }.sorted()
  }
}
