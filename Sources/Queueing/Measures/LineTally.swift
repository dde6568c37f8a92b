/// Counts what happens to the customers of each service, batch by batch, in constant memory.
struct LineTally: PlayLog {
  /// One batch of one service.
  private struct Counts: Sendable {
    var waits = WaitCounts()
    var sum = 0.0
    var waited = 0
    var within = 0
    var left = 0
    var turnedAway = 0
    /// Customer-microseconds in line, also of those who left it.
    var inLine = 0.0
  }

  /// A value a batch, of those batches that have one.
  struct Series: Sendable {
    var meanWait: [Double] = []
    var quantiles = [[Double]](repeating: [], count: LineTally.shares.count)
    var pWait: [Double] = []
    var within: [Double] = []
    var left: [Double] = []
    var turnedAway: [Double] = []
    var meanLine: [Double] = []
    var served = 0
  }

  static let shares = [0.5, 0.9, 0.95, 0.99]

  private let target: Int64
  private var counts: [Counts]
  private(set) var series: [Series]
  /// Microseconds of work in this batch, a teller.
  private var busy: [Double]
  private(set) var utilisation: [[Double]]
  private var began: Int64 = 0
  /// Nil where nobody asks for hours.
  var hours: HourTally?

  /// The share that waits at most for `target` microseconds is counted.
  init(services: Int, tellers: Int, target: Int64) {
    self.target = target
    counts = (0..<services).map { _ in Counts() }
    series = Array(repeating: Series(), count: services)
    busy = Array(repeating: 0, count: tellers)
    utilisation = Array(repeating: [], count: tellers)
  }

  /// A whole batch that ``OneLine`` has counted by itself.
  ///
  /// The batch lasted `duration` microseconds; `tellers` are those of the line.
  mutating func add(
    _ service: Int, _ line: OneLine, _ waits: WaitCounts, duration: Int64, tellers: [Int]
  ) {
    let duration = Double(max(1, duration))
    var batch = Counts()
    batch.waits = waits
    batch.sum = line.sum
    batch.waited = line.waited
    batch.within = waits.count(within: target)
    note(service, batch, duration)
    for (index, teller) in tellers.enumerated() {
      utilisation[teller].append(min(1, line.busy[index] / duration))
    }
  }

  mutating func called(
    _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
  ) {
    let wait = now - arrived
    busy[teller] += Double(due - now)
    counts[service].waits.add(wait)
    hours?.called(service, arrived: arrived, at: now, isWithin: wait <= target)
    if wait <= target { counts[service].within += 1 }
    guard wait > 0 else { return }
    counts[service].waited += 1
    counts[service].sum += Double(wait)
  }

  mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
    counts[service].left += 1
    counts[service].inLine += Double(now - arrived)
    hours?.left(service, arrived: arrived, at: now)
  }

  mutating func turnedAway(_ service: Int, at now: Int64) {
    counts[service].turnedAway += 1
    hours?.turnedAway(service, at: now)
  }

  /// Ends a batch; where it does not count, what was in it is forgotten.
  mutating func endBatch(at now: Int64, counting: Bool = true) {
    let duration = Double(max(1, now - began))
    for service in counts.indices where counting { note(service, counts[service], duration) }
    for teller in busy.indices {
      if counting { utilisation[teller].append(min(1, busy[teller] / duration)) }
      busy[teller] = 0
    }
    for service in counts.indices { clear(service) }
    began = now
  }

  private mutating func clear(_ service: Int) {
    counts[service].waits.removeAll()
    counts[service].sum = 0
    counts[service].waited = 0
    counts[service].within = 0
    counts[service].left = 0
    counts[service].turnedAway = 0
    counts[service].inLine = 0
  }

  private mutating func note(_ service: Int, _ batch: Counts, _ duration: Double) {
    let served = batch.waits.total
    let came = Double(served + batch.left + batch.turnedAway)
    series[service].meanLine.append((batch.sum + batch.inLine) / duration)
    guard came > 0 else { return }
    series[service].left.append(Double(batch.left) / came)
    series[service].turnedAway.append(Double(batch.turnedAway) / came)
    series[service].within.append(Double(batch.within) / came)
    guard served > 0 else { return }
    series[service].served += served
    series[service].meanWait.append(batch.sum / Double(served))
    series[service].pWait.append(Double(batch.waited) / Double(served))
    for (index, share) in Self.shares.enumerated() {
      series[service].quantiles[index].append(batch.waits.quantile(share))
    }
  }

  /// A new day begins at 0.
  mutating func beginDay() {
    began = 0
    hours?.endDay()
  }
}
