internal import Glibc
internal import Queueing

/// How long a customer will probably wait, in microseconds; ``LinePlay`` tells it by playing,
/// and what is too long to play ``WorkAhead``, as follows.
///
/// The line of those who go first is taken as one pool of work for the tellers who serve the
/// customer's service; a customer of another service counts for the share of that service's tellers
/// who are in the pool. With c tellers, N customers ahead, services of mean m and variance v, and
/// what is in hand lasting another r (mean) with variance w each:
///
/// - nothing random (all times fixed): the (N+1)-th moment at which a teller becomes free, exactly;
/// - otherwise a gamma distribution with mean (Σr + N·m - (c-1)·ρ) / c, where ρ = (m + v/m) / 2 is
///   what the other c-1 tellers still have in hand at the call, and variance (N·v + Σw/c) / c².
///
/// For one service that is exact for fixed and for exponential times. Its quantiles are those of
/// Wilson and Hilferty (1931). Pauses and people who leave are not foreseen: the report says how
/// often the estimates were right.
struct WaitEstimate: Hashable, Sendable {
  /// Half of the customers wait at most so long.
  let p50: Int64
  /// Nine of ten customers wait at most so long.
  let p90: Int64

  static let none = WaitEstimate(p50: 0, p90: 0)
}

/// The work that is done before a new customer's turn.
struct WorkAhead {
  /// What each teller of the pool has in hand; nothing for an idle one.
  var inHand: [Moments] = []
  /// Customers ahead, as far as the pool serves them; with sums of their means and mean squares.
  private(set) var customers: Double = 0
  private var sumOfMeans: Double = 0
  private var sumOfSquares: Double = 0

  mutating func add(customers count: Double, each time: Moments) {
    customers += count
    sumOfMeans += count * time.mean
    sumOfSquares += count * (time.variance + time.mean * time.mean)
  }

  /// Of one service ahead.
  private var service: Moments {
    guard customers > 0 else { return Moments(mean: 0, variance: 0) }
    let mean = sumOfMeans / customers
    let variance = sumOfSquares / customers - mean * mean
    // Differences of large squares leave crumbs, which are not randomness.
    return Moments(mean: mean, variance: variance < mean * mean * 1e-9 ? 0 : variance)
  }

  /// - Returns: Nil where there is no teller in the pool.
  func estimate() -> WaitEstimate? {
    guard !inHand.isEmpty else { return nil }
    let service = self.service
    if service.variance == 0, inHand.allSatisfy({ $0.variance == 0 }) {
      let wait = scheduled(mean: Int64(service.mean.rounded()))
      return WaitEstimate(p50: wait, p90: wait)
    }
    return random(service)
  }

  /// The (N+1)-th moment at which a teller becomes free, where nothing is random.
  private func scheduled(mean: Int64) -> Int64 {
    let free = inHand.map { Int64($0.mean.rounded()) }
    let calls = Int64(customers.rounded(.up)) + 1
    guard mean > 0 else { return free.min() ?? 0 }
    func callsUntil(_ time: Int64) -> Int64 {
      free.reduce(0) { $1 > time ? $0 : $0 + (time - $1) / mean + 1 }
    }
    var low = free.min() ?? 0
    var high = low + calls * mean
    while low < high {
      let middle = low + (high - low) / 2
      if callsUntil(middle) >= calls { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func random(_ service: Moments) -> WaitEstimate {
    let tellers = Double(inHand.count)
    let held = inHand.reduce(into: Moments(mean: 0, variance: 0)) {
      $0.mean += $1.mean
      $0.variance += $1.variance
    }
    // Without customers ahead the first teller to be free is the one: the others are like it.
    let typical = customers > 0 ? service : Moments(mean: held.mean / tellers, variance: 0)
    let residual =
      customers > 0
      ? (service.mean + service.variance / service.mean) / 2 : typical.mean
    let mean = (held.mean + customers * service.mean - (tellers - 1) * residual) / tellers
    let variance =
      (customers * service.variance + held.variance / tellers) / (tellers * tellers)
    guard mean > 0 else { return .none }
    return WaitEstimate(
      p50: Self.gammaQuantile(mean: mean, variance: variance, normal: 0),
      p90: Self.gammaQuantile(mean: mean, variance: variance, normal: 1.281_551_565_5))
  }

  /// A quantile, given as the same one (`normal`) of the standard normal distribution.
  private static func gammaQuantile(mean: Double, variance: Double, normal: Double) -> Int64 {
    let ninth = variance / (9 * mean * mean)
    let root = 1 - ninth + normal * ninth.squareRoot()
    return Int64(max(0, mean * root * root * root).rounded())
  }
}
