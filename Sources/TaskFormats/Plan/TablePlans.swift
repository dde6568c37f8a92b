internal import CivilTime
internal import IPCProtocol
internal import Values

/// The names under which both a table and our own JSON have the parts of a plan.
private enum PlanName {
  static let priority = "priority"
  static let wait = "wait"
  static let scheduled = "scheduled"
  static let depends = "depends"
  static let parent = "parent"
  static let assigned = "assigned"
  /// The value that says that a rule counts from the day of completion.
  static let completion = "completion"

  static func keys(_ part: PlanPart, notes: String, origin: String) -> [String] {
    switch part {
    case .priority: [priority]
    case .wait: [wait]
    case .scheduled: [scheduled]
    case .links: [depends, parent]
    case .notes: [notes]
    case .origin: [origin]
    case .assigned: [assigned]
    }
  }
}

/// Columns of a table.
///
/// Todoist's table, which a column `TYPE` tells, counts priorities from 1 to 4, of which the last is
/// none.
enum CSVPlan: PlanNotation {
  /// The column that names what a row is a part of.
  static let parent = PlanName.parent
  /// Todoist's column for who is to do it.
  private static let responsible = "RESPONSIBLE"
  private static let notes = "annotations"
  private static let origin = "repeat from"

  static func keys(_ part: PlanPart) -> [String] {
    let keys = PlanName.keys(part, notes: notes, origin: origin)
    switch part {
    case .priority: return keys + ["PRIORITY", "Priority"]
    case .assigned: return keys + [responsible]
    default: return keys
    }
  }

  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan
  ) {
    switch part {
    case .priority:
      let text = keys(part).lazy.compactMap { kept[$0] }.first
      plan.priority = text.flatMap { priority($0, isTodoist: kept["TYPE"] != nil) }
    case .wait: plan.wait = kept[PlanName.wait].flatMap { CalendarTime($0) }
    case .scheduled: plan.scheduled = kept[PlanName.scheduled].flatMap { CalendarTime($0) }
    case .links:
      let ids = (kept[PlanName.depends] ?? "").parts(between: 0x20).compactMap { UUID(String($0)) }
      plan.depends = Set(ids).sorted()
      plan.parent = kept[PlanName.parent].flatMap { UUID($0) }
    case .notes: plan.notes = kept[notes].map(NotesJSON.notes) ?? []
    case .origin: plan.repeatsFromCompletion = kept[origin] == PlanName.completion
    case .assigned:
      plan.assigned = TaskPlan.assigned(keys(part).lazy.compactMap { kept[$0] }.first)
    }
  }

  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields {
    var own: KeptFields = [:]
    switch part {
    case .priority:
      // What is written is no table of Todoist's any more, whatever else was kept of one.
      own[PlanName.priority] = plan.priority.map { kept["TYPE"] == nil ? "\($0)" : todoist($0) }
    case .wait: own[PlanName.wait] = plan.wait?.description
    case .scheduled: own[PlanName.scheduled] = plan.scheduled?.description
    case .links:
      if !plan.depends.isEmpty {
        own[PlanName.depends] = plan.depends.map(\.description).joined(separator: " ")
      }
      own[PlanName.parent] = plan.parent?.description
    case .notes: own[notes] = plan.notes.isEmpty ? nil : NotesJSON.text(plan.notes)
    case .origin: own[origin] = plan.repeatsFromCompletion ? PlanName.completion : nil
    case .assigned: own[kept["TYPE"] == nil ? PlanName.assigned : responsible] = plan.assigned
    }
    return own
  }

  private static func priority(_ text: String, isTodoist: Bool) -> Int? {
    guard let number = Int(text.trimmed) else { return nil }
    if isTodoist { return [1: 1, 2: 5, 3: 9][number] }
    return TaskPlan.priorities.contains(number) ? number : nil
  }

  /// The grade of Todoist's that a number is nearest to.
  private static func todoist(_ priority: Int) -> String {
    priority < 4 ? "1" : priority < 7 ? "2" : "3"
  }
}

/// Members of our own format.
enum JSONPlan: PlanNotation {
  private static let notes = "notes"
  private static let origin = "repeatFrom"

  static func keys(_ part: PlanPart) -> [String] {
    PlanName.keys(part, notes: notes, origin: origin)
  }

  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan
  ) {
    switch part {
    case .priority:
      let number = value(PlanName.priority, kept)?.integerValue.map { Int($0) }
      plan.priority = number.flatMap { TaskPlan.priorities.contains($0) ? $0 : nil }
    case .wait: plan.wait = value(PlanName.wait, kept)?.stringValue.flatMap { CalendarTime($0) }
    case .scheduled:
      plan.scheduled = value(PlanName.scheduled, kept)?.stringValue.flatMap { CalendarTime($0) }
    case .links:
      let ids = value(PlanName.depends, kept)?.arrayValue ?? []
      plan.depends = Set(ids.compactMap { $0.stringValue.flatMap { UUID($0) } }).sorted()
      plan.parent = value(PlanName.parent, kept)?.stringValue.flatMap { UUID($0) }
    case .notes: plan.notes = kept[notes].map(NotesJSON.notes) ?? []
    case .origin:
      plan.repeatsFromCompletion = value(origin, kept)?.stringValue == PlanName.completion
    case .assigned: plan.assigned = TaskPlan.assigned(value(PlanName.assigned, kept)?.stringValue)
    }
  }

  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields {
    var own: KeptFields = [:]
    switch part {
    case .priority: own[PlanName.priority] = plan.priority.map { "\($0)" }
    case .wait: own[PlanName.wait] = plan.wait.map { JSON.text(.string($0.description)) }
    case .scheduled:
      own[PlanName.scheduled] = plan.scheduled.map { JSON.text(.string($0.description)) }
    case .links:
      if !plan.depends.isEmpty {
        own[PlanName.depends] = JSON.text(.array(plan.depends.map { .string($0.description) }))
      }
      own[PlanName.parent] = plan.parent.map { "\"\($0)\"" }
    case .notes: own[notes] = plan.notes.isEmpty ? nil : NotesJSON.text(plan.notes)
    case .origin: own[origin] = plan.repeatsFromCompletion ? "\"\(PlanName.completion)\"" : nil
    case .assigned: own[PlanName.assigned] = plan.assigned.map { JSON.text(.string($0)) }
    }
    return own
  }

  private static func value(_ name: String, _ kept: KeptFields) -> JSONValue? {
    kept[name].flatMap { try? JSON.parse($0) }
  }
}

/// Notes as `[{"at":"2026-11-21T09:30:00Z","text":"…"}]`.
private enum NotesJSON {
  static func notes(_ text: String) -> [TaskNote] {
    // What is no JSON was not written by us.
    let values = (try? JSON.parse(text))?.arrayValue ?? []
    let notes = values.compactMap { value -> TaskNote? in
      guard let at = value["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
        return nil
      }
      return value["text"]?.stringValue.flatMap { TaskNote(at: at, $0) }
    }
    return Set(notes).sorted()
  }

  static func text(_ notes: [TaskNote]) -> String {
    JSON.text(
      .array(notes.map { ["at": .string($0.at.description), "text": .string($0.text)] }))
  }
}
