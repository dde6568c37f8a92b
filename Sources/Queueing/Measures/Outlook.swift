/// The line as it stands, played forward many times: those who wait, those in hand, those who come.
///
/// The same outlook and seed give the same figures on every machine.
package struct Outlook: Sendable {
  /// A customer in hand: how long such a service takes, and for how many microseconds it has gone on.
  package struct InHand: Hashable, Sendable {
    package var time: ServiceTime
    package var elapsed: Int64

    package init(time: ServiceTime, elapsed: Int64) {
      self.time = time
      self.elapsed = elapsed
    }
  }

  /// What is ahead of the customers of one service, those who wait and those who come.
  package struct Service: Hashable, Sendable {
    /// Seconds from now, or from when a customer comes; nil where there is nobody.
    package var meanWait: Figure?
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
  private let seed: UInt64
  private let draws: Int
  private var played = 0
  private var means: [[Double]]
  private var p90s: [[Double]]
  private var lines: [[Double]]

  /// - Parameters:
  ///   - scenario: Who waits, in its record and in order; who serves; who comes.
  ///   - inHand: Of each teller of the scenario, nil where free.
  ///   - window: For how many microseconds customers come; whoever waits then is played to the end.
  ///   - draws: How often it is played.
  ///   - seed: Of the first play; each later one has the next.
  package init(
    _ scenario: Scenario, inHand: [InHand?], window: Int64, draws: Int, seed: UInt64
  ) {
    var scenario = scenario
    scenario.closes = window
    self.scenario = scenario
    self.inHand = inHand
    self.seed = seed
    self.draws = draws
    means = scenario.services.map { _ in [] }
    p90s = means
    lines = means
  }

  /// Plays it once more; false when it was played often enough.
  package mutating func step() -> Bool {
    guard played < draws else { return false }
    var random = RandomNumbers(seed: seed &+ UInt64(played))
    played += 1
    var scenario = scenario
    for (index, customer) in inHand.enumerated() {
      guard let customer else { continue }
      let rest = customer.time.remaining(after: customer.elapsed, &random)
      // A teller who is busy comes when that is over.
      scenario.tellers[index].shifts = [max(1, Int64(rest.rounded()))..<Int64.max]
    }
    let log = OutlookLog(services: scenario.services.count, window: scenario.closes ?? 0)
    var play = Play(scenario, random, log)
    while play.advance(customers: .max, until: .max) {}
    for (index, waits) in play.log.waits.enumerated() {
      lines[index].append(Double(play.log.inLine[index]))
      guard !waits.isEmpty else { continue }
      let sorted = waits.sorted()
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
        meanWait: Figure(means[index]), p90: Figure(p90s[index]), inLine: Figure(lines[index]))
    }
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

  mutating func turnedAway(_ service: Int, at now: Int64) {}
}
