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
    if scanner.take("from") {
      guard distance.count > 0, let start = try day(&scanner) else { throw invalid(text) }
      return try moved(start.day, distance, text)
    }
    let day = try moved(today, distance, text)
    _ = scanner.take("on")
    guard distance.unit == .week, let weekday = scanner.take(DeadlineVocabulary.weekdays) else {
      return day
    }
    return day.adding(days: weekday.rawValue - day.weekday.rawValue)
  }

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
      return today.adding(days: days).map { ($0, false) }
    }
    if let date = try date(&scanner) { return (date, false) }
    // A period before a weekday, or `next month` is `next mon`.
    if let period = scanner.take(DeadlineVocabulary.ends) {
      return end(of: period).map { ($0, false) }
    }
    if let (found, isBare) = weekday(&scanner) { return (found, isBare) }
    if let period = scanner.take(DeadlineVocabulary.starts) {
      return start(after: period).map { ($0, false) }
    }
    return nil
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
      let isThis = scanner.take("this", "thiscoming", "coming")
      guard let weekday = scanner.take(DeadlineVocabulary.weekdays) else { return nil }
      if !isThis, let week = scanner.take(DeadlineVocabulary.weeks.filter { !$0.1.isKorean }) {
        return monday?.adding(days: week.count * 7 + weekday.rawValue - 1).map { ($0, false) }
      }
      if !isThis,
        let weeks = scanner.attempt({ scanner -> Int? in
          guard let found = DistanceWords.read(&scanner), found.unit == .week else { return nil }
          return found.count
        })
      {
        return monday?.adding(days: weeks * 7 + weekday.rawValue - 1).map { ($0, false) }
      }
      let first = isThis ? today : today.adding(days: 1)
      return first?.onOrAfter(weekday).map { ($0, true) }
    }
  }

  private func end(of period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week: today.onOrAfter(.sunday)
    case .weekend: today.weekday == .sunday ? today : today.onOrAfter(.saturday)
    case .nextWeekend: today.adding(days: 13 - today.weekday.rawValue)
    case .month: today.endOfMonth
    case .nextMonth: today.startOfMonth.adding(months: 1)?.endOfMonth
    case .quarter: start(after: .quarter)?.adding(days: -1)
    case .year: start(after: .year)?.adding(days: -1)
    case .nextYear: CivilDate(year: today.year + 1, month: 12, day: 31)
    }
  }

  private func start(after period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week, .weekend, .nextWeekend: today.adding(days: 1)?.onOrAfter(.monday)
    case .month, .nextMonth: today.startOfMonth.adding(months: 1)
    case .quarter: today.startOfMonth.adding(months: 3 - (today.month - 1) % 3)
    case .year, .nextYear: CivilDate(year: today.year + 1, month: 1, day: 1)
    }
  }

  /// `11/21`, `Dec 25`, `the 3rd`, `25.12.2026`, `2026년 11월 21일`: the next such day where no
  /// year is said.
  private func date(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    guard let parts = scanner.attempt({ DateParts.read(&$0, today: today) }) else { return nil }
    var found = next(parts.year, parts.month, parts.day ?? 1)
    if parts.day == nil { found = found.map(\.endOfMonth) }
    if parts.day == nil, parts.year == nil, let month = parts.month, month == today.month {
      found = today.endOfMonth
    }
    guard let found else {
      throw impossible("\(parts.month.map { "\($0)/" } ?? "")\(parts.day ?? 0)")
    }
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

  /// The first such date that is not past, within eight years, so that 29 February is found.
  private func next(_ year: Int?, _ month: Int?, _ day: Int) -> CivilDate? {
    if let year, let month { return CivilDate(year: year, month: month, day: day) }
    var start = today.startOfMonth
    for _ in 0..<100 {
      if month ?? start.month == start.month,
        let date = CivilDate(year: start.year, month: start.month, day: day), date >= today
      {
        return date
      }
      guard let following = start.adding(months: 1) else { return nil }
      start = following
    }
    return nil
  }
}

/// The numbers of a date as it is said; without a day it is the last of the month.
struct DateParts {
  var year: Int?
  var month: Int?
  var day: Int?

