/// Stops that a word names, as the places that they are: poles of one crossing are one place, two
/// villages of one name are two.
enum StopGroups {
  /// No two neighbours of one place are farther apart, in metres.
  static let reach = 1000.0

  /// Each stop is in the group of whatever is within reach of it, and of its station however long that
  /// is; one that is nowhere is with the first.
  static func places(_ stops: [FeedStop]) -> [[FeedStop]] {
    var groups: [[FeedStop]] = []
    for stop in stops {
      let near = groups.indices.filter { index in
        groups[index].contains { isOne($0, stop) || isNear($0, stop) }
      }
      guard let first = near.first else {
        groups.append([stop])
        continue
      }
      groups[first].append(stop)
      for index in near.dropFirst().reversed() { groups[first] += groups.remove(at: index) }
    }
    return groups
  }

  /// Whether both are of one station.
  private static func isOne(_ one: FeedStop, _ other: FeedStop) -> Bool {
    one.station == other.id || other.station == one.id
      || (one.station != nil && one.station == other.station)
  }

  private static func isNear(_ one: FeedStop, _ other: FeedStop) -> Bool {
    guard let here = one.point, let there = other.point else { return true }
    return here.metres(to: there) <= reach
  }
}
