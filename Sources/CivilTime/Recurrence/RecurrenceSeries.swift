/// The occurrences of a rule from a first one on, in order, at most one a day.
///
/// Dates are computed on the calendar and the time of day is put on each: nine in the morning
/// stays nine in the morning when the clocks change. The first date is an occurrence only where
/// the rule meets it; RFC 5545 leaves the other case undefined.
package struct RecurrenceSeries: Sendable {
  package let rule: RecurrenceRule
  package let start: CalendarTime
  private let periods: RecurrencePeriods
  /// The last day on which an occurrence can be.
  private let lastDate: CivilDate

  /// - Parameters:
  ///   - rule: When it comes again.
  ///   - start: The first occurrence: DTSTART, or DUE of a task without one.
  ///   - zone: The zone of `start` where that is `zoned`, or the reader's; it tells on which
  ///     date the instant of an UNTIL lies.
  package init(_ rule: RecurrenceRule, from start: CalendarTime, zone: TimeZoneRules = .utc) {
    self.rule = rule
    self.start = start
    periods = RecurrencePeriods(rule, start: start.date)
    lastDate = Self.lastDate(rule, start, zone)
  }

  /// UNTIL is an instant, a local time or a date; occurrences are compared in the same way.
  private static func lastDate(
    _ rule: RecurrenceRule, _ start: CalendarTime, _ zone: TimeZoneRules
  ) -> CivilDate {
    guard case .until(let until) = rule.end else { return .last }
    guard let time = start.time, let untilTime = until.time else { return until.date }
    guard case .utc(let limit) = until, start != .utc(CivilDateTime(start.date, time)) else {
      return time <= untilTime ? until.date : until.date.adding(days: -1) ?? .first
    }
    let date = zone.date(at: limit.utc)
    let isInTime = zone.instant(of: CivilDateTime(date, time)) <= limit.utc
    return isInTime ? date : date.adding(days: -1) ?? .first
  }

  /// The occurrences behind a date.
  ///
  /// - Complexity: A rule without COUNT begins at the date; one with COUNT counts from the start.
  package func dates(after date: CivilDate? = nil) -> Dates {
    Dates(periods: periods, start: start.date, after: date, last: lastDate, end: rule.end)
  }

  /// The next occurrence on a later date, with the time and zone of the first; nil where the
  /// series has ended.
  package func next(after date: CivilDate) -> CalendarTime? {
    var dates = dates(after: date)
    return dates.next().map(start.moved(to:))
  }

  /// The dates of a series, one after the other.
  package struct Dates: Sequence, IteratorProtocol, Sendable {
    private let periods: RecurrencePeriods
    private let first: CivilDate
    private let start: CivilDate
    private let last: CivilDate
    private var index: Int
    private var left: Int
    /// Of the current period, the next one last.
    private var pending: [CivilDate] = []

    fileprivate init(
      periods: RecurrencePeriods, start: CivilDate, after: CivilDate?, last: CivilDate,
      end: RecurrenceRule.End
    ) {
      self.periods = periods
      self.start = start
      self.last = last
      first = Swift.max(start, after.map { $0.adding(days: 1) ?? .last } ?? start)
      // Behind the last day of the calendar there is nothing.
      left = after == .last ? 0 : .max
      if case .count(let count) = end {
        left = Swift.min(left, count)
        index = 0
      } else {
        index = periods.index(of: first)
      }
    }

    package mutating func next() -> CivilDate? {
      while left > 0 {
        if pending.isEmpty, !fill() { break }
        guard let date = pending.popLast(), date <= last else { break }
        left -= 1
        if date >= first { return date }
      }
      left = 0
      return nil
    }

    /// Looks for the next period with an occurrence.
    private mutating func fill() -> Bool {
      for _ in 0..<periods.patience {
        guard let dates = periods.dates(in: index) else { return false }
        index += 1
        pending = dates.reversed()
        while let date = pending.last, date < start { pending.removeLast() }
        if !pending.isEmpty { return true }
        if let end = dates.last, end > last { return false }
      }
      return false
    }
  }
}
