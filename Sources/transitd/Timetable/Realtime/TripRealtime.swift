internal import CivilTime
internal import Values

/// What real time says about one run of one trip, laid on its timetable.
struct TripRealtime: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    enum State: Equatable { case known, skipped, noData }

    let sequence: Int
    /// Seconds behind the timetable; holds for the stops that follow, up to the next point.
    let delay: Int?
    let state: State
  }

  let trip: Int
  /// The service day that it belongs to, which is not always the date that its feed wrote.
  let serviceDay: Int32
  /// Start of the run, where a trip is repeated or duplicated; seconds of the service day.
  let runStart: Int?
  let isCancelled: Bool
  let isDeleted: Bool
  /// What a run is called that the timetable does not have: a second one of a trip, or one of a
  /// repeated trip that begins when none does by plan.
  let extra: Departure.Realtime?
  /// In the order of the stops.
  let points: [Point]
  let tripDelay: Int?
  /// How many of its times cannot be, and were left out.
  var impossible = 0

  var isExtra: Bool { extra != nil }

  /// Whether a departure of the timetable is one of this run.
  func isRun(of departure: Departure) -> Bool {
    !isExtra && serviceDay == departure.serviceDay
      && (runStart == departure.runStart || departure.runStart == nil)
  }

  /// What holds at a stop.
  func state(at sequence: Int) -> (realtime: Departure.Realtime, delay: Int?) {
    if isCancelled { return (.cancelled, nil) }
    guard let point = points.last(where: { $0.sequence <= sequence }) else {
      return tripDelay.map { (.tracked, $0) } ?? (.none, nil)
    }
    switch point.state {
    case .skipped where point.sequence == sequence: return (.skipped, nil)
    case .noData: return (.none, nil)
    case .known, .skipped:
      // A stop that is passed says nothing about the next; what was known before it holds on.
      let known = points.last { $0.sequence <= sequence && $0.state == .known }
      guard let delay = known?.delay ?? tripDelay else { return (.none, nil) }
      return (.tracked, delay)
    }
  }
}

/// Lays trip updates on a timetable.
struct RealtimeMatching {
  let feed: FeedFile
  /// No vehicle is so late, or so early, that its update belongs to another service day.
  static let longestDelay = 43_200

  /// One update as it applies to the trip of a row; `now` is for updates that name no date.
  ///
  /// Nil where the trip has no stops.
  func resolve(_ update: TripUpdate, trip number: Int, at now: Timestamp) throws -> TripRealtime? {
    let times = try feed.times(ofTrip: number).stops
    guard let first = times.first, let service = try feed.service(ofTrip: number) else {
      return nil
    }
    let frequencies = try feed.frequencies(ofTrip: number)
    let start = update.startTime.flatMap(Self.seconds)
    var extra: Departure.Realtime?
    if update.relation == .duplicated {
      extra = .added
    } else if let start, !frequencies.isEmpty, !frequencies.contains(where: { $0.begins(start) }) {
      extra = .unplanned
    }
    let runStart = frequencies.isEmpty && extra == nil ? nil : start
    let shift = runStart.map { $0 - first.departure } ?? 0
    let visits = try matched(update.stops, times)
    let day = serviceDay(
      of: update, visits, shift: shift, service: extra == nil ? service : nil,
      isLate: first.departure >= 86_400,
      at: now)
    guard let dayStart = feed.start(ofServiceDay: day) else { return nil }
    let said = visits.map { visit in
      Self.point(visit, shift: shift, dayStart: dayStart)
    }
    let points = said.filter { Self.isPossible($0.delay) }
    let tripDelay = Self.isPossible(update.delay) ? update.delay : nil
    return TripRealtime(
      trip: number, serviceDay: day, runStart: runStart,
      isCancelled: update.relation == .cancelled,
      // What takes the place of a trip is shown by itself, with its own stops and times.
      isDeleted: update.relation == .deleted || update.relation == .replacement,
      extra: extra, points: points, tripDelay: tripDelay,
      impossible: said.count - points.count + (tripDelay == update.delay ? 0 : 1))
  }

