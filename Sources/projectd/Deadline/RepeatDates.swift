internal import CivilTime

/// Rules of dates: `every 1st and 15th`, `매월 둘째, 넷째 토요일`, `every december 25`, `매년 크리스마스`.
enum RepeatDates {
  // MARK: Each year

  /// `every december 25th`, `yearly on dec 25`, `25 dec every year`, `매년 12월 25일`.
  static func yearly(_ scanner: inout WordScanner) -> String? {
    let isSaid = scanner.take(
      "매년", "매해", "해마다", "every", "everyyear", "eachyear", "yearly", "annually")
    _ = scanner.take("on")
    _ = scanner.take("the")
    guard let part = partOfYear(&scanner) else { return nil }
    let isBehind = scanner.take("everyyear", "eachyear", "ofeveryyear", "ofeachyear")
    _ = scanner.take("에", "마다") || isSaid && scanner.take("까지")
    return isSaid || isBehind ? "FREQ=YEARLY;\(part)" : nil
  }

  /// A day of the year: `march 3`, `5월 8일`, `christmas`, `the second sunday of may`, `thanksgiving`.
  static func partOfYear(_ scanner: inout WordScanner) -> String? {
    if let found = scanner.attempt(nthOfMonth) { return found }
    let found =
      scanner.take(FixedDays.names) ?? scanner.attempt(koreanDate) ?? scanner.attempt(englishDate)
    // 29 February comes in leap years.
    guard let (month, day) = found, CivilDate(year: 2024, month: month, day: day) != nil else {
      return nil
    }
    return "BYMONTH=\(month);BYMONTHDAY=\(day)"
  }

  private static func nthOfMonth(_ scanner: inout WordScanner) -> String? {
    let named = scanner.attempt { scanner -> MovingDays.Rule? in scanner.take(MovingDays.names) }
    if let named {
      // Easter and the moon follow no rule of RFC 5545.
      guard case .nth(let count, let weekday, let month) = named else { return nil }
      return "BYMONTH=\(month);BYDAY=\(count)\(weekday.code)"
    }
    if let month = scanner.attempt(koreanMonth) {
      _ = scanner.take("의")
      return nthWeekday(&scanner).map { "BYMONTH=\(month);\($0)" }
    }
    _ = scanner.take("the")
    guard let day = nthWeekday(&scanner), scanner.take("of", "in"),
      let month = scanner.takeJoined(DeadlineVocabulary.months)
    else { return nil }
    return "BYMONTH=\(month);\(day)"
  }

  private static func koreanMonth(_ scanner: inout WordScanner) -> Int? {
    scanner.take([("유월", 6), ("시월", 10)])
      ?? NumberWords.korean(&scanner, limit: 2) { scanner, month in
        (1...12).contains(month) && scanner.take("월") ? month : nil
      }
  }

  private static func koreanDate(_ scanner: inout WordScanner) -> (Int, Int)? {
    guard let month = koreanMonth(&scanner), let day = koreanDay(&scanner) else { return nil }
    return (month, day)
  }

  private static func koreanDay(_ scanner: inout WordScanner) -> Int? {
    NumberWords.korean(&scanner, limit: 2) { scanner, day in
      !scanner.takes("일요일", "일욜") && scanner.take("일") ? day : nil
    }
  }

  private static func englishDate(_ scanner: inout WordScanner) -> (Int, Int)? {
    if let month = scanner.takeJoined(DeadlineVocabulary.months) {
      _ = scanner.take("the")
      return englishDay(&scanner).map { (month, $0) }
    }
    guard let day = englishDay(&scanner) else { return nil }
    _ = scanner.take("of")
    return scanner.takeJoined(DeadlineVocabulary.months).map { ($0, day) }
  }

  private static func englishDay(_ scanner: inout WordScanner) -> Int? {
    guard let day = scanner.number(limit: 2) else { return nil }
    _ = scanner.take("st", "nd", "rd", "th")
    return day
  }

  // MARK: Each month

