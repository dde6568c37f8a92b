internal import IPCProtocol

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

    /// Seconds between two calls while there is plenty.
    var seconds: Double {
      switch self {
      case .distant: 120
      case .watched: 30
      case .urgent: 15
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
  ///   - left: Calls that watchers may still use today.
  ///   - daily: Calls that watchers have on a day.
  ///   - places: Places that are asked about at the portal, this one among them.
  ///   - untilMidnight: Seconds until the next day's calls.
  /// - Returns: Nil where nothing is left.
  static func seconds(
    _ need: Need, left: Int, daily: Int, places: Int, untilMidnight: Double
  ) -> Double? {
    guard left > 0 else { return nil }
    if need == .urgent || left * 2 > daily { return need.seconds }
    let spread = untilMidnight * Double(max(1, places)) / Double(left)
    return max(need.seconds, min(spread, longest))
  }
}
