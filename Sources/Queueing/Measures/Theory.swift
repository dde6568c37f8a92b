/// What a formula says of the wait for one service, or why none does.
package enum Theory: Hashable, Sendable {
  /// The name of the line in Kendall's notation, and its mean wait in seconds; infinite where it
  /// grows without end.
  case applies(model: String, meanWaitSeconds: Double)
  case fails(Obstacle)

  package enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// Its tellers serve others as well.
    case sharedTellers
    /// Tellers come and go, or the day ends.
    case hours
    /// Times, arrivals or patience of a kind for which there is no formula here.
    case kind
    case room
    case nobody
  }
}

extension Scenario {
  /// The formula that fits the line of a service, where its tellers serve nothing else.
  ///
  /// Grades change nothing in the mean over all customers, as nobody is interrupted and all take
  /// equally long (L. Kleinrock's conservation law, 1965).
  package func theory(of service: Int) -> Theory {
    let own = tellers.filter { $0.services.contains(service) }
    let comes = services[service].arrivals.perHour > 0 || record.contains { $0.service == service }
    guard !own.isEmpty, comes else { return .fails(.nobody) }
    guard own.allSatisfy({ $0.services.bits.nonzeroBitCount == 1 }) else {
      return .fails(.sharedTellers)
    }
    guard closes == nil, record.isEmpty, own.allSatisfy({ $0.shifts == nil }) else {
      return .fails(.hours)
    }
    guard room == nil else { return .fails(.room) }
    return services[service].theory(servers: own.count) ?? .fails(.kind)
  }
}

extension Scenario.Service {
  /// Of the microseconds for which one customer keeps a teller: a mixture of those who come and those
  /// who do not.
  private var momentsOfTurn: (mean: Double, variance: Double) {
    let served = time.moments
    guard let noShows else { return (served.mean, served.variance) }
    let absent = Double(noShows.time)
    let mean = meanTurn
    let square =
      noShows.share * absent * absent
      + (1 - noShows.share) * (served.variance + served.mean * served.mean)
    return (mean, square - mean * mean)
  }

  /// Rates are those of a second.
  fileprivate func theory(servers: Int) -> Theory? {
    let rate = arrivals.perHour / 3600
    let moments = momentsOfTurn
    let mean = moments.mean / 1e6
    guard noShows == nil || servers == 1 && patience == nil else { return nil }
    if noShows != nil {
      guard case .chance = arrivals else { return nil }
      return .applies(
        model: "M/G/1",
        meanWaitSeconds: pollaczekKhinchineWait(
          arrivalRate: rate, mean: mean, variance: moments.variance / 1e12))
    }
    let applies = { (model: String, wait: Double) in
      Theory.applies(model: model, meanWaitSeconds: wait)
    }
    switch (arrivals, time, patience) {
    case (.chance, .exponential, nil):
      let line = ErlangLine(arrivalRate: rate, serviceRate: 1 / mean, servers: servers)
      return applies("M/M/\(servers)", line.meanWait)
    case (.chance, .exponential, .exponential(let patience)?):
      let line = MarkovLine(
        arrivalRate: rate, serviceRate: 1 / mean, servers: servers,
        patience: Double(patience) / 1e6, room: nil)
      return line.map { applies("M/M/\(servers)+M", $0.meanWaitOfServed) }
    case (.chance, .fixed, nil):
      return applies(
        "M/D/\(servers)", crommelinWait(arrivalRate: rate, time: mean, servers: servers))
    case (.chance, _, nil) where servers == 1:
      let wait = pollaczekKhinchineWait(
        arrivalRate: rate, mean: mean, variance: moments.variance / 1e12)
      return applies("M/G/1", wait)
    case (.even(let distance), .exponential, nil):
      let wait = evenArrivalsWait(
        distance: Double(distance) / 1e6, serviceRate: 1 / mean, servers: servers)
      return applies("D/M/\(servers)", wait)
    default: return nil
    }
  }
}
