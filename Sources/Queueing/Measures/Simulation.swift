/// A scenario played with chance, long enough to say how sure its figures are.
///
/// A line without end is played once, in batches behind a warm-up, or in several runs; a day is played
/// again and again.
/// The same scenario and seed give the same figures on every machine.
package struct Simulation: Sendable {
  package enum Length: Hashable, Sendable {
    /// So many customers of a line without end, as ``SteadyLength`` has it.
    case customers(Int, warmUp: Int? = nil, runs: Int = 1)
    /// So many days, each from an empty branch until the last customer is served.
    case days(Int)
  }

  /// Customers between two looks at whether to go on: some tenths of a millisecond.
  static let slice = 1 << 13

  private enum Engine: Sendable {
    case lines(SeparateLines)
    case play(Play<LineTally>)
  }

  package let scenario: Scenario
  package let length: Length
  private var seeds: RandomNumbers
  private var engine: Engine
  private var batch = 0
  /// Of the runs that have ended.
  private var customersBefore = 0
  package private(set) var customers = 0
  /// Nil where days are played.
  package let steady: SteadyLength?

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
    if case .customers(let all, let warmUp, let runs) = length {
      steady = SteadyLength(customers: all, warmUp: warmUp, runs: runs, of: scenario)
    } else {
      steady = nil
    }
    var tally = LineTally(scenario, target: target, areNeighbours: steady?.runs == 1)
    tally.begin(isCounting: steady == nil)
    if byHour, steady == nil, let closes = scenario.closes {
      tally.hours = HourTally(
        services: scenario.services.count, closes: closes, isEven: scenario.isEven)
    }
    if let steady, SeparateLines.fit(scenario) {
      engine = .lines(SeparateLines(scenario, steady, &seeds, tally))
    } else {
      engine = .play(Play(scenario, RandomNumbers(seed: seeds.next()), tally))
    }
  }

  /// Days or runs that are independent of each other; of one run its batches.
  package var parts: Int {
    switch length {
    case .customers: steady.map { $0.runs * $0.batches } ?? 0
    case .days(let all): all
    }
  }

  /// Done of all, from 0 to 1.
  package var progress: Double {
    switch length {
    case .customers(let all, _, _): Double(customers) / Double(max(1, all))
    case .days(let all): Double(batch) / Double(max(1, all))
    }
  }

  /// Plays a small part of it; false when there is nothing left to play.
  package mutating func step() -> Bool {
    switch (engine, length) {
    case (.lines(var lines), _):
      // The engine's own copy goes, so that nothing is copied when this one changes.
      engine = .lines(SeparateLines())
      defer { engine = .lines(lines) }
      let played = lines.step()
      customers += played
      return played > 0
    case (.play(var play), .customers):
      engine = .lines(SeparateLines())
      defer { engine = .play(play) }
      return steady.map { stepLine(&play, $0) } ?? false
    case (.play(var play), .days(let all)):
      engine = .lines(SeparateLines())
      defer { engine = .play(play) }
      return stepDay(&play, all)
    }
  }

  private mutating func stepLine(_ play: inout Play<LineTally>, _ length: SteadyLength) -> Bool {
    let batchesOfRun = length.batches + 1
    let end = length.end(ofBatch: batch % batchesOfRun)
    let goesOn = play.advance(customers: min(end, play.came + Self.slice), until: .max)
    customers = customersBefore + play.came
    guard play.came >= end || !goesOn else { return true }
    play.dismiss()
    let (run, part) = (batch / batchesOfRun, batch % batchesOfRun)
    if part == 0 {
      play.log.beginCounting(at: play.now)
    } else {
      play.log.endPart(at: play.now, endsBatch: length.endsBatch(part, ofRun: run))
    }
    batch += 1
    // Where nobody comes any more, a run has ended before its last batch.
    if !goesOn { batch += (batchesOfRun - batch % batchesOfRun) % batchesOfRun }
    guard batch < batchesOfRun * length.runs else { return false }
    if batch % batchesOfRun == 0 {
      customersBefore = customers
      play.log.begin(isCounting: false)
      play = Play(scenario, RandomNumbers(seed: seeds.next()), play.log)
    }
    return true
  }

  private mutating func stepDay(_ play: inout Play<LineTally>, _ all: Int) -> Bool {
    guard batch < all else { return false }
    let before = play.came
    let goesOn = play.advance(customers: before + Self.slice, until: .max)
    customers += play.came - before
    if goesOn { return true }
    play.dismiss()
    let endsBatch = SteadyLength.endsBatch(batch, of: all)
    play.log.endPart(at: play.now, endsBatch: endsBatch)
    play.log.hours?.endDay(endsBatch: endsBatch)
    play.log.begin(isCounting: true)
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
