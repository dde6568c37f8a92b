internal import Values

/// What comes to one place: one vehicle once, in the order in which it comes.
enum ArrivalList {
  /// One train once: the newest row of a train number wins.
  ///
  /// Of rows of one moment it is the one that tells more. Vehicles without a number are all kept.
  static func deduplicated(_ arrivals: [Arrival]) -> [Arrival] {
    var kept: [Arrival] = []
    var places: [Key: Int] = [:]
    for arrival in arrivals {
      guard let key = Key(arrival) else {
        kept.append(arrival)
        continue
      }
      if let place = places[key] {
        if isNewer(arrival, than: kept[place]) { kept[place] = arrival }
      } else {
        places[key] = kept.count
        kept.append(arrival)
      }
    }
    return kept
  }

  private struct Key: Hashable {
    let service: Arrival.Service
    let vehicle: String

    init?(_ arrival: Arrival) {
      guard let vehicle = arrival.vehicle else { return nil }
      service = arrival.service
      self.vehicle = vehicle
    }
  }

  private static func isNewer(_ one: Arrival, than other: Arrival) -> Bool {
    let (time, known) = (one.measuredAt?.microseconds ?? 0, other.measuredAt?.microseconds ?? 0)
    return (time, one.state.progress) > (known, other.state.progress)
  }

  /// Those that come, soonest first; then those whose time nobody knows, nearest first; then those
  /// that do not come.
  static func sorted(_ arrivals: [Arrival], at now: Timestamp) -> [Arrival] {
    let ranked = arrivals.enumerated().map { index, arrival in
      (rank(arrival, HonestTime(arrival, at: now)), index, arrival)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Seconds, then stations away, in one number; larger is later.
  private static func rank(_ arrival: Arrival, _ time: HonestTime) -> Int {
    switch arrival.state {
    case .departed: return 4_000_000
    case .ended: return 3_000_000
    case .waiting: return 2_000_000
    case .running, .approaching, .arrived, .unknown: break
    }
    if time.isPast { return 3_500_000 }
    if let seconds = time.seconds { return seconds }
    return 1_000_000 + (arrival.stopsAway ?? 500)
  }

  /// What a favourite or a request wants to see.
  struct Filter: Hashable {
    var line: SubwayLine?
    var direction: Arrival.Direction?
    /// Names of bus routes; empty is all.
    var routes: [String] = []

    func takes(_ arrival: Arrival) -> Bool {
      switch arrival.service {
      case .subway(let line): if let wanted = self.line, wanted != line { return false }
      case .bus(let route): return routes.isEmpty || routes.contains { route.isNamed($0) }
      case .scheduled(let name):
        if let wanted = line, SubwayLine(named: name) != wanted { return false }
        return routes.isEmpty || routes.contains(name)
      }
      guard let direction, let known = arrival.direction else { return true }
      return known == direction || known == direction.onCircle
    }
  }
}

extension Arrival.State {
  /// How far a vehicle has come; the larger state is the later one.
  fileprivate var progress: Int {
    switch self {
    case .unknown, .waiting, .ended: 0
    case .running: 1
    case .approaching: 2
    case .arrived: 3
    case .departed: 4
    }
  }
}

extension Arrival.Direction {
  /// 상행 and 내선 are one direction to those who use the line, and so are 하행 and 외선.
  var onCircle: Arrival.Direction {
    switch self {
    case .up: .inner
    case .down: .outer
    case .inner: .up
    case .outer: .down
    }
  }
}

extension BusRoute {
  /// "790파주" is also asked for as 790.
  func isNamed(_ word: String) -> Bool {
    if name == word { return true }
    let number = name.prefix { $0.isASCII }
    return !number.isEmpty && number == word
  }
}
