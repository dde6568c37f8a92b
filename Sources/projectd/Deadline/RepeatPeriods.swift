/// How often, and on which of its days: `every 2 weeks on friday`, `격월 10일`, `사흘에 한 번`.
enum RepeatPeriods {
  private typealias Unit = DeadlineVocabulary.Unit

  static func read(_ scanner: inout WordScanner) -> String? {
    if let rule = scanner.take(whole) ?? scanner.attempt(short) { return rule }
    guard let (count, unit) = period(&scanner), let frequency = frequencies[unit] else {
      return nil
    }
    let rule = "FREQ=\(frequency)" + (count == 1 ? "" : ";INTERVAL=\(count)")
    let days = scanner.attempt { scanner -> String? in
      _ = scanner.take("on", "의", ",")
      switch unit {
      case .week:
        _ = scanner.take("a")
        return RepeatDays.list(&scanner).map { "BYDAY=\($0)" }
      case .month: return RepeatDates.partOfMonth(&scanner)
      case .year: return RepeatDates.partOfYear(&scanner)
      case .minute, .hour, .day, .workday: return nil
      }
    }
    _ = days == nil ? false : scanner.take("마다", "에")
    return days.map { "\(rule);\($0)" } ?? rule
  }

  private static let frequencies: [DeadlineVocabulary.Unit: String] = [
    .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
  ]

  private static let weekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
  private static let weekends = "FREQ=WEEKLY;BYDAY=SA,SU"

  /// Said of days without their names.
  private static let whole: [(String, String)] =
    [
      "weekdays", "everyweekday", "eachweekday", "onweekdays", "workdays", "everyworkday",
      "everyworkingday", "everybusinessday", "onworkdays", "평일", "평일마다", "매주평일", "평일매일",
      "평일에", "평일에만", "주중매일", "매주주중", "주중에", "주중마다", "매평일",
    ].map { ($0, weekdays) }
    + [
      "weekends", "everyweekend", "onweekends", "ontheweekends", "eachweekend", "주말", "주말마다",
      "매주주말", "매주말",
      "주말에", "매주말마다",
    ].map { ($0, weekends) }
    + ["mwf", "m/w/f", "everymwf"].map { ($0, "FREQ=WEEKLY;BYDAY=MO,WE,FR") }
    + ["tth", "tuth", "t/th", "everytth"].map { ($0, "FREQ=WEEKLY;BYDAY=TU,TH") }
    + ["월말마다", "말일마다", "매월말일마다"].map { ($0, "FREQ=MONTHLY;BYMONTHDAY=-1") }

  /// Said in one word, and what it repeats by.
  private static let named: [(String, (Int, Unit))] = {
    let names: [(Int, Unit, [String])] = [
      (
        1, .day,
        [
          "daily", "onceaday", "onceeveryday", "onceperday", "날마다", "매일", "매일매일", "하루마다",
          "하루에한번", "일일1회",
        ]
      ),
      (2, .day, ["격일", "격일로", "하루걸러하루", "alternatedays", "onalternatedays"]),
      (
        1, .week,
        ["weekly", "onceaweek", "onceperweek", "매주", "주마다", "주1회", "매주마다", "주에한번"]
      ),
      (2, .week, ["biweekly", "bi-weekly", "fortnightly", "everyfortnight", "격주", "격주로"]),
      (
        1, .month,
        [
          "monthly", "onceamonth", "oncepermonth", "매월", "매달", "달마다",
          "월1회", "매달마다",
        ]
      ),
      (2, .month, ["격월", "격월로"]),
      (
        3, .month,
        ["quarterly", "everyquarter", "onceaquarter", "분기마다", "매분기", "분기에한번", "분기별로", "분기별"]
      ),
      (
        6, .month,
        [
          "half-yearly", "halfyearly", "everyhalfyear", "everyhalfayear", "semiannually", "반년마다",
          "반년에한번",
        ]
      ),
      (
        1, .year,
        [
          "yearly", "annually", "annual", "onceayear", "onceperyear", "매년", "매해", "해마다", "연1회",
          "년1회",
        ]
      ),
      (2, .year, ["격년", "격년으로", "biennially"]),
    ]
    return names.flatMap { count, unit, words in words.map { ($0, (count, unit)) } }
  }()

  /// `1w`, `+3d`, as todo.txt has it; nothing repeats by the minute.
  private static func short(_ scanner: inout WordScanner) -> String? {
    _ = scanner.take("+")
    let units: [(String, Unit)] = [
      ("d", .day), ("w", .week), ("m", .month), ("mo", .month), ("y", .year),
    ]
    guard let count = scanner.number(), let unit = scanner.take(units), scanner.isAtEnd else {
      return nil
    }
    return frequencies[unit].map { "FREQ=\($0);INTERVAL=\(count)" }
  }

  private static let ordinals: [(String, Int)] = [
    ("other", 2), ("alternate", 2), ("second", 2), ("2nd", 2), ("third", 3), ("3rd", 3),
    ("fourth", 4), ("4th", 4),
    ("fifth", 5), ("5th", 5), ("sixth", 6), ("6th", 6),
  ]

  private static func period(_ scanner: inout WordScanner) -> (Int, DeadlineVocabulary.Unit)? {
    if let found = scanner.take(named) {
      _ = scanner.take("한번", "한번씩", "1회", "1회씩")
      return found
    }
    return scanner.attempt(english) ?? scanner.attempt(korean)
  }

  /// `every 2 weeks`, `each month`, `every third day`, `once every six months`.
  private static func english(
    _ scanner: inout WordScanner
  ) -> (Int, DeadlineVocabulary.Unit)? {
    let isOnce = scanner.take("once")
    guard scanner.take("every", "each") || isOnce && scanner.take("in") else { return nil }
    _ = scanner.take("single")
    let count =
      scanner.attempt { scanner -> Int? in
        let count = scanner.take(ordinals)
        // `every second monday` is for who reads the days.
        var ahead = scanner
        return ahead.take(spelled) == nil ? nil : count
      } ?? scanner.number() ?? scanner.take(NumberWords.counts)
    return scanner.take(spelled).map { (count ?? 1, $0) }
  }

  /// Units that are written out: `every d` is no rule.
  private static let spelled = DeadlineVocabulary.units.filter {
    $0.0.unicodeScalars.count > 2 && $0.0 != "nights"
  }

  /// `2주마다`, `매 3일`, `사흘에 한 번`, `삼 개월에 한 번씩`.
  private static func korean(
    _ scanner: inout WordScanner
  ) -> (Int, DeadlineVocabulary.Unit)? {
    let isEach = scanner.take("매")
    let found =
      scanner.take(DeadlineVocabulary.distances)
      ?? NumberWords.korean(&scanner) { scanner, count in
        scanner.take(DeadlineVocabulary.koreanUnits).map { (count, $0) }
      }
    guard let found else { return nil }
    // Past one of them to the next but one; `이틀 걸러` is the third day to some.
    if found.0 == 1, !isEach, scanner.take("걸러", "걸러한번", "걸러한번씩") { return (2, found.1) }
    let isRepeated = scanner.take(
      "마다", "마다한번", "마다한번씩", "에한번", "에한번씩", "에1회", "에1번", "간격", "간격으로")
    return isEach || isRepeated ? found : nil
  }
}
