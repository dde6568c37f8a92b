internal import Values

/// The last vehicles of a day at a place, as far as anybody knows them.
enum LastService {
  /// What the portal marks as last; where it marks none yet, what the hours of a bus route or a
  /// timetable say.
  ///
  /// The portal marks a train only when it is a few stations away, which is late for whoever has a
  /// long way on foot.
  static func vehicles(
    _ view: PlaceView, _ snapshot: Snapshot?, at now: Timestamp, timetable: () -> [Arrival]
  ) -> [Arrival] {
    let live = (snapshot?.arrivals ?? []).filter { $0.isLast && $0.state.isComing }
    let planned = view.place.portal == .bus ? hours(snapshot?.routes ?? [], live, at: now) : []
    let wanted = (live + planned).filter(view.filter.takes)
    return wanted.isEmpty ? timetable().filter(view.filter.takes) : wanted
  }

  /// The last buses of routes of which the portal marks none.
  private static func hours(
    _ routes: [BusRouteAtStop], _ live: [Arrival], at now: Timestamp
  ) -> [Arrival] {
    routes.compactMap { entry in
      guard let time = entry.lastBus?.next(after: now),
        !live.contains(where: { $0.service == .bus(entry.route) }),
        !entry.arrivals.contains(where: { $0.state == .ended })
      else { return nil }
      var arrival = Arrival(.bus(entry.route), state: .running, claim: .unknown)
      arrival.source = .timetable
      arrival.destination = entry.direction
      arrival.scheduledAt = time
      arrival.isLast = true
      return arrival
    }
  }
}
