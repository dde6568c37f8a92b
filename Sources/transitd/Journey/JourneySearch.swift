/// The ways from one place to another that nobody would discard: none arrives sooner with as few
/// vehicles and as little on foot; and of those that arrive so, the one that leaves last.
///
/// For one thread; the search notes what it finds in arrays that it keeps.
final class JourneySearch {
  /// Nobody asks for ways that take longer, in seconds.
  static let horizon = 86_400
  static let maximumTransfers = 7
  /// Who walks less is this much slower at most, in seconds.
  static let usualSlack = 1800

  struct Question {
    var from: [JourneyRounds.End]
    var to: [JourneyRounds.End]
    /// The whole way on foot, in seconds; nil where it is too far.
    var walk: Int?
    /// Seconds since 1970.
    let at: Int
    var isArrival = false
    var maxTransfers = 4
    var terms = JourneyRounds.Terms()
    /// No way takes longer.
    var horizon = JourneySearch.horizon
    /// Where none takes so long, none takes longer than this.
    var farHorizon: Int?
    /// No way is longer on foot, in seconds.
    var mostWalking: Int?
    /// Who walks less arrives at most so many seconds later (or leaves so much earlier) than the
    /// soonest; 0 where nobody asks for such ways.
    var slack = 0
    /// What is spared on foot where it is worth another way, in seconds.
    var leastSpared = 120
  }

  let network: JourneyNetwork
  private var serviceDays = RecentServiceDays()
  var rounds: JourneyRounds
  /// The search the other way round.
  var turned: JourneyRounds

  init(_ network: JourneyNetwork) {
    self.network = network
    rounds = JourneyRounds(network, rounds: Self.maximumTransfers + 1)
    turned = JourneyRounds(network, rounds: Self.maximumTransfers + 1)
  }

  /// Ways in order of the number of vehicles, and then of time: arrivals, or for a question about an
  /// arrival departures, the latest first.
  func ways(_ question: Question) -> [Way] {
    let question = question.withinReach
    let far = max(question.horizon, question.farHorizon ?? 0)
    let days =
      question.isArrival
      ? serviceDays.days(from: question.at - far, to: question.at, in: network)
      : serviceDays.days(from: question.at, to: question.at + far, in: network)
    var ways: [Way] = []
    if let walk = question.walk, walk <= far {
      let leaves = question.isArrival ? question.at - walk : question.at
      ways.append(
        Way(leaves: leaves, arrives: leaves + walk, rides: [], firstWalk: walk, lastWalk: 0))
    }
    ways += soonest(question, far, days)
    return withLessWalking(ways, question, far, days)
  }

  /// By time and number of vehicles alone; each is sooner than those before and than walking.
  private func soonest(_ question: Question, _ far: Int, _ days: [[ServiceDay]]) -> [Way] {
    var ways: [Way] = []
    let walk = question.walk.flatMap { $0 <= far ? $0 : nil }
    rounds.search(
      question, at: question.at, isForward: !question.isArrival, question.maxTransfers + 1,
      walk ?? far + 1, days, slack: question.slack, furthest: far + 1)
    let isFar = (rounds.reached.lazy.compactMap { $0?.value }.min() ?? 0) > question.horizon
    for (count, end) in rounds.reached.enumerated() where count > 0 {
      guard let end, isFar || end.value <= question.horizon else { continue }
      // The other way round: who arrives as soon may leave later, who leaves as late arrive sooner.
      turned.opposite = JourneyRounds.Opposite(
        scratch: rounds.scratch, seconds: end.value, vehicles: count)
      turned.search(
        question, at: question.turned(Int(end.value)), isForward: question.isArrival, count,
        Int(end.value) + 1, days)
      if let best = turned.reached.lastIndex(where: { $0 != nil }),
        let way = way(turned.rides(best), question, days)
      {
        ways.append(way)
      }
    }
    return ways
  }

  /// A way of some vehicles.
  func way(
    _ found: [JourneyScratch.Ride], _ question: Question, _ days: [[ServiceDay]]
  ) -> Way? {
    var rides = found.map { ride($0, days) }
    guard let first = rides.first, let last = rides.last else { return nil }
    for index in rides.indices.dropFirst() {
      rides[index].walk = walk(rides[index - 1], rides[index], question.terms)
    }
    let firstWalk = seconds(question.from, stop(first.pattern, first.board))
    let lastWalk = seconds(question.to, stop(last.pattern, last.alight))
    return Way(
      leaves: first.departs - firstWalk, arrives: last.arrives + lastWalk, rides: rides,
      firstWalk: firstWalk, lastWalk: lastWalk)
  }

