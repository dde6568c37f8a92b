internal import CivilTime

/// Dates in Korean: `27년 1월 5일`, `다음 달 5일`, `2월 말`, `십이월 이십오일`, `25일`, `12월 첫 월요일`.
extension DateParts {
  static func korean(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    guard let (year, month) = koreanMonth(&scanner, today) else {
      // `21일`, `오는 21일`; `삼일` alone is no date that anybody says.
      _ = scanner.take("오는", "돌아오는", "다가오는")
      guard let day = scanner.number(limit: 2), scanner.take("일") else { return nil }
      return DateParts(day: .number(day))
    }
    _ = scanner.take("의")
    guard let day = scanner.attempt({ koreanDay(&$0, year ?? today.year, month) }) else {
      return nil
    }
    return DateParts(year: year, month: month, day: day)
  }

  private static let relativeMonths: [(String, Int)] = [
    ("다음달", 1), ("담달", 1), ("내달", 1), ("익월", 1), ("이번달", 0), ("이달", 0), ("금월", 0),
    ("다다음달", 2), ("다음다음달", 2),
  ]

  /// The month, with its year where one is said.
  static func koreanMonth(
    _ scanner: inout WordScanner, _ today: CivilDate
  ) -> (year: Int?, month: Int)? {
    if let shift = scanner.take(relativeMonths) {
      return today.startOfMonth.adding(months: shift).map { ($0.year, $0.month) }
    }
    return scanner.attempt { scanner in
      let year = koreanYear(&scanner, today)
      if let month = scanner.take([("유월", 6), ("시월", 10)]) { return (year, month) }
      return NumberWords.korean(&scanner, limit: 2) { scanner, number in
        guard !scanner.takes("월요일", "월욜"), scanner.take("월") else { return nil }
        return (year, number)
      }
    }
  }

  static func koreanYear(_ scanner: inout WordScanner, _ today: CivilDate) -> Int? {
    if let shift = scanner.take([("올해", 0), ("금년", 0), ("내년", 1), ("후년", 2)]) {
      _ = scanner.take("의")
      return today.year + shift
    }
    return scanner.attempt { scanner in
      let digits = scanner.digitCount
      guard let year = scanner.number(), scanner.take("년") else { return nil }
      return digits == 2 ? 2000 + year : digits == 4 ? year : nil
    }
  }

  private static let ordinals: [(String, Int)] = [
    ("첫", 1), ("첫째", 1), ("첫번째", 1), ("둘째", 2), ("두번째", 2), ("셋째", 3), ("세번째", 3),
    ("넷째", 4), ("네번째", 4), ("다섯째", 5), ("다섯번째", 5), ("마지막", -1),
  ]

  /// `12월 첫째 주 월요일` where the month begins behind that weekday: the Monday of the week in which
  /// the month begins, or its first one.
  static func weekOfMonth(
    _ scanner: inout WordScanner, _ today: CivilDate
  ) -> (CivilDate, CivilDate)? {
    guard let (said, month) = koreanMonth(&scanner, today) else { return nil }
    _ = scanner.take("의")
    guard let count = scanner.take(ordinals), count > 0, scanner.take("주", "주의"),
      let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays)
    else { return nil }
    let year = said ?? (month < today.month ? today.year + 1 : today.year)
    guard let first = CivilDate(year: year, month: month, day: 1),
      let ofWeek = first.adding(
        days: weekday.rawValue - first.weekday.rawValue + 7 * (count - 1)),
      let nth = first.nthOfMonth(count, weekday), nth != ofWeek
    else { return nil }
    return (ofWeek, nth)
  }

  private static func koreanDay(_ scanner: inout WordScanner, _ year: Int, _ month: Int) -> Day? {
    if scanner.take("말일", "마지막날", "말", "말경") { return .last }
    if scanner.take("첫날", "초하루", "첫째날", "첫번째날") { return .number(1) }
    if scanner.take("중순") { return .number(15) }
    // `4월까지` is all of it, as `다음 달까지` is.
    if scanner.takes("까지", "안에", "안으로", "중으로", "중에", "내로", "내에", "이내")
      || scanner.isWhole(["중", "안", "내"])
    {
      return .last
    }
    if let count = scanner.take(ordinals) {
      if abs(count) == 1, scanner.take("평일", "영업일", "근무일") {
        return count > 0 ? .firstWorkingDay : .lastWorkingDay
      }
      let isWeek = scanner.take("주")
      guard let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays) else { return nil }
      // The second week is the one with the second Tuesday, where no day of the first is missing.
      let first = CivilDate(year: year, month: month, day: 1)?.weekday ?? .monday
      guard !isWeek || count < 0 || first.rawValue <= weekday.rawValue else { return nil }
      return .nth(count, weekday)
    }
    return NumberWords.korean(&scanner, limit: 2) { scanner, day in
      scanner.takes("일요일", "일욜") || !scanner.take("일") ? nil : .number(day)
    }
  }
}
