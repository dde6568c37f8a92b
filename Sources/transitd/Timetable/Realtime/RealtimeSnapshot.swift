internal import Values

/// The trip updates of a moment, laid on a timetable; computed off the loop.
struct RealtimeSnapshot: Equatable, Sendable {
  /// Places in ``unplanned`` and in the calls there.
  struct Place: Equatable, Sendable {
    let trip: Int
    let call: Int
  }

  /// By trip.
  private(set) var trips: [Int: [TripRealtime]] = [:]
  /// Trips that the timetable does not have, or not so.
  private(set) var unplanned: [UnplannedTrip] = []
  /// By stop: where somebody can get into one of them.
  private(set) var added: [Int: [Place]] = [:]
  /// By trip, where nothing else is known of the run.
  private(set) var vehicles: [Int: [LocatedRun]] = [:]
  private(set) var alerts: [FeedAlert] = []
  /// When the feed was made; nil where it does not say.
  private(set) var madeAt: Timestamp?
  /// Times and days that cannot be, and were left out.
  private(set) var impossible = 0
  /// Updates that name no trip of the timetable.
  private(set) var unmatched = 0
  /// The service days of ``trips`` and ``vehicles``.
  private(set) var days: ClosedRange<Int32>?
  /// The day on which it was made.
  private var today: Int32 = 0
  /// How late and how early any of them is, in seconds.
  private(set) var latest = 0
  private(set) var earliest = 0

  /// Older than this it says nothing about now, in seconds.
  static let staleAfter = 300.0
  /// What is said to be later or earlier than this is not looked for, in seconds.
  private static let longestDelay = 86_400

  /// Whether it says nothing of any vehicle.
  var isEmpty: Bool { trips.isEmpty && unplanned.isEmpty }

  init() {}

