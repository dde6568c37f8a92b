/// Counts what becomes of the customers of each grade of each service, batch by batch.
struct GradeTally: Sendable {
  /// Those of the first service by grade, the best first, those of the second, and so on.
  private(set) var tallies: [ServiceTally]

  /// Nil where all customers are of one grade.
  init?(_ scenario: Scenario, areNeighbours: Bool) {
    let last = Scenario.grades - 1
    guard
      scenario.services.contains(where: { $0.betterGrades.contains { $0 > 0 } })
        || scenario.record.contains(where: { $0.grade < last })
    else { return nil }
    tallies = (0..<scenario.services.count * Scenario.grades).map { _ in
      ServiceTally(areNeighbours: areNeighbours, isEven: scenario.isEven)
    }
  }

  private func place(_ service: Int, _ grade: Int) -> Int { service * Scenario.grades + grade }

  mutating func called(_ service: Int, _ grade: Int, _ wait: Int64, isWithin: Bool) {
    tallies[place(service, grade)].called(wait, isWithin: isWithin)
  }

  mutating func left(_ service: Int, _ grade: Int) { tallies[place(service, grade)].left() }

  mutating func turnedAway(_ service: Int, _ grade: Int) {
    tallies[place(service, grade)].turnedAway()
  }

  mutating func endBatch() {
    for place in tallies.indices { tallies[place].endBatch() }
  }
}

extension SimulationFigures {
  /// Of those of one grade who came for one service.
  package struct Grade: Hashable, Sendable {
    package var service: Int
    /// 0 is the best.
    package var grade: Int
    package var served: Int
    package var meanWait: Figure?
    package var p90: Figure?
    package var within: Figure?
    package var left: Figure?
    package var turnedAway: Figure?
  }

  /// Only grades of which anybody came.
  static func grades(_ tally: GradeTally) -> [Grade] {
    tally.tallies.enumerated().compactMap { place, counted in
      guard let within = counted.share(\.within) else { return nil }
      return Grade(
        service: place / Scenario.grades, grade: place % Scenario.grades, served: counted.served,
        meanWait: counted.meanWait, p90: counted.quantiles([0.9])[0], within: within,
        left: counted.share(\.left), turnedAway: counted.share(\.turnedAway))
    }
  }
}

extension Scenario {
  /// What a formula says of the mean wait of each grade of a service, in seconds, the best first; nil
  /// where none applies.
  package func theory(ofGradesOf service: Int) -> [Double]? {
    guard case .applies = theory(of: service), services[service].patience == nil,
      services[service].noShows == nil, case .chance = services[service].arrivals,
      case .exponential(let mean) = services[service].time
    else { return nil }
    let rate = services[service].arrivals.perHour / 3600
    let better = services[service].betterGrades
    let shares = better + [1 - better.reduce(0, +)]
    return ErlangLine.meanWaits(
      ofGrades: shares.map { $0 * rate }, serviceRate: 1e6 / Double(mean),
      servers: tellers.count { $0.services.contains(service) })
  }
}
