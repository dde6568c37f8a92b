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
    /// A trip that runs besides those of the timetable.
    case added
    /// Where its vehicle is is known, and nothing else.
    case located
    /// A trip that is tracked and that the timetable does not have, or not in this way.
    case unplanned
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
  /// What is known of a trip that the timetable does not have, or not so; ``trip`` is no row then.
  var extra: Extra?

  struct Extra: Equatable, Sendable {
    let route: String
    let headsign: String?
    /// The realtime feed's name for it.
    let trip: String
  }

  var boarding = Boarding.regular
  /// Where its vehicle is, where that is all that is known.
  var vehicle: Vehicle?
  /// It does not leave before this, whatever is planned.
  var notBefore: Timestamp?

  struct Vehicle: Equatable {
    let stopsAway: Int
    /// The stop that it is at, or comes to next.
    let stop: Int
    let isThere: Bool
  }

  /// How somebody gets in who waits there (`pickup_type`).
  enum Boarding: String, WireWord {
    case regular
    /// Whoever wants to get in phones ahead.
    case phone
    /// Whoever wants to get in asks the driver.
    case driver

    /// As two bits of a ``StopTime``: the numbers of the specification.
    var bits: UInt64 { self == .phone ? 2 : self == .driver ? 3 : 0 }

    init(bits: UInt64) {
      switch bits & 3 {
      case 2: self = .phone
      case 3: self = .driver
      default: self = .regular
      }
    }
  }

  var departsAt: Timestamp {
    let expected = scheduledAt.adding(seconds: Double(delaySeconds ?? 0))
    return notBefore.map { max($0, expected) } ?? expected
  }
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
  /// Whether somebody asked about that moment; from now on otherwise.
  var isAsked = false
  /// About the place, or about what departs there.
  var alerts: [ServiceAlert] = []
}

/// The next departures of some stops, by a timetable alone.
struct DepartureSearch {
  let feed: FeedFile
  /// Days ahead that are looked at: a week, so that a place that is served on Sundays is not "none".
  static let daysAhead: Int32 = 7
  private static let week = Double(daysAhead) * 86_400 - 1
  /// A service day may run on so long after its midnight: times are read up to 144:59:59, and a run
  /// of `frequencies.txt` may begin that late and take as long again.
  private static let longestDay: Int32 = 12

  /// Which departures are wanted; a search by days, or by what real time knows, needs not all.
  typealias Choice = (Departure) -> Bool

  /// The next departures at or after a moment, soonest first, at the stops of some rows.
  ///
  /// Scheduled times count. Nothing is later than `until`, or than a week where days are not given. Only what `isWanted`
  /// takes is counted and given; `days` are service days, where not all are asked about.
  func next(
    at stops: [Int], from: Timestamp, limit: Int, until: Timestamp? = nil,
    days: ClosedRange<Int32>? = nil, where isWanted: Choice? = nil
  ) throws -> [Departure] {
    let tables = try stops.map { try StopTable($0, in: feed) }
    // To a moment, and not to a day: the last day would lack what leaves on the next one's clocks.
    let until = until ?? (days == nil ? from.adding(seconds: Self.week) : nil)
    let today = feed.day(at: from)
    var found: [Departure] = []
    for day in days ?? (today - Self.longestDay)...(today + Self.daysAhead + 1) {
      guard let start = feed.start(ofServiceDay: day) else { continue }
      if let until, start > until { break }
      // What leaves at 24:30 of one day leaves behind 00:05 of the next: a day is left out only
      // where all that is wanted leaves before it begins.
      if found.count >= limit {
        found.sort { $0.scheduledAt < $1.scheduledAt }
        found.removeSubrange(limit...)
        if let last = found.last, last.scheduledAt < start { break }
      }
      let window = Window(day: day, start: start, from: from, until: until, limit: limit)
      for table in tables { departures(table, window, isWanted, &found) }
    }
    return Array(found.sorted { $0.scheduledAt < $1.scheduledAt }.prefix(limit))
  }

  /// The part of one service day that is asked about.
  private struct Window {
    let day: Int32
    let start: Timestamp
    /// Seconds of the service day.
    let earliest: Int
    let latest: Int
    let limit: Int

    init(day: Int32, start: Timestamp, from: Timestamp, until: Timestamp?, limit: Int) {
      self.day = day
      self.start = start
      self.limit = limit
      earliest = max(0, Int(from.seconds(since: start).rounded(.up)))
      latest = until.map { Int($0.seconds(since: start).rounded(.down)) } ?? .max
    }
  }

