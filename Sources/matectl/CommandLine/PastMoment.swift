internal import CivilTime
internal import IPCProtocol
internal import Values

/// Points in the past as people type them: `10m` (ago), `today`, `어제`, `3일 전`, a weekday, a date, a
/// date and a time in the user's zone, or RFC 3339.
enum PastMoment {
  /// The word as a value of a parameter (`"x-mate-from": "past"`): a date in the user's zone where the
  /// format is `date`, and else RFC 3339; nil for a word that is no moment.
  static func value(_ word: String, _ format: JSONSchema.Format?) -> JSONValue? {
    guard let moment = parse(word, now: WallClock.now) else { return nil }
    guard format == .date else { return .string(moment.description) }
    return .string("\(TimeZoneRules.local.local(at: moment).date)")
  }

  static func parse(_ word: String, now: Timestamp) -> Timestamp? {
    if let seconds = ago(word) { return now.adding(seconds: -seconds) }
    if let exact = Timestamp(rfc3339: word) { return exact }
    if word == "now" || word == "지금" { return now }
    let zone = TimeZoneRules.local
    if let day = DayWords.day(word, today: zone.date(at: now), looking: .past) {
      return zone.start(of: day)
    }
    return local(word)
  }

  /// A duration, alone or with a word that says that it is past: `2h`, `2h ago`, `두 시간` is none.
  private static func ago(_ word: String) -> Double? {
    let behind = [" ago", " 전", "전"].first { word.hasSuffix($0) } ?? ""
    // A number alone is rather that of a day or an order, which tables show, than seconds.
    guard word.contains(where: \.isLetter) else { return nil }
    return DurationReading.seconds(word.dropLast(behind.count))
  }

  /// `2026-11-21T09:30`, `2026-11-21 09:30:05` in the user's time zone.
  private static func local(_ word: String) -> Timestamp? {
    let shape = word.split(separator: word.contains("T") ? "T" : " ", maxSplits: 1)
    guard shape.count == 2 else { return nil }
    var time = String(shape[1])
    if time.utf8.count == 5 { time += ":00" }
    // The calendar is checked where it is known; only the zone is ours.
    guard let utc = Timestamp(rfc3339: "\(shape[0])T\(time)Z") else { return nil }
    return CivilDateTime(utc: utc).map(TimeZoneRules.local.instant)
  }
}