  /// Nothing is a day late or early: such times are mistakes, as milliseconds in place of seconds.
  private static func isPossible(_ delay: Int?) -> Bool {
    delay.map { (-86_400...86_400).contains($0) } ?? true
  }

  private typealias Visit = (update: TripUpdate.Stop, stop: TripTimes.Stop)

  /// Each update with the stop of the timetable that it speaks of.
  ///
  /// By sequence, else by the first stop with its id behind the last one. Of two updates of one stop the later one counts.
  private func matched(
    _ updates: [TripUpdate.Stop], _ times: [TripTimes.Stop]
  ) throws -> [Visit] {
    var found: [Int: Visit] = [:]
    var behind = -1
    for update in updates {
      var match: TripTimes.Stop?
      if let sequence = update.sequence { match = times.first { $0.sequence == sequence } }
      if match == nil, let id = update.stopID, let stop = try feed.stopNumber(id) {
        match = times.first { $0.stop == stop && $0.sequence > behind }
      }
      guard let match else { continue }
      behind = match.sequence
      found[match.sequence] = (update, match)
    }
    return found.keys.sorted().compactMap { found[$0] }
  }

  /// The service day that an update belongs to.
  ///
  /// Feeds write the calendar's date of a trip that leaves at 24:10 of the day before: taken as it
  /// stands that is a delay of minus a day. Where the update has a time, the day decides on which
  /// that time is nearest to the timetable.
  private func serviceDay(
    of update: TripUpdate, _ visits: [Visit], shift: Int, service: Int?, isLate: Bool,
    at now: Timestamp
  ) -> Int32 {
    let written = update.startDate.flatMap(Self.day) ?? feed.day(at: now)
    let candidates = [written, written - 1, written + 1].filter { day in
      service.map { feed.calendar.services[$0].runs(on: day) } ?? true
    }
    let timed = visits.compactMap { visit -> (Int64, Int)? in
      guard let time = visit.update.event?.time else { return nil }
      let scheduled = visit.update.departure == nil ? visit.stop.arrival : visit.stop.departure
      return (time, scheduled + shift)
    }.first
    guard let (time, scheduled) = timed else {
      if candidates.contains(written) { return written }
      return isLate && candidates.contains(written - 1) ? written - 1 : written
    }
    let ranked = candidates.compactMap { day -> (Int, Int32)? in
      guard let start = feed.start(ofServiceDay: day) else { return nil }
      let planned = start.microseconds / 1_000_000 + Int64(scheduled)
      return (Int(abs(time - planned)), day)
    }
    let nearest = ranked.min { $0.0 < $1.0 }
    return nearest.flatMap { $0.0 <= Self.longestDelay ? $0.1 : nil } ?? written
  }

  private static func point(
    _ visit: Visit, shift: Int, dayStart: Timestamp
  ) -> TripRealtime.Point {
    let state: TripRealtime.Point.State =
      switch visit.update.relation {
      case .skipped: .skipped
      case .noData: .noData
      case .scheduled, .unscheduled: .known
      }
    var delay: Int?
    if let event = visit.update.event {
      let scheduled = visit.update.departure == nil ? visit.stop.arrival : visit.stop.departure
      // A time takes precedence over a delay.
      if let time = event.time {
        delay = Int(time - dayStart.microseconds / 1_000_000) - scheduled - shift
      } else {
        delay = event.delay
      }
    }
    return TripRealtime.Point(
      sequence: visit.stop.sequence, delay: state == .known ? delay ?? 0 : nil, state: state)
  }

  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, (0..<200).contains(parts[0]),
      parts.dropFirst().allSatisfy((0..<60).contains)
    else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  static func day(_ text: String) -> Int32? {
    Int(text).flatMap { CivilDate(digits: $0)?.dayNumber }
  }
}
