/// How many waited how long, in constant memory: 128 steps to each doubling, so that a time is known
/// within 0.8 percent, and exactly below 256 microseconds.
struct WaitCounts: Sendable {
  private static let bits = 7
  static let buckets = (48 - bits) << bits

  private var counts = [UInt32](repeating: 0, count: Self.buckets)
  private(set) var total = 0
  private var top = 0
  /// In microseconds.
  private(set) var longest: Int64 = 0

  /// The buckets in which somebody is, and how many, as a few of all are kept of each batch.
  var filled: [(bucket: UInt16, count: UInt32)] {
    (0...top).compactMap { counts[$0] > 0 ? (UInt16($0), counts[$0]) : nil }
  }

  private static func bucket(_ wait: Int64) -> Int {
    guard wait >= 1 << (bits + 1) else { return Int(wait) }
    let exponent = 63 - wait.leadingZeroBitCount
    let shift = exponent - bits
    return min(buckets - 1, (shift << bits) + Int(wait >> Int64(shift)))
  }

  static func bounds(_ bucket: Int) -> (low: Double, width: Double) {
    guard bucket >= 1 << (bits + 1) else { return (Double(bucket), 0) }
    let shift = (bucket >> bits) - 1
    let low = (bucket - shift << bits) << shift
    return (Double(low), Double(1 << shift))
  }

  mutating func add(_ wait: Int64) {
    let bucket = Self.bucket(wait)
    counts[bucket] &+= 1
    if bucket >= top {
      top = bucket
      if wait > longest { longest = wait }
    }
    total += 1
  }

  /// How many waited at most for a time, to the bucket in which it falls.
  func count(within wait: Int64) -> Int {
    guard wait >= 0 else { return 0 }
    return counts[0...min(top, Self.bucket(wait))].reduce(0) { $0 + Int($1) }
  }

  /// What a share of them, above 0 and at most 1, did not exceed, in microseconds; 0 of nobody.
  func quantile(_ share: Double) -> Double {
    var left = share * Double(total)
    for bucket in 0...top where counts[bucket] > 0 {
      let here = Double(counts[bucket])
      let (low, width) = Self.bounds(bucket)
      if left <= here { return min(Double(longest), low + width * max(0, left) / here) }
      left -= here
    }
    return Double(longest)
  }

  mutating func add(_ other: WaitCounts) {
    for bucket in 0...other.top { counts[bucket] &+= other.counts[bucket] }
    top = max(top, other.top)
    longest = max(longest, other.longest)
    total += other.total
  }

  mutating func removeAll() {
    for bucket in 0...top { counts[bucket] = 0 }
    top = 0
    longest = 0
    total = 0
  }
}
