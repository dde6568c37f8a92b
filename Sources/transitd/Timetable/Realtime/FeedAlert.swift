internal import Storage

/// An alert with the rows of the timetable that it is about.
struct FeedAlert: Equatable, Sendable {
  /// Nil is any.
  struct Target: Equatable, Sendable {
    var stops: Set<Int>?
    var route: Int?
    var trip: Int?
  }

  /// What somebody asks about, in rows of the timetable.
  struct Subject {
    var stops: Set<Int> = []
    var routes: Set<Int> = []
    var trips: Set<Int> = []
  }

  let alert: ServiceAlert
  let targets: [Target]

  /// Nil where the timetable has nothing of what it is about.
  ///
  /// - Throws: `SQLiteError`.
  init?(_ alert: ServiceAlert, on feed: FeedFile) throws {
    self.alert = alert
    // What names only an agency or a kind of vehicle is about all of the feed.
    guard !alert.selectors.isEmpty else {
      targets = [Target()]
      return
    }
    targets = try alert.selectors.compactMap { selector in
      var target = Target()
      if let id = selector.stopID {
        guard let stop = try feed.stopNumber(id) else { return nil }
        // A station stands for its platforms.
        target.stops = Set([stop] + (try feed.stops("parent = ?", .text(id)).map(\.number)))
      }
      if let id = selector.routeID {
        guard let route = try feed.routeNumber(id) else { return nil }
        target.route = route
      }
      if let id = selector.tripID {
        guard let trip = try feed.tripNumber(id) else { return nil }
        target.trip = trip
      }
      return target
    }
    if targets.isEmpty { return nil }
  }

  func concerns(_ subject: Subject) -> Bool {
    targets.contains { target in
      target.stops.map { !$0.isDisjoint(with: subject.stops) } ?? true
        && target.route.map(subject.routes.contains) ?? true
        && target.trip.map(subject.trips.contains) ?? true
    }
  }
}

extension FeedFile {
  /// The row of a route.
  func routeNumber(_ id: String) throws -> Int? {
    try database.first("SELECT id FROM route WHERE route_id = ?", .text(id)) {
      Int($0.integer(0))
    }
  }

  /// The row of a trip's route.
  func route(ofTrip number: Int) throws -> Int? {
    try database.first("SELECT route FROM trip WHERE id = ?", .integer(number)) {
      Int($0.integer(0))
    }
  }
}
