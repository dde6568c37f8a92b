/// The line as it stands, played forward many times: those who wait, those in hand, those who come.
///
/// The same outlook and seed give the same figures on every machine.
package struct Outlook: Sendable {
  /// A customer in hand: how long such a service takes, and for how many microseconds it has gone on.
  package struct InHand: Hashable, Sendable {
    package var time: ServiceTime
    package var elapsed: Int64
    /// Nil where the time is known.
    package var pace: Pace?

    package init(time: ServiceTime, elapsed: Int64, pace: Pace? = nil) {
      self.time = time
      self.elapsed = elapsed
      self.pace = pace
    }
  }

  /// What is ahead of the customers of one service, those who wait and those who come.
  ///
  /// Ranges are those of 95 of 100 plays: what happens is one of them.
  package struct Service: Hashable, Sendable {
    /// Seconds from now, or from when a customer comes; nil where there is nobody.
    package var meanWait: Figure?
    /// Nine of ten customers of all plays do not wait longer.
    package var p90: Figure?
    /// How many wait at the end of the window.
    package var inLine: Figure?
    /// Customers come or wait whom nobody serves; nothing else is told then.
    package var isUnserved = false
  }

  /// Those who wait are its record, at 0; it closes when the window ends.
  private let scenario: Scenario
  /// Of each teller; nil for one who is free.
  private let inHand: [InHand?]
  /// Of each service, those of its tellers; none where times are known.
  private let paces: [[Pace?]]
  private let seed: UInt64
  private let draws: Int
  private var played = 0
  private var means: [[Double]]
  private var p90s: [[Double]]
  private var waits: [WaitCounts]
  private var lines: [[Double]]

  /// - Parameters:
  ///   - scenario: Who waits, in its record and in order; who serves; who comes.
  ///   - inHand: Of each teller of the scenario, nil where free.
  ///   - paces: Of each service, how uncertain the times of each of its tellers are; nil of one whose
  ///     times are known.
  ///   - window: For how many microseconds customers come; whoever waits then is played to the end.
  ///   - draws: How often it is played.
  ///   - seed: Of the first play; each later one has the next.
  package init(
    _ scenario: Scenario, inHand: [InHand?], paces: [[Pace?]], window: Int64, draws: Int,
    seed: UInt64
  ) {
    var scenario = scenario
    scenario.closes = window
    self.scenario = scenario
    self.inHand = inHand
    self.paces = paces
    self.seed = seed
    self.draws = draws
    means = scenario.services.map { _ in [] }
    p90s = means
    waits = scenario.services.map { _ in WaitCounts() }
    lines = means
  }

  /// Plays it once more; false when it was played often enough.
  package mutating func step() -> Bool {
    guard played < draws else { return false }
    var random = RandomNumbers(seed: seed &+ UInt64(played))
    played += 1
    var scenario = scenario
    for (index, paces) in paces.enumerated() where paces.contains(where: { $0 != nil }) {
      let sum = paces.reduce(0) { $0 + ($1?.draw(from: &random) ?? 1) }
      scenario.services[index].time =
        scenario.services[index].time.scaled(by: sum / Double(paces.count))
    }
    for (index, customer) in inHand.enumerated() {
      guard let customer else { continue }
      let pace = customer.pace?.draw(from: &random) ?? 1
      let elapsed = Int64((Double(customer.elapsed) / pace).rounded())
      let rest = customer.time.remaining(after: elapsed, &random) * pace
      // A teller who is busy comes when that is over.
      scenario.tellers[index].shifts = [max(1, Int64(rest.rounded()))..<Int64.max]
    }
    let log = OutlookLog(services: scenario.services.count, window: scenario.closes ?? 0)
    var play = Play(scenario, random, log)
    while play.advance(customers: .max, until: .max) {}
    for (index, played) in play.log.waits.enumerated() {
      lines[index].append(Double(play.log.inLine[index]))
      guard !played.isEmpty else { continue }
      for wait in played { waits[index].add(wait) }
      let sorted = played.sorted()
      means[index].append(sorted.reduce(0) { $0 + Double($1) } / Double(sorted.count) / 1e6)
      p90s[index].append(Double(sorted[(sorted.count * 9 + 9) / 10 - 1]) / 1e6)
    }
    return played < draws
  }

  package var services: [Service] {
    scenario.services.indices.map { index in
      let isServed = scenario.tellers.contains { $0.services.contains(index) }
      let isWanted =
        scenario.record.contains { $0.service == index }
        || scenario.services[index].arrivals.perHour > 0
      guard isServed else { return Service(isUnserved: isWanted) }
      return Service(
        meanWait: Figure(plays: means[index]),
        p90: Figure(plays: p90s[index], mean: waits[index].quantile(0.9) / 1e6),
        inLine: Figure(plays: lines[index]))
    }
  }
}

extension Figure {
  /// What came of plays, each as likely as another; nil of fewer than two.
  fileprivate init?(plays values: [Double], mean: Double? = nil) {
    guard values.count > 1 else { return nil }
    let sorted = values.sorted()
    let beyond = Int(Double(values.count) * 0.025)
    let mean = mean ?? values.reduce(0, +) / Double(values.count)
    self.init(
      mean: mean, low: min(mean, sorted[beyond]),
      high: max(mean, sorted[sorted.count - 1 - beyond]))
  }
}

/// Of one play, how long everybody waited, and who waited when the window ended.
private struct OutlookLog: PlayLog {
  let window: Int64
  private(set) var waits: [[Int64]]
  private(set) var inLine: [Int]

  init(services: Int, window: Int64) {
    self.window = window
    waits = (0..<services).map { _ in [] }
    inLine = Array(repeating: 0, count: services)
  }

  mutating func called(
    _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
  ) {
    waits[service].append(now - arrived)
    if now > window { inLine[service] += 1 }
  }

  mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
    if now > window { inLine[service] += 1 }
  }

  mutating func turnedAway(_ service: Int, _ grade: Int, at now: Int64) {}
}
