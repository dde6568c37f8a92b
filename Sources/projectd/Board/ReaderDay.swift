internal import CivilTime
internal import IPCProtocol

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
    clock = DayClock(
      now: Double(now.microseconds) / 1e6, start: start, today: Int64(today.dayNumber))
    let (first, last) = (start - Self.nearDays * 86_400, start + Self.nearDays * 86_400)
    let before = zone.type(at: Timestamp(microseconds: first * 1_000_000)).offset
    offsets =
      [Offset(start: first, seconds: Int64(before))]
      + zone.transitions(after: first, through: last).map {
        Offset(start: $0.seconds, seconds: Int64($0.type.offset))
      } + [Offset(start: last, seconds: 0)]
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

  /// `2026-11-21`, or `2026-11-21 09:00`, which can be typed again as it is.
  func text(_ due: DueKey) -> String {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: DueText.longest, alignment: 1) { buffer in
      let count = DueText.write(due, self, to: buffer)
      bytes = Array(buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Now and today in three numbers, for loops over every project.
struct DayClock: Sendable {
  /// Seconds since 1970.
  let now: Double
  /// Where today begins, in seconds since 1970.
  let start: Int64
  /// The reader's date, in days since 1970.
  let today: Int64

  /// Whether a deadline lies before today.
  func isPast(_ due: DueKey) -> Bool {
    switch due.kind {
    case .none: false
    case .date, .floating: due.seconds < today * 86_400
    case .instant: due.seconds < start
    }
  }

  /// Not done, and the deadline lies before today.
  func isOverdue(_ due: DueKey, _ state: ProjectState) -> Bool { state != .done && isPast(due) }

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

/// A deadline in 16 bytes: all that orders and filters need.
struct DueKey: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case none, date, floating, instant
  }

  let kind: Kind
  /// Seconds since 1970.
  ///
  /// Of an instant in UTC, of what has no zone as clocks show it, of a date its last second; what
  /// has no deadline is behind everything.
  let seconds: Int64

  static let none = DueKey(kind: .none, seconds: .max)
}

/// A deadline with its key.
struct Due: Hashable, Sendable {
  let time: CalendarTime
  let key: DueKey

  init(_ time: CalendarTime, zones: Zones) {
    self.time = time
    switch time {
    case .date(let date):
      key = DueKey(kind: .date, seconds: Int64(date.dayNumber + 1) * 86_400 - 1)
    case .floating(let time): key = DueKey(kind: .floating, seconds: time.seconds)
    case .utc(let time): key = DueKey(kind: .instant, seconds: time.seconds)
    case .zoned(let time, let name):
      key = DueKey(kind: .instant, seconds: zones.seconds(of: time, in: name))
    }
  }
}

/// Deadlines as digits, written straight: a list may have a hundred thousand.
enum DueText {
  /// `2026-11-21 09:00:30`.
  static let longest = 19

  /// Writes a deadline as the reader's clock shows it; returns how many bytes.
  static func write(_ due: DueKey, _ reader: ReaderDay, to buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    let shown = reader.shown(due)
    let day = shown.floorDivided(by: 86_400)
    let (year, month, date) = Timestamp.civil(fromDays: day)
    two(year / 100, at: 0, buffer)
    two(year % 100, at: 2, buffer)
    buffer[4] = UInt8(ascii: "-")
    two(month, at: 5, buffer)
    buffer[7] = UInt8(ascii: "-")
    two(date, at: 8, buffer)
    guard due.kind != .date else { return 10 }
    let second = shown - day * 86_400
    buffer[10] = UInt8(ascii: " ")
    two(second / 3600, at: 11, buffer)
    buffer[13] = UInt8(ascii: ":")
    two(second / 60 % 60, at: 14, buffer)
    guard second % 60 != 0 else { return 16 }
    buffer[16] = UInt8(ascii: ":")
    two(second % 60, at: 17, buffer)
    return longest
  }

  @inline(__always)
  private static func two(_ value: Int64, at index: Int, _ buffer: UnsafeMutableRawBufferPointer) {
    buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
    buffer[index + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
  }
}
