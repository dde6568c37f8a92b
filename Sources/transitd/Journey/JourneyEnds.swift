/// Where ways begin and end: at the poles of a place, at stops around it, or all of it on foot.
extension JourneyNetwork {
  /// Nobody walks farther than this along the straight line without a vehicle, in metres.
  static let walkMetres = 2000.0

  /// A place as the search sees it.
  struct Place {
    /// Numbers of stops that are the place.
    var stops: [Int] = []
    /// Where it is: the points of its stops, or one of its own.
    var points: [GeoPoint]

    init(stops: [Int], in network: JourneyNetwork) {
      self.stops = stops
      points = stops.compactMap { network.points[$0] }
    }

    init(_ point: GeoPoint) { points = [point] }
  }

  /// The stops at which a way from or to a place can begin or end.
  func ends(_ place: Place, _ terms: JourneyRounds.Terms) -> [JourneyRounds.End] {
    var seconds: [Int: Int32] = [:]
    for point in place.points {
      for near in paths.near(point, metres: FootPaths.endMetres) {
        let stop = Int(near.stop)
        seconds[stop] = min(seconds[stop] ?? .max, terms.seconds(near.metres))
      }
    }
    for stop in place.stops { seconds[stop] = 0 }
    return seconds.sorted { $0.key < $1.key }.map {
      JourneyRounds.End(stop: $0.key, seconds: $0.value)
    }
  }

  /// Seconds on foot from one place to another; nil where that is too far, or nobody knows.
  func walk(_ one: Place, _ other: Place, _ terms: JourneyRounds.Terms) -> Int? {
    let metres = one.points.flatMap { point in
      other.points.filter { point.metres(to: $0) <= Self.walkMetres }
        .map { FootPaths.metres(point, $0) }
    }
    return metres.min().map { Int(terms.seconds($0)) }
  }
}
