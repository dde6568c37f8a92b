internal import CivilTime
internal import TaskFormats
internal import Values

/// A task of a file as the fields of a project, and back: nothing is lost on either way.
extension TaskRecord {
  /// The fields that the record has.
  ///
  /// - Throws: ``ProjectError`` for texts that no project may have.
  func fields(
    _ format: TaskFormat?, _ context: FormatContext
  ) throws(ProjectError) -> [Field: String] {
    var fields: [Field: String] = [
      .title: try TextRules.title(title), .state: state.rawValue,
    ]
    fields[.body] = try TextRules.body(body)
    fields[.group] = try TextRules.group(group)
    for tag in try TextRules.tags(tags) { fields[.tag(tag)] = "" }
    fields[.deadline] = due?.description
    fields[.created] = created.map { Project.text($0) }
    fields[.modified] = changed.map { Project.text($0) }
    fields[.completed] = completed.map { Project.text($0) }
    fields[.recurrence] = recurrence?.description
    for reminder in reminders { fields[.reminder(reminder.description)] = "" }
    var extras = extras
    LifeMark.drop(from: &extras)
    if let (series, start) = SeriesMark.take(from: &extras) {
      fields[.series] = series.description
      fields[.seriesStart] = start.description
    }
    let plan = plan(format, context)
    var record = self
    record.extras = extras
    if let format { record.dropOwnPlan(plan, as: format, context) }
    for (name, value) in record.extras { fields[.extra(name)] = value }
    if let name = plan.assigned { _ = try TextRules.assigned(name) }
    return fields.merging(plan.fields) { $1 }
  }

  /// The record of a project.
  ///
  /// - Parameters:
  ///   - project: As it is in memory.
  ///   - registers: All of its fields, of which memory has not all.
  ///   - format: In which it is written.
  ///   - context: Whose clock it is written for.
  init(
    _ project: Project, _ registers: Registers, as format: TaskFormat, _ context: FormatContext
  ) {
    self.init(
      id: project.id, title: project.title, state: TaskState(project.state),
      due: project.due?.time, body: project.body, tags: project.tags, group: project.group,
      created: project.createdAt, changed: project.changedAt, completed: project.completedAt,
      recurrence: project.rule)
    for (field, register) in registers.entries where register.value != nil {
      switch field {
      case .reminder(let text):
        if let reminder = Reminder(text) { reminders.append(reminder) }
      case .extra(let name): extras[name] = register.value
      default: break
      }
    }
    reminders.sort()
    if let series = project.series, let start = project.seriesStart {
      extras.merge(SeriesMark.extras(of: series, from: start, as: format)) { $1 }
    }
    let notes = project.noteCount > 0 ? registers.notes : []
    if !extras.isEmpty || project.hasPlan || project.priority > 0 || !notes.isEmpty {
      setPlan(TaskPlan(project, notes: notes), as: format, context)
    }
  }
}

extension TaskState {
  init(_ state: ProjectState) {
    switch state {
    case .todo: self = .todo
    case .doing: self = .doing
    case .done: self = .done
    }
  }
}

extension TaskPlan {
  init(_ project: Project, notes: [TaskNote]) {
    self.init()
    priority = project.priority == 0 ? nil : Int(project.priority)
    let plan = project.plan
    wait = plan.wait?.time
    scheduled = plan.scheduled?.time
    depends = plan.depends.sorted()
    parent = plan.parent
    repeatsFromCompletion = plan.repeatsFromCompletion
    assigned = plan.assigned
    self.notes = notes
  }

  /// The fields that the plan has.
  var fields: [Field: String] {
    var fields: [Field: String] = [:]
    fields[.priority] = priority.map { "\($0)" }
    fields[.wait] = wait?.description
    fields[.scheduled] = scheduled?.description
    fields[.parent] = parent?.description
    fields[.assigned] = assigned
    fields[.repeatFrom] = repeatsFromCompletion ? Field.completion : nil
    for id in depends { fields[.depends(id)] = "" }
    for note in notes { fields[.note(note.stored)] = "" }
    return fields
  }
}
