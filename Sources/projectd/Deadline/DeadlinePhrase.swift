internal import CivilTime
internal import TaskFormats
internal import Values

/// A deadline in words: a day, a time of day, or both in either order.
extension DeadlineWords {
  /// What was found of a phrase so far.
  struct FoundParts {
    var day: CivilDate?
    var isWeekday = false
    var clock: ClockWords?
    var part: DeadlineVocabulary.Half?
    /// `first thing`, behind which the morning may be said.
    var isFirstThing = false
    /// `오전까지` is all of it.
    var isUpToItsEnd = false
    /// `같은 시간` is no time without a day.
    var needsDay = false
    /// `이따` is no day without a time.
    var needsTime = false
    /// The zone of a time that is said with it: `9:00 utc`.
    var isUTC = false

    var isEmpty: Bool { day == nil && clock == nil && part == nil }
  }

  /// A day, a time of day, or both in either order; every word of the phrase must have a meaning.
  func phrase(_ text: String) throws(ProjectError) -> CalendarTime {
    if text.contains("내후년") {
      // In two years to most people, in three to dictionaries.
      throw ambiguous(text, "\(today.year + 2)", "\(today.year + 3)")
    }
    var scanner = WordScanner(text)
    var found = FoundParts()
    if scanner.isWhole(["now", "rightnow", "지금", "지금당장"]) { return moved(seconds: 0) }
    if let distance = scanner.attempt(fromNow) { return try moved(by: distance, text) }
    if let sum = DistanceSum.read(&scanner) { return try moved(by: sum, text) }
    if let day = scanner.attempt(sameTimeLater) {
      (found.day, found.clock) = (day, ClockWords(at: minute))
    }
    if found.isEmpty { found.day = scanner.attempt(todayLater) }
    // `이따 3시` is today; `이따` alone says nothing.
    if found.isEmpty, scanner.take("이따", "이따가", "좀이따", "좀이따가") {
      (found.day, found.needsTime) = (today, true)
    }
    if scanner.takes("attheend", "atthestart", "atthebeginning") { _ = scanner.take("at") }
    // `one week` begins like `on`.
    var distance = DistanceWords.read(&scanner)
    // `27일 전까지` is by the 27th, or by the day before: nothing is to be done by 27 days ago.
    if let distance, distance.count < 0, scanner.takes("까지", "에") { throw invalid(text, scanner) }
    if distance == nil {
      // `on 5` may be a day.
      let mayBeDay = scanner.takes("on")
      let isLed = scanner.take(DeadlineVocabulary.leading) != nil || scanner.attempt(before) != nil
      if isLed, scanner.takes("+", "-") { throw led(text, scanner) }
      if isLed, !mayBeDay { found.clock = scanner.attempt(ClockWords.hourAlone) }
      if isLed, found.clock == nil { distance = DistanceWords.read(&scanner) }
    }
    if let distance {
      if distance.isAmbiguous {
        throw ambiguous(text, "\(distance.count)min", "\(distance.count)mo")
      }
      if let seconds = distance.seconds {
        guard scanner.isAtEnd else { throw invalid(text, scanner) }
        return moved(seconds: seconds)
      }
      found.day = try self.day(distance, &scanner, text)
    }
    while !scanner.isAtEnd {
      // A day before a word between them: `내일` begins like `내`.
      if try read(&scanner, &found, text) { continue }
      let isLed = scanner.takes("on", "by")
      guard !found.isEmpty, scanner.take(DeadlineVocabulary.fillers) != nil else {
        throw invalid(text, scanner)
      }
      if isLed, scanner.takes("+", "-") { throw led(text, scanner) }
    }
    return try joined(found, text)
  }

  /// Of `by-3d` nobody knows from which day it counts.
  private func led(_ text: String, _ scanner: WordScanner) -> ProjectError {
    let rest = scanner.remainder
    return refused(
      text, "from which day is not said; write \(rest) to count from today",
      "어느 날부터 세는지 알 수 없습니다. 오늘부터이면 \("\(rest)", .by) 쓰십시오")
  }

  /// `before 5pm` is by then; whether `before friday` is nobody knows.
  private func before(_ scanner: inout WordScanner) -> Bool? {
    guard scanner.take("before") else { return nil }
    if scanner.takes("endof", "theendof", "monthend", "quarterend", "yearend") { return true }
    var ahead = scanner
    let clock = ClockWords.read(&ahead) ?? ClockWords.hourAlone(&ahead)
    return clock.map { _ in true }
  }

