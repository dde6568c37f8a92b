internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Rules of recurrence as people type them: `daily`, `every 2 weeks`, `매주 월요일`, or an RRULE.
enum RepeatWords {
  /// Reads a rule.
  ///
  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no rule that is followed here.
  static func rule(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    let text = text.trimmed
    if text.isEmpty || DeadlineVocabulary.none.contains(text.lowercased()) { return nil }
    if let rule = try phrase(text) { return rule }
    return try read(text, as: text)
  }

  private static let words = LocalizedText(
    en: "write daily, \"every 2 weeks\", mon-fri, \"every 1st and 15th\", yearly, or an RRULE",
    ko: "매일, 2주마다, 월수금, 매월 1일과 15일, 매년 또는 RRULE로 쓰십시오")

  private static func read(_ rule: String, as text: String) throws(ProjectError) -> RecurrenceRule {
    do {
      return try RecurrenceRule(rule)
    } catch {
      // Of what was not meant as an RRULE the parts of one are no help.
      let problem = rule.contains("=") ? error.text : Self.words
      throw ProjectError(
        .invalidRecurrence,
        ["rule": .string(String(text.prefix(100))), "problem": problem.jsonValue])
    }
  }

  private static let simple: [(String, String)] = [
    ("daily", "FREQ=DAILY"), ("everyday", "FREQ=DAILY"), ("매일", "FREQ=DAILY"),
    ("weekly", "FREQ=WEEKLY"), ("everyweek", "FREQ=WEEKLY"), ("매주", "FREQ=WEEKLY"),
    ("biweekly", "FREQ=WEEKLY;INTERVAL=2"), ("격주", "FREQ=WEEKLY;INTERVAL=2"),
    ("monthly", "FREQ=MONTHLY"), ("everymonth", "FREQ=MONTHLY"), ("매월", "FREQ=MONTHLY"),
    ("매달", "FREQ=MONTHLY"), ("yearly", "FREQ=YEARLY"), ("everyyear", "FREQ=YEARLY"),
    ("매년", "FREQ=YEARLY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("평일", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("평일마다", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("everyweekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("eachweek", "FREQ=WEEKLY"),
    ("매주평일", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("eachday", "FREQ=DAILY"),
    ("everyotherday", "FREQ=DAILY;INTERVAL=2"), ("격일", "FREQ=DAILY;INTERVAL=2"),
    ("everyotherweek", "FREQ=WEEKLY;INTERVAL=2"), ("격주로", "FREQ=WEEKLY;INTERVAL=2"),
    ("everyothermonth", "FREQ=MONTHLY;INTERVAL=2"), ("격월", "FREQ=MONTHLY;INTERVAL=2"),
    ("eachmonth", "FREQ=MONTHLY"), ("eachyear", "FREQ=YEARLY"), ("annually", "FREQ=YEARLY"),
    ("everyweekend", "FREQ=WEEKLY;BYDAY=SA,SU"), ("주말마다", "FREQ=WEEKLY;BYDAY=SA,SU"),
    ("fortnightly", "FREQ=WEEKLY;INTERVAL=2"), ("quarterly", "FREQ=MONTHLY;INTERVAL=3"),
    ("everyquarter", "FREQ=MONTHLY;INTERVAL=3"), ("분기마다", "FREQ=MONTHLY;INTERVAL=3"),
    ("일주일마다", "FREQ=WEEKLY"), ("하루마다", "FREQ=DAILY"), ("이틀마다", "FREQ=DAILY;INTERVAL=2"),
    ("사흘마다", "FREQ=DAILY;INTERVAL=3"), ("한달마다", "FREQ=MONTHLY"), ("날마다", "FREQ=DAILY"),
    ("달마다", "FREQ=MONTHLY"), ("주마다", "FREQ=WEEKLY"), ("해마다", "FREQ=YEARLY"),
  ]

  private static let frequencies: [DeadlineVocabulary.Unit: String] = [
    .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
  ]

  /// What is said without `FREQ=`; nil where it is none of that.
  private static func phrase(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    var scanner = WordScanner(text)
    if let rule = scanner.attempt(yearly) { return try read(rule, as: text) }
    if let rule = scanner.attempt(monthly) { return try read(rule, as: text) }
    if let rule = scanner.attempt(whole) { return try read(rule, as: text) }
    if let days = scanner.attempt(weekdays) { return try read(days, as: text) }
    return try scanner.attempt(interval).map { rule throws(ProjectError) in
      try read(rule, as: text)
    }
  }

  private static func whole(_ scanner: inout WordScanner) -> String? {
    guard let rule = scanner.take(simple), scanner.isAtEnd else { return nil }
    return rule
  }

  /// `every mon`, `every other fri`, `매주 월, 수, 금`, `월요일마다`; of several days nothing else has to
  /// be said: `월수금`, `mon-fri`.
  private static func weekdays(_ scanner: inout WordScanner) -> String? {
    // January to who reads it, and no Sunday and Monday.
    if scanner.isWhole(["일월", "일월마다"]) { return nil }
    let isOther = scanner.take("everyother", "격주")
    let isMarked = isOther || scanner.take("every", "each", "매주", "weekly")
    _ = scanner.take("on")
    var days: [Weekday] = []
    while let day = weekday(&scanner) {
      days += scanner.attempt { range(from: day, &$0) } ?? [day]
      _ = scanner.take(",", "and", ",and", "와", "과", "·")
    }
    let isRepeated = scanner.take("마다")
    guard !days.isEmpty, Set(days).count == days.count, isMarked || isRepeated || days.count > 1,
      scanner.isAtEnd
    else { return nil }
    let interval = isOther ? ";INTERVAL=2" : ""
    return "FREQ=WEEKLY\(interval);BYDAY=\(days.map(\.code).joined(separator: ","))"
  }

  /// `-fri`, `부터 금요일까지` behind the first day: all days up to the last one, over a weekend too.
  private static func range(from first: Weekday, _ scanner: inout WordScanner) -> [Weekday]? {
    guard scanner.take("-", "–", "~", "to", "through", "부터", "에서"), let last = weekday(&scanner)
    else { return nil }
    _ = scanner.take("까지")
    let all = Weekday.allCases
    guard let start = all.firstIndex(of: first), let end = all.firstIndex(of: last), start != end
    else { return nil }
    let count = (end - start + all.count) % all.count
    return (0...count).map { all[(start + $0) % all.count] }
  }

  /// `every december 25th`, `yearly on dec 25`, `every 25 dec`, `매년 12월 25일`.
  private static func yearly(_ scanner: inout WordScanner) -> String? {
    let isKorean = scanner.take("매년", "해마다")
    guard isKorean || scanner.take("every", "everyyear", "yearly", "annually") else { return nil }
    _ = scanner.take("on")
    _ = scanner.take("the")
    let found = isKorean ? scanner.attempt(koreanDate) : scanner.attempt(englishDate)
    _ = isKorean ? scanner.take("에", "마다") : scanner.take("everyyear", "eachyear")
    guard let (month, day) = found, scanner.isAtEnd,
      // 29 February comes in leap years.
      CivilDate(year: 2024, month: month, day: day) != nil
    else { return nil }
    return "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(day)"
  }

  private static func koreanDate(_ scanner: inout WordScanner) -> (Int, Int)? {
    guard let month = scanner.number(limit: 2), scanner.take("월"),
      let day = scanner.number(limit: 2), scanner.take("일")
    else { return nil }
    return (month, day)
  }

  private static func englishDate(_ scanner: inout WordScanner) -> (Int, Int)? {
    if let month = scanner.take(DeadlineVocabulary.months) {
      _ = scanner.take("the")
      return englishDay(&scanner).map { (month, $0) }
    }
    guard let day = englishDay(&scanner) else { return nil }
    _ = scanner.take("of")
    return scanner.take(DeadlineVocabulary.months).map { ($0, day) }
  }

  private static func englishDay(_ scanner: inout WordScanner) -> Int? {
    guard let day = scanner.number(limit: 2) else { return nil }
    _ = scanner.take("st", "nd", "rd", "th")
    return day
  }

  private static func weekday(_ scanner: inout WordScanner) -> Weekday? {
    let plural = DeadlineVocabulary.weekdays.map { ($0.0 + "s", $0.1) }
    // In one list, so that the longest is taken: `tues` is also the head of `tuesday`.
    return scanner.take(DeadlineVocabulary.weekdays + plural)
      ?? scanner.take(DeadlineVocabulary.shortWeekdays)
  }

  private static let ordinals: [(String, Int)] = [
    ("first", 1), ("1st", 1), ("second", 2), ("2nd", 2), ("third", 3), ("3rd", 3),
    ("fourth", 4), ("4th", 4), ("last", -1), ("첫째주", 1), ("둘째주", 2), ("셋째주", 3),
    ("넷째주", 4), ("마지막주", -1), ("첫번째", 1), ("두번째", 2), ("세번째", 3), ("네번째", 4),
    ("마지막", -1), ("첫째", 1), ("둘째", 2), ("셋째", 3), ("넷째", 4),
  ]

  /// `매월 1일과 15일`, `매달 말일`, `every 1st and 15th`, `the 1st of every month`, `every 2nd tuesday`,
  /// `the last friday of each month`, `매월 둘째 주 화요일`.
  private static func monthly(_ scanner: inout WordScanner) -> String? {
    let isKorean = scanner.take("매월", "매달")
    let isMonthly = scanner.take("everymonth", "monthly") || isKorean
    let isEvery = !isMonthly && scanner.take("every", "onevery")
    _ = scanner.take("on")
    _ = scanner.take("the")
    var part: String?
    if isKorean, scanner.take("말일", "말", "마지막날") {
      part = "BYMONTHDAY=-1"
    } else if !isKorean, scanner.take("lastday") {
      part = "BYMONTHDAY=-1"
    } else if let found = scanner.attempt(nthWeekday) {
      part = found
    } else if let days = scanner.attempt({ monthDays(&$0, isKorean: isKorean) }) {
      part = "BYMONTHDAY=\(days.map(String.init).joined(separator: ","))"
    }
    let isNamed = scanner.take(
      "ofeachmonth", "ofeverymonth", "ofthemonth", "eachmonth", "everymonth")
    _ = scanner.take("마다", "에")
    // `every 2nd tuesday` is every other week to some and once a month to others.
    let isPlain = isEvery && !(part?.hasPrefix("BYDAY") ?? true)
    guard let part, isMonthly || isPlain || isNamed, scanner.isAtEnd else { return nil }
    return "FREQ=MONTHLY;\(part)"
  }

  /// `1st and 15th`, `1일, 11일과 21일`, `10, 20일`, each once.
  private static func monthDays(_ scanner: inout WordScanner, isKorean: Bool) -> [Int]? {
    var days: [Int] = []
    repeat {
      _ = scanner.take("the")
      guard let day = scanner.number(limit: 2), !days.contains(day) else { return nil }
      let isNamed = isKorean ? scanner.take("일") : scanner.take("st", "nd", "rd", "th")
      // In Korean one `일` behind the last number is said for all of them.
      guard isNamed || isKorean && scanner.takes(",", "·") else { return nil }
      days.append(day)
    } while scanner.take(",", "and", ",and", "&", "와", "과", "하고", "·")
    return days
  }

  private static func nthWeekday(_ scanner: inout WordScanner) -> String? {
    guard let count = scanner.take(ordinals), let day = weekday(&scanner) else { return nil }
    return "BYDAY=\(count)\(day.code)"
  }

  /// `every 2 weeks`, `2주마다`, `3일에 한 번`.
  private static func interval(_ scanner: inout WordScanner) -> String? {
    let isEnglish = scanner.take("every", "each")
    guard
      let count = scanner.number() ?? scanner.take(NumberWords.counts)
        ?? scanner.take(NumberWords.korean)
    else { return nil }
    let unit =
      scanner.take(DeadlineVocabulary.units) ?? scanner.take(DeadlineVocabulary.koreanUnits)
    guard let frequency = unit.flatMap({ frequencies[$0] }) else { return nil }
    let isKorean = scanner.take("마다", "에한번")
    guard isEnglish || isKorean, scanner.isAtEnd else { return nil }
    return "FREQ=\(frequency);INTERVAL=\(count)"
  }
}
