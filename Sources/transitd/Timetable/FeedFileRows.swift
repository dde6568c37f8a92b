internal import Storage

/// Whole tables of a feed, for what is made of all their rows.
extension FeedFile {
  /// Trips in the order of their numbers, with the rows of their route and service.
  func forEachTrip(_ body: (_ trip: Int, _ route: Int, _ service: Int) -> Void) throws {
    try database.forEachRow("SELECT id, route, service FROM trip ORDER BY id") { row in
      body(Int(row.integer(0)), Int(row.integer(1)), Int(row.integer(2)))
    }
  }

  /// The parts of the trips' times, those of a trip together, trips in the order of their numbers.
  func forEachTimes(_ body: (_ trip: Int, TripTimes) -> Void) throws {
    try database.forEachRow("SELECT trip, stops FROM trip_times ORDER BY trip, part") { row in
      body(Int(row.integer(0)), TripTimes(encoded: row.blob(1)))
    }
  }

  /// The departures of each stop, as ``StopTime`` lays them out.
  func forEachDepartures(_ body: ([UInt8]) -> Void) throws {
    try database.forEachRow("SELECT times FROM departure") { body($0.blob(0)) }
  }

  /// The runs of all trips that are repeated, by trip.
  func allFrequencies() throws -> [Int: [Frequency]] {
    var found: [Int: [Frequency]] = [:]
    try database.forEachRow(
      "SELECT trip, start, until, headway, is_exact FROM frequency ORDER BY trip, start"
    ) { row in
      found[Int(row.integer(0)), default: []].append(
        Frequency(
          start: Int(row.integer(1)), until: Int(row.integer(2)), headway: Int(row.integer(3)),
          isExact: row.bool(4)))
    }
    return found
  }

  /// The names of all routes as riders know them, by row.
  func routeNames() throws -> [String] {
    try database.query(
      "SELECT coalesce(nullif(short_name, ''), long_name) FROM route ORDER BY id"
    ) { $0.text(0) }
  }

  /// A stop of the feed as a point of its net.
  struct Node {
    let point: GeoPoint?
    /// The number of its station.
    let station: Int?
  }

  /// All stops by number.
  func nodes() throws -> [Node] {
    try database.query(
      """
      SELECT latitude, longitude, (SELECT id FROM stop AS station WHERE station.stop_id = stop.parent)
      FROM stop ORDER BY id
      """
    ) { row in
      let point = row.optionalReal(0).flatMap { latitude in
        row.optionalReal(1).flatMap { GeoPoint(latitude: latitude, longitude: $0) }
      }
      return Node(point: point, station: row.optionalInteger(2).map(Int.init))
    }
  }

  /// A row of `transfers.txt`.
  struct Transfer {
    let origin: Int
    let target: Int
    /// `transfer_type`: 0 recommended, 1 the vehicle waits, 2 needs some seconds, 3 not possible.
    let kind: Int
    let seconds: Int
  }

  /// What the feed says of changes; nothing in files of older versions.
  func transfers() throws -> [Transfer] {
    guard version >= 3 else { return [] }
    return try database.query("SELECT origin, target, kind, seconds FROM transfer") { row in
      Transfer(
        origin: Int(row.integer(0)), target: Int(row.integer(1)), kind: Int(row.integer(2)),
        seconds: Int(row.integer(3)))
    }
  }

  /// A stop by its number.
  func stop(_ number: Int) throws -> FeedStop? { try stops("id = ?", .integer(number)).first }
}
