/// Real time laid on the net of the timetables, run by run.
///
/// A run that real time speaks of is taken out of its pattern for its day. Unless it is cancelled it
/// stands in one of its own, with the times that it has now: the search treats both alike.
struct LiveDraft {
  let base: JourneyNetwork
  private(set) var patterns: [JourneyNetwork.Pattern] = []
  private(set) var patternStops: [Int32] = []
  private(set) var rules: [UInt8] = []
  private(set) var times: [Int32] = []
  private(set) var trips: [JourneyNetwork.LiveTrip] = []
  private(set) var removed: [JourneyNetwork.FeedDay: Set<Int32>] = [:]
  /// By feed: the latest second of a service day at which any of these runs is anywhere.
  private(set) var latest: [Int: Int32] = [:]
  /// By feed: the names of its routes, and of those that only real time has.
  var routeNames: [Int: [String]] = [:]

  /// Runs that stop at the same places on the same day.
  private struct Key: Hashable {
    let day: Int32
    /// A list of stops stands there once.
    let firstStop: Int32
    let rules: [UInt8]
    let isBarred: Bool
  }

  struct Group {
    let feed: Int
    let day: Int32
    /// Where its stops stand in the net; nil where nothing of the timetable stops so.
    let firstStop: Int32?
    var runs: TripGroup
    var trips: [JourneyNetwork.LiveTrip] = []
  }

  init(_ base: JourneyNetwork) { self.base = base }

  /// Takes what is known of the runs of one feed; the feed is read for the stops of their trips.
  ///
  /// - Throws: `SQLiteError`, `CancellationError`.
  mutating func add(_ realtime: RealtimeSnapshot, of file: FeedFile, feed number: Int) throws {
    let feed = base.feeds[number]
    var groups: [Key: Group] = [:]
    var extra: Set<Int> = []
    for index in feed.firstPattern..<feed.firstPattern + feed.patternCount {
      try Task.checkCancellation()
      let pattern = base.patterns[index]
      for trip in pattern.firstTrip..<pattern.firstTrip + pattern.tripCount {
        guard let runs = realtime.trips[Int(base.tripRows[Int(trip)])] else { continue }
        // A repeated trip may be part of several patterns: what is extra runs once.
        let isFirst = extra.insert(Int(trip)).inserted
        let sequences = try file.times(ofTrip: Int(base.tripRows[Int(trip)])).stops.map(\.sequence)
        guard sequences.count == Int(pattern.stopCount) else { continue }
        let event =
          pattern.firstEvent + Int(trip - pattern.firstTrip) * Int(pattern.stopCount)
        let place = Place(
          pattern: pattern, feed: number, trip: trip, event: event, sequences: sequences,
          isFirst: isFirst)
        for (run, live) in self.runs(runs, place) { keep(run, live, place, &groups) }
      }
    }
    for key in groups.keys.sorted(by: { ($0.day, $0.firstStop) < ($1.day, $1.firstStop) }) {
      if let group = groups[key] { append(group) }
    }
    for trip in realtime.unplanned { add(trip, feed: number) }
  }

  /// A trip of the net.
  private struct Place {
    let pattern: JourneyNetwork.Pattern
    let feed: Int
    let trip: Int32
    let event: Int
    let sequences: [Int]
    let isFirst: Bool
  }

  /// The runs of a trip that go on by themselves; all of a repeated trip if real time speaks of one.
  private mutating func runs(
    _ known: [TripRealtime], _ place: Place
  ) -> [(TripRealtime, JourneyNetwork.LiveTrip)] {
    let pattern = place.pattern
    func live(
      _ shift: Int32, _ runStart: Int?, _ extra: Departure.Realtime? = nil
    ) -> JourneyNetwork.LiveTrip {
      JourneyNetwork.LiveTrip(
        trip: place.trip, event: place.event, shift: shift, runStart: runStart.map(Int32.init),
        extra: extra)
    }
    var found: [(TripRealtime, JourneyNetwork.LiveTrip)] = []
    let origin = base.times[place.event * 2 + 1]
    for run in known where place.isFirst && run.isExtra && !run.isCancelled {
      let start = run.runStart ?? Int(origin)
      found.append((run, live(Int32(start) - origin, start, run.extra)))
    }
    let service = base.feeds[place.feed].calendar.services[
      Int(base.tripServices[Int(place.trip)])]
    for day in Set(known.filter { !$0.isExtra }.map(\.serviceDay)).sorted()
    where service.runs(on: day) {
      let key = JourneyNetwork.FeedDay(feed: place.feed, day: day)
      let today = known.filter { $0.serviceDay == day && !$0.isExtra }
      if pattern.headway == 0 {
        removed[key, default: []].insert(place.trip)
        if let run = today.first { found.append((run, live(0, nil))) }
        continue
      }
      let starts = (0..<Int(pattern.runCount)).map {
        Int(pattern.runStart) + $0 * Int(pattern.headway)
      }
      guard today.contains(where: { $0.runStart.map(starts.contains) ?? false }) else { continue }
      removed[key, default: []].insert(place.trip)
      for start in starts {
        let run = today.first { $0.runStart == start } ?? .unknown(place.trip, day: day)
        found.append((run, live(Int32(start), start)))
      }
    }
    return found
  }

