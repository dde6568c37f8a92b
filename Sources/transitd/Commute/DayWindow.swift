internal import CivilTime
internal import Values

/// A part of every day in Korea, as 07:30-09:00; over midnight where the end is before the start.
struct DayWindow: Hashable {
  let start: TimeOfDay
  let end: TimeOfDay

  /// Nil for what is no window, and for one without length.
  init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "~" || $0 == "–" })
    guard parts.count == 2, let start = Self.time(parts[0]), let end = Self.time(parts[1]),
      start != end
    else { return nil }
    self.start = start
    self.end = end
  }

  private static func time(_ text: Substring) -> TimeOfDay? {
    let parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  func contains(_ moment: Timestamp) -> Bool {
    let time = KoreaTime.zone.local(at: moment).time
    return start < end ? (start..<end).contains(time) : time >= start || time < end
  }

  /// When it begins next, strictly after a moment.
  func nextStart(after moment: Timestamp) -> Timestamp {
    let date = KoreaTime.zone.date(at: moment)
    let today = KoreaTime.zone.instant(of: CivilDateTime(date, start))
    return today > moment ? today : today.adding(seconds: 86_400)
  }

  var text: String { "\(start.hourAndMinute)-\(end.hourAndMinute)" }
}
