internal import IPCProtocol
internal import Storage

/// What follows when the store fails.
extension ChangeRunner {
  /// The store failed, and the whole turn is undone; or nobody knows whether it is.
  func fail(_ error: SQLiteError) {
    Journal.shared.storeFailure("commit", error)
    let isUnknown = error.isOutcomeUnknown || gathered.isInDoubt
    group.rollback()
    gathered.dropTurn()
    answerAll(with: isUnknown ? ErrorMap.outcomeUnknown(error) : ErrorMap.storageFailed(error))
    // A transaction that cannot be ended would swallow whatever comes next.
    if isUnknown || error.isReplaced || group.database.isInTransaction { return lose(error) }
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

  private func answerAll(with error: WireError) {
    let failed = turn.changes
    turn.changes.removeAll(keepingCapacity: true)
    turn.dropDependentPublications()
    // From the last to the first, so that earlier offsets stay true.
    for change in failed.reversed() { replaceReply(of: change, with: error) }
  }

  private func replaceReply(of change: Turn.PendingChange, with error: WireError) {
    // What the daemon does of itself is no request, and a refusal was counted as one already.
    if let entry = change.entry {
      entry.failures += 1
      failedRequests += 1
    }
    let trace = change.context?.traceID ?? ""
    var writer = JSONWriter()
    switch change.reply {
    case .frame(let connection, let start, let count, let id):
      connection.changesEnded()
      guard connection.isOpen else { return }
      writer.error(error, traceID: trace, id: id)
      connection.output.bytes.replaceSubrange(start..<start + count, with: writer.bytes)
    case .batch(let run, let index, let id):
      run.connection.changesEnded()
      writer.errorBody(error, traceID: trace, id: id)
      run.answer(writer.bytes, at: index)
    case .stream(let stream): stream.fail(now: error)
    case .completion(let completion): completion(error)
    case .none: break
    }
  }

  /// Memory is made what the store holds; where even that fails the daemon ends, as nothing it
  /// could say would be true.
  func restore() throws {
    do {
      try reloadWithKept()
    } catch {
      Journal.shared.critical("the state cannot be read back from the store: \(error)")
      isLost = true
      throw error
    }
  }

  func reloadWithKept() throws { try withKept { try state.load() } }

  /// Reads the store with what the redo log has beyond it: in a transaction that has both and is
  /// then undone, as the disk may have no room for it.
  private func withKept<T>(_ body: () throws -> T) throws -> T {
    guard gathered.isBehind, !group.isOpen else { return try body() }
    defer { group.rollback() }
    return try group.database.withoutSpilling {
      try group.writeGathered()
      return try body()
    }
  }

  /// Reads the store as it is after all that was acknowledged; on a disk that has no room for it too.
  func read<T>(_ body: () throws -> T) throws -> T {
    commit()
    return try withKept(body)
  }

  // MARK: Between turns

  /// Whether the store has to take in what the redo log has, soon or now.
  var isBehind: Bool { gathered.isBehind && !isLost }
  var isSettlingDue: Bool { gathered.isDue && !isLost }
  var isCheckpointDue: Bool { group.database.isCheckpointDue && !isLost }

  /// Puts into the store what the redo log has; between turns, or before somebody reads the store.
  ///
  /// - Returns: Whether the store has everything. Nothing is lost where it has not, and the next
  ///   change or settling tries again.
  func settle(reporting: Bool = true) -> Bool {
    // What this turn has changed is answered by what becomes of it, not by what becomes of this.
    commit()
    guard gathered.isBehind else { return true }
    guard !isLost else { return false }
    do throws(SQLiteError) {
      try group.commit()
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
      try group.database.checkpoint()
      return true
    } catch {
      if reporting { Journal.shared.storeFailure("checkpoint", error) }
      return false
    }
  }
}

/// Why a change that was carried out may not stay, as it took too long or its result may not be sent.
///
/// A refusal leaves everything as it was. This is none: the handler has touched the state by then, and
/// memory has to be read back from the store.
struct LateRefusal: Error {
  let reason: WireError
}
