/// The waits of all batches together, and which batch they are of.
///
/// A quantile of each batch has a bias that grows with its share, as few of a batch wait longest; so
/// quantiles are those of all customers, and their range that of the share who waits no longer, batch
/// by batch (P. W. Glynn and P. Heidelberger's inverse way, as in W. Whitt, Stochastic-Process Limits,
/// 2002).
struct PooledWaits: Sendable {
  typealias Batch = [(bucket: UInt16, count: UInt32)]

  private let batches: [Batch]
  /// Customers of each batch.
  private let sizes: [Double]
  private var counts = [Double](repeating: 0, count: WaitCounts.buckets)
  private let total: Double
  /// Of all waits, in microseconds: within the last bucket nobody waited longer.
  private let longest: Double

  init(_ batches: [Batch], longest: Int64) {
    self.batches = batches
    self.longest = Double(longest)
    sizes = batches.map { $0.reduce(0) { $0 + Double($1.count) } }
    total = sizes.reduce(0, +)
    for batch in batches {
      for (bucket, count) in batch { counts[Int(bucket)] += Double(count) }
    }
  }

  /// A wait as a bucket and the part of it that is below.
  private struct Place {
    var bucket: Int
    var part: Double
  }

  /// Microseconds.
  private func wait(_ place: Place) -> Double {
    let (low, width) = WaitCounts.bounds(place.bucket)
    return min(longest, low + width * place.part)
  }

  /// The place that a share of customers does not exceed, even within a bucket.
  private func place(_ share: Double) -> Place {
    let rank = share * total
    var below = 0.0
    var last = Place(bucket: 0, part: 0)
    for (bucket, here) in counts.enumerated() where here > 0 {
      if below + here >= rank {
        return Place(bucket: bucket, part: max(0, rank - below) / here)
      }
      below += here
      last = Place(bucket: bucket, part: 1)
    }
    return last
  }

  /// The wait that a share of customers does not exceed; microseconds.
  ///
  /// - Parameters:
  ///   - share: From 0 to 1.
  ///   - areNeighbours: Whether each batch begins as the one before it ended.
  /// - Returns: Nil where fewer than two batches have customers.
  func quantile(_ share: Double, areNeighbours: Bool) -> Figure? {
    guard sizes.count(where: { $0 > 0 }) > 1 else { return nil }
    let place = place(share)
    let unit = total / Double(sizes.count)
    let off = zip(batches, sizes).map { batch, size in
      var below = 0.0
      for (bucket, count) in batch where bucket <= place.bucket {
        below += Int(bucket) < place.bucket ? Double(count) : Double(count) * place.part
      }
      return (below - share * size) / unit
    }
    let error = SamplingError(off, areNeighbours: areNeighbours)
    // Where too many wait no longer than this, the truth is shorter.
    return Figure(
      mean: wait(place), low: wait(self.place(max(0, share - error.high))),
      high: wait(self.place(min(1, share - error.low))))
  }
}