  func stop(_ pattern: Int, _ position: Int) -> Int {
    network.stop(of: network.patterns[pattern], at: position)
  }

  private func seconds(_ ends: [JourneyRounds.End], _ stop: Int) -> Int {
    Int(ends.filter { $0.stop == stop }.map(\.seconds).min() ?? 0)
  }

  private func ride(_ ride: JourneyScratch.Ride, _ days: [[ServiceDay]]) -> Way.Ride {
    let pattern = network.patterns[Int(ride.pattern)]
    let day = days[Int(pattern.feed)][Int(ride.day)]
    let isRepeated = pattern.headway > 0
    let trip = isRepeated ? Int(pattern.firstTrip) : Int(ride.trip)
    let run = Int(pattern.runStart) + Int(ride.trip) * Int(pattern.headway)
    let events =
      pattern.firstEvent + (trip - Int(pattern.firstTrip)) * Int(pattern.stopCount)
    let start = day.start + (isRepeated ? run : 0)
    let times = pattern.day == nil ? network.times : network.liveTimes
    let departs = start + Int(times[(events + Int(ride.board)) * 2 + 1])
    let arrives = start + Int(times[(events + Int(ride.alight)) * 2])
    var found = Way.Ride(
      pattern: Int(ride.pattern), trip: trip, serviceDay: day.day, board: Int(ride.board),
      alight: Int(ride.alight), departs: departs, arrives: arrives, plannedDeparts: departs,
      plannedArrives: arrives,
      runStart: isRepeated ? run : nil)
    if pattern.day != nil {
      let live = network.liveTrips[trip - network.plannedTrips]
      let start = day.start + Int(live.shift)
      found.isLive = true
      found.extra = live.extra
      found.runStart = live.runStart.map(Int.init)
      // Nobody has planned what the timetable does not have.
      if live.unplanned != nil { return found }
      found.plannedDeparts = start + Int(network.times[(live.event + Int(ride.board)) * 2 + 1])
      found.plannedArrives = start + Int(network.times[(live.event + Int(ride.alight)) * 2])
    }
    return found
  }

  /// The way on foot between two vehicles, as far as it is one.
  private func walk(_ one: Way.Ride, _ next: Way.Ride, _ terms: JourneyRounds.Terms) -> Int {
    let (from, to) = (stop(one.pattern, one.alight), stop(next.pattern, next.board))
    if from == to { return 0 }
    let paths = network.paths(terms).outward
    let path = (paths.starts[from]..<paths.starts[from + 1]).lazy
      .map { paths.paths[Int($0)] }.first { Int($0.to) == to }
    guard let path else { return 0 }
    return Int(terms.onFoot(path))
  }
}

extension JourneySearch.Question {
  /// Without ends that are farther than somebody walks.
  fileprivate var withinReach: Self {
    guard let most = mostWalking else { return self }
    var question = self
    question.from.removeAll { $0.seconds > most }
    question.to.removeAll { $0.seconds > most }
    question.walk = walk.flatMap { $0 <= most ? $0 : nil }
    return question
  }

  /// The moment at which the search the other way round begins.
  func turned(_ seconds: Int) -> Int { isArrival ? at - seconds : at + seconds }
}

extension JourneyRounds {
  /// What a search is about; times count from a moment.
  mutating func begin(
    _ question: JourneySearch.Question, at moment: Int, isForward: Bool, _ days: [[ServiceDay]]
  ) {
    self.isForward = isForward
    terms = question.terms
    self.days = days.map { days in
      days.map { Day(date: $0.day, table: $0.table, offset: Int32($0.start - moment)) }
    }
  }

  mutating func search(
    _ question: JourneySearch.Question, at moment: Int, isForward: Bool, _ vehicles: Int,
    _ bound: Int, _ days: [[ServiceDay]], slack: Int = 0, furthest: Int? = nil
  ) {
    begin(question, at: moment, isForward: isForward, days)
    run(
      from: isForward ? question.from : question.to, to: isForward ? question.to : question.from,
      vehicles: vehicles, bound: Int32(bound), slack: Int32(slack),
      furthest: furthest.map { Int32($0) } ?? JourneyScratch.never)
  }
}
