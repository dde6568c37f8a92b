package import CivilTime
package import Values

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

/// A deadline in words, and the rule by which it comes again.
package struct SpokenTime: Hashable, Sendable {
  package let time: CalendarTime
  package let rule: RecurrenceRule?
  /// Whether the rule counts from the day on which the task is done.
  package let countsFromCompletion: Bool

  package init(
    _ time: CalendarTime, rule: RecurrenceRule? = nil, countsFromCompletion: Bool = false
  ) {
    self.time = time
    self.rule = rule
    self.countsFromCompletion = countsFromCompletion
  }
}

/// What a text means beyond itself: whose clock it was written by.
package struct FormatContext: Sendable {
  /// The user's zone: of dates in formats that know instants only.
  package let zone: TimeZoneRules
  /// Finds a zone by its name, as ``TimeZoneDatabase/zone(named:)``; nil where there is none.
  package let zones: @Sendable (String) -> TimeZoneRules?
  /// Reads a deadline as people type it into a table: `내일`, `12/25`; nil where it is none.
  package let deadlines: @Sendable (String) -> CalendarTime?
  /// Reads a day or a repetition as Todoist has them in words, by the clocks of a zone: `tomorrow at
  /// 3pm`, `every! 3 days`; nil where it is none.
  package let spoken: @Sendable (String, TimeZoneRules) -> SpokenTime?
  /// When a text is read: the time of what a text has none for.
  package let now: Timestamp?

  package init(
    zone: TimeZoneRules, zones: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil },
    deadlines: @escaping @Sendable (String) -> CalendarTime? = { _ in nil },
    spoken: @escaping @Sendable (String, TimeZoneRules) -> SpokenTime? = { _, _ in nil },
    now: Timestamp? = nil
  ) {
    self.zone = zone
    self.zones = zones
    self.deadlines = deadlines
    self.spoken = spoken
    self.now = now
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

  /// The unknown fields of the other formats, in the order of their keys.
  func foreignExtras(of record: TaskRecord) -> [(key: String, value: String)] {
    let prefix = rawValue + ":"
    return record.extras.filter { !$0.key.startsWithBytes(of: prefix) }.sorted { $0.key < $1.key }
  }
}

extension Timestamp {
  /// RFC 3339 with as many decimals as there are: none is lost.
  var exactText: String {
    let rest = microseconds - microseconds.floorDivided(by: 1000) * 1000
    guard rest != 0 else { return description }
    return String(description.dropLast()) + Int(rest).padded(3) + "Z"
  }
}
