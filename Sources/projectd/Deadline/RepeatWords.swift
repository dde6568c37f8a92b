internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Rules of recurrence as people type them: `daily`, `every 2 weeks on fri`, `매주 월요일`, or an RRULE.
enum RepeatWords {
  /// Reads a rule.
  ///
  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no rule that is followed here.
  static func rule(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    let text = text.trimmed
    if text.isEmpty || DeadlineVocabulary.none.contains(text.lowercased()) { return nil }
    if let rule = phrase(text) { return try read(rule, as: text) }
    return try read(text, as: text)
  }

  private static let words = LocalizedText(
    en: "write daily, \"every 2 weeks\", mon-fri, \"every 1st and 15th\", yearly, or an RRULE",
    ko: "매일, 2주마다, 월수금, 매월 1일과 15일, 매년 또는 RRULE로 쓰십시오")

  private static func read(_ rule: String, as text: String) throws(ProjectError) -> RecurrenceRule {
    do {
      return try RecurrenceRule(rule)
    } catch {
      // Of what was not meant as an RRULE the parts of one are no help.
      let problem = rule.contains("=") ? error.text : Self.words
      throw ProjectError(
        .invalidRecurrence,
        ["rule": .string(String(text.prefix(100))), "problem": problem.jsonValue])
    }
  }

  /// What is said without `FREQ=`; nil where it is none of that.
  private static func phrase(_ text: String) -> String? {
    var scanner = WordScanner(text)
    let forms: [(inout WordScanner) -> String?] = [
      RepeatDates.yearly, RepeatDates.monthly, RepeatDays.weekdays, RepeatDays.except,
      RepeatPeriods.read,
    ]
    for form in forms {
      let found = scanner.attempt { scanner -> String? in
        guard let rule = form(&scanner) else { return nil }
        let count = scanner.attempt { times(&$0, rule) } ?? ""
        return scanner.isAtEnd ? rule + count : nil
      }
      if let found { return found }
    }
    return nil
  }

  /// How many there are in all, as in `for 10 times`, `10회`.
  ///
  /// Of what names no days it may be how many each time: `weekly 3 times`.
  private static func times(_ scanner: inout WordScanner, _ rule: String) -> String? {
    let isTotal = scanner.take("for", "총")
    guard isTotal || rule.contains("BY"), let count = scanner.number(),
      scanner.take("times", "회", "번", "occurrences")
    else { return nil }
    return ";COUNT=\(count)"
  }
}
