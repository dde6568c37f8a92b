internal import CSQLite

/// Transactions are opened and closed by whoever groups changes; a savepoint undoes one of them.
extension Database {
  /// Begins a transaction that may write at once, so that a store in use shows here: the first time
  /// after two seconds, and then at once, until it can begin again.
  ///
  /// - Throws: ``SQLiteError``; always after a commit whose outcome is unknown.
  package func begin() throws(SQLiteError) {
    if let distrust { throw distrust }
    try beforeChange()
    try beginTrial()
    do throws(SQLiteError) {
      try record()
    } catch {
      abandon()
      throw error
    }
  }

  /// Begins one that is undone in any case: it needs no room on the disk, as nothing of it gets there.
  ///
  /// - Throws: As ``begin()``, but for what is wrong with the store's files.
  package func beginTrial() throws(SQLiteError) {
    if let distrust { throw distrust }
    do {
      try beginAlone()
      isPatient(true)
    } catch {
      if error.isBusy { isPatient(false) }
      throw error
    }
  }

  /// Puts the transaction on disk.
  ///
  /// - Throws: ``SQLiteError``. Nothing of the transaction is on disk then, and nothing of it can
  ///   appear later, unless ``SQLiteError/isOutcomeUnknown``: from then on nothing more is written
  ///   here, and only who opens the store anew learns what it holds.
  package func commit() throws(SQLiteError) {
    recorder.recording = nil
    do {
      try run("COMMIT")
    } catch {
      // SQLite leaves the transaction open only where it has not begun to write it.
      if isInTransaction { throw error }
      // What had no room is cut off again, on disk: no later start can take it for a commit.
      if error.isFull, cutLog() { throw error }
      // Any other failure may have left the whole transaction in the log, and a sync that failed
      // may have left it in the kernel's memory, which now counts as written.
      distrust = error
      keepsLog(true)
      throw error.withUnknownOutcome
    }
  }

  /// Removes, on disk, what a commit without room has left behind the last frame that counts.
  private func cutLog() -> Bool {
    do throws(SQLiteError) {
      try beginAlone()
      let code = mate_wal_cut(handle)
      try rollback()
      return code == SQLITE_OK
    } catch {
      return false
    }
  }

  package func rollback() throws(SQLiteError) {
    recorder.recording = nil
    try run("ROLLBACK")
  }

  /// Undoes a transaction that has failed, if it is open still.
  ///
  /// The first error is the one to tell; a rollback that fails too changes nothing about it.
  package func abandon() { if isInTransaction { try? rollback() } }

  /// Marks a point to come back to; they nest.
  package func savepoint() throws(SQLiteError) { try run("SAVEPOINT change") }

  /// Keeps what was done since the last savepoint, as part of the transaction.
  package func releaseSavepoint() throws(SQLiteError) { try run("RELEASE change") }

  /// Undoes what was done since the last savepoint, and forgets the savepoint.
  package func rollbackToSavepoint() throws(SQLiteError) {
    try run("ROLLBACK TO change")
    try run("RELEASE change")
  }

  /// Runs `body` with all pages of a transaction in memory, also those that would go to the log
  /// early: for one that is undone, on a disk that has no room for it.
  package func withoutSpilling<T>(_ body: () throws -> T) throws -> T {
    try execute("PRAGMA cache_spill=OFF")
    defer { sqlite3_exec(handle, "PRAGMA cache_spill=ON", nil, nil, nil) }
    return try body()
  }
}
