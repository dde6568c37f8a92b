internal import CivilTime

/// The properties of a VTODO that have a place in a record, as our own writer puts them.
enum VTodo {
  static let group = "X-MATE-GROUP"
  /// Until when a task was put off.
  static let wait = "X-MATE-WAIT"
  /// What is kept in the place of a SUMMARY that a task came without; it is no content line.
  static let noSummary = "-"

  /// Everything else is kept by its name.
  static let known: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "PERCENT-COMPLETE", "COMPLETED", "CREATED",
    "LAST-MODIFIED", "DTSTAMP", "DTSTART", "DUE", "DURATION", "RRULE", "CATEGORIES",
    "RECURRENCE-ID",
    group,
  ]

  /// RFC 5545 asks for no SUMMARY; the first line of the description is the next best.
  ///
  /// - Parameters:
  ///   - summary: The escaped value; nil without one.
  ///   - body: The description as a record has it.
  /// - Returns: One line that is never empty.
  static func title(summary: String?, body: String?) -> String {
    let title = TaskRecord.oneLine(summary.map(ICalendarText.unescaped) ?? "")
    guard title.isEmpty else { return title }
    let lines = body?.split(separator: "\n").map { TaskRecord.oneLine(String($0)) }
    guard let line = lines?.first(where: { !$0.isEmpty }) else { return "(no title)" }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(titleLength))).trimmed
  }

  /// Of a line of the description so much is a title, in Unicode scalars.
  private static let titleLength = 200

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
