internal import CivilTime
internal import IPCProtocol

/// Now and today as whoever asks sees them; computed once a request, not once a project.
struct ReaderDay: Sendable {
  let now: Timestamp
  let zone: TimeZoneRules
  let today: CivilDate
  /// Where today begins, in seconds since 1970.
  private let start: Int64

  init(now: Timestamp, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
    today = zone.date(at: now)
    start = zone.start(of: today).wholeSeconds
  }

  /// Whether a deadline lies before today.
  func isPast(_ due: Due) -> Bool {
    switch due.time {
    case .date(let date): date < today
    case .floating(let time): time.date < today
    case .utc, .zoned: due.seconds < start
    }
  }

  /// The date of a deadline on the reader's calendar.
  func date(of due: Due) -> CivilDate {
    switch due.time {
    case .date(let date): date
    case .floating(let time): time.date
    case .utc, .zoned: zone.date(at: Timestamp(microseconds: due.seconds * 1_000_000))
    }
  }

  /// What the reader's clock shows at a deadline; nil of a date.
  func local(_ due: Due) -> CivilDateTime? {
    switch due.time {
    case .date: nil
    case .floating(let time): time
    case .utc, .zoned: zone.local(at: Timestamp(microseconds: due.seconds * 1_000_000))
    }
  }

  /// `2026-11-21`, or `2026-11-21 09:00`, which can be typed again as it is.
  func text(_ due: Due) -> String {
    guard let local = local(due) else { return "\(date(of: due))" }
    let time = "\(local.time)"
    return "\(local.date) " + (local.time.second == 0 ? String(time.prefix(5)) : time)
  }

  /// Days until a deadline, negative behind it; a date ends with its day.
  func daysUntil(_ due: Due) -> Double {
    let end: Int64
    switch due.time {
    case .date(let date):
      end = start + Int64(date.days(since: today) + 1) * 86_400
    case .floating(let time): end = start + time.seconds - Int64(today.dayNumber) * 86_400
    case .utc, .zoned: end = due.seconds
    }
    return (Double(end) - Double(now.microseconds) / 1e6) / 86_400
  }
}

/// A deadline with what its order is known by.
struct Due: Hashable, Sendable {
  let time: CalendarTime
  /// Seconds since 1970: ``Zones/sortingSeconds(of:)``.
  let seconds: Int64
}
