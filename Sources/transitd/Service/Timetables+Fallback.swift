internal import DaemonRuntime
internal import Loop
internal import Values

/// What stands in for live arrivals.
extension Timetables {
  /// A stop of the same name that is farther away is another city's.
  private static let sameMetres = 3000.0

  /// What a timetable has for a place of that name, as arrivals.
  func arrivals(named name: String, near point: GeoPoint?, at now: Timestamp) -> [Arrival] {
    read(name, point) { match in
      let stops = match.stops.map(\.number)
      let last = try lastDepartures.ahead(at: stops, of: match.feed, now: now)
      let found = try DepartureSearch(feed: match.feed).next(at: stops, from: now, limit: 10)
      return try found.map { departure in
        var arrival = try Arrival(departure, of: match.feed)
        arrival.isLast = last.contains(departure)
        return arrival
      }
    }
  }

  /// The last departures of the day at a place of that name, as far as they are still ahead.
  func lastArrivals(named name: String, near point: GeoPoint?, at now: Timestamp) -> [Arrival] {
    read(name, point) { match in
      let stops = match.stops.map(\.number)
      return try lastDepartures.ahead(at: stops, of: match.feed, now: now).map { departure in
        var arrival = try Arrival(departure, of: match.feed)
        arrival.isLast = true
        return arrival
      }
    }
  }

  /// What the first feed that has a place of that name says about it.
  private func read(
    _ name: String, _ point: GeoPoint?, _ body: (FeedLibrary.Match) throws -> [Arrival]
  ) -> [Arrival] {
    do {
      return try match(named: name, near: point).map(body) ?? []
    } catch {
      host.log(.error, "the timetable of \(name) cannot be read: \(error)")
      return []
    }
  }

  /// The stops of a place in the first feed that has it.
  func match(named name: String, near point: GeoPoint?) throws -> FeedLibrary.Match? {
    for word in [name, "\(name)역"] {
      let match = try library.stops(word).first { match in
        point.map { match.isNear($0, metres: Self.sameMetres) } ?? true
      }
      if let match { return match }
    }
    return nil
  }
}
