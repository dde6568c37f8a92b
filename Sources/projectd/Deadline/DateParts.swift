internal import CivilTime

/// A date as it is said: a year and a month, where they are, and which day of the month.
struct DateParts {
  enum Day {
    case number(Int)
    case last
    /// The second Tuesday; below zero from the end.
    case nth(Int, Weekday)
    case firstWorkingDay, lastWorkingDay
    /// A day of a name, in no month of its own.
    case moving(MovingDays.Rule)
  }

  var year: Int?
  var month: Int?
  var day = Day.number(1)

  static func read(_ scanner: inout WordScanner, today: CivilDate) -> DateParts? {
    scanner.attempt { english(&$0, today) } ?? scanner.attempt { numeric(&$0) }
      ?? scanner.attempt { korean(&$0, today) } ?? scanner.attempt { named(&$0, today) }
  }

  /// For a sentence about a date that is not there.
  var text: String {
    guard case .number(let day) = day else { return month.map { "\($0)" } ?? "" }
    return (month.map { "\($0)/" } ?? "") + "\(day)"
  }

  /// The first such date that is not past, within eight years, so that 29 February is found.
  func next(from today: CivilDate) -> CivilDate? {
    if case .moving(let rule) = day {
      if let year { return MovingDays.date(rule, in: year) }
      let dates = (0...1).compactMap { MovingDays.date(rule, in: today.year + $0) }
      return dates.first { $0 >= today }
    }
    if let year, let month { return date(year, month) }
    guard var start = year.map({ CivilDate(year: $0, month: 1, day: 1) }) ?? today.startOfMonth
    else { return nil }
    for _ in 0..<100 {
      if month ?? start.month == start.month, let date = date(start.year, start.month),
        date >= today
      {
        return date
      }
      guard let following = start.adding(months: 1) else { return nil }
      start = following
    }
    return nil
  }

  private func date(_ year: Int, _ month: Int) -> CivilDate? {
    if case .number(let day) = day { return CivilDate(year: year, month: month, day: day) }
    guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
    switch day {
    case .last: return first.endOfMonth
    case .nth(let count, let weekday): return first.nthOfMonth(count, weekday)
    case .firstWorkingDay: return first.firstWorkingDayOfMonth
    case .lastWorkingDay: return first.lastWorkingDayOfMonth
    case .number, .moving: return nil
    }
  }

  /// `christmas`, `thanksgiving 2028`, `내년 추석`.
  private static func named(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    let head = koreanYear(&scanner, today)
    guard var found = FixedDays.read(&scanner) ?? MovingDays.read(&scanner) else { return nil }
    found.year = head ?? year(&scanner, today)
    return found
  }

  // MARK: English

  private static func ordinal(_ scanner: inout WordScanner) -> Int? {
    if let day = scanner.take(NumberWords.ordinals) { return day }
    return scanner.attempt { scanner in
      guard let day = scanner.number(limit: 2) else { return nil }
      let isTeen = (11...13).contains(day)
      let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
      return scanner.take(ending) ? day : nil
    }
  }

  /// The year behind a day or a period: `2027`, `next year`, `'27`.
  static func year(_ scanner: inout WordScanner, _ today: CivilDate) -> Int? {
    scanner.attempt { scanner in
      _ = scanner.take(",", " ")
      if let shift = scanner.take([
        ("nextyear", 1), ("thisyear", 0), ("ofnextyear", 1), ("ofthisyear", 0),
      ]
      ) {
        return today.year + shift
      }
      // `jan 5 '27` is of this century, as `27년` is.
      if scanner.take("'") {
        return scanner.digitCount == 2 ? scanner.number().map { 2000 + $0 } : nil
      }
      guard scanner.digitCount == 4 else { return nil }
      return scanner.number()
    }
  }

  private static let relative: [(String, Int)] = [
    ("thismonth", 0), ("nextmonth", 1), ("themonthafternext", 2),
    ("monthafternext", 2),
  ]

  /// A month with its year: `december 2026`, `next month`.
  private static func month(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    if let shift = scanner.take(relative) {
      return today.startOfMonth.adding(months: shift).map {
        DateParts(year: $0.year, month: $0.month)
      }
    }
    // `the first of the month` is the next such day, in this month or the one behind it.
    if scanner.take("themonth") { return DateParts() }
    guard let month = scanner.takeJoined(DeadlineVocabulary.months) else { return nil }
    return DateParts(year: year(&scanner, today), month: month)
  }

  /// A month and nothing else, in either language.
  static func monthAlone(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    if let found = scanner.attempt({ month(&$0, today) }) {
      return found.month == nil ? nil : found
    }
    return koreanMonth(&scanner, today).map { DateParts(year: $0.year, month: $0.month) }
  }

  private func with(_ day: Day) -> DateParts { DateParts(year: year, month: month, day: day) }

  private static let partsOfMonth: [(String, Day)] = {
    let names: [(String, Day)] = [
      ("lastdayof", .last), ("lastdayin", .last), ("finaldayof", .last), ("endof", .last),
      ("startof", .number(1)), ("beginningof", .number(1)), ("firstdayof", .number(1)),
      ("firstdayin", .number(1)), ("middleof", .number(15)),
    ]
    var parts: [(String, Day)] = [("mid", .number(15)), ("mid-", .number(15))]
    for (name, day) in names + workingDays {
      parts.append((name, day))
      parts.append(("the" + name, day))
    }
    return parts
  }()

