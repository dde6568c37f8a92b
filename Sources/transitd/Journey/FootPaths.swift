internal import Glibc

/// Ways on foot between stops, in both directions, and the stops around a point.
struct FootPaths: Sendable {
  /// People who change vehicles walk at most so far along the straight line, in metres.
  static let changeMetres = 500.0
  /// Whoever begins or ends a way walks at most so far along the straight line, in metres.
  static let endMetres = 1000.0
  /// A way on foot is so much longer than the straight line.
  static let detour = 1.3
  /// What is taken for a way within a station of which nobody knows where its platforms are.
  static let unknownMetres: Int32 = 150

  struct Path: Sendable {
    /// Stops; where a list is by the first, the other is the place it leads to.
    var from: Int32
    var to: Int32
    /// Along the ground.
    var metres: Int32
    /// What the feed says that a change takes, ``ordinary`` or ``timed``.
    var seconds: Int32
    /// What the feed says that parts of the way take, beside those metres.
    var fixed: Int32 = 0
  }

  /// The walk, and what it takes to change vehicles.
  static let ordinary: Int32 = -1
  /// The vehicle waits: the walk alone.
  static let timed: Int32 = -2

  let within: StationPaths
  private let points: [GeoPoint?]
  /// Stops with points from south to north.
  private let southToNorth: [Int32]
  private let latitudes: [Double]
  private(set) var outward: ByStop
  private(set) var inward: ByStop

  /// Paths in the order of one of their ends.
  struct ByStop: Sendable {
    let starts: [Int32]
    let paths: [Path]

    init(_ paths: [Path], stops: Int, by end: (Path) -> Int32) {
      var starts = [Int32](repeating: 0, count: stops + 1)
      for path in paths { starts[Int(end(path)) + 1] += 1 }
      for stop in 0..<stops { starts[stop + 1] += starts[stop] }
      var next = starts
      var sorted = paths
      for path in paths {
        let stop = Int(end(path))
        sorted[Int(next[stop])] = path
        next[stop] += 1
      }
      (self.starts, self.paths) = (starts, sorted)
    }
  }

  init(_ draft: JourneyDraft, _ within: StationPaths) {
    self.within = within
    let points = draft.points
    self.points = points
    southToNorth = points.indices.filter { points[$0] != nil }.map(Int32.init)
      .sorted { (points[Int($0)]?.latitude ?? 0) < (points[Int($1)]?.latitude ?? 0) }
    latitudes = southToNorth.map { points[Int($0)]?.latitude ?? 0 }
    outward = ByStop([], stops: points.count) { $0.from }
    inward = outward
    let paths = TransferRules(draft, within).applied(to: paths(draft.stations))
    outward = ByStop(paths, stops: points.count) { $0.from }
    inward = ByStop(paths, stops: points.count) { $0.to }
  }

  /// Each stop with itself, with those near by, and with the others of its station.
  private func paths(_ stations: [Int32]) -> [Path] {
    var members: [Int32: [Int32]] = [:]
    for (stop, station) in stations.enumerated() where Int(station) != stop {
      members[station, default: [station]].append(Int32(stop))
    }
    var paths: [Path] = []
    for stop in points.indices {
      let from = Int32(stop)
      paths.append(Path(from: from, to: from, metres: 0, seconds: Self.ordinary))
      if !within.isEmpty { paths += inside(from) }
      if within.isPlatform(from) { continue }
      let near = points[stop].map { self.near($0, metres: Self.changeMetres) } ?? []
      for other in near where other.stop != from && !within.isPlatform(other.stop) {
        paths.append(
          Path(from: from, to: other.stop, metres: other.metres, seconds: Self.ordinary))
      }
      for other in members[stations[stop]] ?? []
      where other != from && !within.isPlatform(other) {
        guard !near.contains(where: { $0.stop == other }) else { continue }
        let metres = Self.metres(points[stop], points[Int(other)])
        paths.append(Path(from: from, to: other, metres: metres, seconds: Self.ordinary))
      }
    }
    return paths
  }

  /// The ways from a stop of which a part lies in a station.
  private func inside(_ from: Int32) -> [Path] {
    var best: [Int32: StationPaths.Reach] = [:]
    func note(_ found: StationPaths.Reach) {
      if found.stop == from { return }
      if best[found.stop].map({ found.weight < $0.weight }) ?? true { best[found.stop] = found }
    }
    if within.isPlatform(from) {
      for other in within.platforms(from, isLeaving: true) { note(other) }
    }
    for door in within.doors(from, isLeaving: true) {
      guard let point = points[Int(door.stop)] else { continue }
      for other in stops(around: point, metres: Self.changeMetres, isLeaving: true)
      where within.isPlatform(other.stop) || within.isPlatform(from) {
        note(door.extended(other.stop, metres: other.metres, seconds: other.seconds))
      }
    }
    return best.values.sorted { $0.stop < $1.stop }.map {
      Path(
        from: from, to: $0.stop, metres: $0.metres, seconds: Self.ordinary, fixed: $0.seconds)
    }
  }

  /// The stops to which somebody can walk from a point, or from which one can walk to it; through
  /// the entrances of stations where these have ways of their own.
  func stops(around point: GeoPoint, metres: Double, isLeaving: Bool) -> [StationPaths.Reach] {
    var found: [StationPaths.Reach] = []
    for near in near(point, metres: metres) {
      let here = StationPaths.Reach(stop: near.stop, metres: near.metres)
      if !within.isPlatform(near.stop) { found.append(here) }
      guard within.isEntrance(near.stop) else { continue }
      for platform in within.platforms(near.stop, isLeaving: isLeaving) {
        found.append(
          here.extended(platform.stop, metres: platform.metres, seconds: platform.seconds))
      }
    }
    return found
  }

  /// Metres along the ground.
  static func metres(_ one: GeoPoint?, _ other: GeoPoint?) -> Int32 {
    guard let one, let other else { return unknownMetres }
    return Int32((one.metres(to: other) * detour).rounded(.up))
  }

  /// The stops within a straight line of some metres, with metres along the ground.
  func near(_ point: GeoPoint, metres: Double) -> [(stop: Int32, metres: Int32)] {
    // A degree of latitude is 111,195 m on the sphere; one of longitude shrinks towards the poles.
    let reach = metres / 111_194 + 1e-9
    let widest = min(89.99, abs(point.latitude) + reach)
    let reachEast = reach / cos(widest * .pi / 180)
    var low = 0
    var high = latitudes.count
    while low < high {
      let middle = (low + high) / 2
      if latitudes[middle] < point.latitude - reach { low = middle + 1 } else { high = middle }
    }
    var found: [(stop: Int32, metres: Int32)] = []
    while low < latitudes.count, latitudes[low] <= point.latitude + reach {
      let stop = southToNorth[low]
      low += 1
      guard let other = points[Int(stop)] else { continue }
      let east = abs(other.longitude - point.longitude)
      guard min(east, 360 - east) <= reachEast, point.metres(to: other) <= metres else { continue }
      found.append((stop, Self.metres(point, other)))
    }
    return found
  }
}
