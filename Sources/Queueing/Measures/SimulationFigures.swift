/// What a simulation found, with intervals; times in seconds, shares from 0 to 1.
package struct SimulationFigures: Hashable, Sendable {
  /// Nil where too few customers came to say anything.
  package struct Service: Hashable, Sendable {
    package var served = 0
    /// Of those, who waited at all.
    package var waited = 0
    package var meanWait: Figure?
    package var p50: Figure?
    package var p90: Figure?
    package var p95: Figure?
    package var p99: Figure?
    /// Of those served, who waited at all.
    package var probabilityOfWait: Figure?
    /// Of all who came, who was served and waited at most for the target.
    package var within: Figure?
    package var left: Figure?
    package var turnedAway: Figure?
    /// Customers in line at a moment.
    package var meanLine: Figure?
  }

  package var services: [Service]
  /// The share of time for which each teller was busy.
  package var utilisation: [Figure?]
  /// By hour and then by service; empty where hours were not asked for.
  package var hours: [Hour]
  /// By service and then by grade; empty where all customers are of one.
  package var grades: [Grade]

  init(_ tally: LineTally) {
    services = tally.services.map { counted in
      let quantiles = counted.quantiles([0.5, 0.9, 0.95, 0.99])
      return Service(
        served: counted.served, waited: counted.waited, meanWait: counted.meanWait,
        p50: quantiles[0],
        p90: quantiles[1], p95: quantiles[2], p99: quantiles[3],
        probabilityOfWait: counted.share(\.waited, of: \.served),
        within: counted.share(\.within), left: counted.share(\.left),
        turnedAway: counted.share(\.turnedAway), meanLine: counted.meanLine)
    }
    utilisation = tally.utilisation
    hours = tally.hours.map { Self.hours($0) } ?? []
    grades = tally.grades.map { Self.grades($0) } ?? []
  }
}