  private static let workingDays: [(String, Day)] =
    ["workingday", "workday", "businessday", "weekday"].flatMap { (name: String) in
      ["of", "in"].flatMap { of -> [(String, Day)] in
        [
          ("first\(name)\(of)", .firstWorkingDay), ("1st\(name)\(of)", .firstWorkingDay),
          ("last\(name)\(of)", .lastWorkingDay),
        ]
      }
    }

  /// `Dec 25`, `25 Dec 2026`, `the 25th of next month`, `the 3rd`, `last friday of november`.
  private static func english(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    if scanner.take("midmonth", "mid-month", "middleofmonth") {
      return DateParts(day: .number(15))
    }
    if let day = scanner.take(partsOfMonth) { return month(&scanner, today)?.with(day) }
    if let found = scanner.attempt({ nthWeekday(&$0, today) }) { return found }
    if let found = scanner.attempt({ monthFirst(&$0, today) }) { return found }
    _ = scanner.take("the")
    let day = ordinal(&scanner)
    guard let number = day ?? scanner.number(limit: 2) else { return nil }
    if day != nil {
      let found = scanner.attempt { scanner -> DateParts? in
        _ = scanner.take("of", "in")
        return month(&scanner, today)?.with(.number(number))
      }
      if let found { return found }
      if scanner.takes("of", "in") { return nil }
      return DateParts(day: .number(number))
    }
    _ = scanner.take("of", "-")
    guard let month = scanner.takeJoined(DeadlineVocabulary.months) else { return nil }
    _ = scanner.take("-")
    return DateParts(year: year(&scanner, today), month: month, day: .number(number))
  }

  private static func nthWeekday(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    _ = scanner.take("the")
    let last = scanner.take("last", "final")
    guard let count = last ? -1 : ordinal(&scanner), count <= 5,
      let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays), scanner.take("of", "in")
    else { return nil }
    if count < 5, scanner.take("theyear") {
      return DateParts(month: count < 0 ? 12 : 1, day: .nth(count, weekday))
    }
    return month(&scanner, today)?.with(.nth(count, weekday))
  }

  private static func monthFirst(_ scanner: inout WordScanner, _ today: CivilDate) -> DateParts? {
    if let shift = scanner.take(relative) {
      _ = scanner.take("onthe", "the", "on")
      guard let first = today.startOfMonth.adding(months: shift), let day = ordinal(&scanner) else {
        return nil
      }
      return DateParts(year: first.year, month: first.month, day: .number(day))
    }
    guard let month = scanner.takeJoined(DeadlineVocabulary.months) else { return nil }
    _ = scanner.take("the", ".", "-")
    guard let day = ordinal(&scanner) ?? scanner.number(limit: 2) else { return nil }
    // `dec 12:30` is no day.
    if scanner.takes(":") { return nil }
    return DateParts(year: year(&scanner, today), month: month, day: .number(day))
  }

  // MARK: Numbers

  /// `2026/12/25`, `2026.12.25.`, `25.12.2026`, `12/25/2026`, `12/25`, `12. 25.`, `20261225`.
  private static func numeric(_ scanner: inout WordScanner) -> DateParts? {
    if scanner.digitCount == 8, let number = scanner.number(limit: 8) {
      return DateParts(
        year: number / 10_000, month: number / 100 % 100, day: .number(number % 100))
    }
    // `'27.3.12` can only begin with its year.
    let isCut = scanner.take("'") && scanner.digitCount == 2
    let hasYear = isCut || scanner.digitCount == 4
    guard let first = scanner.number(),
      let sign = scanner.take([("/", "/"), (".", "."), ("-", "-")])
    else { return nil }
    let isTight = scanner.isJoined
    guard let second = scanner.number(limit: 2) else { return nil }
    if hasYear {
      guard scanner.take(sign), let day = scanner.number(limit: 2) else { return nil }
      if sign == "." { _ = scanner.take(".") }
      return DateParts(
        year: isCut ? 2000 + first : first, month: second, day: .number(day))
    }
    if let parts = scanner.attempt({ withYear(first, second, sign, &$0) }) { return parts }
    // `12. 25.` ends in a point, and a weekday follows `12.25(금)`; `12.25` may be a time.
    guard
      sign == "/" || sign == "." && scanner.takes("(")
        || sign == "." && scanner.take(".") && scanner.digitCount == 0
    else { return nil }
    // `12. 3.` is Korean; `12.3.` may be the German third of a month as well.
    let isMonth = max(first, second) > 12 || first == second || scanner.takes("(")
    guard sign == "/" || !isTight || isMonth else { return nil }
    // Nobody's thirteenth month: `15/4` is the British 15 April, `15.4.` the German one.
    let isDayFirst = first > 12
    return DateParts(
      month: isDayFirst ? second : first, day: .number(isDayFirst ? first : second))
  }

  /// `25.12.2026`, `25/12/2026`, `12/25/2026`, `12/25/26`, where only one reading has such a month.
  private static func withYear(
    _ first: Int, _ second: Int, _ sign: String, _ scanner: inout WordScanner
  ) -> DateParts? {
    guard scanner.take(sign) else { return nil }
    let isShort = scanner.digitCount == 2
    guard isShort && sign == "/" || scanner.digitCount == 4, let number = scanner.number() else {
      return nil
    }
    let year = isShort ? 2000 + number : number
    // `25/12/26` may begin with a year as well.
    if !isShort, sign == "." || first > 12 {
      return DateParts(year: year, month: second, day: .number(first))
    }
    // `5/6/2026` is May in one country and June in another.
    guard first <= 12, second > 12 || first == second && !isShort else { return nil }
    return DateParts(year: year, month: first, day: .number(second))
  }
}
