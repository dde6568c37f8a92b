import Testing

@testable import Queueing

/// Simulations beside what is known of the same lines, and their intervals beside the truth.
@Suite struct SimulationTests {
  static let second: Int64 = 1_000_000

  static func plain(
    _ rate: Double, _ time: ServiceTime, _ tellers: Int, even: Bool = false,
    patience: ServiceTime? = nil, grades: [Double] = []
  ) -> Scenario {
    let arrivals: Arrivals =
      even ? .even(every: Int64(1e6 / rate)) : .chance(every: 1e6 / rate)
    return Scenario(
      services: [
        .init(arrivals: arrivals, time: time, patience: patience, betterGrades: grades)
      ],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: tellers))
  }

  static func run(_ scenario: Scenario, _ customers: Int, seed: UInt64) -> SimulationFigures {
    var simulation = Simulation(scenario, .customers(customers), seed: seed, target: second)
    while simulation.step() {}
    return simulation.figures
  }

  /// The same line by the events of the branch, where the fast way would be taken.
  static func slow(_ scenario: Scenario) -> Scenario {
    var slow = scenario
    slow.room = 1 << 40
    return slow
  }

  @Test(arguments: [
    (plain(2.4, .exponential(second), 3), 1.0787), (plain(0.75, .fixed(1_100_000), 1), 2.5929),
    (plain(0.75, .fixed(700_000), 2), 0.02934), (plain(2.4, .fixed(second), 3), 0.5539),
    (plain(2.4, .exponential(second), 3, even: true), 0.4114),
    (plain(0.8, .exponential(second), 2), 0.1905), (plain(0.4, .exponential(second), 1), 0.6667),
  ])
  func truths(_ scenario: Scenario, _ truth: Double) throws {
    for scenario in [scenario, Self.slow(scenario)] {
      let figure = try #require(Self.run(scenario, 66_000, seed: 7).services[0].meanWait)
      // Twice the interval: fourteen lines may together miss once in a hundred tests.
      #expect(abs(figure.mean - truth) < figure.high - figure.low, "\(figure) \(truth)")
    }
  }

  /// 95 of 100 intervals hold the truth, which at a load of 0.6 is 0.29562: of 60 simulations by
  /// both ways at least 51, below which 2 of 1,000 tests would be.
  @Test func coverage() throws {
    var held = 0
    for seed in 0..<60 {
      let scenario = Self.plain(1.8, .exponential(Self.second), 3)
      let figures = Self.run(
        seed % 2 == 0 ? scenario : Self.slow(scenario), 39_600, seed: UInt64(seed) + 1000)
      let figure = try #require(figures.services[0].meanWait)
      if (figure.low...figure.high).contains(0.29562) { held += 1 }
    }
    #expect((51...60).contains(held), "\(held)")
  }

  /// The same of runs that are independent of each other, each behind a warm-up of its own; without
  /// one they begin with an empty line and hold the truth hardly ever.
  @Test func runs() throws {
    var held = (behind: 0, without: 0)
    for seed in 0..<40 {
      let scenario = Self.plain(1.8, .exponential(Self.second), 3)
      for warmUp in [nil, 0] {
        var simulation = Simulation(
          seed % 2 == 0 ? scenario : Self.slow(scenario),
          .customers(warmUp == 0 ? 4000 : 20_000, warmUp: warmUp, runs: warmUp == 0 ? 200 : 20),
          seed: UInt64(seed) + 5000, target: Self.second)
        while simulation.step() {}
        #expect(simulation.progress == 1)
        let figure = try #require(simulation.figures.services[0].meanWait)
        let holds = (figure.low...figure.high).contains(0.29562)
        if warmUp == nil { held.behind += holds ? 1 : 0 } else { held.without += holds ? 1 : 0 }
      }
    }
    #expect((33...40).contains(held.behind) && held.without < 20, "\(held)")
  }

  /// The formula beside the mean wait is of the same customers: of those who are served.
  @Test(arguments: [(1.0, 2), (2.4, 3), (5.0, 3), (0.3, 1)])
  func patienceOfServed(_ rate: Double, _ servers: Int) throws {
    let scenario = Self.plain(
      rate, .exponential(Self.second), servers, patience: .exponential(2 * Self.second))
    guard case .applies(_, let wait) = scenario.theory(of: 0) else {
      Issue.record("no formula")
      return
    }
    let figure = try #require(Self.run(scenario, 99_000, seed: 11).services[0].meanWait)
    #expect(abs(figure.mean - wait) < figure.high - figure.low, "\(figure) \(wait)")
  }

  /// Nobody is told to be sure where the line had no time to settle, and what is said to be enough is.
  @Test func sureness() throws {
    for load in [0.1, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999] {
      for time in [
        ServiceTime.fixed(Self.second), .exponential(Self.second), .uniform(1000, 1_999_000),
      ] {
        for runs in [1, 2, 20, 500] {
          let scenario = Self.plain(load, time, 1)
          let length = SteadyLength(customers: 100_000, warmUp: nil, runs: runs, of: scenario)
          let enough = SteadyLength(
            customers: max(length.sureCustomers, runs * 1000), warmUp: nil, runs: runs, of: scenario
          )
          #expect(enough.isSure, "\(load) \(time) \(runs) \(length)")
          // A tenth of it is not, but where a line settles within a few customers.
          let tenth = SteadyLength(
            customers: length.sureCustomers / 10, warmUp: nil, runs: runs, of: scenario)
          #expect(!tenth.isSure || scenario.memory < 20)
          #expect(length.end(ofBatch: 0) == length.warmUp)
          #expect(length.end(ofBatch: length.batches) == 100_000 / runs)
        }
      }
    }
    let near = Self.plain(0.99, .exponential(Self.second), 1)
    #expect(!SteadyLength(customers: 100_000, warmUp: nil, runs: 1, of: near).isSure)
    // Who leaves keeps every line short.
    var bounded = near
    bounded.services[0].patience = .fixed(Self.second)
    #expect(SteadyLength(customers: 10_000, warmUp: nil, runs: 1, of: bounded).isSure)
    // Room and patience bound a line, but not before they are filled and at an end.
    for load in [0.99, 1.0, 2.0] {
      var roomy = Self.plain(load, .exponential(Self.second), 1)
      roomy.room = 100_000
      #expect(!SteadyLength(customers: 100_000, warmUp: nil, runs: 1, of: roomy).isSure, "\(load)")
      roomy.room = 5
      #expect(SteadyLength(customers: 100_000, warmUp: nil, runs: 1, of: roomy).isSure, "\(load)")
      roomy.room = nil
      roomy.services[0].patience = .exponential(86_400 * Self.second)
      #expect(!SteadyLength(customers: 10_000, warmUp: nil, runs: 1, of: roomy).isSure, "\(load)")
    }
  }

  @Test func patience() throws {
    let scenario = Self.plain(
      2.4, .exponential(Self.second), 3, patience: .exponential(2 * Self.second))
    let left = try #require(Self.run(scenario, 99_000, seed: 3).services[0].left)
    #expect((left.low...left.high).contains(0.11986), "\(left)")
  }

  @Test func loads() {
    #expect(abs(Self.plain(2.4, .exponential(Self.second), 3).load - 0.8) < 1e-6)
    // Two services, one teller each and one for both: 1.2 + 0.9 for 3, but 1.2 + 0.9 > 2 + nothing.
    var scenario = Self.plain(1.2, .fixed(Self.second), 1)
    scenario.services.append(.init(arrivals: .chance(every: 1e6 / 0.3), time: .fixed(Self.second)))
    scenario.tellers = [
      .init(services: ServiceSet([0])), .init(services: ServiceSet([1])),
    ]
    #expect(abs(scenario.load - 1.2) < 1e-6)
    scenario.tellers.append(.init(services: ServiceSet([0, 1])))
    #expect(abs(scenario.load - 0.6) < 1e-6)
    scenario.tellers = [.init(services: ServiceSet([0]))]
    #expect(scenario.load == .infinity)
  }
}

