internal import Queueing

/// Durations that were seen, each with a weight, as a distribution to draw from.
///
/// Each stands in the middle of its weight, and between two neighbours every duration is as likely
/// as another: twenty customers do not make a distribution of twenty steps. What that takes from
/// their variance, and what a sample has less than all, is given back by spreading them from their
/// mean: the next customer may well be longer than all who were seen.
struct TimeTable: Hashable, Sendable {
  /// Microseconds, ascending.
  private let times: [Double]
  /// The sum of the weights before each, and half of its own.
  private let middles: [Double]
  private let total: Double
  /// Mean and variance, in microseconds and their square.
  let moments: Moments
  /// As many that were seen, weighing the same, would say as much.
  let size: Double

  /// How far its mean may be from that of the one who was seen.
  var pace: Pace { Pace(moments, size: size) }

  /// Their size is that of equal weights, where nobody knows better.
  ///
  /// - Precondition: There is at least one, and every weight is above 0.
  init(_ seen: [Weighted], size: Double? = nil) {
    precondition(!seen.isEmpty, "a table of nothing")
    let sorted = seen.sorted { $0.time < $1.time }
    let durations = sorted.map { Double($0.time) }
    var sum = 0.0
    var mean = 0.0
    var meanSquare = 0.0
    middles = sorted.map { entry in
      let time = Double(entry.time)
      mean += entry.weight * time
      meanSquare += entry.weight * time * time
      sum += entry.weight
      return sum - entry.weight / 2
    }
    total = sum
    mean /= sum
    moments = Moments(mean: mean, variance: max(0, meanSquare / sum - mean * mean))
    self.size = size ?? Self.size(of: seen)
    let drawn = Self.moments(of: durations, middles, sum)
    let sample = max(1.5, self.size)
    let spread =
      drawn.variance > 0
      ? (moments.variance * sample / (sample - 1) / drawn.variance).squareRoot() : 1
    let center = mean
    times = durations.map { max(0, center + ($0 - drawn.mean) * spread) }
  }

  /// Of the distribution that is drawn from: flat between neighbours, and one point at either end.
  private static func moments(
    of times: [Double], _ middles: [Double], _ total: Double
  ) -> Moments {
    let (first, last) = (times[0], times[times.count - 1])
    let (low, high) = (middles[0], total - middles[middles.count - 1])
    var sum = low * first + high * last
    var squares = low * first * first + high * last * last
    for index in times.indices.dropFirst() {
      let mass = middles[index] - middles[index - 1]
      let (one, other) = (times[index - 1], times[index])
      sum += mass * (one + other) / 2
      squares += mass * (one * one + one * other + other * other) / 3
    }
    let mean = sum / total
    return Moments(mean: mean, variance: max(0, squares / total - mean * mean))
  }

  /// A duration in microseconds, and what it counts for.
  struct Weighted: Hashable, Sendable {
    let time: Int64
    let weight: Double
  }

  /// As many equal weights would say as much: (Σw)² / Σw², Kish (1965).
  static func size(of seen: [Weighted]) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for entry in seen {
      sum += entry.weight
      squares += entry.weight * entry.weight
    }
    return squares > 0 ? sum * sum / squares : 0
  }

  /// The duration below which a share (0 to 1) of them is.
  func quantile(_ share: Double) -> Double {
    let target = share * total
    let index = Self.first(above: target, in: middles)
    guard index < times.count else { return times[times.count - 1] }
    guard index > 0 else { return times[0] }
    let part = (target - middles[index - 1]) / (middles[index] - middles[index - 1])
    return times[index - 1] + part * (times[index] - times[index - 1])
  }

  /// The share of them below a duration: what ``quantile(_:)`` is the inverse of.
  func share(below time: Double) -> Double {
    let index = Self.first(above: time, in: times)
    guard index < times.count else { return 1 }
    guard index > 0 else { return 0 }
    let part = (time - times[index - 1]) / (times[index] - times[index - 1])
    return (middles[index - 1] + part * (middles[index] - middles[index - 1])) / total
  }

  /// What is still to come of one that has lasted `elapsed` microseconds.
  ///
  /// Of one that has lasted longer than almost any before nothing is known but that: it goes on
  /// for a time of the mean that it has had so far, or that all have.
  func remaining(after elapsed: Double, _ random: inout RandomNumbers) -> Double {
    guard elapsed > 0 else { return quantile(random.unit()) }
    let below = share(below: elapsed)
    guard 1 - below > 1 / 64.0 else {
      return -portableLogarithm(1 - random.unit()) * max(moments.mean, elapsed / 2)
    }
    return max(0, quantile(below + random.unit() * (1 - below)) - elapsed)
  }

  private static func first(above bound: Double, in list: [Double]) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] > bound { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
