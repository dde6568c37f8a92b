/// The dates of a rule within one of its periods: a day, a week, a month or a year.
///
/// A period's days are filtered, one test for each part of the rule: where RFC 5545 lets a part
/// expand (table in section 3.3.10), its period has more days to pass the others' tests.
struct RecurrencePeriods {
  private let rule: RecurrenceRule
  private let start: CivilDate
  private let months: [Int]
  private let monthDays: [Int]
  private let days: [RecurrenceRule.Day]

  /// Parts that the rule leaves open come from the first date, as RFC 5545 says.
  init(_ rule: RecurrenceRule, start: CivilDate) {
    self.rule = rule
    self.start = start
    let isOpen = rule.monthDays.isEmpty && rule.days.isEmpty
    let (_, month, day) = start.components
    months = isOpen && rule.frequency == .yearly && rule.months.isEmpty ? [month] : rule.months
    let monthly = rule.frequency == .monthly || rule.frequency == .yearly
    monthDays = isOpen && monthly ? [day] : rule.monthDays
    days =
      isOpen && rule.frequency == .weekly
      ? [RecurrenceRule.Day(start.weekday)] : rule.days
  }

  /// How many periods in a row are looked through for an occurrence: those of 100 years.
  ///
  /// A series ends where there is none: `BYMONTH=2;BYMONTHDAY=30` never comes.
  var patience: Int {
    switch rule.frequency {
    case .daily: 36_600
    case .weekly: 5_230
    case .monthly: 1_200
    case .yearly: 100
    }
  }

  /// The index of the period that holds a date not before the first; indexes are multiples of
  /// the interval away from each other only by ``dates(in:)``'s count.
  func index(of date: CivilDate) -> Int {
    let distance =
      switch rule.frequency {
      case .daily: date.days(since: start)
      case .weekly: (date.days(since: start) + rule.weekStart.days(until: start.weekday)) / 7
      case .monthly: (date.year - start.year) * 12 + date.month - start.month
      case .yearly: date.year - start.year
      }
    return distance / rule.interval
  }

  /// The rule's dates in the period of an index, in order, also those before the first date; nil
  /// behind the end of the calendar.
  func dates(in index: Int) -> [CivilDate]? {
    guard let period = period(index) else { return nil }
    let matching = candidates(period).filter(matches)
    guard !rule.setPositions.isEmpty else { return matching }
    let chosen = rule.setPositions.compactMap { position in
      let index = position > 0 ? position - 1 : matching.count + position
      return matching.indices.contains(index) ? index : nil
    }
    return Set(chosen).sorted().map { matching[$0] }
  }

  private func period(_ index: Int) -> ClosedRange<CivilDate>? {
    let (distance, overflowed) = index.multipliedReportingOverflow(by: rule.interval)
    guard !overflowed else { return nil }
    switch rule.frequency {
    case .daily: return start.adding(days: distance).map { $0...$0 }
    case .weekly:
      let offset = distance * 7 - rule.weekStart.days(until: start.weekday)
      // The first week may begin before the calendar does; no date is lost by its first days.
      guard let last = start.adding(days: offset + 6) else { return nil }
      return (start.adding(days: offset) ?? .first)...last
    case .monthly: return start.startOfMonth.adding(months: distance).map { $0...$0.endOfMonth }
    case .yearly:
      let year = start.year + distance
      guard let first = CivilDate(year: year, month: 1, day: 1),
        let last = CivilDate(year: year, month: 12, day: 31)
      else { return nil }
      return first...last
    }
  }

  /// The days of a period that are in one of the rule's months.
  private func candidates(_ period: ClosedRange<CivilDate>) -> [CivilDate] {
    var numbers: [ClosedRange<Int32>] = []
    if rule.frequency == .yearly, !months.isEmpty {
      for month in months {
        guard let first = CivilDate(year: period.lowerBound.year, month: month, day: 1) else {
          continue
        }
        numbers.append(first.dayNumber...first.endOfMonth.dayNumber)
      }
    } else {
      numbers = [period.lowerBound.dayNumber...period.upperBound.dayNumber]
    }
    return numbers.joined().compactMap { CivilDate(dayNumber: $0) }
  }

  private func matches(_ date: CivilDate) -> Bool {
    let (year, month, day) = date.components
    if !months.isEmpty, !months.contains(month) { return false }
    let length = CivilDate.daysInMonth(month, of: year)
    if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) {
      return false
    }
    if days.isEmpty { return true }
    let weekday = date.weekday
    return days.contains { $0.weekday == weekday && isOrdinal($0.ordinal, date, day, length) }
  }

  /// Whether a date is the n-th of its weekday in its month, or in its year where the rule is
  /// yearly and names no month.
  private func isOrdinal(_ ordinal: Int?, _ date: CivilDate, _ day: Int, _ length: Int) -> Bool {
    guard let ordinal else { return true }
    if rule.frequency == .yearly, rule.months.isEmpty {
      guard let first = CivilDate(year: date.year, month: 1, day: 1) else { return false }
      let dayOfYear = date.days(since: first) + 1
      return Self.isOrdinal(ordinal, dayOfYear, CivilDate.isLeap(date.year) ? 366 : 365)
    }
    return Self.isOrdinal(ordinal, day, length)
  }

  private static func isOrdinal(_ ordinal: Int, _ day: Int, _ length: Int) -> Bool {
    ordinal > 0 ? (day - 1) / 7 + 1 == ordinal : (length - day) / 7 + 1 == -ordinal
  }
}
