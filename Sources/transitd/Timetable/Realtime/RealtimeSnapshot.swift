internal import Values

/// The trip updates of a moment, laid on a timetable; computed off the loop.
struct RealtimeSnapshot: Equatable, Sendable {
  /// A vehicle at one stop that the timetable does not have, or not at this time.
  struct Added: Equatable, Sendable {
    let trip: Departure.Extra
    let sequence: Int
    let serviceDay: Int32
    let at: Timestamp
    let realtime: Departure.Realtime
  }

  /// By trip.
  private(set) var trips: [Int: [TripRealtime]] = [:]
  /// By stop.
  private(set) var added: [Int: [Added]] = [:]
  private(set) var alerts: [FeedAlert] = []
  /// When the feed was made; nil where it does not say.
  private(set) var madeAt: Timestamp?
  /// Updates that name no trip of the timetable.
  private(set) var unmatched = 0
  /// The service days of ``trips``.
  private(set) var days: ClosedRange<Int32>?
  /// How late and how early any of them is, in seconds.
  private(set) var latest = 0
  private(set) var earliest = 0

  /// Older than this it says nothing about now, in seconds.
  static let staleAfter = 300.0
  /// What is said to be later or earlier than this is not looked for, in seconds.
  private static let longestDelay = 86_400

  init() {}

  /// - Throws: `SQLiteError`.
  init(_ realtime: RealtimeFeed, on feed: FeedFile, at now: Timestamp) throws {
    madeAt = realtime.timestamp.map { Timestamp(microseconds: $0 * 1_000_000) }
    alerts = try realtime.alerts.compactMap { try FeedAlert($0, on: feed) }
    let matching = RealtimeMatching(feed: feed)
    var strangers: [TripUpdate] = []
    for update in realtime.updates {
      if update.relation == .added {
        try add(update, .added, on: feed)
      } else if let id = update.tripID, let number = try feed.tripNumber(id) {
        keep(try matching.resolve(update, trip: number, at: madeAt ?? now))
        if update.relation == .replacement { try add(update, .unplanned, on: feed) }
      } else {
        strangers.append(update)
      }
    }
    let found = try feed.trips(endingIn: Set(strangers.compactMap(\.tripID)))
    for update in strangers {
      let numbers = update.tripID.flatMap { found[$0] } ?? []
      if numbers.isEmpty {
        unmatched += 1
        try add(update, .unplanned, on: feed)
      }
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
    guard let run else { return }
    trips[run.trip, default: []].append(run)
    let known = days ?? run.serviceDay...run.serviceDay
    days = min(known.lowerBound, run.serviceDay)...max(known.upperBound, run.serviceDay)
    for delay in run.points.compactMap(\.delay) + [run.tripDelay ?? 0] {
      latest = max(latest, min(delay, Self.longestDelay))
      earliest = max(earliest, min(-delay, Self.longestDelay))
    }
  }

  /// A trip by its update alone: it stops where the update has a time.
  private mutating func add(
    _ update: TripUpdate, _ realtime: Departure.Realtime, on feed: FeedFile
  ) throws {
    guard update.relation != .cancelled, update.relation != .deleted else { return }
    let calls = update.stops.filter { $0.relation == .scheduled || $0.relation == .unscheduled }
    let end = try calls.last?.stopID.flatMap { try feed.stopName($0) }
    let id = update.tripID ?? ""
    let route = try update.routeID.flatMap { try feed.routeName($0) } ?? update.routeID ?? "?"
    let extra = Departure.Extra(route: route, headsign: end, trip: id)
    for (index, call) in calls.enumerated() {
      // Where a trip ends nobody gets in.
      if index == calls.count - 1, call.departure == nil, calls.count > 1 { continue }
      guard let stop = try call.stopID.flatMap({ try feed.stopNumber($0) }),
        let time = call.event?.time
      else { continue }
      let at = Timestamp(microseconds: time * 1_000_000)
      let day = update.startDate.flatMap(RealtimeMatching.day) ?? feed.day(at: at)
      added[stop, default: []].append(
        Added(
          trip: extra, sequence: call.sequence ?? index, serviceDay: day, at: at,
          realtime: realtime))
    }
  }

  /// The alerts about something that hold between two moments.
  func alerts(
    _ subject: FeedAlert.Subject, from: Timestamp, to: Timestamp
  ) -> [ServiceAlert] {
    let (from, to) = (from.microseconds / 1_000_000, to.microseconds / 1_000_000)
    return alerts.filter { $0.alert.holds(from: from, to: to) && $0.concerns(subject) }.map(\.alert)
  }

  func run(of departure: Departure) -> TripRealtime? {
    trips[departure.trip]?.first { run in
      !run.isDuplicate && run.serviceDay == departure.serviceDay
        && (run.runStart == departure.runStart || departure.runStart == nil)
    }
  }
}

extension DepartureSearch {
  /// The next departures with real time laid on them: who is late is still listed, who is early or
  /// deleted is not, and runs that the timetable does not have are.
  ///
  /// Trips that real time speaks of are looked for by themselves, as far from their times as any of
  /// them is late or early: however many pass a stop, none is lost between the two.
  func next(
    at stops: [Int], from: Timestamp, limit: Int, with realtime: RealtimeSnapshot
  ) throws -> [Departure] {
    var found = try next(at: stops, from: from, limit: limit) { realtime.run(of: $0) == nil }
    if let days = realtime.days {
      let horizon = found.count < limit ? nil : found.last?.scheduledAt
      let tracked = try next(
        at: stops, from: from.adding(seconds: -Double(realtime.latest)), limit: .max,
        until: horizon?.adding(seconds: Double(realtime.earliest)), days: days
      ) { realtime.run(of: $0) != nil }
      for var departure in tracked {
        guard let run = realtime.run(of: departure), !run.isDeleted else { continue }
        (departure.realtime, departure.delaySeconds) = run.state(at: departure.sequence)
        found.append(departure)
      }
    }
    for stop in stops {
      found += try duplicates(at: stop, realtime)
      found += (realtime.added[stop] ?? []).map { Departure($0, at: stop) }
    }
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

extension Departure {
  /// A vehicle of which only real time knows: its time is no plan, so nothing is late.
  fileprivate init(_ added: RealtimeSnapshot.Added, at stop: Int) {
    self.init(
      stop: stop, trip: -1, sequence: added.sequence, headsign: 0, serviceDay: added.serviceDay,
      scheduledAt: added.at, realtime: added.realtime, extra: added.trip)
  }
}
