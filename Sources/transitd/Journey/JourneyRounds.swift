/// RAPTOR: ways with one vehicle, then with two, and so on, each round from what the one before
/// reached (Delling, Pajor, Werneck: Round-Based Public Transit Routing, 2012).
///
/// Backwards from an arrival it is the same search with times that count backwards, stops in the
/// other order, and getting in and out exchanged.
struct JourneyRounds {
  struct Day {
    let date: Int32
    let table: ServiceDayTable
    /// Its start, in seconds after the moment that is asked about.
    let offset: Int32
  }

  /// A way on foot from a stop.
  struct Walk {
    let to: Int32
    let seconds: Int32
    /// Without what changing takes.
    let onFoot: Int32
  }

  /// Those of all stops.
  private struct Walks {
    var starts: [Int32] = []
    var all: [Walk] = []
  }

  /// What the inner loops read, in place.
  struct Reading {
    let times: UnsafeBufferPointer<Int32>
    let liveTimes: UnsafeBufferPointer<Int32>
    let liveTrips: UnsafeBufferPointer<ServiceDayTable.Trip>
    let stops: UnsafeBufferPointer<Int32>
    let rules: UnsafeBufferPointer<UInt8>
  }

  /// The end was reached in a round, sooner than in all before.
  struct Reached: Equatable {
    let value: Int32
    let stop: Int
  }

  let network: JourneyNetwork
  var isForward = true
  var days: [[Day]] = []
  var terms = Terms()
  /// The search the other way round, where there was one: nobody is on the way at a stop before it
  /// was, with as many vehicles.
  var opposite: Opposite?
  let scratch: JourneyScratch
  /// What is not sooner is no better at the end.
  private var bound = JourneyScratch.never
  /// What is not sooner is of no use to anybody.
  var limit = JourneyScratch.never
  /// What is so much later than the best is still of use, in seconds.
  private var slack: Int32 = 0
  private var measured: (Int, Int32, Bool)?
  private var outward = Walks()
  private var inward = Walks()
  /// By live trip of the net.
  private let liveTrips: [ServiceDayTable.Trip]
  /// For searches by the way on foot as well.
  let bags: JourneyBags
  /// By number of vehicles.
  private(set) var reached: [Reached?] = []

  init(_ network: JourneyNetwork, rounds: Int) {
    self.network = network
    scratch = JourneyScratch(
      stops: network.stopCount, patterns: network.patterns.count, rounds: rounds)
    liveTrips = ServiceDayTable.liveTrips(of: network)
    bags = JourneyBags(stops: network.stopCount)
  }

  /// Searches for ways with at most so many vehicles, that take less than `bound` seconds; what is
  /// up to `slack` seconds later than the best is noted as well, as long as it takes less than
  /// `furthest`.
  mutating func run(
    from: [End], to: [End], vehicles: Int, bound: Int32, slack: Int32 = 0,
    furthest: Int32 = JourneyScratch.never
  ) {
    scratch.clear()
    measure()
    (self.bound, self.slack) = (bound, slack)
    limit = min(furthest, bound.addingReportingOverflow(slack).overflow ? .max : bound + slack)
    if terms.isStepFree { scratch.bar(network.barredStops) }
    reached = Array(repeating: nil, count: vehicles + 1)
    for end in to {
      scratch.touch(end.stop)
      scratch.end[end.stop] = min(scratch.end[end.stop], end.seconds)
    }
    for end in from { scratch.prepare(end.stop, at: end.seconds, from: end.stop, round: 0) }
    reading { rounds, reading in rounds.rounds(vehicles, reading) }
  }

  /// Lends the arrays of the net as they lie in memory.
  mutating func reading(_ body: (inout JourneyRounds, Reading) -> Void) {
    let (network, liveTrips) = (network, liveTrips)
    network.times.withUnsafeBufferPointer { times in
      network.patternStops.withUnsafeBufferPointer { stops in
        network.rules.withUnsafeBufferPointer { rules in
          network.liveTimes.withUnsafeBufferPointer { liveTimes in
            liveTrips.withUnsafeBufferPointer { liveTrips in
              body(
                &self,
                Reading(
                  times: times, liveTimes: liveTimes, liveTrips: liveTrips, stops: stops,
                  rules: rules))
            }
          }
        }
      }
    }
  }

