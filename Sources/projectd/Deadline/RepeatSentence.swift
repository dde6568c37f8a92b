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

  /// How often, without how long.
  static func often(_ rule: RecurrenceRule) -> LocalizedText? {
    pattern(rule).map { LocalizedText(en: $0.en, ko: $0.ko) }
  }

  private var words: LocalizedText? {
    guard let pattern = Self.pattern(rule), let end else { return nil }
    return LocalizedText(en: pattern.en + end.en, ko: pattern.ko + end.ko)
  }

  typealias Words = (en: String, ko: String)

  /// The part of the sentence before its end; nil of what words do not say.
  private static func pattern(_ rule: RecurrenceRule) -> Words? {
    // Where a week begins counts only where some are left out.
    guard rule.weekStart == .monday || rule.interval == 1 || rule.frequency != .weekly else {
      return nil
    }
    let base = every(rule)
    guard !rule.isPlain else { return base }
    if let short = RepeatShort.words(rule) { return short }
    guard let days = RepeatParts(rule).words else { return nil }
    return ("\(base.en) \(days.en)", "\(base.ko) \(days.ko)")
  }

  private static func every(_ rule: RecurrenceRule) -> Words {
    let (en, ko, one) =
      switch rule.frequency {
      case .daily: ("day", "일", "매일")
      case .weekly: ("week", "주", "매주")
      case .monthly: ("month", "개월", "매월")
      case .yearly: ("year", "년", "매년")
      }
    return rule.interval == 1
      ? ("every \(en)", one) : ("every \(rule.interval) \(en)s", "\(rule.interval)\(ko)마다")
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
        " until \(day.day) \(RepeatParts.months[day.month - 1].prefix(3)) \(day.year)",
        " \(day.year)년 \(day.month)월 \(day.day)일까지"
      )
    }
  }
}