  static func read(_ scanner: inout WordScanner, today: CivilDate) -> DateParts? {
    if let parts = scanner.attempt(english) { return parts }
    if let parts = scanner.attempt({ numeric(&$0) }) { return parts }
    return scanner.attempt { korean(&$0, today) }
  }

  private static func ordinal(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      guard let day = scanner.number(limit: 2) else { return nil }
      let isTeen = (11...13).contains(day)
      let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
      return scanner.take(ending) ? day : nil
    }
  }

  private static func year(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      _ = scanner.take(",", " ")
      guard scanner.digitCount == 4 else { return nil }
      return scanner.number()
    }
  }

  /// `Dec 25`, `25 Dec 2026`, `the 25th of December`, `the 3rd`, `last day of february`.
  private static func english(_ scanner: inout WordScanner) -> DateParts? {
    if scanner.take("lastdayof", "thelastdayof", "endof", "theendof") {
      guard let month = scanner.take(DeadlineVocabulary.months) else { return nil }
      return DateParts(year: year(&scanner), month: month)
    }
    if let month = scanner.take(DeadlineVocabulary.months) {
      _ = scanner.take("the", ".")
      guard let day = ordinal(&scanner) ?? scanner.number(limit: 2) else { return nil }
      // Behind a day `9:30` is a time, and `9` more digits of nothing.
      return DateParts(year: year(&scanner), month: month, day: day)
    }
    _ = scanner.take("the")
    let day = ordinal(&scanner)
    guard let number = day ?? scanner.number(limit: 2) else { return nil }
    _ = scanner.take("of")
    if let month = scanner.take(DeadlineVocabulary.months) {
      return DateParts(year: year(&scanner), month: month, day: number)
    }
    return day.map { DateParts(day: $0) }
  }

  /// `2026/12/25`, `2026.12.25.`, `25.12.2026`, `12/25/2026`, `12/25`.
  private static func numeric(_ scanner: inout WordScanner) -> DateParts? {
    let hasYear = scanner.digitCount == 4
    guard let first = scanner.number() else { return nil }
    guard let mark = scanner.take([("/", true), (".", false)]) else { return nil }
    let sign = mark ? "/" : "."
    guard let second = scanner.number(limit: 2) else { return nil }
    if hasYear {
      guard scanner.take(sign), let day = scanner.number(limit: 2) else { return nil }
      if !mark { _ = scanner.take(".") }
      return DateParts(year: first, month: second, day: day)
    }
    if scanner.take(sign), scanner.digitCount == 4, let year = scanner.number() {
      if !mark || first > 12 { return DateParts(year: year, month: second, day: first) }
      // `5/6/2026` is May in one country and June in another.
      guard second > 12 || first == second else { return nil }
      return DateParts(year: year, month: first, day: second)
    }
    return mark ? DateParts(month: first, day: second) : nil
  }

  /// `27년 1월 5일`, `내년 1월 1일`, `다음 달 5일`, `2월 말`, `12월 25일`, `25일`.
  private static func korean(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    var parts = DateParts()
    if let shift = scanner.take([("다음달", 1), ("담달", 1), ("이번달", 0), ("이달", 0), ("다다음달", 2)]) {
      guard let first = today.startOfMonth.adding(months: shift) else { return nil }
      guard let day = scanner.number(limit: 2), scanner.take("일") else { return nil }
      return DateParts(year: first.year, month: first.month, day: day)
    }
    if let shift = scanner.take([("올해", 0), ("내년", 1), ("내후년", 2)]) {
      parts.year = today.year + shift
    } else if let year = scanner.attempt({ scanner -> Int? in
      let digits = scanner.digitCount
      guard let year = scanner.number(), scanner.take("년") else { return nil }
      return digits == 2 ? 2000 + year : digits == 4 ? year : nil
    }) {
      parts.year = year
    }
    guard let number = scanner.number(limit: 2) else { return nil }
    guard scanner.take("월") else {
      return parts.year == nil && scanner.take("일") ? DateParts(day: number) : nil
    }
    parts.month = number
    if scanner.take("말일", "말") { return parts }
    guard let day = scanner.number(limit: 2), scanner.take("일") else { return nil }
    parts.day = day
    return parts
  }
}
