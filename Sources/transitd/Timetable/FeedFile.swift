internal import CivilTime
internal import Storage
internal import Values

/// What is known of an imported feed as a whole.
struct FeedFacts: Equatable {
  let name: String
  let source: String
  /// Where its trip updates are; nil where there are none.
  let realtime: String?
  let zone: String
  let agency: String
  let importedAt: Timestamp
  let firstDay: Int32?
  let lastDay: Int32?
  let stops: Int
  let routes: Int
  let trips: Int
  let stopTimes: Int
  /// What of it was left out.
  var skipped: [SkippedRows] = []

  /// The addresses in a list with commas, as many agencies give trip updates and alerts apart; a
  /// comma within an address stays.
  static func addresses(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { found, part in
      if found.isEmpty || part.trimmed.hasPrefix("http") {
        found.append(part.trimmed)
      } else {
        found[found.count - 1] += ",\(part)"
      }
    }
  }
}

/// A place of a feed where vehicles stop.
struct FeedStop: Equatable {
  let number: Int
  let id: String
  let name: String
  let platform: String?
  /// On its own clocks, where they are not the feed's.
  var zone: String?
  /// Nil where the feed does not say.
  var point: GeoPoint?
  /// The id of its station.
  var station: String?
}

/// A trip as its riders know it.
struct FeedTrip: Equatable {
  let id: String
  /// What riders call its route, and the feed.
  let route: String
  let routeID: String
  let headsign: String?
  /// `direction_id`; nil where the feed has none.
  let direction: Int?
  var wheelchair = WheelchairUse.unknown
}

/// An imported feed, opened for reading; for one thread.
final class FeedFile {
  let path: String
  let facts: FeedFacts
  let zone: TimeZoneRules
  let calendar: FeedCalendar
  let database: Database
  let version: Int
  private var zones = FeedZones()
  /// Trips that were asked about lately.
  private var trips: [Int: FeedTrip] = [:]
  private var stops: [Int: FeedStop] = [:]
  private static let remembered = 4096
  /// More stops than these have no name in common that is of use.
  static let mostStops = 200

  /// Opens a feed, which may be a draft that is about to get its place.
  ///
  /// - Throws: `SQLiteError`, `TimeZoneFailure`, or ``Outdated``.
  init(path: String, draft: String? = nil) throws {
    self.path = path
    // Nobody writes it any more; a lock for each question takes several times as long as the answer.
    database = try Database(path: draft ?? path, mode: .alone)
    version = Int(try Migrator.version(of: database))
    guard FeedSchema.readable.contains(version), var facts = try Self.facts(database) else {
      throw Outdated()
    }
    if version >= 2 { facts.skipped = try Self.skipped(database) }
    self.facts = facts
    zone = try TimeZoneDatabase().zone(named: facts.zone)
    calendar = try Self.calendar(database)
  }

  /// Written by another version: its owner imports it anew.
  struct Outdated: Error {}

  private static func facts(_ database: Database) throws -> FeedFacts? {
    try database.first(
      """
      SELECT name, source, realtime, zone, agency, imported_at, first_day, last_day, stops, routes,
      trips, stop_times FROM feed
      """
    ) { row in
      FeedFacts(
        name: row.text(0), source: row.text(1), realtime: row.optionalText(2), zone: row.text(3),
        agency: row.text(4), importedAt: Timestamp(microseconds: row.integer(5)),
        firstDay: row.optionalInteger(6).map { Int32(truncatingIfNeeded: $0) },
        lastDay: row.optionalInteger(7).map { Int32(truncatingIfNeeded: $0) },
        stops: Int(row.integer(8)), routes: Int(row.integer(9)), trips: Int(row.integer(10)),
        stopTimes: Int(row.integer(11)))
    }
  }

  private static func skipped(_ database: Database) throws -> [SkippedRows] {
    try database.query("SELECT reason, count, file, line FROM skipped ORDER BY rowid") { row in
      SkipReason(rawValue: row.text(0)).map { reason in
        SkippedRows(
          reason: reason, count: Int(row.integer(1)), file: row.text(2), line: Int(row.integer(3)))
      }
    }.compactMap { $0 }
  }

  private static func calendar(_ database: Database) throws -> FeedCalendar {
    var calendar = FeedCalendar()
    calendar.services = try database.query(
      "SELECT service_id, weekdays, first_day, last_day FROM service ORDER BY id"
    ) { row in
      var service = ServiceDays(id: row.text(0))
      service.weekdays = UInt8(truncatingIfNeeded: row.integer(1))
      service.firstDay = row.optionalInteger(2).map { Int32(truncatingIfNeeded: $0) }
      service.lastDay = row.optionalInteger(3).map { Int32(truncatingIfNeeded: $0) }
      return service
    }
    try database.forEachRow("SELECT service, day, is_added FROM exception") { row in
      let day = Int32(truncatingIfNeeded: row.integer(1))
      let service = Int(row.integer(0))
      if row.bool(2) {
        calendar.services[service].added.insert(day)
      } else {
        calendar.services[service].removed.insert(day)
      }
    }
    return calendar
  }

  // MARK: Stops

  /// A platform's clocks are its station's.
  private var stopColumns: String {
    let zone =
      version < 2
      ? "NULL"
      : "coalesce((SELECT timezone FROM stop AS station WHERE station.stop_id = stop.parent), timezone)"
    return "SELECT id, stop_id, name, platform, \(zone), latitude, longitude, parent FROM stop"
  }

