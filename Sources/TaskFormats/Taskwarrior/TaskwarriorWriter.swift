internal import CivilTime
internal import IPCProtocol
internal import Values

/// Writes what `task import` reads: an array with an object a line.
enum TaskwarriorWriter {
  private typealias Kept = (name: String, value: String)

  static func write(_ records: some Sequence<TaskRecord>, _ context: FormatContext) -> [UInt8] {
    JSONWriter.lines(records) { writer, record in
      let kept = TaskFormat.taskwarrior.extras(of: record)
      writer.member("uuid", record.id.description)
      writer.member("description", record.title)
      writer.member("status", status(of: record, kept))
      writeTimes(record, kept, into: &writer)
      writeDue(record, context, into: &writer)
      writer.member("project", record.group)
      writer.member("tags", record.tags)
      writer.member(Taskwarrior.ownBody, record.body)
      writeRecurrence(record, kept, into: &writer)
      if !record.reminders.isEmpty {
        // One string: Taskwarrior keeps no lists in attributes that it does not know.
        let reminders = record.reminders.map(\.description).joined(separator: " ")
        writer.member(Taskwarrior.ownReminders, reminders)
      }
      let written: Set = ["status", "start", "end", "recur"]
      for (name, value) in kept where !written.contains(name) && !Taskwarrior.known.contains(name) {
        writer.member(name, json: value)
      }
    }
  }

  private static func value(_ name: String, in kept: [Kept]) -> String? {
    kept.first { $0.name == name }?.value
  }

  private static func status(of record: TaskRecord, _ kept: [Kept]) -> String {
    if record.state == .done { return "completed" }
    switch value("status", in: kept) {
    case "\"waiting\"": return "waiting"
    case "\"recurring\"" where keepsTemplate(record, kept): return "recurring"
    default: return "pending"
    }
  }

  /// Whether Taskwarrior's own recurrence still says what the record says.
  private static func keepsTemplate(_ record: TaskRecord, _ kept: [Kept]) -> Bool {
    guard let word = recur(kept) else { return false }
    return TaskwarriorRecurrence.rule(word) == record.recurrence
  }

  private static func recur(_ kept: [Kept]) -> String? {
    // What is no JSON was not read from Taskwarrior.
    value("recur", in: kept).flatMap { try? JSON.parse($0).stringValue }
  }

  private static func writeTimes(
    _ record: TaskRecord, _ kept: [Kept], into writer: inout JSONWriter
  ) {
    writer.member("entry", record.created.flatMap(TaskwarriorDate.text))
    writer.member("modified", record.changed.flatMap(TaskwarriorDate.text))
    switch record.state {
    case .todo: break
    case .doing:
      if let start = value("start", in: kept) {
        writer.member("start", json: start)
      } else {
        writer.member("start", Taskwarrior.start(of: record))
      }
    case .done:
      if let start = value("start", in: kept) { writer.member("start", json: start) }
      // Where it is not known, Taskwarrior puts the time of its import.
      writer.member("end", record.completed.flatMap(TaskwarriorDate.text))
    }
  }

  private static func writeDue(
    _ record: TaskRecord, _ context: FormatContext, into writer: inout JSONWriter
  ) {
    guard let due = record.due else { return }
    let instant = context.instant(due)
    writer.member("due", TaskwarriorDate.text(instant))
    let isOld = TaskwarriorDate.text(instant) == nil
    if isOld || context.calendarTime(instant) != due {
      writer.member(Taskwarrior.ownDue, due.description)
    }
  }

  /// Taskwarrior's own word goes back where it means the record's rule, or where the record is an
  /// instance; a rule of ours goes into an attribute of ours.
  private static func writeRecurrence(
    _ record: TaskRecord, _ kept: [Kept], into writer: inout JSONWriter
  ) {
    let isInstance = value("parent", in: kept) != nil
    if let word = recur(kept), isInstance || TaskwarriorRecurrence.rule(word) == record.recurrence {
      writer.member("recur", word)
      if !isInstance { return }
    }
    writer.member(Taskwarrior.ownRule, record.recurrence?.description)
  }
}
