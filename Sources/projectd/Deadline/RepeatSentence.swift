internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// A rule of recurrence in words that can be typed again: `every 2 weeks on Mon and Thu until 31 May
/// 2027`, `2주마다 월, 목 2027년 5월 31일까지`.
///
/// Of a rule that words do not say, as one that files bring may be, the rule itself.
struct RepeatSentence {
  private let rule: RecurrenceRule
  private let reader: ReaderDay

  /// - Parameters:
  ///   - text: An RRULE, as a project has it.
  ///   - reader: Whose clock shows when it ends.
  /// - Returns: The words, or the rule as it is.
  static func text(_ text: String, _ reader: ReaderDay) -> LocalizedText {
    let words = (try? RecurrenceRule(text)).flatMap { rule in
      RepeatSentence(rule: rule, reader: reader).words
    }
    return words ?? LocalizedText(en: text)
  }

  private var words: LocalizedText? {
    guard let pattern, let end else { return nil }
    return LocalizedText(en: pattern.en + end.en, ko: pattern.ko + end.ko)
  }

  private typealias Words = (en: String, ko: String)

  // MARK: How often

  private var pattern: Words? {
    guard rule.weekStart == .monday else { return nil }
    switch rule.frequency {
    case .daily: return isPlain ? every("day", "일", one: ("every day", "매일")) : nil
    case .weekly: return weekly
    case .monthly: return monthly
    case .yearly: return yearly
    }
  }

  private var isPlain: Bool {
    rule.days.isEmpty && rule.monthDays.isEmpty && rule.months.isEmpty && rule.setPositions.isEmpty
  }

  private func every(_ en: String, _ ko: String, one: Words) -> Words {
    rule.interval == 1 ? one : ("every \(rule.interval) \(en)s", "\(rule.interval)\(ko)마다")
  }

  private var weekly: Words? {
    guard rule.monthDays.isEmpty, rule.months.isEmpty, rule.setPositions.isEmpty else { return nil }
    let base = every("week", "주", one: ("every week", "매주"))
    let days = rule.days.map(\.weekday)
    if days.isEmpty { return base }
    if rule.interval == 1, days == Self.workdays { return ("every weekday", "평일마다") }
    let en = Self.joined(days.map { String($0.english.prefix(3)) })
    let ko = days.map(\.korean).joined(separator: ", ")
    return rule.interval == 1
      ? ("every \(en)", "매주 \(ko)") : ("\(base.en) on \(en)", "\(base.ko) \(ko)")
  }

  private static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

  private var monthly: Words? {
    guard rule.months.isEmpty else { return nil }
    let base = every("month", "개월", one: ("every month", "매월"))
    if isPlain { return base }
    return dayOfMonth.map { ("\(base.en) on \($0.en)", "\(base.ko) \($0.ko)") }
  }

  private var yearly: Words? {
    let base = every("year", "년", one: ("every year", "매년"))
    if isPlain { return base }
    guard rule.interval == 1, rule.months.count == 1, let month = rule.months.first else {
      return nil
    }
    let name = Self.months[month - 1]
    if rule.days.isEmpty, rule.setPositions.isEmpty, rule.monthDays.count == 1,
      let day = rule.monthDays.first, day > 0
    {
      return ("every \(name) \(day)", "매년 \(month)월 \(day)일")
    }
    guard rule.monthDays.isEmpty, rule.setPositions.isEmpty, rule.days.count == 1,
      let day = rule.days.first, let nth = Self.nth(day)
    else { return nil }
    return ("every year on \(nth.en) of \(name)", "매년 \(month)월 \(nth.ko)")
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `the 1st and 15th`, `the last day`, `the 2nd Tue`, `the last weekday`.
  private var dayOfMonth: Words? {
    if rule.days.isEmpty, rule.setPositions.isEmpty {
      if rule.monthDays == [-1] { return ("the last day", "말일") }
      guard rule.monthDays.allSatisfy({ $0 > 0 }) else { return nil }
      let en = Self.joined(rule.monthDays.map(Self.ordinal))
      let ko = rule.monthDays.map { "\($0)일" }.joined(separator: ", ")
      return ("the \(en)", ko)
    }
    guard rule.monthDays.isEmpty else { return nil }
    if rule.setPositions.isEmpty, rule.days.count == 1, let day = rule.days.first {
      return Self.nth(day)
    }
    guard rule.days.map(\.weekday) == Self.workdays, rule.days.allSatisfy({ $0.ordinal == nil })
    else { return nil }
    switch rule.setPositions {
    case [1]: return ("the first weekday", "첫 평일")
    case [-1]: return ("the last weekday", "마지막 평일")
    default: return nil
    }
  }

  private static func nth(_ day: RecurrenceRule.Day) -> Words? {
    let weekday = (String(day.weekday.english.prefix(3)), day.weekday.korean + "요일")
    switch day.ordinal {
    case .some(-1): return ("the last \(weekday.0)", "마지막 \(weekday.1)")
    case .some(let number) where (1...4).contains(number):
      let ko = ["첫째", "둘째", "셋째", "넷째"][number - 1]
      return ("the \(ordinal(number)) \(weekday.0)", "\(ko) \(weekday.1)")
    default: return nil
    }
  }

  private static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }

  private static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: How long

  private var end: Words? {
    switch rule.end {
    case .never: return ("", "")
    case .count(let count): return (" for \(count) times", " 총 \(count)회")
    case .until(let time):
      let day: CivilDate =
        if case .utc(let utc) = time { reader.zone.date(at: utc.utc) } else { time.date }
      return (
        " until \(day.day) \(Self.months[day.month - 1].prefix(3)) \(day.year)",
        " \(day.year)년 \(day.month)월 \(day.day)일까지"
      )
    }
  }
}
