import Testing

@testable import Queueing

/// Lines played forward from where they stand, beside sums by hand and formulas.
@Suite struct OutlookTests {
  private static let second: Int64 = 1_000_000

  private static func outlook(
    _ scenario: Scenario, _ inHand: [Outlook.InHand?], window: Int64 = second, draws: Int = 2
  ) -> Outlook.Service {
    var outlook = Outlook(
      scenario, inHand: inHand, paces: [], window: window, draws: draws, seed: 5)
    while outlook.step() {}
    return outlook.services[0]
  }

  private static func line(waiting: Int, tellers: Int, _ time: ServiceTime) -> Scenario {
    Scenario(
      services: [.init(arrivals: .none, time: time)],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: tellers),
      record: Array(repeating: .init(at: 0, service: 0), count: waiting))
  }

  @Test func fixedTimes() {
    let minute = 60 * Self.second
    let hand = Outlook.InHand(time: .fixed(minute), elapsed: 20 * Self.second)
    let one = Self.outlook(
      Self.line(waiting: 3, tellers: 1, .fixed(minute)), [hand], window: 100 * Self.second)
    // Calls after 40, 100 and 160 s; the last of them is in line when 100 s are over.
    #expect(one.meanWait?.mean == 100 && one.p90?.mean == 160 && one.inLine?.mean == 1)
    let two = Self.outlook(
      Self.line(waiting: 3, tellers: 2, .fixed(minute)), [hand, nil], window: 30 * Self.second)
    // The free one takes the first at once and the third after 60 s, the other the second after 40.
    #expect(two.meanWait.map { abs($0.mean - 100.0 / 3) < 1e-9 } == true)
    #expect(two.inLine?.mean == 2)
  }

  @Test func nobody() {
    let scenario = Self.line(waiting: 0, tellers: 1, .fixed(1))
    #expect(Self.outlook(scenario, [nil]).meanWait == nil)
    #expect(Self.outlook(Self.line(waiting: 2, tellers: 0, .fixed(1)), []).isUnserved)
    #expect(!Self.outlook(Self.line(waiting: 0, tellers: 0, .fixed(1)), []).isUnserved)
  }

  /// A day that is long beside its services comes to the line without end of Erlang's formula.
  @Test func longWindow() throws {
    var scenario = SimulationTests.plain(2.4, .exponential(Self.second), 3)
    scenario.record = []
    let found = Self.outlook(
      scenario, [nil, nil, nil], window: 4000 * Self.second, draws: 40)
    let wait = try #require(found.meanWait)
    // 1.0787 as in the truths of simulations.
    #expect(abs(wait.mean - 1.0787) < 0.12, "\(wait)")
    #expect(wait.low < 1.0787 + 0.05 && wait.high > 1.0787 - 0.05)
  }
}
