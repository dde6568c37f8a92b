internal import CivilTime
internal import IPCProtocol
internal import Values

/// Taskwarrior's `priority`, `wait`, `scheduled`, `depends` and `annotations`.
///
/// What its attributes have no room for stands in attributes of our own beside them.
enum TaskwarriorPlan: PlanNotation {
  private static let letters = [("H", 1), ("M", 5), ("L", 9)]
  private static let completion = "completion"

  static func keys(_ part: PlanPart) -> [String] {
    switch part {
    case .priority: ["priority", "matepriority"]
    case .wait: ["wait", "matewait"]
    case .scheduled: ["scheduled", "matescheduled"]
    case .links: ["depends", "mateparent"]
    case .notes: ["annotations"]
    case .origin: ["materepeatfrom"]
    case .assigned: ["assigned"]
    }
  }

  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan
  ) {
    switch part {
    case .priority: plan.priority = priority(kept)
    case .wait: plan.wait = time("wait", kept, context)
    case .scheduled: plan.scheduled = time("scheduled", kept, context)
    case .links:
      plan.depends = Set(depends(kept).compactMap { UUID($0) }).sorted()
      plan.parent = text("mateparent", kept).flatMap { UUID($0) }
    case .notes:
      plan.notes = Set(annotations(kept).compactMap { note($0, of: record, context) }).sorted()
    case .origin: plan.repeatsFromCompletion = text("materepeatfrom", kept) == completion
    case .assigned: plan.assigned = TaskPlan.assigned(text("assigned", kept))
    }
  }

  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields {
    switch part {
    case .priority:
      guard let priority = plan.priority else { return [:] }
      let letter = letter(priority)
      let own = ["priority": JSON.text(.string(letter))]
      if letters.contains(where: { $0 == (letter, priority) }) { return own }
      return own.merging(["matepriority": "\"\(priority)\""]) { $1 }
    case .wait: return times("wait", plan.wait, context)
    case .scheduled: return times("scheduled", plan.scheduled, context)
    case .links:
      var own: KeptFields = [:]
      if !plan.depends.isEmpty {
        own["depends"] = JSON.text(.array(plan.depends.map { .string($0.description) }))
      }
      own["mateparent"] = plan.parent.map { "\"\($0)\"" }
      return own
    case .notes:
      guard !plan.notes.isEmpty else { return [:] }
      return ["annotations": JSON.text(.array(plan.notes.map(json)))]
    case .origin:
      return plan.repeatsFromCompletion ? ["materepeatfrom": "\"\(completion)\""] : [:]
    case .assigned: return plan.assigned.map { ["assigned": JSON.text(.string($0))] } ?? [:]
    }
  }

  // MARK: Priority

  /// High, medium and low of RFC 5545, section 3.8.1.9.
  private static func letter(_ priority: Int) -> String {
    priority < 5 ? "H" : priority == 5 ? "M" : "L"
  }

  /// The exact number is ours, as long as Taskwarrior's own letter still goes with it.
  private static func priority(_ kept: KeptFields) -> Int? {
    guard let letter = text("priority", kept) else { return nil }
    if let own = text("matepriority", kept).flatMap({ Int($0) }),
      TaskPlan.priorities.contains(own), self.letter(own) == letter
    {
      return own
    }
    return letters.first { $0.0 == letter }?.1
  }

  // MARK: Times

  private static func time(
    _ name: String, _ kept: KeptFields, _ context: FormatContext
  ) -> CalendarTime? {
    let own = text("mate" + name, kept).flatMap { CalendarTime($0) }
    guard let instant = text(name, kept).flatMap({ TaskwarriorDate.instant($0, context) }) else {
      return own.flatMap { TaskwarriorDate.text(context.instant($0)) == nil ? $0 : nil }
    }
    if let own, context.instant(own).wholeSeconds == instant.wholeSeconds { return own }
    return context.calendarTime(instant)
  }

  private static func times(
    _ name: String, _ time: CalendarTime?, _ context: FormatContext
  ) -> KeptFields {
    guard let time else { return [:] }
    let instant = context.instant(time)
    var own: KeptFields = [:]
    own[name] = TaskwarriorDate.text(instant).map { "\"\($0)\"" }
    if own.isEmpty || context.calendarTime(instant) != time {
      own["mate" + name] = JSON.text(.string(time.description))
    }
    return own
  }

  // MARK: Lists

  /// An array, and in versions before 2.6 a text with commas.
  private static func depends(_ kept: KeptFields) -> [String] {
    guard let value = kept["depends"].flatMap({ try? JSON.parse($0) }) else { return [] }
    if let texts = value.arrayValue { return texts.compactMap(\.stringValue) }
    return (value.stringValue ?? "").parts(between: 0x2C).map(String.init)
  }

  private static func annotations(_ kept: KeptFields) -> [JSONValue] {
    kept["annotations"].flatMap { try? JSON.parse($0) }?.arrayValue ?? []
  }

  private static func note(
    _ value: JSONValue, of record: TaskRecord, _ context: FormatContext
  ) -> TaskNote? {
    let entry = value["entry"]?.stringValue.flatMap { TaskwarriorDate.instant($0, context) }
    let at = entry ?? record.created ?? record.changed ?? Timestamp(microseconds: 0)
    return value["description"]?.stringValue.flatMap { TaskNote(at: at, $0) }
  }

  private static func json(_ note: TaskNote) -> JSONValue {
    let time = TaskwarriorDate.text(note.at) ?? "19800101T000000Z"
    return ["entry": .string(time), "description": .string(note.text)]
  }

  /// What is no JSON was not read from Taskwarrior.
  private static func text(_ name: String, _ kept: KeptFields) -> String? {
    kept[name].flatMap { try? JSON.parse($0).stringValue }
  }
}

extension TaskRecord {
  /// Whether the body is what was once made of Taskwarrior's annotations: their texts, one a line.
  package var isDescribedByNotes: Bool {
    guard let body, let kept = extras[TaskFormat.taskwarrior.key("annotations")] else {
      return false
    }
    let notes = (try? JSON.parse(kept))?.arrayValue ?? []
    return body == notes.compactMap { $0["description"]?.stringValue }.joined(separator: "\n")
  }
}
