/// What a play asks of a teller at every event; of numbers alone, so that no reference is counted.
private struct PlayTeller {
  let services: ServiceSet
  /// When the customer in hand is done; `Int64.max` while there is none.
  var due = Int64.max
  var isThere: Bool
  var freeOrder: Int64 = 0
}

private struct PlayService {
  let time: DurationDraw
  let patience: DurationDraw?
  let arrivals: ArrivalDraw
  let hasGrades: Bool
  /// The share of those who are called and do not come, and how long a teller waits for them.
  let noShowShare: Double
  let noShowTime: Int64
}

/// A branch in virtual time.
///
/// At one moment first what is due is done (a teller who is done takes the next at once), then
/// tellers come and go, then customers lose patience, then customers come: the order of the live
/// branch, so that the same arrivals and the same seed give the same day to the microsecond.
struct Play<Log: PlayLog>: Sendable {
  private let scenario: Scenario
  private let services: [PlayService]
  private let samples: [Int64]
  private let hours: [[Double]]
  private let room: Int
  private var tellers: [PlayTeller]
  /// Of each teller, what is left of its shifts: when it comes or goes next.
  private var turns: [ArraySlice<Int64>]
  private var rings: [WaitingRing]
  private var arrivals: [Int64]
  private var recorded = 0
  private var nextRecorded: Int64
  private var line = LineCount()
  private var order: Int64 = 0
  private var freeOrders: Int64 = 0
  private var nextDue = Int64.max
  private var nextTurn = Int64.max
  private var free: Int
  private var random: RandomNumbers
  private(set) var now: Int64 = 0
  private(set) var came = 0
  var log: Log
  /// When nobody is let in any more.
  private let closes: Int64

  init(_ scenario: Scenario, _ random: RandomNumbers, _ log: Log) {
    self.scenario = scenario
    self.random = random
    self.log = log
    var samples: [Int64] = []
    services = scenario.services.map { service in
      PlayService(
        time: DurationDraw(service.time, &samples),
        patience: service.patience.map { DurationDraw($0, &samples) },
        arrivals: ArrivalDraw(service.arrivals),
        hasGrades: service.betterGrades.contains { $0 > 0 },
        noShowShare: service.noShows?.share ?? 0, noShowTime: service.noShows?.time ?? 0)
    }
    self.samples = samples
    hours = scenario.services.map { if case .hourly(let rates) = $0.arrivals { rates } else { [] } }
    room = scenario.room ?? .max
    closes = scenario.closes ?? .max
    turns = scenario.tellers.map { $0.turns[...] }
    tellers = scenario.tellers.map { PlayTeller(services: $0.services, isThere: $0.shifts == nil) }
    for index in turns.indices where turns[index].first == 0 {
      turns[index].removeFirst()
      tellers[index].isThere = true
    }
    free = tellers.count { $0.isThere }
    rings = Array(
      repeating: WaitingRing(), count: scenario.services.count * Scenario.grades)
    arrivals = []
    nextRecorded = scenario.record.first?.at ?? .max
    for service in services {
      arrivals.append(service.arrivals.next(after: 0, hours[arrivals.count], &self.random))
    }
    nextTurn = earliestTurn()
  }

  /// Plays on until so many have come, or a moment; false where nothing happens any more.
  mutating func advance(customers: Int, until end: Int64) -> Bool {
    while came < customers {
      var service = -1
      var arrival = nextRecorded
      for index in arrivals.indices where arrivals[index] < arrival {
        arrival = arrivals[index]
        service = index
      }
      if arrival >= closes { arrival = .max }
      let event = min(arrival, min(nextDue, nextTurn))
      guard event <= end, event < .max else { return event < .max }
      now = event
      if nextDue == event {
        finish()
      } else if nextTurn == event {
        turn()
      } else if service >= 0 {
        let grade = services[service].hasGrades ? drawGrade(of: service) : Scenario.grades - 1
        arrivals[service] = services[service].arrivals.next(
          after: event, hours[service], &random)
        come(service, grade)
      } else {
        comeFromRecord()
      }
    }
    return true
  }

  private mutating func comeFromRecord() {
    let arrival = scenario.record[recorded]
    recorded += 1
    nextRecorded = recorded < scenario.record.count ? scenario.record[recorded].at : .max
    come(arrival.service, arrival.grade)
  }

  // MARK: Customers

  private mutating func drawGrade(of service: Int) -> Int {
    let shares = scenario.services[service].betterGrades
    var unit = random.unit()
    for (grade, share) in shares.enumerated() {
      if unit < share { return grade }
      unit -= share
    }
    return Scenario.grades - 1
  }

  private mutating func come(_ service: Int, _ grade: Int) {
    came += 1
    order += 1
    if free > 0, let teller = freeTeller(for: service) {
      return serve(service, grade, arrived: now, by: teller)
    }
    if room < .max, line.count(at: now) >= room { return log.turnedAway(service, grade, at: now) }
    var leaves = Int64.max
    if let patience = services[service].patience { leaves = now + patience.draw(samples, &random) }
    rings[service * Scenario.grades + grade].append(
      .init(arrived: now, leaves: leaves, order: order))
    line.join(leaves: leaves, isCounted: room < .max)
  }

