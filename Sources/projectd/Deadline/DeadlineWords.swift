internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Deadlines as people type them: `2026-11-21`, `fri 9am`, `+3d`, `eom`, `내일 오후 3시`, `3일 후`.
///
/// A day is a date in no zone; a day with a time, or a distance in hours, is a time in the zone of
/// whoever types it. A bare weekday is the next one after today.
struct DeadlineWords {
  let zone: TimeZoneRules
  /// What the clock on the wall shows.
  let local: CivilDateTime
  private let zones: Zones

  init(now: Timestamp, zone: TimeZoneRules, zones: Zones) {
    self.zone = zone
    self.zones = zones
    local = zone.local(at: now)
  }

  var today: CivilDate { local.date }

  /// Reads a deadline.
  ///
  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no deadline, or a date that no calendar has.
  func deadline(_ text: String) throws(ProjectError) -> CalendarTime? {
    let text = text.trimmed
    guard text.utf8.count <= 100 else { throw invalid(String(text.prefix(40)) + "…") }
    if text.isEmpty || DeadlineVocabulary.none.contains(text.lowercased()) { return nil }
    if let standard = try standard(text) { return standard }
    return try phrase(text)
  }

  /// A refusal that names what of a phrase was not understood, and which words would be.
  func invalid(_ text: String, _ scanner: WordScanner? = nil) -> ProjectError {
    let rest = scanner?.remainder ?? ""
    var problem = Self.examples
    if !rest.isEmpty, rest != text.trimmed {
      problem = LocalizedText(
        en: "“\(rest)” is left over; \(problem.en)",
        ko: "\("‘\(rest)’", .subject) 남습니다. \(problem.ko ?? problem.en)")
    }
    return ProjectError(
      .invalidDeadline,
      ["due": .string(text), "rest": .string(rest), "problem": problem.jsonValue])
  }

  private static let examples = LocalizedText(
    en: "write 2026-11-21, tomorrow, fri, +3d, eom, \"fri 15:00\" or none",
    ko: "2026-11-21, 내일, 금요일, 3일 후, 월말, \"금요일 15:00\", 없음처럼 쓰십시오")

  func impossible(_ text: String) -> ProjectError {
    ProjectError(.impossibleDate, ["due": .string(text)])
  }

  // MARK: ISO 8601

  /// `2026-11-21`, `2026-11-21T09:00`, `2026-11-21 09:00:00Z`, `…+09:00`, `…[Asia/Seoul]`.
  private func standard(_ text: String) throws(ProjectError) -> CalendarTime? {
    guard Self.looksStandard(text) else { return nil }
    var scanner = CharacterScanner(text)
    guard let date = scanner.date(separated: true) else { throw impossible(text) }
    if scanner.isAtEnd { return .date(date) }
    let isCompact = scanner.take("T") || scanner.take("t")
    if !isCompact { _ = scanner.run { $0 == UInt8(ascii: " ") } }
    if !isCompact {
      // `2026-11-21 9:30pm` is not ISO, but what it means is plain.
      var words = WordScanner(scanner.remainder)
      if let clock = ClockWords.read(&words), words.isAtEnd, let found = clock.time(in: nil) {
        return .zoned(CivilDateTime(date, found.time), zone: zone.identifier)
      }
    }
    guard let time = scanner.time(separated: true) else { throw impossible(text) }
    return try zoned(CivilDateTime(date, time), scanner, text)
  }

  private static func looksStandard(_ text: String) -> Bool {
    let pattern = Array("0000-00-00".utf8)
    let head = text.utf8.prefix(pattern.count)
    return head.count == pattern.count
      && zip(head, pattern).allSatisfy { byte, shape in
        shape == UInt8(ascii: "-") ? byte == shape : (0x30...0x39).contains(byte)
      }
  }

  /// What stands behind a date and a time: nothing, `Z`, an offset, or a zone in brackets.
  private func zoned(
    _ time: CivilDateTime, _ rest: CharacterScanner, _ text: String
  ) throws(ProjectError) -> CalendarTime {
    var scanner = rest
    if scanner.isAtEnd { return .zoned(time, zone: zone.identifier) }
    if scanner.take("Z") || scanner.take("z") {
      guard scanner.isAtEnd else { throw invalid(text) }
      return .utc(time)
    }
    if let instant = Timestamp(rfc3339: "\(time)\(scanner.remainder)"),
      let utc = CivilDateTime(utc: instant)
    {
      return .utc(utc)
    }
    guard scanner.take("[") else { throw invalid(text) }
    let name = scanner.run { $0 != UInt8(ascii: "]") }
    guard scanner.take("]"), scanner.isAtEnd else { throw invalid(text) }
    return .zoned(time, zone: try zones.rules(named: name).identifier)
  }

  // MARK: Words

  /// A day, a time of day, or both in either order; every word of the phrase must have a meaning.
  private func phrase(_ text: String) throws(ProjectError) -> CalendarTime {
    var scanner = WordScanner(text)
    var found = Found()
    if scanner.isWhole(["now", "rightnow", "지금", "지금당장"]) { return moved(seconds: 0) }
    // `one week` begins like `on`.
    var distance = DistanceWords.read(&scanner)
    if distance == nil {
      let isLed = scanner.take(DeadlineVocabulary.leading) != nil || scanner.attempt(before) != nil
      if isLed { found.clock = scanner.attempt(ClockWords.hourAlone) }
      if isLed, found.clock == nil { distance = DistanceWords.read(&scanner) }
    }
    if let distance {
      if distance.isAmbiguous {
        throw ambiguous(text, "\(distance.count)min", "\(distance.count)mo")
      }
      if let seconds = distance.seconds {
        guard scanner.isAtEnd else { throw invalid(text, scanner) }
        return moved(seconds: seconds)
      }
      found.day = try self.day(distance, &scanner, text)
    }
    while !scanner.isAtEnd {
      // A day before a word between them: `내일` begins like `내`.
      if try read(&scanner, &found, text) { continue }
      guard !found.isEmpty, scanner.take(DeadlineVocabulary.fillers) != nil else {
        throw invalid(text, scanner)
      }
    }
    return try joined(found, text)
  }

