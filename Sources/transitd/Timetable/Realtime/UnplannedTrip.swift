internal import Values

/// A trip that is known by its update alone: it stops where the update has a time.
struct UnplannedTrip: Equatable, Sendable {
  struct Call: Equatable, Sendable {
    let stop: Int
    let sequence: Int
    let arrives: Timestamp
    let departs: Timestamp
    /// Where a trip ends nobody gets in.
    let letsIn: Bool
  }

  let trip: Departure.Extra
  /// Its route in the timetable, where that has it.
  let route: Int?
  let serviceDay: Int32
  /// `added` or `unplanned`.
  let realtime: Departure.Realtime
  /// Nobody in a wheelchair can get in.
  let isBarred: Bool
  let calls: [Call]
  /// How many of its times cannot be, and were left out.
  let impossible: Int

  /// No trip takes longer, in seconds.
  private static let longest = 2.0 * 86_400

  /// Nil where the update has nothing to go by, or says that nothing goes.
  ///
  /// - Parameters:
  ///   - update: as its feed says it.
  ///   - realtime: what it is called.
  ///   - planned: the trip of the timetable in whose place it runs, if any.
  ///   - feed: what its stops and its route are looked for in.
  /// - Throws: `SQLiteError`.
  init?(
    _ update: TripUpdate, _ realtime: Departure.Realtime, insteadOf planned: Int? = nil,
    on feed: FeedFile
  ) throws {
    guard update.relation != .cancelled, update.relation != .deleted else { return nil }
    let stops = update.stops.filter { $0.relation == .scheduled || $0.relation == .unscheduled }
    var calls: [Call] = []
    for (index, stop) in stops.enumerated() {
      guard let number = try stop.stopID.flatMap({ try feed.stopNumber($0) }),
        let departs = stop.departure?.time ?? stop.arrival?.time
      else { continue }
      // Some say of the end as well when it is left: at once. Who leaves later goes on, untold where.
      let isLeft = stop.departure.map { $0.time ?? 0 > stop.arrival?.time ?? 0 } ?? false
      let isEnd = index == stops.count - 1 && stops.count > 1 && !isLeft
      calls.append(
        Call(
          stop: number, sequence: stop.sequence ?? index,
          arrives: Timestamp(microseconds: (stop.arrival?.time ?? departs) * 1_000_000),
          departs: Timestamp(microseconds: departs * 1_000_000), letsIn: !isEnd))
    }
    guard let first = calls.first else { return nil }
    func isPossible(_ time: Timestamp) -> Bool {
      abs(time.seconds(since: first.departs)) <= Self.longest
    }
    let possible = calls.filter { isPossible($0.arrives) && isPossible($0.departs) }
    (self.calls, impossible) = (possible, calls.count - possible.count)
    self.realtime = realtime
    let plannedRoute = try planned.flatMap { try feed.route(ofTrip: $0) }
    route = try update.routeID.flatMap { try feed.routeNumber($0) } ?? plannedRoute
    let own = try planned.flatMap { try feed.trip($0) }
    isBarred = own?.wheelchair == .impossible
    trip = Departure.Extra(
      route: try update.routeID.flatMap { try feed.routeName($0) } ?? own?.route
        ?? update.routeID ?? "?",
      headsign: try stops.last?.stopID.flatMap { try feed.stopName($0) },
      trip: update.tripID ?? "")
    serviceDay =
      Self.day(update.startDate.flatMap(RealtimeMatching.day), first.departs, feed)
      ?? feed.day(at: first.departs)
  }

  /// The day that is written, where the times can be those of that day; a vehicle that has passed
  /// its first stops is still one of the day on which it set out.
  private static func day(_ written: Int32?, _ first: Timestamp, _ feed: FeedFile) -> Int32? {
    guard let written, let start = feed.start(ofServiceDay: written) else { return nil }
    return (0..<2 * 86_400).contains(first.seconds(since: start)) ? written : nil
  }
}
