internal import Loop

/// When a trouble is told that comes again at each try: when it begins, and ever more rarely while it stays.
struct TroubleReminder {
  private var reason: String?
  /// When it is told again, and how long after that (CLOCK_MONOTONIC, nanoseconds).
  private var next: UInt64 = 0
  private var pause: UInt64 = 0

  private static let firstPause: UInt64 = 60_000_000_000
  private static let longestPause: UInt64 = 24 * 3600 * 1_000_000_000

  /// There is none any more, and that was told.
  mutating func ends() { reason = nil }

  /// Whether it is told now; then the next time is later.
  ///
  /// - Parameters:
  ///   - reason: A word for the trouble; nil where there is none, which is always told.
  ///   - now: CLOCK_MONOTONIC, in nanoseconds.
  /// - Returns: True for one that was not told last, and for one whose time has come again.
  mutating func isDue(
    _ reason: String?, at now: UInt64 = MonotonicClock.nanoseconds()
  ) -> Bool {
    guard reason == nil || reason != self.reason else {
      guard now >= next else { return false }
      pause = min(pause * 2, Self.longestPause)
      next = now + pause
      return true
    }
    self.reason = reason
    pause = Self.firstPause
    next = now + pause
    return true
  }
}
