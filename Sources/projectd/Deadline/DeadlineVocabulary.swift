internal import CivilTime

/// The words for days, distances and times, in both languages.
enum DeadlineVocabulary {
  /// Words that mean no deadline at all.
  static let none: Set<String> = ["none", "no", "never", "없음", "없이"]

  /// Days from today.
  static let days: [(String, Int)] = [
    ("today", 0), ("tod", 0), ("오늘", 0), ("tomorrow", 1), ("tom", 1), ("내일", 1),
    ("yesterday", -1), ("어제", -1), ("그저께", -2), ("그제", -2), ("모레", 2), ("내일모레", 2),
    ("글피", 3), ("그글피", 4), ("낼", 1), ("낼모레", 2), ("금일", 0), ("명일", 1), ("tmr", 1),
    ("tmrw", 1), ("dayaftertomorrow", 2), ("thedayaftertomorrow", 2),
  ]

  static let weekdays: [(String, Weekday)] = [
    ("monday", .monday), ("mon", .monday), ("월요일", .monday), ("월욜", .monday),
    ("tuesday", .tuesday), ("tues", .tuesday), ("tue", .tuesday), ("화요일", .tuesday),
    ("화욜", .tuesday),
    ("wednesday", .wednesday), ("wed", .wednesday), ("수요일", .wednesday), ("수욜", .wednesday),
    ("thursday", .thursday), ("thurs", .thursday), ("thu", .thursday), ("목요일", .thursday),
    ("목욜", .thursday),
    ("friday", .friday), ("fri", .friday), ("금요일", .friday), ("금욜", .friday),
    ("saturday", .saturday), ("sat", .saturday), ("토요일", .saturday), ("토욜", .saturday),
    ("sunday", .sunday), ("sun", .sunday), ("일요일", .sunday), ("일욜", .sunday),
  ]

  /// Said before a deadline, and without a meaning of their own.
  static let leading: [(String, Bool)] = [
    ("by", true), ("until", true), ("till", true), ("due", true), ("on", true), ("dueby", true),
  ]

  /// Said between the parts of a deadline or at its end.
  static let fillers: [(String, Bool)] = [
    (",", true), (" ", true), ("on", true), ("by", true), ("까지", true), ("에", true),
  ]

  /// A weekday in one syllable: only behind a week or in brackets, for `일` is also a day.
  static let shortWeekdays: [(String, Weekday)] = [
    ("월", .monday), ("화", .tuesday), ("수", .wednesday), ("목", .thursday), ("금", .friday),
    ("토", .saturday), ("일", .sunday),
  ]

  static let months: [(String, Int)] =
    [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ].enumerated().flatMap { index, name in
      [(name, index + 1), (String(name.prefix(3)), index + 1)]
    } + [("sept", 9)]

  static let counts: [(String, Int)] = [
    ("a", 1), ("an", 1), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5),
    ("six", 6), ("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10), ("eleven", 11),
    ("twelve", 12), ("acoupleof", 2),
  ]

  static let koreanCounts: [(String, Int)] = [
    ("한", 1), ("두", 2), ("세", 3), ("석", 3), ("네", 4), ("넉", 4), ("다섯", 5), ("여섯", 6),
    ("일곱", 7), ("여덟", 8), ("아홉", 9), ("열", 10), ("열한", 11), ("열두", 12),
  ]

  enum Unit { case minute, hour, day, week, month, year }

  /// Behind a number: `+3d`, `in 2 weeks`.
  static let units: [(String, Unit)] = [
    ("minutes", .minute), ("minute", .minute), ("mins", .minute), ("min", .minute),
    ("hours", .hour), ("hour", .hour), ("hrs", .hour), ("h", .hour),
    ("days", .day), ("day", .day), ("d", .day),
    ("weeks", .week), ("week", .week), ("wk", .week), ("w", .week),
    ("months", .month), ("month", .month), ("mo", .month), ("mos", .month),
    ("years", .year), ("year", .year), ("y", .year),
  ]

  static let koreanUnits: [(String, Unit)] = [
    ("분", .minute), ("시간", .hour), ("일", .day), ("주일", .week), ("주", .week),
    ("개월", .month), ("달", .month), ("년", .year),
  ]

