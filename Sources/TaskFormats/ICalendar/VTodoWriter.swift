internal import CivilTime
internal import Values

/// Writes a calendar of VTODO components, with the definitions of the zones that they name.
struct VTodoWriter {
  static let product = "-//Mate//project//EN"

  /// One after another: a whole board at once takes as much memory again, and time.
  private var tasks: VTodoBytes
  private var zones = VTimeZoneWriter()

  /// - Parameter count: Tasks that will be appended, about.
  init(expecting count: Int) { tasks = VTodoBytes(expecting: count) }

  mutating func append(_ record: TaskRecord) {
    zones.take(record)
    tasks.append(record)
  }

  /// The calendar with all that was appended.
  consuming func calendar(_ context: FormatContext) -> [UInt8] {
    let head =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(Self.product)"] + zones.lines(context)
    return tasks.enclosed(by: head, ["END:VCALENDAR"])
  }

  /// One task as unfolded lines.
  static func component(_ record: TaskRecord) -> [String] {
    var task = KeptProperties(record)
    var lines = ["BEGIN:VTODO"]
    lines.append(task.take("UID") { _ in true } ?? "UID:\(record.id)")
    if let instance = task.take("RECURRENCE-ID", where: { _ in true }) { lines.append(instance) }
    lines += times(record)
    lines += texts(record, &task)
    lines += state(record, &task)
    lines += deadline(record, &task)
    lines += task.rest
    lines += alarms(record, task.alarms)
    lines += task.components
    lines.append("END:VTODO")
    return lines
  }

  private static func times(_ record: TaskRecord) -> [String] {
    let stamp = record.changed ?? record.created ?? Timestamp(microseconds: 0)
    var times = [CalendarProperty.line("DTSTAMP", stamp)]
    times.append(record.created.flatMap { CalendarProperty.line("CREATED", $0) })
    times.append(record.changed.flatMap { CalendarProperty.line("LAST-MODIFIED", $0) })
    return times.compactMap { $0?.raw }
  }

  private static func texts(_ record: TaskRecord, _ task: inout KeptProperties) -> [String] {
    let cameWithout =
      record.extras[TaskFormat.ics.key("SUMMARY")] == VTodo.noSummary
      && VTodo.title(summary: nil, body: record.body) == record.title
    let summary = task.take("SUMMARY") { line in
      VTodo.title(summary: line.value, body: record.body) == record.title
    }
    let description = task.take("DESCRIPTION") { line in
      TaskRecord.text(ICalendarText.unescaped(line.value)) == record.body
    }
    let categories = task.takeAll("CATEGORIES") { lines in
      TaskRecord.normalTags(lines.flatMap { ICalendarText.list($0.value) }) == record.tags
    }
    let group = task.take(VTodo.group) { line in
      TaskRecord.text(ICalendarText.unescaped(line.value)) == record.group
    }
    var lines: [String?] = [summary ?? (cameWithout ? nil : VTodo.summary(record).raw)]
    lines.append(description ?? VTodo.description(record)?.raw)
    lines += categories ?? [VTodo.categories(record)?.raw]
    lines.append(group ?? VTodo.group(record)?.raw)
    return lines.compactMap(\.self)
  }

  private static func state(_ record: TaskRecord, _ task: inout KeptProperties) -> [String] {
    let status = task.take("STATUS") { line in
      switch line.value.trimmed.uppercased() {
      case "COMPLETED", "CANCELLED": record.state == .done
      case "IN-PROCESS": record.state == .doing
      default: record.state == .todo
      }
    }
    let percent = task.take("PERCENT-COMPLETE") { _ in record.state != .done }
    var lines = [status ?? VTodo.status(record).raw]
    if record.state == .done {
      lines.append("PERCENT-COMPLETE:100")
      if let line = record.completed.flatMap({ CalendarProperty.line("COMPLETED", $0) }) {
        lines.append(line.raw)
      }
    } else if let percent {
      lines.append(percent)
    }
    return lines
  }

