internal import CivilTime

/// The words for days, distances and times, in both languages.
enum DeadlineVocabulary {
  /// Words that mean no deadline at all.
  static let none: Set<String> = ["none", "no", "never", "없음", "없이"]

  private static let noDeadline: Set<String> = [
    "noduedate", "nodeadline", "nodate", "nodue", "withoutdeadline", "마감없음", "마감없이", "기한없음",
    "기한없이", "마감일없음", "무기한",
  ]

  private static let noRule: Set<String> = [
    "norepeat", "norepetition", "doesn'trepeat", "doesnotrepeat", "don'trepeat", "once",
    "반복없음", "반복안함", "반복하지않음", "안함", "한번만",
  ]

  /// Whether a phrase says that something does not come again: `no repeat`, `반복 안 함`.
  static func isNoRule(_ text: String) -> Bool {
    none.contains(text.lowercased()) || WordScanner(text).isWhole(noRule)
  }

  /// Whether a phrase says that there is no deadline: `none`, `no due date`, `마감 없음`.
  static func isNone(_ text: String) -> Bool {
    none.contains(text.lowercased()) || WordScanner(text).isWhole(noDeadline)
  }

  /// Days from today.
  static let days: [(String, Int)] = [
    ("today", 0), ("tod", 0), ("오늘", 0), ("tomorrow", 1), ("tom", 1), ("내일", 1),
    ("yesterday", -1), ("어제", -1), ("그저께", -2), ("그제", -2), ("모레", 2), ("내일모레", 2),
    ("글피", 3), ("그글피", 4), ("낼", 1), ("낼모레", 2), ("금일", 0), ("명일", 1), ("tmr", 1),
    ("tmrw", 1), ("dayaftertomorrow", 2), ("thedayaftertomorrow", 2), ("tmw", 1), ("2moro", 1),
    ("2mrw", 1),
    ("daybeforeyesterday", -2), ("thedaybeforeyesterday", -2), ("익일", 1), ("내일모래", 2),
    ("모래", 2), ("다음날", 1), ("이튿날", 1), ("오늘날짜", 0), ("tomorow", 1), ("tommorow", 1),
    ("tommorrow", 1), ("tomoz", 1), ("latertoday", 0),
  ]

  static let weekdays: [(String, Weekday)] = [
    ("monday", .monday), ("mon", .monday), ("월요일", .monday), ("월욜", .monday),
    ("tuesday", .tuesday), ("tues", .tuesday), ("tue", .tuesday), ("화요일", .tuesday),
    ("화욜", .tuesday),
    ("wednesday", .wednesday), ("wed", .wednesday), ("weds", .wednesday), ("수요일", .wednesday),
    ("수욜", .wednesday),
    ("thursday", .thursday), ("thurs", .thursday), ("thur", .thursday), ("thu", .thursday),
    ("목요일", .thursday), ("목욜", .thursday),
    ("friday", .friday), ("fri", .friday), ("금요일", .friday), ("금욜", .friday),
    ("saturday", .saturday), ("sat", .saturday), ("토요일", .saturday), ("토욜", .saturday),
    ("sunday", .sunday), ("sun", .sunday), ("일요일", .sunday), ("일욜", .sunday),
  ]

  /// Said before a deadline, and without a meaning of their own.
  static let leading: [(String, Bool)] = [
    ("by", true), ("until", true), ("till", true), ("due", true), ("on", true), ("dueby", true),
    ("dueon", true), ("nolaterthan", true), ("til", true), ("'til", true), ("notlaterthan", true),
    ("atthelatestby", true), ("atthelatest", true), ("latestby", true), ("latest", true),
    ("늦어도", true),
  ]

