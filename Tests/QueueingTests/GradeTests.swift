import Testing

@testable import Queueing

/// What a lane for some costs the others, beside Cobham's formula.
@Suite struct GradeTests {
  private static let second: Int64 = 1_000_000

  private static func scenario(_ better: [Double]) -> Scenario {
    var scenario = SimulationTests.plain(2.4, .exponential(second), 3)
    scenario.services[0].betterGrades = better
    return scenario
  }

  private static func play(_ scenario: Scenario, _ length: Simulation.Length) -> Simulation {
    var simulation = Simulation(scenario, length, seed: 5, target: second)
    while simulation.step() {}
    return simulation
  }

  /// Of equal thirds of M/M/3 at 0.8 as Cobham's formula has them by hand; of others beside play.
  @Test func cobham() throws {
    let thirds = try #require(Self.scenario([1.0 / 3, 1.0 / 3]).theory(ofGradesOf: 0))
    #expect(zip(thirds, [0.2942, 0.6304, 2.3114]).allSatisfy { abs($0 - $1) < 0.001 }, "\(thirds)")
    for better in [[0.1, 0.3], [1.0 / 3, 1.0 / 3], [0, 0.05]] {
      let scenario = Self.scenario(better)
      let formula = try #require(scenario.theory(ofGradesOf: 0))
      let grades = Self.play(scenario, .customers(4_000_000)).figures.grades
      #expect(grades.map(\.grade) == (better[0] > 0 ? [0, 1, 2] : [1, 2]))
      for grade in grades {
        let mean = try #require(grade.meanWait)
        let width = mean.high - mean.low
        #expect(abs(mean.mean - formula[grade.grade]) < width, "\(better), \(grade)")
        #expect(try #require(grade.within).mean > 0.3)
      }
      // Together they are everybody.
      #expect(grades.reduce(0) { $0 + $1.served } > 3_500_000)
    }
  }

  @Test func nobodyAsked() {
    #expect(Self.play(Self.scenario([]), .customers(50_000)).figures.grades.isEmpty)
    #expect(Self.play(Self.scenario([0, 0]), .customers(50_000)).figures.grades.isEmpty)
  }

  /// Of a record each customer is of the grade that was written, and turned away as such.
  @Test func record() throws {
    var scenario = SimulationTests.plain(0.001, .fixed(10 * Self.second), 1)
    scenario.services[0].arrivals = .none
    scenario.room = 1
    scenario.closes = 100 * Self.second
    scenario.record = [(0, 2), (1, 2), (2, 0), (11, 1)].map { moment, grade in
      .init(at: Int64(moment) * Self.second, service: 0, grade: grade)
    }
    let grades = Self.play(scenario, .days(2)).figures.grades
    #expect(grades.map(\.grade) == [0, 1, 2])
    // The first is served at once, the second after 9 s; the third finds the room full.
    #expect(grades[0].turnedAway?.mean == 1 && grades[0].served == 0)
    #expect(grades[1].meanWait?.mean == 9 && grades[2].meanWait?.mean == 4.5)
  }
}
