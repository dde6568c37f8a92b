internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Phrases that people say and that name no single day, or two of them: each is refused with the words
/// that would do.
extension DeadlineWords {
  /// Nil of a phrase about which nothing more can be said than that it is no deadline.
  func refusal(of text: String) -> ProjectError? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return noDay(words.joined(), text)
      ?? severalDays(words.joined(), words.joined(separator: " "), text) ?? length(text)
      ?? rule(text)
  }

  // MARK: No day at all

  private static let someDay: Set<String> = [
    "someday", "sometime", "somedaymaybe", "eventually", "soon", "later", "asap", "whenever",
    "oneofthesedays", "atsomepoint", "언젠가", "언젠가는", "나중에", "나중", "곧", "조만간", "빨리", "최대한빨리",
    "되는대로",
  ]

  private static let few = [
    "a few ", "few ", "several ", "some ", "a number of ", "many ",
  ]

  private static let koreanFew = [
    "며칠", "몇일", "몇주", "몇달", "몇개월", "몇시간", "몇분", "몇년", "수일",
  ]

  private func noDay(_ said: String, _ text: String) -> ProjectError? {
    if Self.someDay.contains(said) {
      return refused(
        text, "it names no day; leave the deadline out, write none, or a day as fri or +3d",
        "정해진 날이 없습니다. 마감을 빼거나 없음, 금요일, +3d처럼 쓰십시오")
    }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let isLed = ["in", "within", "after", "by"].contains { words.first == $0 }
    let rest = (isLed ? words[1...] : words[...]).joined(separator: " ") + " "
    if Self.few.contains(where: { rest.hasPrefix($0) })
      || Self.koreanFew.contains(where: { said.hasPrefix($0) || said.hasPrefix("앞으로\($0)") })
    {
      return refused(
        text, "how many is not said; write a number, as \"in 3 days\"",
        "몇인지 알 수 없습니다. \"3일 뒤\"처럼 수를 쓰십시오")
    }
    if said.hasPrefix("d-") || said.hasPrefix("d+"), let days = Int(said.dropFirst(2)) {
      return refused(
        text, "it counts from a day that is not said; write +\(days)d for \(days) days from today",
        "기준이 되는 날이 없습니다. 오늘부터 \(days)일 뒤는 +\(days)d로 쓰십시오")
    }
    return nil
  }

  func refused(_ text: String, _ en: String, _ ko: String) -> ProjectError {
    ProjectError(
      .invalidDeadline,
      [
        "due": .string(text), "rest": .string(""),
        "problem": LocalizedText(en: en, ko: ko).jsonValue,
      ])
  }

  /// `2주`, which is how long something takes as well as when it is due.
  private func length(_ text: String) -> ProjectError? {
    guard text.unicodeScalars.contains(where: { $0.value > 0x7F }),
      (try? phrase("\(text) 뒤")) != nil
    else { return nil }
    return refused(
      text, "it is a length; write \"\(text) 뒤\" for so long from now",
      "길이만 있습니다. 지금부터이면 \"\(text) 뒤\"로 쓰십시오")
  }

  /// `every friday`, which is when something comes again.
  private func rule(_ text: String) -> ProjectError? {
    guard let rule = try? RepeatWords(words: self, start: nil).rule(text), rule.description != text
    else { return nil }
    return refused(
      text,
      "it is when something comes again; write rec:\"\(text)\" for that, beside the first day",
      "반복을 뜻하는 말입니다. 첫 마감과 함께 `반복:\"\(text)\"`로 쓰십시오")
  }

  // MARK: More than one

  /// `said` is without its spaces, which Korean does not need, and `spaced` with one between two words.
  private func severalDays(_ said: String, _ spaced: String, _ text: String) -> ProjectError? {
    if let day = dayBehindBefore(said, spaced), let eve = day.adding(days: -1) {
      return ambiguous(text, "\(eve)", "\(day)")
    }
    if let day = early(spaced) ?? partly(said) {
      return refused(
        text, "it is no single day; write \(day), or another day of it",
        "하루를 가리키지 않습니다. \(day) 또는 그 가운데 하루를 쓰십시오")
    }
    if let (first, last) = wholePeriod(spaced) { return ambiguous(text, "\(first)", "\(last)") }
    if said == "새해" || said == "새해까지" {
      let year = today.year + 1
      let moon = MovingDays.date(.lunar(.newYear, 0), in: year)
      return ambiguous(text, "\(year)-01-01", moon.map { "\($0)" } ?? "설날")
    }
    var scanner = WordScanner(text)
    if let (first, second) = DateParts.weekOfMonth(&scanner, today) {
      return ambiguous(text, "\(first)", "\(second)")
    }
    return pointed(said).map { ambiguous(text, $0, $1) } ?? pointedPart(text) ?? hour(text)
  }

  /// Of `before friday` and `금요일 전까지` some count the day itself.
  private func dayBehindBefore(_ said: String, _ spaced: String) -> CivilDate? {
    if spaced.hasPrefix("before ") { return date(spaced.dropFirst(7)) }
    let tail = ["전에", "전까지", "이전까지", "이전에", "이전", "전"].first { said.hasSuffix($0) }
    return tail.flatMap { date(said.dropLast($0.count)) }
  }

  private func date(_ said: some StringProtocol) -> CivilDate? {
    guard let found = try? phrase(String(said)), found.time == nil else { return nil }
    return found.date
  }

  /// The beginning or the end of a period, of which only a part is meant: `early next week`.
  private func early(_ spaced: String) -> CivilDate? {
    for (head, edge) in [
      ("early in ", "start of"), ("early ", "start of"), ("late in ", "end of"),
      ("late ", "end of"),
    ] where spaced.hasPrefix(head) {
      let period = spaced.dropFirst(head.count)
      // Where `next week` is understood it is its first day.
      return date("\(edge) \(period)") ?? (edge == "start of" ? date(period) : nil)
    }
    return nil
  }

  /// The same in Korean: `연초`, `다음 달 초`, `12월 하순`.
  private func partly(_ said: String) -> CivilDate? {
    for tail in ["초", "초에", "초까지", "초순", "상순", "초반"] where said.hasSuffix(tail) {
      let period = String(said.dropLast(tail.count))
      switch period {
      case "연", "년", "내년", "새해": return CivilDate(year: today.year + 1, month: 1, day: 1)
      case "월": return start(after: .month)
      case "주": return start(after: .week)
      default: return month(period) ?? date(period)
      }
    }
    for tail in ["하순", "후반"] where said.hasSuffix(tail) {
      return month(String(said.dropLast(tail.count)))?.endOfMonth
    }
    return nil
  }

  /// `december`, `내년 1월`, `sometime next week`: anything from its first to its last day.
  private func wholePeriod(_ said: String) -> (CivilDate, CivilDate)? {
    var rest = said[...]
    for head in ["sometime in ", "sometime ", "in ", "by ", "during "] where rest.hasPrefix(head) {
      rest = rest.dropFirst(head.count)
      break
    }
    if let day = month(String(rest)) { return (max(day, today), day.endOfMonth) }
    guard rest.count < said.count, said.hasPrefix("sometime"), let first = date(rest),
      let last = date("end of \(rest)")
    else { return nil }
    return (first, last)
  }

  /// `friday 9`: where the ninth is another weekday it is still no time that was said.
  private func hour(_ text: String) -> ProjectError? {
    guard let (number, day) = hourOrDay(text) else { return nil }
    let weekday = text.trimmed.prefix { !$0.isNumber }
    let time = "\(String(weekday).trimmed) \(number):00"
    return refused(
      text,
      "“\(number)” may be a time or a day of the month; write \"\(time)\" for the time, or \(day), "
        + "the next such \(day.weekday.english)",
      "\("‘\(number)’", .topic) 시각인지 날짜인지 알 수 없습니다. 시각이면 \"\(time)\", 날짜이면 \(day)처럼 쓰십시오")
  }

  /// `fri 9.30`, of which the second word may be a time or a date.
  private func pointedPart(_ text: String) -> ProjectError? {
    let parts = text.split(separator: " ")
    for part in parts where parts.count > 1 {
      guard let (first, second) = pointed(String(part)) else { continue }
      if part.hasSuffix(".") { return ambiguous(text, first, second) }
      let time = part.replacing(".", with: ":")
      return refused(
        text, "“\(part)” may be a time or a date; write \(time) for the time",
        "\("‘\(part)’", .topic) 시각인지 날짜인지 알 수 없습니다. 시각이면 \(time)으로 쓰십시오")
    }
    return nil
  }

  /// `12.3` is the third of December here and the twelfth of March there, `12.25` also a time, and
  /// `12.3.` none.
  private func pointed(_ said: String) -> (String, String)? {
    let isDate = said.hasSuffix(".")
    let parts = said.dropLast(isDate ? 1 : 0).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
      let first = Int(parts[0]), let second = Int(parts[1])
    else { return nil }
    func next(_ month: Int, _ day: Int) -> String? {
      DateParts(month: month, day: .number(day)).next(from: today).map { "\($0)" }
    }
    let isTime = !isDate && parts[1].utf8.count == 2 && first < 24 && second < 60
    let time = isTime ? "\(first):\(parts[1])" : nil
    let readings = [time, next(first, second), first == second ? nil : next(second, first)]
      .compactMap { $0 }
    return readings.count > 1 ? (readings[0], readings[1]) : nil
  }
}
