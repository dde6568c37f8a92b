internal import CivilTime
internal import IPCProtocol
internal import Values

/// Our own format: a JSON array with an object a line, every field by its name.
///
/// `id`, `title`, `state`, `due`, `body`, `tags`, `group`, `created`, `changed`, `completed`,
/// `recurrence`, `reminders`, `extras`; other members are kept.
enum RecordJSON {
  private static let known: Set<String> = [
    "id", "title", "state", "due", "body", "tags", "group", "created", "changed", "completed",
    "recurrence", "reminders", "extras",
  ]

  static func read(_ bytes: [UInt8]) -> TaskReading {
    var reading = TaskReading()
    var ids = DerivedIDs()
    JSONObjectList.read(bytes, into: &reading) { reading, element throws(FormatProblem) in
      try reading.add(try record(element, &ids), line: element.line)
    }
    return reading
  }

  private static func record(
    _ element: JSONObjectList.Element, _ ids: inout DerivedIDs
  ) throws(FormatProblem) -> TaskRecord {
    let title = TaskRecord.oneLine(try element.string("title") ?? "")
    guard !title.isEmpty else { throw .missing("title") }
    var record = TaskRecord(
      id: try element.value("id") { UUID($0) } ?? ids.id(.json, title), title: title,
      tags: try element.strings("tags"), extras: element.unknown(.json, known: known))
    record.state = try element.value("state") { TaskState(rawValue: $0) } ?? .todo
    record.due = try element.value("due") { CalendarTime($0) }
    record.body = TaskRecord.text(try element.string("body"))
    record.group = try element.value("group") { $0 }
    record.created = try element.value("created") { Timestamp(rfc3339: $0) }
    record.changed = try element.value("changed") { Timestamp(rfc3339: $0) }
    record.completed = try element.value("completed") { Timestamp(rfc3339: $0) }
    if let text = try element.string("recurrence"), !text.isEmpty {
      do throws(RecurrenceFailure) {
        record.recurrence = try RecurrenceRule(text)
      } catch {
        throw .recurrence(error)
      }
    }
    var reminders: Set<Reminder> = []
    for text in try element.strings("reminders") {
      guard let reminder = Reminder(text) else { throw .invalidValue("reminders", text) }
      reminders.insert(reminder)
    }
    record.reminders = reminders.sorted()
    for (name, value) in element["extras"]?.objectValue?.members ?? [] {
      guard let text = value.stringValue else { throw .invalidValue("extras", JSON.text(value)) }
      record.extras[name] = text
    }
    return record
  }

  static func write(_ records: some Sequence<TaskRecord>) -> [UInt8] {
    JSONWriter.lines(records) { writer, record in
      writer.member("id", record.id.description)
      writer.member("title", record.title)
      writer.member("state", record.state.rawValue)
      writer.member("due", record.due?.description)
      writer.member("body", record.body)
      writer.member("tags", record.tags)
      writer.member("group", record.group)
      writer.member("created", record.created?.exactText)
      writer.member("changed", record.changed?.exactText)
      writer.member("completed", record.completed?.exactText)
      writer.member("recurrence", record.recurrence?.description)
      writer.member("reminders", record.reminders.map(\.description))
      let own = TaskFormat.json.extras(of: record)
      for (name, value) in own where !known.contains(name) { writer.member(name, json: value) }
      writeForeign(record, into: &writer)
    }
  }

  /// The unknown fields of the other formats.
  private static func writeForeign(_ record: TaskRecord, into writer: inout JSONWriter) {
    let foreign = TaskFormat.json.foreignExtras(of: record)
    guard !foreign.isEmpty else { return }
    writer.key("extras")
    writer.beginObject()
    for (name, value) in foreign { writer.member(name, value) }
    writer.endObject()
  }
}
