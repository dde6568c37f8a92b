internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// When somebody wants to be reminded, as people type it: `1h before`, `tomorrow 9`, `하루 전`, `off`.
struct ReminderWords {
  let words: DeadlineWords
  let now: Timestamp
  let zones: Zones
  /// The deadline that it is before, where there is one.
  var due: CalendarTime?

  private static let off = DeadlineVocabulary.none.union(["off", "끄기", "끔", "해제", "지움"])
  /// Said of the deadline itself.
  private static let atDeadline: Set<String> = [
    "at the deadline", "at deadline", "when due", "when it is due", "on time", "마감 때", "마감에", "정각",
  ]
  private static let beforeDeadline = [
    " before it is due", " before the deadline", " before", " beforehand", " earlier", " ahead",
    " in advance", " early",
  ]
  /// A date alone is its morning, as deadlines ring.
  private static let morning = 9

  /// Reads a phrase.
  ///
  /// - Returns: Nil for words such as `off`.
  /// - Throws: ``ProjectError`` for what is none, or lies behind.
  func reminder(_ text: String) throws(ProjectError) -> Reminder? {
    let text = text.trimmed
    let said = text.lowercased()
    if Self.off.contains(said) { return nil }
    if Self.atDeadline.contains(said) { return .beforeDue(seconds: 0) }
    if let seconds = try counted(said, text) { return .beforeDue(seconds: seconds) }
    if let seconds = try dayBefore(said, text) { return .beforeDue(seconds: seconds) }
    if let seconds = try before(said, text) { return .beforeDue(seconds: seconds) }
    do throws(ProjectError) {
      return .at(try instant(text))
    } catch {
      // What a deadline may be is no help here; two readings and impossible dates are.
      guard error.reason == .invalidDeadline else { throw error }
      throw invalid(text)
    }
  }

  private func invalid(_ text: String) -> ProjectError {
    ProjectError(.invalidReminder, ["when": .string(String(text.prefix(100)))])
  }

  // MARK: Before the deadline

  /// `due-1d`, `a day before the deadline`; nil of what counts from another date, or has a time.
  private func counted(_ said: String, _ text: String) throws(ProjectError) -> Int? {
    guard let count = OwnDates.Count(said), count.base == .due, count.rest.isAtEnd else {
      return nil
    }
    guard !count.distance.isAmbiguous, let seconds = Self.seconds(count.distance) else {
      throw invalid(text)
    }
    return count.distance.count < 0 ? seconds : -seconds
  }

  /// Seconds before the deadline; nil of a phrase that does not speak of it.
  private func before(_ said: String, _ text: String) throws(ProjectError) -> Int? {
    var said = Substring(said)
    if ["the day before", "전날", "마감 전날"].contains(said) { said = "1 day before" }
    let isKorean = said.hasSuffix("전") || said.hasSuffix("전에")
    if isKorean {
      if said.hasSuffix("에") { said = said.dropLast() }
      for head in ["마감보다 ", "마감 ", "마감"] where said.hasPrefix(head) {
        said = said.dropFirst(head.count)
      }
    } else {
      let tail = Self.beforeDeadline.first { said.hasSuffix($0) }
      guard let tail else { return nil }
      said = said.dropLast(tail.count)
    }
    var scanner = WordScanner(String(said))
    guard let distance = DistanceWords.read(&scanner), scanner.isAtEnd,
      (distance.count < 0) == isKorean, let seconds = Self.seconds(distance)
    else { throw invalid(text) }
    return seconds
  }

  private static let daysBefore = [
    ("마감 전날 ", 1), ("전날 ", 1), ("마감 하루 전 ", 1), ("하루 전 ", 1), ("마감 이틀 전 ", 2), ("이틀 전 ", 2),
    ("당일 ", 0), ("마감 당일 ", 0), ("the day before at ", 1), ("the day before ", 1),
    ("the evening before at ", 1), ("on the day at ", 0),
  ]

