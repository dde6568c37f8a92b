/// The words for weeks, months, quarters and years, in both languages.
extension DeadlineVocabulary {
  enum Period {
    case week, workWeek, nextWeek, weekend, nextWeekend, weekendAfterNext, month, lastMonth,
      nextMonth,
      quarter,
      nextQuarter, year, nextYear
  }

  /// The last day of a period.
  static let ends: [(String, Period)] = koreanEnds + englishEnds

  private static let englishEnds: [(String, Period)] = {
    var ends: [(String, Period)] = [
      ("eow", .week), ("eocw", .week), ("eoww", .workWeek), ("eocm", .month), ("weekend", .weekend),
      ("eom", .month), ("eoq", .quarter), ("eoy", .year),
      ("thisweekend", .weekend), ("theweekend", .weekend), ("nextweekend", .nextWeekend),
      ("comingweekend", .weekend), ("thiscomingweekend", .weekend), ("monthend", .month),
      ("yearend", .year), ("year'send", .year), ("quarterend", .quarter),
      ("overtheweekend", .weekend), ("attheweekend", .weekend), ("duringtheweekend", .weekend),
      ("weekendafternext", .weekendAfterNext), ("theweekendafternext", .weekendAfterNext),
    ]
    let these: [(String, Period)] = [
      ("week", .week), ("month", .month), ("quarter", .quarter), ("year", .year),
    ]
    let next: [(String, Period)] = [
      ("nextweek", .nextWeek), ("nextmonth", .nextMonth), ("nextquarter", .nextQuarter),
      ("nextyear", .nextYear), ("lastmonth", .lastMonth),
    ]
    for (name, period) in next { ends.append((name + "'send", period)) }
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
    for name in ["연내", "연내로", "연내에", "금년내", "금년중"] { ends.append((name, .year)) }
    // `이번 주까지` is the whole of it.
    let tails = [
      "말", "말일", "마지막날", "까지", "까지는", "까지만", "안에", "안으로", "내로", "내에", "내", "중으로", "중에", "중", "이내",
      "이내로", "말까지", "끝", "의마지막날",
    ]
    for (name, period) in periods {
      // A week has no `말` of its own: `이번 주말` is its weekend.
      let isWeek = period == .week || period == .nextWeek
      for tail in tails where !isWeek || !tail.hasPrefix("말") { ends.append((name + tail, period)) }
    }
    for name in ["지난달", "저번달", "전달", "전월"] {
      for tail in ["말", "말일", "마지막날", "끝", "의마지막날"] { ends.append((name + tail, .lastMonth)) }
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
    ("startoftheyear", .year), ("thestartoftheyear", .year), ("beginningoftheyear", .year),
    ("thebeginningoftheyear", .year),
  ]

  /// Periods behind the next one, in weeks, months and years from this one.
  static let afterNext: [(String, (Int, Unit))] = [
    ("weekafternext", (2, .week)), ("theweekafternext", (2, .week)),
    ("monthafternext", (2, .month)), ("themonthafternext", (2, .month)),
    ("yearafternext", (2, .year)), ("theyearafternext", (2, .year)), ("다다음주", (2, .week)),
    ("다담주", (2, .week)), ("다음다음주", (2, .week)), ("다다음달", (2, .month)),
    ("다음다음달", (2, .month)), ("후년", (2, .year)),
  ]

  /// Which week a weekday is of, counted from this one.
  static let weeks: [(String, (count: Int, isKorean: Bool))] = [
    ("next", (1, false)), ("thisweek", (0, false)), ("nextweek", (1, false)),
    ("weekafternext", (2, false)), ("theweekafternext", (2, false)), ("thisweek's", (0, false)),
    ("nextweek's", (1, false)), ("이번주", (0, true)), ("금주", (0, true)), ("다음주", (1, true)),
    ("담주", (1, true)), ("차주", (1, true)), ("다다음주", (2, true)), ("다담주", (2, true)),
    ("다음다음주", (2, true)), ("lastweek", (-1, false)), ("lastweek's", (-1, false)),
    ("지난주", (-1, true)), ("저번주", (-1, true)),
  ]
}
