package import CivilTime
internal import IPCProtocol

/// The formats in which tasks come and go; raw values are their names in commands.
package enum TaskFormat: String, Sendable, CaseIterable {
  /// Taskwarrior's `export` and `import`: JSON objects.
  case taskwarrior
  /// One line a task: https://github.com/todotxt/todo.txt
  case todotxt
  /// VTODO components, RFC 5545.
  case ics
  /// RFC 4180, with a header.
  case csv
  /// Our own: every field by its name.
  case json
}

/// What a text means beyond itself: whose clock it was written by.
package struct FormatContext: Sendable {
  /// The user's zone: of dates in formats that know instants only.
  package let zone: TimeZoneRules
  /// Finds a zone by its name, as ``TimeZoneDatabase/zone(named:)``; nil where there is none.
  package let zones: @Sendable (String) -> TimeZoneRules?

  package init(
    zone: TimeZoneRules, zones: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil }
  ) {
    self.zone = zone
    self.zones = zones
  }

  /// The instant of a calendar time for this user.
  func instant(_ time: CalendarTime) -> Timestamp {
    time.instant(local: zone, named: time.zoneIdentifier.flatMap { zones($0) })
  }

  /// A calendar time for an instant of a format that has no other: the date where it is the
  /// beginning of a day for this user, else the time on this user's clock.
  func calendarTime(_ instant: Timestamp) -> CalendarTime? {
    let local = zone.local(at: instant)
    if zone.start(of: local.date) == instant { return .date(local.date) }
    if zone.identifier != "UTC", zone.instant(of: local) == instant {
      return .zoned(local, zone: zone.identifier)
    }
    return CivilDateTime(utc: instant).map { .utc($0) }
  }
}

extension TaskFormat {
  /// Reads a text; nothing of it is believed, and nothing makes the reader stop before its end.
  ///
  /// Time and memory are linear in the length, and ``FormatBounds`` holds what is kept of it. What the
  /// text may be at most is the caller's to say.
  package func read(_ bytes: [UInt8], _ context: FormatContext) -> TaskReading {
    // Calendars may be folded within a character; their reader looks behind that.
    if self != .ics, let line = UTF8Check.firstBadLine(bytes) {
      var reading = TaskReading()
      reading.bad.append(LineProblem(line: line, .notUTF8))
      return reading
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = start == 0 ? bytes : Array(bytes[start...])
    return switch self {
    case .taskwarrior: TaskwarriorReader.read(text, context)
    case .todotxt: TodoTxtReader.read(text, context)
    case .ics: VTodoReader.read(text)
    case .csv: CSVReader.read(text)
    case .json: RecordJSON.read(text)
    }
  }

  /// Writes records in their order; ends with a line feed.
  package func write(_ records: some Sequence<TaskRecord>, _ context: FormatContext) -> [UInt8] {
    switch self {
    case .taskwarrior: TaskwarriorWriter.write(records, context)
    case .todotxt: TodoTxtWriter.write(records, context)
    case .ics: VTodoWriter.write(records, context)
    case .csv: CSVWriter.write(records)
    case .json: RecordJSON.write(records)
    }
  }

  /// The key of an unknown field in ``TaskRecord/extras``.
  package func key(_ name: some StringProtocol) -> String { "\(rawValue):\(name)" }

  /// The unknown fields of this format by their plain names, in the order of the names.
  package func extras(of record: TaskRecord) -> [(name: String, value: String)] {
    if record.extras.isEmpty { return [] }
    let prefix = rawValue + ":"
    return record.extras.filter { $0.key.startsWithBytes(of: prefix) }
      .map { (String($0.key.dropping(bytes: prefix.utf8.count)), $0.value) }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }
}

/// Where a text stops being UTF-8.
enum UTF8Check {
  /// The line, from 1, of the first byte that is not UTF-8; nil where all are.
  static func firstBadLine(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for part in ByteLines(bytes) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}
