/// Services with tellers of their own, each a line by itself, batch by batch.
struct SeparateLines: Sendable {
  private var lines: [OneLine] = []
  /// Which tellers each service has, and how long its line is played.
  private var tellers: [[Int]] = []
  private var lengths: [SteadyLength] = []
  private var services: [Scenario.Service] = []
  private var seeds = RandomNumbers(seed: 0)
  private(set) var tally: LineTally
  private var waits = WaitCounts()
  private var service = 0
  private var run = 0
  private var batch = 0
  private var played = 0
  private var began: Int64 = 0

  /// Nothing to play.
  init() { tally = LineTally(Scenario(services: [], tellers: []), target: 0, areNeighbours: false) }

  /// Whether a scenario falls apart into such lines: no two services share a teller, and nothing
  /// but waiting happens.
  static func fit(_ scenario: Scenario) -> Bool {
    scenario.room == nil && scenario.closes == nil && scenario.record.isEmpty
      && scenario.spread == .longestIdle
      && scenario.services.allSatisfy { $0.isPlain }
      && scenario.tellers.allSatisfy {
        $0.shifts == nil && $0.services.bits.nonzeroBitCount <= 1
      }
  }

  init(
    _ scenario: Scenario, _ length: SteadyLength, _ seeds: inout RandomNumbers, _ tally: LineTally
  ) {
    self.tally = tally
    services = scenario.services
    let rates = scenario.services.map(\.arrivals.perHour)
    let total = max(rates.reduce(0, +), .leastNonzeroMagnitude)
    for (index, service) in scenario.services.enumerated() {
      let own = scenario.tellers.indices.filter { scenario.tellers[$0].services.contains(index) }
      tellers.append(own)
      lines.append(OneLine(service, tellers: own.count, RandomNumbers(seed: seeds.next())))
      let share = (Double(length.customers) * rates[index] / total).rounded()
      lengths.append(length.scaled(to: own.isEmpty ? 0 : Int(share)))
    }
    self.seeds = RandomNumbers(seed: seeds.next())
  }

  /// Plays a part of a batch; tells how many customers that were, 0 at the end.
  mutating func step() -> Int {
    while service < lines.count {
      let count = min(lengths[service].end(ofBatch: batch) - played, Simulation.slice)
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
    if batch > 0, lengths[service].customers > 0 {
      let line = lines[service]
      tally.add(
        service, line, waits, duration: line.now - began, tellers: tellers[service],
        endsBatch: lengths[service].endsBatch(batch, ofRun: run))
    }
    waits.removeAll()
    lines[service].clear()
    began = lines[service].now
    batch += 1
    guard batch > lengths[service].batches else { return }
    (batch, played, began) = (0, 0, 0)
    run += 1
    if run < lengths[service].runs {
      lines[service] = OneLine(
        services[service], tellers: tellers[service].count, RandomNumbers(seed: seeds.next()))
    } else {
      run = 0
      service += 1
    }
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
