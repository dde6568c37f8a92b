/// A ``ServiceTime`` as plain numbers: copying one with samples would count references at each draw.
struct DurationDraw: Sendable {
  private enum Kind: UInt8 { case fixed, exponential, uniform, empirical }

  private let kind: Kind
  /// The duration, the mean, the shortest, or where the samples begin.
  private let first: Int
  /// How many the longest and the samples make.
  private let count: Int

  /// What this one needs is added to `samples`, which are those of all draws.
  init(_ time: ServiceTime, _ samples: inout [Int64]) {
    switch time {
    case .fixed(let duration): (kind, first, count) = (.fixed, Int(duration), 0)
    case .exponential(let mean): (kind, first, count) = (.exponential, Int(mean), 0)
    case .uniform(let shortest, let longest):
      (kind, first, count) = (.uniform, Int(shortest), Int(longest - shortest) + 1)
    case .empirical(let measured):
      (kind, first, count) = (.empirical, samples.count, measured.sorted.count)
      samples += measured.sorted
    }
  }

  /// The duration that ``ServiceTime/draw(from:)`` gives for the same numbers.
  @inline(__always)
  func draw(_ samples: [Int64], _ random: inout RandomNumbers) -> Int64 {
    switch kind {
    case .fixed: Int64(first)
    case .exponential: max(1, random.exponential(Double(first)))
    case .uniform: Int64(first + random.below(count))
    case .empirical: samples[first + random.below(count)]
    }
  }
}

/// ``Arrivals`` as plain numbers, for the same reason.
struct ArrivalDraw: Sendable {
  private enum Kind: UInt8 { case none, chance, even, hourly }

  private let kind: Kind
  private let mean: Double
  private let distance: Int64

  init(_ arrivals: Arrivals) {
    switch arrivals {
    case .none: (kind, mean, distance) = (.none, 0, 0)
    case .chance(let mean): (kind, self.mean, distance) = (.chance, mean, 0)
    case .even(let distance): (kind, mean, self.distance) = (.even, 0, distance)
    case .hourly: (kind, mean, distance) = (.hourly, 0, 0)
    }
  }

  /// `Int64.max` where nobody comes any more.
  @inline(__always)
  func next(
    after now: Int64, _ hours: [Double], _ random: inout RandomNumbers
  ) -> Int64 {
    switch kind {
    case .none: .max
    case .chance: now + random.exponential(mean)
    case .even: now + distance
    case .hourly: Arrivals.hourly(hours).next(after: now, &random) ?? .max
    }
  }
}
