/// How much slower or faster than what was seen of somebody they may really be.
///
/// The mean of few is uncertain, by its standard error, which is itself known from these few; so a
/// line that is played forward is played each time with another pace.
package struct Pace: Hashable, Sendable {
  /// Of the mean, as a share of it.
  private let error: Double
  private let freedom: Double

  /// Nobody is more than so much faster or slower than seen.
  private static let fastest = 0.2
  private static let slowest = 8.0

  /// - Parameters:
  ///   - moments: Of what was seen.
  ///   - size: As many that weigh the same would say as much.
  package init(_ moments: Moments, size: Double) {
    freedom = max(1, size - 1)
    guard moments.mean > 0 else {
      error = 0
      return
    }
    let seen = (moments.variance / freedom).squareRoot() / moments.mean
    // One or two that were alike, or a setting alone, prove nothing.
    error = max(seen, 0.5 / max(1, size))
  }

  /// A factor of all durations.
  ///
  /// By a power, as durations are above 0 and have their long tail to the right: a few seldom have
  /// the long ones among them, so that the truth is further above their mean than below it. Of a
  /// gamma distribution's mean half of the belief is above 1 + error² / 3 of what was seen.
  package func draw(from random: inout RandomNumbers) -> Double {
    guard error > 0 else { return 1 }
    let pace = naturalPower(random.student(freedom) * error) * (1 + error * error / 3)
    return min(Self.slowest, max(Self.fastest, pace))
  }
}
