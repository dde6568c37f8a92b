internal import CivilTime

/// The first and the last days of periods.
extension DeadlineWords {
  /// The next end of a quarter or half: `end of Q2`, `2분기 말`, `상반기까지`, `내년 상반기까지`.
  func partOfYear(_ scanner: inout WordScanner) -> CivilDate? {
    let year = DateParts.koreanYear(&scanner, today) ?? (scanner.take("올") ? today.year : nil)
    let quarter = englishQuarter(&scanner)
    guard let month = quarter ?? scanner.attempt(koreanPart) else { return nil }
    let said = quarter == nil ? year : DateParts.year(&scanner, today)
    let years = said.map { [$0] } ?? [today.year, today.year + 1]
    let ends = years.compactMap { CivilDate(year: $0, month: month, day: 1)?.endOfMonth }
    return said == nil ? ends.first { $0 >= today } : ends.first
  }

  /// The last month of a quarter.
  private func englishQuarter(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      guard scanner.take("endof", "theendof", "lastdayof", "thelastdayof") else { return nil }
      _ = scanner.take("the")
      let quarter =
        scanner.take("q")
        ? scanner.number(limit: 1)
        : scanner.take(NumberWords.ordinals).flatMap { scanner.take("quarter") ? $0 : nil }
      return quarter.flatMap { (1...4).contains($0) ? $0 * 3 : nil }
    }
  }

  private func koreanPart(_ scanner: inout WordScanner) -> Int? {
    let half = scanner.take([("상반기", 6), ("하반기", 12)])
    let month =
      half
      ?? NumberWords.korean(&scanner, limit: 1) { scanner, quarter in
        (1...4).contains(quarter) && scanner.take("분기") ? quarter * 3 : nil
      }
    let isAll = scanner.takes("까지", "안에", "안으로", "중으로", "내로", "내에", "이내")
    guard isAll || scanner.take("말일", "말", "마지막날") else { return nil }
    return month
  }

  func end(of period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week: today.onOrAfter(.sunday)
    case .workWeek: today.onOrAfter(.friday)
    case .nextWeek: today.adding(days: 14 - today.weekday.rawValue)
    case .weekend: today.weekday == .sunday ? today : today.onOrAfter(.saturday)
    case .nextWeekend: today.adding(days: 13 - today.weekday.rawValue)
    case .weekendAfterNext: today.adding(days: 20 - today.weekday.rawValue)
    case .month: today.endOfMonth
    case .lastMonth: today.startOfMonth.adding(days: -1)
    case .nextMonth: today.startOfMonth.adding(months: 1)?.endOfMonth
    case .quarter: start(after: .quarter)?.adding(days: -1)
    case .nextQuarter: start(after: .quarter)?.adding(months: 3)?.adding(days: -1)
    case .year: start(after: .year)?.adding(days: -1)
    case .nextYear: CivilDate(year: today.year + 1, month: 12, day: 31)
    }
  }

  func start(after period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week, .workWeek, .nextWeek, .weekend, .nextWeekend, .weekendAfterNext:
      today.adding(days: 1)?.onOrAfter(.monday)
    case .month, .lastMonth, .nextMonth: today.startOfMonth.adding(months: 1)
    case .quarter, .nextQuarter: today.startOfMonth.adding(months: 3 - (today.month - 1) % 3)
    case .year, .nextYear: CivilDate(year: today.year + 1, month: 1, day: 1)
    }
  }

  /// The first day of a period so many from this one.
  func start(_ count: Int, _ unit: DeadlineVocabulary.Unit) -> CivilDate? {
    switch unit {
    case .week: today.adding(days: 1 - today.weekday.rawValue + 7 * count)
    case .month: today.startOfMonth.adding(months: count)
    case .year: CivilDate(year: today.year + count, month: 1, day: 1)
    case .minute, .hour, .day, .workday: nil
    }
  }
}
