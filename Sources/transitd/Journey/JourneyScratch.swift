/// What a search notes of stops and patterns, kept for the next one so that nothing is allocated.
///
/// Times are seconds after the moment that is asked about; in a search back from an arrival they
/// count backwards. ``never`` is none.
struct JourneyScratch {
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

  let stops: Int
  let rounds: Int
  /// By round and stop: from when on a vehicle can be taken, where this round made it sooner.
  var ready: [Int32]
  /// The stop that the way on foot began at.
  var readyFrom: [Int32]
  var rides: [Ride]
  /// By stop, over all rounds so far.
  var bestRide: [Int32]
  var bestReady: [Int32]
  /// The way on foot from a stop to the end.
  var end: [Int32]
  /// The round in which a stop was reached last.
  private var riddenIn: [Int32]
  /// By pattern: the first place at which somebody may get in.
  var first: [Int32]
  var queue: [Int32] = []
  var marked: [Int32] = []
  var ridden: [Int32] = []
  private var isTouched: [Bool]
  private var touched: [Int32] = []

  init(stops: Int, patterns: Int, rounds: Int) {
    (self.stops, self.rounds) = (stops, rounds)
    ready = Array(repeating: Self.never, count: stops * (rounds + 1))
    readyFrom = Array(repeating: 0, count: stops * (rounds + 1))
    rides = Array(repeating: Ride(), count: stops * (rounds + 1))
    bestRide = Array(repeating: Self.never, count: stops)
    bestReady = bestRide
    end = bestRide
    riddenIn = Array(repeating: 0, count: stops)
    first = Array(repeating: Self.never, count: patterns)
    isTouched = Array(repeating: false, count: stops)
  }

  /// Forgets the last search.
  mutating func clear() {
    for stop in touched {
      let stop = Int(stop)
      isTouched[stop] = false
      bestRide[stop] = Self.never
      bestReady[stop] = Self.never
      end[stop] = Self.never
      riddenIn[stop] = 0
      for round in 0...rounds { ready[round * stops + stop] = Self.never }
    }
    touched.removeAll(keepingCapacity: true)
    marked.removeAll(keepingCapacity: true)
    ridden.removeAll(keepingCapacity: true)
  }

  mutating func touch(_ stop: Int) {
    if isTouched[stop] { return }
    isTouched[stop] = true
    touched.append(Int32(stop))
  }

  mutating func reach(_ stop: Int, at value: Int32, _ ride: Ride, round: Int) {
    touch(stop)
    bestRide[stop] = value
    rides[round * stops + stop] = ride
    if riddenIn[stop] != Int32(round) {
      riddenIn[stop] = Int32(round)
      ridden.append(Int32(stop))
    }
  }

  /// Notes that a vehicle can be taken at a stop from a time on, where that is news.
  mutating func prepare(_ stop: Int, at value: Int32, from origin: Int, round: Int) {
    guard value < bestReady[stop] else { return }
    touch(stop)
    bestReady[stop] = value
    let place = round * stops + stop
    if ready[place] == Self.never { marked.append(Int32(stop)) }
    ready[place] = value
    readyFrom[place] = Int32(origin)
  }
}
