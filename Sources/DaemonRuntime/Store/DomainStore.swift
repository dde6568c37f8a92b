internal import Loop
internal import Storage

/// A domain's SQLite file: opened, owned by one daemon, migrated, checked.
@LoopActor
final class DomainStore {
  let database: Database
  let path: String
  let migrations: [Migration]
  var schemaVersion: Int { migrations.count }

  /// With `acceptsLoss` it goes on with what is there, although something may be missing.
  ///
  /// One that `joins` a branch of several machines, and is new or a copy of it, is brought up to date when it
  /// is known what the others have. It is `at` a path, or where the domain keeps its state.
  ///
  /// - Throws: ``SQLiteError`` whose remedy says what to do: another daemon has the store, it is
  ///   damaged, files of it are missing, or it was written by a newer version.
  init(
    domain: String, at place: String? = nil, migrations: [Migration], acceptsLoss: Bool = false,
    joins: Bool = false
  ) throws(SQLiteError) {
    self.migrations = migrations
    path = place ?? StateDirectory.store(domain: domain)
    database = try Database(path: path, acceptsLoss: acceptsLoss)
    try database.claim(domain: domain, acceptsLoss: acceptsLoss)
    if database.mendedBytes > 0 {
      Journal.shared.log(
        .critical,
        "\(database.mendedBytes) bits of \(path)-wal were wrong and were put right; the disk or the "
          + "memory is failing: take a backup (`matectl backup \(OwnInstance.label(domain)) FILE`)",
        id: .storeFailed)
    }
    if joins {
      let isNew = try version() == 0
      let isCopy = try AheadTurn(database).origin != nil
      if isNew || isCopy { return }
    }
    try bringUpToDate()
  }

  /// The version of what is in the store; 0 for a new one.
  func version() throws(SQLiteError) -> Int { try Migrator.version(of: database) }

  /// Makes the tables what this program knows.
  func bringUpToDate() throws(SQLiteError) {
    try Migrator(migrations).migrate(database)
    try KeptAnswers.makeTables(in: database)
  }

  /// Makes the tables what they were after so many migrations, empty but for what a migration puts there.
  static func makeTables(
    in database: Database, _ migrations: [Migration], to version: Int
  ) throws(SQLiteError) {
    try Migrator(migrations).migrate(inside: database, to: version)
    try KeptAnswers.makeTables(in: database)
  }
}
