internal import CivilTime
internal import TaskFormats
internal import Values

/// The order of the deadlines of one series, of which some may have no time and some a zone.
///
/// A date ends with its day on the clock by which the series goes: that of the zone that its deadlines
/// name, which is the same on every machine; else this machine's, by which the next one is made too.
/// As digits a date lies behind a time of the next morning east of Greenwich.
struct SeriesOrder {
  private let zone: TimeZoneRules
  private let zones: Zones

  init(_ deadlines: [CalendarTime], zones: Zones) {
    let named = Set(deadlines.compactMap(\.zoneIdentifier)).sorted()
    zone = named.lazy.compactMap { try? zones.rules(named: $0) }.first ?? zones.own
    self.zones = zones
  }

  func passes(_ time: CalendarTime) -> Int64 { zone.passes(Due(time, zones: zones).key) }
}

/// How far one deadline of a series is behind another one, by which plans move with it.
///
/// It is the same on every machine, wherever that is: two that make the same one would make two
/// reminders of one otherwise.
struct SeriesDistance {
  private let days: Int
  private let seconds: Int64

  init(from one: String?, to other: String?, zones: Zones) {
    guard let before = one.flatMap({ CalendarTime($0) }),
      let after = other.flatMap({ CalendarTime($0) })
    else {
      (days, seconds) = (0, 0)
      return
    }
    let keys = (before: Due(before, zones: zones).key, after: Due(after, zones: zones).key)
    let elapsed = keys.after.seconds - keys.before.seconds
    let isOfOneClock =
      keys.before.kind != .instant || keys.after.kind != .instant
      || before.zoneIdentifier == after.zoneIdentifier
    // Times of two zones have no day together; a date, or what has no zone, has no instant.
    days =
      isOfOneClock
      ? Int(after.date.dayNumber) - Int(before.date.dayNumber)
      : Int((elapsed + (elapsed < 0 ? -43_200 : 43_200)) / 86_400)
    seconds = keys.before.kind == keys.after.kind ? elapsed : Int64(days) * 86_400
  }

  /// A time of a plan moves with its deadline: by whole days, where the clock is not changed by it.
  func moved(time text: String) -> String? {
    guard let time = CalendarTime(text), let date = time.date.adding(days: days) else { return nil }
    return time.moved(to: date).description
  }

  /// A reminder at an instant moves with its deadline.
  func moved(_ field: Field) -> Field {
    guard case .reminder(let text) = field, case .at(let instant)? = Reminder(text) else {
      return field
    }
    return .reminder(Reminder.at(instant.adding(seconds: Double(seconds))).description)
  }
}
