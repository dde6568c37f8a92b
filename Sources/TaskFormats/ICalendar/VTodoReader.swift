internal import CivilTime
internal import Values

/// Reads the VTODO components of RFC 5545, section 3.6.2.
///
/// What has no place in a record is kept by the name of its property, as the unfolded lines that it
/// stood on; the same holds for what has a place and says more than fits there.
struct VTodoReader {
  private let zones: ZoneNames
  private var record = TaskRecord(id: UUID(high: 0, low: 0), title: "")
  private var notes: [LineProblem] = []
  private let component: ICalendarComponent

  static func read(_ bytes: [UInt8]) -> TaskReading {
    let parser = ICalendarParser(bytes)
    var reading = TaskReading()
    reading.bad = parser.problems
    reading.excess = parser.excess
    for component in parser.found { read(component, ZoneNames(component), into: &reading) }
    reading.bad.sort { $0.line < $1.line }
    return reading
  }

  private static func read(
    _ component: ICalendarComponent, _ zones: ZoneNames, into reading: inout TaskReading
  ) {
    switch component.name {
    case "VCALENDAR":
      reading.bad += component.problems
      for child in component.components { read(child, zones, into: &reading) }
    case "VTODO":
      if let problem = component.firstProblem {
        reading.bad.append(problem)
        return
      }
      reading.attempt(line: component.line) { reading throws(FormatProblem) in
        var reader = VTodoReader(zones: zones, component: component)
        try reader.read()
        try reading.add(reader.record, line: component.line)
        reading.notes += reader.notes
      }
    case "VTIMEZONE": break
    default: reading.note(.notATask(component.name), line: component.line)
    }
  }

  /// One task of a calendar, and what of it is not followed.
  static func record(
    _ component: ICalendarComponent, in calendar: ICalendarComponent
  ) throws(FormatProblem) -> (TaskRecord, [LineProblem]) {
    var reader = VTodoReader(zones: ZoneNames(calendar), component: component)
    try reader.read()
    return (reader.record, reader.notes)
  }

  private init(zones: ZoneNames, component: ICalendarComponent) {
    self.zones = zones
    self.component = component
  }

  // MARK: One task

  private mutating func read() throws(FormatProblem) {
    // The parser counts properties only: a calendar may have more components, a task may not.
    guard component.components.count <= FormatBounds.fields else {
      throw .tooMany(.fields, FormatBounds.fields)
    }
    keepUnknown()
    try readTexts()
    readState()
    try readTimes()
    readRecurrence()
    try readIdentity()
    readAlarms()
  }

  private mutating func keep(_ line: ContentLine) {
    let key = TaskFormat.ics.key(line.name)
    record.extras[key] = record.extras[key].map { "\($0)\n\(line.raw)" } ?? line.raw
  }

  /// Keeps a known property where our own line for its value is another one.
  private mutating func keep(_ line: ContentLine?, unless own: ContentLine?) {
    if let line, line.raw != own?.raw { keep(line) }
  }

  private mutating func keepUnknown() {
    for line in component.properties where !VTodo.known.contains(line.name) { keep(line) }
    for child in component.components where child.name != "VALARM" {
      let key = TaskFormat.ics.key("BEGIN:\(child.name)")
      let lines = child.lines.joined(separator: "\n")
      record.extras[key] = record.extras[key].map { "\($0)\n\(lines)" } ?? lines
    }
  }

  private mutating func readTexts() throws(FormatProblem) {
    let summary = component.property("SUMMARY")
    let description = component.property("DESCRIPTION")
    record.body = TaskRecord.text(description.map { ICalendarText.unescaped($0.value) })
    record.title = VTodo.title(summary: summary?.value, body: record.body)
    if summary == nil { record.extras[TaskFormat.ics.key("SUMMARY")] = VTodo.noSummary }
    keep(summary, unless: VTodo.summary(record))
    keep(description, unless: VTodo.description(record))
    let categories = component.properties.filter { $0.name == "CATEGORIES" }
    record.tags = TaskRecord.normalTags(categories.flatMap { ICalendarText.list($0.value) })
    if categories.map(\.raw) != [VTodo.categories(record)?.raw].compactMap(\.self) {
      for line in categories { keep(line) }
    }
    let group = component.property(VTodo.group)
    record.group = TaskRecord.text(group.map { ICalendarText.unescaped($0.value) })
    keep(group, unless: VTodo.group(record))
  }

  private mutating func readState() {
    let status = component.property("STATUS")
    switch status.map({ $0.value.trimmed.uppercased() }) {
    case "COMPLETED", "CANCELLED": record.state = .done
    case "IN-PROCESS": record.state = .doing
    case nil: record.state = component.property("COMPLETED") == nil ? .todo : .done
    case "NEEDS-ACTION": break
    case let other?: note(.invalidValue("STATUS", other), at: status)
    }
    keep(status, unless: VTodo.status(record))
    if let percent = component.property("PERCENT-COMPLETE"), record.state != .done { keep(percent) }
  }

  private mutating func note(_ problem: FormatProblem, at line: ContentLine?) {
    notes.append(LineProblem(line: line?.line ?? component.line, problem))
  }

