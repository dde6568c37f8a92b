internal import CivilTime
internal import IPCProtocol
internal import Values

/// Reads what a person types of days and times: `mon-fri 09:00-16:00`, `월-금 9시-16시`.
enum HoursWords {
  private static func refusal(
    _ words: String, _ what: LocalizedText, _ example: String
  ) -> BankError {
    BankError(
      .planWords,
      ["words": .string(words), "what": what.jsonValue, "example": .string(example)])
  }

  // MARK: Days

  /// `mon-fri`, `sat,sun`, `daily`, `weekend`; `월-금`, `토,일`, `매일`, `평일`, `주말`.
  static func days(_ words: String) throws(BankError) -> Set<Weekday> {
    if let days = readDays(words) { return days }
    throw refusal(words, LocalizedText(en: "day of the week", ko: "요일"), "mon-fri")
  }

  private static func readDays(_ words: String) -> Set<Weekday>? {
    var days: Set<Weekday> = []
    for part in words.lowercased().split(whereSeparator: { $0 == "," || $0 == " " || $0 == "·" }) {
      if let some = groups[String(part)] {
        days.formUnion(some)
        continue
      }
      let ends = part.split(
        whereSeparator: { $0 == "-" || $0 == "~" || $0 == "–" }, omittingEmpty: false)
      let known = ends.compactMap { weekday(String($0)) }
      guard known.count == ends.count, (1...2).contains(known.count), let last = known.last else {
        return nil
      }
      // Over the end of the week where it is so: fri-mon.
      days.formUnion((0...known[0].days(until: last)).map { known[0].adding(days: $0) })
    }
    return days.isEmpty ? nil : days
  }

  private static let groups: [String: Set<Weekday>] = {
    let all = Set(Weekday.allCases)
    let weekend: Set<Weekday> = [.saturday, .sunday]
    var groups: [String: Set<Weekday>] = [:]
    for word in ["daily", "everyday", "all", "매일"] { groups[word] = all }
    for word in ["weekday", "weekdays", "평일", "주중"] { groups[word] = all.subtracting(weekend) }
    for word in ["weekend", "weekends", "주말"] { groups[word] = weekend }
    return groups
  }()

  /// The whole name, or its first letters, three at least; `월` or `월요일`.
  static func weekday(_ word: String) -> Weekday? {
    Weekday.allCases.first { day in
      let korean = day.korean
      return word == korean || word == "\(korean)요일"
        || word.count >= 3 && day.english.lowercased().hasPrefix(word)
    }
  }

  // MARK: Times

  /// `09:00-16:00`, several of them, `closed` or `24h`; what lies between two is a break.
  ///
  /// - Parameters:
  ///   - words: The times of a day.
  ///   - pauses: Breaks that are taken out of them; nil for none.
  /// - Returns: The times in order, without the breaks.
  /// - Throws: ``BankReason/planWords``.
  static func times(
    _ words: String, pauses: String? = nil
  ) throws(BankError) -> [OpeningHours.Span] {
    let what = LocalizedText(en: "opening time", ko: "영업시간")
    guard let spans = readTimes(words) else { throw refusal(words, what, "09:00-16:00") }
    guard let pauses else { return spans }
    guard let taken = readTimes(pauses), let left = without(taken, spans) else {
      throw refusal(
        pauses,
        LocalizedText(
          en: "break within these times and before midnight", ko: "이 시간 안에서 자정 전에 끝나는 휴게시간"),
        "12:00-13:00")
    }
    return left
  }

  private static func readTimes(_ words: String) -> [OpeningHours.Span]? {
    let text = words.lowercased()
    if ["closed", "off", "none", "휴무", "없음"].contains(text) { return [] }
    if ["24h", "종일", "24시간"].contains(text) {
      return OpeningHours.Span(start: 0, end: OpeningHours.Span.minutesOfDay).map { [$0] }
    }
    var spans: [OpeningHours.Span] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let span = span(part) else { return nil }
      spans.append(span)
    }
    spans.sort { $0.start < $1.start }
    // Into the next day only at the end, and not beyond where this one began.
    let isApart = zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start }
    guard let first = spans.first, let last = spans.last, isApart,
      last.end - first.start <= OpeningHours.Span.minutesOfDay
    else { return nil }
    return spans
  }

  /// `09:00-16:00`, `9-16`, `9시-16시 30분` without blanks; over midnight where it ends earlier.
  static func span(_ words: some StringProtocol) -> OpeningHours.Span? {
    let ends = words.split(
      whereSeparator: { $0 == "-" || $0 == "~" || $0 == "–" }, omittingEmpty: false)
    guard ends.count == 2, let start = minutes(ends[0]), let end = minutes(ends[1]) else {
      return nil
    }
    return OpeningHours.Span(
      start: start, end: end > start ? end : end + OpeningHours.Span.minutesOfDay)
  }

  /// Minutes after midnight, of `9`, `09:30`, `9시` or `9시30분`; `24:00` is the end of a day.
  static func minutes(_ word: some StringProtocol) -> Int? {
    var text = String(word)
    if text.hasSuffix("분") { text.removeLast() }
    if text.hasSuffix("시") { text.removeLast() }
    let parts = text.replacing("시", with: ":")
      .split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0
    else { return nil }
    let whole = hour * 60 + minute
    guard (0..<60).contains(minute), (0...OpeningHours.Span.minutesOfDay).contains(whole) else {
      return nil
    }
    return whole
  }

  /// Nil where a break lies outside, or what comes after it would begin on another day.
  private static func without(
    _ pauses: [OpeningHours.Span], _ spans: [OpeningHours.Span]
  ) -> [OpeningHours.Span]? {
    var left = spans
    for pause in pauses {
      guard
        let index = left.firstIndex(where: { $0.start <= pause.start && pause.end <= $0.end })
      else { return nil }
      let whole = left.remove(at: index)
      let parts = [(whole.start, pause.start), (pause.end, whole.end)].filter { $0.0 < $0.1 }
      let spans = parts.compactMap { OpeningHours.Span(start: $0.0, end: $0.1) }
      guard spans.count == parts.count else { return nil }
      left.insert(contentsOf: spans, at: index)
    }
    return left
  }

  // MARK: Dates

  /// A date, or a day as people name it, on the clocks of the branch: `tomorrow`, `금요일`.
  ///
  /// - Throws: ``BankReason/planWords``.
  static func date(
    _ words: String, today: CivilDate, looking direction: DayWords.Direction
  ) throws(BankError) -> CivilDate {
    guard let date = DayWords.day(words, today: today, looking: direction) else {
      let example = direction == .past ? "yesterday" : "2026-12-25"
      throw refusal(words, LocalizedText(en: "day", ko: "날짜"), example)
    }
    return date
  }
}

extension StringProtocol {
  fileprivate func split(
    whereSeparator isSeparator: (Character) -> Bool, omittingEmpty: Bool
  ) -> [SubSequence] {
    split(omittingEmptySubsequences: omittingEmpty, whereSeparator: isSeparator)
  }
}

extension Weekday {
  /// As `mon`, for files and programs.
  var word: String { String(english.lowercased().prefix(3)) }
}
