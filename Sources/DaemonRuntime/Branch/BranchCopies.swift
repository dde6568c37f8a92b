internal import Loop
internal import PostgreSQL
internal import Storage

/// Whole copies of a branch: from its first owner into the server, and from there into the store of a
/// machine that begins, or that has been away for too long.
@LoopActor
struct BranchCopies {
  let tables: BranchTables
  let database: Database
  let ahead: AheadTurn
  let migrations: [Migration]
  let views: [BranchView]

  /// Rows that are on their way at once.
  static let piece = 2000

  private var connection: PostgresConnection { tables.connection }

  // MARK: Into the server

  /// Puts everything that the store has into the server's tables, in one transaction with the row of the
  /// owner: the branch begins, or has been migrated.
  ///
  /// - Parameters:
  ///   - owner: Who owns the branch; nil for one that begins.
  ///   - machine: Who has the lock.
  ///   - acknowledge: When that one answers.
  ///   - replacement: The epoch of an owner that has worked alone, and the turn after which the store is
  ///     copied; nil where it has the turns that the server has.
  /// - Returns: The row of the owner, whose epoch is ours.
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``; the server has nothing of it then,
  ///   or has all of it and did not say so.
  func send(
    of owner: BranchTables.Owner?, by machine: String, _ acknowledge: BranchSettings.Acknowledge,
    replacing replacement: (epoch: Int64, turn: UInt64)? = nil
  ) async throws -> BranchTables.Owner {
    let mirror = MirrorCopy(tables: tables, database: database, views: views)
    try await mirror.makeTables()
    try await connection.ask(.script("BEGIN"))
    let row: BranchTables.Owner
    let schema = try Migrator.version(of: database)
    if let owner, let replacement {
      row = try await tables.replace(
        owner, by: machine, epoch: replacement.epoch, turn: replacement.turn, schema: schema)
    } else if let owner {
      row = try await tables.migrate(owner, schema: schema)
    } else {
      row = try await tables.begin(
        machine, schema: schema, origin: ahead.origin ?? 0, worksAlone: acknowledge == .own)
    }
    try await mirror.sendRows()
    try await connection.ask(.script("COMMIT"))
    return row
  }

  // MARK: From the server

  /// Makes the store what the server's tables hold, whatever it held before; in one transaction.
  ///
  /// - Precondition: Nobody uses the store meanwhile.
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``; the store is as it was then.
  func fetch() async throws {
    try await connection.ask(.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    guard let owner = try await tables.owner() else { throw BranchTrouble.connecting }
    ahead.isRecording = false
    try database.begin()
    do {
      try makeEmpty(schema: owner.schema)
      for table in try MirrorTable.all(of: database, domain: tables.domain) {
        try await fetch(table)
      }
      try ahead.join(origin: owner.origin, turn: owner.mirrored)
      try database.commit()
    } catch {
      database.abandon()
      throw error
    }
    try ahead.readAgain()
    try await connection.ask(.script("COMMIT"))
  }

  /// Removes everything but what speaks of this machine's files, and makes the tables as they were after
  /// so many migrations.
  private func makeEmpty(schema: Int) throws {
    for table in try RecordedTables.travelling(in: database) {
      try database.execute("DROP TABLE \(MirrorTable.quoted(table))")
    }
    try database.execute("PRAGMA user_version = 0")
    try DomainStore.makeTables(in: database, migrations, to: schema)
    for table in try RecordedTables.travelling(in: database) {
      try database.execute("DELETE FROM \(MirrorTable.quoted(table))")
    }
  }

  private func fetch(_ table: MirrorTable) async throws {
    try await forEachRow(of: table) { values throws(SQLiteError) in
      try database.run(table.addition, bindings: values)
    }
  }

  // MARK: Looking at the server

  /// Begins to read the server as of one moment, for ``serverDigest()``.
  ///
  /// - Returns: The branch at that moment, with the newest turn in its tables.
  /// - Throws: ``PostgresError`` or ``BranchTrouble``.
  func beginReading() async throws -> BranchTables.Owner {
    try await connection.ask(.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    guard let owner = try await tables.owner() else {
      throw BranchTrouble.forgotten(
        database.path, of: tables.branch, in: tables.domain)
    }
    return owner
  }

  /// The digest of what the server's tables hold at the moment of ``beginReading()``, but for those that are gone
  /// or changed.
  ///
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func serverDigest() async throws -> [StoreDigest.Table] {
    var digests: [StoreDigest.Table] = []
    let all = try MirrorTable.all(of: database, domain: tables.domain)
    let lack = try await tables.lack(all, [])
    for table in all where !lack.tables.contains(table.name) {
      var hash = TableHash()
      try await forEachRow(of: table) { hash.add($0) }
      digests.append(hash.table(table.name))
    }
    try await connection.ask(.script("COMMIT"))
    return digests
  }

  private func forEachRow(
    of table: MirrorTable, _ body: ([SQLiteValue]) throws -> Void
  ) async throws {
    try await connection.ask(.script(table.cursor("rows", branch: tables.branch)))
    while true {
      let result = try await connection.ask("FETCH \(Self.piece) FROM rows")
      for row in 0..<result.rowCount {
        try body(
          table.columns.indices.map { column in
            value(of: table.columns[column].kind, result, row, column)
          })
      }
      guard result.rowCount == Self.piece else { break }
    }
    try await connection.ask(.script("CLOSE rows"))
  }

  /// Removes everything that the server has of the branch, in one transaction.
  ///
  /// - Throws: ``BranchTrouble/fenced`` where the epoch is another one, ``PostgresError`` or ``SQLiteError``;
  ///   the server has all of it then, or nothing and did not say so.
  func remove(epoch: Int64) async throws {
    try await connection.ask(.script("BEGIN"))
    try await tables.remove(epoch: epoch)
    for table in try MirrorTable.all(of: database, domain: tables.domain) {
      try await connection.ask(.sql(table.deletion, [.text(tables.branch)]))
    }
    try await connection.ask(.script("COMMIT"))
  }

  private func value(
    of kind: PostgresValue.Kind, _ result: PostgresResult, _ row: Int, _ column: Int
  ) -> SQLiteValue {
    if result.isNull(row, column) { return .null }
    return switch kind {
    case .integer: .integer(result.integer(row, column))
    case .real: .real(result.real(row, column))
    case .text: .text(result.text(row, column))
    case .blob: .blob(result.blob(row, column))
    }
  }
}