  private func freeTeller(for service: Int) -> Int? {
    var best = -1
    for index in tellers.indices {
      let teller = tellers[index]
      guard teller.due == .max, teller.isThere, teller.services.contains(service) else { continue }
      if scenario.spread == .lowestNumber { return index }
      if best < 0 || teller.freeOrder < tellers[best].freeOrder { best = index }
    }
    return best < 0 ? nil : best
  }

  // MARK: Tellers

  private mutating func serve(_ service: Int, _ grade: Int, arrived: Int64, by teller: Int) {
    let share = services[service].noShowShare
    let isAbsent = share > 0 && random.unit() < share
    let due =
      now
      + (isAbsent ? services[service].noShowTime : services[service].time.draw(samples, &random))
    tellers[teller].due = due
    free -= 1
    if due < nextDue { nextDue = due }
    log.called(service, grade, arrived: arrived, at: now, until: due, by: teller)
  }

  /// The teller who is done takes the next.
  private mutating func finish() {
    var index = 0
    while tellers[index].due != now { index += 1 }
    tellers[index].due = .max
    if tellers[index].isThere {
      free += 1
      takeNext(index)
    }
    var next = Int64.max
    for teller in tellers where teller.due < next { next = teller.due }
    nextDue = next
  }

  private mutating func takeNext(_ index: Int) {
    if let (service, grade, customer) = next(for: tellers[index].services) {
      return serve(service, grade, arrived: customer.arrived, by: index)
    }
    freeOrders += 1
    tellers[index].freeOrder = freeOrders
  }

  private mutating func next(
    for services: ServiceSet
  ) -> (service: Int, grade: Int, WaitingRing.Customer)? {
    guard line.isWaiting else { return nil }
    for grade in 0..<Scenario.grades {
      var best = -1
      var earliest = Int64.max
      for service in services {
        let ring = service * Scenario.grades + grade
        while let first = rings[ring].first, first.leaves <= now {
          rings[ring].removeFirst()
          line.leave()
          log.left(service, grade, arrived: first.arrived, at: first.leaves)
        }
        if let first = rings[ring].first, first.order < earliest {
          earliest = first.order
          best = service
        }
      }
      guard best >= 0, let customer = rings[best * Scenario.grades + grade].first else { continue }
      rings[best * Scenario.grades + grade].removeFirst()
      line.call(leaves: customer.leaves, isCounted: room < .max)
      return (best, grade, customer)
    }
    return nil
  }

  /// A teller comes or goes.
  private mutating func turn() {
    for index in tellers.indices where turns[index].first == now {
      turns[index].removeFirst()
      tellers[index].isThere.toggle()
      guard tellers[index].due == .max else { continue }
      free += tellers[index].isThere ? 1 : -1
      if tellers[index].isThere { takeNext(index) }
    }
    nextTurn = earliestTurn()
  }

  private func earliestTurn() -> Int64 {
    turns.reduce(Int64.max) { min($0, $1.first ?? .max) }
  }

  /// Tells the log of those whose patience has ended and whom nobody has looked for since.
  mutating func dismiss() {
    for ring in rings.indices {
      while let first = rings[ring].first, first.leaves <= now {
        rings[ring].removeFirst()
        line.leave()
        log.left(
          ring / Scenario.grades, ring % Scenario.grades, arrived: first.arrived, at: first.leaves)
      }
    }
  }
}

/// What happens in a play, as it happens; a customer who left is told when a teller looks for him.
protocol PlayLog: Sendable {
  mutating func called(
    _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int)
  mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64)
  mutating func turnedAway(_ service: Int, _ grade: Int, at now: Int64)
}

/// How many wait, where some of those who are in a ring have left it without a word.
struct LineCount: Sendable {
  private var inRings = 0
  private var leaving = MomentHeap()
  private var called = MomentHeap()
  private var gone = 0

  var isWaiting: Bool { inRings > 0 }

  mutating func join(leaves: Int64, isCounted: Bool) {
    inRings += 1
    if isCounted, leaves < .max { leaving.insert(leaves) }
  }

  mutating func call(leaves: Int64, isCounted: Bool) {
    inRings -= 1
    if isCounted, leaves < .max { called.insert(leaves) }
  }

  /// One who had left is taken out of a ring.
  mutating func leave() {
    inRings -= 1
    gone -= 1
  }

  /// Those in the rings but for those who have left.
  mutating func count(at now: Int64) -> Int {
    while let first = leaving.first, first <= now {
      leaving.removeFirst()
      gone += 1
    }
    while let first = called.first, first <= now {
      called.removeFirst()
      gone -= 1
    }
    return inRings - gone
  }
}
