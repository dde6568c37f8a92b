internal import CivilTime
internal import Values

extension FeedFile {
  /// `08:30`, `2026-11-21T08:30` or `2026-11-21 08:30` of the clocks in the feed's zone.
  func localTime(_ text: String, now: Timestamp) -> Timestamp? {
    let parts = text.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard let last = parts.last, parts.count <= 2 else { return nil }
    let date = parts.count == 2 ? CivilDate(String(parts[0])) : zone.date(at: now)
    let numbers = last.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard let date, (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1],
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    return zone.instant(of: CivilDateTime(date, time))
  }
}
