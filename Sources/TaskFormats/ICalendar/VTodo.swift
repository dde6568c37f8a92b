internal import CivilTime

/// The properties of a VTODO that have a place in a record, as our own writer puts them.
enum VTodo {
  static let group = "X-MATE-GROUP"
  /// The title of a task that has neither SUMMARY nor DESCRIPTION, which is legal; never written.
  static let untitled = "(no title)"

  /// Everything else is kept by its name.
  static let known: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "PERCENT-COMPLETE", "COMPLETED", "CREATED",
    "LAST-MODIFIED", "DTSTAMP", "DTSTART", "DUE", "DURATION", "RRULE", "CATEGORIES",
    "RECURRENCE-ID",
    group,
  ]

  static func summary(_ record: TaskRecord) -> ContentLine {
    ContentLine(own: "SUMMARY", ICalendarText.escaped(record.title))
  }

  static func description(_ record: TaskRecord) -> ContentLine? {
    record.body.map { ContentLine(own: "DESCRIPTION", ICalendarText.escaped($0)) }
  }

  static func categories(_ record: TaskRecord) -> ContentLine? {
    guard !record.tags.isEmpty else { return nil }
    return ContentLine(
      own: "CATEGORIES", record.tags.map(ICalendarText.escaped).joined(separator: ","))
  }

  static func group(_ record: TaskRecord) -> ContentLine? {
    record.group.map { ContentLine(own: group, ICalendarText.escaped($0)) }
  }

  static func status(_ record: TaskRecord) -> ContentLine {
    switch record.state {
    case .todo: ContentLine(own: "STATUS", "NEEDS-ACTION")
    case .doing: ContentLine(own: "STATUS", "IN-PROCESS")
    case .done: ContentLine(own: "STATUS", "COMPLETED")
    }
  }

  static func rule(_ record: TaskRecord) -> ContentLine? {
    record.recurrence.map { ContentLine(own: "RRULE", $0.description) }
  }

  /// Seconds from DTSTART to the deadline, on the clock that both are written by; nil without one.
  static func startToDue(
    _ component: ICalendarComponent, _ due: CalendarTime?, _ zones: ZoneNames
  ) -> Int? {
    guard let line = component.property("DTSTART"), let due,
      let start = CalendarProperty.time(line, zones: zones)
    else { return nil }
    return Int(due.clockSeconds - start.clockSeconds)
  }
}

extension CalendarTime {
  /// Seconds on the clock that it is written by; midnight of a date.
  fileprivate var clockSeconds: Int64 {
    CivilDateTime(date, time ?? .midnight).seconds
  }
}
