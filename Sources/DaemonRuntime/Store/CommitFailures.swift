internal import Loop
internal import Storage

/// What follows when the store fails.
extension Commit {
  /// The store failed, and every turn that is not durable is undone; or nobody knows whether it is.
  func fail(_ error: SQLiteError) {
    Journal.shared.storeFailure("commit", error)
    // What the log has not answered it may still write.
    let isUnknown = error.isOutcomeUnknown || isInDoubt || isInFlight
    rollback()
    failAll(with: isUnknown ? .outcomeUnknown(error) : .storageFailed(error))
    // A transaction that cannot be ended would swallow whatever comes next.
    if isUnknown || error.isReplaced || database.isInTransaction { return lose(error) }
    do {
      try restore()
    } catch {
      Journal.shared.storeFailure("reload", error)
    }
  }

  /// Nobody knows what is on disk, so nothing that this process could say or write would be sure; or
  /// the files of the store are not where they were, and what it wrote would be for nobody.
  ///
  /// After a sync that failed the kernel counts as written what is not. A start reads it anew.
  private func lose(_ error: SQLiteError) {
    guard error.isReplaced else { return endInDoubt(error.description) }
    guard !isLost else { return }
    isLost = true
    Journal.shared.log(
      .critical, "the daemon ends: the store is not where it was: \(error)", id: .storeFailed)
  }

  /// The same where it is something beside the store of which nobody knows.
  func endInDoubt(_ reason: String) {
    guard !isLost else { return }
    isLost = true
    Journal.shared.log(
      .critical, "the daemon ends: it is not known what is on disk, so it begins anew: \(reason)",
      id: .outcomeUnknown)
  }

  /// Memory is made what the store holds; where even that fails the daemon ends, as nothing it
  /// could say would be true.
  func restore() throws {
    do {
      try reloadWithDurable()
    } catch {
      Journal.shared.critical("the state cannot be read back from the store: \(error)")
      isLost = true
      throw error
    }
  }

  func reloadWithDurable() throws { try withDurable { try state.load() } }

  /// Reads the store with what the log has beyond it: in a transaction that has both and is then
  /// undone, as the disk may have no room for it.
  private func withDurable<T>(_ body: () throws -> T) throws -> T {
    guard isBehindLog, !transaction.isOpen else { return try body() }
    defer { rollback() }
    return try database.withoutSpilling {
      try transaction.open(asTrial: true)
      try writeGathered()
      return try body()
    }
  }

  /// Reads the store as it is after all that was acknowledged; on a disk that has no room for it too.
  ///
  /// - Precondition: No turn is in flight after this one's end.
  func read<T>(_ body: () throws -> T) throws -> T {
    turnEnds()
    return try withDurable(body)
  }

  /// Returns when no turn is in flight.
  func landing() async {
    while isInFlight {
      await withCheckedContinuation { continuation in
        completions.addToFlight { _ in continuation.resume() }
      }
    }
  }

  // MARK: Between turns

  /// Whether the log has what the store has not.
  private var isBehindLog: Bool { log.map { $0.last != gatherings.applied } ?? false }

  /// Whether the store has to take in what the log has, soon or now.
  var isBehind: Bool { isBehindLog && !isLost && !isInFlight }
  var isSettlingDue: Bool {
    guard let log, isBehind else { return false }
    // A log with little room left is full soon, and whose turn it has no room for waits for the store.
    return log.roomLeft < 0.0625 || gatherings.count >= Self.batch
  }
  /// Not while a turn's transaction is open, where SQLite copies nothing: the end of the next one will do.
  var isCheckpointDue: Bool { database.isCheckpointDue && !isLost && !transaction.isOpen }

  /// So many elements are taken into the store together: many share a commit, and fewer than one in a
  /// hundred waits for it.
  private static var batch: Int { 4096 }

  /// Puts into the store what the log has; between turns, or before somebody reads the store.
  ///
  /// - Returns: Whether the store has everything. Nothing is lost where it has not, and the next
  ///   change or settling tries again.
  func settle(reporting: Bool = true) -> Bool {
    // What this turn has changed is answered by what becomes of it, not by what becomes of this.
    // Where machines share the store it has everything, and waits for nobody.
    if shared == nil { turnEnds() }
    guard isBehindLog || isAwaited, shared == nil else { return !isLost }
    guard !isLost else { return false }
    do throws(SQLiteError) {
      try apply()
      return true
    } catch {
      if reporting { Journal.shared.storeFailure("settling", error) }
      if error.isOutcomeUnknown || error.isReplaced { lose(error) }
      return false
    }
  }

  /// Copies SQLite's log into the store where it has grown long.
  ///
  /// - Returns: Whether nothing failed. Nothing is lost where it has: the log stays.
  func checkpoint(reporting: Bool) -> Bool {
    guard isCheckpointDue else { return true }
    do throws(SQLiteError) {
      try database.checkpoint()
      return true
    } catch {
      if reporting { Journal.shared.storeFailure("checkpoint", error) }
      return false
    }
  }
}
