/// How long a service takes: the distribution of its durations, in microseconds.
package enum ServiceTime: Hashable, Sendable {
  case fixed(Int64)
  /// With a mean.
  case exponential(Int64)
  /// Every duration from the first to the second as likely as any other.
  case uniform(Int64, Int64)
  /// One of those that were measured, each as likely as the others.
  case empirical(Samples)

  package static let shortest: Int64 = 1000
  package static let longest: Int64 = 86_400_000_000
  package static let maximumSamples = 10_000

  /// A duration; the same numbers from `random` give the same duration on every machine.
  package func draw(from random: inout RandomNumbers) -> Int64 {
    switch self {
    case .fixed(let duration): return duration
    case .exponential(let mean): return max(1, random.exponential(Double(mean)))
    case .uniform(let shortest, let longest):
      return shortest + Int64(random.below(Int(longest - shortest) + 1))
    case .empirical(let samples): return samples.sorted[random.below(samples.sorted.count)]
    }
  }

  /// The duration below which a share (above 0, below 1) of them is; microseconds.
  package func quantile(_ share: Double) -> Int64 {
    switch self {
    case .fixed(let duration): return duration
    case .exponential(let mean):
      return max(1, Int64((-portableLogarithm(1 - share) * Double(mean)).rounded()))
    case .uniform(let shortest, let longest):
      return shortest + Int64((share * Double(longest - shortest)).rounded())
    case .empirical(let samples):
      return samples.sorted[
        min(samples.sorted.count - 1, Int(share * Double(samples.sorted.count)))]
    }
  }

  /// What is still to come of a service that has taken `elapsed` microseconds, drawn.
  package func remaining(after elapsed: Int64, _ random: inout RandomNumbers) -> Double {
    switch self {
    case .fixed(let duration): return Double(max(0, duration - elapsed))
    case .exponential(let mean): return -portableLogarithm(1 - random.unit()) * Double(mean)
    case .uniform(let shortest, let longest):
      let from = Double(max(shortest, elapsed))
      return max(0, from + random.unit() * max(0, Double(longest) - from) - Double(elapsed))
    case .empirical(let samples): return samples.remaining(after: elapsed, &random)
    }
  }

  /// The same of somebody who takes so many times as long; within the bounds of a service.
  func scaled(by factor: Double) -> ServiceTime {
    func scaled(_ time: Int64) -> Int64 {
      Int64(min(Double(Self.longest), max(1, Double(time) * factor)).rounded())
    }
    switch self {
    case .fixed(let duration): return .fixed(scaled(duration))
    case .exponential(let mean): return .exponential(scaled(mean))
    case .uniform(let shortest, let longest): return .uniform(scaled(shortest), scaled(longest))
    case .empirical(let samples): return .empirical(Samples(samples.sorted.map(scaled)))
    }
  }

  /// Mean in microseconds and variance in square microseconds.
  package var moments: Moments { remaining(after: 0) }

  /// What is still to come of a service that has taken `elapsed` microseconds.
  package func remaining(after elapsed: Int64) -> Moments {
    let elapsed = max(0, elapsed)
    switch self {
    case .fixed(let duration):
      return Moments(mean: Double(max(0, duration - elapsed)), variance: 0)
    case .exponential(let mean):
      return Moments(mean: Double(mean), variance: Double(mean) * Double(mean))
    case .uniform(let shortest, let longest):
      let from = Double(max(shortest, elapsed))
      let width = max(0, Double(longest) - from)
      return Moments(
        mean: max(0, from + width / 2 - Double(elapsed)), variance: width * width / 12)
    case .empirical(let samples): return samples.remaining(after: elapsed)
    }
  }
}

/// Mean and variance of a duration in microseconds.
package struct Moments: Hashable, Sendable {
  package var mean: Double
  package var variance: Double

  package init(mean: Double, variance: Double) {
    self.mean = mean
    self.variance = variance
  }
}

extension ServiceTime {
  /// Measured durations, sorted, with sums that answer questions about their tail at once.
  package struct Samples: Hashable, Sendable {
    package let sorted: [Int64]
    /// Sums, and sums of squares, of the samples from an index to the end.
    private let sums: [Double]
    private let squares: [Double]

    /// - Precondition: There is at least one.
    package init(_ samples: [Int64]) {
      precondition(!samples.isEmpty, "no samples")
      sorted = samples.sorted()
      var sums = [Double](repeating: 0, count: samples.count + 1)
      var squares = sums
      for index in sorted.indices.reversed() {
        sums[index] = sums[index + 1] + Double(sorted[index])
        squares[index] = squares[index + 1] + Double(sorted[index]) * Double(sorted[index])
      }
      self.sums = sums
      self.squares = squares
    }

    /// One of those samples that are longer than `elapsed`, less that; 0 where there is none.
    package func remaining(after elapsed: Int64, _ random: inout RandomNumbers) -> Double {
      let first = firstLonger(than: elapsed)
      guard first < sorted.count else { return 0 }
      return Double(sorted[first + random.below(sorted.count - first)] - elapsed)
    }

    private func firstLonger(than elapsed: Int64) -> Int {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] > elapsed { high = middle } else { low = middle + 1 }
      }
      return low
    }

    /// Over those samples that are longer than `elapsed`; nothing where there is none.
    package func remaining(after elapsed: Int64) -> Moments {
      let low = firstLonger(than: elapsed)
      let count = Double(sorted.count - low)
      guard count > 0 else { return Moments(mean: 0, variance: 0) }
      let mean = sums[low] / count
      return Moments(
        mean: mean - Double(elapsed), variance: max(0, squares[low] / count - mean * mean))
    }
  }
}

extension ServiceTime {
  /// The word on the wire.
  package static let kinds = ["fixed", "exponential", "uniform", "empirical"]

  package var kind: String {
    switch self {
    case .fixed: "fixed"
    case .exponential: "exponential"
    case .uniform: "uniform"
    case .empirical: "empirical"
    }
  }

  /// One line for the store: the kind, then microseconds.
  package var stored: String {
    let numbers: [Int64] =
      switch self {
      case .fixed(let duration): [duration]
      case .exponential(let mean): [mean]
      case .uniform(let shortest, let longest): [shortest, longest]
      case .empirical(let samples): samples.sorted
      }
    return numbers.reduce(into: kind) { $0 += " \($1)" }
  }

  /// Reads ``stored``; nil where it is no such line.
  package init?(stored: String) {
    let words = stored.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int64($0) }
    guard let kind = words.first, numbers.count == words.count - 1, !numbers.isEmpty else {
      return nil
    }
    switch (kind, numbers.count) {
    case ("fixed", 1): self = .fixed(numbers[0])
    case ("exponential", 1): self = .exponential(numbers[0])
    case ("uniform", 2) where numbers[0] <= numbers[1]: self = .uniform(numbers[0], numbers[1])
    case ("empirical", _): self = .empirical(Samples(numbers))
    default: return nil
    }
  }
}
