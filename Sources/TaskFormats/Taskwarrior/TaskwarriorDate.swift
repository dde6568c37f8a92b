internal import CivilTime
internal import IPCProtocol

/// Taskwarrior's dates: `20261121T093000Z`.
enum TaskwarriorDate {
  static func text(_ instant: Timestamp) -> String? {
    CivilDateTime(utc: instant).map { $0.basicText + "Z" }
  }

  /// Also without the `Z`, as local time of the user, and RFC 3339, which Taskwarrior takes as well.
  static func instant(_ text: String, _ context: FormatContext) -> Timestamp? {
    if let time = CalendarTime(basic: text) { return context.instant(time) }
    return Timestamp(rfc3339: text) ?? CalendarTime(text).map { context.instant($0) }
  }
}
