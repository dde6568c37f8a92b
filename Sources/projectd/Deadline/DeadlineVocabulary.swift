internal import CivilTime

/// The words for days, distances and times, in both languages.
enum DeadlineVocabulary {
  /// Words that mean no deadline at all.
  static let none: Set<String> = ["none", "no", "never", "없음", "없이"]

  /// Days from today.
  static let days: [(String, Int)] = [
    ("today", 0), ("tod", 0), ("오늘", 0), ("tomorrow", 1), ("tom", 1), ("내일", 1),
    ("yesterday", -1), ("어제", -1), ("그저께", -2), ("그제", -2), ("모레", 2), ("내일모레", 2),
    ("글피", 3),
  ]

  static let weekdays: [(String, Weekday)] = [
    ("monday", .monday), ("mon", .monday), ("월요일", .monday),
    ("tuesday", .tuesday), ("tues", .tuesday), ("tue", .tuesday), ("화요일", .tuesday),
    ("wednesday", .wednesday), ("wed", .wednesday), ("수요일", .wednesday),
    ("thursday", .thursday), ("thurs", .thursday), ("thu", .thursday), ("목요일", .thursday),
    ("friday", .friday), ("fri", .friday), ("금요일", .friday),
    ("saturday", .saturday), ("sat", .saturday), ("토요일", .saturday),
    ("sunday", .sunday), ("sun", .sunday), ("일요일", .sunday),
  ]

  enum Unit { case minute, hour, day, week, month, year }

  /// Behind a number: `+3d`, `in 2 weeks`.
  static let units: [(String, Unit)] = [
    ("minutes", .minute), ("minute", .minute), ("mins", .minute), ("min", .minute),
    ("hours", .hour), ("hour", .hour), ("hrs", .hour), ("h", .hour),
    ("days", .day), ("day", .day), ("d", .day),
    ("weeks", .week), ("week", .week), ("wk", .week), ("w", .week),
    ("months", .month), ("month", .month), ("mo", .month), ("m", .month),
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
    ("일년", (1, .year)),
  ]

  enum Period { case week, weekend, month, quarter, year }

  /// The last day of a period.
  static let ends: [(String, Period)] = [
    ("eow", .week), ("endofweek", .week), ("weekend", .weekend), ("이번주말", .weekend),
    ("주말", .weekend), ("eom", .month), ("endofmonth", .month), ("월말", .month),
    ("이번달말", .month), ("이달말", .month), ("말일", .month), ("eoq", .quarter),
    ("endofquarter", .quarter), ("분기말", .quarter), ("eoy", .year), ("endofyear", .year),
    ("연말", .year), ("올해말", .year),
  ]

  /// The first day of the period behind this one.
  static let starts: [(String, Period)] = [
    ("sow", .week), ("nextweek", .week), ("다음주", .week), ("som", .month),
    ("nextmonth", .month), ("다음달", .month), ("soq", .quarter), ("nextquarter", .quarter),
    ("다음분기", .quarter), ("soy", .year), ("nextyear", .year), ("내년", .year),
  ]

  /// Which week a weekday is of, counted from this one.
  static let weeks: [(String, Int)] = [
    ("this", 0), ("이번주", 0), ("금주", 0), ("next", 1), ("다음주", 1), ("차주", 1),
    ("다다음주", 2),
  ]

  static let halves: [(String, Bool)] = [
    ("오전", false), ("아침", false), ("오후", true), ("저녁", true), ("밤", true),
  ]

  /// Midnight as a deadline is the end of the day that it is said of.
  static let moments: [(String, TimeOfDay)] = [
    ("noon", time(12)), ("정오", time(12)), ("midnight", endOfDay), ("자정", endOfDay),
    ("밤12시", endOfDay), ("eod", endOfDay),
  ]

  private static let endOfDay = time(23, 59)

  private static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay {
    TimeOfDay(hour: hour, minute: minute) ?? .midnight
  }
}
