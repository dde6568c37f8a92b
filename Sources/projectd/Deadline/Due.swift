internal import CivilTime

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
  private let seconds: Int64

  init(_ time: CalendarTime, zones: Zones) {
    self.time = time
    switch time {
    case .date(let date): seconds = Int64(date.dayNumber + 1) * 86_400 - 1
    case .floating(let time), .utc(let time): seconds = time.seconds
    case .zoned(let time, let name): seconds = zones.seconds(of: time, in: name)
    }
  }

  var key: DueKey {
    let kind: DueKey.Kind =
      switch time {
      case .date: .date
      case .floating: .floating
      case .utc, .zoned: .instant
      }
    return DueKey(kind: kind, seconds: seconds)
  }
}

extension TimeZoneRules {
  /// When a deadline passes, in seconds since 1970.
  ///
  /// What has no zone passes when clocks here show it first, or are set forward over it; a date has its
  /// last second.
  func passes(_ due: DueKey) -> Int64 {
    guard due.kind == .date || due.kind == .floating,
      let shown = CivilDateTime(seconds: due.seconds)
    else { return due.seconds }
    switch resolve(shown) {
    case .unique(let instant): return instant.wholeSeconds
    case .overlap(let first, let last): return (due.kind == .date ? last : first).wholeSeconds
    case .gap(let change, _, _): return change.wholeSeconds
    }
  }
}