@Suite struct StaffingTests {
  private func search(_ time: ServiceTime, limit: Int = 50) async throws -> Staffing.Found {
    let staffing = Staffing(
      service: .init(arrivals: .chance(every: 60e6), time: time), share: 0.9,
      target: 300_000_000, limit: limit, seed: 5, customers: 49_500)
    return try await staffing.search { _ in }
  }

  /// Sixty an hour of 240 s, nine of ten within five minutes: six where times are exponential, five
  /// where they are fixed, and Erlang's formula says six of both.
  @Test func fixedTimesNeedFewer() async throws {
    let exponential = try await search(.exponential(240_000_000))
    #expect(exponential.theory == 6 && exponential.confirmed == 6, "\(exponential)")
    let fixed = try await search(.fixed(240_000_000))
    #expect(fixed.theory == 6 && fixed.confirmed == 5, "\(fixed)")
    let within = try #require(fixed.within)
    #expect(within.mean >= 0.9)
  }

  /// Of few customers nobody waits too long with one teller less than Erlang C says, as chance has it.
  @Test(arguments: 1...4) func sharesNearOne(_ seed: Int) async throws {
    let staffing = Staffing(
      service: .init(arrivals: .chance(every: 60e6), time: .exponential(240_000_000)),
      share: 0.9995, target: 1_000_000, limit: 50, seed: UInt64(seed), customers: 1000)
    let found = try await staffing.search { _ in }
    #expect(found.theory == 13 && found.confirmed == 13, "\(found)")
  }

  @Test func aLimitThatIsTooLow() async throws {
    let found = try await search(.exponential(240_000_000), limit: 4)
    #expect(found.confirmed == nil && found.theory == nil, "\(found)")
  }

  @Test func formulasBesidePlay() throws {
    let cases: [(Scenario, String)] = [
      (SimulationTests.plain(2.4, .exponential(1_000_000), 3), "M/M/3"),
      (SimulationTests.plain(2.4, .fixed(1_000_000), 3), "M/D/3"),
      (SimulationTests.plain(0.7, .uniform(500_000, 1_500_000), 1), "M/G/1"),
      (SimulationTests.plain(2.4, .exponential(1_000_000), 3, even: true), "D/M/3"),
    ]
    for (scenario, name) in cases {
      guard case .applies(let model, let wait) = scenario.theory(of: 0) else {
        Issue.record("\(name) is not known")
        continue
      }
      let figure = try #require(
        SimulationTests.run(scenario, 99_000, seed: 21).services[0].meanWait)
      #expect(model == name)
      // Within twice the interval: four cases may together miss once in a thousand tests.
      let width = figure.high - figure.low
      #expect(abs(figure.mean - wait) < width, "\(name): \(figure) \(wait)")
    }
  }
}
