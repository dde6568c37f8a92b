/// The fewest tellers hour by hour with which a share of those who come in each hour waits at most
/// for a time.
///
/// Erlang's formula says where to look, hour by hour; but the line of a peak is served in the next
/// hour, and times may vary less than it assumes. So whole days are played: the first hour that
/// misses gets one more teller until none does, and then every hour gives up tellers as long as all
/// hold.
package struct HourStaffing: Sendable {
  package struct Hour: Hashable, Sendable {
    /// Customers a day.
    package var came: Double
    package var tellers: Int
    /// What Erlang C says of the hour alone; nil beyond the limit, and where nobody comes.
    package var theory: Int?
    /// Of the hour's customers, those who wait at most for the time; nil where nobody comes.
    package var within: Figure?
    /// Whether this share, or the one with a teller fewer, is so near to the target that no simulation
    /// of a few seconds tells on which side of it it is.
    package var isClose = false
  }

  package struct Found: Hashable, Sendable {
    package var hours: [Hour]
    /// Of all customers of the day.
    package var within: Figure?
    /// Hours that miss even with as many tellers as may be.
    package var missed: Set<Int> = []
    package var isReached: Bool { missed.isEmpty }
  }

  /// Customers of one service, who come by the hour or from a record.
  private let service: Scenario.Service
  private let record: [Scenario.Arrival]
  private let closes: Int64
  private let share: Double
  private let target: Int64
  private let limit: Int
  private let seed: UInt64
  private let days: Int
  /// Customers of each hour.
  private let rates: [Double]

  /// Customers in all days of one simulation, and its bounds in days: for an answer within a second.
  private static let customers = 60_000.0
  private static let fewestDays = 40.0
  private static let mostDays = 200.0
  /// So many times as many days are played where a share is near to the target.
  private static let closer = 4

  /// - Parameters:
  ///   - service: Whose arrivals are hourly, or none where there is a record.
  ///   - record: Moments in microseconds from the beginning of the day, in order.
  ///   - hours: How many hours the day has.
  ///   - share: From 0, below 1.
  ///   - target: In microseconds.
  ///   - limit: More tellers than these are not tried.
  ///   - seed: Of all simulations.
  package init(
    service: Scenario.Service, record: [Int64], hours: Int, share: Double, target: Int64,
    limit: Int, seed: UInt64
  ) {
    self.service = service
    self.record = record.map { Scenario.Arrival(at: $0, service: 0) }
    (self.share, self.target, self.limit, self.seed) = (share, target, limit, seed)
    closes = Int64(hours) * Arrivals.hour
    var rates = [Double](repeating: 0, count: hours)
    if case .hourly(let own) = service.arrivals {
      for (hour, rate) in own.enumerated() where hour < hours { rates[hour] += rate }
    }
    for moment in record where moment < closes { rates[Int(moment / Arrivals.hour)] += 1 }
    self.rates = rates
    let day = max(1, rates.reduce(0, +))
    days = Int(min(Self.mostDays, max(Self.fewestDays, Self.customers / day)))
  }

  /// Plays until the answer is known; `rest` is called every few milliseconds, and may throw.
  package func search(
    _ rest: (StaffingProgress) async throws -> Void
  ) async throws -> Found {
    var played = StaffingProgress()
    var found = Found(hours: rates.map { guess($0) }, within: nil)
    var figures = try await play(found, &played, rest)
    // What was there before the hours before a miss got tellers for it.
    var before: (hour: Int, hours: [Hour])?
    while let hour = firstMiss(figures, found.missed) {
      if found.hours[hour].tellers == limit, before?.hour != hour { before = (hour, found.hours) }
      if let more = hourToHelp(hour, found.hours) {
        found.hours[more].tellers += 1
      } else {
        // Nothing helps this hour, so nobody is there for it in vain.
        if let before, before.hour == hour { found.hours = before.hours }
        found.missed.insert(hour)
      }
      figures = try await play(found, &played, rest)
    }
    // Peaks first: what they can spare is more than what the hours before them can.
    let peaks = rates.indices.sorted {
      (-found.hours[$0].tellers, $0) < (-found.hours[$1].tellers, $1)
    }
    for hour in peaks where !found.missed.contains(hour) {
      while found.hours[hour].tellers > 1 {
        var fewer = found
        fewer.hours[hour].tellers -= 1
        let tried = try await play(fewer, &played, rest)
        guard firstMiss(tried, found.missed) != nil else {
          (found, figures) = (fewer, tried)
          continue
        }
        found.hours[hour].isClose = tried.hours.allSatisfy {
          found.missed.contains($0.hour) || ($0.within?.mean ?? 1) >= share || isNear($0.within)
        }
        break
      }
    }
    return found.with(figures, isNear)
  }

  /// Whether no one can tell on which side of the target it is.
  private func isNear(_ within: Figure?) -> Bool {
    within?.isNear(share) ?? false
  }

  /// What Erlang says of the hour; the work itself where that is beyond the limit.
  private func guess(_ rate: Double) -> Hour {
    guard rate > 0 else { return Hour(came: 0, tellers: 1, theory: nil, within: nil) }
    let mean = service.meanTurn
    let perMicrosecond = rate / Double(Arrivals.hour)
    let theory = ErlangLine.servers(
      arrivalRate: perMicrosecond, serviceRate: 1 / mean, share: share, within: Double(target),
      limit: limit)
    return Hour(
      came: rate, tellers: theory ?? min(limit, Int(perMicrosecond * mean) + 1), theory: theory,
      within: nil)
  }

  /// The first hour that misses, but for those that nothing helps.
  private func firstMiss(_ figures: SimulationFigures, _ hopeless: Set<Int>) -> Int? {
    figures.hours.first { !hopeless.contains($0.hour) && ($0.within?.mean ?? 1) < share }?.hour
  }

  /// The hour itself; where it has all it may have, the one before, whose line it serves.
  private func hourToHelp(_ hour: Int, _ hours: [Hour]) -> Int? {
    (0...hour).reversed().first { hours[$0].tellers < limit }
  }

  /// Plays days, and more of them where an hour is near to the target.
  private func play(
    _ found: Found, _ played: inout StaffingProgress,
    _ rest: (StaffingProgress) async throws -> Void
  ) async throws -> SimulationFigures {
    let figures = try await play(found.hours, days, &played, rest)
    guard figures.hours.contains(where: { !found.missed.contains($0.hour) && isNear($0.within) })
    else { return figures }
    return try await play(found.hours, days * Self.closer, &played, rest)
  }

  private func play(
    _ hours: [Hour], _ days: Int, _ played: inout StaffingProgress,
    _ rest: (StaffingProgress) async throws -> Void
  ) async throws -> SimulationFigures {
    let most = hours.map(\.tellers).max() ?? 0
    played.tellers = most
    let scenario = Scenario(
      services: [service],
      tellers: (0..<most).map { teller in
        .init(
          services: ServiceSet([0]), shifts: shifts(of: teller, hours),
          staysToTheLast: hours.last.map { $0.tellers > teller } ?? false)
      }, record: record, closes: closes)
    var simulation = Simulation(
      scenario, .days(days), seed: seed, target: target, byHour: true)
    let (before, customers) = (played.customers, rates.reduce(0, +) * Double(days))
    while simulation.step() {
      played.customers = before + Int(simulation.progress * customers)
      try await rest(played)
    }
    played.customers = before + Int(customers)
    return simulation.figures
  }

  /// Who is there in the last hour serves the last customer.
  private func shifts(of teller: Int, _ hours: [Hour]) -> [Range<Int64>] {
    var shifts: [Range<Int64>] = []
    for (index, hour) in hours.enumerated() where hour.tellers > teller {
      let from = Int64(index) * Arrivals.hour
      let until = from + Arrivals.hour
      if let before = shifts.last, before.upperBound == from {
        shifts[shifts.count - 1] = before.lowerBound..<until
      } else {
        shifts.append(from..<until)
      }
    }
    return shifts
  }
}

extension HourStaffing.Found {
  fileprivate func with(_ figures: SimulationFigures, _ isNear: (Figure?) -> Bool) -> Self {
    var found = self
    found.within = figures.services.first?.within
    for hour in figures.hours {
      found.hours[hour.hour].within = hour.within
      if isNear(hour.within) { found.hours[hour.hour].isClose = true }
    }
    for hour in missed { found.hours[hour].isClose = false }
    return found
  }
}
