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

    mutating func add(_ waited: Int64, _ told: WaitEstimate) {
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

    var shares: (p50: Double, p90: Double) {
      (p50 / Double(max(1, customers)), p90 / Double(max(1, customers)))
    }

    var description: String {
      "\(customers) told, p50 \(shares.p50), p90 \(shares.p90), exact \(exact), unknown \(unknown)"
    }
  }

  var branch: Branch
  var arrivals: [Arrivals]
  var persons: [Person] = []
  var random: RandomNumbers
  private var clock = 0.0
  private var now: Timestamp { at(clock) }

  init(_ branch: Branch, _ arrivals: [Arrivals], seed: UInt64) {
    self.branch = branch
    self.arrivals = arrivals
    random = RandomNumbers(seed: seed)
  }

  mutating func exponential(_ mean: Double) -> Double {
    -portableLogarithm(1 - random.unit()) * mean
  }

  /// Lets so many customers be served; the first hundred teach and are not scored.
  mutating func play(customers: Int) throws -> [Grade: Score] {
    var next = arrivals.map { exponential($0.every) }
    var scores: [Grade: Score] = [:]
    var atOnce: Set<Int64> = []
    var taken = 0
    var seen = 0
    while seen < customers {
      let arrival = next.indices.min { next[$0] < next[$1] } ?? 0
      let act = persons.indices.filter { persons[$0].acts != nil }
        .min { (persons[$0].acts ?? 0) < (persons[$1].acts ?? 0) }
      let time = min(next[arrival], act.flatMap { persons[$0].acts } ?? .infinity)
      clock = time
      branch.advance(to: at(time))
      if let act, persons[act].acts == time {
        persons[act].acts = nil
        try work(act)
      } else {
        taken += 1
        let customer = arrivals[arrival]
        let told = try branch.take(
          service: customer.service, grade: customer.grade, at: at(time))
        if told.teller != nil { atOnce.insert(told.ticket.id) }
        next[arrival] = time + exponential(customer.every)
      }
      plan(at: time)
      for case .ended(let visit) in branch.takeFacts() where visit.outcome == .served {
        seen += 1
        guard seen > 100, atOnce.remove(visit.ticket.id) == nil else { continue }
        if let told = visit.ticket.estimate {
          scores[visit.ticket.grade, default: Score()].add(visit.waited, told)
        } else {
          scores[visit.ticket.grade, default: Score()].unknown += 1
        }
      }
    }
    return scores
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
