internal import CivilTime
internal import Values

/// Writes tasks of our own into bytes, without a text for each of their lines.
///
/// What brought properties of a calendar is for ``VTodoWriter/component(_:)``; of all others both
/// write the same, to the byte.
struct VTodoBytes {
  private(set) var bytes: [UInt8] = []
  /// The last instant and how it is written: a task has up to three, which are often one.
  private var written: (instant: Timestamp, text: [UInt8])?

  /// What one task takes, about.
  private static let usualBytes = 330

  /// - Parameter count: Tasks that will be appended, about.
  init(expecting count: Int = 0) { bytes.reserveCapacity(count * Self.usualBytes) }

  /// Puts lines before all tasks and behind them; nothing can be appended then.
  consuming func enclosed(by head: [String], _ tail: [String]) -> [UInt8] {
    bytes.insert(contentsOf: ContentFolding.folded(head), at: 0)
    ContentFolding.append(tail, to: &bytes)
    return bytes
  }

  mutating func append(_ record: TaskRecord) {
    guard record.extras.isEmpty || TaskFormat.ics.extras(of: record).isEmpty else {
      ContentFolding.append(VTodoWriter.component(record), to: &bytes)
      return
    }
    line("BEGIN:VTODO")
    line("UID:", record.id.description)
    instant("DTSTAMP:", record.changed ?? record.created ?? Timestamp(microseconds: 0))
    instant("CREATED:", record.created)
    instant("LAST-MODIFIED:", record.changed)
    line("SUMMARY:", ICalendarText.escaped(record.title))
    if let body = record.body { line("DESCRIPTION:", ICalendarText.escaped(body)) }
    if !record.tags.isEmpty {
      line("CATEGORIES:", record.tags.map(ICalendarText.escaped).joined(separator: ","))
    }
    if let group = record.group { line("X-MATE-GROUP:", ICalendarText.escaped(group)) }
    state(record)
    deadline(record)
    for reminder in record.reminders {
      ContentFolding.append(VAlarm.lines(reminder, title: record.title) ?? [], to: &bytes)
    }
    line("END:VTODO")
  }

  private mutating func state(_ record: TaskRecord) {
    switch record.state {
    case .todo: line("STATUS:NEEDS-ACTION")
    case .doing: line("STATUS:IN-PROCESS")
    case .done:
      line("STATUS:COMPLETED")
      line("PERCENT-COMPLETE:100")
      instant("COMPLETED:", record.completed)
    }
  }

  private mutating func deadline(_ record: TaskRecord) {
    if let due = record.due {
      // RFC 5545 wants a series to have a start; as Apple's reminders do, that is the deadline.
      if record.recurrence != nil { line("", CalendarProperty.line("DTSTART", due).raw) }
      switch due {
      case .utc, .floating: line("DUE:", due.basicText)
      case .date, .zoned: line("", CalendarProperty.line("DUE", due).raw)
      }
    }
    if let rule = record.recurrence { line("RRULE:", rule.description) }
  }

  private mutating func instant(_ name: StaticString, _ instant: Timestamp?) {
    guard let instant else { return }
    if written?.instant != instant {
      guard let time = CivilDateTime(utc: instant) else { return }
      written = (instant, Array((time.basicText + "Z").utf8))
    }
    append(name)
    if let written { bytes += written.text }
    bytes += [0x0D, 0x0A]
  }

  private mutating func line(_ text: StaticString) {
    append(text)
    bytes += [0x0D, 0x0A]
  }

  private mutating func line(_ name: StaticString, _ value: String) {
    let start = bytes.count
    append(name)
    bytes.append(contentsOf: value.utf8)
    guard bytes.count - start > ContentFolding.limit else {
      bytes += [0x0D, 0x0A]
      return
    }
    bytes.removeSubrange(start...)
    ContentFolding.append(["\(name)" + value], to: &bytes)
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
