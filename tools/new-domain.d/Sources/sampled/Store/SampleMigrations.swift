internal import Storage

/// The tables; a later one is a migration of its own, as stores out there have the earlier ones.
enum SampleMigrations {
  static let all = [
    Migration(
      version: 1,
      sql: "CREATE TABLE entry (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID")
  ]
}
