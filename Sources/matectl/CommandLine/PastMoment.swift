internal import CivilTime
internal import IPCProtocol
internal import Values

/// Points in the past as people type them: `10m` (ago), `today`, `yesterday`, a date, a date and a
/// time in the user's zone, or RFC 3339.
enum PastMoment {
  /// The word as a value of a parameter (`"x-mate-from": "past"`): a date in the user's zone where the
  /// format is `date`, and else RFC 3339; nil for a word that is no moment.
  static func value(_ word: String, _ format: JSONSchema.Format?) -> JSONValue? {
    guard let moment = parse(word, now: WallClock.now) else { return nil }
    guard format == .date else { return .string(moment.description) }
    return .string("\(TimeZoneRules.local.local(at: moment).date)")
  }

  static func parse(_ word: String, now: Timestamp) -> Timestamp? {
    if let seconds = DurationWord.seconds(word) { return now.adding(seconds: -seconds) }
    if let exact = Timestamp(rfc3339: word) { return exact }
    switch word {
    case "now", "지금": return now
    case "today", "오늘": return midnight(daysAgo: 0, now)
    case "yesterday", "어제": return midnight(daysAgo: 1, now)
    default: return local(word)
    }
  }

  private static func midnight(daysAgo: Int, _ now: Timestamp) -> Timestamp? {
    let zone = TimeZoneRules.local
    return zone.date(at: now).adding(days: -daysAgo).map(zone.start)
  }

  /// `2026-11-21`, `2026-11-21T09:30`, `2026-11-21 09:30:05` in the user's time zone.
  private static func local(_ word: String) -> Timestamp? {
    let shape = word.split(separator: word.contains("T") ? "T" : " ", maxSplits: 1)
    guard let date = shape.first else { return nil }
    var time = shape.count == 2 ? String(shape[1]) : "00:00:00"
    if time.utf8.count == 5 { time += ":00" }
    // The calendar is checked where it is known; only the zone is ours.
    guard let utc = Timestamp(rfc3339: "\(date)T\(time)Z") else { return nil }
    return CivilDateTime(utc: utc).map(TimeZoneRules.local.instant)
  }
}
