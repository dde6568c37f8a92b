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
  let zones: Zones
  /// What the task has that is spoken of; nil where none is.
  var own: OwnDates?

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
    if text.isEmpty || DeadlineVocabulary.isNone(text) { return nil }
    if let standard = try standard(text) { return standard }
    if let counted = try counted(text) { return counted }
    do throws(ProjectError) {
      return try phrase(Self.spoken(duration: text) ?? text)
    } catch {
      throw error.reason == .invalidDeadline ? refusal(of: text) ?? error : error
    }
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

  /// A refusal of a date that is not there; with `day`, of one that has another weekday than was said.
  func impossible(_ text: String, for day: CivilDate? = nil) -> ProjectError {
    let problem = day.map { day in
      LocalizedText(
        en: "; \(day) is a \(day.weekday.english)",
        ko: ". \("\(day)", .topic) \(day.weekday.korean)요일입니다")
    }
    return ProjectError(
      .impossibleDate,
      [
        "due": .string(text), "problem": (problem ?? LocalizedText(en: "", ko: "")).jsonValue,
      ])
  }

  // MARK: ISO 8601

  /// `2026-11-21`, `20261121T090000`, `2026-11-21T09:00`, `2026-11-21 09:00:00Z`, `…+09:00`, `…[Asia/Seoul]`.
  private func standard(_ text: String) throws(ProjectError) -> CalendarTime? {
    var scanner = CharacterScanner(text)
    if Self.looks(text, like: "00000000T000000") {
      guard let date = scanner.date(separated: false), scanner.take("T"),
        let time = scanner.time(separated: false)
      else { throw impossible(text) }
      return try zoned(CivilDateTime(date, time), scanner, text)
    }
    guard Self.looks(text, like: "0000-00-00") else { return nil }
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
    // `2026-11-21 오후 3시`
    if !isCompact, scanner.remainder.unicodeScalars.first?.isASCII == false { return nil }
    guard let time = scanner.time(separated: true) else { throw impossible(text) }
    return try zoned(CivilDateTime(date, time), scanner, text)
  }

  /// Whether a text begins as a pattern does, whose zeros stand for any digit.
  private static func looks(_ text: String, like pattern: String) -> Bool {
    let head = text.utf8.prefix(pattern.utf8.count)
    return head.count == pattern.utf8.count
      && zip(head, pattern.utf8).allSatisfy { byte, shape in
        shape == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == shape
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

  /// A refusal of what may be either of two.
  func ambiguous(_ text: String, _ first: String, _ second: String) -> ProjectError {
    ProjectError(
      .ambiguousDeadline,
      ["due": .string(text), "first": .string(first), "second": .string(second)])
  }
}
