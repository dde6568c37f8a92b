import Testing
import Values

@testable import bankd

/// The same day twice: with a clock that goes on as time does, and with one that is set to and fro.
@Suite("A branch whose clock is set")
struct BranchTimeTests {
  /// Small numbers from a seed, the same in every run.
  private struct Dice {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private static let steps: [Int64] = [1, -1, 3600, -3600, 315_576_000, -315_576_000]

  /// What happened, with every time as seconds of the day without its steps, and how long it took.
  private struct Record: Equatable {
    var ended: [String] = []
    var closed: [Int64] = []
    var duties: [Int64] = []
  }

  private func day(_ seed: UInt64, steps: [Int64]) throws -> Record {
    var dice = Dice(state: seed)
    var branch = Branch(seed: seed)
    var (offset, record) = (Int64(0), Record())
    func now(_ tenths: Int) -> Timestamp {
      at(Double(tenths) / 10).adding(microseconds: offset * 1_000_000)
    }
    func keep(_ facts: [Fact]) {
      for fact in facts {
        switch fact {
        case .ended(let visit):
          let served = visit.calledAt.map { visit.endedAt.microseconds - $0.microseconds }
          record.ended.append(
            "\(visit.ticket.number) \(visit.outcome) waited \(visit.waited) served \(served ?? -1)")
        case .closed(let summary): record.closed.append(summary.business)
        default: break
        }
      }
    }
    try branch.open(at: now(0))
    for tenths in 0..<120 {
      branch.advance(to: now(tenths))
      if dice.below(3) == 0, branch.isOpen {
        _ = try branch.add(1 + dice.below(3), at: now(tenths))
      }
      if tenths == 90 { try branch.close(at: now(tenths)) }
      keep(branch.takeFacts())
      // Between two things that happen, the clock is set.
      guard dice.below(5) == 0 else { continue }
      let step = steps[dice.below(steps.count)]
      offset += step
      branch.move(by: step * 1_000_000)
      _ = branch.takeFacts()
    }
    branch.advance(to: now(100_000))
    keep(branch.takeFacts())
    record.duties = branch.tellers.map(\.duty.before)
    return record
  }

  @Test("waits, services, duties and business last as long as they would have", arguments: 1...20)
  func lasting(_ seed: Int) throws {
    for step in Self.steps {
      #expect(
        try day(UInt64(seed), steps: [step, -step])
          == day(UInt64(seed), steps: [0]))
    }
    #expect(try day(UInt64(seed), steps: Self.steps) == day(UInt64(seed), steps: [0]))
  }

  @Test("while the machine sleeps the branch stands still, and who waits has waited")
  func night() throws {
    var branch = try Branch.opened()
    try branch.come("dddl", at: 0)
    let hours: Int64 = 8 * 3_600_000_000
    branch.resume(after: hours)
    let morning = at(8 * 3600)
    branch.advance(to: morning.adding(seconds: 0.6))
    #expect(branch.servingCount == 3)
    #expect(branch.business(at: morning.adding(seconds: 0.6)) == 600_000)
    _ = branch.takeFacts()
    branch.advance(to: morning.adding(seconds: 0.7))
    let waits = branch.takeFacts().compactMap { fact -> Int64? in
      if case .called(_, let inHand) = fact { inHand.waited } else { nil }
    }
    #expect(waits == [hours + 700_000])
  }
}
