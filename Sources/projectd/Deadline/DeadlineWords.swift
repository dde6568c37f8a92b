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

  func invalid(_ text: String) -> ProjectError {
    ProjectError(.invalidDeadline, ["due": .string(text)])
  }

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
    var rest = scanner
    guard let time = scanner.time(separated: true) else {
      // `2026-11-21 9am` is not ISO, but what it means is plain.
      var words = WordScanner(rest.remainder)
      guard !isCompact, let clock = ClockWords.read(&words), words.isAtEnd, !clock.isNextNight
      else { throw impossible(text) }
      return .zoned(CivilDateTime(date, clock.time), zone: zone.identifier)
    }
    rest = scanner
    return try zoned(CivilDateTime(date, time), rest, text)
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
    var day: CivilDate?
    var clock: ClockWords?
    var isWeekday = false
    _ = scanner.take(DeadlineVocabulary.leading)
    if let distance = DistanceWords.read(&scanner) {
      if distance.isAmbiguous { throw ambiguous(text, distance.count) }
      if let seconds = distance.seconds {
        guard scanner.isAtEnd else { throw invalid(text) }
        return moved(seconds: seconds)
      }
      day = try self.day(distance, &scanner, text)
    }
    while !scanner.isAtEnd {
      if scanner.take(DeadlineVocabulary.fillers) != nil, day != nil || clock != nil { continue }
      if day == nil, scanner.takes("tonight", "오늘밤") {
        var ahead = scanner
        _ = ahead.take("tonight", "오늘밤")
        _ = ahead.take("까지")
        if ahead.isAtEnd {
          // `1am tonight` may be of this date or the next.
          guard (clock?.time.hour ?? 23) >= 17 else { throw invalid(text) }
          (day, scanner) = (today, ahead)
          continue
        }
      }
      if clock == nil, let found = ClockWords.read(&scanner) {
        clock = found
      } else if day == nil || isWeekday, let found = try self.day(&scanner) {
        // `Friday, December 4` says one day twice; where they differ one of them is a mistake.
        if isWeekday, found.day.weekday != day?.weekday { throw impossible(text) }
        (day, isWeekday) = (found.day, day == nil && found.isWeekday)
      } else {
        throw invalid(text)
      }
    }
    return try joined(day, clock, text)
  }

  private func joined(
    _ day: CivilDate?, _ clock: ClockWords?, _ text: String
  ) throws(ProjectError) -> CalendarTime {
    guard let clock else {
      guard let day else { throw invalid(text) }
      return .date(day)
    }
    var date = day ?? today
    if clock.isNextNight {
      // At one `tonight` is tomorrow; of another day's night nobody knows which side is meant.
      guard date == today else { throw invalid(text) }
      date = CivilDateTime(date, clock.time) > local ? date : date.adding(days: 1) ?? date
    } else if day == nil, CivilDateTime(date, clock.time) <= local {
      // A bare time is the next one: nobody asks in the evening for this morning.
      date = date.adding(days: 1) ?? date
    }
    return .zoned(CivilDateTime(date, clock.time), zone: zone.identifier)
  }

  /// Through the instant, so that an hour across a change of the clock is an hour.
  private func moved(seconds: Int) -> CalendarTime {
    let instant = zone.instant(of: local).adding(seconds: Double(seconds))
    return .zoned(zone.local(at: instant), zone: zone.identifier)
  }

  private func ambiguous(_ text: String, _ count: Int) -> ProjectError {
    ProjectError(
      .ambiguousDeadline,
      ["due": .string(text), "first": .string("\(count)min"), "second": .string("\(count)mo")])
  }
}
