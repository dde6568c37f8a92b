internal import CivilTime
internal import IPCProtocol
internal import Values

/// Which business days a report is about.
struct ReportPeriod: Hashable, Sendable {
  /// Both ends are days of the calendar, in the time zone of the daemon.
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
  ///   - from: The first date, as `2026-11-21`; nil for the beginning.
  ///   - to: The last date; nil for today.
  ///   - zone: On whose clocks days begin.
  /// - Throws: ``BankReason/invalidPeriod``.
  init(
    from: String?, to: String?, zone: @autoclosure () -> TimeZoneRules = TimeZoneDatabase().local()
  ) throws(BankError) {
    guard from != nil || to != nil else {
      choice = .current
      return
    }
    let (start, end) = (try Self.date(from), try Self.date(to))
    if let start, let end, start > end { throw BankError(.invalidPeriod) }
    let zone = zone()
    choice = .opened(from: start.map(zone.start), until: end.map(zone.end))
  }

  private static func date(_ text: String?) throws(BankError) -> CivilDate? {
    guard let text else { return nil }
    guard let date = CivilDate(text) else { throw BankError(.invalidPeriod) }
    return date
  }
}
