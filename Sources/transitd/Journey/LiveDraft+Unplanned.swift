internal import Values

/// Trips that the timetable does not have, or not so: each is a pattern of its own.
extension LiveDraft {
  mutating func add(_ trip: UnplannedTrip, feed number: Int) {
    let feed = base.feeds[number]
    guard trip.calls.count > 1, let start = feed.start(ofServiceDay: trip.serviceDay) else {
      return
    }
    func seconds(_ time: Timestamp) -> Int32 {
      Int32(clamping: time.microseconds / 1_000_000 - Int64(start))
    }
    var rules = [UInt8](repeating: 0, count: trip.calls.count)
    // Nobody gets in at the end, and out at the beginning.
    rules[0] |= JourneyNetwork.Rule.noExit
    rules[rules.count - 1] |= JourneyNetwork.Rule.noEntry
    var last = Int32.min
    let events = trip.calls.map { call in
      // Nobody arrives before leaving the stop before, whatever was said of both.
      let arrival = max(last, seconds(call.arrives))
      last = max(arrival, seconds(call.departs))
      return TripGroup.Event(arrival: arrival, departure: last)
    }
    var group = Group(
      feed: number, day: trip.serviceDay, firstStop: nil,
      runs: TripGroup(
        route: Int32(route(of: trip, feed: number)),
        stops: trip.calls.map { Int32(feed.firstStop + $0.stop) }, rules: rules,
        isBarred: trip.isBarred))
    group.runs.append(trip: 0, service: 0, events)
    group.trips.append(
      JourneyNetwork.LiveTrip(
        trip: -1, event: 0, shift: 0, runStart: nil, extra: trip.realtime,
        unplanned: trip.trip))
    append(group)
  }

  /// The place of its route among the names of the feed's, which gets one more where it has none.
  private mutating func route(of trip: UnplannedTrip, feed number: Int) -> Int {
    if let route = trip.route { return route }
    let known = base.feeds[number].routeNames
    var names = routeNames[number] ?? known
    let found = names[known.count...].firstIndex(of: trip.trip.route)
    if found == nil { names.append(trip.trip.route) }
    routeNames[number] = names
    return found ?? names.count - 1
  }
}
