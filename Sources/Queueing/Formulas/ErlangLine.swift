/// One line before equal servers, Poisson arrivals, exponential times, endless patience: M/M/c.
///
/// Times are in any one unit, rates per that unit. Formulas: A. K. Erlang, "Solution of some
/// Problems in the Theory of Probabilities of Significance in Automatic Telephone Exchanges", 1917;
/// in today's form D. Gross and C. Harris, "Fundamentals of Queueing Theory", section 2.3.
package struct ErlangLine: Hashable, Sendable {
  package let arrivalRate: Double
  package let serviceRate: Double
  package let servers: Int

  /// - Precondition: Rates are above 0, and there is a server.
  package init(arrivalRate: Double, serviceRate: Double, servers: Int) {
    precondition(arrivalRate > 0 && serviceRate > 0 && servers > 0, "no line to speak of")
    self.arrivalRate = arrivalRate
    self.serviceRate = serviceRate
    self.servers = servers
  }

  /// Servers that would be busy if there were enough of them (erlangs).
  package var load: Double { arrivalRate / serviceRate }

  /// The share of time for which a server is busy; from 1 on the line grows without end.
  package var utilisation: Double { load / Double(servers) }

  /// The share of customers who wait (Erlang C); 1 where the line grows without end.
  package var probabilityOfWait: Double {
    guard utilisation < 1 else { return 1 }
    let blocked = Self.blocked(load: load, servers: servers)
    return blocked / (1 - utilisation * (1 - blocked))
  }

  /// Erlang B, by its recursion, which neither overflows nor cancels.
  static func blocked(load: Double, servers: Int) -> Double {
    (1...servers).reduce(1) { load * $0 / (Double($1) + load * $0) }
  }

  /// The rate at which the line gets shorter while all servers are busy.
  private var drain: Double { Double(servers) * serviceRate - arrivalRate }

  /// The mean wait of all customers, also of those who do not wait.
  package var meanWait: Double {
    utilisation < 1 ? probabilityOfWait / drain : .infinity
  }

  /// The share of customers who wait at most for a time.
  package func share(within time: Double) -> Double {
    utilisation < 1 ? 1 - probabilityOfWait * naturalPower(-drain * time) : 0
  }

  /// The wait that a share of customers (from 0, below 1) does not exceed.
  package func quantile(_ share: Double) -> Double {
    guard utilisation < 1 else { return .infinity }
    let waits = probabilityOfWait
    return share <= 1 - waits ? 0 : portableLogarithm(waits / (1 - share)) / drain
  }

  /// The fewest servers with which a share of customers waits at most for a time; nil where more
  /// than a limit would be needed.
  package static func servers(
    arrivalRate: Double, serviceRate: Double, share: Double, within time: Double, limit: Int
  ) -> Int? {
    (1...max(1, limit)).first {
      ErlangLine(arrivalRate: arrivalRate, serviceRate: serviceRate, servers: $0)
        .share(within: time) >= share
    }
  }

  /// Mean waits by grade, the best first, where a better grade goes first and nobody is interrupted.
  ///
  /// A. Cobham, "Priority Assignment in Waiting Line Problems", 1954. All grades share the rate of
  /// service. `rates` are those of the arrivals of each grade; a wait is infinite from the first
  /// grade on with which the servers are overloaded.
  package static func meanWaits(
    ofGrades rates: [Double], serviceRate: Double, servers: Int
  ) -> [Double] {
    let all = rates.reduce(0, +)
    guard all > 0 else { return rates.map { _ in 0 } }
    let line = ErlangLine(arrivalRate: all, serviceRate: serviceRate, servers: servers)
    let work = serviceRate * Double(servers)
    // With an overload the servers are always busy for those who are served at all.
    let first = line.probabilityOfWait / work
    var before = 0.0
    return rates.map { rate in
      let through = before + rate / work
      defer { before = through }
      return through < 1 ? first / ((1 - before) * (1 - through)) : .infinity
    }
  }
}
