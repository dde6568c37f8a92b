/// Transactions are opened and closed by whoever groups changes; a savepoint undoes one of them.
extension Database {
  /// Begins a transaction that may write at once, so that a store in use shows here.
  package func begin() throws(SQLiteError) {
    try beforeChange()
    try run("BEGIN IMMEDIATE")
  }

  /// Puts the transaction on disk.
  ///
  /// - Throws: ``SQLiteError``; the transaction may then still be open, see ``isInTransaction``.
  package func commit() throws(SQLiteError) { try run("COMMIT") }

  package func rollback() throws(SQLiteError) { try run("ROLLBACK") }

  /// Marks a point to come back to; they nest.
  package func savepoint() throws(SQLiteError) { try run("SAVEPOINT change") }

  /// Keeps what was done since the last savepoint, as part of the transaction.
  package func releaseSavepoint() throws(SQLiteError) { try run("RELEASE change") }

  /// Undoes what was done since the last savepoint, and forgets the savepoint.
  package func rollbackToSavepoint() throws(SQLiteError) {
    try run("ROLLBACK TO change")
    try run("RELEASE change")
  }

  /// Copies the log into the store's file, which then is the whole store; where a reader is at work, as
  /// far as it lets.
  package func checkpoint() throws(SQLiteError) { try execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}
