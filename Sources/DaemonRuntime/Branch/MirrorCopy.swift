internal import Loop
internal import PostgreSQL
internal import Storage

/// The server's tables of a domain, made there and filled from a store.
@LoopActor
struct MirrorCopy {
  let tables: BranchTables
  /// The store, or a reader of it.
  let database: Database
  let views: [BranchView]

  private var connection: PostgresConnection { tables.connection }

  /// Makes the tables and views anew that are gone, or that somebody has changed, without a row.
  ///
  /// Such a table is removed first: as one that is empty it tells every other branch that its rows are gone.
  ///
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func mendTables() async throws {
    try await makeTables { mirror in
      let lack = try await tables.lack(mirror, views)
      return mirror.filter { lack.tables.contains($0.name) }
    }
  }

  /// Makes the tables and views that are not there.
  ///
  /// - Parameter removed: Which of them are removed before.
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func makeTables(
    without removed: ([MirrorTable]) async throws -> [MirrorTable] = { _ in [] }
  ) async throws {
    let mirror = try MirrorTable.all(of: database, domain: tables.domain)
    // One after the other: what one branch has made no other one removes.
    try await connection.ask(
      .script("BEGIN; SELECT pg_advisory_xact_lock(\(BranchTables.makingKey))"))
    try await connection.ask(
      .script(
        """
        CREATE SCHEMA IF NOT EXISTS \(MirrorTable.quoted(tables.domain));
        \(try await removed(mirror).map(\.removalOfAll).joined(separator: "\n"))
        \(mirror.map(\.definition).joined(separator: "\n"))
        \(views.map { $0.definition(in: tables.domain) }.joined(separator: "\n"))
        \(BranchView.grants(in: tables.domain))
        COMMIT
        """))
  }

  /// Puts the rows of all tables in the place of those that the server has, in the open transaction.
  ///
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func sendRows() async throws {
    for table in try MirrorTable.all(of: database, domain: tables.domain) {
      try await connection.ask(.sql(table.deletion, [.text(tables.branch)]))
      try await send(table)
    }
  }

  private func send(_ table: MirrorTable) async throws {
    var last: [SQLiteValue]?
    repeat {
      var rows = MirrorRows(table.columns)
      last = try readPiece(of: table, after: last, into: &rows)
      if rows.count > 0 {
        try await connection.ask(
          .sql(table.insertion, [.text(tables.branch)] + rows.values))
      }
    } while last != nil
  }

  /// Reads some rows of a table.
  ///
  /// - Returns: The key of the last one; nil where no more follow.
  private func readPiece(
    of table: MirrorTable, after key: [SQLiteValue]?, into rows: inout MirrorRows
  ) throws -> [SQLiteValue]? {
    var last: [SQLiteValue]?
    var found: [[SQLiteValue]] = []
    try database.forEachRow(
      table.selection(after: key != nil, limit: BranchCopies.piece), bindings: key ?? []
    ) { row in
      found.append((0..<row.columnCount).map { row.value($0) })
    }
    for row in found { try rows.add(row, of: table.name) }
    if found.count == BranchCopies.piece, let row = found.last {
      last = table.columns.indices.filter { table.columns[$0].isKey }.map { row[$0] }
    }
    return last
  }
}
