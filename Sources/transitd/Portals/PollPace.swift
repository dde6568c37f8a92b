/// How often a place is asked about, by what depends on it and by what the day still has.
enum PollPace {
  /// What waits for the answer; the larger need wins.
  enum Need: Int, Comparable {
    /// A leave-by whose moment is far.
    case distant
    /// Somebody looks.
    case watched
    /// Somebody is about to leave.
    case urgent

    static func < (one: Need, other: Need) -> Bool { one.rawValue < other.rawValue }

    /// Between two calls while there is plenty, as a part of a watcher's pace.
    var share: Double {
      switch self {
      case .distant: 4
      case .watched: 1
      case .urgent: 0.5
      }
    }
  }

  /// However little is left, a place that somebody needs is asked about so often.
  static let longest = 900.0

  /// Seconds until the next call for one place.
  ///
  /// While more than half of the day's calls are left, the need alone decides: most days somebody
  /// looks for minutes. From then on what is left is spread over the rest of the day and over all
  /// places, so that a status bar that runs all day does not use up the evening's calls; only who
  /// is about to leave is served at full pace.
  ///
  /// - Parameters:
  ///   - need: What waits for this place.
  ///   - pace: Seconds between two calls for a watcher while there is plenty.
  ///   - left: Calls that watchers may still use today.
  ///   - daily: Calls that watchers have on a day.
  ///   - places: Places that are asked about at the portal, this one among them.
  ///   - untilMidnight: Seconds until the next day's calls.
  /// - Returns: Nil where nothing is left.
  static func seconds(
    _ need: Need, pace: Double = 30, left: Int, daily: Int, places: Int, untilMidnight: Double
  ) -> Double? {
    guard left > 0 else { return nil }
    let seconds = pace * need.share
    if need == .urgent || left * 2 > daily { return seconds }
    let spread = untilMidnight * Double(max(1, places)) / Double(left)
    return max(seconds, min(spread, longest))
  }
}
