import Queueing
import Values

@testable import bankd

/// A world outside of the branch: who comes when, and people at manual tellers.
///
/// It has a random source and a clock of its own, drives the branch as callers do, and compares what
/// customers were told with what happened.
struct WaitWorld {
  struct Arrivals {
    let service: String
    let grade: Grade
    /// Seconds between two customers, on average.
    let every: Double
  }

  /// A person at a manual teller; times in seconds.
  struct Person {
    let teller: Int
    /// A number from 0 to 1 as the person's time for a service.
    let time: (_ service: Int, _ share: Double) -> Double
    let reaction: (_ share: Double) -> Double
    var acts: Double?
  }

  /// Shares of customers who waited at most as long as they were told.
  ///
  /// Of whom a wait is certain (both figures the same) and right, a half counts for the half and
  /// nine tenths for the nine tenths, as a tie that is broken by lot does. Whoever was called at
  /// once was told no wait, and does not count.
  struct Score: CustomStringConvertible {
    var customers = 0
    var exact = 0
    var unknown = 0
    var p50 = 0.0
    var p90 = 0.0

    mutating func add(_ waited: Int64, _ told: WaitEstimate?) {
      guard let told else { return unknown += 1 }
      customers += 1
      if told.p50 == told.p90, abs(waited - told.p50) <= 1 {
        exact += 1
        p50 += 0.5
        p90 += 0.9
      } else {
        p50 += waited <= told.p50 ? 1 : 0
        p90 += waited <= told.p90 ? 1 : 0
      }
    }

    func adding(_ other: Score) -> Score {
      Score(
        customers: customers + other.customers, exact: exact + other.exact,
        unknown: unknown + other.unknown, p50: p50 + other.p50, p90: p90 + other.p90)
    }

    var shares: (p50: Double, p90: Double) {
      (p50 / Double(max(1, customers)), p90 / Double(max(1, customers)))
    }

    var description: String {
      "\(customers) told, p50 \(shares.p50), p90 \(shares.p90), exact \(exact), unknown \(unknown)"
    }
  }

  /// How those of a grade were told: when they took a ticket, and when they asked on the way.
  struct Scores {
    var take: [Grade: Score] = [:]
    var ticket: [Grade: Score] = [:]
  }

  private struct Asked {
    let at: Timestamp
    let told: WaitEstimate?
  }

  var branch: Branch
  var arrivals: [Arrivals]
  var persons: [Person] = []
  var random: RandomNumbers
  /// The first customers teach, and do not count.
  var teaching = 12
  private(set) var scores = Scores()
  private var asked: [Int64: Asked] = [:]
  private var atOnce: Set<Int64> = []
  private var clock = 0.0
  private var now: Timestamp { at(clock) }

  /// A world with a seed of its own.
  ///
  /// The plays of a branch have the ids of tickets for seeds: what they foresee must not be what then
  /// comes from the same numbers, nor the same in all worlds.
  init(_ branch: Branch, _ arrivals: [Arrivals], seed: Int) {
    self.branch = branch
    self.arrivals = arrivals
    random = RandomNumbers(seed: 0xD1CE_0000_0000 + UInt64(seed))
    self.branch.state.nextTicketID = 1 + 10_000 * Int64(seed)
    self.branch.state.random = RandomNumbers(seed: 0xBA2C_0000_0000 + UInt64(seed))
  }

  mutating func exponential(_ mean: Double) -> Double {
    -portableLogarithm(1 - random.unit()) * mean
  }

  /// Lets so many customers be served.
  mutating func play(customers: Int) throws {
    var next = arrivals.map { exponential($0.every) }
    var seen = 0
    while seen < customers {
      let arrival = next.indices.min { next[$0] < next[$1] } ?? 0
      let act = persons.indices.filter { persons[$0].acts != nil }
        .min { (persons[$0].acts ?? 0) < (persons[$1].acts ?? 0) }
      clock = min(next[arrival], act.flatMap { persons[$0].acts } ?? .infinity)
      branch.advance(to: now)
      if let act, persons[act].acts == clock {
        persons[act].acts = nil
        try work(act)
      } else {
        try come(arrivals[arrival])
        next[arrival] = clock + exponential(arrivals[arrival].every)
      }
      plan(at: clock)
      for case .ended(let visit) in branch.takeFacts() where visit.outcome == .served {
        seen += 1
        if seen > teaching { score(visit) }
      }
    }
  }

  private mutating func come(_ customer: Arrivals) throws {
    let told = try branch.take(service: customer.service, grade: customer.grade, at: now)
    if told.teller != nil { atOnce.insert(told.ticket.id) }
    guard random.below(2) == 0 else { return }
    // Somebody in the line asks how long it will be from now.
    let waiting = branch.line.inOrder()
    guard !waiting.isEmpty else { return }
    // The first of the line often, which may be a better grade's.
    let one = waiting[random.below(2) * random.below(waiting.count)]
    guard asked[one.id] == nil else { return }
    asked[one.id] = Asked(at: now, told: branch.estimate(of: one, at: now))
  }

  private mutating func score(_ visit: Visit) {
    let ticket = visit.ticket
    guard let calledAt = visit.calledAt, atOnce.remove(ticket.id) == nil else { return }
    scores.take[ticket.grade, default: Score()].add(visit.waited, ticket.estimate)
    guard let asked = asked.removeValue(forKey: ticket.id) else { return }
    scores.ticket[ticket.grade, default: Score()].add(
      calledAt.microseconds - asked.at.microseconds, asked.told)
  }

  private func teller(_ person: Int) -> Teller? {
    branch.tellers.first { $0.number == persons[person].teller }
  }

  /// What a person does at its moment: the customer in hand is done, or the next one is called.
  private mutating func work(_ index: Int) throws {
    let number = persons[index].teller
    if teller(index)?.inHand != nil {
      return _ = try branch.done(teller: number, at: now)
    }
    guard canCall(index) else { return }
    let inHand = try branch.next(teller: number, at: now)
    persons[index].acts = clock + persons[index].time(inHand.ticket.service, random.unit())
  }

  private func canCall(_ index: Int) -> Bool {
    (teller(index)?.services ?? ServiceSet()).contains { branch.line.count(service: $0) > 0 }
  }

  private mutating func plan(at time: Double) {
    for index in persons.indices where persons[index].acts == nil && canCall(index) {
      persons[index].acts = time + persons[index].reaction(random.unit())
    }
  }
}
