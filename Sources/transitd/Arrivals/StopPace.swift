internal import Values

/// How long a train takes from one station to the next, as a range that most are in.
struct StopPace: Equatable {
  /// Seconds; on Seoul's lines a station takes about two minutes, on the airport line four.
  var low = 90.0
  var high = 165.0

  /// The way over some stations: that of the first may be almost over.
  func seconds(stops: Int) -> ClosedRange<Int> {
    let low = Int(Double(stops - 1) * low + low / 3)
    return low...max(low, Int(Double(stops) * high))
  }
}

/// What one station takes on each line, learned from trains that are heard of twice.
///
/// A train that was five stations away and is two away three minutes later took a minute for each.
/// The mean moves by a tenth with each train; the range is a quarter to either side of it.
struct PaceBook {
  private var means: [SubwayLine: Double] = [:]
  private static let share = 0.1
  private static let spread = 0.25
  /// What is outside of this was no ordinary way of a train, in seconds.
  private static let plausible = 45.0...420.0

  func pace(of line: SubwayLine) -> StopPace {
    guard let mean = means[line] else { return StopPace() }
    return StopPace(low: mean * (1 - Self.spread), high: mean * (1 + Self.spread))
  }

  /// Compares what was said of a place with what was said before.
  mutating func learn(from old: [Arrival], _ new: [Arrival]) {
    for later in new {
      guard case .subway(let line) = later.service, let train = later.vehicle,
        let earlier = old.first(where: { $0.vehicle == train && $0.service == later.service }),
        let before = earlier.stopsAway, let after = later.stopsAway, before > after,
        let from = earlier.measuredAt, let to = later.measuredAt
      else { continue }
      let seconds = to.seconds(since: from) / Double(before - after)
      guard Self.plausible.contains(seconds) else { continue }
      let mean = means[line] ?? 120
      means[line] = mean + (seconds - mean) * Self.share
    }
  }

  /// The same arrivals with what a station takes on their lines.
  func paced(_ arrivals: [Arrival]) -> [Arrival] {
    arrivals.map { arrival in
      guard case .subway(let line) = arrival.service else { return arrival }
      var paced = arrival
      paced.pace = pace(of: line)
      return paced
    }
  }
}
