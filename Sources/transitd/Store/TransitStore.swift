internal import Storage
internal import Values

/// What is kept over restarts, as values.
struct TransitState: Equatable {
  var settings = Settings()
  var favourites = Favourites()
  var places = OwnPlaces()
  /// By the favourite's number; the value is whether we were inside of the circle, where known.
  var alarms: [Int: Bool?] = [:]
  var leaves: [Leave] = []
  /// For whole ways; their numbers and those of the others are one row of numbers.
  var wayLeaves: [WayLeave] = []
  var nextLeave = 1
  var accounts: [Portal: QuotaBook.Account] = [:]
  /// Timetables that are removed although their files may be there still: when each was imported.
  var removals: [String: Timestamp] = [:]
}

/// What `transit.configure` has set; each nil is the configuration file's or our own default.
struct Settings: Equatable {
  /// Of who last asked for an alarm or a leave-by: what is shown later is in it.
  var language: Language?
  var keys: [Portal: String] = [:]
  var subwayURL: String?
  var busURL: String?
  var upstream: RelayTarget?
}

/// The state on disk; it opens no transaction, whoever calls it groups changes.
struct TransitStore {
  let database: Database

  // MARK: Reading

  func load() throws -> TransitState {
    var state = TransitState()
    let settings = Dictionary(
      try database.query("SELECT name, value FROM setting") { ($0.text(0), $0.text(1)) },
      uniquingKeysWith: { $1 })
    state.settings = Settings(
      keys: Dictionary(try keys(), uniquingKeysWith: { $1 }), subwayURL: settings["subwayURL"],
      busURL: settings["busURL"], upstream: settings["upstream"].flatMap { RelayTarget($0) })
    state.settings.language = settings["language"].flatMap { Language(rawValue: $0) }
    state.favourites = Favourites(
      list: try favourites(), nextID: settings["nextFavourite"].flatMap { Int($0) } ?? 1)
    state.places = try places()
    state.nextLeave = settings["nextLeave"].flatMap { Int($0) } ?? 1
    for (favourite, isInside) in try database.query(
      "SELECT favourite, is_inside FROM alarm",
      row: { (Int($0.integer(0)), $0.optionalInteger(1).map { $0 != 0 }) })
    {
      state.alarms.updateValue(isInside, forKey: favourite)
    }
    state.leaves = try leaves()
    state.wayLeaves = try wayLeaves()
    state.accounts = Dictionary(try accounts(), uniquingKeysWith: { $1 })
    state.removals = Dictionary(try removals(), uniquingKeysWith: { $1 })
    return state
  }

  private func keys() throws -> [(Portal, String)] {
    try database.query("SELECT portal, key FROM portal_key") { row in
      Portal(rawValue: row.text(0)).map { ($0, row.text(1)) }
    }.compactMap { $0 }
  }

  private func favourites() throws -> [Favourite] {
    try database.query(
      "SELECT id, name, stop, line, direction, routes, target FROM favourite ORDER BY position"
    ) { row in
      let place: Favourite.Place =
        row.optionalText(6).map { .way(from: row.text(1), to: $0) }
        ?? row.optionalText(2).map { .stop(number: $0, name: row.text(1)) }
        ?? .station(name: row.text(1))
      return Favourite(
        id: Int(row.integer(0)), place: place,
        line: row.optionalInteger(3).map { SubwayLine(Int($0)) },
        direction: row.optionalText(4).flatMap { Arrival.Direction(rawValue: $0) },
        routes: Self.list(row.text(5)))
    }
  }

  private func leaves() throws -> [Leave] {
    try database.query(
      "SELECT id, favourite, walk, part_of_day, routes, created_at FROM leave ORDER BY id"
    ) { row in
      Leave(
        id: Int(row.integer(0)), favourite: Int(row.integer(1)), walkSeconds: row.real(2),
        window: row.optionalText(3).flatMap { DayWindow($0) }, routes: Self.list(row.text(4)),
        createdAt: Timestamp(microseconds: row.integer(5)))
    }
  }

  private func accounts() throws -> [(Portal, QuotaBook.Account)] {
    try database.query("SELECT portal, day, used, is_exhausted FROM quota") { row in
      Portal(rawValue: row.text(0)).map { portal in
        (
          portal,
          QuotaBook.Account(
            day: row.integer(1), used: Int(row.integer(2)), isExhausted: row.bool(3))
        )
      }
    }.compactMap { $0 }
  }

  private func removals() throws -> [(String, Timestamp)] {
    try database.query("SELECT name, imported_at FROM removed_feed") { row in
      (row.text(0), Timestamp(microseconds: row.integer(1)))
    }
  }

  /// Names have no line ends in them.
  static func list(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  // MARK: Writing

  func set(_ name: String, _ value: String?) throws(SQLiteError) {
    guard let value else {
      return try database.run("DELETE FROM setting WHERE name = ?", .text(name))
    }
    try database.run(
      "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", .text(name), .text(value))
  }

  func set(key: String, of portal: Portal) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO portal_key (portal, key) VALUES (?, ?)", .text(portal.rawValue),
      .text(key))
  }

  /// Ten rows at most: all are written anew.
  func save(_ favourites: Favourites) throws(SQLiteError) {
    try database.run("DELETE FROM favourite")
    for (position, favourite) in favourites.list.enumerated() {
      var stop: String?
      if case .stop(let number, _) = favourite.place { stop = number }
      try database.run(
        """
        INSERT INTO favourite (id, position, name, stop, line, direction, routes, target)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(favourite.id), .integer(position),
        .text(favourite.ends?.from ?? favourite.name), .optional(stop),
        .optional(favourite.line.map { Int64($0.id) }), .optional(favourite.direction?.rawValue),
        .text(favourite.routes.joined(separator: "\n")), .optional(favourite.ends?.to))
    }
    try set("nextFavourite", String(favourites.nextID))
  }

  /// A few rows, as whose files are gone are left out: all are written anew.
  func save(_ removals: [String: Timestamp]) throws(SQLiteError) {
    try database.run("DELETE FROM removed_feed")
    for (name, importedAt) in removals {
      try database.run(
        "INSERT INTO removed_feed (name, imported_at) VALUES (?, ?)", .text(name),
        .integer(importedAt.microseconds))
    }
  }

  func saveAlarm(of favourite: Int, isInside: Bool?) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO alarm (favourite, is_inside) VALUES (?, ?)", .integer(favourite),
      .optional(isInside.map { $0 ? 1 : 0 }))
  }

  func removeAlarm(of favourite: Int) throws(SQLiteError) {
    try database.run("DELETE FROM alarm WHERE favourite = ?", .integer(favourite))
  }

  func save(_ leave: Leave, next: Int) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO leave (id, favourite, walk, part_of_day, routes, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(leave.id), .integer(leave.favourite), .real(leave.walkSeconds),
      .optional(leave.window?.text), .text(leave.routes.joined(separator: "\n")),
      .integer(leave.createdAt.microseconds))
    try set("nextLeave", String(next))
  }

  func removeLeave(_ id: Int) throws(SQLiteError) {
    try database.run("DELETE FROM leave WHERE id = ?", .integer(id))
  }

  func save(_ account: QuotaBook.Account, of portal: Portal) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO quota (portal, day, used, is_exhausted) VALUES (?, ?, ?, ?)",
      .text(portal.rawValue), .integer(account.day), .integer(account.used),
      .bool(account.isExhausted))
  }
}
