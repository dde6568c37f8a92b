internal import CSQLite

/// What is known of a file that is open.
extension SQLiteConnection {
  /// Whether a transaction is open; after a failure SQLite may have ended it by itself.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Rows that the last INSERT, UPDATE or DELETE touched.
  package var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// The row id of the last INSERT.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  package func hasTable(_ name: String) throws(SQLiteError) -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name))
  }

  /// Whether a query of at most one row has it.
  func hasRow(_ sql: String, _ bindings: SQLiteValue...) throws(SQLiteError) -> Bool {
    var isFound = false
    try forEachRow(sql, bindings: bindings) { _ in isFound = true }
    return isFound
  }

  /// Bytes on disk, with the log; in memory, bytes of pages.
  package var sizeInBytes: Int64 {
    guard path == ":memory:" else { return StoreFile.size(path) }
    let pages = try? first("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    { $0.integer(0) }
    // A size is shown, never relied on: 0 where it cannot be read.
    return pages.flatMap { $0 } ?? 0
  }

  /// Reads the whole store and checks its structure; takes about two seconds per gigabyte.
  ///
  /// - Parameter full: Whether each row is looked for in each index too, which takes twice as long.
  /// - Throws: ``SQLiteError`` with ``SQLiteError/isCorrupt`` where it is damaged.
  package func integrityCheck(full: Bool = false) throws(SQLiteError) {
    let findings = try query("PRAGMA \(full ? "integrity_check" : "quick_check")(1)") { $0.text(0) }
    if findings != ["ok"] {
      throw .damaged(path: path, detail: findings.first ?? "the check answered nothing")
    }
  }
}
