internal import CivilTime
internal import Values

/// `(A)`, and words: `t:` (topydo, SimpleTask: hidden until then) and others of our own.
enum TodoTxtPlan: PlanNotation {
  static func keys(_ part: PlanPart) -> [String] {
    switch part {
    case .priority: [TodoTxtLine.priority]
    case .wait: ["t:"]
    case .scheduled: ["scheduled:"]
    case .links: ["depends:", "parent:"]
    case .notes: ["note:"]
    case .origin: [TodoTxtLine.origin]
    case .assigned: ["assigned:"]
    }
  }

  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan
  ) {
    switch part {
    case .priority: plan.priority = kept[TodoTxtLine.priority].flatMap(priority)
    case .wait: plan.wait = words("t:", kept).first.flatMap { CalendarTime($0) }
    case .scheduled: plan.scheduled = words("scheduled:", kept).first.flatMap { CalendarTime($0) }
    case .links:
      plan.depends = Set(words("depends:", kept).compactMap { UUID($0) }).sorted()
      plan.parent = words("parent:", kept).first.flatMap { UUID($0) }
    case .notes: plan.notes = Set(words("note:", kept).compactMap(note)).sorted()
    case .origin: plan.repeatsFromCompletion = kept[TodoTxtLine.origin] == TodoTxtLine.completion
    case .assigned: plan.assigned = TaskPlan.assigned(words("assigned:", kept).first)
    }
  }

  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields {
    var own: KeptFields = [:]
    switch part {
    case .priority: own[TodoTxtLine.priority] = plan.priority.map(letter)
    case .wait: own["t:"] = text(plan.wait.map { [$0.description] } ?? [])
    case .scheduled: own["scheduled:"] = text(plan.scheduled.map { [$0.description] } ?? [])
    case .links:
      own["depends:"] = text(plan.depends.map(\.description))
      own["parent:"] = text(plan.parent.map { [$0.description] } ?? [])
    case .notes: own["note:"] = text(plan.notes.map { "\($0.at),\($0.text)" })
    case .origin:
      own[TodoTxtLine.origin] = plan.repeatsFromCompletion ? TodoTxtLine.completion : nil
    case .assigned: own["assigned:"] = text(plan.assigned.map { [$0] } ?? [])
    }
    return own
  }

  /// `A` to `I` are 1 to 9; what comes behind is no more than the last of them.
  private static func priority(_ letter: String) -> Int? {
    guard TodoTxtWord.priority("(\(letter))") != nil, let byte = letter.utf8.first else {
      return nil
    }
    return min(Int(byte - UInt8(ascii: "A")) + 1, TaskPlan.priorities.upperBound)
  }

  private static func letter(_ priority: Int) -> String {
    String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(clamping: priority - 1)))
  }

  private static func note(_ text: String) -> TaskNote? {
    // At bytes: a comma before a combining accent is no character of its own.
    guard let comma = text.utf8.firstIndex(of: 0x2C),
      let at = Timestamp(rfc3339: String(text[..<comma]))
    else { return nil }
    return TaskNote(at: at, String(text[text.utf8.index(after: comma)...]))
  }

  private static func words(_ name: String, _ kept: KeptFields) -> [String] {
    (kept[name] ?? "").parts(between: 0x20).filter { !$0.isEmpty }.map { PercentCode.decoded($0) }
  }

  private static func text(_ words: [String]) -> String? {
    words.isEmpty ? nil : words.map(PercentCode.encoded).joined(separator: " ")
  }
}
