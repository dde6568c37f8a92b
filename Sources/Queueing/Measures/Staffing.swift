/// The fewest tellers with which a share of one service's customers waits at most for a time.
///
/// Erlang's formula says where to look, as it may overstaff where times vary less than it assumes;
/// what is found was played with the real times, and with one teller fewer the target was missed.
package struct Staffing: Hashable, Sendable {
  package struct Found: Hashable, Sendable {
    /// What Erlang C says; nil beyond the limit.
    package var theory: Int?
    /// What was played and held; nil where not even the limit does.
    package var confirmed: Int?
    /// The share within the time, with `confirmed` tellers or, where there are none, with the limit.
    package var within: Figure?
  }

  package var service: Scenario.Service
  /// From 0, below 1.
  package var share: Double
  /// In microseconds.
  package var target: Int64
  package var limit: Int
  package var seed: UInt64
  package var customers: Int

  package init(
    service: Scenario.Service, share: Double, target: Int64, limit: Int, seed: UInt64,
    customers: Int
  ) {
    self.service = service
    self.share = share
    self.target = target
    self.limit = limit
    self.seed = seed
    self.customers = customers
  }

  /// Plays until the answer is known; `rest` is called every few milliseconds, and may throw.
  package func search(_ rest: () async throws -> Void) async throws -> Found {
    let rate = service.arrivals.perHour / Double(Arrivals.hour)
    let mean = service.meanTurn
    var found = Found(
      theory: ErlangLine.servers(
        arrivalRate: rate, serviceRate: 1 / mean, share: share, within: Double(target),
        limit: limit))
    // Below the load nothing can hold, unless people lose patience.
    var low = service.patience == nil ? Int(rate * mean) : 0
    var high = min(limit, max(low + 1, found.theory ?? limit))
    var best: Figure?
    while true {
      best = try await within(high, rest)
      if let best, best.mean >= share { break }
      guard high < limit else { return found.with(best) }
      low = high
      high = min(limit, high + max(1, high / 8))
    }
    while high - low > 1 {
      // From Erlang's answer the true one is rarely more than a few below.
      let next = high - low > 4 ? high - 1 : (low + high) / 2
      let figure = try await within(next, rest)
      if let figure, figure.mean >= share {
        (high, best) = (next, figure)
      } else {
        low = next
        if high - next == 1 { break }
      }
    }
    found.confirmed = high
    return found.with(best)
  }

  /// Enough customers that some hundred miss the time where as many do as may: with fewer a share
  /// near 1 would be held to by chance.
  private var played: Int {
    max(customers, Int(min(Self.mostCustomers, 100 / max(1e-9, 1 - share)).rounded(.up)))
  }

  private static let mostCustomers = 2e7
  /// A share of more than that is not to be told from all.
  package static let largestShare = 0.99999

  /// The share within the time with so many tellers; nil where the line grows without end.
  private func within(_ tellers: Int, _ rest: () async throws -> Void) async throws -> Figure? {
    let scenario = Scenario(
      services: [service],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: tellers))
    guard service.patience != nil || scenario.load < 1 else { return nil }
    var simulation = Simulation(scenario, .customers(played), seed: seed, target: target)
    while simulation.step() { try await rest() }
    return simulation.figures.services[0].within
  }
}

extension Staffing.Found {
  fileprivate func with(_ figure: Figure?) -> Self {
    var found = self
    found.within = figure
    return found
  }
}
