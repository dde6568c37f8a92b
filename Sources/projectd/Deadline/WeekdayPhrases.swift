internal import CivilTime

/// Weekdays: of this week or another one, the next one, the second one from now.
extension DeadlineWords {
  func weekday(_ scanner: inout WordScanner) -> (CivilDate, isBare: Bool)? {
    let monday = today.adding(days: 1 - today.weekday.rawValue)
    let named = scanner.attempt { scanner -> CivilDate? in
      if scanner.takes("nextmonth") { return nil }
      let isMiddle = scanner.take("mid", "mid-", "middleof", "themiddleof")
      let isNext = scanner.takes("next") && !scanner.takes("nextweek")
      guard !isMiddle || !isNext, let week = scanner.take(DeadlineVocabulary.weeks) else {
        return nil
      }
      if isMiddle { return monday?.adding(days: week.count * 7 + 2) }
      _ = scanner.take("on", "의", ",")
      let day =
        scanner.takeJoined(DeadlineVocabulary.weekdays)
        ?? (week.isKorean ? scanner.take(DeadlineVocabulary.shortWeekdays) : nil)
      guard let day else { return nil }
      return monday?.adding(days: week.count * 7 + day.rawValue - 1)
    }
    if let named { return (named, false) }
    return scanner.attempt { scanner in
      let isThis = scanner.take(Self.coming) != nil
      guard let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays) else { return nil }
      let week = isThis ? nil : scanner.attempt(weekBehind)
      if let week {
        return monday?.adding(days: week * 7 + weekday.rawValue - 1).map { ($0, false) }
      }
      let first = (isThis ? today : today.adding(days: 1))?.onOrAfter(weekday)
      // `friday week` is a week behind friday; on a friday nobody knows behind which.
      if weekday != today.weekday, scanner.takeWord([("week", true)]) != nil {
        return first?.adding(days: 7).map { ($0, false) }
      }
      return first.map { ($0, true) }
    }
  }

  /// `last friday`, `지난 금요일`: the latest one before today.
  func lastWeekday(_ scanner: inout WordScanner) -> CivilDate? {
    let weekday = scanner.attempt { scanner -> Weekday? in
      scanner.take("last", "지난", "지난번", "저번")
        ? scanner.takeJoined(DeadlineVocabulary.weekdays) : nil
    }
    return weekday.flatMap { today.adding(days: -7)?.onOrAfter($0) }
  }

  private static let coming: [(String, Bool)] = [
    "this", "thiscoming", "coming", "thecoming", "thisupcoming", "upcoming", "theupcoming", "이번",
    "오는", "돌아오는", "다가오는", "이번에오는",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  /// The week that is said behind a weekday: `fri next week`, `friday of this week`, `fri in 2 weeks`.
  private func weekBehind(_ scanner: inout WordScanner) -> Int? {
    let isOf = scanner.take("of")
    if let week = scanner.take(DeadlineVocabulary.weeks.filter { !$0.1.isKorean && $0.0 != "next" })
    {
      return week.count
    }
    // `fri+1w` counts from that friday.
    guard !isOf, !scanner.takes("+", "-"), let found = DistanceWords.read(&scanner),
      found.unit == .week, found.isMarked
    else { return nil }
    return found.count
  }

  /// `다음 금요일`, `the next friday` and `monday after next` count from the next one to some, and from
  /// that of next week to others: read where both agree.
  func sameBothWays(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    let found = scanner.attempt { scanner -> (weekday: Weekday, weeks: Int)? in
      if scanner.take("다음", "다음번", "담", "thenext") {
        return scanner.takeJoined(DeadlineVocabulary.weekdays).map { ($0, 0) }
      }
      _ = scanner.take("the")
      guard let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays), scanner.take("afternext")
      else { return nil }
      return (weekday, 1)
    }
    guard let found, let next = today.adding(days: 1)?.onOrAfter(found.weekday),
      let ofNextWeek = today.adding(days: 7 - today.weekday.rawValue + found.weekday.rawValue),
      let first = next.adding(days: 7 * found.weeks),
      let second = ofNextWeek.adding(days: 7 * found.weeks)
    else { return nil }
    guard first == second else { throw ambiguous(scanner.phrase, "\(first)", "\(second)") }
    return first
  }
}
