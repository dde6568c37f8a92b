internal import Loop
internal import PostgreSQL
internal import Storage

/// What an owner begins with: the branch in the server, the log and the mirror behind it.
extension BranchMember {
  /// Begins to append to the log, and to bring what it has into the server's tables; until ``closeLog()``.
  ///
  /// - Parameters:
  ///   - tables: The connection, whose machine has the lock.
  ///   - owner: The branch as the server has it now.
  ///   - onAppended: Called with each turn that the server has.
  /// - Returns: The log, which begins behind the newest turn of the server.
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``; nothing is open then.
  func openLog(
    _ tables: BranchTables, _ owner: BranchTables.Owner,
    onAppended: @escaping @LoopActor () -> Void = {}
  ) async throws -> PostgresLog {
    try await tables.prepareAppend()
    try await tables.endSession(afterSilence: patience.silence)
    let mirror = try BranchMirror(
      settings, owner, of: store.database, views, looksEvery: patience.look)
    let log = PostgresLog(tables, epoch: owner.epoch, turn: owner.turn, patience: patience)
    log.onAppended = { [unowned mirror] turn in
      mirror.appended(turn)
      onAppended()
    }
    (self.log, self.mirror) = (log, mirror)
    mirror.start()
    return log
  }

  /// Whether nothing has come in between while a log was opened; else it is finished, by that.
  func isWhole(_ log: PostgresLog, _ tables: BranchTables) -> Bool {
    // The end may have come while there was no log to finish yet.
    if hasEnded {
      log.finish(.ending)
    } else if let loss = tables.connection.loss {
      log.finish(.server(loss))
    }
    return !log.hasEnded
  }

  func closeLog() {
    mirror?.end()
    (log, mirror) = (nil, nil)
  }

  var forgotten: BranchTrouble {
    .forgotten(store.path, of: settings.branch, in: settings.domain)
  }

  /// The first owner: the branch begins with what the store has.
  func begin(_ copies: BranchCopies) async throws -> BranchTables.Owner {
    guard ahead.turn == 0, ahead.origin != AheadTurn.nobodys else {
      throw forgotten
    }
    let isNew = try store.version() == 0
    try store.bringUpToDate()
    // A new store has what a domain begins with.
    try commit.readAnew()
    isLoaded = true
    // First here: whether the server has it is known at the next try, whatever becomes of this one.
    if ahead.origin == nil {
      try ahead.begin(origin: Int64.random(in: 1 ... .max), isNew: isNew)
    }
    return try await copies.send(of: nil, by: settings.machine, settings.acknowledge)
  }

  func migrated(
    _ owner: BranchTables.Owner, _ copies: BranchCopies
  ) async throws -> BranchTables.Owner {
    guard owner.schema < store.migrations.count else { return owner }
    isLoaded = false
    try store.bringUpToDate()
    try ahead.begin(origin: owner.origin)
    return try await copies.send(of: owner, by: settings.machine, settings.acknowledge)
  }
}