  /// Said before a time or a distance in hours that is not meant to the minute.
  static let about: [(String, Bool)] = [
    "around", "about", "approximately", "approx", "approx.", "roughly", "~", "약", "대략",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  /// Said between the parts of a deadline or at its end.
  static let fillers: [(String, Bool)] = [
    (",", true), (".", true), (" ", true), ("on", true), ("by", true), ("까지", true), ("에", true),
    ("안에", true), ("안으로", true), ("내로", true), ("내에", true), ("중으로", true), ("중에", true),
    ("까지만", true), ("안", true), ("중", true), ("내", true), ("이내", true), ("이내로", true),
    ("까지는", true), ("까진", true), ("날", true),
    ("요", true), ("까지요", true), ("-", true), ("–", true), ("atthelatest", true),
    ("latest", true),
    ("atlatest", true), ("thelatest", true), ("sharp", true),
  ]

  /// A weekday in one syllable: only behind a week or in brackets, for `일` is also a day.
  static let shortWeekdays: [(String, Weekday)] = [
    ("월", .monday), ("화", .tuesday), ("수", .wednesday), ("목", .thursday), ("금", .friday),
    ("토", .saturday), ("일", .sunday),
  ]

  static let months: [(String, Int)] =
    names + names.map { (name: String, month: Int) -> (String, Int) in (name + ".", month) }

  private static let names: [(String, Int)] =
    [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ].enumerated().flatMap { index, name in
      [(name, index + 1), (String(name.prefix(3)), index + 1)]
    } + [("sept", 9)]

  enum Unit { case minute, hour, day, workday, week, month, year }

  /// Behind a number: `+3d`, `in 2 weeks`.
  static let units: [(String, Unit)] = [
    ("minutes", .minute), ("minute", .minute), ("mins", .minute), ("min", .minute),
    ("hours", .hour), ("hour", .hour), ("hrs", .hour), ("hr", .hour), ("h", .hour),
    ("days", .day), ("day", .day), ("d", .day), ("nights", .day),
    ("weeks", .week), ("week", .week), ("wk", .week), ("wks", .week), ("w", .week),
    ("months", .month), ("month", .month), ("mo", .month), ("mos", .month), ("mth", .month),
    ("mths", .month), ("years", .year), ("year", .year), ("yr", .year), ("yrs", .year),
    ("y", .year),
  ]

  static let workdayUnits: [(String, Unit)] = [
    "businessdays", "businessday", "workingdays", "workingday", "workdays", "workday", "weekdays",
    "weekday",
  ].map { (word: String) -> (String, Unit) in (word, .workday) }

  /// Behind `in the next`, where one is meant.
  static let singular: [(String, Unit)] = [
    ("hour", .hour), ("week", .week), ("month", .month), ("year", .year), ("day", .day),
  ]

  static let koreanUnits: [(String, Unit)] = [
    ("분", .minute), ("시간", .hour), ("일", .day), ("날", .day), ("주일", .week), ("주", .week),
    ("개월", .month), ("달", .month), ("년", .year), ("해", .year), ("영업일", .workday),
    ("근무일", .workday),
  ]

  /// Distances with words of their own.
  static let englishDistances: [(String, (Int, Unit))] = [
    ("afortnight", (2, .week)), ("fortnight", (2, .week)), ("onefortnight", (2, .week)),
    ("twofortnights", (4, .week)), ("halfayear", (6, .month)), ("halfanhour", (30, .minute)),
    ("halfhour", (30, .minute)), ("ahalfhour", (30, .minute)), ("aquarterofanhour", (15, .minute)),
    ("quarterofanhour", (15, .minute)), ("threequartersofanhour", (45, .minute)),
    ("ayearandahalf", (18, .month)), ("oneandahalfyears", (18, .month)),
  ]

  /// Distances that Korean has words of their own for.
  static let distances: [(String, (Int, Unit))] = [
    ("하루", (1, .day)), ("이틀", (2, .day)), ("사흘", (3, .day)), ("나흘", (4, .day)),
    ("닷새", (5, .day)), ("열흘", (10, .day)), ("보름", (15, .day)), ("엿새", (6, .day)),
    ("이레", (7, .day)), ("여드레", (8, .day)), ("아흐레", (9, .day)), ("반년", (6, .month)),
    ("반시간", (30, .minute)), ("열하루", (11, .day)), ("열이틀", (12, .day)), ("스무날", (20, .day)),
  ]

  /// Parts of the day; each has hours of its own.
  enum Half { case am, pm, dawn, morning, noonish, afternoon, evening, night, forenoon }

  static let halves: [(String, Half)] = [
    ("오전", .am), ("아침", .morning), ("새벽", .dawn), ("오후", .pm), ("낮", .noonish), ("대낮", .noonish),
    ("저녁", .evening), ("밤", .night), ("morning", .forenoon), ("inthemorning", .forenoon),
    ("afternoon", .afternoon), ("intheafternoon", .afternoon), ("evening", .evening),
    ("intheevening", .evening), ("night", .night), ("atnight", .night),
  ]

  /// Parts of today.
  static let halvesOfToday: [(String, Half)] = [
    ("tonight", .night), ("tonite", .night), ("2nite", .night), ("thiseve", .evening),
    ("thismorning", .forenoon),
    ("thisafternoon", .afternoon), ("thisevening", .evening), ("laterthisafternoon", .afternoon),
    ("laterthisevening", .evening), ("오늘밤", .night), ("laterthismorning", .forenoon),
  ]

  static let meridiem: [(String, Half)] = [
    ("am", .am), ("a.m.", .am), ("a.m", .am), ("pm", .pm), ("p.m.", .pm), ("p.m", .pm),
  ]

  /// Midnight as a deadline is the end of the day that it is said of.
  static let moments: [(String, TimeOfDay)] = [
    ("noon", time(12)), ("midday", time(12)), ("12noon", time(12)), ("정오", time(12)),
    ("lunchtime", time(12)), ("lunch", time(12)), ("점심", time(12)), ("점심때", time(12)),
    ("점심시간", time(12)),
    ("midnight", endOfDay), ("12midnight", endOfDay), ("자정", endOfDay), ("밤12시", endOfDay),
    ("밤열두시", endOfDay), ("eod", endOfDay), ("endofday", endOfDay), ("endoftheday", endOfDay),
    ("theendoftheday", endOfDay), ("endoftoday", endOfDay), ("theendoftoday", endOfDay),
    ("closeofbusiness", time(17)), ("cob", time(17)), ("endofbusiness", time(17)),
    ("eob", time(17)),
  ]

  private static let endOfDay = time(23, 59)

  private static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay {
    TimeOfDay(hour: hour, minute: minute) ?? .midnight
  }
}
