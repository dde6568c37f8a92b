internal import DaemonRuntime
internal import Loop
internal import Values

/// Service alerts about places.
extension Timetables {
  /// The alerts about a place and about what departs there, up to the last of these.
  func alerts(
    _ snapshot: RealtimeSnapshot?, _ stops: [Int], _ departures: [Departure], from: Timestamp,
    _ feed: FeedFile
  ) throws -> [ServiceAlert] {
    guard let snapshot, !snapshot.alerts.isEmpty else { return [] }
    let trips = Set(departures.map(\.trip).filter { $0 >= 0 })
    let routes = Set(try trips.compactMap { try feed.route(ofTrip: $0) })
    return snapshot.alerts(
      FeedAlert.Subject(stops: Set(stops), routes: routes, trips: trips), from: from,
      to: departures.last?.departsAt ?? from)
  }

  /// What stands in for the vehicles of the next while at a place of which real time is asked.
  private static let departures = 20

  /// The alerts about a place of Seoul, from a timetable that has it; real time is asked for them.
  func alerts(named name: String, near point: GeoPoint?) async -> [ServiceAlert] {
    do {
      guard let match = try match(named: name, near: point), match.feed.facts.realtime != nil else {
        return []
      }
      await refreshRealtime(of: match.feed)
      guard let snapshot = snapshot(of: match.feed), !snapshot.alerts.isEmpty else { return [] }
      let stops = match.stops.map(\.number)
      let found = try DepartureSearch(feed: match.feed).next(
        at: stops, from: host.now, limit: Self.departures)
      return try alerts(snapshot, stops, found, from: host.now, match.feed)
    } catch {
      host.log(.error, "alerts about \(name) cannot be read: \(error)")
      return []
    }
  }
}