  /// `전날 저녁 8시`, `the day before at 20:00`: a time on the clock, so many days before the deadline's.
  private func dayBefore(_ said: String, _ text: String) throws(ProjectError) -> Int? {
    guard let (head, days) = Self.daysBefore.first(where: { said.hasPrefix($0.0) }) else {
      return nil
    }
    let clock = String(said.dropFirst(head.count))
    let isEvening = head.contains("evening") && !clock.hasSuffix("am")
    let isKorean = clock.unicodeScalars.contains { $0.value > 0x7F }
    let found = try? words.deadline(Self.withHour((isKorean ? "내일 " : "tomorrow ") + clock))
    // `the day before christmas` is a date.
    guard let time = (found ?? nil)?.time else { return nil }
    let half = isEvening && time.hour < 12 ? 12 * 3600 : 0
    let deadline = due.map(secondOfDay) ?? 0
    let seconds = deadline + days * 86_400 - Int(time.secondOfDay) - half
    guard seconds >= 0 else { throw invalid(text) }
    return seconds
  }

  /// On the clock of who asks; of a date its midnight, from which its reminders count.
  private func secondOfDay(_ due: CalendarTime) -> Int {
    guard due.time != nil else { return 0 }
    if case .floating(let local) = due { return Int(local.time.secondOfDay) }
    let zone = due.zoneIdentifier.flatMap { try? zones.rules(named: $0) }
    let instant = due.instant(local: words.zone, named: zone)
    return Int(words.zone.local(at: instant).time.secondOfDay)
  }

  /// How long is fixed of weeks, days and what is shorter; months differ.
  private static func seconds(_ distance: DistanceWords) -> Int? {
    let size: Int
    switch distance.unit {
    case .minute: size = 60
    case .hour: size = 3600
    case .day: size = 86_400
    case .week: size = 7 * 86_400
    case .workday, .month, .year: return nil
    }
    let seconds = distance.seconds?.magnitude ?? (distance.count * size).magnitude
    return seconds <= UInt(Self.farthest) ? Int(seconds) : nil
  }

  /// Ten years, in seconds: formats take no more than twenty.
  private static let farthest = 3650 * 86_400

  // MARK: At a time

  private func instant(_ text: String) throws(ProjectError) -> Timestamp {
    guard let time = try words.deadline(Self.withHour(text)) else { throw invalid(text) }
    let morning = time.time == nil ? TimeOfDay(hour: Self.morning) : nil
    let instant =
      morning.map { words.zone.instant(of: CivilDateTime(time.date, $0)) }
      ?? time.instant(
        local: words.zone, named: time.zoneIdentifier.flatMap { try? zones.rules(named: $0) })
    guard instant > now else {
      throw ProjectError(.pastReminder, ["when": .string(String(text.prefix(100)))])
    }
    return instant
  }

  /// `tomorrow 9` is `tomorrow at 9`: nobody is reminded of a number.
  private static func withHour(_ text: String) -> String {
    let parts = text.split(separator: " ")
    guard let last = parts.last, (1...2).contains(last.utf8.count),
      last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return text }
    let head = parts.dropLast()
    // `in 3` and `+ 3` are no hours.
    if head.last == "at" || head.last == "in" { return text }
    return (head + ["at", last]).joined(separator: " ")
  }
}

/// A reminder as people read it.
enum ReminderText {
  static func text(_ reminder: Reminder, _ reader: ReaderDay) -> LocalizedText {
    switch reminder {
    case .beforeDue(0): return LocalizedText(en: "at the deadline", ko: "마감 때")
    case .beforeDue(let seconds):
      let (en, ko) = length(Int(seconds.magnitude))
      return seconds > 0
        ? LocalizedText(en: "\(en) before the deadline", ko: "마감 \(ko) 전")
        : LocalizedText(en: "\(en) after the deadline", ko: "마감 \(ko) 뒤")
    case .at(let instant):
      let local = reader.zone.local(at: instant)
      return LocalizedText(en: "\(local.date) \(String("\(local.time)".prefix(5)))")
    }
  }

  /// `1d 2h`, `1일 2시간`.
  private static func length(_ seconds: Int) -> (en: String, ko: String) {
    let units = [
      (86_400, "d", "일"), (3600, "h", "시간"), (60, "min", "분"), (1, "s", "초"),
    ]
    var (rest, en, ko): (Int, [String], [String]) = (seconds, [], [])
    for (size, english, korean) in units where rest >= size {
      en.append("\(rest / size)\(english)")
      ko.append("\(rest / size)\(korean)")
      rest %= size
    }
    return (en.joined(separator: " "), ko.joined(separator: " "))
  }
}
