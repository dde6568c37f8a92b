internal import Values

extension TimeZoneRules {
  /// A change of the clock that comes every year from its first one on.
  package struct YearlyObservance: Hashable, Sendable {
    package let first: ClockChange
    /// When, as an RRULE of RFC 5545 on local dates.
    package let rule: String
  }

  /// Seconds since 1970 of 1 January, 00:00 UTC; years outside 1 to 9999 are the nearest of them.
  package static func startOfYear(_ year: Int) -> Int64 {
    let date = CivilDate(year: min(max(year, 1), 9999), month: 1, day: 1) ?? .first
    return Int64(date.dayNumber) * 86_400
  }

  /// The changes of the clock from an instant on: those to be named one by one, and those that come
  /// every year behind them.
  ///
  /// Where the zone's rule cannot be said as an RRULE, changes are named until 2100.
  package func observances(
    from start: Int64
  ) -> (changes: [ClockChange], yearly: [YearlyObservance]) {
    guard let daylight = rule?.daylight else {
      return (transitions(after: start, through: .max), [])
    }
    guard let startRule = daylight.start.recurrence, let endRule = daylight.end.recurrence else {
      return (transitions(after: start, through: Self.startOfYear(2101)), [])
    }
    let firstYear = max(yearOfRule, CivilDateTime(seconds: start)?.date.year ?? 1)
    let limit = Self.startOfYear(firstYear)
    let year = transitions(after: limit, through: Self.startOfYear(firstYear + 1))
    let yearly = year.compactMap { change -> YearlyObservance? in
      YearlyObservance(first: change, rule: change.type == daylight.type ? startRule : endRule)
    }
    return (transitions(after: start, through: limit), yearly)
  }

  /// The first year from which on the rule explains every change of the table.
  private var yearOfRule: Int {
    guard let rule, !table.isEmpty else { return 1 }
    // As long as the rule makes this change of the table and no other since the one before.
    var index = table.count - 1
    while index > 0,
      rule.transitions(after: table[index - 1].seconds, through: table[index].seconds)
        == [table[index]]
    { index -= 1 }
    return (CivilDateTime(seconds: table[index].seconds)?.date.year ?? 1) + 1
  }
}

extension PosixZoneRule.YearlyChange {
  /// The change as an RRULE; nil for days that count from the start of a year, and for weekdays
  /// that a time beyond midnight moves out of their month.
  var recurrence: String? {
    guard case .weekday(let month, let week, let weekday) = day else { return nil }
    let shift = Int(Int64(seconds).floorDivided(by: 86_400))
    let code = weekday.adding(days: shift).code
    if shift == 0 { return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week == 5 ? -1 : week)\(code)" }
    // The n-th weekday lies in a span of seven days, and the change so many days from it.
    let first = week == 5 ? -7 + shift : (week - 1) * 7 + 1 + shift
    let span = first...first + 6
    let shortest = CivilDate.daysInMonth(month, of: 2001)
    guard
      week == 5
        ? span.upperBound < 0 && span.lowerBound >= -shortest
        : span.lowerBound > 0 && span.upperBound <= shortest
    else { return nil }
    let days = span.map(String.init).joined(separator: ",")
    return "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(days);BYDAY=\(code)"
  }
}
