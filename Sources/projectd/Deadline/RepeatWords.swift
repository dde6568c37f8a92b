internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Rules of recurrence as people type them: `daily`, `every 2 weeks`, `매주 월요일`, or an RRULE.
enum RepeatWords {
  /// Reads a rule.
  ///
  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no rule that is followed here.
  static func rule(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    let text = text.trimmed
    if text.isEmpty || DeadlineVocabulary.none.contains(text.lowercased()) { return nil }
    if let rule = try phrase(text) { return rule }
    return try read(text, as: text)
  }

  private static let words = LocalizedText(
    en: "write daily, weekly, \"every 2 weeks\", \"every mon\", monthly, or an RRULE",
    ko: "매일, 매주 월요일, 2주마다, 매월 또는 RRULE로 쓰세요")

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

  private static let simple: [(String, String)] = [
    ("daily", "FREQ=DAILY"), ("everyday", "FREQ=DAILY"), ("매일", "FREQ=DAILY"),
    ("weekly", "FREQ=WEEKLY"), ("everyweek", "FREQ=WEEKLY"), ("매주", "FREQ=WEEKLY"),
    ("biweekly", "FREQ=WEEKLY;INTERVAL=2"), ("격주", "FREQ=WEEKLY;INTERVAL=2"),
    ("monthly", "FREQ=MONTHLY"), ("everymonth", "FREQ=MONTHLY"), ("매월", "FREQ=MONTHLY"),
    ("매달", "FREQ=MONTHLY"), ("yearly", "FREQ=YEARLY"), ("everyyear", "FREQ=YEARLY"),
    ("매년", "FREQ=YEARLY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("평일", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("평일마다", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
  ]

  private static let frequencies: [DeadlineVocabulary.Unit: String] = [
    .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
  ]

  /// What is said without `FREQ=`; nil where it is none of that.
  private static func phrase(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    var scanner = WordScanner(text)
    if let rule = scanner.attempt(whole) { return try read(rule, as: text) }
    if let days = scanner.attempt(weekdays) { return try read(days, as: text) }
    return try scanner.attempt(interval).map { rule throws(ProjectError) in
      try read(rule, as: text)
    }
  }

  private static func whole(_ scanner: inout WordScanner) -> String? {
    guard let rule = scanner.take(simple), scanner.isAtEnd else { return nil }
    return rule
  }

  /// `every mon`, `매주 월요일`, and several in a row.
  private static func weekdays(_ scanner: inout WordScanner) -> String? {
    guard scanner.take("every", "매주", "weekly") else { return nil }
    _ = scanner.take("on")
    var codes: [String] = []
    while let day = scanner.take(DeadlineVocabulary.weekdays) {
      codes.append(day.code)
      _ = scanner.take(",", "and", "와", "과")
    }
    guard !codes.isEmpty, scanner.isAtEnd || scanner.take("마다") else { return nil }
    return "FREQ=WEEKLY;BYDAY=\(codes.joined(separator: ","))"
  }

  /// `every 2 weeks`, `2주마다`, `3일에 한 번`.
  private static func interval(_ scanner: inout WordScanner) -> String? {
    let isEnglish = scanner.take("every")
    guard let count = scanner.number() else { return nil }
    let unit =
      scanner.take(DeadlineVocabulary.units) ?? scanner.take(DeadlineVocabulary.koreanUnits)
    guard let frequency = unit.flatMap({ frequencies[$0] }) else { return nil }
    let isKorean = scanner.take("마다", "에한번")
    guard isEnglish || isKorean, scanner.isAtEnd else { return nil }
    return "FREQ=\(frequency);INTERVAL=\(count)"
  }
}
