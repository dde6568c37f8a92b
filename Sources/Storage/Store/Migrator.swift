/// One step from a schema to the next.
package struct Migration: Sendable, Hashable {
  /// Counts from 1 without gaps; the store's `user_version` after this step.
  package let version: Int
  /// One or several statements.
  package let sql: String

  package init(version: Int, sql: String) {
    self.version = version
    self.sql = sql
  }
}

/// Brings a store to the schema that the program knows.
package struct Migrator: Sendable {
  private let migrations: [Migration]

  /// - Precondition: Versions count from 1 without gaps.
  package init(_ migrations: [Migration]) {
    precondition(
      migrations.map(\.version) == Array(1..<migrations.count + 1),
      "migrations count from 1 without gaps")
    self.migrations = migrations
  }

  /// The version of a store that is up to date.
  package var latestVersion: Int { migrations.count }

  /// The version that a store has; 0 for a new one.
  package static func version(of database: SQLiteConnection) throws(SQLiteError) -> Int {
    try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
  }

  /// Applies what is missing, in one transaction: a store is never half migrated.
  ///
  /// - Throws: ``SQLiteError``; also where the store is newer than the program, which is then left
  ///   as it is, and where a table has no primary key (see ``RecordedTables``).
  package func migrate(_ database: Database) throws(SQLiteError) {
    let version = try Self.version(of: database)
    guard version <= latestVersion else {
      throw .newer(path: database.path, found: Int64(version), known: Int64(latestVersion))
    }
    guard version < latestVersion else { return }
    try database.begin()
    do throws(SQLiteError) {
      try migrate(inside: database, to: latestVersion)
      try database.commit()
    } catch {
      database.abandon()
      throw error
    }
  }

  /// Applies what is missing up to a version, in the open transaction.
  ///
  /// - Throws: ``SQLiteError``; nothing of the transaction is to be kept then.
  package func migrate(inside database: Database, to version: Int) throws(SQLiteError) {
    let found = try Self.version(of: database)
    for migration in migrations.prefix(version).dropFirst(max(0, found)) {
      try database.execute(migration.sql)
    }
    try RecordedTables.check(database)
    try database.execute("PRAGMA user_version = \(version)")
  }
}
