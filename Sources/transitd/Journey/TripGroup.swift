/// Trips of one route that stop at the same places under the same rules.
struct TripGroup {
  struct Event {
    let arrival: Int32
    let departure: Int32
  }

  /// Runs of a repeated trip.
  struct Run {
    let start: Int32
    let until: Int32
    let headway: Int32
    let isExact: Bool
  }

  let route: Int32
  /// Numbers of the feed's stops.
  let stops: [Int32]
  let rules: [UInt8]
  /// Nobody in a wheelchair can get in.
  let isBarred: Bool
  var run: Run?
  var trips: [Int32] = []
  var services: [Int32] = []
  private var times: [Event] = []

  init(route: Int32, stops: [Int32], rules: [UInt8], isBarred: Bool, run: Run? = nil) {
    self.isBarred = isBarred
    self.route = route
    self.stops = stops
    self.rules = rules
    self.run = run
  }

  mutating func append(trip: Int, service: Int32, _ events: some Sequence<Event>) {
    trips.append(Int32(trip))
    services.append(service)
    times += events
  }

  func events(of trip: Int) -> ArraySlice<Event> {
    times[trip * stops.count..<(trip + 1) * stops.count]
  }

  /// The trips in order of time, in as few lists as it takes that none overtakes another.
  func lanes() -> [[Int]] {
    let order = trips.indices.sorted { one, other in
      let (first, second) = (times[one * stops.count], times[other * stops.count])
      return (first.departure, first.arrival, one) < (second.departure, second.arrival, other)
    }
    var lanes: [[Int]] = []
    for trip in order {
      let lane = lanes.firstIndex { lane in lane.last.map { follows(trip, $0) } ?? false }
      if let lane { lanes[lane].append(trip) } else { lanes.append([trip]) }
    }
    return lanes
  }

  /// Whether a trip is nowhere before another one.
  private func follows(_ trip: Int, _ other: Int) -> Bool {
    zip(events(of: trip), events(of: other)).allSatisfy {
      $0.arrival >= $1.arrival && $0.departure >= $1.departure
    }
  }
}

/// Collects the trips of a feed by route and stops.
struct TripGatherer {
  private struct Key: Hashable {
    let route: Int32
    let stops: [Int32]
    let rules: [UInt8]
    let isBarred: Bool
  }

  private var routes: [Int32] = []
  private var services: [Int32] = []
  /// Trips that nobody in a wheelchair can take.
  private var barred: Set<Int> = []
  private let frequencies: [Int: [Frequency]]
  /// Rules at stops of trips, sorted: the trip, the sequence in 28 bits, the rule in 4.
  private var marks: [UInt64] = []
  private var nextMark = 0
  private var indices: [Key: Int] = [:]
  private var groups: [TripGroup] = []

  init(_ feed: FeedFile) throws {
    frequencies = try feed.allFrequencies()
    var (routes, services): ([Int32], [Int32]) = ([], [])
    var barred: Set<Int> = []
    try feed.forEachTrip { row in
      // Trips are numbered without gaps.
      while routes.count <= row.number {
        routes.append(Int32(row.route))
        services.append(Int32(row.service))
      }
      (routes[row.number], services[row.number]) = (Int32(row.route), Int32(row.service))
      if row.wheelchair == .impossible { barred.insert(row.number) }
    }
    (self.routes, self.services, self.barred) = (routes, services, barred)
    var marks: [UInt64] = []
    try feed.forEachDepartures { bytes in
      bytes.withUnsafeBytes { bytes in
        for index in 0..<bytes.count / StopTime.bytes {
          let time = StopTime.at(index, in: bytes)
          let rule = Self.rule(time)
          if rule != 0 {
            marks.append(UInt64(time.trip) << 32 | UInt64(time.sequence) << 4 | UInt64(rule))
          }
        }
      }
    }
    marks.sort()
    self.marks = marks
  }

  private static func rule(_ time: StopTime) -> UInt8 {
    var rule: UInt8 = 0
    if time.isClosed { rule |= JourneyNetwork.Rule.noEntry }
    if time.letsNobodyOut { rule |= JourneyNetwork.Rule.noExit }
    if time.boarding == .phone { rule |= JourneyNetwork.Rule.phone }
    if time.boarding == .driver { rule |= JourneyNetwork.Rule.driver }
    return rule
  }

  mutating func gather(_ feed: FeedFile) throws {
    var current = -1
    var stops: [TripTimes.Stop] = []
    try feed.forEachTimes { trip, part in
      if trip != current {
        add(current, stops)
        current = trip
        stops = part.stops
      } else {
        stops += part.stops
        stops.sort { $0.sequence < $1.sequence }
      }
    }
    add(current, stops)
  }

  /// What was gathered; nothing is left.
  mutating func take() -> [TripGroup] {
    defer { groups = [] }
    return groups
  }

  /// A trip whose times run backwards takes nobody anywhere, and is left out.
  private mutating func add(_ trip: Int, _ stops: [TripTimes.Stop]) {
    guard stops.count > 1, trip < routes.count else { return }
    var rules = [UInt8](repeating: 0, count: stops.count)
    var last = stops[0].arrival
    for (index, stop) in stops.enumerated() {
      guard stop.arrival >= last, stop.departure >= stop.arrival else { return }
      last = stop.departure
      rules[index] = rule(trip, stop.sequence)
    }
    // Nobody gets in at the end, and out at the beginning.
    rules[0] |= JourneyNetwork.Rule.noExit
    rules[stops.count - 1] |= JourneyNetwork.Rule.noEntry
    let places = stops.map { Int32($0.stop) }
    if let runs = frequencies[trip] {
      for run in runs where run.until > run.start {
        add(trip, stops, places, rules, run, origin: stops[0].departure)
      }
    } else {
      add(trip, stops, places, rules)
    }
  }

  private mutating func add(
    _ trip: Int, _ stops: [TripTimes.Stop], _ places: [Int32], _ rules: [UInt8],
    _ run: Frequency? = nil, origin: Int = 0
  ) {
    let index: Int
    let isBarred = barred.contains(trip)
    if let run {
      let run = TripGroup.Run(
        start: Int32(run.start), until: Int32(run.until), headway: Int32(run.headway),
        isExact: run.isExact)
      index = groups.count
      groups.append(
        TripGroup(
          route: routes[trip], stops: places, rules: rules, isBarred: isBarred, run: run))
    } else {
      let key = Key(route: routes[trip], stops: places, rules: rules, isBarred: isBarred)
      index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append(
          TripGroup(route: routes[trip], stops: places, rules: rules, isBarred: isBarred))
      }
    }
    groups[index].append(
      trip: trip, service: services[trip],
      stops.lazy.map {
        TripGroup.Event(
          arrival: Int32($0.arrival - origin), departure: Int32($0.departure - origin))
      })
  }

  /// The rule at a stop of a trip; trips and stops come in order.
  private mutating func rule(_ trip: Int, _ sequence: Int) -> UInt8 {
    let key = UInt64(trip) << 28 | UInt64(sequence)
    while nextMark < marks.count, marks[nextMark] >> 4 < key { nextMark += 1 }
    var rule: UInt8 = 0
    while nextMark < marks.count, marks[nextMark] >> 4 == key {
      rule |= UInt8(marks[nextMark] & 15)
      nextMark += 1
    }
    return rule
  }
}
