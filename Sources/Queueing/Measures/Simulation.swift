/// A scenario played with chance, long enough to say how sure its figures are.
///
/// A line without end is played once, in batches behind a warm-up; a day is played again and again.
/// The same scenario and seed give the same figures on every machine.
package struct Simulation: Sendable {
  package enum Length: Hashable, Sendable {
    /// So many customers of a line without end.
    case customers(Int)
    /// So many days, each from an empty branch until the last customer is served.
    case days(Int)
  }

  /// Batches whose means are taken for independent; one more before them is the warm-up.
  static let batches = 32
  /// Customers between two looks at whether to go on.
  static let slice = 1 << 16

  private enum Engine: Sendable {
    case lines(SeparateLines)
    case play(Play<LineTally>)
  }

  package let scenario: Scenario
  package let length: Length
  private var seeds: RandomNumbers
  private var engine: Engine
  private var batch = 0
  package private(set) var customers = 0

  /// - Parameters:
  ///   - scenario: What is played.
  ///   - length: How long, or how often.
  ///   - seed: Of all that is left to chance.
  ///   - target: The share that waits at most for so many microseconds is counted.
  ///   - byHour: Whether the hours of a day are counted as well.
  package init(
    _ scenario: Scenario, _ length: Length, seed: UInt64, target: Int64, byHour: Bool = false
  ) {
    self.scenario = scenario
    self.length = length
    seeds = RandomNumbers(seed: seed)
    var tally = LineTally(
      services: scenario.services.count, tellers: scenario.tellers.count, target: target)
    if byHour, case .days(let days) = length, let closes = scenario.closes {
      tally.hours = HourTally(services: scenario.services.count, closes: closes, days: days)
    }
    if case .customers(let all) = length, SeparateLines.fit(scenario) {
      engine = .lines(SeparateLines(scenario, customers: all, &seeds, tally))
    } else {
      engine = .play(Play(scenario, RandomNumbers(seed: seeds.next()), tally))
    }
  }

  /// Done of all, from 0 to 1.
  package var progress: Double {
    switch length {
    case .customers(let all): Double(customers) / Double(max(1, all))
    case .days(let all): Double(batch) / Double(max(1, all))
    }
  }

  /// Plays a part of it, some milliseconds; false when there is nothing left to play.
  package mutating func step() -> Bool {
    switch (engine, length) {
    case (.lines(var lines), _):
      // The engine's own copy goes, so that nothing is copied when this one changes.
      engine = .lines(SeparateLines())
      defer { engine = .lines(lines) }
      let played = lines.step()
      customers += played
      return played > 0
    case (.play(var play), .customers(let all)):
      engine = .lines(SeparateLines())
      defer { engine = .play(play) }
      return stepLine(&play, all)
    case (.play(var play), .days(let all)):
      engine = .lines(SeparateLines())
      defer { engine = .play(play) }
      return stepDay(&play, all)
    }
  }

  private mutating func stepLine(_ play: inout Play<LineTally>, _ all: Int) -> Bool {
    let end = all * (batch + 1) / (Self.batches + 1)
    let goesOn = play.advance(customers: min(end, customers + Self.slice), until: .max)
    customers = play.came
    if customers >= end || !goesOn {
      play.dismiss()
      play.log.endBatch(at: play.now, counting: batch > 0)
      batch += 1
    }
    return goesOn && batch <= Self.batches
  }

  private mutating func stepDay(_ play: inout Play<LineTally>, _ all: Int) -> Bool {
    guard batch < all else { return false }
    let before = play.came
    let goesOn = play.advance(customers: before + Self.slice, until: .max)
    customers += play.came - before
    if goesOn { return true }
    play.dismiss()
    play.log.endBatch(at: play.now)
    play.log.beginDay()
    batch += 1
    play = Play(scenario, RandomNumbers(seed: seeds.next()), play.log)
    return batch < all
  }

  /// What was counted; of few batches figures are missing.
  package var figures: SimulationFigures {
    switch engine {
    case .lines(let lines): SimulationFigures(lines.tally)
    case .play(let play): SimulationFigures(play.log)
    }
  }
}

/// Services with tellers of their own, each a line by itself, batch by batch.
struct SeparateLines: Sendable {
  private var lines: [OneLine] = []
  /// Which tellers each service has, and how many customers it gets.
  private var tellers: [[Int]] = []
  private var shares: [Int] = []
  private(set) var tally: LineTally
  private var waits = WaitCounts()
  private var service = 0
  private var batch = 0
  private var played = 0
  private var began: Int64 = 0

  /// Nothing to play.
  init() { tally = LineTally(services: 0, tellers: 0, target: 0) }

  /// Whether a scenario falls apart into such lines: no two services share a teller, and nothing
  /// but waiting happens.
  static func fit(_ scenario: Scenario) -> Bool {
    scenario.room == nil && scenario.closes == nil && scenario.record.isEmpty
      && scenario.spread == .longestIdle
      && scenario.services.allSatisfy { $0.isPlain }
      && scenario.tellers.allSatisfy {
        $0.shifts == nil && $0.services.bits.nonzeroBitCount == 1
      }
  }

  init(
    _ scenario: Scenario, customers: Int, _ seeds: inout RandomNumbers, _ tally: LineTally
  ) {
    self.tally = tally
    let rates = scenario.services.map(\.arrivals.perHour)
    let total = max(rates.reduce(0, +), .leastNonzeroMagnitude)
    for (index, service) in scenario.services.enumerated() {
      let own = scenario.tellers.indices.filter { scenario.tellers[$0].services.contains(index) }
      tellers.append(own)
      lines.append(OneLine(service, tellers: own.count, RandomNumbers(seed: seeds.next())))
      shares.append(
        own.isEmpty ? 0 : Int((Double(customers) * rates[index] / total).rounded()))
    }
  }

  /// Plays a part of a batch; tells how many customers that were, 0 at the end.
  mutating func step() -> Int {
    while service < lines.count {
      let all = shares[service]
      let end = all * (batch + 1) / (Simulation.batches + 1)
      let count = min(end - played, Simulation.slice)
      if count > 0 {
        lines[service].play(customers: count, &waits)
        played += count
        return count
      }
      endBatch()
    }
    return 0
  }

  private mutating func endBatch() {
    if batch > 0, shares[service] > 0 {
      let line = lines[service]
      tally.add(service, line, waits, duration: line.now - began, tellers: tellers[service])
    }
    waits.removeAll()
    lines[service].clear()
    began = lines[service].now
    batch += 1
    guard batch > Simulation.batches else { return }
    batch = 0
    played = 0
    service += 1
    began = 0
  }
}

extension Scenario.Service {
  /// Whether its customers do nothing but come, wait and be served, in one order.
  fileprivate var isPlain: Bool {
    guard patience == nil, noShows == nil, !betterGrades.contains(where: { $0 > 0 }) else {
      return false
    }
    if case .hourly = arrivals { return false }
    return true
  }
}
