internal import IPCProtocol
internal import Values

/// One departure of a timetable, before or after real time was laid on it.
struct Departure: Equatable {
  enum Realtime: String, WireWord {
    /// Nothing but the timetable is known.
    case none
    /// The trip is tracked.
    case tracked
    case cancelled
    /// The vehicle passes this stop without stopping.
    case skipped
    /// A trip that the timetable does not have.
    case added
  }

  var stop: Int
  var trip: Int
  var sequence: Int
  /// Row of `headsign`; 0 is the trip's own.
  var headsign: Int
  var serviceDay: Int32
  var scheduledAt: Timestamp
  var delaySeconds: Int?
  var realtime = Realtime.none
  /// For runs of `frequencies.txt` without exact times: about every so many seconds.
  var headwaySeconds: Int?
  /// Start of the run of a repeated trip, or of a duplicated one; seconds of the service day.
  var runStart: Int?

  var departsAt: Timestamp { scheduledAt.adding(seconds: Double(delaySeconds ?? 0)) }
}

/// The next departures of a place, and what is to be said about them.
struct StopDepartures {
  let feed: FeedFile
  /// The poles of the place.
  let stops: [FeedStop]
  let from: Timestamp
  let departures: [Departure]
  /// Whether trip updates were laid on the timetable.
  let isRealtime: Bool
  let notes: [Note]
}

/// The next departures of some stops, by a timetable alone.
struct DepartureSearch {
  let feed: FeedFile
  /// Days ahead that are looked at: a week, so that a place that is served on Sundays is not "none".
  static let daysAhead = 7
  /// A service day may run on so long after its midnight.
  private static let longestDay = 2

  /// The next departures at or after a moment, soonest first, at the stops of some rows.
  ///
  /// Scheduled times count. Nothing is later than `until`, or than a week.
  func next(
    at stops: [Int], from: Timestamp, limit: Int, until: Timestamp? = nil
  ) throws -> [Departure] {
    let tables = try stops.map { ($0, try feed.departures(of: $0)) }
    let today = feed.day(at: from)
    var found: [Departure] = []
    for offset in -Self.longestDay...Self.daysAhead {
      // What is left of earlier days can be later than what today brings, so today is always
      // looked at; after that a day is only begun while something is missing.
      if offset > 0, found.count >= limit { break }
      let day = today + Int32(offset)
      guard let start = feed.start(ofServiceDay: day) else { continue }
      if let until, start > until { break }
      for (stop, table) in tables {
        found += try departures(table, stop, day, start, from, limit)
      }
    }
    if let until { found.removeAll { $0.scheduledAt > until } }
    return Array(found.sorted { $0.scheduledAt < $1.scheduledAt }.prefix(limit))
  }

  /// The departures of one stop on one service day.
  private func departures(
    _ table: [UInt8], _ stop: Int, _ day: Int32, _ start: Timestamp, _ from: Timestamp,
    _ limit: Int
  ) throws -> [Departure] {
    let earliest = max(0, Int(from.seconds(since: start).rounded(.up)))
    var found: [Departure] = []
    var runs: [StopTime] = []
    table.withUnsafeBytes { bytes in
      let count = bytes.count / StopTime.bytes
      var index = Self.firstIndex(from: UInt64(earliest) << 44, in: bytes)
      while index < count, found.count < limit {
        let time = StopTime.at(index, in: bytes)
        index += 1
        if time.isTemplate { break }
        guard !time.isClosed, feed.calendar.services[time.service].runs(on: day) else { continue }
        found.append(Self.departure(time, stop, day, start))
      }
      for index in Self.firstIndex(from: StopTime.repeated, in: bytes)..<count {
        let time = StopTime.at(index, in: bytes)
        if !time.isClosed { runs.append(time) }
      }
    }
    for time in runs where feed.calendar.services[time.service].runs(on: day) {
      found += try repeated(time, stop, day, start, earliest, limit)
    }
    return found
  }

  /// The first place whose first word is not less than another.
  private static func firstIndex(from word: UInt64, in bytes: UnsafeRawBufferPointer) -> Int {
    var low = 0
    var high = bytes.count / StopTime.bytes
    while low < high {
      let middle = (low + high) / 2
      let first = bytes.loadUnaligned(fromByteOffset: middle * StopTime.bytes, as: UInt64.self)
      if UInt64(littleEndian: first) < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func departure(
    _ time: StopTime, _ stop: Int, _ day: Int32, _ start: Timestamp
  ) -> Departure {
    Departure(
      stop: stop, trip: time.trip, sequence: time.sequence, headsign: time.headsign,
      serviceDay: day, scheduledAt: start.adding(seconds: Double(time.departure)))
  }

  /// The runs of a trip of `frequencies.txt` that pass a stop at or after a time: the first at the
  /// start, then one each headway, the last before the end.
  private func repeated(
    _ time: StopTime, _ stop: Int, _ day: Int32, _ start: Timestamp, _ earliest: Int, _ limit: Int
  ) throws -> [Departure] {
    guard let first = try feed.times(ofTrip: time.trip).stops.first?.departure else { return [] }
    let offset = time.departure - first
    var found: [Departure] = []
    for frequency in try feed.frequencies(ofTrip: time.trip) {
      let behind = max(0, earliest - offset - frequency.start)
      var run =
        frequency.start + (behind + frequency.headway - 1) / frequency.headway * frequency.headway
      while run < frequency.until, found.count < limit {
        var departure = Self.departure(time, stop, day, start)
        departure.scheduledAt = start.adding(seconds: Double(run + offset))
        departure.runStart = run
        departure.headwaySeconds = frequency.isExact ? nil : frequency.headway
        found.append(departure)
        run += frequency.headway
      }
    }
    return found
  }
}

extension Arrival {
  /// A departure of a timetable as something that comes.
  init(_ departure: Departure, of feed: FeedFile) throws {
    let trip = try feed.trip(departure.trip)
    self.init(.scheduled(trip?.route ?? "?"), state: .running, claim: .unknown)
    source = .timetable
    destination = trip?.headsign
    scheduledAt = departure.scheduledAt
    delaySeconds = departure.delaySeconds
  }
}
