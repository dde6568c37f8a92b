internal import Glibc
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
  /// - Throws: ``BankError/Reason/invalidPeriod``.
  init(from: String?, to: String?) throws(BankError) {
    guard from != nil || to != nil else {
      choice = .current
      return
    }
    let start = try from.map(Self.date) ?? nil
    let end = try to.map(Self.date) ?? nil
    if let start, let end, start > end { throw BankError(.invalidPeriod) }
    choice = .opened(
      from: start.map { Self.midnight(start: $0) }, until: end.map { Self.midnight(start: $0 + 1) })
  }

  /// A date as days since 1970-01-01.
  private static func date(_ text: String) throws(BankError) -> Int64 {
    // The calendar is the protocol's: what is no date there is none here.
    guard text.utf8.count == 10, let time = Timestamp(rfc3339: "\(text)T00:00:00Z") else {
      throw BankError(.invalidPeriod)
    }
    return time.microseconds / 86_400_000_000
  }

  /// The first moment of a day in the local time zone.
  private static func midnight(start day: Int64) -> Timestamp {
    let (year, month, date) = Timestamp.civil(fromDays: day)
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(date)
    parts.tm_isdst = -1
    return Timestamp(microseconds: Int64(mktime(&parts)) * 1_000_000)
  }
}