  /// The departures of one stop on one service day.
  private func departures(
    _ table: StopTable, _ window: Window, _ isWanted: Choice?, _ found: inout [Departure]
  ) {
    let first = found.count
    table.times.withUnsafeBytes { bytes in
      // Behind the last hour that a word can hold nothing is left of the day.
      var index =
        window.earliest < StopTime.maximumDeparture
        ? StopTime.firstIndex(from: UInt64(window.earliest) << 44, in: bytes) : table.plain
      while index < table.plain, found.count - first < window.limit {
        let time = StopTime.at(index, in: bytes)
        index += 1
        if time.departure > window.latest { break }
        guard !time.isClosed, feed.calendar.services[time.service].runs(on: window.day) else {
          continue
        }
        let departure = Self.departure(time, table.stop, window)
        if isWanted?(departure) ?? true { found.append(departure) }
      }
    }
    for template in table.templates {
      guard feed.calendar.services[template.time.service].runs(on: window.day) else { continue }
      for frequency in template.frequencies {
        repeated(template, frequency, table.stop, window, isWanted, &found)
      }
    }
  }

  private static func departure(_ time: StopTime, _ stop: Int, _ window: Window) -> Departure {
    Departure(
      stop: stop, trip: time.trip, sequence: time.sequence, headsign: time.headsign,
      serviceDay: window.day, scheduledAt: window.start.adding(seconds: Double(time.departure)),
      boarding: time.boarding)
  }

  /// The runs of a trip of `frequencies.txt` that pass a stop at or after a time: the first at the
  /// start, then one each headway, the last before the end.
  private func repeated(
    _ template: StopTable.Template, _ frequency: Frequency, _ stop: Int, _ window: Window,
    _ isWanted: Choice?, _ found: inout [Departure]
  ) {
    let behind = max(0, window.earliest - template.offset - frequency.start)
    var run =
      frequency.start + (behind + frequency.headway - 1) / frequency.headway * frequency.headway
    var count = 0
    while run < frequency.until, count < window.limit, run + template.offset <= window.latest {
      var departure = Self.departure(template.time, stop, window)
      departure.scheduledAt = window.start.adding(seconds: Double(run + template.offset))
      departure.runStart = run
      departure.headwaySeconds = frequency.isExact ? nil : frequency.headway
      run += frequency.headway
      guard isWanted?(departure) ?? true else { continue }
      found.append(departure)
      count += 1
    }
  }
}

/// What the file of a feed has of one stop, read once for a search over many days.
struct StopTable {
  /// A stop of a trip that `frequencies.txt` repeats.
  struct Template {
    let time: StopTime
    /// Seconds from the start of a run to this stop.
    let offset: Int
    let frequencies: [Frequency]
  }

  let stop: Int
  /// As ``StopTime`` lays them out; those of templates are last.
  let times: [UInt8]
  /// How many are no templates.
  let plain: Int
  let templates: [Template]

  init(_ stop: Int, in feed: FeedFile) throws {
    self.stop = stop
    let times = try feed.departures(of: stop)
    let (plain, repeated) = times.withUnsafeBytes { bytes in
      let first = StopTime.firstIndex(from: StopTime.repeated, in: bytes)
      let rest = (first..<bytes.count / StopTime.bytes).map { StopTime.at($0, in: bytes) }
      return (first, rest.filter { !$0.isClosed })
    }
    self.times = times
    self.plain = plain
    templates = try repeated.compactMap { time in
      guard let first = try feed.times(ofTrip: time.trip).stops.first?.departure else { return nil }
      return Template(
        time: time, offset: time.departure - first,
        frequencies: try feed.frequencies(ofTrip: time.trip))
    }
  }
}

extension Arrival {
  /// A departure of a timetable as something that comes.
  init(_ departure: Departure, of feed: FeedFile) throws {
    let trip = try departure.extra == nil ? feed.trip(departure.trip) : nil
    let route = departure.extra?.route ?? trip?.route ?? "?"
    self.init(.scheduled(route), state: .running, claim: .unknown)
    source = .timetable
    destination = departure.extra?.headsign ?? trip?.headsign
    scheduledAt = departure.scheduledAt
    delaySeconds = departure.delaySeconds
  }
}
