internal import CSQLite

/// What one transaction changes, row by row, from where the recording began.
///
/// By SQLite's session extension, https://sqlite.org/sessionintro.html: it keeps each row as it was
/// before its first change, so what a savepoint undoes is in no ``Changeset``.
final class ChangeRecording {
  private let session: OpaquePointer

  /// - Precondition: It is gone before the connection is closed.
  init(_ database: SQLiteConnection) throws(SQLiteError) {
    var made: OpaquePointer?
    try database.check(sqlite3session_create(database.handle, "main", &made), "a recording")
    guard let made else { throw database.error(SQLITE_NOMEM, "a recording") }
    session = made
    sqlite3session_table_filter(
      session,
      { _, name in
        guard let name else { return 0 }
        return RecordedTables.isHostsOwn(String(cString: name)) ? 0 : 1
      }, nil)
    // All tables, also those that the transaction makes.
    let code = sqlite3session_attach(session, nil)
    guard code == SQLITE_OK else {
      sqlite3session_delete(made)
      throw database.error(code, "a recording")
    }
  }

  deinit { sqlite3session_delete(session) }

  /// What has changed until now; a result code of SQLite where that cannot be told.
  func changes() -> (code: Int32, changes: Changeset) {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    let code = sqlite3session_changeset(session, &count, &bytes)
    defer { sqlite3_free(bytes) }
    return (code, Changeset(copying: bytes, count: Int(count)))
  }
}

/// Whether a store records, and what it records now.
struct ChangeRecorder {
  var isOn = false
  var recording: ChangeRecording?
}
