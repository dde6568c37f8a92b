internal import Storage
internal import Values

/// Whole tables of a feed, for what is made of all their rows.
extension FeedFile {
  /// A trip as far as the net tells trips apart.
  struct TripRow {
    let number: Int
    /// The rows of its route and its service.
    let route: Int
    let service: Int
    let wheelchair: WheelchairUse
  }

  /// Trips in the order of their numbers.
  func forEachTrip(_ body: (TripRow) -> Void) throws {
    try database.forEachRow(
      "SELECT id, route, service, \(version < 4 ? "0" : "wheelchair") FROM trip ORDER BY id"
    ) { row in
      body(
        TripRow(
          number: Int(row.integer(0)), route: Int(row.integer(1)), service: Int(row.integer(2)),
          wheelchair: WheelchairUse(row.integer(3))))
    }
  }

  /// Trips whose ids end in one of some ids behind a sign that parts them: realtime feeds leave out
  /// what the timetable's ids begin with.
  func trips(endingIn ends: Set<String>) throws -> [String: [Int]] {
    guard !ends.isEmpty else { return [:] }
    var found: [String: [Int]] = [:]
    try database.forEachRow("SELECT id, trip_id FROM trip") { row in
      let id = row.text(1)
      var rest = Substring(id)
      while let sign = rest.firstIndex(where: { !$0.isLetter && !$0.isNumber }) {
        rest = rest[rest.index(after: sign)...]
        if ends.contains(String(rest)) {
          found[String(rest), default: []].append(Int(row.integer(0)))
          break
        }
      }
    }
    return found
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

  func routeName(_ id: String) throws -> String? {
    try database.first(
      "SELECT coalesce(nullif(short_name, ''), long_name) FROM route WHERE route_id = ?", .text(id)
    ) { $0.text(0) }
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
    let kind: Kind
    /// A platform's of which nothing is said is its station's.
    let wheelchair: WheelchairUse

    /// `location_type`.
    enum Kind: Int, Sendable { case stop, station, entrance, node, boardingArea }
  }

  /// The stops whose address has all words of another one, where that is more than one word.
  ///
  /// "Pine St" is at "4th Ave & Pine St Seattle, WA 98101": a word may be the beginning of a longer one.
  func stops(at address: String) throws -> [FeedStop] {
    let words = FeedNames.words(address)
    guard version >= 5, words.count > 1, let longest = words.max(by: { $0.count < $1.count }),
      longest.count > 3
    else { return [] }
    let found = try database.query(
      "SELECT id, address FROM stop WHERE kind < 2 AND instr(address, ?) > 0", .text(longest)
    ) { (number: Int($0.integer(0)), address: $0.text(1)) }
    return try found.filter { stop in words.allSatisfy { stop.address.contains($0) } }
      .prefix(Self.mostStops).compactMap { try stop($0.number) }
  }

  /// All stops by number.
  func nodes() throws -> [Node] {
    let use =
      """
      kind, coalesce(nullif(wheelchair, 0),
      (SELECT wheelchair FROM stop AS station WHERE station.stop_id = stop.parent), 0)
      """
    return try database.query(
      """
      SELECT latitude, longitude, (SELECT id FROM stop AS station WHERE station.stop_id = stop.parent),
      \(version < 4 ? "0, 0" : use) FROM stop ORDER BY id
      """
    ) { row in
      let point = row.optionalReal(0).flatMap { latitude in
        row.optionalReal(1).flatMap { GeoPoint(latitude: latitude, longitude: $0) }
      }
      return Node(
        point: point, station: row.optionalInteger(2).map(Int.init),
        kind: Node.Kind(rawValue: Int(row.integer(3))) ?? .stop,
        wheelchair: WheelchairUse(row.integer(4)))
    }
  }

  /// A way within a station: a row of `pathways.txt`.
  struct Pathway {
    var origin: Int
    var target: Int
    let isTwoWay: Bool
    /// Neither stairs nor an escalator.
    let isStepFree: Bool
    /// Along the ground; nil where the feed does not say.
    let metres: Double?
    let seconds: Int?
  }

  /// The ways within stations; none in files of older versions.
  func pathways() throws -> [Pathway] {
    guard version >= 4 else { return [] }
    return try database.query(
      "SELECT origin, target, mode, is_two_way, metres, seconds FROM pathway"
    ) { row in
      Pathway(
        origin: Int(row.integer(0)), target: Int(row.integer(1)), isTwoWay: row.bool(3),
        isStepFree: row.integer(2) != 2 && row.integer(2) != 4, metres: row.optionalReal(4),
        seconds: row.optionalInteger(5).map(Int.init))
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

}

/// Names that somebody may have meant; for hints.
extension FeedFile {
  /// How many names are compared with a mistyped one.
  private static let mostCompared = 20_000

  /// Names that contain a word, short ones first, or else the nearest ones to it.
  func stopNames(like word: String, limit: Int) throws -> [String] {
    let word = FeedNames.folded(word)
    let parts = try database.query(
      "SELECT DISTINCT name FROM stop WHERE instr(folded, ?) > 0 ORDER BY length(name), name LIMIT ?",
      .text(word), .integer(limit)
    ) { $0.text(0) }
    if !parts.isEmpty { return parts }
    // Who mistypes seldom mistypes both ends: a country's names are not all to be compared.
    var names: [String: String] = [:]
    try database.forEachRow(
      """
      SELECT DISTINCT folded, name FROM stop
      WHERE substr(folded, 1, 1) = substr(?1, 1, 1) OR substr(folded, -1) = substr(?1, -1)
      ORDER BY name LIMIT \(Self.mostCompared)
      """, bindings: [.text(word)]
    ) { names[Hangul.letters(of: $0.text(0))] = $0.text(1) }
    return nearestNames(to: Hangul.letters(of: word), among: Array(names.keys)).prefix(limit)
      .compactMap { names[$0] }
  }
}
