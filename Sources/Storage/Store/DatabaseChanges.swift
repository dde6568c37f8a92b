extension Database {
  /// Whether what a transaction changes is recorded, from its beginning on; ``changes()`` has it.
  package var recordsChanges: Bool {
    get { recorder.isOn }
    set { recorder.isOn = newValue }
  }

  /// What the open transaction has changed until now.
  ///
  /// - Precondition: ``recordsChanges`` was set before it began.
  package func changes() throws(SQLiteError) -> Changeset {
    guard let recording = recorder.recording else { preconditionFailure("nothing is recorded") }
    let (code, changes) = recording.changes()
    try check(code, "the changes of a transaction")
    return changes
  }

  /// Begins to record, where that is wanted; in the transaction that has begun.
  func record() throws(SQLiteError) {
    guard recorder.isOn else { return }
    recorder.recording = try ChangeRecording(self)
  }

  /// Does in this store, inside its open transaction, what was done in another one.
  ///
  /// All of it, or nothing: where one row is not as it was there before, none is changed.
  ///
  /// - Throws: ``SQLiteError``; ``SQLiteError/doesNotFit`` where this is no copy of that store.
  package func apply(_ changes: Changeset) throws(SQLiteError) {
    guard !changes.isEmpty else { return }
    try ChangesetFormat.check(changes.bytes)
    try savepoint()
    do throws(SQLiteError) {
      if try !applyRowByRow(changes) { try TwoPassApply(self).apply(changes) }
      try releaseSavepoint()
    } catch {
      // What this savepoint has is undone with the transaction, where even that fails.
      try? rollbackToSavepoint()
      throw error
    }
  }
}
