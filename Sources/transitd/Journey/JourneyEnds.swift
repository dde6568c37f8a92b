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
      let within = network.paths.within
      points = stops.compactMap { within.isPlatform(Int32($0)) ? nil : network.points[$0] }
    }

    init(_ point: GeoPoint) { points = [point] }
  }

  func paths(_ terms: JourneyRounds.Terms) -> FootPaths {
    terms.isStepFree ? stepFreePaths : paths
  }

  /// The stops at which a way from a place can begin, or one to it can end.
  func ends(
    _ place: Place, isLeaving: Bool, _ terms: JourneyRounds.Terms
  ) -> [JourneyRounds.End] {
    let paths = paths(terms)
    var seconds: [Int: Int32] = [:]
    func note(_ reach: StationPaths.Reach) {
      let stop = Int(reach.stop)
      seconds[stop] = min(seconds[stop] ?? .max, terms.seconds(reach))
    }
    for start in starts(place, paths, isLeaving: isLeaving) {
      for near in paths.stops(
        around: start.point, metres: FootPaths.endMetres, isLeaving: isLeaving)
      { note(start.way.extended(near.stop, metres: near.metres, seconds: near.seconds)) }
    }
    for stop in place.stops where paths.within.isPlatform(Int32(stop)) {
      for other in paths.within.platforms(Int32(stop), isLeaving: isLeaving) { note(other) }
    }
    for stop in place.stops { seconds[stop] = 0 }
    return seconds.sorted { $0.key < $1.key }.map {
      JourneyRounds.End(stop: $0.key, seconds: $0.value)
    }
  }

  /// Where somebody who leaves a place comes to the street, or enters from it.
  private func starts(
    _ place: Place, _ paths: FootPaths, isLeaving: Bool
  ) -> [(point: GeoPoint, way: StationPaths.Reach)] {
    let doors = place.stops.map(Int32.init).filter(paths.within.isPlatform).flatMap { stop in
      paths.within.doors(stop, isLeaving: isLeaving)
    }
    return place.points.map { ($0, StationPaths.Reach(stop: -1)) }
      + doors.compactMap { door in points[Int(door.stop)].map { ($0, door) } }
  }

  /// Seconds on foot from one place to another; nil where that is too far, or nobody knows.
  func walk(_ one: Place, _ other: Place, _ terms: JourneyRounds.Terms) -> Int? {
    let paths = paths(terms)
    let (from, to) = (
      starts(one, paths, isLeaving: true), starts(other, paths, isLeaving: false)
    )
    var ways = from.flatMap { start in
      to.filter { start.point.metres(to: $0.point) <= Self.walkMetres }.map { end in
        start.way.extended(
          end.way.stop, metres: end.way.metres + FootPaths.metres(start.point, end.point),
          seconds: end.way.seconds)
      }
    }
    for stop in one.stops {
      ways += paths.within.platforms(Int32(stop), isLeaving: true).filter {
        other.stops.contains(Int($0.stop))
      }
    }
    return ways.map { Int(terms.seconds($0)) }.min()
  }
}