  /// - Throws: `SQLiteError`.
  init(_ realtime: RealtimeFeed, on feed: FeedFile, at now: Timestamp) throws {
    madeAt = realtime.timestamp.map { Timestamp(microseconds: $0 * 1_000_000) }
    alerts = try realtime.alerts.compactMap { try FeedAlert($0, on: feed) }
    let matching = RealtimeMatching(feed: feed)
    today = feed.day(at: madeAt ?? now)
    var strangers: [TripUpdate] = []
    for update in realtime.updates {
      if update.relation == .added {
        add(try UnplannedTrip(update, .added, on: feed))
      } else if let id = update.tripID, let number = try feed.tripNumber(id) {
        keep(try matching.resolve(update, trip: number, at: madeAt ?? now))
        if update.relation == .replacement {
          add(try UnplannedTrip(update, .unplanned, insteadOf: number, on: feed))
        }
      } else {
        strangers.append(update)
      }
    }
    let unknown = try realtime.vehicles.compactMap(\.trip.tripID).filter {
      try feed.tripNumber($0) == nil
    }
    let found = try feed.trips(endingIn: Set(strangers.compactMap(\.tripID) + unknown))
    for update in strangers {
      let numbers = update.tripID.flatMap { found[$0] } ?? []
      if numbers.isEmpty {
        unmatched += 1
        add(try UnplannedTrip(update, .unplanned, on: feed))
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
    for report in realtime.vehicles { try locate(report, matching, found, at: madeAt ?? now) }
  }

  /// Takes a vehicle of whose run no update speaks.
  private mutating func locate(
    _ report: VehicleReport, _ matching: RealtimeMatching, _ found: [String: [Int]],
    at now: Timestamp
  ) throws {
    let seconds = now.microseconds / 1_000_000
    guard let id = report.trip.tripID,
      report.timestamp.map({ Double(seconds - $0) <= Self.staleAfter }) ?? true,
      let number = try matching.feed.tripNumber(id) ?? found[id]?.first,
      let run = try matching.resolve(report.trip, trip: number, at: now),
      let located = LocatedRun(run, isThere: report.isThere), isNear(run.serviceDay)
    else { return }
    let isKnown = trips[number]?.contains {
      $0.serviceDay == run.serviceDay && $0.runStart == run.runStart && !$0.isExtra
    }
    if isKnown ?? false { return }
    vehicles[number, default: []].append(located)
    include(run.serviceDay)
  }

  private mutating func include(_ day: Int32) {
    let known = days ?? day...day
    days = min(known.lowerBound, day)...max(known.upperBound, day)
  }

  /// Whether a service day is so near that anybody speaks of it; all days up to it are looked at.
  private func isNear(_ day: Int32) -> Bool { abs(day - today) <= 366 }

  private mutating func keep(_ run: TripRealtime?) {
    guard let run else { return }
    impossible += run.impossible
    guard isNear(run.serviceDay) else { return impossible += 1 }
    trips[run.trip, default: []].append(run)
    include(run.serviceDay)
    for delay in run.points.compactMap(\.delay) + [run.tripDelay ?? 0] {
      latest = max(latest, min(delay, Self.longestDelay))
      earliest = max(earliest, min(-delay, Self.longestDelay))
    }
  }

  private mutating func add(_ trip: UnplannedTrip?) {
    guard let trip else { return }
    impossible += trip.impossible
    guard isNear(trip.serviceDay) else { return impossible += 1 }
    for (index, call) in trip.calls.enumerated() where call.letsIn {
      added[call.stop, default: []].append(Place(trip: unplanned.count, call: index))
    }
    unplanned.append(trip)
  }

  /// The alerts about something that hold between two moments.
  func alerts(
    _ subject: FeedAlert.Subject, from: Timestamp, to: Timestamp
  ) -> [ServiceAlert] {
    let (from, to) = (from.microseconds / 1_000_000, to.microseconds / 1_000_000)
    return alerts.filter { $0.alert.holds(from: from, to: to) && $0.concerns(subject) }.map(\.alert)
  }

  func run(of departure: Departure) -> TripRealtime? {
    trips[departure.trip]?.first { $0.isRun(of: departure) }
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
    var found = try next(at: stops, from: from, limit: limit) {
      realtime.run(of: $0) == nil && realtime.vehicle(of: $0) == nil
    }
    if let days = realtime.days {
      let horizon = found.count < limit ? nil : found.last?.scheduledAt
      let late = realtime.vehicles.isEmpty ? 0 : RealtimeSnapshot.longestWait
      let tracked = try next(
        at: stops, from: from.adding(seconds: -max(late, Double(realtime.latest))), limit: .max,
        until: horizon?.adding(seconds: Double(realtime.earliest)), days: days
      ) { realtime.run(of: $0) != nil || realtime.vehicle(of: $0) != nil }
      for var departure in tracked {
        if realtime.run(of: departure) == nil, let vehicle = realtime.vehicle(of: departure) {
          if let located = try located(departure, vehicle, now: from) { found.append(located) }
          continue
        }
        guard let run = realtime.run(of: departure), !run.isDeleted else { continue }
        (departure.realtime, departure.delaySeconds) = run.state(at: departure.sequence)
        found.append(departure)
      }
    }
    for stop in stops {
      found += try extras(at: stop, realtime)
      found += (realtime.added[stop] ?? []).map { place in
        let trip = realtime.unplanned[place.trip]
        return Departure(trip, trip.calls[place.call])
      }
    }
    return Array(
      found.filter { $0.departsAt >= from }.sorted { $0.departsAt < $1.departsAt }.prefix(limit))
  }

  /// Runs of trips of the timetable that it does not have.
  private func extras(at stop: Int, _ realtime: RealtimeSnapshot) throws -> [Departure] {
    var found: [Departure] = []
    for (trip, runs) in realtime.trips {
      let extra = runs.filter { $0.isExtra && !$0.isCancelled }
      if extra.isEmpty { continue }
      let times = try feed.times(ofTrip: trip).stops
      for run in extra { found += self.extra(run, times, at: stop) }
    }
    return found
  }

  /// The departures of such a run at a stop.
  private func extra(
    _ run: TripRealtime, _ times: [TripTimes.Stop], at stop: Int
  ) -> [Departure] {
    guard let first = times.first, let start = feed.start(ofServiceDay: run.serviceDay) else {
      return []
    }
    let runStart = run.runStart ?? first.departure
    return times.dropLast().filter { $0.stop == stop }.compactMap { time in
      let offset = Double(runStart + time.departure - first.departure)
      var departure = Departure(
        stop: stop, trip: run.trip, sequence: time.sequence, headsign: 0,
        serviceDay: run.serviceDay, scheduledAt: start.adding(seconds: offset))
      departure.runStart = runStart
      let (state, delay) = run.state(at: time.sequence)
      if state == .skipped { return nil }
      departure.realtime = run.extra ?? .added
      departure.delaySeconds = delay
      return departure
    }
  }
}

extension Departure {
  /// A vehicle of which only real time knows: its time is no plan, so nothing is late.
  fileprivate init(_ trip: UnplannedTrip, _ call: UnplannedTrip.Call) {
    self.init(
      stop: call.stop, trip: -1, sequence: call.sequence, headsign: 0,
      serviceDay: trip.serviceDay, scheduledAt: call.departs, realtime: trip.realtime,
      extra: trip.trip)
  }
}
