internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Rules of recurrence as people type them: `daily`, `every 2 weeks on fri`, `매주 월요일`, or an RRULE.
struct RepeatWords {
  /// For an end that is said as a day: `until may 31`.
  let words: DeadlineWords
  /// The first deadline, from which an end counts that is said as a length: `for 8 weeks`.
  var start: CalendarTime?

  private static let fromDone: [(head: String, rule: String)] = [
    ("every!", "every "), ("ev!", "every "), ("완료 후 ", ""), ("완료 뒤 ", ""), ("끝낸 뒤 ", ""),
    ("끝내고 ", ""),
  ]

  /// A rule without what says that it counts from the day on which something is done: `every! 3 days`, as Todoist
  /// has it, `끝낸 뒤 3일마다`.
  static func counted(_ text: String) -> (rule: String, isFromDone: Bool) {
    let said = text.trimmed
    for (head, rule) in fromDone where said.lowercased().hasPrefix(head) {
      return ((rule + said.dropFirst(head.count).drop { $0 == " " }), true)
    }
    return (text, false)
  }

  /// Reads a rule.
  ///
  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no rule that is followed here.
  func rule(_ text: String) throws(ProjectError) -> RecurrenceRule? {
    var text = text.trimmed
    if text.isEmpty || DeadlineVocabulary.isNoRule(text) { return nil }
    // As Todoist has it for short.
    if text.lowercased().hasPrefix("ev ") { text = "every" + text.dropFirst(2) }
    if let rule = Self.phrase(text) { return try Self.read(rule, as: text) }
    if let rule = bounded(text) { return try Self.read(rule, as: text) }
    let better = RepeatRefusals(words: words).problem(text)
    return try Self.read(
      text, as: text, instead: better ?? (saysTime(text) ? Self.timeless : Self.examples))
  }

  /// `every monday at 10`: a rule, and a time behind it.
  private func saysTime(_ text: String) -> Bool {
    var scanner = WordScanner(text)
    // `every morning` has no rule before its time.
    if scanner.take("every", "each"), scanner.take(DeadlineVocabulary.halves) != nil { return true }
    let parts = text.split(separator: " ")
    return (1..<max(1, parts.count)).contains { count in
      guard Self.phrase(parts[..<count].joined(separator: " ")) != nil else { return false }
      let tail = parts[count...].joined(separator: " ")
      var scanner = WordScanner(tail)
      // `at 10` alone is refused where ten has passed today.
      if ClockWords.read(&scanner) != nil, scanner.isAtEnd { return true }
      return (try? words.deadline(tail))?.time != nil
    }
  }

  private static let timeless = LocalizedText(
    en: "what repeats comes at the time of its deadline; leave the time out here, and write "
      + "--due \"tomorrow 10:00\"",
    ko: "반복은 마감의 시각에 돌아옵니다. 시각은 여기서 빼고 --due \"내일 10:00\"처럼 쓰십시오")

  private static let examples = LocalizedText(
    en: "write daily, \"every 2 weeks\", mon-fri, \"every 1st and 15th\", yearly, or an RRULE",
    ko: "매일, 2주마다, 월수금, 매월 1일과 15일, 매년 또는 RRULE로 쓰십시오")

  private static func read(
    _ rule: String, as text: String, instead: LocalizedText = examples
  ) throws(ProjectError) -> RecurrenceRule {
    do {
      return try RecurrenceRule(rule)
    } catch {
      // Of what was not meant as an RRULE the parts of one are no help.
      let problem = rule.contains("=") ? error.text : instead
      throw ProjectError(
        .invalidRecurrence,
        ["rule": .string(String(text.prefix(100))), "problem": problem.jsonValue])
    }
  }

  /// What is said without `FREQ=`; nil where it is none of that.
  private static func phrase(_ text: some StringProtocol) -> String? {
    var scanner = WordScanner(String(text))
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
    guard isTotal || rule.contains("BY") else { return nil }
    return count(&scanner).map { ";COUNT=\($0)" }
  }

  /// `10 times`, `ten times`, `10회`, `열 번`.
  static func count(_ scanner: inout WordScanner) -> Int? {
    scanner.attempt { scanner in
      guard let count = scanner.number() ?? scanner.take(NumberWords.english),
        scanner.take("times", "occurrences", "회", "번")
      else { return nil }
      return count
    }
      ?? NumberWords.korean(&scanner) { scanner, count in
        scanner.take("번", "회", "차례") ? count : nil
      }
  }

  /// Whether something is a rule by itself.
  static func isRule(_ text: String) -> Bool { phrase(text) != nil }

  // MARK: With an end

  /// A rule and its end, in either order: `every monday until may 31`, `두 달 동안 매일`.
  private func bounded(_ text: String) -> String? {
    let parts = text.split(separator: " ")
    for count in (1..<max(1, parts.count)).reversed() {
      let (head, tail) = (parts[..<count], parts[count...])
      for (rule, end) in [(head, tail), (tail, head)] {
        guard let rule = Self.phrase(rule.joined(separator: " ")), !rule.contains("COUNT"),
          let last = lastDay(end.map(String.init))
        else { continue }
        return "\(rule);UNTIL=\(until(last).basicText)"
      }
    }
    return nil
  }

  static let untilWords: Set<String> = ["until", "till", "til", "through", "ending"]

  /// The last day of an end that is said as a day or as a length.
  private func lastDay(_ words: [String]) -> CivilDate? {
    guard let first = words.first?.lowercased(), let last = words.last else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    if first == "for" || last.hasSuffix("동안") || last.hasSuffix("간") {
      let text = first == "for" ? rest : words.joined(separator: " ")
      return DistanceWords.length(text).flatMap { length in
        self.words.day(length, from: start?.date ?? self.words.today)?.adding(days: -1)
      }
    }
    let text = Self.untilWords.contains(first) ? rest : words.joined(separator: " ")
    guard Self.untilWords.contains(first) || last.hasSuffix("까지"),
      let found = try? self.words.deadline(text), found.time == nil
    else { return nil }
    return found.date
  }

  /// The end of a day in the form that the start has, as RFC 5545 wants it (section 3.3.10).
  private func until(_ day: CivilDate) -> CalendarTime {
    guard start?.time != nil, let time = TimeOfDay(hour: 23, minute: 59, second: 59) else {
      return .date(day)
    }
    let end = CivilDateTime(day, time)
    if case .floating? = start { return .floating(end) }
    return CivilDateTime(utc: words.zone.instant(of: end)).map { .utc($0) } ?? .date(day)
  }
}
