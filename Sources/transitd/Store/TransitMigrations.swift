internal import Storage

/// The tables, from the first version on.
enum TransitMigrations {
  static let all = [
    Migration(
      version: 1,
      sql: """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        -- Never read into an answer, a log or an error.
        CREATE TABLE portal_key (portal TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE favourite (
          id INTEGER PRIMARY KEY, position INTEGER NOT NULL, name TEXT NOT NULL, stop TEXT,
          line INTEGER, direction TEXT, routes TEXT NOT NULL);
        CREATE TABLE alarm (favourite INTEGER PRIMARY KEY, is_inside INTEGER);
        CREATE TABLE leave (
          id INTEGER PRIMARY KEY, favourite INTEGER NOT NULL, walk REAL NOT NULL, part_of_day TEXT,
          routes TEXT NOT NULL, created_at INTEGER NOT NULL);
        CREATE TABLE quota (
          portal TEXT PRIMARY KEY, day INTEGER NOT NULL, used INTEGER NOT NULL,
          is_exhausted INTEGER NOT NULL) WITHOUT ROWID;
        """),
    Migration(
      version: 2,
      sql: """
        -- Timetables that were removed, by the moment of their import: of a later one nothing is said.
        CREATE TABLE removed_feed (
          name TEXT PRIMARY KEY, imported_at INTEGER NOT NULL) WITHOUT ROWID;
        """),
    Migration(
      version: 3,
      sql: """
        -- Where a favourite leads that is a way; its name is where it begins.
        ALTER TABLE favourite ADD COLUMN target TEXT;
        CREATE TABLE way_leave (
          id INTEGER PRIMARY KEY, origin TEXT NOT NULL, target TEXT NOT NULL,
          max_transfers INTEGER NOT NULL, walk_speed REAL NOT NULL, avoid TEXT NOT NULL,
          max_walk INTEGER, is_step_free INTEGER NOT NULL, arrive_by INTEGER NOT NULL,
          created_at INTEGER NOT NULL, has_left INTEGER NOT NULL);
        """),
    Migration(
      version: 4,
      sql: """
        -- It was in km/h.
        ALTER TABLE way_leave RENAME COLUMN walk_speed TO walk_metres_per_second;
        UPDATE way_leave SET walk_metres_per_second = walk_metres_per_second / 3.6;
        -- Names of somebody's own for places.
        CREATE TABLE own_place (position INTEGER PRIMARY KEY, name TEXT NOT NULL, words TEXT NOT NULL);
        """),
  ]
}
