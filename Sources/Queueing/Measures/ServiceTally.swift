/// Counts what becomes of the customers of one service, batch by batch, in constant memory.
struct ServiceTally: Sendable {
  /// One batch.
  struct Counts: Sendable {
    var served = 0
    /// Waits of those who were served, in microseconds.
    var waits = 0.0
    /// Who waited at all.
    var waited = 0
    var within = 0
    var left = 0
    var turnedAway = 0
    /// Customer-microseconds in line, also of those who left it.
    var inLine = 0.0
    /// Microseconds.
    var duration = 0.0

    var came: Int { served + left + turnedAway }
  }

  /// More batches than these say no more; many days or runs are put together to as many.
  static let mostBatches = 64

  private var counts = Counts()
  private var waits = WaitCounts()
  private var batches: [Counts] = []
  private var waitsOfBatches: [PooledWaits.Batch] = []
  /// Of all waits, in microseconds.
  private var longest: Int64 = 0
  /// Whether each batch begins as the one before it ended.
  let areNeighbours: Bool
  /// Whether nothing is left to chance, so that what never happened never does.
  private let isEven: Bool

  init(areNeighbours: Bool, isEven: Bool) {
    (self.areNeighbours, self.isEven) = (areNeighbours, isEven)
  }

  mutating func called(_ wait: Int64, isWithin: Bool) {
    waits.add(wait)
    counts.served += 1
    if isWithin { counts.within += 1 }
    guard wait > 0 else { return }
    counts.waited += 1
    counts.waits += Double(wait)
  }

  mutating func left() { counts.left += 1 }
  mutating func turnedAway() { counts.turnedAway += 1 }
  mutating func inLine(_ microseconds: Int64) { counts.inLine += Double(microseconds) }

  /// What ``OneLine`` has counted by itself.
  mutating func add(_ line: OneLine, _ others: WaitCounts, target: Int64) {
    waits.add(others)
    counts.served += others.total
    counts.waits += line.sum
    counts.inLine += line.sum
    counts.waited += line.waited
    counts.within += others.count(within: target)
  }

  /// So many microseconds more were played.
  mutating func lasted(_ duration: Double) { counts.duration += duration }

  mutating func endBatch() {
    longest = max(longest, waits.longest)
    batches.append(counts)
    waitsOfBatches.append(waits.filled)
    counts = Counts()
    waits.removeAll()
  }

  var served: Int { batches.reduce(0) { $0 + $1.served } }
  /// Of those served, who waited at all.
  var waited: Int { batches.reduce(0) { $0 + $1.waited } }

  func figure(
    _ part: (Counts) -> Double, per whole: (Counts) -> Double, unit: Double = 1
  ) -> Figure? {
    Figure(batches.map(part), per: batches.map(whole), areNeighbours: areNeighbours)?
      .scaled(by: unit)
  }

  /// Customers a day, where batches are of so many days.
  func came(in days: [Double]) -> Figure? {
    Figure(batches.map { Double($0.came) }, per: days, areNeighbours: areNeighbours)
  }

  /// Of all who came, or of others.
  func share(_ part: (Counts) -> Int, of whole: (Counts) -> Int = { $0.came }) -> Figure? {
    let figure = figure({ Double(part($0)) }, per: { Double(whole($0)) })
    return isEven ? figure : figure?.asShare(of: batches.reduce(0) { $0 + whole($1) })
  }

  /// Seconds that each of some shares of those served does not exceed; nil where too few wait longer
  /// to say so.
  func quantiles(_ shares: [Double]) -> [Figure?] {
    let pool = PooledWaits(waitsOfBatches, longest: longest)
    let served = Double(served)
    return shares.map { share in
      guard isEven || served * (1 - share) >= Self.fewestBeyond else { return nil }
      return pool.quantile(share, areNeighbours: areNeighbours)?.scaled(by: 1e-6)
    }
  }

  private static let fewestBeyond = 9.999

  /// Seconds, of those served.
  var meanWait: Figure? { figure(\.waits, per: { Double($0.served) }, unit: 1e-6) }

  /// Customers in line at a moment.
  var meanLine: Figure? { figure(\.inLine, per: \.duration) }
}
