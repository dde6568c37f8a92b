internal import Values

/// The rule of a POSIX `TZ` string, with the extensions of RFC 8536, section 3.3.1:
/// `CET-1CEST,M3.5.0,M10.5.0/3`, `<+0330>-3:30`, `KST-9`.
package struct PosixZoneRule: Hashable, Sendable {
  /// The part of the year with daylight saving time.
  package struct Daylight: Hashable, Sendable {
    package let type: LocalTimeType
    package let start: YearlyChange
    package let end: YearlyChange
  }

  /// A day of a year and a time on the clocks that were valid until then.
  package struct YearlyChange: Hashable, Sendable {
    package enum Day: Hashable, Sendable {
      /// `Jn`: 1 to 365; 29 February is never counted.
      case julian(Int)
      /// `n`: 0 to 365, 29 February counted.
      case ordinal(Int)
      /// `Mm.w.d`: a weekday of a week of a month; week 5 is the last.
      case weekday(month: Int, week: Int, day: Weekday)
    }

    package let day: Day
    /// Seconds after midnight: -167 to 167 hours.
    package let seconds: Int
  }

  package let standard: LocalTimeType
  package let daylight: Daylight?

  func type(atSeconds seconds: Int64) -> LocalTimeType {
    guard let daylight, let begun = daylight.start.last(until: seconds, offset: standard.offset)
    else { return standard }
    // Where one year's end is the next one's start, daylight saving time goes on all year.
    let ended = daylight.end.last(until: seconds, offset: daylight.type.offset) ?? .min
    return begun >= ended ? daylight.type : standard
  }

  /// The changes behind an instant up to another, in order.
  func transitions(after start: Int64, through end: Int64) -> [ClockChange] {
    guard let daylight else { return [] }
    let (first, last) = (CivilDate.year(ofSeconds: start), CivilDate.year(ofSeconds: end))
    let years = first - 1...max(first, last) + 1
    var all: [ClockChange] = []
    for year in years {
      let begins = daylight.start.localSeconds(in: year) - Int64(standard.offset)
      let ends = daylight.end.localSeconds(in: year) - Int64(daylight.type.offset)
      all.append(.init(seconds: ends, type: standard))
      all.append(.init(seconds: begins, type: daylight.type))
    }
    // Where one year's end is the next one's start, daylight saving time goes on all year: the
    // start comes behind the end.
    all.sort { ($0.seconds, $0.type.isDaylight ? 1 : 0) < ($1.seconds, $1.type.isDaylight ? 1 : 0) }
    return all.filter { $0.seconds > start && $0.seconds <= end }
  }
}

extension CivilDate {
  /// The year of an instant in UTC, kept within the calendar.
  fileprivate static func year(ofSeconds seconds: Int64) -> Int {
    CivilDateTime(seconds: seconds)?.date.year ?? (seconds < 0 ? first : last).year
  }
}

extension PosixZoneRule.YearlyChange {
  /// The last such change of clocks with an offset up to an instant, both in seconds since 1970;
  /// nil before the calendar.
  func last(until seconds: Int64, offset: Int) -> Int64? {
    // A change may lie some days outside its year: no more than two of them are behind the instant.
    let year = CivilDate.year(ofSeconds: seconds)
    for year in stride(from: year + 1, through: year - 2, by: -1) {
      let change = localSeconds(in: year) - Int64(offset)
      if change <= seconds { return change }
    }
    return nil
  }

  /// Seconds since 1970 on local clocks.
  func localSeconds(in year: Int) -> Int64 {
    (dayNumber(in: year)) * 86_400 + Int64(seconds)
  }

  private func dayNumber(in year: Int) -> Int64 {
    switch day {
    case .julian(let day):
      let leap = CivilDate.isLeap(year) && day >= 60 ? 1 : 0
      return Self.dayNumber(year, 1) + Int64(day - 1 + leap)
    case .ordinal(let day): return Self.dayNumber(year, 1) + Int64(day)
    case .weekday(let month, let week, let weekday):
      let first = Self.dayNumber(year, month)
      let ahead = Weekday.thursday.adding(days: Int(first % 7)).days(until: weekday)
      let day = ahead + (week - 1) * 7
      let length = CivilDate.daysInMonth(month, of: year)
      return first + Int64(day < length ? day : day - 7)
    }
  }

  /// The first of a month; also for years just outside the calendar of ``CivilDate``.
  private static func dayNumber(_ year: Int, _ month: Int) -> Int64 {
    Timestamp.days(fromCivil: Int64(year), Int64(month), 1)
  }
}