  /// Takes the next part of a phrase; false where there is none.
  private func read(
    _ scanner: inout WordScanner, _ found: inout FoundParts, _ text: String
  ) throws(ProjectError) -> Bool {
    if found.part == nil, found.day == nil || found.day == today,
      let part = scanner.take(DeadlineVocabulary.halvesOfToday)
    {
      (found.part, found.day) = (part, today)
      return true
    }
    if found.day == nil, let weekday = scanner.attempt(weekdayBeforeClock) {
      found.day = today.adding(days: 1)?.onOrAfter(weekday)
      return true
    }
    if found.clock == nil {
      let isBehind = !found.isEmpty
      let clock =
        ClockWords.read(&scanner) ?? (isBehind ? scanner.attempt(ClockWords.bound) : nil)
      if let clock {
        found.clock = clock
        found.isUTC = scanner.takeWord([("utc", true), ("gmt", true)]) != nil
        return true
      }
    }
    if found.clock == nil, scanner.take(Self.thisTime) != nil {
      (found.clock, found.needsDay) = (ClockWords(at: minute), true)
      return true
    }
    if found.part == nil, scanner.take("firstthing") {
      (found.part, found.isFirstThing) = (.forenoon, true)
      return true
    }
    if found.isFirstThing, scanner.take("morning", "inthemorning") {
      found.isFirstThing = false
      return true
    }
    if found.part == nil, let part = scanner.take(DeadlineVocabulary.halves) {
      found.part = part
      found.isUpToItsEnd = scanner.takes("까지", "중", "안에", "안으로", "내로", "내에", "이내")
      return true
    }
    if found.day == nil {
      let distance = scanner.attempt { scanner -> DistanceWords? in
        guard let found = DistanceWords.read(&scanner), found.isMarked, found.seconds == nil else {
          return nil
        }
        return found
      }
      if let distance {
        found.day = try day(distance, &scanner, text)
        return true
      }
    }
    if let day = found.day {
      if let moved = try moved(day, &scanner, text) {
        (found.day, found.isWeekday) = (moved, false)
        return true
      }
      if found.isWeekday, let number = scanner.attempt(dayNumber) {
        (found.day, found.isWeekday) = (try next(number, on: day.weekday, text), false)
        return true
      }
    }
    guard found.day == nil || found.isWeekday, let next = try day(&scanner) else { return false }
    // `Friday, December 4` says one day twice; where they differ one of them is a mistake.
    if found.isWeekday, next.day.weekday != found.day?.weekday {
      throw impossible(text, for: next.day)
    }
    (found.day, found.isWeekday) = (next.day, found.day == nil && next.isWeekday)
    return true
  }

  /// `금 6시`: a syllable is a weekday only before a time.
  private func weekdayBeforeClock(_ scanner: inout WordScanner) -> Weekday? {
    guard let weekday = scanner.take(DeadlineVocabulary.shortWeekdays) else { return nil }
    var ahead = scanner
    _ = ahead.take(DeadlineVocabulary.halves)
    return ClockWords.read(&ahead) == nil ? nil : weekday
  }

  /// `same time tomorrow`, `내일 이 시간`.
  private static let thisTime: [(String, Bool)] = [
    "thistime", "sametime", "atthistime", "atthesametime", "이시간", "이맘때", "같은시간",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  private static let onePeriodLater: [(String, DeadlineVocabulary.Unit)] = [
    ("nextweek", .week), ("다음주", .week), ("담주", .week), ("nextmonth", .month), ("다음달", .month),
    ("담달", .month), ("nextyear", .year), ("내년", .year),
  ]

  /// `this time next week`, `다음 주 이 시간`: a week from today, and not the first day of that week.
  private func sameTimeLater(_ scanner: inout WordScanner) -> CivilDate? {
    let isAhead = scanner.take(Self.thisTime) != nil
    guard let unit = scanner.take(Self.onePeriodLater),
      isAhead || scanner.take(Self.thisTime) != nil
    else { return nil }
    return today(later: unit)
  }

  /// `다음 주 오늘`, `내년 오늘`.
  private func todayLater(_ scanner: inout WordScanner) -> CivilDate? {
    guard let unit = scanner.take(Self.onePeriodLater), scanner.take("오늘") else { return nil }
    return today(later: unit)
  }

  private func today(later unit: DeadlineVocabulary.Unit) -> CivilDate? {
    switch unit {
    case .week: return today.adding(days: 7)
    case .month: return today.adding(months: 1)
    default: return today.adding(years: 1)
    }
  }

  /// The days on the calendar, then the hours on the clock.
  private func moved(by sum: DistanceSum, _ text: String) throws(ProjectError) -> CalendarTime {
    var day = today
    for part in sum.parts where part.seconds == nil {
      guard let next = self.day(part, from: day) else { throw impossible(text) }
      day = next
    }
    guard let seconds = sum.seconds else { return .date(day) }
    return moved(seconds: seconds, from: CivilDateTime(day, local.time))
  }

  /// Through the instant, so that an hour across a change of the clock is an hour; to the nearest
  /// minute, as nobody means seconds, but for `now`, which has come.
  func moved(seconds: Int, from start: CivilDateTime? = nil) -> CalendarTime {
    let instant = zone.instant(of: start ?? local).adding(seconds: Double(seconds))
    let second = Int64(zone.local(at: instant).time.secondOfDay % 60)
    let rest = second > 30 && seconds != 0 ? second - 60 : second
    let minute = instant.adding(seconds: Double(-rest))
    return .zoned(zone.local(at: minute), zone: zone.identifier)
  }

  /// What the clock on the wall shows, without its seconds.
  private var minute: TimeOfDay {
    TimeOfDay(hour: local.time.hour, minute: local.time.minute) ?? local.time
  }
}