  private mutating func rounds(_ vehicles: Int, _ reading: Reading) {
    for round in stride(from: 1, through: vehicles, by: 1) {
      if scratch.marked.isEmpty { break }
      collect()
      for pattern in scratch.queue {
        let first = Int(scratch.first[Int(pattern)])
        scratch.first[Int(pattern)] = JourneyScratch.never
        scan(Int(pattern), from: first, round: round, reading)
      }
      if round < vehicles { walk(round) }
    }
  }

  private mutating func collect() {
    collect(scratch.marked)
    scratch.marked.removeAll(keepingCapacity: true)
    scratch.ridden.removeAll(keepingCapacity: true)
  }

  /// The patterns of all stops at which somebody waits.
  mutating func collect(_ stops: [Int32]) {
    scratch.queue.removeAll(keepingCapacity: true)
    for stop in stops {
      let range = network.callStarts[Int(stop)]..<network.callStarts[Int(stop) + 1]
      for index in range {
        let call = network.calls[Int(index)]
        let pattern = Int(call.pattern)
        if terms.isAvoided?[pattern] == true { continue }
        let place =
          isForward ? call.position : network.patterns[pattern].stopCount - 1 - call.position
        if scratch.first[pattern] == JourneyScratch.never { scratch.queue.append(call.pattern) }
        scratch.first[pattern] = min(scratch.first[pattern], place)
      }
    }
  }

  private mutating func scan(_ number: Int, from first: Int, round: Int, _ reading: Reading) {
    forEachDay(number, from: first, reading) { rounds, stretch, vehicles in
      let isCaught = rounds.ride(stretch, vehicles, reading, round: round)
      // Who is in a vehicle from the first stop on is everywhere before those of the next day, as
      // long as days do not overlap.
      return isCaught && stretch.pattern.span.atOneStop < Self.shortestDay
    }
  }

  /// No two starts of service days are nearer to each other, in seconds.
  private static let shortestDay: Int32 = 79_000

  /// Follows a pattern on one day with the soonest vehicle that can be caught.
  ///
  /// The answer is whether one was caught where somebody waits first.
  private mutating func ride(
    _ stretch: Stretch, _ vehicles: Vehicles, _ reading: Reading, round: Int
  ) -> Bool {
    let count = Int(stretch.pattern.stopCount)
    let firstStop = Int(stretch.pattern.firstStop)
    let waiting = (round - 1) * scratch.stops
    let (noEntry, noExit) =
      isForward
      ? (JourneyNetwork.Rule.noEntry, JourneyNetwork.Rule.noExit)
      : (JourneyNetwork.Rule.noExit, JourneyNetwork.Rule.noEntry)
    var vehicle = Vehicles.none
    var boarded = 0
    var isFirst = true
    var isCaught = false
    for place in stretch.first..<count {
      let position = isForward ? place : count - 1 - place
      let stop = Int(reading.stops[firstStop + position])
      let rule = reading.rules[firstStop + position]
      if vehicle.rank >= 0, rule & noExit == 0 {
        let value = vehicles.exit(vehicle, position)
        if value < limit, value < scratch.bestRide[stop],
          opposite?.isReady(stop, at: value, before: round) ?? true
        {
          let ride = JourneyScratch.Ride(
            pattern: Int32(stretch.number), day: Int32(stretch.day),
            trip: number(vehicle, vehicles, stretch.pattern), board: Int32(boarded),
            alight: Int32(position))
          scratch.reach(stop, at: value, ride, round: round)
          arrive(stop, value, round)
        }
      }
      let ready = scratch.ready[waiting + stop]
      guard ready != JourneyScratch.never, rule & noEntry == 0 else { continue }
      if vehicle.rank >= 0, vehicles.entry(vehicle, position) < ready { continue }
      let found = vehicles.first(from: ready, at: position, before: vehicle.rank)
      if found.rank >= 0 { (vehicle, boarded) = (found, position) }
      if isFirst { (isFirst, isCaught) = (false, found.rank >= 0) }
    }
    return isCaught
  }

