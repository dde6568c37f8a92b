internal import DaemonRuntime
internal import Storage
internal import TaskFormats
internal import Values

/// Stores of before plans were known have them as fields that imports brought and nobody read.
extension Projects {
  /// Whose clock texts without a reader are written by: the daemon's own, which is the user's.
  var context: FormatContext { Exchange.context(zones.own, zones) }

  /// Reads the plans of such a store, once; what was kept stays beside them, as files want it back.
  func readKeptPlans() throws {
    guard try store.isPending(.plans) else { return }
    var edits: [Edit] = []
    for project in board.projects where project.hasExtras {
      let edit = try plannedEdit(of: project)
      if !edit.values.isEmpty { edits.append(edit) }
    }
    try host.transaction {
      if !edits.isEmpty { try takeOver(edits, at: host.now) }
      try store.settle(.plans)
    }
  }

  private func plannedEdit(of project: Project) throws -> Edit {
    let registers = try registers(of: project.number)
    var record = TaskRecord(
      id: project.id, title: project.title, due: project.due?.time, body: project.body,
      created: project.createdAt)
    for (field, register) in registers.entries {
      if case .extra(let name) = field, let value = register.value { record.extras[name] = value }
    }
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .edited, title: project.title))
    let plan = record.plan(nil, context)
    let known = Set(registers.entries.map(\.field))
    for (field, value) in plan.fields.sorted(by: { $0.key.key < $1.key.key })
    where !known.contains(field) {
      edit.set(field, from: nil, to: value)
    }
    // Taskwarrior's annotations were the lines of the description.
    let lines = plan.notes.map(\.text)
    if !lines.isEmpty, record.isDescribedByNotes {
      edit.set(.body, from: project.body, to: nil)
    }
    return edit
  }
}

/// What a store of an older version has still to be read for.
enum PendingWork: String {
  case plans, births
}

extension ProjectStore {
  func isPending(_ work: PendingWork) throws -> Bool {
    try database.first("SELECT 1 FROM pending WHERE work = ?", .text(work.rawValue)) { _ in true }
      ?? false
  }

  func settle(_ work: PendingWork) throws {
    try database.run("DELETE FROM pending WHERE work = ?", .text(work.rawValue))
  }
}
