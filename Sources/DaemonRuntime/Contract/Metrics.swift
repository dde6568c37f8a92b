/// Durations in buckets whose width is an eighth of their power of two: at most 12.5 % off.
struct LatencyHistogram {
  private var counts: [UInt32] = []
  private(set) var total: UInt64 = 0
  private(set) var sumNanoseconds: UInt64 = 0

  mutating func record(nanoseconds: UInt64) {
    if counts.isEmpty { counts = [UInt32](repeating: 0, count: 64 * 8) }
    counts[Self.bucket(nanoseconds)] &+= 1
    total += 1
    sumNanoseconds += nanoseconds
  }

  static func bucket(_ value: UInt64) -> Int {
    guard value >= 8 else { return Int(value) }
    let power = 63 - value.leadingZeroBitCount
    return (power - 2) * 8 + Int((value >> (power - 3)) & 7)
  }

  /// The smallest value of a bucket.
  static func lowerBound(_ bucket: Int) -> UInt64 {
    guard bucket >= 8 else { return UInt64(bucket) }
    let power = bucket / 8 + 2
    return (8 + UInt64(bucket % 8)) << (power - 3)
  }

  /// The nearest-rank quantile, in seconds; nil where nothing was recorded.
  func quantile(_ share: Double) -> Double? {
    guard total > 0 else { return nil }
    let rank = max(1, UInt64((share * Double(total)).rounded(.up)))
    var seen: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      seen += UInt64(count)
      if seen >= rank {
        let lower = Self.lowerBound(bucket)
        let upper = Self.lowerBound(bucket + 1)
        return Double(lower + upper) / 2 / 1e9
      }
    }
    return nil
  }
}

/// A number of a domain's own for `mate.metrics`, as `bank_waiting 12`.
///
/// Gauges of one name stand together and differ in their labels.
package struct Gauge: Sendable {
  package let name: String
  package let help: String
  package let labels: [(name: String, value: String)]
  package let value: Double

  package init(
    _ name: String, help: String, labels: [(name: String, value: String)] = [], _ value: Double
  ) {
    self.name = name
    self.help = help
    self.labels = labels
    self.value = value
  }
}
