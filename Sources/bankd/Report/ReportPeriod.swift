internal import CivilTime
internal import IPCProtocol
internal import Values

/// Which business days a report is about.
struct ReportPeriod: Hashable, Sendable {
  /// Both ends are days of the calendar, on the clocks of the branch.
  enum Choice: Hashable, Sendable {
    /// The day that is open, or else the last one.
    case current
    /// Days that were opened from the first moment up to but not including the second.
    case opened(from: Timestamp?, until: Timestamp?)
  }

  let choice: Choice

  static let current = ReportPeriod(choice: .current)

  private init(choice: Choice) { self.choice = choice }

  /// - Parameters:
  ///   - from: The first date, as `2026-11-21` or `yesterday`; nil for the beginning.
  ///   - to: The last date; nil for today.
  ///   - now: When this is asked.
  ///   - zone: On whose clocks days begin.
  /// - Throws: ``BankReason/invalidPeriod``, ``BankReason/planWords``.
  init(
    from: String?, to: String?, now: Timestamp, zone: @autoclosure () -> TimeZoneRules
  ) throws(BankError) {
    guard from != nil || to != nil else {
      choice = .current
      return
    }
    let zone = zone()
    let today = zone.date(at: now)
    let start = try from.map { words throws(BankError) in
      try HoursWords.date(words, today: today, looking: .past)
    }
    let end = try to.map { words throws(BankError) in
      try HoursWords.date(words, today: today, looking: .past)
    }
    if let start, let end, start > end { throw BankError(.invalidPeriod) }
    choice = .opened(from: start.map(zone.start), until: end.map(zone.end))
  }
}
