internal import CivilTime
internal import Values

/// The trips of one feed that run on days of one kind, by pattern, in order of time.
final class ServiceDayTable: Sendable {
  struct Trip {
    let event: Int32
    /// When it begins.
    let leaves: Int32
  }

  private let firstPattern: Int
  private let starts: [Int32]
  let trips: [Trip]

  /// - Parameters:
  ///   - runs: by service of the feed.
  ///   - feed: of the net.
  ///   - network: all of it.
  ///   - removed: trips that do not run all the same.
  init(
    _ runs: [Bool], of feed: JourneyNetwork.Feed, in network: JourneyNetwork,
    without removed: Set<Int32> = []
  ) {
    firstPattern = feed.firstPattern
    var starts: [Int32] = [0]
    var trips: [Trip] = []
    for pattern in network.patterns[feed.firstPattern..<feed.firstPattern + feed.patternCount] {
      for trip in 0..<Int(pattern.tripCount)
      where runs[Int(network.tripServices[Int(pattern.firstTrip) + trip])]
        && (removed.isEmpty || !removed.contains(pattern.firstTrip + Int32(trip)))
      {
        let event = pattern.firstEvent + trip * Int(pattern.stopCount)
        trips.append(Trip(event: Int32(event), leaves: network.times[event * 2 + 1]))
      }
      starts.append(Int32(trips.count))
    }
    (self.starts, self.trips) = (starts, trips)
  }

  /// The runs that real time speaks of, by number; those of a pattern are side by side.
  static func liveTrips(of network: JourneyNetwork) -> [Trip] {
    network.patterns.filter { $0.day != nil }.flatMap { pattern in
      (0..<Int(pattern.tripCount)).map { trip in
        let event = pattern.firstEvent + trip * Int(pattern.stopCount)
        return Trip(event: Int32(event), leaves: network.liveTimes[event * 2 + 1])
      }
    }
  }

  /// The places in ``trips`` of those of a pattern.
  func range(of pattern: Int) -> Range<Int> {
    Int(starts[pattern - firstPattern])..<Int(starts[pattern - firstPattern + 1])
  }
}

/// A day of one feed on which vehicles run.
struct ServiceDay {
  let day: Int32
  /// What the times of the day count from, in seconds since 1970.
  let start: Int
  let table: ServiceDayTable
}

/// The service days that were asked about lately; days of one kind share their table.
struct RecentServiceDays {
  private struct Key: Hashable {
    let feed: Int
    let day: Int32
  }

  private struct Kind: Hashable {
    let feed: Int
    let runs: [Bool]
  }

  private var known: [Key: ServiceDay] = [:]
  private var tables: [Kind: ServiceDayTable] = [:]
  private static let remembered = 64

  /// The days of each feed on which anything can move between two moments, in seconds since 1970.
  mutating func days(from: Int, to: Int, in network: JourneyNetwork) -> [[ServiceDay]] {
    if known.count > Self.remembered { (known, tables) = ([:], [:]) }
    return network.feeds.indices.map { number in
      let feed = network.feeds[number]
      let first = feed.day(at: from - Int(feed.latest)) - 1
      let last = feed.day(at: to) + 1
      return (first...max(first, last)).compactMap { date in
        guard let day = self.day(date, number, network), day.start <= to,
          day.start + Int(feed.latest) >= from
        else { return nil }
        return day
      }
    }
  }

  private mutating func day(_ day: Int32, _ number: Int, _ network: JourneyNetwork) -> ServiceDay? {
    let key = Key(feed: number, day: day)
    if let found = known[key] { return found }
    let feed = network.feeds[number]
    guard let start = feed.start(ofServiceDay: day) else { return nil }
    let kind = Kind(feed: number, runs: feed.calendar.services.map { $0.runs(on: day) })
    let table: ServiceDayTable
    if let removed = network.removed[JourneyNetwork.FeedDay(feed: number, day: day)] {
      table = ServiceDayTable(kind.runs, of: feed, in: network, without: removed)
    } else {
      table = tables[kind] ?? ServiceDayTable(kind.runs, of: feed, in: network)
      tables[kind] = table
    }
    known[key] = ServiceDay(day: day, start: start, table: table)
    return known[key]
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
