internal import Values

/// The file of one imported feed: a SQLite store of its own, written once and then only read.
///
/// It appears under its name in one rename when it is complete, so that an import is all or
/// nothing and the old feed serves until then.
enum FeedSchema {
  /// 2 has what was left out (`skipped`) and the time zones of stops, 3 has `transfer`, 4 what
  /// wheelchairs can use, kinds of stops, and `pathway`, 5 the addresses of stops.
  static let version = 5
  /// Older files are read as they are; one of another version is imported anew by its owner.
  static let readable = 1...version

  static let tables = """
    CREATE TABLE feed (
      name TEXT NOT NULL, source TEXT NOT NULL, realtime TEXT, zone TEXT NOT NULL,
      agency TEXT NOT NULL, imported_at INTEGER NOT NULL, first_day INTEGER, last_day INTEGER,
      stops INTEGER NOT NULL, routes INTEGER NOT NULL, trips INTEGER NOT NULL,
      stop_times INTEGER NOT NULL);
    CREATE TABLE service (
      id INTEGER PRIMARY KEY, service_id TEXT NOT NULL, weekdays INTEGER NOT NULL,
      first_day INTEGER, last_day INTEGER);
    CREATE TABLE exception (service INTEGER NOT NULL, day INTEGER NOT NULL, is_added INTEGER NOT NULL);
    CREATE TABLE route (
      id INTEGER PRIMARY KEY, route_id TEXT NOT NULL, short_name TEXT NOT NULL,
      long_name TEXT NOT NULL, type INTEGER NOT NULL);
    CREATE TABLE trip (
      id INTEGER PRIMARY KEY, trip_id TEXT NOT NULL, route INTEGER NOT NULL,
      service INTEGER NOT NULL, headsign TEXT, short_name TEXT, direction INTEGER,
      wheelchair INTEGER NOT NULL);
    CREATE TABLE trip_times (
      trip INTEGER NOT NULL, part INTEGER NOT NULL, stops BLOB NOT NULL,
      PRIMARY KEY (trip, part)) WITHOUT ROWID;
    CREATE TABLE frequency (
      trip INTEGER NOT NULL, start INTEGER NOT NULL, until INTEGER NOT NULL,
      headway INTEGER NOT NULL, is_exact INTEGER NOT NULL);
    CREATE TABLE headsign (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE stop (
      id INTEGER PRIMARY KEY, stop_id TEXT NOT NULL, code TEXT, name TEXT NOT NULL,
      folded TEXT NOT NULL, latitude REAL, longitude REAL, parent TEXT, platform TEXT,
      timezone TEXT, kind INTEGER NOT NULL, wheelchair INTEGER NOT NULL, address TEXT);
    CREATE TABLE skipped (
      reason TEXT NOT NULL, count INTEGER NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL);
    CREATE TABLE transfer (
      origin INTEGER NOT NULL, target INTEGER NOT NULL, kind INTEGER NOT NULL, seconds INTEGER);
    CREATE TABLE pathway (
      origin INTEGER NOT NULL, target INTEGER NOT NULL, mode INTEGER NOT NULL,
      is_two_way INTEGER NOT NULL, metres REAL, seconds INTEGER);
    CREATE TABLE departure (stop INTEGER PRIMARY KEY, times BLOB NOT NULL);
    """

  static let indexes = """
    CREATE UNIQUE INDEX trip_by_id ON trip (trip_id);
    CREATE INDEX frequency_by_trip ON frequency (trip);
    CREATE UNIQUE INDEX stop_by_id ON stop (stop_id);
    CREATE INDEX stop_by_code ON stop (code);
    CREATE INDEX stop_by_name ON stop (folded);
    CREATE INDEX stop_by_parent ON stop (parent);
    """
}

/// Names of places as they are compared: the column `folded`.
enum FeedNames {
  static func folded(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: Hangul.folded(name.lowercased()))
    return String(text)
  }

  /// The words of an address as they are compared, each behind a blank: the column `address`.
  static func words(_ address: String) -> [String] {
    address.split { !$0.isLetter && !$0.isNumber }.map { " \(folded(String($0)))" }
  }
}
