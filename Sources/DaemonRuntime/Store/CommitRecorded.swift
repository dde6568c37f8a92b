internal import Storage

/// Turns of a store that several machines share, where the one that owns the branch does not wait for the
/// others: they become durable as on one machine, and each transaction of the store is kept for them.
extension Commit {
  /// From now on this machine owns the branch.
  ///
  /// - Precondition: No transaction is open.
  func record(for ahead: AheadTurn) {
    precondition(!transaction.isOpen && shared == nil, "a transaction began before its recording")
    transaction.ahead = ahead
    ahead.isRecording = true
    refusal = nil
    answers.forget()
    database.changesNeedTransaction = true
  }

  /// Another one owns the branch, or waits: nothing more is recorded.
  ///
  /// - Precondition: Nothing is changed any more, and the store has everything.
  func recordNoMore() {
    precondition(!transaction.isOpen, "a transaction is recorded")
    transaction.ahead?.isRecording = false
    transaction.ahead = nil
  }

  /// Puts into the store what an end without warning has left in the log beside it; where the disk is full
  /// it stays there, and counts all the same.
  ///
  /// - Throws: ``SQLiteError`` where nobody knows what is on disk.
  func takeInRecords() throws(SQLiteError) {
    do throws(SQLiteError) {
      try apply()
    } catch {
      if error.isOutcomeUnknown { throw error }
      Journal.shared.storeFailure("settling", error)
    }
  }
}
