internal import CivilTime
internal import IPCProtocol

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

  /// The clock of a moment in the feed's zone, with its day where that is not another moment's.
  func clock(_ time: Timestamp, at now: Timestamp) -> LocalizedText {
    let local = zone.local(at: time)
    let hour = String(local.time.description.prefix(5))
    switch local.date.dayNumber - day(at: now) {
    case 0: return LocalizedText(en: hour, ko: hour)
    case 1: return LocalizedText(en: "tomorrow \(hour)", ko: "내일 \(hour)")
    default: return LocalizedText(en: "\(local.date) \(hour)", ko: "\(local.date) \(hour)")
    }
  }
}