  private mutating func keep(
    _ run: TripRealtime, _ live: JourneyNetwork.LiveTrip, _ place: Place,
    _ groups: inout [Key: Group]
  ) {
    if run.isCancelled || run.isDeleted { return }
    let pattern = place.pattern
    var rules = Array(base.rules[pattern.stopRange])
    var events: [TripGroup.Event] = []
    var last = Int32.min
    var delay = 0
    for (position, sequence) in place.sequences.enumerated() {
      let (state, known) = run.state(at: sequence)
      // Who passes a stop is as late there as before.
      if state == .skipped { rules[position] |= Self.closed } else { delay = known ?? 0 }
      let shift = live.shift + Int32(clamping: delay)
      let planned = (place.event + position) * 2
      // Nobody arrives before leaving the stop before, whatever was said of both.
      let arrival = max(last, base.times[planned] + shift)
      last = max(arrival, base.times[planned + 1] + shift)
      events.append(TripGroup.Event(arrival: arrival, departure: last))
    }
    let isOpen = rules == Array(base.rules[pattern.stopRange])
    let key = Key(
      day: run.serviceDay, firstStop: pattern.firstStop, rules: isOpen ? [] : rules,
      isBarred: pattern.isBarred)
    var group =
      groups[key]
      ?? Group(
        feed: place.feed, day: run.serviceDay, firstStop: isOpen ? pattern.firstStop : nil,
        runs: TripGroup(
          route: pattern.route, stops: Array(base.patternStops[pattern.stopRange]), rules: rules,
          isBarred: pattern.isBarred))
    group.runs.append(trip: group.trips.count, service: 0, events)
    group.trips.append(live)
    groups[key] = group
  }

  private static let closed = JourneyNetwork.Rule.noEntry | JourneyNetwork.Rule.noExit

  /// The runs of a group, as patterns in which nobody overtakes.
  mutating func append(_ group: Group) {
    let runs = group.runs
    let firstStop = group.firstStop ?? Int32(base.patternStops.count + patternStops.count)
    if group.firstStop == nil {
      patternStops += runs.stops
      rules += runs.rules
    }
    for lane in runs.lanes() {
      let firstTrip = base.plannedTrips + trips.count
      let firstEvent = times.count / 2
      for index in lane {
        trips.append(group.trips[index])
        for event in runs.events(of: index) {
          times.append(event.arrival)
          times.append(event.departure)
        }
      }
      let span = JourneyNetwork.Span(times[(firstEvent * 2)...], stops: runs.stops.count, nil)
      latest[group.feed] = max(latest[group.feed] ?? 0, span.latest)
      patterns.append(
        JourneyNetwork.Pattern(
          feed: Int32(group.feed), route: runs.route, firstStop: firstStop,
          stopCount: Int32(runs.stops.count), firstTrip: Int32(firstTrip),
          tripCount: Int32(lane.count), firstEvent: firstEvent, runStart: 0, runEnd: 0,
          headway: 0, isExact: true, isBarred: runs.isBarred,
          span: span, day: group.day))
    }
  }
}

extension TripRealtime {
  /// A run of which nothing is said.
  fileprivate static func unknown(_ trip: Int32, day: Int32) -> TripRealtime {
    TripRealtime(
      trip: Int(trip), serviceDay: day, runStart: nil, isCancelled: false, isDeleted: false,
      extra: nil, points: [], tripDelay: nil)
  }
}
