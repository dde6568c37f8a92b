internal import CivilTime

/// Days of a name that come on another date each year.
enum MovingDays {
  enum Rule: Sendable {
    /// So many days from Easter Sunday.
    case easter(Int)
    /// The n-th of a weekday in a month; below zero from its end.
    case nth(Int, Weekday, month: Int)
    /// So many days from the n-th of a weekday in a month.
    case behind(Int, Int, Weekday, month: Int)
    /// So many days from a day of the Korean lunar calendar.
    case lunar(LunarDay, Int)
  }

  enum LunarDay: Sendable { case newYear, buddha, harvest }

  /// American holidays as in 5 USC 6103; Mother's Day is left out, as the British have another one.
  static let names: [(String, Rule)] = [
    ("easter", .easter(0)), ("eastersunday", .easter(0)), ("부활절", .easter(0)),
    ("goodfriday", .easter(-2)), ("eastermonday", .easter(1)), ("palmsunday", .easter(-7)),
    ("ashwednesday", .easter(-46)), ("pentecost", .easter(49)), ("whitmonday", .easter(50)),
    ("thanksgiving", .nth(4, .thursday, month: 11)),
    ("thanksgivingday", .nth(4, .thursday, month: 11)),
    ("blackfriday", .behind(1, 4, .thursday, month: 11)),
    ("cybermonday", .behind(4, 4, .thursday, month: 11)),
    ("laborday", .nth(1, .monday, month: 9)), ("memorialday", .nth(-1, .monday, month: 5)),
    ("mlkday", .nth(3, .monday, month: 1)), ("presidentsday", .nth(3, .monday, month: 2)),
    ("presidents'day", .nth(3, .monday, month: 2)), ("설날", .lunar(.newYear, 0)),
    ("설", .lunar(.newYear, 0)), ("구정", .lunar(.newYear, 0)), ("음력설", .lunar(.newYear, 0)),
    ("대보름", .lunar(.newYear, 14)), ("정월대보름", .lunar(.newYear, 14)),
    ("추석", .lunar(.harvest, 0)), ("한가위", .lunar(.harvest, 0)), ("chuseok", .lunar(.harvest, 0)),
    ("seollal", .lunar(.newYear, 0)), ("부처님오신날", .lunar(.buddha, 0)),
    ("석가탄신일", .lunar(.buddha, 0)),
  ]

  static func read(_ scanner: inout WordScanner) -> DateParts? {
    scanner.take(names).map { DateParts(day: .moving($0)) }
  }

  static func date(_ rule: Rule, in year: Int) -> CivilDate? {
    switch rule {
    case .easter(let days): easter(year)?.adding(days: days)
    case .nth(let count, let weekday, let month): nth(count, weekday, month, year)
    case .behind(let days, let count, let weekday, let month):
      nth(count, weekday, month, year)?.adding(days: days)
    case .lunar(let day, let days): lunar(day, year)?.adding(days: days)
    }
  }

  private static func nth(_ count: Int, _ weekday: Weekday, _ month: Int, _ year: Int) -> CivilDate?
  {
    CivilDate(year: year, month: month, day: 1)?.nthOfMonth(count, weekday)
  }

  /// The Gregorian Easter, after "A New York correspondent", Nature 13 (1876), page 487.
  private static func easter(_ year: Int) -> CivilDate? {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let sum = h + l - 7 * m + 114
    return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  /// The first year of ``lunarDays``.
  private static let firstYear = 2024

  /// The lunar new year, the eighth of the fourth month and the fifteenth of the eighth of each year, as
  /// month and day in one number.
  ///
  /// They follow from the moon over Seoul and from no formula, so they are a table: that of the Korea
  /// Astronomy and Space Science Institute, as the libraries `korean_lunar_calendar` and `holidays` of
  /// Python have it.
  private static let lunarDays: [(newYear: Int, buddha: Int, harvest: Int)] = [
    (210, 515, 917), (129, 505, 1006), (217, 524, 925), (207, 513, 915), (127, 502, 1003),
    (213, 520, 922), (203, 509, 912), (123, 528, 1001), (211, 516, 919), (131, 506, 908),
    (219, 525, 927), (208, 515, 916), (128, 503, 1004), (215, 522, 924), (204, 511, 913),
    (124, 430, 1002), (212, 518, 921), (201, 507, 910), (122, 526, 928), (210, 516, 917),
    (130, 505, 1005), (217, 524, 925), (206, 513, 915), (126, 502, 1004), (214, 520, 922),
    (202, 509, 911), (123, 528, 930),
  ]

  private static func lunar(_ day: LunarDay, _ year: Int) -> CivilDate? {
    guard lunarDays.indices.contains(year - firstYear) else { return nil }
    let days = lunarDays[year - firstYear]
    let number =
      switch day {
      case .newYear: days.newYear
      case .buddha: days.buddha
      case .harvest: days.harvest
      }
    return CivilDate(year: year, month: number / 100, day: number % 100)
  }
}
