/// The ways within stations, as `pathways.txt` tells them.
///
/// A platform that has such ways is come to and left by them only: from other platforms of its
/// station, and from the street through its entrances.
struct StationPaths: Sendable {
  /// A platform or an entrance that can be reached.
  struct Reach: Sendable {
    let stop: Int32
    /// Along the ground, where the feed does not say how long it takes.
    var metres: Int32 = 0
    var seconds: Int32 = 0

    /// What the shortest is chosen by: thousandths of a metre at the usual speed.
    var weight: Int { Int(metres) * 1000 + Int(seconds) * Self.millimetresPerSecond }

    private static let millimetresPerSecond = 1250

    /// This and a way from (or to) there.
    func extended(_ stop: Int32, metres: Int32, seconds: Int32 = 0) -> Reach {
      Reach(stop: stop, metres: self.metres + metres, seconds: self.seconds + seconds)
    }
  }

  /// By platform or entrance: what can be reached from it, and from where it can be.
  private let outward: [Int32: [Reach]]
  private let inward: [Int32: [Reach]]
  private let platforms: Set<Int32>
  private let entrances: Set<Int32>
  /// Whether anything of it is of no use to wheelchairs.
  let hasSteps: Bool

  init(_ draft: JourneyDraft, isStepFree: Bool) {
    var platforms: Set<Int32> = []
    var entrances: Set<Int32> = []
    var hasSteps = false
    var edges: [Int32: [Reach]] = [:]
    for pathway in draft.pathways {
      let ends = [pathway.origin, pathway.target].map { stop in
        draft.kinds[stop] == .boardingArea ? draft.stations[stop] : Int32(stop)
      }
      for end in ends where draft.kinds[Int(end)] == .stop { platforms.insert(end) }
      let isBarred = ends.contains {
        draft.kinds[Int($0)] == .entrance && draft.barredStops[Int($0)]
      }
      if isBarred || !pathway.isStepFree {
        hasSteps = true
        if isStepFree { continue }
      }
      for end in ends where draft.kinds[Int(end)] == .entrance { entrances.insert(end) }
      let way = Self.way(pathway, draft)
      edges[ends[0], default: []].append(
        Reach(stop: ends[1], metres: way.metres, seconds: way.seconds))
      if pathway.isTwoWay {
        edges[ends[1], default: []].append(
          Reach(stop: ends[0], metres: way.metres, seconds: way.seconds))
      }
    }
    var (outward, inward): ([Int32: [Reach]], [Int32: [Reach]]) = ([:], [:])
    for start in platforms.union(entrances).sorted() {
      for end in Self.shortest(from: start, edges)
      where platforms.contains(end.stop) || entrances.contains(end.stop) {
        outward[start, default: []].append(end)
        inward[end.stop, default: []].append(
          Reach(stop: start, metres: end.metres, seconds: end.seconds))
      }
    }
    (self.platforms, self.entrances, self.hasSteps) = (platforms, entrances, hasSteps)
    (self.outward, self.inward) = (outward, inward)
  }

  private static func way(
    _ pathway: FeedFile.Pathway, _ draft: JourneyDraft
  ) -> (metres: Int32, seconds: Int32) {
    if let seconds = pathway.seconds { return (0, Int32(seconds)) }
    if let metres = pathway.metres { return (Int32(metres.rounded(.up)), 0) }
    return (FootPaths.metres(draft.points[pathway.origin], draft.points[pathway.target]), 0)
  }

  /// All that can be reached, with the shortest way to it; stations are small.
  private static func shortest(from start: Int32, _ edges: [Int32: [Reach]]) -> [Reach] {
    var open: [Int32: Reach] = [start: Reach(stop: start)]
    var done: [Int32: Reach] = [:]
    while let next = open.values.min(by: { ($0.weight, $0.stop) < ($1.weight, $1.stop) }) {
      open[next.stop] = nil
      done[next.stop] = next
      for edge in edges[next.stop] ?? [] where done[edge.stop] == nil {
        let found = next.extended(edge.stop, metres: edge.metres, seconds: edge.seconds)
        if open[edge.stop].map({ found.weight < $0.weight }) ?? true { open[edge.stop] = found }
      }
    }
    return done.values.filter { $0.stop != start }.sorted { $0.stop < $1.stop }
  }

  /// Whether a stop is come to and left by these ways only.
  func isPlatform(_ stop: Int32) -> Bool { platforms.contains(stop) }
  func isEntrance(_ stop: Int32) -> Bool { entrances.contains(stop) }
  var isEmpty: Bool { platforms.isEmpty }

  /// The platforms that can be reached from a stop, or from which it can be.
  func platforms(_ stop: Int32, isLeaving: Bool) -> [Reach] {
    ((isLeaving ? outward : inward)[stop] ?? []).filter { isPlatform($0.stop) }
  }

  /// The places at which somebody who leaves a stop comes to the street, or enters from it: those
  /// of a stop that has no ways of its own are itself.
  func doors(_ stop: Int32, isLeaving: Bool) -> [Reach] {
    guard isPlatform(stop) else { return [Reach(stop: stop)] }
    return ((isLeaving ? outward : inward)[stop] ?? []).filter { isEntrance($0.stop) }
  }
}
