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
    ("tmrw", 1), ("dayaftertomorrow", 2), ("thedayaftertomorrow", 2), ("tmw", 1), ("2moro", 1),
    ("daybeforeyesterday", -2), ("thedaybeforeyesterday", -2), ("익일", 1), ("내일모래", 2),
    ("모래", 2), ("다음날", 1), ("이튿날", 1), ("오늘날짜", 0), ("tomorow", 1), ("tommorow", 1),
    ("tommorrow", 1), ("latertoday", 0),
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
    ("atthelatestby", true), ("atthelatest", true), ("늦어도", true),
  ]

  /// Said between the parts of a deadline or at its end.
  static let fillers: [(String, Bool)] = [
    (",", true), (".", true), (" ", true), ("on", true), ("by", true), ("까지", true), ("에", true),
    ("안에", true), ("안으로", true), ("내로", true), ("내에", true), ("중으로", true), ("중에", true),
    ("까지만", true), ("안", true), ("중", true), ("내", true), ("이내", true), ("이내로", true),
    ("까지는", true), ("까진", true), ("날", true), ("-", true), ("–", true), ("atthelatest", true),
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

  enum Unit { case minute, hour, day, week, month, year }

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

  static let koreanUnits: [(String, Unit)] = [
    ("분", .minute), ("시간", .hour), ("일", .day), ("날", .day), ("주일", .week), ("주", .week),
    ("개월", .month), ("달", .month), ("년", .year), ("해", .year),
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

  enum Period {
    case week, nextWeek, weekend, nextWeekend, month, nextMonth, quarter, nextQuarter, year,
      nextYear
  }

  /// The last day of a period.
  static let ends: [(String, Period)] = koreanEnds + englishEnds

  private static let englishEnds: [(String, Period)] = {
    var ends: [(String, Period)] = [
      ("eow", .week), ("weekend", .weekend), ("eom", .month), ("eoq", .quarter), ("eoy", .year),
      ("thisweekend", .weekend), ("theweekend", .weekend), ("nextweekend", .nextWeekend),
      ("comingweekend", .weekend), ("thiscomingweekend", .weekend), ("monthend", .month),
      ("yearend", .year), ("year'send", .year), ("quarterend", .quarter),
      ("overtheweekend", .weekend), ("attheweekend", .weekend), ("duringtheweekend", .weekend),
    ]
    let these: [(String, Period)] = [
      ("week", .week), ("month", .month), ("quarter", .quarter), ("year", .year),
    ]
    let next: [(String, Period)] = [
      ("nextweek", .nextWeek), ("nextmonth", .nextMonth), ("nextquarter", .nextQuarter),
      ("nextyear", .nextYear),
    ]
    for head in ["endof", "theendof", "lastdayof", "thelastdayof"] {
      for (name, period) in next { ends.append((head + name, period)) }
      for (name, period) in these {
        for article in ["", "the", "this"] { ends.append((head + article + name, period)) }
      }
    }
    return ends
  }()

  private static let koreanEnds: [(String, Period)] = {
    var ends: [(String, Period)] = [
      ("주말", .weekend), ("이번주말", .weekend), ("이번주주말", .weekend), ("돌아오는주말", .weekend),
      ("다음주말", .nextWeekend), ("다음주주말", .nextWeekend), ("담주주말", .nextWeekend),
      ("월말", .month), ("말일", .month), ("분기말", .quarter), ("연말", .year), ("올연말", .year),
      ("년말", .year), ("올해연말", .year), ("내년연말", .nextYear),
    ]
    let periods: [(String, Period)] = [
      ("이번주", .week), ("금주", .week), ("다음주", .nextWeek), ("담주", .nextWeek),
      ("차주", .nextWeek), ("이번달", .month), ("이달", .month), ("금월", .month),
      ("다음달", .nextMonth), ("담달", .nextMonth), ("내달", .nextMonth), ("익월", .nextMonth),
      ("이번분기", .quarter), ("다음분기", .nextQuarter), ("올해", .year), ("금년", .year),
      ("내년", .nextYear),
    ]
    // `이번 주까지` is the whole of it.
    let tails = [
      "말", "말일", "마지막날", "까지", "안에", "안으로", "내로", "내에", "내", "중으로", "중에", "중", "이내",
      "이내로", "말까지", "끝", "의마지막날",
    ]
    for (name, period) in periods {
      // A week has no `말` of its own: `이번 주말` is its weekend.
      let isWeek = period == .week || period == .nextWeek
      for tail in tails where !isWeek || !tail.hasPrefix("말") { ends.append((name + tail, period)) }
    }
    return ends + [("담주말", .nextWeekend), ("차주말", .nextWeekend), ("금주말", .weekend)]
  }()

  /// The first day of the period behind this one.
  static let starts: [(String, Period)] = [
    ("sow", .week), ("nextweek", .week), ("다음주", .week), ("담주", .week), ("차주", .week),
    ("som", .month), ("담달", .month), ("내달", .month), ("nextmonth", .month), ("다음달", .month),
    ("soq", .quarter), ("nextquarter", .quarter), ("다음분기", .quarter), ("soy", .year),
    ("nextyear", .year), ("내년", .year), ("startofnextweek", .week),
    ("thestartofnextweek", .week), ("beginningofnextweek", .week),
    ("thebeginningofnextweek", .week), ("startofnextyear", .year), ("beginningofnextyear", .year),
    ("startofnextquarter", .quarter), ("firstdayofnextyear", .year),
    ("thefirstdayofnextyear", .year), ("thefirstdayofnextweek", .week), ("내년첫날", .year),
  ]

  /// Periods behind the next one, in weeks, months and years from this one.
  static let afterNext: [(String, (Int, Unit))] = [
    ("weekafternext", (2, .week)), ("theweekafternext", (2, .week)),
    ("monthafternext", (2, .month)), ("themonthafternext", (2, .month)),
    ("yearafternext", (2, .year)), ("theyearafternext", (2, .year)), ("다다음주", (2, .week)),
    ("다담주", (2, .week)), ("다음다음주", (2, .week)), ("다다음달", (2, .month)),
    ("다음다음달", (2, .month)), ("내후년", (2, .year)),
  ]

  /// Which week a weekday is of, counted from this one.
  static let weeks: [(String, (count: Int, isKorean: Bool))] = [
    ("next", (1, false)), ("thisweek", (0, false)), ("nextweek", (1, false)),
    ("weekafternext", (2, false)), ("theweekafternext", (2, false)), ("thisweek's", (0, false)),
    ("nextweek's", (1, false)), ("이번주", (0, true)), ("금주", (0, true)), ("다음주", (1, true)),
    ("담주", (1, true)), ("차주", (1, true)), ("다다음주", (2, true)), ("다담주", (2, true)),
    ("다음다음주", (2, true)),
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
    ("tonight", .night), ("tonite", .night), ("thismorning", .forenoon),
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
    ("theendoftheday", endOfDay),
  ]

  private static let endOfDay = time(23, 59)

  private static func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay {
    TimeOfDay(hour: hour, minute: minute) ?? .midnight
  }
}
