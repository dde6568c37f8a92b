internal import CivilTime
internal import Values

/// Moments as people type them: `07:30`, `tomorrow 7:30am`, `금요일 오후 3시 반`, `in 20m`, `30분 뒤`.
enum MomentWords {
  /// The moment, or nil where the words name none; a time of day without a day is today's.
  static func moment(_ words: String, now: Timestamp, in zone: TimeZoneRules) -> Timestamp? {
    if let time = exact(words) { return time }
    let words = words.trimmed.lowercased()
    if nowWords.contains(words) { return now }
    if let seconds = distance(words) { return now.adding(seconds: seconds) }
    let today = zone.date(at: now)
    // `2026-11-21T08:30`, and not `today 08:30`.
    let isISO = !words.contains(" ") && words.contains("t") && words.first?.isNumber == true
    let parts = words.split(separator: isISO ? "t" : " ").map(String.init)
    for index in parts.indices {
      let (front, back) = (parts[..<index].joined(separator: " "), parts[index...])
      let rest = back.joined(separator: " ")
      if let date = day(front, today), let time = clock(rest) {
        return zone.instant(of: CivilDateTime(date, time))
      }
      // `7:30am tomorrow`
      if let time = clock(front), let date = day(rest, today) {
        return zone.instant(of: CivilDateTime(date, time))
      }
    }
    return nil
  }

  /// RFC 3339, also without seconds: `2026-11-21T08:30+09:00`.
  private static func exact(_ text: String) -> Timestamp? {
    if let time = Timestamp(rfc3339: text) { return time }
    let minutes = "2026-11-21T08:30".count
    guard text.count > minutes else { return nil }
    return Timestamp(rfc3339: "\(text.prefix(minutes)):00\(text.dropFirst(minutes))")
  }

  private static let nowWords = ["now", "지금"]

  private static func day(_ words: String, _ today: CivilDate) -> CivilDate? {
    words.isEmpty ? today : DayWords.day(words, today: today, looking: .future)
  }

  /// Seconds from now on, of `in 20m`, `+1h30m`, `30분 뒤`.
  private static func distance(_ words: String) -> Double? {
    var rest = Substring(words)
    if let front = ["in ", "+"].first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(front.count)
    } else if let back = ["뒤", "후"].first(where: { rest.hasSuffix($0) }) {
      rest = rest.dropLast(back.count)
    } else {
      return nil
    }
    while rest.last == " " { rest = rest.dropLast() }
    // A number alone may be minutes or hours.
    guard rest.contains(where: \.isLetter), let seconds = DurationReading.seconds(rest),
      seconds <= longestDistance
    else { return nil }
    return seconds
  }

  private static let longestDistance = 366.0 * 86_400

  // MARK: Times of day

  /// `07:30`, `7:30 pm`, `7am`, `noon`, `오후 3시`, `7시 30분`, `7시 반`; nil for a number alone.
  static func clock(_ words: String) -> TimeOfDay? {
    var rest = words.trimmed.lowercased().filter { $0 != " " }
    if ["noon", "정오"].contains(rest) { return TimeOfDay(hour: 12) }
    var half: Half?
    if let part = parts.first(where: { rest.hasPrefix($0.word) }) {
      (rest, half) = (String(rest.dropFirst(part.word.count)), part)
    } else if let part = meridiem.first(where: { rest.hasSuffix($0.word) }) {
      (rest, half) = (String(rest.dropLast(part.word.count)), part)
    }
    if rest.contains("시") {
      rest = rest.replacing("시", with: ":").replacing("반", with: "30").replacing("분", with: "")
      if rest.hasSuffix(":") { rest += "00" }
    } else if half != nil, !rest.contains(":") {
      rest += ":00"
    }
    let numbers = rest.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(numbers.count), var hour = numbers[0], let minute = numbers[1] else {
      return nil
    }
    if let half {
      // `15pm` is a slip of somebody's, and nobody knows of which.
      guard half.hours.contains(hour) else { return nil }
      hour = hour % 12 + half.noon
    }
    return TimeOfDay(hour: hour, minute: minute)
  }

  /// A word that says in which half of the day an hour is; `밤 12시` may be either night's.
  private typealias Half = (word: String, noon: Int, hours: ClosedRange<Int>)
  private static let parts: [Half] = [
    ("오전", 0, 1...12), ("새벽", 0, 1...6), ("아침", 0, 5...11),
    ("오후", 12, 1...12), ("저녁", 12, 4...11), ("밤", 12, 6...11),
  ]
  private static let meridiem: [Half] = [("am", 0, 1...12), ("pm", 12, 1...12)]
}
