internal import Values

/// The trip updates of a moment, laid on a timetable; computed off the loop.
struct RealtimeSnapshot: Equatable, Sendable {
  /// A vehicle that the timetable does not have, at one stop.
  struct Added: Equatable, Sendable {
    let route: String
    let trip: String
    let at: Timestamp
  }

  /// By trip.
  var trips: [Int: [TripRealtime]] = [:]
  /// By stop.
  var added: [Int: [Added]] = [:]
  /// When the feed was made; nil where it does not say.
  var madeAt: Timestamp?
  /// Updates that name no trip of the timetable.
  var unmatched = 0

  /// Older than this it says nothing about now, in seconds.
  static let staleAfter = 300.0

  init() {}

  /// - Throws: `SQLiteError`.
  init(_ realtime: RealtimeFeed, on feed: FeedFile, at now: Timestamp) throws {
    madeAt = realtime.timestamp.map { Timestamp(microseconds: $0 * 1_000_000) }
    let matching = RealtimeMatching(feed: feed)
    var strangers: [TripUpdate] = []
    for update in realtime.updates {
      if update.relation == .added {
        try add(update, on: feed)
      } else if let id = update.tripID, let number = try feed.tripNumber(id) {
        keep(try matching.resolve(update, trip: number, at: madeAt ?? now))
      } else {
        strangers.append(update)
      }
    }
    let found = try feed.trips(endingIn: Set(strangers.compactMap(\.tripID)))
    for update in strangers {
      let numbers = update.tripID.flatMap { found[$0] } ?? []
      if numbers.isEmpty { unmatched += 1 }
      // Several trips may end alike, one for each kind of day: the one that runs is meant.
      for number in numbers {
        guard let run = try matching.resolve(update, trip: number, at: madeAt ?? now),
          let service = try feed.service(ofTrip: number),
          numbers.count == 1 || feed.calendar.services[service].runs(on: run.serviceDay)
        else { continue }
        keep(run)
      }
    }
  }

  private mutating func keep(_ run: TripRealtime?) {
    if let run { trips[run.trip, default: []].append(run) }
  }

  private mutating func add(_ update: TripUpdate, on feed: FeedFile) throws {
    let route = try update.routeID.flatMap { try feed.routeName($0) } ?? update.routeID ?? "?"
    for stop in update.stops where stop.relation == .scheduled {
      guard let id = stop.stopID, let number = try feed.stopNumber(id), let time = stop.event?.time
      else { continue }
      added[number, default: []].append(
        Added(
          route: route, trip: update.tripID ?? "", at: Timestamp(microseconds: time * 1_000_000)))
    }
  }

  func run(of departure: Departure) -> TripRealtime? {
    trips[departure.trip]?.first { run in
      !run.isDuplicate && run.serviceDay == departure.serviceDay
        && (run.runStart == departure.runStart || departure.runStart == nil)
    }
  }
}

extension DepartureSearch {
  /// How late a vehicle may be and still be looked for, in seconds.
  static let lookBehind = 5400.0

  /// The next departures with real time laid on them: who is late is still listed, who is early or
  /// deleted is not, and runs that the timetable does not have are.
  func next(
    at stops: [Int], from: Timestamp, limit: Int, with realtime: RealtimeSnapshot
  ) throws -> [Departure] {
    let late = try next(
      at: stops, from: from.adding(seconds: -Self.lookBehind), limit: 500, until: from)
    let coming = try next(at: stops, from: from, limit: limit + 50)
    var found: [Departure] = []
    for departure in late.filter({ $0.scheduledAt < from }) + coming {
      guard let run = realtime.run(of: departure) else {
        found.append(departure)
        continue
      }
      if run.isDeleted { continue }
      var changed = departure
      (changed.realtime, changed.delaySeconds) = run.state(at: departure.sequence)
      found.append(changed)
    }
    for stop in stops { found += try duplicates(at: stop, realtime) }
    return Array(
      found.filter { $0.departsAt >= from }.sorted { $0.departsAt < $1.departsAt }.prefix(limit))
  }

  /// Second runs of trips of the timetable.
  private func duplicates(at stop: Int, _ realtime: RealtimeSnapshot) throws -> [Departure] {
    var found: [Departure] = []
    for run in realtime.trips.values.joined() where run.isDuplicate && !run.isCancelled {
      let times = try feed.times(ofTrip: run.trip).stops
      guard let first = times.first, let start = feed.start(ofServiceDay: run.serviceDay) else {
        continue
      }
      let runStart = run.runStart ?? first.departure
      for time in times.dropLast() where time.stop == stop {
        let offset = Double(runStart + time.departure - first.departure)
        var departure = Departure(
          stop: stop, trip: run.trip, sequence: time.sequence, headsign: 0,
          serviceDay: run.serviceDay, scheduledAt: start.adding(seconds: offset))
        departure.runStart = runStart
        let (state, delay) = run.state(at: time.sequence)
        if state == .skipped { continue }
        departure.realtime = .added
        departure.delaySeconds = delay
        found.append(departure)
      }
    }
    return found
  }
}
