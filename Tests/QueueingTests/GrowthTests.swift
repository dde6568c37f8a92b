import Testing

@testable import Queueing

/// Which lines grow without end, beside all groups of services one by one.
@Suite struct GrowthTests {
  private static let second: Int64 = 1_000_000

  /// The smallest group that has most work beyond its tellers, by trying all groups.
  private static func smallestOfMost(_ scenario: Scenario) -> Set<Int> {
    let all = scenario.services.indices
    var best = (over: 0.0, services: Set<Int>())
    for bits in 1..<(1 << all.count) {
      let group = Set(all.filter { bits >> $0 & 1 == 1 })
      let work = group.reduce(0.0) {
        $0 + scenario.services[$1].arrivals.perHour * scenario.services[$1].meanTurn / 3.6e9
      }
      let tellers = scenario.tellers.count { $0.services.contains(where: group.contains) }
      let over = work - Double(tellers)
      if over > best.over + 1e-6
        || abs(over - best.over) <= 1e-6 && over > 1e-6 && group.count < best.services.count
      {
        best = (over, group)
      }
    }
    return best.services
  }

  @Test(arguments: 0..<400)
  func groups(_ seed: Int) {
    var random = RandomNumbers(seed: UInt64(seed))
    let count = 1 + random.below(5)
    let scenario = Scenario(
      services: (0..<count).map { _ in
        .init(
          arrivals: .chance(every: 1e6 / (0.05 + 1.3 * random.unit())),
          time: .exponential(Self.second))
      },
      tellers: (0..<(1 + random.below(5))).map { _ in
        .init(services: ServiceSet(bits: UInt64(1 + random.below((1 << count) - 1))))
      })
    #expect(scenario.growing == Self.smallestOfMost(scenario))
    #expect(scenario.growing.isEmpty == (scenario.load < 1))
    // What is left has time for what comes.
    #expect(scenario.without(scenario.growing).growing.isEmpty)
  }

  /// One who serves both is taken up by the line that grows, and the other is served by its own.
  @Test func theOthersAreServedWithout() throws {
    let scenario = Scenario(
      services: [
        .init(arrivals: .chance(every: 2e6), time: .exponential(Self.second)),
        .init(arrivals: .chance(every: 0.5e6), time: .exponential(Self.second)),
      ],
      tellers: [.init(services: ServiceSet([0])), .init(services: ServiceSet([0, 1]))])
    #expect(scenario.growing == [1])
    for scenario in [scenario, scenario.without([1])] {
      var simulation = Simulation(
        scenario, .customers(150_000, warmUp: 30_000), seed: 4, target: Self.second)
      while simulation.step() {}
      let wait = try #require(simulation.figures.services[0].meanWait)
      // Half a customer a second for one teller of a second: 1 s.
      #expect(abs(wait.mean - 1) < wait.high - wait.low, "\(wait)")
    }
  }

  @Test func justAsMuch() {
    let chance = SimulationTests.plain(1, .exponential(Self.second), 1)
    #expect(chance.growing == [0])
    #expect(SimulationTests.plain(1, .fixed(Self.second), 1).growing == [0])
    #expect(SimulationTests.plain(1, .fixed(Self.second), 1, even: true).growing.isEmpty)
    #expect(SimulationTests.plain(1.001, .fixed(Self.second), 1, even: true).growing == [0])
    #expect(
      SimulationTests.plain(
        3, .exponential(Self.second), 1, patience: .exponential(Self.second)
      ).growing.isEmpty)
    var bounded = chance
    bounded.room = 4
    #expect(bounded.growing.isEmpty)
    // Nothing to forget where nothing is left to chance.
    let even = SimulationTests.plain(0.99, .fixed(Self.second), 1, even: true)
    #expect(SteadyLength(customers: 1000, warmUp: nil, runs: 1, of: even).isSure)
  }
}

@Suite struct StaffingCloseTests {
  private static func search(
    _ time: ServiceTime, share: Double, rate: Double, target: Int64
  ) async throws -> Staffing.Found {
    var staffing = Staffing(
      service: .init(arrivals: .chance(every: 1e6 / rate), time: time), share: share,
      target: target, limit: 60, seed: 3, customers: 20_000)
    staffing.mostCustomers = 400_000
    return try await staffing.search { _ in }
  }

  /// Within a hair of the target, on both sides of it, the formula of such a line decides.
  @Test(arguments: [(0.8, 2), (2.3, 3), (5.5, 7), (18.9, 20)])
  func aHair(_ rate: Double, _ servers: Int) async throws {
    let line = ErlangLine(arrivalRate: rate, serviceRate: 1, servers: servers)
    let reached = line.share(within: 0.5)
    for (offset, tellers) in [(-1e-6, servers), (1e-6, servers + 1)] {
      let found = try await Self.search(
        .exponential(1_000_000), share: reached + offset, rate: rate, target: 500_000)
      #expect(found.confirmed == tellers && found.theory == tellers, "\(offset): \(found)")
      #expect(!found.isClose && !found.isFewerClose)
    }
  }

  /// Within three standard errors the formula's own share is told: never one that misses the target.
  @Test(arguments: 1...12) func nearTheFormula(_ seed: Int) async throws {
    for (share, tellers) in [(0.84, 5), (0.842, 6)] {
      let staffing = Staffing(
        service: .init(arrivals: .chance(every: 60e6), time: .exponential(240_000_000)),
        share: share, target: 300_000_000, limit: 50, seed: UInt64(seed), customers: 20_000)
      let found = try await staffing.search { _ in }
      #expect(found.confirmed == tellers && found.theory == tellers, "\(seed): \(found)")
      #expect(try #require(found.within).mean >= share, "\(seed): \(found)")
    }
  }

  /// Where no formula decides, it is said which number of tellers is close: the one that is told, or one
  /// fewer.
  ///
  /// Elsewhere none is.
  @Test func noFormula() async throws {
    let scenario = SimulationTests.plain(0.8, .fixed(1_000_000), 1)
    var simulation = Simulation(scenario, .customers(2_000_000), seed: 9, target: 500_000)
    while simulation.step() {}
    let reached = try #require(simulation.figures.services[0].within?.mean)
    for offset in [-1e-3, 0, 1e-3] {
      let close = try await Self.search(
        .fixed(1_000_000), share: reached + offset, rate: 0.8, target: 500_000)
      #expect(close.isClose == (close.confirmed == 1), "\(close)")
      #expect(close.isFewerClose == (close.confirmed == 2), "\(close)")
    }
    let clear = try await Self.search(
      .fixed(1_000_000), share: reached - 0.1, rate: 0.8, target: 500_000)
    #expect(!clear.isClose && !clear.isFewerClose && clear.confirmed == 1, "\(clear)")
  }
}
