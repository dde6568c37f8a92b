internal import CivilTime
internal import Values

/// What vehicles do at all stops of all feeds, in flat arrays that never change: what the search for
/// ways reads.
///
/// Stops, routes and trips are numbered through all feeds; those of one feed are together.
final class JourneyNetwork: Sendable {
  /// What is taken of one feed: the numbers of its first stop and pattern, and when it runs.
  struct Feed: Sendable {
    let name: String
    let calendar: FeedCalendar
    let zone: TimeZoneRules
    let firstStop: Int
    let stopCount: Int
    let firstPattern: Int
    let patternCount: Int
    /// The latest second of a service day at which anything arrives.
    var latest: Int32
    /// By row; behind them those that only real time has.
    var routeNames: [String]
  }

  /// Trips of one route with the same stops, none of which overtakes another.
  struct Pattern: Sendable {
    let feed: Int32
    /// The row of the route in its feed.
    let route: Int32
    let firstStop: Int32
    let stopCount: Int32
    let firstTrip: Int32
    let tripCount: Int32
    /// The event of trip `t` at stop `i` is `firstEvent + (t - firstTrip) * stopCount + i`.
    let firstEvent: Int
    /// The first run of a repeated trip, in seconds of the service day.
    ///
    /// At `runEnd` no run begins any more; times count from the start of a run.
    let runStart: Int32
    let runEnd: Int32
    /// Seconds between two runs; 0 where the trips are no repeated ones.
    let headway: Int32
    let isExact: Bool
    /// Nobody in a wheelchair can get in.
    let isBarred: Bool
    let span: Span
    /// The only service day on which it is there; nil where the calendar decides.
    ///
    /// Its vehicles are as real time has them, and their times among the live ones.
    var day: Int32?

    var stopRange: Range<Int> { Int(firstStop)..<Int(firstStop + stopCount) }
    var runCount: Int32 { headway == 0 ? 0 : (runEnd - runStart + headway - 1) / headway }
  }

  /// When the vehicles of a pattern are anywhere, in seconds of their service day.
  struct Span {
    private(set) var earliest = Int32.max
    private(set) var latest = Int32.min
    /// The longest time at one stop between the first vehicle and the last one.
    private(set) var atOneStop: Int32 = 0

    /// Of trips in the order of time, none of which overtakes another.
    init(_ times: ArraySlice<Int32>, stops: Int, _ run: TripGroup.Run?) {
      for place in stride(from: times.startIndex, to: times.endIndex, by: 2) {
        earliest = min(earliest, times[place])
        latest = max(latest, times[place + 1])
      }
      let last = times.endIndex - stops * 2
      for place in stride(from: 0, to: stops * 2, by: 2) {
        atOneStop = max(atOneStop, times[last + place + 1] - times[times.startIndex + place])
      }
      guard let run else { return }
      earliest += run.start
      latest += run.until
      atOneStop += run.until - run.start
    }
  }

  /// Bits of what may not be done at a stop of a pattern, and of what has to be done.
  enum Rule {
    static let noEntry: UInt8 = 1
    static let noExit: UInt8 = 2
    static let phone: UInt8 = 4
    static let driver: UInt8 = 8
  }

  /// A run of which real time speaks, beside what the timetable has of it.
  struct LiveTrip: Sendable {
    /// The trip of the timetable; -1 where it has none.
    let trip: Int32
    /// Where its times of the timetable begin, and what is added to them.
    let event: Int
    let shift: Int32
    /// The start of the run of a repeated trip, or of one that is run once more.
    let runStart: Int32?
    /// What it is called where the timetable does not have the run.
    let extra: Departure.Realtime?
    /// What is known of it where the timetable does not have the trip, or not so.
    var unplanned: Departure.Extra?
  }

  /// A service day of a feed.
  struct FeedDay: Hashable, Sendable {
    let feed: Int
    let day: Int32
  }

  /// A pattern that stops somewhere, and the place of the stop in it.
  struct Call: Sendable {
    let pattern: Int32
    let position: Int32
  }