  private static func deadline(_ record: TaskRecord, _ task: inout KeptProperties) -> [String] {
    let rule = task.take("RRULE") { line in
      record.recurrence == nil || (try? RecurrenceRule(line.value)) == record.recurrence
    }
    // A rule that was not followed stays as long as the record has none of its own.
    let ownRule = rule ?? VTodo.rule(record)?.raw
    let start = task.take("DTSTART") { _ in true }
    let length = task.take("DURATION") { _ in true }
    if let start, let length, Self.due(start, length) == record.due, record.due != nil {
      return [start, length, ownRule].compactMap(\.self)
    }
    guard let due = record.due else { return [start, ownRule].compactMap(\.self) }
    // RFC 5545 wants a series to have a start; as Apple's reminders do, that is the deadline.
    let ownStart = ownRule == nil ? nil : CalendarProperty.line("DTSTART", due).raw
    return [start ?? ownStart, CalendarProperty.line("DUE", due).raw, ownRule].compactMap(\.self)
  }

  /// The deadline that a start and a duration make.
  private static func due(_ start: String, _ length: String) -> CalendarTime? {
    guard let start = KeptProperties.line(start), let length = KeptProperties.line(length),
      let time = CalendarProperty.time(start, zones: ZoneNames()),
      let seconds = DurationText.seconds(length.value)
    else { return nil }
    return time.adding(seconds: seconds)
  }

  /// Alarms that were kept, less those whose reminder is gone, and ours for the other reminders.
  private static func alarms(_ record: TaskRecord, _ kept: [ICalendarComponent]) -> [String] {
    var left = record.reminders
    var lines: [String] = []
    var task = ICalendarComponent("VTODO")
    if let start = record.extras[TaskFormat.ics.key("DTSTART")].flatMap(KeptProperties.line) {
      task.properties = [start]
    }
    let startToDue = VTodo.startToDue(task, record.due, ZoneNames())
    for alarm in kept {
      if let reminder = VAlarm.reminder(alarm, startToDue: startToDue) {
        guard record.reminders.contains(reminder) else { continue }
        left.removeAll { $0 == reminder }
      }
      lines += alarm.lines
    }
    return lines + left.flatMap { VAlarm.lines($0, title: record.title) ?? [] }
  }
}

/// What a record brought from its calendar, taken out piece by piece.
struct KeptProperties {
  private var values: [(name: String, value: String)]
  let alarms: [ICalendarComponent]
  let components: [String]

  private static let componentMark = "BEGIN:"

  init(_ record: TaskRecord) {
    let extras = TaskFormat.ics.extras(of: record)
    values = extras.filter {
      $0.name != "VALARM" && !$0.name.startsWithBytes(of: Self.componentMark)
    }
    components = extras.filter { $0.name.startsWithBytes(of: Self.componentMark) }
      .flatMap { Self.safeLines($0.value) }
    let text = extras.first { $0.name == "VALARM" }?.value ?? ""
    alarms = ICalendarParser(Array(text.utf8)).found.filter { $0.firstProblem == nil }
  }

  /// Takes a property out; its line where it is one that `fits`.
  mutating func take(_ name: String, where fits: (ContentLine) -> Bool) -> String? {
    takeAll(name) { lines in lines.first.map(fits) ?? false }?.first
  }

  mutating func takeAll(_ name: String, where fit: ([ContentLine]) -> Bool) -> [String]? {
    guard let index = values.firstIndex(where: { $0.name == name }) else { return nil }
    let lines = Self.safeLines(values.remove(at: index).value).compactMap(Self.line)
    return !lines.isEmpty && fit(lines) ? lines.map(\.raw) : nil
  }

  /// What nobody took.
  var rest: [String] {
    values.filter { !VTodo.known.contains($0.name) }.flatMap { Self.safeLines($0.value) }
      .filter { Self.line($0) != nil }
  }

  static func line(_ text: String) -> ContentLine? {
    // A value that is no content line came from elsewhere and cannot stand in a calendar.
    try? ContentLine(text, line: 0)
  }

  private static func safeLines(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map(String.init)
  }
}
