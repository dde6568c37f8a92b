internal import Values

/// The last departures of service days, by a timetable: one for each stop, route and direction.
///
/// A day's table is made once and kept for a few places, as a leave-by asks for it each second.
struct LastDepartures {
  private struct Key: Hashable {
    let feed: String
    let stops: [Int]
    let day: Int32
  }

  private struct Way: Hashable {
    let stop: Int
    let route: String
    let direction: Int?
  }

  private var known: [Key: [Departure]] = [:]
  private static let remembered = 64

  /// A feed was replaced or removed.
  mutating func forget(_ feed: String) {
    known = known.filter { $0.key.feed != feed }
  }

  /// The last departures that are still ahead, of the service day that has begun and of the one
  /// before, which runs on after midnight.
  mutating func ahead(
    at stops: [Int], of feed: FeedFile, now: Timestamp
  ) throws -> [Departure] {
    let today = feed.day(at: now)
    return try [today - 1, today].flatMap { try last(of: $0, at: stops, feed) }
      .filter { $0.departsAt >= now }
  }

  private mutating func last(
    of day: Int32, at stops: [Int], _ feed: FeedFile
  ) throws -> [Departure] {
    let key = Key(feed: feed.facts.name, stops: stops, day: day)
    if let found = known[key] { return found }
    guard let start = feed.start(ofServiceDay: day) else { return [] }
    // However long the service day runs on behind its midnight.
    let all = try DepartureSearch(feed: feed).next(
      at: stops, from: start, limit: .max, days: day...day)
    var last: [Way: Departure] = [:]
    for departure in all {
      guard let trip = try feed.trip(departure.trip) else { continue }
      last[Way(stop: departure.stop, route: trip.route, direction: trip.direction)] = departure
    }
    if known.count >= Self.remembered { known.removeAll() }
    let found = last.values.sorted { $0.scheduledAt < $1.scheduledAt }
    known[key] = found
    return found
  }
}
