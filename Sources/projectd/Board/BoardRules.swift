internal import CivilTime
internal import IPCProtocol
internal import Values

/// What a new project is to be.
struct NewProject: Sendable {
  var title: String
  var due: CalendarTime?
  var body: String?
  var tags: [String] = []
  var group: String?
  var state = ProjectState.todo
  var recurrence: RecurrenceRule?
  var plan = PlanChanges()
}

/// What an edit changes; nil leaves a part as it is, `.some(nil)` empties it.
struct ProjectChanges: Sendable {
  var title: String?
  var due: CalendarTime??
  var body: String??
  var group: String??
  var recurrence: RecurrenceRule??
  var addedTags: [String] = []
  var removedTags: [String] = []
  var plan = PlanChanges()
}

/// The rules: from what is wanted to edits, or a refusal. Nothing changes here.
extension Board {
  func add(_ new: NewProject, id: UUID, at now: Timestamp) throws(ProjectError) -> Edit {
    guard nextNumber <= Self.limit else {
      throw ProjectError(.tooManyProjects, ["maximum": .integer(Self.limit)])
    }
    let title = try TextRules.title(new.title)
    var edit = Edit(
      number: nextNumber, id: id, values: [], note: Note(kind: .added, title: title, to: new.state))
    edit.set(.title, from: nil, to: title)
    edit.set(.state, from: nil, to: new.state.word)
    edit.set(.created, from: nil, to: Project.text(now))
    edit.set(.deadline, from: nil, to: new.due?.description)
    edit.set(.body, from: nil, to: try TextRules.body(new.body))
    edit.set(.group, from: nil, to: try TextRules.group(new.group))
    for tag in try TextRules.tags(new.tags) { edit.set(.tag(tag), from: nil, to: "") }
    edit.set(.recurrence, from: nil, to: new.recurrence?.description)
    if let rule = new.recurrence, new.due == nil { throw Self.needsDeadline(rule) }
    try plan(new.plan, of: Project(number: nextNumber, id: id), &edit)
    if new.state == .done {
      edit.set(.completed, from: nil, to: Project.text(now))
    }
    return edit
  }

  func edit(
    _ reference: ProjectReference, _ changes: ProjectChanges
  ) throws(ProjectError) -> Edit {
    let project = try find(reference)
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .edited, title: project.title))
    if let title = changes.title {
      edit.set(.title, from: project.title, to: try TextRules.title(title))
    }
    if let due = changes.due {
      edit.set(.deadline, from: project[.deadline], to: due?.description)
    }
    if let body = changes.body {
      edit.set(.body, from: project.body, to: try TextRules.body(body))
    }
    if let group = changes.group {
      edit.set(.group, from: project.group, to: try TextRules.group(group))
    }
    if let rule = changes.recurrence {
      edit.set(.recurrence, from: project.recurrence, to: rule?.description)
    }
    let repeats = changes.recurrence.map { $0 != nil } ?? (project.recurrence != nil)
    let hasDeadline = changes.due.map { $0 != nil } ?? (project.due != nil)
    if repeats, !hasDeadline, let rule = changes.recurrence ?? project.rule {
      throw Self.needsDeadline(rule)
    }
    try editTags(of: project, changes, &edit)
    try plan(changes.plan, of: project, &edit)
    guard !edit.values.isEmpty else {
      throw ProjectError(.nothingToChange, ["id": .integer(project.number)])
    }
    return edit
  }

  private static func needsDeadline(_ rule: RecurrenceRule) -> ProjectError {
    let words = RepeatSentence.often(rule) ?? LocalizedText(en: rule.description)
    return ProjectError(.repeatsWithoutDeadline, ["rule": words.jsonValue])
  }

  private func editTags(
    of project: Project, _ changes: ProjectChanges, _ edit: inout Edit
  ) throws(ProjectError) {
    let removed = try TextRules.tags(changes.removedTags)
    let added = try TextRules.tags(changes.addedTags).filter { !removed.contains($0) }
    let kept = Set(project.tags).subtracting(removed).union(added)
    guard kept.count <= TextRules.tagsLimit else {
      throw ProjectError(.tooManyTags, ["maximum": .integer(TextRules.tagsLimit)])
    }
    for tag in added { edit.set(.tag(tag), from: project[.tag(tag)], to: "") }
    for tag in removed { edit.set(.tag(tag), from: project[.tag(tag)], to: nil) }
  }

  /// Moves projects to another list; those that are there already stay as they are, and those that
  /// repeat and are done leave the next one behind.
  func move(
    _ references: [ProjectReference], to state: ProjectState, at now: Timestamp, zones: Zones
  ) throws(ProjectError) -> [Edit] {
    let projects = try find(references)
    guard let first = projects.first else { throw ProjectError(.nothingNamed) }
    var edits = projects.filter { $0.state != state }.map { moved($0, to: state, at: now) }
    guard !edits.isEmpty else {
      throw ProjectError(
        .alreadyThere, ["id": .integer(first.number), "state": .string(state.title)])
    }
    guard state == .done else { return edits }
    for edit in edits where self[edit.number].recurrence != nil {
      let number = nextNumber + edits.count(where: { $0.number >= nextNumber })
      let next = next(after: self[edit.number], number: number, zones: zones, at: now)
      // Of two late ones of a series the next one that lies ahead is the same.
      if let next, !edits.contains(where: { $0.id == next.id }) { edits.append(next) }
    }
    return edits
  }

  private func moved(_ project: Project, to state: ProjectState, at now: Timestamp) -> Edit {
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .moved, title: project.title, from: project.state, to: state))
    edit.set(.state, from: project.state.word, to: state.word)
    edit.set(
      .completed, from: project[.completed], to: state == .done ? Project.text(now) : nil)
    return edit
  }

  func remove(_ references: [ProjectReference]) throws(ProjectError) -> [Edit] {
    let projects = try find(references)
    guard !projects.isEmpty else { throw ProjectError(.nothingNamed) }
    return projects.map { project in
      var edit = Edit(
        number: project.number, id: project.id, values: [],
        note: Note(kind: .removed, title: project.title, from: project.state))
      edit.set(.removed, from: nil, to: "1")
      return edit
    }
  }
}
