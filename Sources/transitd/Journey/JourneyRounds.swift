/// RAPTOR: ways with one vehicle, then with two, and so on, each round from what the one before
/// reached (Delling, Pajor, Werneck: Round-Based Public Transit Routing, 2012).
///
/// Backwards from an arrival it is the same search with times that count backwards, stops in the
/// other order, and getting in and out exchanged.
struct JourneyRounds {
  /// A stop at one of the ends of a way, and the seconds on foot between both.
  struct End: Equatable {
    let stop: Int
    let seconds: Int32
  }

  /// What people can do.
  struct Terms {
    var millimetresPerSecond = 1250
    /// What changing vehicles takes beside the way on foot.
    var changeSeconds: Int32 = 60
    /// By pattern, where not all are taken.
    var isAvoided: [Bool]?

    func seconds(_ metres: Int32) -> Int32 {
      Int32((Int(metres) * 1000 + millimetresPerSecond - 1) / millimetresPerSecond)
    }

    func seconds(_ path: FootPaths.Path) -> Int32 {
      switch path.seconds {
      case FootPaths.ordinary: seconds(path.metres) + changeSeconds
      case FootPaths.timed: seconds(path.metres)
      default: path.seconds
      }
    }
  }

  struct Day {
    let table: ServiceDayTable
    /// Its start, in seconds after the moment that is asked about.
    let offset: Int32
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
  /// By stop: what is later is of no use there; empty where nobody knows.
  var latest: [Int32] = []
  private(set) var scratch: JourneyScratch
  /// What is not sooner is of no use.
  private var bound = JourneyScratch.never
  private var measured: (Int, Int32)?
  /// Seconds of the ways on foot.
  private var outward: [Int32] = []
  private var inward: [Int32] = []
  /// By number of vehicles.
  private(set) var reached: [Reached?] = []

  init(_ network: JourneyNetwork, rounds: Int) {
    self.network = network
    scratch = JourneyScratch(
      stops: network.stopCount, patterns: network.patterns.count, rounds: rounds)
  }

  /// Searches for ways with at most so many vehicles, that take less than `bound` seconds.
  mutating func run(from: [End], to: [End], vehicles: Int, bound: Int32) {
    scratch.clear()
    measure()
    self.bound = bound
    reached = Array(repeating: nil, count: vehicles + 1)
    for end in to {
      scratch.touch(end.stop)
      scratch.end[end.stop] = min(scratch.end[end.stop], end.seconds)
    }
    for end in from { scratch.prepare(end.stop, at: end.seconds, from: end.stop, round: 0) }
    for round in stride(from: 1, through: vehicles, by: 1) {
      if scratch.marked.isEmpty { break }
      collect()
      for pattern in scratch.queue {
        let first = Int(scratch.first[Int(pattern)])
        scratch.first[Int(pattern)] = JourneyScratch.never
        scan(Int(pattern), from: first, round: round)
      }
      if round < vehicles { walk(round) }
    }
  }

  /// The patterns of all stops at which somebody waits.
  private mutating func collect() {
    scratch.queue.removeAll(keepingCapacity: true)
    for stop in scratch.marked {
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
    scratch.marked.removeAll(keepingCapacity: true)
    scratch.ridden.removeAll(keepingCapacity: true)
  }

  private mutating func scan(_ number: Int, from first: Int, round: Int) {
    let pattern = network.patterns[number]
    let feed = Int(pattern.feed)
    // Soonest days first.
    for index in days[feed].indices {
      let place = isForward ? index : days[feed].count - 1 - index
      let day = days[feed][place]
      // The soonest and the latest that any of these vehicles is anywhere.
      let soonest = isForward ? day.offset + pattern.earliest : -(day.offset + pattern.latest)
      if soonest >= bound { continue }
      let last = isForward ? day.offset + pattern.latest : -(day.offset + pattern.earliest)
      if last < 0 { continue }
      let trips = day.table.range(of: number)
      if trips.isEmpty { continue }
      let vehicles = Vehicles(
        network: network, pattern: pattern, table: day.table, trips: trips, offset: day.offset,
        isForward: isForward)
      let isCaught = ride(number, pattern, vehicles, day: place, from: first, round: round)
      // Who is in a vehicle from the first stop on is everywhere before those of the next day, as
      // long as days do not overlap.
      if isCaught, pattern.latest - pattern.earliest < Self.shortestDay { return }
    }
  }

  /// No two starts of service days are nearer to each other, in seconds.
  private static let shortestDay: Int32 = 79_000

  /// Follows a pattern on one day with the soonest vehicle that can be caught.
  ///
  /// The answer is whether one was caught where somebody waits first.
  private mutating func ride(
    _ number: Int, _ pattern: JourneyNetwork.Pattern, _ vehicles: Vehicles, day: Int,
    from first: Int, round: Int
  ) -> Bool {
    let count = Int(pattern.stopCount)
    let firstStop = Int(pattern.firstStop)
    let waiting = (round - 1) * scratch.stops
    let (noEntry, noExit) =
      isForward
      ? (JourneyNetwork.Rule.noEntry, JourneyNetwork.Rule.noExit)
      : (JourneyNetwork.Rule.noExit, JourneyNetwork.Rule.noEntry)
    var vehicle = vehicles.none
    var boarded = 0
    var isFirst = true
    var isCaught = false
    for place in first..<count {
      let position = isForward ? place : count - 1 - place
      let stop = Int(network.patternStops[firstStop + position])
      let rule = network.rules[firstStop + position]
      if vehicle.rank >= 0, rule & noExit == 0 {
        let value = vehicles.exit(vehicle, position)
        if value < bound, value < scratch.bestRide[stop], latest.isEmpty || value <= latest[stop] {
          let ride = JourneyScratch.Ride(
            pattern: Int32(number), day: Int32(day), trip: vehicles.number(vehicle),
            board: Int32(boarded), alight: Int32(position))
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

  private mutating func arrive(_ stop: Int, _ value: Int32, _ round: Int) {
    let rest = scratch.end[stop]
    guard rest != JourneyScratch.never, value + rest < bound else { return }
    bound = value + rest
    reached[round] = Reached(value: bound, stop: stop)
  }

  /// Knows what all ways on foot take; they are measured anew where somebody walks faster.
  private mutating func measure() {
    let terms = (terms.millimetresPerSecond, terms.changeSeconds)
    if let measured, measured == terms { return }
    measured = terms
    outward = network.paths.outward.paths.map { self.terms.seconds($0) }
    inward = network.paths.inward.paths.map { self.terms.seconds($0) }
  }

  /// From where vehicles were left to where others can be taken.
  private mutating func walk(_ round: Int) {
    let paths = isForward ? network.paths.outward : network.paths.inward
    for stop in scratch.ridden {
      let value = scratch.bestRide[Int(stop)]
      for index in paths.starts[Int(stop)]..<paths.starts[Int(stop) + 1] {
        let ready = value + (isForward ? outward[Int(index)] : inward[Int(index)])
        if ready >= bound { continue }
        let path = paths.paths[Int(index)]
        let other = Int(isForward ? path.to : path.from)
        scratch.prepare(other, at: ready, from: Int(stop), round: round)
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
