internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// The first and the last departures of a day.
extension Timetables {
  /// One row for each route and direction; real time does not count.
  ///
  /// - Throws: ``TransitError`` for a day that nobody understands.
  func hours(_ match: FeedLibrary.Match, on word: String?) throws -> Answers.Hours {
    let feed = match.feed
    let noon = try word.map { try Self.noon(of: $0, match, now: host.now) } ?? host.now
    let day = feed.day(at: noon)
    var first: [HoursWay: Departure] = [:]
    var last: [HoursWay: Departure] = [:]
    for departure in try all(of: day, at: match.stops.map(\.number), feed) {
      guard let trip = try feed.trip(departure.trip) else { continue }
      let way = HoursWay(
        route: trip.route, direction: trip.direction,
        headsign: trip.direction == nil ? trip.headsign : nil)
      if first[way] == nil { first[way] = departure }
      last[way] = departure
    }
    let zone = feed.zone(of: match.stops)
    let date = CivilDate(dayNumber: day) ?? zone.date(at: noon)
    let rows = try first.compactMap { way, departure -> Answers.HoursRow? in
      guard let end = last[way] else { return nil }
      return Answers.HoursRow(
        route: way.route, to: try feed.trip(departure.trip)?.headsign,
        first: zone.clock(departure.scheduledAt, on: date),
        last: zone.clock(end.scheduledAt, on: date), firstAt: departure.scheduledAt,
        lastAt: end.scheduledAt, everyMinutes: nil)
    }
    return Answers.Hours(
      name: match.stops.first?.name ?? "", source: .timetable, date: DayText.text(day), rows,
      notes: [])
  }

  private struct HoursWay: Hashable {
    let route: String
    let direction: Int?
    let headsign: String?
  }

  /// All departures of a service day, however long it runs on behind its midnight.
  private func all(of day: Int32, at stops: [Int], _ feed: FeedFile) throws -> [Departure] {
    guard let start = feed.start(ofServiceDay: day) else { return [] }
    return try DepartureSearch(feed: feed).next(
      at: stops, from: start, limit: .max, days: day...day)
  }

  /// That a name has several places.
  nonisolated static func ambiguous(
    _ word: String, _ matches: [FeedLibrary.Match]
  ) -> TransitError {
    TransitError(
      .ambiguousStop,
      [
        "stop": .string(word),
        "similar": .array(matches.prefix(8).map { .string($0.name) }),
      ])
  }
}
