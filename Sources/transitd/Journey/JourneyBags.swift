/// What a search notes that looks at the way on foot as well: of each stop all ways to it of which
/// none is as soon and as little on foot with as few vehicles.
final class JourneyBags {
  struct Label {
    /// Seconds after the beginning of the search, in its direction.
    let value: Int32
    /// Seconds on foot until there.
    let walk: Int32
    /// The number of vehicles.
    let round: Int32
    let stop: Int32
    var ride = JourneyScratch.Ride()
    /// The label that it goes on from; -1 at the beginning.
    var before: Int32 = -1
  }

  /// The end, reached.
  struct Target {
    let value: Int32
    let walk: Int32
    let round: Int32
    /// Where the last vehicle is left; -1 where there is none.
    let label: Int32
  }

  private(set) var labels: [Label] = []
  /// By stop: how it is reached by vehicles, and from when on one can be taken.
  private var ridden: [[Int32]]
  private var ready: [[Int32]]
  private var touched: [Int32] = []
  private(set) var targets: [Target] = []

  init(stops: Int) {
    ridden = Array(repeating: [], count: stops)
    ready = ridden
  }

  func clear() {
    for stop in touched {
      ridden[Int(stop)].removeAll(keepingCapacity: true)
      ready[Int(stop)].removeAll(keepingCapacity: true)
    }
    touched.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
  }

  /// The labels of a round at a stop.
  func ready(_ stop: Int, round: Int32) -> [Int32] {
    ready[stop].filter { labels[Int($0)].round == round }
  }

  func ridden(_ stop: Int, round: Int32) -> [Int32] {
    ridden[stop].filter { labels[Int($0)].round == round }
  }

  /// Whether it is news; rounds come in order, so all that is noted has no more vehicles.
  func reach(_ label: Label) -> Bool { insert(label, &ridden[Int(label.stop)]) }
  func prepare(_ label: Label) -> Bool { insert(label, &ready[Int(label.stop)]) }

  private func insert(_ label: Label, _ bag: inout [Int32]) -> Bool {
    for index in bag {
      let other = labels[Int(index)]
      if other.value <= label.value, other.walk <= label.walk { return false }
    }
    bag.removeAll { index in
      let other = labels[Int(index)]
      return other.round == label.round && label.value <= other.value && label.walk <= other.walk
    }
    if bag.isEmpty { touched.append(label.stop) }
    bag.append(Int32(labels.count))
    labels.append(label)
    return true
  }

  /// Whether the end is reached as soon and as little on foot already.
  func isBeaten(_ value: Int32, _ walk: Int32) -> Bool {
    targets.contains { $0.value <= value && $0.walk <= walk }
  }

  /// Notes the end, unless it ``isBeaten(_:_:)``.
  func arrive(_ target: Target) {
    targets.removeAll {
      $0.round == target.round && target.value <= $0.value && target.walk <= $0.walk
    }
    targets.append(target)
  }
}
