internal import Queueing

/// Durations that were seen, each with a weight, as a distribution to draw from.
///
/// Between two neighbours every duration is as likely as another, so that twenty customers do not
/// make a distribution of twenty steps.
struct TimeTable: Hashable, Sendable {
  /// Microseconds, ascending.
  private let times: [Double]
  /// The sum of the weights up to an index, itself counted.
  private let sums: [Double]
  /// Mean and variance, in microseconds and their square.
  let moments: Moments
  /// As many equal weights would say as much: (Σw)² / Σw², Kish (1965).
  let size: Double

  /// - Precondition: There is at least one, and every weight is above 0.
  init(_ seen: [(time: Int64, weight: Double)]) {
    precondition(!seen.isEmpty, "a table of nothing")
    let sorted = seen.sorted { $0.time < $1.time }
    times = sorted.map { Double($0.time) }
    var sum = 0.0
    var squares = 0.0
    var mean = 0.0
    var meanSquare = 0.0
    sums = sorted.map { entry in
      let time = Double(entry.time)
      sum += entry.weight
      squares += entry.weight * entry.weight
      mean += entry.weight * time
      meanSquare += entry.weight * time * time
      return sum
    }
    mean /= sum
    moments = Moments(mean: mean, variance: max(0, meanSquare / sum - mean * mean))
    size = sum * sum / squares
  }

  /// The duration below which a share (0 to 1) of them is.
  func quantile(_ share: Double) -> Double {
    let target = share * (sums.last ?? 0)
    let index = Self.first(sums) { $0 > target }
    guard index < times.count else { return times[times.count - 1] }
    guard index > 0 else { return times[0] }
    let part = (target - sums[index - 1]) / (sums[index] - sums[index - 1])
    return times[index - 1] + part * (times[index] - times[index - 1])
  }

  /// What is still to come of one that has lasted `elapsed` microseconds.
  ///
  /// Of one that has lasted longer than almost any before nothing is known but that: it goes on
  /// for a time of the mean that it has had so far, or that all have.
  func remaining(after elapsed: Double, _ random: inout RandomNumbers) -> Double {
    guard elapsed > 0 else { return quantile(random.unit()) }
    let total = sums.last ?? 0
    let index = Self.first(times) { $0 > elapsed }
    let below = index == 0 ? 0 : sums[index - 1]
    guard total - below > total / 64 else {
      return -portableLogarithm(1 - random.unit()) * max(moments.mean, elapsed / 2)
    }
    let share = (below + random.unit() * (total - below)) / total
    return max(0, quantile(share) - elapsed)
  }

  private static func first(_ list: [Double], where isBeyond: (Double) -> Bool) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(list[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