  /// `매월 1일과 15일`, `매달 말일`, `every 1st and 15th`, `the 1st of every month`,
  /// `the last friday of each month`, `매월 둘째 주 화요일`.
  static func monthly(_ scanner: inout WordScanner) -> String? {
    let isMonthly = scanner.take("매월", "매달", "everymonth", "eachmonth", "monthly")
    let isEvery = !isMonthly && scanner.take("every", "onevery", "each")
    _ = scanner.take("on", "at", "의")
    guard let part = partOfMonth(&scanner) else { return nil }
    let isNamed = scanner.take(
      "ofeachmonth", "ofeverymonth", "ofthemonth", "eachmonth", "everymonth", "inthemonth")
    // `매달 25일까지` is due on each of them, and is no end.
    _ = scanner.take("마다", "에") || isMonthly && scanner.take("까지")
    // `every 2nd tuesday` is every other week to some and once a month to others; of the first and
    // the last one nobody doubts that they are of a month.
    let isPlain = ["BYMONTHDAY", "BYDAY=1", "BYDAY=-1"].contains { isEvery && part.hasPrefix($0) }
    return isMonthly || isPlain || isNamed ? "FREQ=MONTHLY;\(part)" : nil
  }

  /// Days of the month.
  static func partOfMonth(_ scanner: inout WordScanner) -> String? {
    _ = scanner.take("the")
    if let day = scanner.take(named) { return "BYMONTHDAY=\(day)" }
    if let found = scanner.attempt(workingDay) ?? scanner.attempt(nthWeekday) { return found }
    return scanner.attempt(monthDays).map {
      "BYMONTHDAY=\($0.map(String.init).joined(separator: ","))"
    }
  }

  private static let named: [(String, Int)] =
    [
      "말일", "말", "마지막날", "lastday", "endof", "end", "lastdate", "monthend", "endofmonth",
      "endofthemonth",
    ].map {
      (word: String) -> (String, Int) in (word, -1)
    } + ["첫날", "첫째날", "초하루", "firstday"].map { (word: String) -> (String, Int) in (word, 1) }

  private static let ordinals: [(String, Int)] = [
    ("first", 1), ("1st", 1), ("second", 2), ("2nd", 2), ("third", 3), ("3rd", 3),
    ("fourth", 4), ("4th", 4), ("last", -1), ("첫째주", 1), ("둘째주", 2), ("셋째주", 3),
    ("넷째주", 4), ("마지막주", -1), ("첫번째", 1), ("두번째", 2), ("세번째", 3), ("네번째", 4),
    ("마지막", -1), ("첫째", 1), ("둘째", 2), ("셋째", 3), ("넷째", 4), ("첫", 1), ("첫주", 1),
  ]

  /// `last weekday`, `첫 평일`: a day from Monday to Friday.
  private static func workingDay(_ scanner: inout WordScanner) -> String? {
    guard let count = scanner.take(ordinals),
      scanner.take("weekday", "workday", "workingday", "businessday", "평일", "영업일", "근무일")
    else { return nil }
    return "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=\(count)"
  }

  /// `2nd and 4th tuesday`, `둘째, 넷째 토요일`.
  private static func nthWeekday(_ scanner: inout WordScanner) -> String? {
    var counts: [Int] = []
    while let count = scanner.take(ordinals) {
      counts.append(count)
      RepeatDays.separator(&scanner)
    }
    guard !counts.isEmpty, Set(counts).count == counts.count,
      let (day, _) = RepeatDays.weekday(&scanner)
    else { return nil }
    return "BYDAY=" + counts.map { "\($0)\(day.code)" }.joined(separator: ",")
  }

  /// `1st and 15th`, `1일, 11일과 21일`, `10일 20일`, `10, 20일`, each once.
  private static func monthDays(_ scanner: inout WordScanner) -> [Int]? {
    var days: [Int] = []
    while true {
      _ = scanner.take("the")
      guard let day = scanner.attempt(monthDay), !days.contains(day) else { return nil }
      days.append(day)
      if RepeatDays.separator(&scanner) { continue }
      // `10일 20일`, and not `10일 5회`.
      var ahead = scanner
      guard monthDay(&ahead) != nil else { return days }
    }
  }

  private static func monthDay(_ scanner: inout WordScanner) -> Int? {
    if let day = scanner.attempt(koreanDay) { return day }
    guard let day = scanner.number(limit: 2) else { return nil }
    // In Korean one `일` behind the last number is said for all of them.
    return scanner.take("st", "nd", "rd", "th") || scanner.takes(",", "·") ? day : nil
  }
}
