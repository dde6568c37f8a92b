internal import CivilTime
internal import IPCProtocol
internal import Values

/// Names of Taskwarrior's JSON; see `task export` and its documentation of the format (task.json).
enum Taskwarrior {
  /// Attributes with a place in ``TaskRecord``; `id` and `urgency` are computed there anew.
  static let known: Set<String> = [
    "uuid", "description", "status", "entry", "modified", "end", "due", "project", "tags", "id",
    "urgency", ownDue, ownRule, ownReminders, ownBody,
  ]
  /// What Taskwarrior has no attribute for travels in attributes of our own, which it keeps: the
  /// calendar time of a deadline, of which it knows the instant only, and the rule of recurrence.
  ///
  /// Its own `recur` makes a template that breeds tasks with ids of its own; then two programs
  /// would each make the next occurrence.
  static let ownDue = "matedue"
  static let ownRule = "materrule"
  static let ownReminders = "matereminders"
  /// The description: annotations are notes, each with its time.
  static let ownBody = "matebody"

  /// When a task that is being done was begun, as far as a record says: it does not.
  static func start(of record: TaskRecord) -> String {
    let start = record.changed ?? record.created
    return start.flatMap(TaskwarriorDate.text) ?? "19800101T000000Z"
  }
}

/// Reads what `task export` writes.
struct TaskwarriorReader {
  private let context: FormatContext
  private var ids = DerivedIDs()
  /// The lines of templates, and the templates of tasks that are still to be done.
  private var templates: [UUID: Int] = [:]
  private var parents: Set<UUID> = []

  static func read(_ bytes: [UInt8], _ context: FormatContext) -> TaskReading {
    var reader = TaskwarriorReader(context: context)
    var reading = TaskReading()
    JSONObjectList.read(bytes, into: &reading) { reading, element throws(FormatProblem) in
      try reader.read(element, into: &reading)
    }
    let doubled = reader.templates.filter { reader.parents.contains($0.key) }.map(\.value)
    for line in doubled.sorted() { reading.note(.templateBesideTask, line: line) }
    return reading
  }

  private init(context: FormatContext) { self.context = context }

  private mutating func read(
    _ element: JSONObjectList.Element, into reading: inout TaskReading
  ) throws(FormatProblem) {
    let title = TaskRecord.oneLine(try element.string("description") ?? "")
    guard !title.isEmpty else { throw .missing("description") }
    let status = try element.string("status") ?? "pending"
    guard status != "deleted" else {
      reading.note(.deletedTask, line: element.line)
      return
    }
    let entry = element["entry"].map { $0.stringValue ?? JSON.text($0) } ?? ""
    let id = try element.value("uuid") { UUID($0) } ?? ids.id(.taskwarrior, "\(entry) \(title)")
    var record = TaskRecord(id: id, title: title)
    record.extras = element.unknown(.taskwarrior, known: Taskwarrior.known)
    record.state = try Self.state(status, isStarted: Self.says("start", element))
    if status == "waiting" || status == "recurring" {
      record.extras[TaskFormat.taskwarrior.key("status")] = "\"\(status)\""
    }
    record.created = try instant("entry", element)
    record.changed = try instant("modified", element)
    record.completed = record.state == .done ? try instant("end", element) : nil
    record.tags = TaskRecord.normalTags(try element.strings("tags"))
    record.group = try element.value("project") { $0 }
    record.due = try due(element)
    let reminders = element[Taskwarrior.ownReminders]?.stringValue ?? ""
    record.reminders = Set(reminders.parts(between: 0x20).compactMap { Reminder(String($0)) })
      .sorted()
    dropOwnStart(from: &record)
    record.body = TaskRecord.text(element[Taskwarrior.ownBody]?.stringValue)
    try Self.checkAnnotations(element)
    if let problem = try readRecurrence(element, into: &record) {
      reading.note(problem, line: element.line)
    }
    if record.recurrence == nil, record.state != .done, Self.says("until", element) {
      // Taskwarrior deletes it then.
      reading.note(.notFollowed("until"), line: element.line)
    }
    try reading.add(record, line: element.line)
    if status == "recurring" { templates[id] = element.line }
    if record.state != .done, let parent = element["parent"]?.stringValue.flatMap({ UUID($0) }) {
      parents.insert(parent)
    }
  }

  /// A start that our own writer would put is not kept.
  private func dropOwnStart(from record: inout TaskRecord) {
    let key = TaskFormat.taskwarrior.key("start")
    if record.extras[key] == "\"\(Taskwarrior.start(of: record))\"" { record.extras[key] = nil }
  }

  /// Whether an attribute says anything: an empty text is Taskwarrior's word for none.
  private static func says(_ name: String, _ element: JSONObjectList.Element) -> Bool {
    element[name].map { $0.stringValue != "" } ?? false
  }

  private static func state(
    _ status: String, isStarted: Bool
  ) throws(FormatProblem) -> TaskState {
    switch status {
    case "pending", "waiting", "recurring": isStarted ? .doing : .todo
    case "completed": .done
    default: throw .invalidValue("status", status)
    }
  }

  private func instant(
    _ name: String, _ element: JSONObjectList.Element
  ) throws(FormatProblem) -> Timestamp? {
    // Seconds may stand as a number as well, of which Taskwarrior reads the digits.
    if let seconds = element[name]?.integerValue {
      guard let instant = TaskwarriorDate.instant(String(seconds), context) else {
        throw .invalidValue(name, String(seconds))
      }
      return instant
    }
    return try element.value(name) { TaskwarriorDate.instant($0, context) }
  }

  /// Our own attribute says exactly what was meant, as long as Taskwarrior has not moved or taken
  /// away the deadline since.
  private func due(_ element: JSONObjectList.Element) throws(FormatProblem) -> CalendarTime? {
    let own = element[Taskwarrior.ownDue]?.stringValue.flatMap { CalendarTime($0) }
    guard let instant = try instant("due", element) else {
      return own.flatMap { TaskwarriorDate.text(context.instant($0)) == nil ? $0 : nil }
    }
    if let own, context.instant(own).wholeSeconds == instant.wholeSeconds { return own }
    return context.calendarTime(instant)
  }

  /// A rule that is followed, or a note on one that is not; `recur` itself is kept in any case.
  private func readRecurrence(
    _ element: JSONObjectList.Element, into record: inout TaskRecord
  ) throws(FormatProblem) -> FormatProblem? {
    if let text = element[Taskwarrior.ownRule]?.stringValue {
      // An attribute that only this project writes; what is no rule was edited by hand.
      record.recurrence = try? RecurrenceRule(text)
      return record.recurrence == nil ? .invalidValue(Taskwarrior.ownRule, text) : nil
    }
    // An instance repeats its template's word; the template alone is the series.
    guard !Self.says("parent", element), let text = try element.string("recur"), !text.isEmpty
    else {
      return nil
    }
    record.recurrence = TaskwarriorRecurrence.rule(
      text, due: record.due, until: try instant("until", element), context)
    return record.recurrence == nil ? .invalidValue("recur", text) : nil
  }

  /// What is no list of annotations is no task of Taskwarrior's.
  private static func checkAnnotations(
    _ element: JSONObjectList.Element
  ) throws(FormatProblem) {
    guard let value = element["annotations"] else { return }
    let isList = value.arrayValue?.allSatisfy { $0["description"]?.stringValue != nil } ?? false
    guard isList else { throw .invalidValue("annotations", JSON.text(value)) }
  }
}
