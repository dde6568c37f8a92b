internal import Loop
internal import Storage

/// A domain's SQLite file: opened, owned by one daemon, migrated, checked.
@LoopActor
final class DomainStore {
  let database: Database
  let path: String
  let schemaVersion: Int

  /// With `acceptsLoss` it goes on with what is there, although something may be missing.
  ///
  /// - Throws: ``SQLiteError`` whose remedy says what to do: another daemon has the store, it is
  ///   damaged, files of it are missing, or it was written by a newer version.
  init(
    domain: String, migrations: [Migration], acceptsLoss: Bool = false
  ) throws(SQLiteError) {
    path = StateDirectory.store(domain: domain)
    database = try Database(path: path, acceptsLoss: acceptsLoss)
    try database.claim(domain: domain, acceptsLoss: acceptsLoss)
    if database.mendedBytes > 0 {
      Journal.shared.log(
        .critical,
        "\(database.mendedBytes) bits of \(path)-wal were wrong and were put right; the disk or the "
          + "memory is failing: take a backup (`matectl backup \(OwnInstance.label(domain)) FILE`)",
        id: .storeFailed)
    }
    try Migrator(migrations).migrate(database)
    try KeptAnswers.makeTables(in: database)
    schemaVersion = migrations.count
  }
}
