import Foundation
import Testing

@testable import Queueing

/// Ranges beside truths that formulas give: 95 of 100 hold them.
@Suite struct CoverageTests {
  private static let second: Int64 = 1_000_000

  /// The shares of waits that Erlang's line knows: a customer waits longer than t with the
  /// probability C exp(-(c - a) t).
  private static func quantile(_ share: Double, waits: Double, slack: Double) -> Double {
    share <= 1 - waits ? 0 : log(waits / (1 - share)) / slack
  }

  /// Means of batches' quantiles held p99 at a load of 0.9 hardly ever; pooled they do.
  ///
  /// Of 40 ranges at least 33: of 20 such counts not one in a thousand would be less at 93 percent.
  @Test(arguments: [(0.6, 3, 33_000), (0.8, 1, 66_000), (0.9, 1, 165_000)])
  func quantiles(_ load: Double, _ servers: Int, _ customers: Int) {
    let rate = load * Double(servers)
    let waits = Self.erlangC(rate, servers)
    let slack = Double(servers) - rate
    let truths = [0.5, 0.9, 0.95, 0.99].map { Self.quantile($0, waits: waits, slack: slack) }
    var held = [Int](repeating: 0, count: 6)
    for seed in 0..<40 {
      let scenario = SimulationTests.plain(rate, .exponential(Self.second), servers)
      let service = SimulationTests.run(scenario, customers, seed: UInt64(seed) + 300).services[0]
      let figures = [service.p50, service.p90, service.p95, service.p99]
      for (index, figure) in figures.enumerated() where Self.holds(figure, truths[index]) {
        held[index] += 1
      }
      if Self.holds(service.probabilityOfWait, waits) { held[4] += 1 }
      if Self.holds(service.meanLine, rate * waits / slack) { held[5] += 1 }
    }
    #expect(held.allSatisfy { $0 >= 33 }, "\(held)")
    // Ranges that are too wide would hold all; those of a share in one bucket may be a point.
    #expect(held.reduce(0, +) < 40 * 6)
  }

  /// To the 0.8 percent of a bucket.
  private static func holds(_ figure: Figure?, _ truth: Double) -> Bool {
    guard let figure else { return false }
    let bucket = truth * 0.004
    return (figure.low - bucket...figure.high + bucket).contains(truth)
  }

  private static func erlangC(_ work: Double, _ servers: Int) -> Double {
    var blocked = 1.0
    for server in 1...servers { blocked = work * blocked / (Double(server) + work * blocked) }
    let load = work / Double(servers)
    return blocked / (1 - load + load * blocked)
  }

  /// What is told of days is of all their customers; the mean of the days' own means is far from it.
  ///
  /// A day is an hour, in which three come on average to one teller who takes an hour for each. Of n
  /// who come the k-th waits k-1 hours less the time since the first, so that the mean is known.
  @Test func customersOfAllDays() {
    let came = 3.0
    var probability = exp(-came)
    var waits = 0.0
    for count in 1...60 {
      probability *= came / Double(count)
      let pairs = Double(count * (count - 1)) / 2
      waits += probability * pairs * (1 - 1 / Double(count + 1))
    }
    let truth = waits / came * 3600
    let free = 1 - (1 - exp(-came)) / came
    var held = (mean: 0, waited: 0, hour: 0)
    for seed in 0..<60 {
      let scenario = Scenario(
        services: [.init(arrivals: .hourly([came]), time: .fixed(3600 * Self.second))],
        tellers: [.init(services: ServiceSet([0]))], closes: 3600 * Self.second)
      var simulation = Simulation(
        scenario, .days(150), seed: UInt64(seed) + 70, target: 0, byHour: true)
      while simulation.step() {}
      let figures = simulation.figures
      held.mean += Self.holds(figures.services[0].meanWait, truth) ? 1 : 0
      held.waited += Self.holds(figures.services[0].probabilityOfWait, free) ? 1 : 0
      held.hour += Self.holds(figures.hours[0].meanWait, truth) ? 1 : 0
      #expect(figures.hours[0].meanWait == figures.services[0].meanWait)
      #expect(figures.hours[0].within == figures.services[0].within)
    }
    #expect(held.mean >= 52 && held.waited >= 52 && held.hour >= 52, "\(held)")
  }

  /// The hours of a day, weighed with who came in each, are the day.
  @Test(arguments: 1...6)
  func hoursAreTheDay(_ seed: UInt64) throws {
    let minute = 60 * Self.second
    let scenario = Scenario(
      services: [
        .init(
          arrivals: .hourly([20, 60, 0, 45]), time: .exponential(3 * minute),
          patience: seed % 2 == 0 ? .exponential(10 * minute) : nil)
      ],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: 2),
      room: seed % 3 == 0 ? 6 : nil, closes: 240 * minute)
    var simulation = Simulation(scenario, .days(70), seed: seed, target: minute, byHour: true)
    while simulation.step() {}
    let figures = simulation.figures
    let whole = figures.services[0]
    func sum(_ share: (SimulationFigures.Hour) -> Figure?) -> Double {
      let parts = figures.hours.map { ($0.came?.mean ?? 0) * (share($0)?.mean ?? 0) }
      let came = figures.hours.reduce(0) { $0 + ($1.came?.mean ?? 0) }
      return parts.reduce(0, +) / came
    }
    #expect(abs(sum(\.within) - (whole.within?.mean ?? -1)) < 1e-12)
    #expect(abs(sum(\.left) - (whole.left?.mean ?? -1)) < 1e-12)
    #expect(abs(sum(\.turnedAway) - (whole.turnedAway?.mean ?? -1)) < 1e-12)
  }

  @Test func equalDaysHaveNoRange() throws {
    let scenario = Scenario(
      services: [.init(arrivals: .none, time: .fixed(7 * Self.second))],
      tellers: [.init(services: ServiceSet([0]))],
      record: [0, 3, 5, 11].map { .init(at: $0 * Self.second, service: 0) },
      closes: 100 * Self.second)
    var simulation = Simulation(scenario, .days(30), seed: 1, target: Self.second, byHour: true)
    while simulation.step() {}
    let service = simulation.figures.services[0]
    for figure in [service.meanWait, service.p50, service.p99, service.within, service.meanLine] {
      let figure = try #require(figure)
      #expect(figure.low == figure.mean && figure.high == figure.mean, "\(figure)")
    }
    // Waits 0, 4, 9 and 10 seconds.
    #expect(abs((service.meanWait?.mean ?? 0) - 23.0 / 4) < 1e-9)
  }

  @Test func cubeRoots() {
    for value in [0, 1, 8, 27, 1e-9, 0.3, 2, 1e12, 5e-20] {
      for value in [value, -value] {
        let root = SamplingError.cubeRoot(value)
        #expect(abs(root - cbrt(value)) <= 1e-15 * abs(root), "\(value)")
      }
    }
  }
}
