internal import CivilTime
internal import Values

/// Time zones by name, each read once.
struct FeedZones {
  private var known: [String: TimeZoneRules] = [:]

  /// Nil where nobody knows it.
  subscript(name: String) -> TimeZoneRules? {
    mutating get {
      if let zone = known[name] { return zone }
      guard known.count < 1000, let zone = try? TimeZoneDatabase().zone(named: name) else {
        return nil
      }
      known[name] = zone
      return zone
    }
  }
}

extension FeedFile {
  /// A moment in the words of people (``MomentWords``), by the clocks in the feed's zone, or at some stops.
  func localTime(_ text: String, at stops: [FeedStop] = [], now: Timestamp) -> Timestamp? {
    MomentWords.moment(text, now: now, in: zone(of: stops))
  }
}