  let feeds: [Feed]
  let patterns: [Pattern]
  let patternStops: [Int32]
  let rules: [UInt8]
  /// By event: when the vehicle arrives and when it leaves.
  let times: [Int32]
  /// By trip: its row in its feed, and its service there.
  let tripRows: [Int32]
  let tripServices: [Int32]
  let points: [GeoPoint?]
  /// By stop: where its part of `calls` begins.
  let callStarts: [Int32]
  let calls: [Call]
  let paths: FootPaths
  /// Without stairs, escalators, and entrances that have some.
  let stepFreePaths: FootPaths
  /// By stop: nobody in a wheelchair can get in or out.
  let barredStops: [Bool]
  /// Of runs that real time speaks of; their trips are numbered behind those of the timetable.
  let liveTimes: [Int32]
  let liveTrips: [LiveTrip]
  /// Trips that stand among the live ones on a day, or are cancelled.
  let removed: [FeedDay: Set<Int32>]

  /// The number of trips of the timetable.
  var plannedTrips: Int { tripServices.count }
  var stopCount: Int { points.count }

  init(_ draft: JourneyDraft) {
    feeds = draft.feeds
    patterns = draft.patterns
    patternStops = draft.patternStops
    rules = draft.rules
    times = draft.times
    tripRows = draft.tripRows
    tripServices = draft.tripServices
    points = draft.points
    barredStops = draft.barredStops
    let within = StationPaths(draft, isStepFree: false)
    paths = FootPaths(draft, within)
    stepFreePaths =
      within.hasSteps ? FootPaths(draft, StationPaths(draft, isStepFree: true)) : paths
    (callStarts, calls) = Self.calls(draft.patterns, draft.patternStops, draft.points.count)
    (liveTimes, liveTrips, removed) = ([], [], [:])
  }

  /// The same net with real time laid on it.
  init(_ live: LiveDraft) {
    let base = live.base
    feeds = base.feeds.enumerated().map { number, feed in
      var feed = feed
      feed.latest = max(feed.latest, live.latest[number] ?? 0)
      feed.routeNames = live.routeNames[number] ?? feed.routeNames
      return feed
    }
    patterns = base.patterns + live.patterns
    patternStops = base.patternStops + live.patternStops
    rules = base.rules + live.rules
    times = base.times
    tripRows = base.tripRows
    tripServices = base.tripServices
    points = base.points
    paths = base.paths
    stepFreePaths = base.stepFreePaths
    barredStops = base.barredStops
    (callStarts, calls) = Self.calls(patterns, patternStops, points.count)
    (liveTimes, liveTrips, removed) = (live.times, live.trips, live.removed)
  }

  /// The patterns of each stop; lanes of one route share their list of stops.
  private static func calls(
    _ patterns: [Pattern], _ stops: [Int32], _ count: Int
  ) -> ([Int32], [Call]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    for pattern in patterns {
      for index in pattern.stopRange { starts[Int(stops[index]) + 1] += 1 }
    }
    for stop in 0..<count { starts[stop + 1] += starts[stop] }
    var next = starts
    var calls = [Call](repeating: Call(pattern: 0, position: 0), count: Int(starts[count]))
    for (number, pattern) in patterns.enumerated() {
      for (position, index) in pattern.stopRange.enumerated() {
        let stop = Int(stops[index])
        calls[Int(next[stop])] = Call(pattern: Int32(number), position: Int32(position))
        next[stop] += 1
      }
    }
    return (starts, calls)
  }

  /// By pattern whether it is not taken; nil where all are.
  func avoided(
    isStepFree: Bool, _ isAvoided: (_ feed: Int, _ route: Int) -> Bool
  ) -> [Bool]? {
    let avoided = patterns.map {
      (isStepFree && $0.isBarred) || isAvoided(Int($0.feed), Int($0.route))
    }
    return avoided.contains(true) ? avoided : nil
  }

  /// The feed that a stop belongs to.
  func feed(ofStop stop: Int) -> Int {
    feeds.lastIndex { $0.firstStop <= stop } ?? 0
  }

  /// The row of a trip in its feed; nil where the timetable does not have it.
  func row(ofTrip trip: Int) -> Int? {
    let planned = live(trip).map { Int($0.trip) } ?? trip
    return planned < 0 ? nil : Int(tripRows[planned])
  }

  /// What real time says of a trip that is numbered behind those of the timetable.
  func live(_ trip: Int) -> LiveTrip? {
    trip < plannedTrips ? nil : liveTrips[trip - plannedTrips]
  }

  func stop(of pattern: Pattern, at position: Int) -> Int {
    Int(patternStops[Int(pattern.firstStop) + position])
  }
}
