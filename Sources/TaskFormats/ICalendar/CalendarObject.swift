internal import CivilTime
internal import Values

/// One calendar object of a CalDAV server: a task, and what else its text holds.
///
/// Where a task is written back only its own component is replaced: definitions of zones, changed
/// instances of a series and properties of the calendar stay as they were.
package struct CalendarObject: Sendable {
  private let calendar: ICalendarComponent
  private let index: Int
  package let record: TaskRecord
  /// What is kept and not followed.
  package let notes: [LineProblem]

  /// The dates of a series that stand beside it with words of their own (RECURRENCE-ID), as they are written.
  package let exceptions: [String]

  /// - Throws: ``FormatProblem``; `notATask` where there is no VTODO in it.
  package init(_ text: String) throws(FormatProblem) {
    let parser = ICalendarParser(ByteOrderMark.dropped(from: Array(text.utf8)))
    if let problem = parser.problems.first { throw problem.problem }
    guard let calendar = parser.found.first(where: { $0.name == "VCALENDAR" }) else {
      throw .missing("VCALENDAR")
    }
    let tasks = calendar.components.indices.filter { calendar.components[$0].name == "VTODO" }
    // The task itself rather than one of its changed instances.
    let own = tasks.first { calendar.components[$0].property("RECURRENCE-ID") == nil }
    guard let index = own ?? tasks.first else {
      throw .notATask(calendar.components.map(\.name).first { $0 != "VTIMEZONE" } ?? "VCALENDAR")
    }
    if let problem = calendar.firstProblem { throw problem.problem }
    (record, notes) = try VTodoReader.record(calendar.components[index], in: calendar)
    exceptions = tasks.filter { $0 != index }.compactMap {
      calendar.components[$0].property("RECURRENCE-ID")?.value
    }
    self.calendar = calendar
    self.index = index
  }

  /// The text with another version of the task in it.
  package func text(with record: TaskRecord, _ context: FormatContext) -> String {
    var lines = ["BEGIN:VCALENDAR"] + calendar.properties.map(\.raw)
    let defined = Set(
      calendar.components.filter { $0.name == "VTIMEZONE" }
        .compactMap { $0.property("TZID")?.value })
    var zones = VTimeZoneWriter(except: defined)
    zones.take(record)
    lines += zones.lines(context)
    for (place, component) in calendar.components.enumerated() {
      lines += place == index ? VTodoWriter.component(record) : component.lines
    }
    return String(decoding: ContentFolding.folded(lines + ["END:VCALENDAR"]), as: UTF8.self)
  }

  /// The text of a task that is on no server yet.
  package static func text(of record: TaskRecord, _ context: FormatContext) -> String {
    var writer = VTodoWriter(expecting: 1)
    writer.append(record)
    return String(decoding: writer.calendar(context), as: UTF8.self)
  }

  /// Whether two versions are the same to a calendar.
  ///
  /// When they were changed does not count, nor what only other formats know, nor when they were made: two boards
  /// that have made the next one of a series in the same second or not would never end telling each other of it.
  package static func isSame(_ one: TaskRecord, _ other: TaskRecord) -> Bool {
    comparable(one) == comparable(other)
  }

  private static func comparable(_ record: TaskRecord) -> TaskRecord {
    var record = record
    record.changed = nil
    record.created = nil
    record.completed = record.completed.map {
      Timestamp(microseconds: $0.wholeSeconds * 1_000_000)
    }
    let own = TaskFormat.ics.key("")
    record.extras = record.extras.filter { $0.key.startsWithBytes(of: own) }
    return record
  }
}
