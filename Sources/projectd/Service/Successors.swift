internal import CivilTime
internal import TaskFormats
internal import Values

/// What the next one of a series takes over from the one that is done.
extension Projects {
  /// Fields that speak of one occurrence alone.
  private static let ofOne: Set<String> = [
    "ics:UID", "ics:RECURRENCE-ID", "ics:DTSTART", "ics:DURATION", "ics:SEQUENCE", "ics:STATUS",
    "ics:PERCENT-COMPLETE", "ics:EXDATE", "ics:RDATE", "ics:X-APPLE-SORT-ORDER", "todotxt:line",
    "taskwarrior:start", "taskwarrior:end", "taskwarrior:mask", "taskwarrior:imask",
    "taskwarrior:parent", "taskwarrior:status", "taskwarrior:wait", "taskwarrior:scheduled",
    "taskwarrior:until", "taskwarrior:id", "taskwarrior:urgency", "taskwarrior:annotations",
  ]

  /// Reminders, priority, place and whatever imports brought are in the store only.
  func carrying(_ edits: [Edit]) throws -> [Edit] {
    try edits.map { edit in
      guard let number = edit.predecessor else { return edit }
      var edit = edit
      let distance = Self.distance(from: board[number], to: edit, zones)
      for (field, register) in try registers(of: number).entries {
        guard let value = register.value else { continue }
        switch field {
        case .extra(let name) where !Self.ofOne.contains(name):
          edit.set(field, from: nil, to: value)
        case .reminder(let text): edit.set(Self.moved(text, distance), from: nil, to: value)
        case .priority, .parent, .repeatFrom, .assigned: edit.set(field, from: nil, to: value)
        case .wait, .scheduled:
          edit.set(field, from: nil, to: Self.moved(time: value, distance, zones))
        default: break
        }
      }
      return edit
    }
  }

  /// Seconds between the two deadlines.
  private static func distance(from project: Project, to edit: Edit, _ zones: Zones) -> Int64 {
    let due = edit.values.first { $0.field == .deadline }?.after.flatMap { CalendarTime($0) }
    guard let due, let before = project.due else { return 0 }
    return Due(due, zones: zones).key.seconds - before.key.seconds
  }

  /// A time of a plan moves with its deadline: by whole days, where the clock is not changed by it.
  private static func moved(time text: String, _ distance: Int64, _ zones: Zones) -> String? {
    guard let time = CalendarTime(text) else { return nil }
    let days = Int((distance + (distance < 0 ? -43_200 : 43_200)) / 86_400)
    guard let date = time.date.adding(days: days) else { return nil }
    return time.moved(to: date).description
  }

  /// A reminder at an instant moves with its deadline.
  private static func moved(_ text: String, _ distance: Int64) -> Field {
    guard case .at(let instant)? = Reminder(text) else { return .reminder(text) }
    return .reminder(Reminder.at(instant.adding(seconds: Double(distance))).description)
  }
}
