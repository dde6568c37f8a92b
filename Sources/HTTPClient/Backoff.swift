/// How long to wait before trying again: doubling, with jitter, up to a limit.
///
/// "Full jitter" of Brooker, *Exponential Backoff And Jitter* (AWS, 2015): many clients that
/// failed together do not come back together.
package struct Backoff: Sendable, Equatable {
  /// Seconds before the second attempt, on average half of it.
  package let firstSeconds: Double
  package let longestSeconds: Double

  package init(firstSeconds: Double, longestSeconds: Double) {
    self.firstSeconds = firstSeconds
    self.longestSeconds = longestSeconds
  }

  /// Seconds to wait after `failures` attempts have failed in a row.
  ///
  /// - Parameters:
  ///   - failures: 1 after the first failure.
  ///   - share: Evenly distributed from 0 to 1.
  /// - Returns: At least a tenth of the ceiling, so that no wait is nothing.
  package func seconds(after failures: Int, share: Double) -> Double {
    var ceiling = firstSeconds
    for _ in 1..<max(1, min(failures, 64)) where ceiling < longestSeconds { ceiling *= 2 }
    ceiling = min(ceiling, longestSeconds)
    return ceiling * (0.1 + 0.9 * max(0, min(1, share)))
  }
}