  /// Distances that Korean has words of their own for.
  static let distances: [(String, (Int, Unit))] = [
    ("하루", (1, .day)), ("이틀", (2, .day)), ("사흘", (3, .day)), ("나흘", (4, .day)),
    ("닷새", (5, .day)), ("열흘", (10, .day)), ("일주일", (1, .week)), ("보름", (15, .day)),
    ("한시간", (1, .hour)), ("두시간", (2, .hour)), ("한달", (1, .month)), ("두달", (2, .month)),
    ("일년", (1, .year)), ("엿새", (6, .day)), ("이레", (7, .day)), ("여드레", (8, .day)),
    ("아흐레", (9, .day)), ("반년", (6, .month)), ("십분", (10, .minute)), ("십오분", (15, .minute)),
    ("이십분", (20, .minute)), ("삼십분", (30, .minute)), ("한시간반", (90, .minute)),
    ("두시간반", (150, .minute)), ("반시간", (30, .minute)),
  ]

  enum Period { case week, weekend, nextWeekend, month, nextMonth, quarter, year, nextYear }

  /// The last day of a period.
  static let ends: [(String, Period)] = [
    ("eow", .week), ("endofweek", .week), ("weekend", .weekend), ("이번주말", .weekend),
    ("주말", .weekend), ("eom", .month), ("endofmonth", .month), ("월말", .month),
    ("이번달말", .month), ("이달말", .month), ("말일", .month), ("eoq", .quarter),
    ("endofquarter", .quarter), ("분기말", .quarter), ("eoy", .year), ("endofyear", .year),
    ("연말", .year), ("올해말", .year), ("thisweekend", .weekend), ("theweekend", .weekend),
    ("nextweekend", .nextWeekend), ("다음주말", .nextWeekend), ("다음주주말", .nextWeekend),
    ("이번주주말", .weekend), ("endofthemonth", .month), ("endofthismonth", .month),
    ("monthend", .month), ("lastdayofthemonth", .month), ("thelastdayofthemonth", .month),
    ("이번달말일", .month), ("이달말일", .month), ("endofnextmonth", .nextMonth),
    ("다음달말", .nextMonth), ("다음달말일", .nextMonth), ("담달말", .nextMonth),
    ("endoftheweek", .week), ("endofthisweek", .week), ("endoftheyear", .year),
    ("endofthisyear", .year), ("endofnextyear", .nextYear), ("내년말", .nextYear),
    ("endofthequarter", .quarter), ("이번주말까지", .weekend),
  ]

  /// The first day of the period behind this one.
  static let starts: [(String, Period)] = [
    ("sow", .week), ("nextweek", .week), ("다음주", .week), ("담주", .week), ("som", .month),
    ("담달", .month),
    ("nextmonth", .month), ("다음달", .month), ("soq", .quarter), ("nextquarter", .quarter),
    ("다음분기", .quarter), ("soy", .year), ("nextyear", .year), ("내년", .year),
  ]

  /// Which week a weekday is of, counted from this one.
  static let weeks: [(String, (count: Int, isKorean: Bool))] = [
    ("next", (1, false)), ("thisweek", (0, false)), ("nextweek", (1, false)),
    ("이번주", (0, true)), ("금주", (0, true)), ("다음주", (1, true)), ("담주", (1, true)),
    ("차주", (1, true)), ("다다음주", (2, true)), ("다담주", (2, true)),
  ]

  /// Parts of the day; each has hours of its own.
  enum Half { case am, pm, dawn, morning, noonish, evening, night }

  static let halves: [(String, Half)] = [
    ("오전", .am), ("아침", .morning), ("새벽", .dawn), ("오후", .pm), ("낮", .noonish),
    ("저녁", .evening), ("밤", .night), ("tonight", .night),
  ]

  static let meridiem: [(String, Half)] = [
    ("am", .am), ("a.m.", .am), ("a.m", .am), ("pm", .pm), ("p.m.", .pm), ("p.m", .pm),
  ]

  /// Midnight as a deadline is the end of the day that it is said of.
  static let moments: [(String, TimeOfDay)] = [
    ("noon", time(12)), ("midday", time(12)), ("정오", time(12)), ("midnight", endOfDay),
    ("자정", endOfDay),
    ("밤12시", endOfDay), ("eod", endOfDay),
  ]

  private static let endOfDay = time(23, 59)

  private static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay {
    TimeOfDay(hour: hour, minute: minute) ?? .midnight
  }
}
