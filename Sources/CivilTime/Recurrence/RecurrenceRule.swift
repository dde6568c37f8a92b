/// A rule after which something comes again: the RECUR value of RFC 5545, section 3.3.10.
///
/// Supported are FREQ from DAILY to YEARLY, INTERVAL, COUNT, UNTIL, BYDAY with ordinals,
/// BYMONTHDAY, BYMONTH, BYSETPOS and WKST. What else the RFC knows is refused by its name when a
/// rule is read, never passed over: a rule half followed would be a wrong one.
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable, CaseIterable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  package enum End: Hashable, Sendable {
    case never
    /// So many occurrences, the first included.
    case count(Int)
    /// The last moment or day at which an occurrence may be.
    case until(CalendarTime)
  }

  /// A weekday, or the n-th of a month or year; negative ordinals count from the end.
  package struct Day: Hashable, Sendable {
    package let weekday: Weekday
    package let ordinal: Int?

    package init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  package static let intervals = 1...9999
  package static let counts = 1...99_999
  /// Characters of a text that is read at all.
  package static let textLimit = 1000

  package let frequency: Frequency
  package let interval: Int
  package let end: End
  package let days: [Day]
  /// 1 to 31, or -31 to -1 from the end of the month.
  package let monthDays: [Int]
  /// 1 to 12.
  package let months: [Int]
  /// Which of a period's occurrences count: 1 to 366 from its start, -366 to -1 from its end.
  package let setPositions: [Int]
  package let weekStart: Weekday

  /// Makes a rule of its parts; lists are sorted, and what comes twice in them comes once.
  ///
  /// - Throws: ``RecurrenceFailure`` where a part is out of range or RFC 5545 forbids it beside
  ///   the others.
  package init(
    _ frequency: Frequency, interval: Int = 1, end: End = .never, days: [Day] = [],
    monthDays: [Int] = [], months: [Int] = [], setPositions: [Int] = [],
    weekStart: Weekday = .monday
  ) throws(RecurrenceFailure) {
    self.frequency = frequency
    self.interval = interval
    self.end = end
    self.days = Set(days).sorted {
      ($0.weekday.rawValue, $0.ordinal ?? 0) < ($1.weekday.rawValue, $1.ordinal ?? 0)
    }
    self.monthDays = Set(monthDays).sorted()
    self.months = Set(months).sorted()
    self.setPositions = Set(setPositions).sorted()
    self.weekStart = weekStart
    try check()
  }

  private func check() throws(RecurrenceFailure) {
    try Self.check("INTERVAL", [interval]) { Self.intervals.contains($0) }
    if case .count(let count) = end {
      try Self.check("COUNT", [count]) { Self.counts.contains($0) }
    }
    try Self.check("BYMONTHDAY", monthDays) { (1...31).contains(abs($0)) }
    try Self.check("BYMONTH", months) { (1...12).contains($0) }
    try Self.check("BYSETPOS", setPositions) { (1...366).contains(abs($0)) }
    try Self.check("BYDAY", days.compactMap(\.ordinal)) { (1...53).contains(abs($0)) }
    if frequency == .weekly, !monthDays.isEmpty { throw .notTogether("FREQ=WEEKLY", "BYMONTHDAY") }
    if frequency == .weekly || frequency == .daily, days.contains(where: { $0.ordinal != nil }) {
      throw .notTogether(
        "FREQ=\(frequency.rawValue)", "BYDAY=\(days.map(\.code).joined(separator: ","))")
    }
    if !setPositions.isEmpty, days.isEmpty, monthDays.isEmpty, months.isEmpty {
      throw .lonelyPosition
    }
  }

  private static func check(
    _ part: String, _ values: [Int], _ isValid: (Int) -> Bool
  ) throws(RecurrenceFailure) {
    if let wrong = values.first(where: { !isValid($0) }) { throw .invalid(part, "\(wrong)") }
  }
}

// MARK: Text

extension RecurrenceRule.Day {
  /// `MO`, `2TU` or `-1FR`.
  package var code: String { (ordinal.map(String.init) ?? "") + weekday.code }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, in one order of its parts; defaults are left out.
  package var description: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let time): parts.append("UNTIL=\(time.basicText)")
    }
    for (name, values) in [("BYMONTH", months), ("BYMONTHDAY", monthDays)] where !values.isEmpty {
      parts.append("\(name)=\(Self.list(values.map(String.init)))")
    }
    if !days.isEmpty { parts.append("BYDAY=\(Self.list(days.map(\.code)))") }
    if !setPositions.isEmpty {
      parts.append("BYSETPOS=\(Self.list(setPositions.map(String.init)))")
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return parts.joined(separator: ";")
  }

  private static func list(_ values: [String]) -> String { values.joined(separator: ",") }
}

extension CalendarTime {
  /// As RFC 5545 writes it: `20261121`, `20261121T093000` or `20261121T093000Z`; the zone stands
  /// elsewhere there.
  package var basicText: String {
    switch self {
    case .date(let date): date.basicText
    case .floating(let time), .zoned(let time, _): time.basicText
    case .utc(let time): time.basicText + "Z"
    }
  }

  /// Reads what ``basicText`` writes; `zone` is that of times which are not in UTC.
  package init?(basic text: some StringProtocol, zone: String? = nil) {
    var scanner = CharacterScanner(text)
    guard let date = scanner.date(separated: false) else { return nil }
    if scanner.isAtEnd {
      self = .date(date)
      return
    }
    guard scanner.take("T"), let time = scanner.time(separated: false) else { return nil }
    let isUTC = scanner.take("Z")
    guard scanner.isAtEnd else { return nil }
    let local = CivilDateTime(date, time)
    self = isUTC ? .utc(local) : zone.map { .zoned(local, zone: $0) } ?? .floating(local)
  }
}