  func stops(_ condition: String, _ value: SQLiteValue) throws -> [FeedStop] {
    try database.query(
      "\(stopColumns) WHERE \(condition) ORDER BY id LIMIT \(Self.mostStops)", value
    ) {
      row in
      FeedStop(
        number: Int(row.integer(0)), id: row.text(1), name: row.text(2),
        platform: row.optionalText(3), zone: row.optionalText(4),
        point: row.optionalReal(5).flatMap { latitude in
          row.optionalReal(6).flatMap { GeoPoint(latitude: latitude, longitude: $0) }
        }, station: row.optionalText(7))
    }
  }

  /// The clocks at some stops of one place.
  func zone(of stops: [FeedStop]) -> TimeZoneRules {
    stops.lazy.compactMap(\.zone).first.flatMap { zones[$0] } ?? zone
  }

  /// The stops that a word names: by id, else by code, else by name, else by address.
  ///
  /// A station stands for its platforms. Several stops of one name are one place with several poles.
  func stops(_ word: String) throws -> [FeedStop] {
    for (condition, value) in [
      ("stop_id = ?", word), ("code = ?", word), ("folded = ?", FeedNames.folded(word)),
    ] {
      let found = try stops(condition, .text(value))
      guard !found.isEmpty else { continue }
      var all = found
      for stop in found { all += try stops("parent = ?", .text(stop.id)) }
      var seen: Set<Int> = []
      return all.filter { seen.insert($0.number).inserted }
    }
    return try stops(at: word)
  }

  /// A stop by its number.
  func stop(_ number: Int) throws -> FeedStop? {
    if let known = stops[number] { return known }
    let found = try stops("id = ?", .integer(number)).first
    if stops.count >= Self.remembered { stops.removeAll(keepingCapacity: true) }
    stops[number] = found
    return found
  }

  func stopName(_ id: String) throws -> String? { try stops("stop_id = ?", .text(id)).first?.name }

  func stopNumber(_ id: String) throws -> Int? {
    try database.first("SELECT id FROM stop WHERE stop_id = ?", .text(id)) { Int($0.integer(0)) }
  }

  // MARK: Departures

  /// The departures of a stop, sorted by time, as ``StopTime`` lays them out.
  func departures(of stop: Int) throws -> [UInt8] {
    try database.first("SELECT times FROM departure WHERE stop = ?", .integer(stop)) {
      $0.blob(0)
    } ?? []
  }

  func trip(_ number: Int) throws -> FeedTrip? {
    if let known = trips[number] { return known }
    let found = try readTrip(number)
    if trips.count >= Self.remembered { trips.removeAll(keepingCapacity: true) }
    trips[number] = found
    return found
  }

  private func readTrip(_ number: Int) throws -> FeedTrip? {
    try database.first(
      """
      SELECT trip_id, coalesce(nullif(route.short_name, ''), route.long_name), headsign,
      trip.direction, \(version < 4 ? "0" : "trip.wheelchair"), route.route_id FROM trip JOIN route ON route.id = trip.route WHERE trip.id = ?
      """, .integer(number)
    ) { row in
      FeedTrip(
        id: row.text(0), route: row.text(1), routeID: row.text(5), headsign: row.optionalText(2),
        direction: row.optionalInteger(3).map(Int.init),
        wheelchair: WheelchairUse(row.integer(4)))
    }
  }

  func tripNumber(_ id: String) throws -> Int? {
    try database.first("SELECT id FROM trip WHERE trip_id = ?", .text(id)) { Int($0.integer(0)) }
  }

  /// The service that a trip belongs to.
  func service(ofTrip number: Int) throws -> Int? {
    try database.first("SELECT service FROM trip WHERE id = ?", .integer(number)) {
      Int($0.integer(0))
    }
  }

  /// All stops of a trip in order.
  func times(ofTrip number: Int) throws -> TripTimes {
    let parts = try database.query(
      "SELECT stops FROM trip_times WHERE trip = ? ORDER BY part", .integer(number)
    ) { $0.blob(0) }
    var stops = parts.flatMap { TripTimes(encoded: $0).stops }
    if parts.count > 1 { stops.sort { $0.sequence < $1.sequence } }
    return TripTimes(stops: stops)
  }

  func frequencies(ofTrip number: Int) throws -> [Frequency] {
    try database.query(
      "SELECT start, until, headway, is_exact FROM frequency WHERE trip = ? ORDER BY start",
      .integer(number)
    ) { row in
      Frequency(
        start: Int(row.integer(0)), until: Int(row.integer(1)), headway: Int(row.integer(2)),
        isExact: row.bool(3))
    }
  }

  func headsign(_ number: Int) throws -> String? {
    try database.first("SELECT text FROM headsign WHERE id = ?", .integer(number)) { $0.text(0) }
  }

  // MARK: Service days

  /// Noon minus twelve hours of a day in the feed's zone: what its times count from, also on days
  /// that have 23 or 25 hours (GTFS reference, "Service day").
  func start(ofServiceDay day: Int32) -> Timestamp? {
    guard let date = CivilDate(dayNumber: day), let noon = TimeOfDay(hour: 12) else { return nil }
    return zone.instant(of: CivilDateTime(date, noon)).adding(seconds: -43_200)
  }

  /// The date in the feed's zone.
  func day(at time: Timestamp) -> Int32 { zone.date(at: time).dayNumber }
}
