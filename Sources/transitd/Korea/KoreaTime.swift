internal import CivilTime
internal import Values

/// Korea's clock, and times as the portals write them: without a zone.
enum KoreaTime {
  /// Korea has had no summer time since 1988, so it needs no table of changes.
  static let zone = TimeZoneRules(identifier: "Asia/Seoul", offset: 9 * 3600, abbreviation: "KST")

  /// `2026-09-08 10:57:15`, with or without decimals; nil where it is no time.
  static func timestamp(_ text: String) -> Timestamp? {
    let parts = text.trimmed.split(separator: " ")
    guard parts.count == 2, parts[0].utf8.count == 10, parts[1].utf8.count >= 8 else { return nil }
    return Timestamp(rfc3339: "\(parts[0])T\(parts[1])+09:00")
  }

  /// `20260908230200`; nil where it is no time, as the portal's "2026090800".
  static func timestamp(digits text: String) -> Timestamp? {
    var scanner = CharacterScanner(text.trimmed)
    guard let date = scanner.date(separated: false), let time = scanner.time(separated: false),
      scanner.isAtEnd
    else { return nil }
    return zone.instant(of: CivilDateTime(date, time))
  }

  /// When the day begins in Korea that a moment belongs to.
  static func midnight(before time: Timestamp) -> Timestamp { zone.start(of: zone.date(at: time)) }

  /// When the next day begins in Korea, and with it the next day's calls.
  static func nextMidnight(after time: Timestamp) -> Timestamp {
    midnight(before: time).adding(seconds: 86_400)
  }

  /// `HH:MM` of the clock in Korea.
  static func clock(_ time: Timestamp) -> String { zone.local(at: time).time.hourAndMinute }
}

extension TimeOfDay {
  /// As `09:30`.
  var hourAndMinute: String { "\(hour.padded(2)):\(minute.padded(2))" }
}
