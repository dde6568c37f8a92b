internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Ways that somebody asks about, and those that leave-bys keep.
extension Transit {
  /// What a leave-by asks, by the timetables and favourites of the moment.
  func question(_ leave: WayLeave) throws -> WayLeaveDesk.Question {
    try question(leave.wish, isArrival: true) { _ in leave.arriveBy }
  }

  /// Finds what words name, by the timetables and favourites of the moment.
  var places: JourneyPlaces {
    JourneyPlaces(
      library: library, own: state.places, favourites: state.favourites, search: search)
  }

  /// What a wish asks, and whose clocks count.
  func question(
    _ wish: WayWish, isArrival: Bool, at: (FeedLibrary.Match?) throws -> Timestamp
  ) throws -> WayLeaveDesk.Question {
    guard !library.feeds.isEmpty else { throw TransitError(.noTimetables) }
    let (from, to) = (try places.find(wish.from), try places.find(wish.to))
    let clocks = isArrival ? to.match ?? from.match : from.match ?? to.match
    let question = JourneyDesk.Question(
      from: from.place, to: to.place, at: try at(clocks), isArrival: isArrival,
      maxTransfers: wish.maxTransfers,
      millimetresPerSecond: Int((wish.walkMetresPerSecond * 1000).rounded()),
      avoided: wish.avoid, isStepFree: wish.isStepFree, maxWalk: wish.maxWalkMetres)
    return (question, clocks)
  }

  func dismissWay(_ id: Int) throws {
    try change({ $0.wayLeaves.removeAll { $0.id == id } }) { store, _ in
      try store.removeWayLeave(id)
    }
  }

  /// Keeps what the way has come to: that somebody has set out, or that it is over.
  func keep(_ leave: WayLeave, isOver: Bool) async throws {
    try await host.change { [self] in
      guard let index = state.wayLeaves.firstIndex(where: { $0.id == leave.id }) else { return }
      if isOver { return try dismissWay(leave.id) }
      try change({ $0.wayLeaves[index] = leave }) { store, state in
        try store.save(leave, next: state.nextLeave)
      }
    }
  }
}
