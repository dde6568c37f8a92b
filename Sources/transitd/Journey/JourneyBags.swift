/// What a search notes that looks at the way on foot as well: of each stop all ways to it of which
/// none is as soon and as little on foot with as few vehicles.
///
/// Those of a stop are a chain, the latest first. They stand in memory of their own, for the same
/// reason as those of ``JourneyScratch``.
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
    /// The one noted before it at this stop; -1 behind the last.
    fileprivate(set) var next: Int32 = -1
  }

  /// The end, reached.
  struct Target {
    let value: Int32
    let walk: Int32
    let round: Int32
    /// Where the last vehicle is left; -1 where there is none.
    let label: Int32
  }

  typealias Row = UnsafeMutableBufferPointer<Int32>

  private var labels = UnsafeMutableBufferPointer<Label>.allocate(capacity: 1024)
  private var count = 0
  /// By stop: the latest label of how it is reached by vehicles, and of from when on one can be taken.
  private let ridden: Row
  private let ready: Row
  /// By stop: the last round in which it was added to the lists below.
  private let riddenIn: Row
  private let readyIn: Row
  /// By stop: the way on foot to the end; -1 where that is not near.
  private let ends: Row
  private let rows: [Row]
  private var touched: [Int32] = []
  /// The stops that were reached in the last round, and those at which vehicles can be taken in the
  /// next one.
  private(set) var riddenStops: [Int32] = []
  private(set) var readyStops: [Int32] = []
  private(set) var targets: [Target] = []

  init(stops: Int) {
    func row() -> Row {
      let row = Row.allocate(capacity: stops)
      row.initialize(repeating: -1)
      return row
    }
    (ridden, ready, riddenIn, readyIn, ends) = (row(), row(), row(), row(), row())
    rows = [ridden, ready, riddenIn, readyIn, ends]
  }

  deinit {
    for row in rows { row.deallocate() }
    labels.deallocate()
  }

  subscript(label: Int32) -> Label { labels[Int(label)] }

  /// The label that was noted last.
  var last: Int32 { Int32(count - 1) }

  /// Forgets the last search; the end of the next one is near some stops.
  func clear(_ ends: [JourneyRounds.End]) {
    for stop in touched {
      for row in rows { row[Int(stop)] = -1 }
    }
    touched.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    forgetRidden()
    forgetReady()
    count = 0
    for end in ends {
      let known = self.ends[end.stop]
      self.ends[end.stop] = known < 0 ? end.seconds : min(known, end.seconds)
      touched.append(Int32(end.stop))
    }
  }

  /// Seconds on foot from a stop to the end; nil where that is not near.
  func rest(_ stop: Int) -> Int32? { ends[stop] < 0 ? nil : ends[stop] }

  func forgetRidden() { riddenStops.removeAll(keepingCapacity: true) }
  func forgetReady() { readyStops.removeAll(keepingCapacity: true) }

  /// The first label of the last round at a stop; -1 where there is none.
  ///
  /// The others follow by ``next(_:)``.
  func firstRidden(_ stop: Int, round: Int32) -> Int32 { head(ridden[stop], round) }
  func firstReady(_ stop: Int, round: Int32) -> Int32 { head(ready[stop], round) }

  /// The next label of the same stop and round; -1 behind the last.
  func next(_ label: Int32) -> Int32 {
    let one = labels[Int(label)]
    return head(one.next, one.round)
  }

  private func head(_ label: Int32, _ round: Int32) -> Int32 {
    label >= 0 && labels[Int(label)].round == round ? label : -1
  }

  /// Whether it is news; rounds come in order, so all that is noted has no more vehicles.
  func reach(_ label: Label) -> Bool {
    guard insert(label, ridden) else { return false }
    if riddenIn[Int(label.stop)] != label.round {
      riddenIn[Int(label.stop)] = label.round
      riddenStops.append(label.stop)
    }
    return true
  }

  func prepare(_ label: Label) {
    guard insert(label, ready) else { return }
    if readyIn[Int(label.stop)] != label.round {
      readyIn[Int(label.stop)] = label.round
      readyStops.append(label.stop)
    }
  }

  private func insert(_ label: Label, _ heads: Row) -> Bool {
    let stop = Int(label.stop)
    var index = heads[stop]
    while index >= 0 {
      let other = labels[Int(index)]
      if other.value <= label.value, other.walk <= label.walk { return false }
      index = other.next
    }
    // Those of this round that are worse are left out; they are the first of the chain.
    var (before, place): (Int32, Int32) = (-1, heads[stop])
    while place >= 0 {
      let other = labels[Int(place)]
      guard other.round == label.round else { break }
      if label.value <= other.value, label.walk <= other.walk {
        if before < 0 { heads[stop] = other.next } else { labels[Int(before)].next = other.next }
      } else {
        before = place
      }
      place = other.next
    }
    if count == labels.count { grow() }
    var label = label
    label.next = heads[stop]
    labels[count] = label
    heads[stop] = Int32(count)
    count += 1
    touched.append(label.stop)
    return true
  }

  private func grow() {
    let larger = UnsafeMutableBufferPointer<Label>.allocate(capacity: labels.count * 2)
    _ = larger.moveInitialize(fromContentsOf: labels[..<count])
    labels.deallocate()
    labels = larger
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
