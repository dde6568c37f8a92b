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
    guard distance.unit == .week, let weekday = scanner.take(DeadlineVocabulary.weekdays) else {
      return day
    }
    return day.adding(days: weekday.rawValue - day.weekday.rawValue)
  }

  /// `a week today`, `two weeks tomorrow`: counted from that day.
  private func isWeekToday(_ scanner: WordScanner) -> Bool { scanner.takes("today", "tomorrow") }

  private func moved(
    _ start: CivilDate, _ distance: DistanceWords, _ text: String
  ) throws(ProjectError) -> CivilDate {
    let day: CivilDate? =
      switch distance.unit {
      case .minute, .hour: nil
      case .day: start.adding(days: distance.count)
      case .week: start.adding(days: distance.count * 7)
      case .month: start.adding(months: distance.count)
      case .year: start.adding(years: distance.count)
      }
    guard let day else { throw impossible(text) }
    return day
  }

  func day(_ scanner: inout WordScanner) throws(ProjectError) -> FoundDay? {
    if let days = scanner.take(DeadlineVocabulary.days) {
      return try shifted(today.adding(days: days), &scanner).map { ($0, false) }
    }
    if let found = try beside(&scanner) { return (found, false) }
    if let date = try date(&scanner) { return (try eve(of: date, &scanner), false) }
    if let end = scanner.attempt(partOfYear) { return (end, false) }
    // A period before a weekday, or `next month` is `next mon`.
    if let period = scanner.take(DeadlineVocabulary.ends) {
      return end(of: period).map { ($0, false) }
    }
    if let (found, isBare) = weekday(&scanner) {
      let day = try eve(of: found, &scanner)
      return try shifted(day, &scanner).map { ($0, isBare && $0 == found) }
    }
    if let found = try sameBothWays(&scanner) { return (found, true) }
    if let (count, unit) = scanner.take(DeadlineVocabulary.afterNext) {
      return start(count, unit).map { ($0, false) }
    }
    if let period = scanner.take(DeadlineVocabulary.starts) {
      return start(after: period).map { ($0, false) }
    }
    return nil
  }

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
    return scanner.attempt { scanner in
      guard let count = scanner.number(limit: 2) ?? scanner.take(NumberWords.english), count > 0,
        let weekday = scanner.take(DeadlineVocabulary.weekdays), scanner.take("s"),
        scanner.take("fromnow", "fromtoday")
      else { return nil }
      return today.adding(days: 1)?.onOrAfter(weekday)?.adding(days: 7 * (count - 1))
    }
  }

  /// `크리스마스 전날`, `4월 5일 이틀 전`: so many days before the one that was said.
  private func eve(
    of day: CivilDate, _ scanner: inout WordScanner
  ) throws(ProjectError) -> CivilDate {
    if scanner.take("전날") { return day.adding(days: -1) ?? day }
    let distance = scanner.attempt { scanner -> DistanceWords? in
      guard let found = DistanceWords.read(&scanner), found.count < 0, !found.isMarked,
        found.seconds == nil
      else { return nil }
      return found
    }
    return try distance.map { distance throws(ProjectError) in try moved(day, distance, "") } ?? day
  }

  /// The next end of a quarter or half: `end of Q2`, `2분기 말`, `상반기까지`.
  private func partOfYear(_ scanner: inout WordScanner) -> CivilDate? {
    guard let month = englishQuarter(&scanner) ?? scanner.attempt(koreanPart) else { return nil }
    let ends = (0...1).compactMap { CivilDate(year: today.year + $0, month: month, day: 1) }
    return ends.map(\.endOfMonth).first { $0 >= today }
  }

  /// The last month of a quarter.
  private func englishQuarter(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      guard scanner.take("endof", "theendof", "lastdayof", "thelastdayof"), scanner.take("q"),
        let quarter = scanner.number(limit: 1), (1...4).contains(quarter)
      else { return nil }
      return quarter * 3
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

  private func weekday(_ scanner: inout WordScanner) -> (CivilDate, isBare: Bool)? {
    let monday = today.adding(days: 1 - today.weekday.rawValue)
    let named = scanner.attempt { scanner -> CivilDate? in
      if scanner.takes("nextmonth") { return nil }
      guard let week = scanner.take(DeadlineVocabulary.weeks) else { return nil }
      _ = scanner.take("on", "의", ",")
      let day =
        scanner.take(DeadlineVocabulary.weekdays)
        ?? (week.isKorean ? scanner.take(DeadlineVocabulary.shortWeekdays) : nil)
      guard let day else { return nil }
      return monday?.adding(days: week.count * 7 + day.rawValue - 1)
    }
    if let named { return (named, false) }
    return scanner.attempt { scanner in
      let isThis = scanner.take(Self.coming) != nil
      guard let weekday = scanner.take(DeadlineVocabulary.weekdays) else { return nil }
      let week = isThis ? nil : scanner.attempt(weekBehind)
      if let week {
        return monday?.adding(days: week * 7 + weekday.rawValue - 1).map { ($0, false) }
      }
      let first = isThis ? today : today.adding(days: 1)
      return first?.onOrAfter(weekday).map { ($0, true) }
    }
  }

  private static let coming: [(String, Bool)] = [
    "this", "thiscoming", "coming", "thecoming", "thisupcoming", "upcoming", "theupcoming", "이번",
    "오는", "돌아오는", "다가오는", "이번에오는",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  /// The week that is said behind a weekday: `fri next week`, `friday of this week`, `fri in 2 weeks`.
  private func weekBehind(_ scanner: inout WordScanner) -> Int? {
    let isOf = scanner.take("of")
    if let week = scanner.take(DeadlineVocabulary.weeks.filter { !$0.1.isKorean && $0.0 != "next" })
    {
      return week.count
    }
    guard !isOf, let found = DistanceWords.read(&scanner), found.unit == .week, found.isMarked
    else { return nil }
    return found.count
  }

  /// `다음 금요일` is the next one to some and that of next week to others: read where both agree.
  private func sameBothWays(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    let weekday = scanner.attempt { scanner -> Weekday? in
      scanner.take("다음", "다음번", "담") ? scanner.take(DeadlineVocabulary.weekdays) : nil
    }
    guard let weekday, let first = today.adding(days: 1)?.onOrAfter(weekday),
      let second = today.adding(days: 7 - today.weekday.rawValue + weekday.rawValue)
    else { return nil }
    guard first == second else { throw ambiguous("다음", "\(first)", "\(second)") }
    return first
  }

  private func end(of period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week: today.onOrAfter(.sunday)
    case .nextWeek: today.adding(days: 14 - today.weekday.rawValue)
    case .weekend: today.weekday == .sunday ? today : today.onOrAfter(.saturday)
    case .nextWeekend: today.adding(days: 13 - today.weekday.rawValue)
    case .month: today.endOfMonth
    case .nextMonth: today.startOfMonth.adding(months: 1)?.endOfMonth
    case .quarter: start(after: .quarter)?.adding(days: -1)
    case .nextQuarter: start(after: .quarter)?.adding(months: 3)?.adding(days: -1)
    case .year: start(after: .year)?.adding(days: -1)
    case .nextYear: CivilDate(year: today.year + 1, month: 12, day: 31)
    }
  }

  private func start(after period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week, .nextWeek, .weekend, .nextWeekend: today.adding(days: 1)?.onOrAfter(.monday)
    case .month, .nextMonth: today.startOfMonth.adding(months: 1)
    case .quarter, .nextQuarter: today.startOfMonth.adding(months: 3 - (today.month - 1) % 3)
    case .year, .nextYear: CivilDate(year: today.year + 1, month: 1, day: 1)
    }
  }

  /// The first day of a period so many from this one.
  private func start(_ count: Int, _ unit: DeadlineVocabulary.Unit) -> CivilDate? {
    switch unit {
    case .week: today.adding(days: 1 - today.weekday.rawValue + 7 * count)
    case .month: today.startOfMonth.adding(months: count)
    case .year: CivilDate(year: today.year + count, month: 1, day: 1)
    case .minute, .hour, .day: nil
    }
  }

  /// `11/21`, `Dec 25`, `the 3rd`, `25.12.2026`, `2026년 11월 21일`: the next such day where no
  /// year is said.
  private func date(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    guard let parts = scanner.attempt({ DateParts.read(&$0, today: today) }) else { return nil }
    guard let found = parts.next(from: today) else { throw impossible(parts.text) }
    // `12월 4일 (금)`: the weekday must be that of the date.
    let weekday = scanner.attempt { scanner -> Weekday? in
      let isOpen = scanner.take("(")
      let day =
        scanner.take(DeadlineVocabulary.weekdays)
        ?? (isOpen ? scanner.take(DeadlineVocabulary.shortWeekdays) : nil)
      return isOpen && !scanner.take(")") ? nil : day
    }
    if let weekday, weekday != found.weekday { throw impossible("\(found)") }
    return found
  }
}
