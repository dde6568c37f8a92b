import Testing

@testable import Queueing

/// The hours of a day, beside what can be reckoned by hand.
@Suite struct HourTests {
  private static let minute: Int64 = 60_000_000

  /// One teller of 40 minutes; customers at 0:00, 0:10, 1:30 and 1:35 wait 0, 30, 0 and 35 minutes.
  private static func simulation() -> Simulation {
    let scenario = Scenario(
      services: [.init(arrivals: .none, time: .fixed(40 * minute))],
      tellers: [.init(services: ServiceSet([0]))],
      record: [0, 10, 90, 95].map { .init(at: $0 * minute, service: 0) }, closes: 150 * minute)
    var simulation = Simulation(
      scenario, .days(40), seed: 1, target: 10 * minute, byHour: true)
    while simulation.step() {}
    return simulation
  }

  @Test func byHand() throws {
    let hours = Self.simulation().figures.hours
    #expect(hours.map(\.hour) == [0, 1, 2])
    #expect(hours.map { $0.came?.mean } == [2, 2, 0])
    #expect(hours.map { $0.meanWait?.mean } == [900, 1050, nil])
    #expect(hours.map { $0.within?.mean } == [0.5, 0.5, nil])
    // Of the 35 minutes 25 are in the second hour and 10 in the third, which is half an hour.
    let lines = hours.map { $0.meanLine?.mean ?? -1 }
    for (line, truth) in zip(lines, [30.0 / 60, 25.0 / 60, 10.0 / 30]) {
      #expect(abs(line - truth) < 1e-9, "\(lines)")
    }
  }

  /// What is counted by hour is what is counted of the whole.
  @Test(arguments: 1...5)
  func hoursAndWhole(_ seed: UInt64) throws {
    let scenario = Scenario(
      services: [
        .init(
          arrivals: .hourly([20, 60, 0, 30]), time: .exponential(3 * Self.minute),
          patience: .exponential(10 * Self.minute))
      ],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: 2), room: 6,
      closes: 240 * Self.minute)
    var simulation = Simulation(
      scenario, .days(40), seed: seed, target: Self.minute, byHour: true)
    while simulation.step() {}
    let hours = simulation.figures.hours
    let came = hours.reduce(0) { $0 + ($1.came?.mean ?? 0) }
    #expect(abs(came * 40 - Double(simulation.customers)) < 1e-6)
    #expect(hours[2].came?.mean == 0 && hours[2].within == nil)
    #expect(zip(hours, [20.0, 60, 0, 30]).allSatisfy { abs(($0.came?.mean ?? -1) - $1) < 5 })
  }

  @Test func notAskedFor() {
    var simulation = Simulation(
      SimulationTests.plain(0.5, .fixed(1_000_000), 1), .customers(1000), seed: 1, target: 1,
      byHour: true)
    while simulation.step() {}
    #expect(simulation.figures.hours.isEmpty)
  }
}
