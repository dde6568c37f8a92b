/// What a simulation found, with intervals; times in seconds, shares from 0 to 1.
package struct SimulationFigures: Hashable, Sendable {
  /// Nil where too few customers came to say anything.
  package struct Service: Hashable, Sendable {
    package var served = 0
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

  init(_ tally: LineTally) {
    services = tally.series.map { series in
      Service(
        served: series.served, meanWait: Figure(seconds: series.meanWait),
        p50: Figure(seconds: series.quantiles[0]), p90: Figure(seconds: series.quantiles[1]),
        p95: Figure(seconds: series.quantiles[2]), p99: Figure(seconds: series.quantiles[3]),
        probabilityOfWait: Figure(series.pWait), within: Figure(series.within),
        left: Figure(series.left), turnedAway: Figure(series.turnedAway),
        meanLine: Figure(series.meanLine))
    }
    utilisation = tally.utilisation.map { Figure($0) }
    hours = tally.hours.map { Self.hours($0, services: tally.series.count) } ?? []
  }
}

extension Figure {
  fileprivate init?(seconds microseconds: [Double]) {
    self.init(microseconds.map { $0 / 1e6 })
  }
}
