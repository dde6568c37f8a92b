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
      writer.member("status", status(of: record, kept, context))
      writeTimes(record, kept, into: &writer)
      writeDue(record, context, into: &writer)
      writer.member("project", record.group)
      writer.member("tags", record.tags)
      writer.member(Taskwarrior.ownBody, record.body)
      writeRecurrence(record, kept, context, into: &writer)
      if !record.reminders.isEmpty {
        // One string: Taskwarrior keeps no lists in attributes that it does not know.
        let reminders = record.reminders.map(\.description).joined(separator: " ")
        writer.member(Taskwarrior.ownReminders, reminders)
      }
      var written: Set = ["status", "start", "end", "recur"]
      // The end of a series whose rule is another one by now; on a plain task it would delete that.
      if isFormerTemplate(record, kept, context) { written.insert("until") }
      for (name, value) in kept where !written.contains(name) && !Taskwarrior.known.contains(name) {
        writer.member(name, json: value)
      }
    }
  }

  private static func value(_ name: String, in kept: [Kept]) -> String? {
    kept.first { $0.name == name }?.value
  }

  private static func status(
    of record: TaskRecord, _ kept: [Kept], _ context: FormatContext
  ) -> String {
    if record.state == .done { return "completed" }
    switch value("status", in: kept) {
    case "\"waiting\"": return "waiting"
    case "\"recurring\"" where keepsTemplate(record, kept, context): return "recurring"
    default: return "pending"
    }
  }

  /// Whether Taskwarrior's own recurrence still says what the record says.
  private static func keepsTemplate(
    _ record: TaskRecord, _ kept: [Kept], _ context: FormatContext
  ) -> Bool {
    guard let word = recur(kept) else { return false }
    let until = text("until", in: kept).flatMap { TaskwarriorDate.instant($0, context) }
    return TaskwarriorRecurrence.rule(word, due: record.due, until: until, context)
      == record.recurrence
  }

  /// Whether it was read as a series that Taskwarrior's own words do not say any more.
  private static func isFormerTemplate(
    _ record: TaskRecord, _ kept: [Kept], _ context: FormatContext
  ) -> Bool {
    guard let word = recur(kept), !isInstance(kept) else { return false }
    return TaskwarriorRecurrence.rule(word) != nil && !keepsTemplate(record, kept, context)
  }

  /// An empty parent is none.
  private static func isInstance(_ kept: [Kept]) -> Bool {
    value("parent", in: kept).map { $0 != "\"\"" } ?? false
  }

  private static func recur(_ kept: [Kept]) -> String? { text("recur", in: kept) }

  private static func text(_ name: String, in kept: [Kept]) -> String? {
    // What is no JSON was not read from Taskwarrior.
    value(name, in: kept).flatMap { try? JSON.parse($0).stringValue }
  }

  private static func writeTimes(
    _ record: TaskRecord, _ kept: [Kept], into writer: inout JSONWriter
  ) {
    writer.member("entry", record.created.flatMap(TaskwarriorDate.text))
    writer.member("modified", record.changed.flatMap(TaskwarriorDate.text))
    switch record.state {
    case .todo: break
    case .doing:
      if let start = value("start", in: kept), start != "\"\"" {
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
    _ record: TaskRecord, _ kept: [Kept], _ context: FormatContext, into writer: inout JSONWriter
  ) {
    let isInstance = isInstance(kept)
    if let word = recur(kept), isInstance || keepsTemplate(record, kept, context) {
      writer.member("recur", word)
      if !isInstance { return }
    }
    writer.member(Taskwarrior.ownRule, record.recurrence?.description)
  }
}