  private mutating func readTimes() throws(FormatProblem) {
    record.created = stamp("CREATED")
    record.changed = stamp("LAST-MODIFIED") ?? stamp("DTSTAMP")
    record.completed = record.state == .done ? try instant("COMPLETED") : nil
    record.due = try time("DUE")
    let start = component.property("DTSTART")
    if record.due == nil, let begin = try time("DTSTART"),
      let length = component.property("DURATION"), let seconds = DurationText.seconds(length.value)
    {
      record.due = begin.adding(seconds: seconds)
      keep(length)
      if let start { keep(start) }
    } else {
      if let length = component.property("DURATION") { keep(length) }
      // Our own writer gives a series a start, which is its deadline.
      let own = component.property("RRULE") == nil ? nil : record.due
      keep(start, unless: own.map { CalendarProperty.line("DTSTART", $0) })
    }
  }

  /// When an object was made or written: where that cannot be read it is told, and no task is lost
  /// for it, nor all others of its file.
  private mutating func stamp(_ name: String) -> Timestamp? {
    do throws(FormatProblem) {
      return try instant(name)
    } catch {
      note(error, at: component.property(name))
      return nil
    }
  }

  private mutating func instant(_ name: String) throws(FormatProblem) -> Timestamp? {
    guard let line = component.property(name) else { return nil }
    guard let instant = CalendarProperty.instant(line, zones: zones) else {
      throw .invalidValue(name, line.value)
    }
    noteZone(of: line)
    return instant
  }

  private mutating func time(_ name: String) throws(FormatProblem) -> CalendarTime? {
    guard let line = component.property(name) else { return nil }
    guard let time = CalendarProperty.time(line, zones: zones) else {
      throw .invalidValue(name, line.value)
    }
    noteZone(of: line)
    return time
  }

  /// A time in a zone that nobody knows is no reason to lose a task, and none to be silent.
  private mutating func noteZone(of line: ContentLine) {
    guard let zone = line.parameter("TZID") else { return }
    if zones.isUnknown(zone) {
      note(.unknownZone(String(zone.prefix(60))), at: line)
    } else if zones.isOffsetAlone(zone) {
      note(.offsetZone(String(zone.prefix(60))), at: line)
    }
  }

  /// A rule that is not followed is kept and noted: a task is not lost for it.
  private mutating func readRecurrence() {
    let rules = component.properties.filter { $0.name == "RRULE" }
    for line in component.properties where ["EXDATE", "RDATE", "EXRULE"].contains(line.name) {
      note(.notFollowed(line.name), at: line)
    }
    guard rules.count == 1, let line = rules.first else {
      for line in rules {
        keep(line)
        note(.twice("RRULE"), at: line)
      }
      return
    }
    do throws(RecurrenceFailure) {
      record.recurrence = try RecurrenceRule(line.value.trimmed)
      keep(line, unless: VTodo.rule(record))
    } catch {
      keep(line)
      note(.recurrence(error), at: line)
    }
  }

  /// A UID that is no UUID, or not written as we write it, is kept; an instance of a series has an
  /// id of its own beside its series'.
  private mutating func readIdentity() throws(FormatProblem) {
    guard let line = component.property("UID"), !line.value.isEmpty else {
      record.id = DerivedIDs.id(.ics, "\(record.title)\u{0}\(record.created?.description ?? "")")
      return
    }
    let uid = ICalendarText.unescaped(line.value)
    record.id = UUID(uid) ?? DerivedIDs.id(.ics, uid)
    if uid != record.id.description { keep(line) }
    guard let instance = component.property("RECURRENCE-ID") else { return }
    guard let time = CalendarProperty.time(instance, zones: zones) else {
      throw .invalidValue("RECURRENCE-ID", instance.value)
    }
    if record.extras[TaskFormat.ics.key("UID")] == nil { keep(line) }
    keep(instance)
    record.id = UUID(occurrenceOf: record.id, on: time.date)
  }

  private mutating func readAlarms() {
    let alarms = component.components.filter { $0.name == "VALARM" }
    guard !alarms.isEmpty else { return }
    let startToDue = VTodo.startToDue(component, record.due, zones)
    var reminders: Set<Reminder> = []
    var kept: [String] = []
    for alarm in alarms {
      let reminder = VAlarm.reminder(alarm, startToDue: startToDue)
      if let reminder { reminders.insert(reminder) }
      if alarm.lines != reminder.flatMap({ VAlarm.lines($0, title: record.title) }) {
        kept += alarm.lines
      }
    }
    record.reminders = reminders.sorted()
    if !kept.isEmpty {
      record.extras[TaskFormat.ics.key("VALARM")] = kept.joined(separator: "\n")
    }
  }
}

extension ICalendarComponent {
  /// The first problem within this component or one in it.
  var firstProblem: LineProblem? {
    (problems + components.compactMap(\.firstProblem)).min { $0.line < $1.line }
  }
}

extension CalendarTime {
  /// So many seconds later on the same clock; whole days of a date.
  func adding(seconds: Int) -> CalendarTime? {
    let moved = { (time: CivilDateTime) in CivilDateTime(seconds: time.seconds + Int64(seconds)) }
    return switch self {
    case .date(let date): date.adding(days: seconds / 86_400).map { .date($0) }
    case .floating(let time): moved(time).map { .floating($0) }
    case .utc(let time): moved(time).map { .utc($0) }
    case .zoned(let time, let zone): moved(time).map { .zoned($0, zone: zone) }
    }
  }
}
