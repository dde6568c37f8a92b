internal import CivilTime
internal import Values

/// Repetitions that people say and that are no rule, or two of them: what to write instead.
struct RepeatRefusals {
  let words: DeadlineWords

  /// Nil of a phrase about which nothing more can be said than that it is no rule.
  func problem(_ text: String) -> LocalizedText? {
    var scanner = WordScanner(text)
    return timesAlone(text) ?? scanner.attempt(timesEach) ?? scanner.attempt(everyNth)
      ?? scanner.attempt(moving) ?? untilPeriod(text)
  }

  private static let twice: [(String, Bool)] = [
    "twice", "thrice", "severaltimes", "acoupleoftimes",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  private static let periods: [(String, Bool)] = [
    "aday", "eachday", "everyday", "perday", "daily", "aweek", "eachweek", "everyweek", "perweek",
    "weekly", "amonth", "eachmonth", "everymonth", "permonth", "monthly", "ayear", "eachyear",
    "everyyear", "peryear", "yearly",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  private static let koreanPeriods: [(String, Bool)] = [
    "하루에", "하루", "일주일에", "일주에", "한주에", "일주일", "매주", "주", "한달에", "한달", "매달", "매월", "월", "일년에", "일년",
    "매년", "연", "년", "1주일에", "1주에", "1일", "매일",
  ].map { (word: String) -> (String, Bool) in (word, true) }

  /// `twice a week`, `3 times a month`, `일주일에 두 번`, `주 3회`: on which days is not said.
  private func timesEach(_ scanner: inout WordScanner) -> LocalizedText? {
    let isEnglish = scanner.attempt { scanner -> Bool? in
      let isCounted =
        scanner.take(Self.twice) != nil
        || (scanner.number() ?? scanner.take(NumberWords.english)) != nil
          && scanner.take("times", "time", "x")
      return isCounted && scanner.take(Self.periods) != nil && scanner.isAtEnd ? true : nil
    }
    let isKorean = scanner.attempt { scanner -> Bool? in
      guard scanner.take(Self.koreanPeriods) != nil else { return nil }
      return NumberWords.korean(&scanner) { scanner, count in
        count > 1 && scanner.take("번", "회", "번씩", "회씩", "차례") && scanner.isAtEnd ? true : nil
      }
    }
    guard isEnglish ?? isKorean ?? false else { return nil }
    return LocalizedText(
      en:
        "on which days is not said; write them, as \"every mon and thu\" or \"every 1st and 15th\", "
        + "or how often in all, as \"every day for 10 times\"",
      ko: "어느 날인지 알 수 없습니다. \"매주 월, 목\", \"매월 1일과 15일\"처럼 날을, 또는 \"매일 총 10회\"처럼 모두 몇 번인지 쓰십시오")
  }

  /// `every third wednesday` is every three weeks to some and once a month to others.
  private func everyNth(_ scanner: inout WordScanner) -> LocalizedText? {
    guard scanner.take("every", "each") else { return nil }
    _ = scanner.take("the")
    guard let count = scanner.take(NumberWords.ordinals) ?? Self.digits(&scanner),
      (2...4).contains(count), let (day, _) = RepeatDays.weekday(&scanner), scanner.isAtEnd
    else { return nil }
    let name = day.english.prefix(3)
    let nth = RepeatParts.ordinal(count)
    let korean = ["둘째", "셋째", "넷째"][count - 2]
    return LocalizedText(
      en: "it can be read in two ways; write \"every \(count) weeks on \(name)\" or "
        + "\"every month on the \(nth) \(name)\"",
      ko: "두 가지로 읽힙니다. \"\(count)주마다 \(day.korean)\" 또는 \"매월 \(korean) \(day.korean)요일\"로 쓰십시오")
  }

  private static func digits(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      guard let number = scanner.number(limit: 1), scanner.take("st", "nd", "rd", "th") else {
        return nil
      }
      return number
    }
  }

  /// `매년 설날`, `every easter`: RFC 5545 has neither the moon nor Easter.
  private func moving(_ scanner: inout WordScanner) -> LocalizedText? {
    _ = scanner.take("매년", "매해", "해마다", "every", "everyyear", "yearly", "eachyear")
    _ = scanner.take("on", "at")
    guard let rule = scanner.take(MovingDays.names) else { return nil }
    _ = scanner.take("마다", "everyyear", "eachyear", "에")
    guard scanner.isAtEnd else { return nil }
    let dates = (0...1).compactMap { MovingDays.date(rule, in: words.today.year + $0) }
    guard let next = dates.first(where: { $0 >= words.today }) else { return nil }
    return LocalizedText(
      en: "its date moves from year to year, which no rule follows; add it for each year, as "
        + "--due \(next)",
      ko: "해마다 날짜가 달라 규칙이 되지 않습니다. 해마다 `--due \(next)`처럼 따로 추가하십시오")
  }

  /// `weekly 3 times`, `매일 열 번`: in all, or each time.
  private func timesAlone(_ text: String) -> LocalizedText? {
    let parts = text.split(separator: " ").map(String.init)
    for count in 1..<max(1, parts.count) {
      let rule = parts[..<count].joined(separator: " ")
      var tail = WordScanner(parts[count...].joined(separator: " "))
      let times = RepeatWords.count(&tail)
      guard let times, tail.isAtEnd, RepeatWords.isRule(rule) else { continue }
      return LocalizedText(
        en: "so many in all, or each time? write \"\(rule) for \(times) times\" for all of them",
        ko: "모두 그만큼인지 매번 그만큼인지 알 수 없습니다. 모두라면 \"\(rule) 총 \(times)회\"로 쓰십시오")
    }
    return nil
  }

  /// `every friday until march`: up to where it begins, or ends.
  private func untilPeriod(_ text: String) -> LocalizedText? {
    let parts = text.split(separator: " ").map(String.init)
    for (place, part) in parts.enumerated() where place > 0 {
      let isUntil = RepeatWords.untilWords.contains(part.lowercased())
      guard isUntil, RepeatWords.isRule(parts[..<place].joined(separator: " ")),
        let first = words.month(parts[(place + 1)...].joined(separator: " "))
      else { continue }
      return LocalizedText(
        en: "until its first or its last day? write until \(first) or until \(first.endOfMonth)",
        ko: "그 달의 첫날까지인지 마지막 날까지인지 알 수 없습니다. `until \(first)` 또는 `until \(first.endOfMonth)`로 쓰십시오")
    }
    return nil
  }
}
