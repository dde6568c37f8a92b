internal import DaemonRuntime
internal import Loop
internal import Values

/// What real time says by now of the vehicles of a way that is followed.
extension WayWatches {
  /// What real time knows of a ride; nil where it does not speak of it.
  func news(
    _ ride: Way.Ride, _ network: JourneyNetwork, _ live: [String: Timetables.Live]
  ) throws -> WayProgress.News? {
    let name = network.feeds[Int(network.patterns[ride.pattern].feed)].name
    guard let snapshot = live[name]?.snapshot else {
      // Nobody knows anything new.
      return WayProgress.News(departs: ride.departs, arrives: ride.arrives, isLive: ride.isLive)
    }
    guard let row = network.row(ofTrip: ride.trip) else {
      return unplanned(ride, network, snapshot)
    }
    let run = snapshot.trips[row]?.first {
      $0.extra == ride.extra && $0.serviceDay == ride.serviceDay
        && ($0.runStart == ride.runStart || ride.runStart == nil)
    }
    // What the timetable does not have runs as long as real time says so.
    guard let run else { return ride.extra == nil ? nil : vanished(ride) }
    guard let stops = try library[name]?.times(ofTrip: row).stops,
      stops.indices.contains(ride.alight)
    else { return nil }
    if run.isCancelled || run.isDeleted { return WayProgress.News(isCancelled: true) }
    func time(_ position: Int, _ planned: Int) -> Int? {
      let (state, delay) = run.state(at: stops[position].sequence)
      return state == .skipped ? nil : planned + (delay ?? 0)
    }
    return WayProgress.News(
      departs: time(ride.board, ride.plannedDeparts),
      arrives: time(ride.alight, ride.plannedArrives))
  }

  /// A vehicle that nobody speaks of any more: it does not run, unless it had come by then.
  private func vanished(_ ride: Way.Ride) -> WayProgress.News? {
    hasBegun(ride) ? nil : WayProgress.News(isCancelled: true)
  }

  private func hasBegun(_ ride: Way.Ride) -> Bool {
    ride.departs <= Int(host.now.microseconds / 1_000_000)
  }

  /// The same of a trip that the timetable does not have.
  ///
  /// Agencies leave out the stops that it has passed, and in the end the trip: that is no news for
  /// who is in it.
  private func unplanned(
    _ ride: Way.Ride, _ network: JourneyNetwork, _ snapshot: RealtimeSnapshot
  ) -> WayProgress.News? {
    let pattern = network.patterns[ride.pattern]
    let first = network.feeds[Int(pattern.feed)].firstStop
    let id = network.live(ride.trip)?.unplanned?.trip
    let known = snapshot.unplanned.filter { $0.trip.trip == id }
    guard let trip = known.first(where: { $0.serviceDay == ride.serviceDay }) ?? known.first else {
      return vanished(ride)
    }
    func call(_ position: Int, _ planned: Int) -> UnplannedTrip.Call? {
      let stop = network.stop(of: pattern, at: position) - first
      // It may come by twice.
      return trip.calls.filter { $0.stop == stop }.min {
        abs($0.seconds - planned) < abs($1.seconds - planned)
      }
    }
    let arrives = call(ride.alight, ride.arrives).map { Int($0.arrives.microseconds / 1_000_000) }
    return WayProgress.News(
      departs: call(ride.board, ride.departs)?.seconds,
      arrives: arrives ?? (hasBegun(ride) ? ride.arrives : nil))
  }
}

extension UnplannedTrip.Call {
  /// When it leaves, in seconds since 1970.
  fileprivate var seconds: Int { Int(departs.microseconds / 1_000_000) }
}
