internal import CivilTime
internal import TaskFormats

/// Days by name, by weekday, by period and by date.
extension DeadlineWords {
  typealias FoundDay = (day: CivilDate, isWeekday: Bool)

  /// The day that a distance leads to: from today, from a day that is named behind it
  /// (`a week from friday`), or a weekday of the week it leads to (`2주 뒤 금요일`).
  func day(
    _ distance: DistanceWords, _ scanner: inout WordScanner, _ text: String
  ) throws(ProjectError) -> CivilDate? {
    // `a week on friday` counts from that friday, `in a week on friday` means the day of that week.
    if scanner.take("from") || !distance.isMarked && scanner.take("on") {
      guard distance.count > 0, let start = try day(&scanner) else { throw invalid(text, scanner) }
      return try moved(start.day, distance, text)
    }
    if distance.count > 0, !distance.isMarked {
      let isBefore = scanner.take("before")
      if isBefore || scanner.take("after") || distance.unit == .week && isWeekToday(scanner) {
        guard let start = try day(&scanner) else { throw invalid(text, scanner) }
        return try moved(start.day, isBefore ? distance.back : distance, text)
      }
    }
    if distance.count > 0, !distance.isMarked,
      scanner.takes("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    {
      throw invalid(text, scanner)
    }
    let day = try moved(today, distance, text)
    _ = scanner.take("on", "의")
    guard distance.unit == .week, let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays)
    else {
      return day
    }
    return day.adding(days: weekday.rawValue - day.weekday.rawValue)
  }

  /// `a week today`, `two weeks tomorrow`: counted from that day.
  private func isWeekToday(_ scanner: WordScanner) -> Bool { scanner.takes("today", "tomorrow") }

  private func moved(
    _ start: CivilDate, _ distance: DistanceWords, _ text: String
  ) throws(ProjectError) -> CivilDate {
    guard let day = day(distance, from: start) else { throw impossible(text) }
    return day
  }

  /// The day that a distance of days or more leads to; nil outside of the calendar.
  func day(_ distance: DistanceWords, from start: CivilDate) -> CivilDate? {
    switch distance.unit {
    case .minute, .hour: nil
    case .day: start.adding(days: distance.count)
    case .workday: start.adding(workingDays: distance.count)
    case .week: start.adding(days: distance.count * 7)
    case .month: start.adding(months: distance.count)
    case .year: start.adding(years: distance.count)
    }
  }

  func day(_ scanner: inout WordScanner) throws(ProjectError) -> FoundDay? {
    if let days = scanner.take(DeadlineVocabulary.days) {
      let day = today.adding(days: days)
      if let day, scanner.takes("(") { try checkWeekday(of: day, &scanner) }
      return try shifted(day, &scanner).map { ($0, false) }
    }
    if let found = scanner.attempt(weekOfYear) { return (found, false) }
    if let found = try beside(&scanner) { return (found, false) }
    if let date = try date(&scanner) {
      return try shifted(try eve(of: date, &scanner), &scanner).map { ($0, false) }
    }
    if let end = scanner.attempt(partOfYear) { return (end, false) }
    // A period before a weekday, or `next month` is `next mon`.
    if let period = scanner.take(DeadlineVocabulary.ends) {
      guard let last = end(of: period) else { return nil }
      return (try eve(of: last, &scanner), false)
    }
    if let found = try sameBothWays(&scanner) { return (found, true) }
    if let found = lastWeekday(&scanner) { return (found, false) }
    if scanner.take(Self.nextWorkingDay) != nil {
      return today.adding(workingDays: 1).map { ($0, false) }
    }
    if let (found, isBare) = weekday(&scanner) {
      let day = try eve(of: found, &scanner)
      return try shifted(day, &scanner).map { ($0, isBare && $0 == found) }
    }
    if let (count, unit) = scanner.take(DeadlineVocabulary.afterNext) {
      return start(count, unit).map { ($0, false) }
    }
    if let period = scanner.take(DeadlineVocabulary.starts) {
      return start(after: period).map { ($0, false) }
    }
    return nil
  }

  private static let nextWorkingDay: [(String, Bool)] = [
    "nextbusinessday", "thenextbusinessday", "nextworkingday", "thenextworkingday", "nextworkday",
    "nextweekday", "다음영업일", "다음평일", "다음근무일", "익영업일",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  private static let besides: [(String, Int)] = [
    ("dayafter", 1), ("thedayafter", 1), ("daybefore", -1), ("thedaybefore", -1), ("weekfrom", 7),
  ]

  /// `the day before christmas`, `week from thursday`, `two fridays from now`.
  private func beside(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    let start = scanner
    if let days = scanner.take(Self.besides), let found = try day(&scanner) {
      return found.day.adding(days: days)
    }
    scanner = start
    if let found = try weekdayBeside(&scanner) { return found }
    scanner = start
    return scanner.attempt { scanner in
      guard let count = scanner.number(limit: 2) ?? scanner.take(NumberWords.english), count > 0,
        let (weekday, isPlural) = RepeatDays.weekday(&scanner), isPlural,
        scanner.take("fromnow", "fromtoday")
      else { return nil }
      return today.adding(days: 1)?.onOrAfter(weekday)?.adding(days: 7 * (count - 1))
    }
  }

  /// `the monday after easter`, `friday before christmas`: never that day itself.
  private func weekdayBeside(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    _ = scanner.take("the")
    guard let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays) else { return nil }
    let isBefore = scanner.take("before")
    guard isBefore || scanner.take("after"), let (start, isWeekday) = try day(&scanner),
      !isWeekday
    else { return nil }
    if !isBefore { return start.adding(days: 1)?.onOrAfter(weekday) }
    return start.adding(days: -7)?.onOrAfter(weekday)
  }

  /// `크리스마스 전날`, `4월 5일 이틀 전`, `추석 사흘 뒤`: so many days from the one that was said.
  private func eve(
    of day: CivilDate, _ scanner: inout WordScanner
  ) throws(ProjectError) -> CivilDate {
    if scanner.take("전날") { return day.adding(days: -1) ?? day }
    if scanner.take("다음날", "이튿날") { return day.adding(days: 1) ?? day }
    let distance = scanner.attempt { scanner -> DistanceWords? in
      guard let found = DistanceWords.read(&scanner), found.seconds == nil,
        found.count < 0 ? !found.isMarked : found.isBehind
      else { return nil }
      return found
    }
    return try distance.map { distance throws(ProjectError) in try moved(day, distance, "") } ?? day
  }

  /// `내일부터 3일 뒤`: the distance counts from the day before it.
  private func shifted(
    _ day: CivilDate?, _ scanner: inout WordScanner
  ) throws(ProjectError) -> CivilDate? {
    guard let day, scanner.takes("부터") else { return day }
    let found = scanner.attempt { scanner -> DistanceWords? in
      _ = scanner.take("부터")
      return DistanceWords.read(&scanner)
    }
    guard let found, found.seconds == nil else { return day }
    return try moved(day, found, "")
  }

  /// `11/21`, `Dec 25`, `the 3rd`, `25.12.2026`, `2026년 11월 21일`: the next such day where no
  /// year is said.
  private func date(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    guard let parts = scanner.attempt({ DateParts.read(&$0, today: today) }) else { return nil }
    guard let found = parts.next(from: today) else { throw impossible(parts.text) }
    try checkWeekday(of: found, &scanner)
    return found
  }

  /// `12월 4일 (금)`, `내일(목)`: the weekday must be that of the date.
  private func checkWeekday(
    of found: CivilDate, _ scanner: inout WordScanner
  ) throws(ProjectError) {
    let weekday = scanner.attempt { scanner -> Weekday? in
      let isOpen = scanner.take("(")
      let day =
        scanner.takeJoined(DeadlineVocabulary.weekdays)
        ?? (isOpen ? scanner.take(DeadlineVocabulary.shortWeekdays) : nil)
      return isOpen && !scanner.take(")") ? nil : day
    }
    if let weekday, weekday != found.weekday { throw impossible(scanner.phrase, for: found) }
  }

  /// `2027-W15` is its Monday, as `next week` is, and `2027-W15-3` its Wednesday (ISO 8601-1:2019, 5.2.4).
  ///
  /// `week 15` is another one in countries that count from 1 January, and is refused.
  private func weekOfYear(_ scanner: inout WordScanner) -> CivilDate? {
    guard scanner.digitCount == 4, let year = scanner.number() else { return nil }
    let isSeparated = scanner.take("-")
    guard scanner.take("w"), scanner.digitCount == 2, let week = scanner.number(),
      // The first week is the one with the fourth of January.
      let fourth = CivilDate(year: year, month: 1, day: 4), week > 0,
      let monday = fourth.adding(days: 1 - fourth.weekday.rawValue + 7 * (week - 1)),
      monday.adding(days: 3)?.year == year
    else { return nil }
    guard isSeparated, scanner.take("-") else { return monday }
    guard scanner.digitCount == 1, let day = scanner.number(), (1...7).contains(day) else {
      return nil
    }
    return monday.adding(days: day - 1)
  }
}
