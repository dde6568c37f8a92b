internal import Storage

/// A domain's SQLite file: opened, owned by one daemon, migrated, checked.
@LoopActor
final class DomainStore {
  let database: Database
  let path: String
  let schemaVersion: Int

  /// - Throws: ``SQLiteError`` whose remedy says what to do: another daemon has the store, it is
  ///   damaged, or it was written by a newer version.
  init(
    domain: String, migrations: [Migration], pageBytes: Int = Database.usualPageBytes
  ) throws(SQLiteError) {
    path = "\(StateDirectory.path(domain: domain))/\(domain).db"
    database = try Database(path: path, pageBytes: pageBytes)
    try Migrator(migrations).migrate(database)
    try database.execute(IdempotencyLog.schema)
    schemaVersion = migrations.count
  }
}
