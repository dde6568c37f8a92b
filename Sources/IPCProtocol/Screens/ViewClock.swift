/// When a tab is asked for: not while an answer is on its way, not more often than ten times a second,
/// and where nothing tells of changes every few seconds.
package struct ViewClock {
  /// Whether a stream tells of changes.
  package var isFollowed = false
  private var isAsked = false
  /// Whether something has changed since it was asked for.
  private var isStale = false
  private var lastAsked: Int64?
  /// When it is to be asked for; nil where nothing is to be done.
  package private(set) var next: Int64?

  package init() {}

  /// Between two requests because of events, in milliseconds.
  private static let shortest: Int64 = 100
  /// Between two requests where nothing tells of changes.
  private static let calm: Int64 = 5000

  /// Whether it is asked for now; where not, it will be at ``next``, or after the answer.
  package mutating func mayAsk(at now: Int64) -> Bool {
    guard !isAsked else {
      isStale = true
      return false
    }
    if let lastAsked, now < lastAsked + Self.shortest, isStale {
      next = lastAsked + Self.shortest
      return false
    }
    (isAsked, isStale, lastAsked, next) = (true, false, now, nil)
    return true
  }

  /// Whether nothing has changed since it was asked for, and the answer is there.
  package var isCurrent: Bool { !isAsked && !isStale }

  package mutating func hinted() { isStale = true }

  /// - Parameters:
  ///   - now: In milliseconds of CLOCK_MONOTONIC.
  ///   - isFollowed: Whether a stream tells of changes.
  ///   - interval: After how many milliseconds its figures are others; nil where they stand.
  package mutating func answered(at now: Int64, isFollowed: Bool, again interval: Int64? = nil) {
    isAsked = false
    if isStale {
      next = (lastAsked ?? now) + Self.shortest
    } else if let interval {
      // By when it was asked: a clock that ticks each second does not lose the time of the answer.
      next = max(now + Self.shortest, (lastAsked ?? now) + interval)
    } else {
      next = isFollowed ? nil : now + Self.calm
    }
  }

  /// The next request is made at once, whatever was asked before.
  package mutating func forget() { (isAsked, isStale, next) = (false, false, nil) }
}
