internal import DaemonRuntime
internal import IPCProtocol

/// Which sales a report is about, and how they are totalled.
struct SalesPeriod: Hashable, Sendable {
  enum Step: String, WireWord {
    case total, day, hour
  }

  let step: Step
  /// Up to but not including the second; nil is without end.
  let from: Timestamp?
  let until: Timestamp?

  /// From the first to the last date, as `2026-11-21`; without both from the beginning until now,
  /// and by the hour today.
  init(from: String?, to: String?, step: Step, now: Timestamp) throws(BarError) {
    let start = try Self.day(from)
    let end = try Self.day(to)
    if let start, let end, start > end { throw BarError(.invalidPeriod) }
    self.step = step
    if step == .hour, start == nil, end == nil {
      let today = LocalCalendar.dayRange(containing: now)
      (self.from, until) = (today.lowerBound, today.upperBound)
    } else {
      self.from = start.map { LocalCalendar.midnight(startingDay: $0) }
      until = end.map { LocalCalendar.midnight(startingDay: $0 + 1) }
    }
  }

  private static func day(_ text: String?) throws(BarError) -> Int64? {
    guard let text else { return nil }
    guard let day = LocalCalendar.day(text) else { throw BarError(.invalidPeriod) }
    return day
  }

  /// The day or hour that a moment belongs to; nil in a total.
  func range(containing moment: Timestamp) -> Range<Timestamp>? {
    switch step {
    case .total: nil
    case .day: LocalCalendar.dayRange(containing: moment)
    case .hour: LocalCalendar.hourRange(containing: moment)
    }
  }

  /// A day or hour as a spreadsheet reads it: `2026-11-21`, `2026-11-21 14:00`.
  func label(_ range: Range<Timestamp>) -> String {
    switch step {
    case .total: ""
    case .day: LocalCalendar.date(of: range.lowerBound)
    case .hour: LocalCalendar.dateAndTime(of: range.lowerBound)
    }
  }
}
