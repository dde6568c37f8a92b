internal import CivilTime
internal import Values

/// Now and today as whoever asks sees them; computed once a request, not once a project.
struct ReaderDay: Sendable {
  let now: Timestamp
  let zone: TimeZoneRules
  let today: CivilDate
  let clock: DayClock
  private let offsets: [Offset]

  /// From an instant on, until the next one's, clocks are so many seconds ahead of UTC.
  private struct Offset {
    let start: Int64
    let seconds: Int64
  }

  /// Deadlines within these days around now find their offset without asking the zone.
  private static let nearDays: Int64 = 800

  init(now: Timestamp, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
    today = zone.date(at: now)
    let start = zone.start(of: today).wholeSeconds
    let (first, last) = (start - Self.nearDays * 86_400, start + Self.nearDays * 86_400)
    let before = zone.type(at: Timestamp(microseconds: first * 1_000_000)).offset
    let offsets =
      [Offset(start: first, seconds: Int64(before))]
      + zone.transitions(after: first, through: last).map {
        Offset(start: $0.seconds, seconds: Int64($0.type.offset))
      } + [Offset(start: last, seconds: 0)]
    self.offsets = offsets
    clock = DayClock(
      now: Double(now.microseconds) / 1e6, start: start, today: Int64(today.dayNumber),
      shown: Self.latestShown(zone.local(at: now).seconds, now.wholeSeconds, offsets))
  }

  /// The latest that the clocks have shown, also where they were set back within the last day.
  private static func latestShown(_ local: Int64, _ now: Int64, _ offsets: [Offset]) -> Int64 {
    var latest = local
    for (before, change) in zip(offsets, offsets.dropFirst().dropLast())
    where change.start <= now && change.start > now - 86_400 {
      latest = max(latest, change.start - 1 + before.seconds)
    }
    return latest
  }

  /// When today ends; nil on the last day of the calendar.
  var midnight: Timestamp? { today.adding(days: 1).map { zone.start(of: $0) } }

  /// What a clock of the reader shows at an instant, as seconds since 1970-01-01T00:00 there.
  private func shown(_ instant: Int64) -> Int64 {
    let last = offsets.count - 1
    if instant >= offsets[0].start, instant < offsets[last].start {
      for index in (0..<last).reversed() where instant >= offsets[index].start {
        return instant + offsets[index].seconds
      }
    }
    return zone.local(at: Timestamp(microseconds: instant * 1_000_000)).seconds
  }

  /// What the reader's clock shows at a deadline; at a date the last second of it.
  func shown(_ due: DueKey) -> Int64 {
    due.kind == .instant ? shown(due.seconds) : due.seconds
  }

  /// The date of a deadline on the reader's calendar, as days since 1970.
  func day(of due: DueKey) -> Int64 { shown(due).floorDivided(by: 86_400) }

  /// Whether a deadline is on a day, as days since 1970, or before it.
  func isDue(_ due: DueKey, until day: Int64) -> Bool {
    due.kind != .none && due.seconds < Self.end(of: day) && self.day(of: due) <= day
  }

  /// Behind this no deadline of a day is, whatever its zone: two are two days apart at most.
  static func end(of day: Int64) -> Int64 { (day + 3) * 86_400 }

  /// `2026-11-21`, or `2026-11-21 09:00`, which can be typed again as it is.
  func text(_ due: DueKey) -> String {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: DueText.longest, alignment: 1) { buffer in
      let count = DueText.write(due, self, to: buffer)
      bytes = Array(buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `09:00` of a deadline with a time.
  func timeText(_ due: DueKey) -> String { String(text(due).dropFirst(11).prefix(5)) }
}

/// Now and today in four numbers, for loops over every project.
struct DayClock: Sendable {
  /// Seconds since 1970.
  let now: Double
  /// Where today begins, in seconds since 1970.
  let start: Int64
  /// The reader's date, in days since 1970.
  let today: Int64
  /// The latest that the reader's clocks have shown, as seconds since 1970-01-01T00:00 there.
  let shown: Int64

  /// Whether a deadline has passed: a date with its day, a time when it has come.
  ///
  /// What has no zone passes when clocks show it, or are set forward over it.
  func isPast(_ due: DueKey) -> Bool {
    switch due.kind {
    case .none: false
    case .date: due.seconds < today * 86_400
    case .floating: due.seconds <= shown
    case .instant: Double(due.seconds) <= now
    }
  }

  /// Whether a point in time has come: a date with the beginning of its day.
  func hasBegun(_ time: DueKey) -> Bool {
    time.kind == .date ? time.seconds < (today + 1) * 86_400 : isPast(time)
  }

  /// Days until a deadline, negative behind it; a date ends with its day.
  func daysUntil(_ due: DueKey) -> Double {
    let end: Int64
    switch due.kind {
    case .none: return .infinity
    case .date: end = start + due.seconds + 1 - today * 86_400
    case .floating: end = start + due.seconds - today * 86_400
    case .instant: end = due.seconds
    }
    return (Double(end) - now) / 86_400
  }
}
