/// How far the search for tellers is.
package struct StaffingProgress: Hashable, Sendable {
  /// In all that has been played so far.
  package var customers = 0
  /// Of those who are tried now; the most at one time where they change by the hour.
  package var tellers = 0

  package init() {}
}

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
    /// Whether the share with these tellers is so near to the target that no simulation tells on which
    /// side of it it is.
    package var isClose = false
    /// The same of the share with one teller fewer.
    package var isFewerClose = false
  }

  package var service: Scenario.Service
  /// From 0, below 1.
  package var share: Double
  /// In microseconds.
  package var target: Int64
  package var limit: Int
  package var seed: UInt64
  package var customers: Int
  /// What is not told apart by as many is close.
  var mostCustomers = 20_000_000

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
  package func search(
    _ rest: (StaffingProgress) async throws -> Void
  ) async throws -> Found {
    var played = StaffingProgress()
    let rate = service.arrivals.perHour / Double(Arrivals.hour)
    let mean = service.meanTurn
    var found = Found(
      theory: ErlangLine.servers(
        arrivalRate: rate, serviceRate: 1 / mean, share: share, within: Double(target),
        limit: limit))
    // Below the load nothing can hold, unless people lose patience.
    var low = service.patience == nil ? Int(rate * mean) : 0
    var high = min(limit, max(low + 1, found.theory ?? limit))
    var best: Trial
    while true {
      best = try await play(high, found.theory, &played, rest)
      if best.holds { break }
      guard high < limit else { return found.with(best) }
      low = high
      high = min(limit, high + max(1, high / 8))
    }
    var missed = Trial()
    while high - low > 1 {
      // From Erlang's answer the true one is rarely more than a few below.
      let next = high - low > 4 ? high - 1 : (low + high) / 2
      let trial = try await play(next, found.theory, &played, rest)
      if trial.holds {
        (high, best) = (next, trial)
      } else {
        (low, missed) = (next, trial)
      }
    }
    found.confirmed = high
    (found.isClose, found.isFewerClose) = (best.isClose, missed.isClose)
    return found.with(best)
  }

  /// Enough customers that some hundred miss the time where as many do as may: with fewer a share
  /// near 1 would be held to by chance.
  private var fewest: Int {
    max(customers, Int(min(Double(mostCustomers), 100 / max(1e-9, 1 - share)).rounded(.up)))
  }

  /// A share of more than that is not to be told from all.
  package static let largestShare = 0.99999

  /// What so many tellers reach.
  fileprivate struct Trial {
    /// Nil where the line grows without end.
    var within: Figure?
    var holds = false
    var isClose = false
  }

  /// Whether Erlang's formula is of just such a line.
  private var isErlang: Bool {
    guard case .chance = service.arrivals, case .exponential = service.time else { return false }
    return service.patience == nil && service.noShows == nil
  }

  /// What the formula of just such a line says; what was played may be beyond the target by chance.
  private func exact(_ tellers: Int, _ theory: Int?) -> Trial {
    let line = ErlangLine(
      arrivalRate: service.arrivals.perHour / Double(Arrivals.hour),
      serviceRate: 1 / service.meanTurn, servers: tellers)
    let share = line.share(within: Double(target))
    return Trial(
      within: Figure(mean: share, low: share, high: share), holds: tellers >= theory ?? .max)
  }

  /// Plays until the share is told from the target, or for as long as is worth it.
  ///
  /// What cannot be told apart then the formula decides, where it is one of just such a line.
  private func play(
    _ tellers: Int, _ theory: Int?, _ played: inout StaffingProgress,
    _ rest: (StaffingProgress) async throws -> Void
  ) async throws -> Trial {
    played.tellers = tellers
    let scenario = Scenario(
      services: [service],
      tellers: Array(repeating: .init(services: ServiceSet([0])), count: tellers))
    guard scenario.growing.isEmpty else { return Trial() }
    var customers = min(fewest, mostCustomers)
    while true {
      var simulation = Simulation(scenario, .customers(customers), seed: seed, target: target)
      let isSure = simulation.steady?.isSure ?? true
      if isSure || customers == mostCustomers {
        let before = played.customers
        while simulation.step() {
          played.customers = before + Int(simulation.progress * Double(customers))
          try await rest(played)
        }
        played.customers = before + customers
        guard let within = simulation.figures.services[0].within else { return Trial() }
        let isTold = isSure && !within.isNear(share)
        if isTold || within.low == within.high {
          return Trial(within: within, holds: within.mean >= share)
        }
        if isErlang { return exact(tellers, theory) }
        if customers == mostCustomers {
          return Trial(within: within, holds: within.mean >= share, isClose: true)
        }
      }
      let enough = isSure ? customers * 5 : simulation.steady?.sureCustomers ?? .max
      customers = min(mostCustomers, max(customers + 1, enough))
    }
  }
}

extension Staffing.Found {
  fileprivate func with(_ trial: Staffing.Trial) -> Self {
    var found = self
    found.within = trial.within
    return found
  }
}