  /// The trip, or for repeated ones the number of the run.
  func number(
    _ vehicle: Vehicles.Vehicle, _ vehicles: Vehicles, _ pattern: JourneyNetwork.Pattern
  ) -> Int32 {
    if pattern.headway > 0 { return Int32(vehicles.index(vehicle.rank)) }
    return pattern.firstTrip + Int32(vehicle.events - pattern.firstEvent) / pattern.stopCount
  }

  private mutating func arrive(_ stop: Int, _ value: Int32, _ round: Int) {
    let rest = scratch.end[stop]
    guard rest != JourneyScratch.never, value + rest < bound else { return }
    bound = value + rest
    limit = min(limit, bound.addingReportingOverflow(slack).overflow ? limit : bound + slack)
    reached[round] = Reached(value: bound, stop: stop)
  }

  /// Knows what all ways on foot take; they are measured anew where somebody walks faster.
  mutating func measure() {
    let terms = (terms.millimetresPerSecond, terms.changeSeconds, terms.isStepFree)
    if let measured, measured == terms { return }
    measured = terms
    let paths = network.paths(self.terms)
    outward = walks(paths.outward, to: \.to)
    inward = walks(paths.inward, to: \.from)
  }

  /// To where a vehicle can be taken; from each stop the shortest first.
  private func walks(
    _ paths: FootPaths.ByStop, to end: (FootPaths.Path) -> Int32
  ) -> Walks {
    var walks = Walks()
    walks.starts.reserveCapacity(network.stopCount + 1)
    walks.all.reserveCapacity(paths.paths.count)
    for stop in 0..<network.stopCount {
      walks.starts.append(Int32(walks.all.count))
      let first = walks.all.count
      for path in paths.paths[Int(paths.starts[stop])..<Int(paths.starts[stop + 1])] {
        let to = end(path)
        guard network.callStarts[Int(to)] < network.callStarts[Int(to) + 1] else { continue }
        walks.all.append(Walk(to: to, seconds: terms.seconds(path), onFoot: terms.onFoot(path)))
      }
      walks.all[first...].sort { ($0.seconds, $0.to) < ($1.seconds, $1.to) }
    }
    walks.starts.append(Int32(walks.all.count))
    return walks
  }

  /// The ways on foot at a stop, in the direction of the search, the shortest first.
  func walks(_ stop: Int) -> ArraySlice<Walk> {
    let walks = isForward ? outward : inward
    return walks.all[Int(walks.starts[stop])..<Int(walks.starts[stop + 1])]
  }

  /// From where vehicles were left to where others can be taken.
  private mutating func walk(_ round: Int) {
    let walks = isForward ? outward : inward
    walks.all.withUnsafeBufferPointer { all in
      for stop in scratch.ridden {
        let value = scratch.bestRide[Int(stop)]
        for index in walks.starts[Int(stop)]..<walks.starts[Int(stop) + 1] {
          let walk = all[Int(index)]
          let ready = value + walk.seconds
          if ready >= limit { break }
          guard ready < scratch.bestReady[Int(walk.to)],
            opposite?.isRidden(Int(walk.to), after: ready) ?? true
          else { continue }
          scratch.prepare(Int(walk.to), at: ready, from: Int(stop), round: round)
        }
      }
    }
  }

  // MARK: The way that was found

  /// The vehicles of the way with so many of them, in the order in which they are taken.
  func rides(_ vehicles: Int) -> [JourneyScratch.Ride] {
    guard let last = reached[vehicles] else { return [] }
    var rides: [JourneyScratch.Ride] = []
    var stop = last.stop
    for round in stride(from: vehicles, to: 0, by: -1) {
      var ride = scratch.rides[round * scratch.stops + stop]
      let pattern = network.patterns[Int(ride.pattern)]
      let place = (round - 1) * scratch.stops + network.stop(of: pattern, at: Int(ride.board))
      stop = Int(scratch.readyFrom[place])
      if !isForward { swap(&ride.board, &ride.alight) }
      rides.append(ride)
    }
    return isForward ? rides.reversed() : rides
  }
}
