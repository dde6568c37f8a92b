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
    var scanner = WordScanner(text)
    guard let found = try phrase(&scanner), scanner.isAtEnd else { throw invalid(text) }
    return found
  }

  func invalid(_ text: String) -> ProjectError {
    ProjectError(.invalidDeadline, ["due": .string(text)])
  }

  private func impossible(_ text: String) -> ProjectError {
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
      guard !isCompact, let time = Self.time(&words), words.isAtEnd else { throw impossible(text) }
      return .zoned(CivilDateTime(date, time), zone: zone.identifier)
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

  private func phrase(_ scanner: inout WordScanner) throws(ProjectError) -> CalendarTime? {
    if let distant = try distance(&scanner) { return distant }
    if let day = try day(&scanner) {
      if scanner.isAtEnd { return .date(day) }
      guard let time = Self.time(&scanner) else { return nil }
      return .zoned(CivilDateTime(day, time), zone: zone.identifier)
    }
    guard let time = Self.time(&scanner) else { return nil }
    return .zoned(CivilDateTime(today, time), zone: zone.identifier)
  }

  /// `+3d`, `in 2 weeks`, `3일 후`, `일주일 뒤`, `3 hours`, and back as `-3d`, `2 days ago`,
  /// `3일 전`; a time may follow whole days.
  private func distance(_ scanner: inout WordScanner) throws(ProjectError) -> CalendarTime? {
    let found = scanner.attempt { scanner -> (Int, DeadlineVocabulary.Unit)? in
      let isBack = scanner.take("-")
      let isMarked = isBack || scanner.take("+", "in", "after")
      if let (count, unit) = scanner.take(DeadlineVocabulary.distances) {
        if scanner.take("전") { return (-count, unit) }
        return scanner.take("후", "뒤", "있다가") ? (count, unit) : nil
      }
      guard let count = scanner.number() else { return nil }
      if let unit = scanner.take(DeadlineVocabulary.units) {
        _ = scanner.take("later", "fromnow")
        return (isBack || scanner.take("ago") ? -count : count, unit)
      }
      // `21일` is the 21st and `21일 후` a distance.
      guard let unit = scanner.take(DeadlineVocabulary.koreanUnits) else { return nil }
      if isBack || scanner.take("전") { return (-count, unit) }
      return scanner.take("후", "뒤", "있다가") || isMarked ? (count, unit) : nil
    }
    guard let (count, unit) = found else { return nil }
    return try moved(by: count, unit, &scanner)
  }

  private func moved(
    by count: Int, _ unit: DeadlineVocabulary.Unit, _ scanner: inout WordScanner
  ) throws(ProjectError) -> CalendarTime? {
    let day: CivilDate?
    switch unit {
    case .minute, .hour:
      let seconds = Int64(count) * (unit == .hour ? 3600 : 60)
      // Through the instant, so that an hour across a change of the clock is an hour.
      let instant = zone.instant(of: local).adding(seconds: Double(seconds))
      return .zoned(zone.local(at: instant), zone: zone.identifier)
    case .day: day = today.adding(days: count)
    case .week: day = today.adding(days: count * 7)
    case .month: day = today.adding(months: count)
    case .year: day = today.adding(years: count)
    }
    guard let day else { throw impossible("+\(count)") }
    if scanner.isAtEnd { return .date(day) }
    return Self.time(&scanner).map { .zoned(CivilDateTime(day, $0), zone: zone.identifier) }
  }

  private func day(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    if let days = scanner.take(DeadlineVocabulary.days) { return today.adding(days: days) }
    if let weekday = weekday(&scanner) { return weekday }
    if let period = scanner.take(DeadlineVocabulary.ends) { return end(of: period) }
    if let period = scanner.take(DeadlineVocabulary.starts) { return start(after: period) }
    return try date(&scanner)
  }

  private func weekday(_ scanner: inout WordScanner) -> CivilDate? {
    let phrase = scanner.attempt { scanner -> (Int?, Weekday)? in
      let week = scanner.take(DeadlineVocabulary.weeks)
      return scanner.take(DeadlineVocabulary.weekdays).map { (week, $0) }
    }
    guard let (week, weekday) = phrase else { return nil }
    guard let week else { return today.adding(days: 1)?.onOrAfter(weekday) }
    let monday = today.adding(days: 1 - today.weekday.rawValue)
    return monday?.adding(days: week * 7 + weekday.rawValue - 1)
  }

  private func end(of period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week: today.onOrAfter(.sunday)
    case .weekend: today.weekday == .sunday ? today : today.onOrAfter(.saturday)
    case .month: today.endOfMonth
    case .quarter: start(after: .quarter)?.adding(days: -1)
    case .year: start(after: .year)?.adding(days: -1)
    }
  }

  private func start(after period: DeadlineVocabulary.Period) -> CivilDate? {
    switch period {
    case .week, .weekend: today.adding(days: 1)?.onOrAfter(.monday)
    case .month: today.startOfMonth.adding(months: 1)
    case .quarter: today.startOfMonth.adding(months: 3 - (today.month - 1) % 3)
    case .year: CivilDate(year: today.year + 1, month: 1, day: 1)
    }
  }

  /// `11/21`, `11월 21일`, `2026년 11월 21일`, `21일`: the next such day where no year is said.
  private func date(_ scanner: inout WordScanner) throws(ProjectError) -> CivilDate? {
    let parts = scanner.attempt { scanner -> (year: Int?, month: Int?, day: Int)? in
      guard var first = scanner.number() else { return nil }
      if scanner.take("/"), let day = scanner.number(limit: 2) { return (nil, first, day) }
      var year: Int?
      if scanner.take("년") {
        year = first
        guard let month = scanner.number(limit: 2) else { return nil }
        first = month
      }
      if scanner.take("월") {
        guard let day = scanner.number(limit: 2), scanner.take("일") else { return nil }
        return (year, first, day)
      }
      guard year == nil, scanner.take("일") else { return nil }
      return (nil, nil, first)
    }
    guard let parts else { return nil }
    guard let date = next(parts.year, parts.month, parts.day) else {
      throw impossible("\(parts.month.map { "\($0)/" } ?? "")\(parts.day)")
    }
    return date
  }

  /// The first such date that is not past, within eight years, so that 29 February is found.
  private func next(_ year: Int?, _ month: Int?, _ day: Int) -> CivilDate? {
    if let year, let month { return CivilDate(year: year, month: month, day: day) }
    var start = today.startOfMonth
    for _ in 0..<100 {
      if month ?? start.month == start.month,
        let date = CivilDate(year: start.year, month: start.month, day: day), date >= today
      {
        return date
      }
      guard let following = start.adding(months: 1) else { return nil }
      start = following
    }
    return nil
  }

  // MARK: Times

  /// `9:30`, `9:30pm`, `9am`, `오후 3시 30분`, `저녁 7시 반`, `noon`.
  private static func time(_ scanner: inout WordScanner) -> TimeOfDay? {
    scanner.attempt { scanner in
      _ = scanner.take("at", "에")
      if let moment = scanner.take(DeadlineVocabulary.moments) { return moment }
      let isAfternoon = scanner.take(DeadlineVocabulary.halves)
      guard let hour = scanner.number(limit: 2) else { return nil }
      if scanner.take(":") { return clock(hour, isAfternoon, &scanner) }
      if scanner.take("시") {
        var minute = 0
        if scanner.take("반") {
          minute = 30
        } else if let number = scanner.number(limit: 2) {
          guard scanner.take("분") else { return nil }
          minute = number
        }
        _ = scanner.take("까지", "에")
        return time(hour, minute, 0, isAfternoon)
      }
      guard let half = scanner.take([("am", false), ("pm", true)]) else { return nil }
      return time(hour, 0, 0, half)
    }
  }

  /// The minutes, seconds and half of the day behind `9:`.
  private static func clock(
    _ hour: Int, _ isAfternoon: Bool?, _ scanner: inout WordScanner
  ) -> TimeOfDay? {
    guard let minute = scanner.number(limit: 2) else { return nil }
    var second = 0
    if scanner.take(":") {
      guard let number = scanner.number(limit: 2) else { return nil }
      second = number
    }
    let half = scanner.take([("am", false), ("pm", true)]) ?? isAfternoon
    return time(hour, minute, second, half)
  }

  /// With a half of the day hours count from 1 to 12; 12 am is midnight, 12 pm noon.
  private static func time(
    _ hour: Int, _ minute: Int, _ second: Int, _ isAfternoon: Bool?
  ) -> TimeOfDay? {
    guard let isAfternoon else { return TimeOfDay(hour: hour, minute: minute, second: second) }
    if hour > 12 { return TimeOfDay(hour: hour, minute: minute, second: second) }
    guard hour >= 1 else { return nil }
    return TimeOfDay(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute, second: second)
  }
}