  /// `before 5pm` is by then; whether `before friday` is nobody knows.
  private func before(_ scanner: inout WordScanner) -> Bool? {
    guard scanner.take("before") else { return nil }
    if scanner.takes("endof", "theendof") { return true }
    var ahead = scanner
    let clock = ClockWords.read(&ahead) ?? ClockWords.hourAlone(&ahead)
    return clock.map { _ in true }
  }

  /// What was found of a phrase so far.
  private struct Found {
    var day: CivilDate?
    var isWeekday = false
    var clock: ClockWords?
    var part: DeadlineVocabulary.Half?
    /// `tonight` is a day as well as a part of it.
    var isOfToday = false
    /// `first thing`, behind which the morning may be said.
    var isFirstThing = false

    var isEmpty: Bool { day == nil && clock == nil && part == nil }
  }

  /// Takes the next part of a phrase; false where there is none.
  private func read(
    _ scanner: inout WordScanner, _ found: inout Found, _ text: String
  ) throws(ProjectError) -> Bool {
    if found.part == nil, found.day == nil || found.day == today,
      let part = scanner.take(DeadlineVocabulary.halvesOfToday)
    {
      (found.part, found.day, found.isOfToday) = (part, today, true)
      return true
    }
    if found.clock == nil, let clock = ClockWords.read(&scanner) {
      found.clock = clock
      return true
    }
    if found.part == nil, scanner.take("firstthing") {
      (found.part, found.isFirstThing) = (.forenoon, true)
      return true
    }
    if found.isFirstThing, scanner.take("morning", "inthemorning") {
      found.isFirstThing = false
      return true
    }
    if found.part == nil, let part = scanner.take(DeadlineVocabulary.halves) {
      found.part = part
      return true
    }
    if found.day == nil {
      let distance = scanner.attempt { scanner -> DistanceWords? in
        guard let found = DistanceWords.read(&scanner), found.isMarked, found.seconds == nil else {
          return nil
        }
        return found
      }
      if let distance {
        found.day = try day(distance, &scanner, text)
        return true
      }
    }
    guard found.day == nil || found.isWeekday, let next = try day(&scanner) else { return false }
    // `Friday, December 4` says one day twice; where they differ one of them is a mistake.
    if found.isWeekday, next.day.weekday != found.day?.weekday { throw impossible(text) }
    (found.day, found.isWeekday) = (next.day, found.day == nil && next.isWeekday)
    return true
  }

  private func joined(_ found: Found, _ text: String) throws(ProjectError) -> CalendarTime {
    guard let clock = found.clock else {
      guard let part = found.part else {
        guard let day = found.day else { throw invalid(text) }
        return .date(day)
      }
      return try partOfDay(part, found.day, text)
    }
    guard let (time, isNextNight) = clock.time(in: found.part) else { throw invalid(text) }
    var date = found.day ?? today
    if isNextNight {
      // At one `tonight` is tomorrow; of another day's night nobody knows which side is meant.
      guard date == today else { throw invalid(text) }
      date = CivilDateTime(date, time) > local ? date : date.adding(days: 1) ?? date
    } else if found.day == nil, CivilDateTime(date, time) <= local {
      if clock.isEitherHalf, found.part == nil, let later = TimeOfDay(hour: time.hour + 12) {
        let (first, second) = (CivilDateTime(date, later), date.adding(days: 1) ?? date)
        throw ambiguous(text, "\(first)", "\(CivilDateTime(second, time))")
      }
      // A bare time is the next one: nobody asks in the evening for this morning.
      date = date.adding(days: 1) ?? date
    }
    return .zoned(CivilDateTime(date, time), zone: zone.identifier)
  }

  /// Hours for parts of the day as Todoist has them; a night ends with its day.
  private static let hours: [DeadlineVocabulary.Half: Int] = [
    .morning: 9, .forenoon: 9, .afternoon: 15, .evening: 19,
  ]

  private func partOfDay(
    _ part: DeadlineVocabulary.Half, _ day: CivilDate?, _ text: String
  ) throws(ProjectError) -> CalendarTime {
    if part == .night, let day { return .date(day) }
    guard let hour = Self.hours[part], let time = TimeOfDay(hour: hour) else { throw invalid(text) }
    let here = CivilDateTime(day ?? today, time)
    let next = day == nil && here <= local ? today.adding(days: 1) : nil
    return .zoned(CivilDateTime(next ?? here.date, time), zone: zone.identifier)
  }

  /// Through the instant, so that an hour across a change of the clock is an hour.
  private func moved(seconds: Int) -> CalendarTime {
    let instant = zone.instant(of: local).adding(seconds: Double(seconds))
    return .zoned(zone.local(at: instant), zone: zone.identifier)
  }

  func ambiguous(_ text: String, _ first: String, _ second: String) -> ProjectError {
    ProjectError(
      .ambiguousDeadline,
      ["due": .string(text), "first": .string(first), "second": .string(second)])
  }
}
