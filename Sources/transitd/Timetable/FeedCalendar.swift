internal import CivilTime

/// On which days a service runs: weekdays between two dates, and days that were added or removed.
struct ServiceDays: Equatable {
  let id: String
  /// Bit 0 is Monday.
  var weekdays: UInt8 = 0
  /// Days since 1970-01-01; nil where only `calendar_dates.txt` names the service.
  var firstDay: Int32?
  var lastDay: Int32?
  var added: Set<Int32> = []
  var removed: Set<Int32> = []

  init(id: String) { self.id = id }

  /// A day that was both added and removed is removed: a bus that does not come is worse than one
  /// that nobody expected.
  func runs(on day: Int32) -> Bool {
    if removed.contains(day) { return false }
    if added.contains(day) { return true }
    guard let firstDay, let lastDay, firstDay <= day, day <= lastDay else { return false }
    return weekdays & (1 << UInt8(Self.weekday(day))) != 0
  }

  /// 0 is Monday; 1970-01-01 was a Thursday.
  static func weekday(_ day: Int32) -> Int { Int((day + 3) % 7 + 7) % 7 }
}

/// The services of a feed.
struct FeedCalendar: Equatable {
  var services: [ServiceDays] = []

  /// The first and the last day on which anything may run.
  var firstDay: Int32? {
    services.flatMap { [$0.weekdays == 0 ? nil : $0.firstDay, $0.added.min()].compactMap { $0 } }
      .min()
  }

  var lastDay: Int32? {
    services.flatMap { [$0.weekdays == 0 ? nil : $0.lastDay, $0.added.max()].compactMap { $0 } }
      .max()
  }
}

/// Days since 1970-01-01 as `2026-11-21`.
enum DayText {
  static func text(_ day: Int32) -> String { CivilDate(dayNumber: day)?.description ?? "" }
}

extension CivilDate {
  /// `20260908`, as GTFS writes dates; nil where it is none.
  init?(digits: Int) {
    guard (10_000_101...99_991_231).contains(digits) else { return nil }
    self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
  }
}
