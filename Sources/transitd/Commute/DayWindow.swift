internal import IPCProtocol

/// A part of every day in Korea, as 07:30-09:00; over midnight where the end is before the start.
struct DayWindow: Hashable {
  /// Minutes after midnight, 0 to 1,439.
  let start: Int
  let end: Int

  /// Nil for what is no window, and for one without length.
  init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "~" || $0 == "–" })
    guard parts.count == 2, let start = Self.minutes(parts[0]), let end = Self.minutes(parts[1]),
      start != end
    else { return nil }
    self.start = start
    self.end = end
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  func contains(_ time: Timestamp) -> Bool {
    let minute = Int(
      time.seconds(since: KoreaTime.midnight(startingDay: KoreaTime.day(of: time))) / 60)
    return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// When it begins next, strictly after a moment.
  func nextStart(after time: Timestamp) -> Timestamp {
    let day = KoreaTime.day(of: time)
    let today = KoreaTime.midnight(startingDay: day).adding(seconds: Double(start) * 60)
    return today > time ? today : today.adding(seconds: 86_400)
  }

  var text: String { "\(Self.text(start))-\(Self.text(end))" }

  private static func text(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
