internal import CivilTime
internal import Values

/// Taskwarrior's dates: `20261121T093000Z`.
enum TaskwarriorDate {
  /// 1980-01-01: Taskwarrior refuses a whole file for an older date.
  private static let first: Int64 = 315_532_800

  /// Nil where Taskwarrior would not take it.
  static func text(_ instant: Timestamp) -> String? {
    guard instant.wholeSeconds >= first else { return nil }
    return CivilDateTime(utc: instant).map { $0.basicText + "Z" }
  }

  /// Also without the `Z`, as local time of the user, RFC 3339, and seconds since 1970, all of which
  /// Taskwarrior takes as well.
  static func instant(_ text: String, _ context: FormatContext) -> Timestamp? {
    if let time = CalendarTime(basic: text) { return context.instant(time) }
    // As Taskwarrior's own reader, which takes nothing before 1980 for seconds.
    if (9...10).contains(text.utf8.count), let seconds = Int64(text), seconds >= first {
      return Timestamp(microseconds: seconds * 1_000_000)
    }
    return Timestamp(rfc3339: text) ?? CalendarTime(text).map { context.instant($0) }
  }
}
