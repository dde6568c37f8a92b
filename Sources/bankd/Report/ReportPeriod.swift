internal import DaemonRuntime
internal import IPCProtocol

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
  /// - Throws: ``BankReason/invalidPeriod``.
  init(from: String?, to: String?) throws(BankError) {
    guard from != nil || to != nil else {
      choice = .current
      return
    }
    let start = try from.map(Self.date) ?? nil
    let end = try to.map(Self.date) ?? nil
    if let start, let end, start > end { throw BankError(.invalidPeriod) }
    choice = .opened(
      from: start.map { LocalCalendar.midnight(startingDay: $0) },
      until: end.map { LocalCalendar.midnight(startingDay: $0 + 1) })
  }

  /// A date as days since 1970-01-01.
  private static func date(_ text: String) throws(BankError) -> Int64 {
    guard let day = LocalCalendar.day(text) else { throw BankError(.invalidPeriod) }
    return day
  }
}
