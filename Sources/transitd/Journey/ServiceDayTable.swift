internal import CivilTime
internal import Values

/// The trips of one feed that run on one service day, by pattern, in order of time.
final class ServiceDayTable: Sendable {
  let day: Int32
  /// What the times of the day count from, in seconds since 1970.
  let start: Int
  private let firstPattern: Int
  private let starts: [Int32]
  /// Numbers of trips of the net.
  let trips: [Int32]

  init(_ day: Int32, start: Int, of feed: JourneyNetwork.Feed, in network: JourneyNetwork) {
    self.day = day
    self.start = start
    firstPattern = feed.firstPattern
    let runs = feed.calendar.services.map { $0.runs(on: day) }
    var starts: [Int32] = [0]
    var trips: [Int32] = []
    for pattern in network.patterns[feed.firstPattern..<feed.firstPattern + feed.patternCount] {
      for trip in pattern.firstTrip..<pattern.firstTrip + pattern.tripCount
      where runs[Int(network.tripServices[Int(trip)])] {
        trips.append(trip)
      }
      starts.append(Int32(trips.count))
    }
    (self.starts, self.trips) = (starts, trips)
  }

  /// The places in ``trips`` of those of a pattern.
  func range(of pattern: Int) -> Range<Int> {
    Int(starts[pattern - firstPattern])..<Int(starts[pattern - firstPattern + 1])
  }
}

/// The service days that were asked about lately.
struct RecentServiceDays {
  private struct Key: Hashable {
    let feed: Int
    let day: Int32
  }

  private var known: [Key: ServiceDayTable] = [:]
  private static let remembered = 64

  /// The days of each feed on which anything can move between two moments, in seconds since 1970.
  mutating func tables(
    from: Int, to: Int, in network: JourneyNetwork
  ) -> [[ServiceDayTable]] {
    if known.count > Self.remembered { known.removeAll() }
    return network.feeds.indices.map { number in
      let feed = network.feeds[number]
      let first = feed.day(at: from - Int(feed.latest)) - 1
      let last = feed.day(at: to) + 1
      return (first...max(first, last)).compactMap { day in
        guard let start = feed.start(ofServiceDay: day), start <= to,
          start + Int(feed.latest) >= from
        else { return nil }
        let key = Key(feed: number, day: day)
        if let table = known[key] { return table }
        let table = ServiceDayTable(day, start: start, of: feed, in: network)
        known[key] = table
        return table
      }
    }
  }
}

extension JourneyNetwork.Feed {
  /// The date at a moment, in seconds since 1970.
  func day(at seconds: Int) -> Int32 {
    zone.date(at: Timestamp(microseconds: Int64(seconds) * 1_000_000)).dayNumber
  }

  /// Noon minus twelve hours of a day, in seconds since 1970; as ``FeedFile`` has it.
  func start(ofServiceDay day: Int32) -> Int? {
    guard let date = CivilDate(dayNumber: day), let noon = TimeOfDay(hour: 12) else { return nil }
    return Int(zone.instant(of: CivilDateTime(date, noon)).microseconds / 1_000_000) - 43_200
  }
}
