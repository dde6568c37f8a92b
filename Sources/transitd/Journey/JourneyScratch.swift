/// What a search notes of stops and patterns, kept for the next one so that nothing is allocated.
///
/// Times are seconds after the moment that is asked about; in a search back from an arrival they
/// count backwards. ``never`` is none. The rows stand in memory of their own, because the inner
/// loops of a search read and write little else: there is nothing to copy and nobody to ask.
final class JourneyScratch {
  static let never = Int32.max

  /// How a stop was reached by a vehicle; in a search backwards, how it is left.
  struct Ride {
    var pattern: Int32 = 0
    /// The place of the service day among those of the feed.
    var day: Int32 = 0
    /// The trip, or for repeated ones the number of the run.
    var trip: Int32 = 0
    var board: Int32 = 0
    var alight: Int32 = 0
  }

  typealias Row<Element> = UnsafeMutableBufferPointer<Element>

  let stops: Int
  let rounds: Int
  /// By round and stop: from when on a vehicle can be taken, where this round made it sooner.
  let ready: Row<Int32>
  /// The stop that the way on foot began at.
  let readyFrom: Row<Int32>
  let rides: Row<Ride>
  /// By stop, over all rounds so far.
  let bestRide: Row<Int32>
  let bestReady: Row<Int32>
  /// The way on foot from a stop to the end.
  let end: Row<Int32>
  /// The round in which a stop was reached last.
  private let riddenIn: Row<Int32>
  /// By pattern: the first place at which somebody may get in.
  let first: Row<Int32>
  var queue: [Int32] = []
  var marked: [Int32] = []
  var ridden: [Int32] = []
  private let isTouched: Row<Bool>
  private var touched: [Int32] = []
  /// The last round in which anything was noted.
  private var lastRound = 0

  init(stops: Int, patterns: Int, rounds: Int) {
    (self.stops, self.rounds) = (stops, rounds)
    func row<Element>(_ value: Element, _ count: Int) -> Row<Element> {
      let row = Row<Element>.allocate(capacity: count)
      row.initialize(repeating: value)
      return row
    }
    ready = row(Self.never, stops * (rounds + 1))
    readyFrom = row(0, stops * (rounds + 1))
    rides = row(Ride(), stops * (rounds + 1))
    bestRide = row(Self.never, stops)
    bestReady = row(Self.never, stops)
    end = row(Self.never, stops)
    riddenIn = row(0, stops)
    first = row(Self.never, patterns)
    isTouched = row(false, stops)
  }

  deinit {
    for row in [ready, readyFrom, bestRide, bestReady, end, riddenIn, first] { row.deallocate() }
    rides.deallocate()
    isTouched.deallocate()
  }

  /// Forgets the last search.
  func clear() {
    // A search that came everywhere is forgotten row by row: memory is written in its order.
    if touched.count > stops / 4 {
      ready[..<(stops * (lastRound + 1))].update(repeating: Self.never)
      for row in [bestRide, bestReady, end] { row.update(repeating: Self.never) }
      riddenIn.update(repeating: 0)
      isTouched.update(repeating: false)
    } else {
      for stop in touched {
        let stop = Int(stop)
        isTouched[stop] = false
        bestRide[stop] = Self.never
        bestReady[stop] = Self.never
        end[stop] = Self.never
        riddenIn[stop] = 0
        for round in 0...lastRound { ready[round * stops + stop] = Self.never }
      }
    }
    lastRound = 0
    touched.removeAll(keepingCapacity: true)
    marked.removeAll(keepingCapacity: true)
    ridden.removeAll(keepingCapacity: true)
  }

  func touch(_ stop: Int) {
    if isTouched[stop] { return }
    isTouched[stop] = true
    touched.append(Int32(stop))
  }

  /// Closes stops: nothing is sooner there than what is noted.
  func bar(_ stops: [Bool]) {
    for (stop, isBarred) in stops.enumerated() where isBarred {
      touch(stop)
      (bestRide[stop], bestReady[stop]) = (.min, .min)
    }
  }

  func reach(_ stop: Int, at value: Int32, _ ride: Ride, round: Int) {
    touch(stop)
    bestRide[stop] = value
    rides[round * stops + stop] = ride
    if riddenIn[stop] != Int32(round) {
      riddenIn[stop] = Int32(round)
      ridden.append(Int32(stop))
    }
  }

  /// Notes that a vehicle can be taken at a stop from a time on, where that is news.
  func prepare(_ stop: Int, at value: Int32, from origin: Int, round: Int) {
    guard value < bestReady[stop] else { return }
    touch(stop)
    bestReady[stop] = value
    let place = round * stops + stop
    if ready[place] == Self.never { marked.append(Int32(stop)) }
    ready[place] = value
    readyFrom[place] = Int32(origin)
    lastRound = round
  }

  /// Whether a vehicle could be taken at a stop by some time, after at most so many others.
  func isReady(_ stop: Int, by time: Int32, after vehicles: Int) -> Bool {
    guard bestReady[stop] <= time else { return false }
    return (0...vehicles).contains { ready[$0 * stops + stop] <= time }
  }
}
