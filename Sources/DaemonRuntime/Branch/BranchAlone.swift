internal import Loop
internal import PostgreSQL
internal import Storage
internal import Values

/// An owner that does not wait for the server: it works by its own disk, and the server follows.
///
/// It goes on as long as nobody has raised the epoch, also after a start and without a word from the server:
/// its epoch is on its own disk. So nobody else may own the branch by himself, as nobody can know how far this
/// one is; a person says so (``BranchMember/isTaking``). Who finds then that he was taken over stands aside,
/// with what had not followed in a file of its own (``setAside(_:)``).
extension BranchMember {
  var worksAlone: Bool { ahead.unsent.epoch != nil }

  /// Goes on as the owner that this machine was at its end.
  ///
  /// - Throws: Where the store cannot be made what this program knows, or read.
  func resume() throws {
    guard worksAlone else { return }
    if try store.version() < store.migrations.count {
      // No record tells of other tables, so the server gets a whole copy.
      try ahead.skip()
      try store.bringUpToDate()
    }
    commit.record(for: ahead)
    try commit.takeInRecords()
    guard settings.acknowledge == .own else {
      commit.recordNoMore()
      commit.refusal = refusal
      return
    }
    try commit.readAsTurn()
    isLoaded = true
    become(.owner)
  }

  /// From now on this machine works alone, under an epoch that the server has given it.
  func workAlone(as owner: BranchTables.Owner) throws {
    try ahead.begin(epoch: owner.epoch)
    commit.record(for: ahead)
    if !isLoaded { try commit.readAsTurn() }
    isLoaded = true
    become(.owner)
  }

  // MARK: Where it has the server again

  /// Waits for the lock, and looks what became of the branch meanwhile.
  ///
  /// - Returns: What the server is behind which turns are sent; nil where there is nothing to send.
  /// - Throws: ``BranchTrouble``, ``PostgresError`` or ``SQLiteError``.
  func regain(_ tables: BranchTables) async throws -> BranchTables.Owner? {
    let unsent = ahead.unsent
    while let epoch = unsent.epoch, !hasEnded {
      let (found, isLocked) = try await tables.look(as: settings.machine, taking: true)
      known = found
      try goesOn()
      guard let owner = found else { throw forgotten }
      guard owner.origin == ahead.origin else { throw BranchTrouble.stranger(store.path) }
      if owner.epoch > epoch {
        try await setAside(.fenced, tables)
        return nil
      }
      guard isLocked else {
        hindered(.ownSession)
        await pause(20_000)
        continue
      }
      try await tables.endSession(afterSilence: Self.silenceAtFirst)
      if owner.epoch == epoch, try await hasOther(owner, tables) {
        try await setAside(.overtaken, tables)
        return nil
      }
      let isNext = try ahead.turn == owner.turn || unsent.changes(of: owner.turn + 1) != nil
      guard owner.epoch == epoch, !unsent.isIncomplete, isNext else {
        return try await sendAnew(owner, epoch, tables)
      }
      try unsent.found(owner.turn)
      return owner
    }
    return nil
  }

  /// Whether the server has turns under our epoch that are not ours, as where this store was put back from a
  /// backup.
  private func hasOther(
    _ owner: BranchTables.Owner, _ tables: BranchTables
  ) async throws -> Bool {
    if owner.turn > ahead.turn { return true }
    guard let own = try ahead.unsent.changes(of: owner.turn) else { return false }
    return try await tables.payload(of: owner.turn).map { $0 != own } ?? false
  }

  /// The server gets the whole store, as of one moment, while changes go on.
  private func sendAnew(
    _ owner: BranchTables.Owner, _ epoch: Int64, _ tables: BranchTables
  ) async throws -> BranchTables.Owner {
    Journal.shared.log(
      .warning,
      "the database server gets a whole copy of \(settings.branch), as it lacks more turns than are kept"
    )
    ahead.unsent.copyBegins()
    let reader = try Database(path: store.path, mode: .reader)
    try reader.execute("BEGIN")
    let turn = try AheadTurn.turn(of: reader)
    let copies = BranchCopies(
      tables: tables, database: reader, ahead: ahead, migrations: store.migrations, views: views)
    let copied = try await copies.send(
      of: owner, by: settings.machine, settings.acknowledge, replacing: (epoch, turn))
    try ahead.unsent.wasCopied(turn)
    return copied
  }

  // MARK: Sending

  /// Sends turn by turn, in order, until the connection or the branch is lost.
  ///
  /// - Throws: What it was lost by.
  func follow(over tables: BranchTables, as owner: BranchTables.Owner) async throws {
    known = owner
    let log = try await openLog(tables, owner) { [unowned self] in sendNext() }
    followsAgain()
    let trouble: BranchTrouble = await withCheckedContinuation { continuation in
      log.onEnd = { continuation.resume(returning: $0) }
      guard isWhole(log, tables) else { return }
      ahead.unsent.onKept = { [unowned self] in sendNext() }
      sendNext()
    }
    ahead.unsent.onKept = {}
    closeLog()
    throw trouble
  }

  /// One turn is in flight at most.
  private func sendNext() {
    guard let log, !log.isInFlight else { return }
    do {
      guard let (turn, changes) = try ahead.unsent.first(after: log.last) else {
        // Left out as they were too many, where there are some.
        if ahead.turn > log.last { return log.finish(.gap(after: log.last)) }
        return try hasSentAll(log)
      }
      guard turn == log.last + 1 else { return log.finish(.gap(after: log.last)) }
      log.append(changes, turn: turn) { [unowned self] error in
        if error == nil { ahead.unsent.wasSent(turn, bytes: changes.count) }
      }
    } catch {
      log.finish(BranchTrouble(error))
    }
  }

  /// Where the configuration says now that answers wait for the server, they do from here on.
  private func hasSentAll(_ log: PostgresLog) throws {
    guard settings.acknowledge == .all else { return }
    try ahead.endUnsent()
    log.finish(.connecting)
  }

  /// The daemon ends: what the log beside the store has becomes a turn as well, and is sent if that is soon.
  ///
  /// - Returns: Whether there is something to wait for.
  func hasToSend() -> Bool {
    guard worksAlone, log != nil, !commit.isLost else { return false }
    return commit.settle() && ahead.turn > ahead.unsent.sent
  }

  // MARK: Standing aside

  /// Another machine owns the branch: what had not followed is put into a file, and this store becomes a copy.
  ///
  /// Nothing is merged: only people know what it means that the last kiwi was sold twice. The file is on disk
  /// before the store forgets anything; a daemon that is killed in between does it again.
  ///
  /// - Throws: ``BranchTrouble``, ``PostgresError`` or ``SQLiteError``; nothing is forgotten then.
  private func setAside(_ trouble: BranchTrouble, _ tables: BranchTables) async throws {
    // At a second try it is apart for what the first one ended by.
    let isFirst = if case .apart = role { false } else { true }
    if isFirst { become(.apart(trouble)) }
    while commit.isAwaited || commit.transaction.isOpen {
      if hasEnded { throw BranchTrouble.ending }
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    guard commit.settle(reporting: isFirst) else {
      throw BranchTrouble.notSettled(store.path)
    }
    commit.recordNoMore()
    // What was on its way may have arrived.
    while let (turn, changes) = try ahead.unsent.first(after: ahead.unsent.sent),
      try await tables.payload(of: turn) == changes
    {
      try ahead.unsent.found(turn)
    }
    guard ahead.turn > ahead.unsent.sent || ahead.unsent.isIncomplete else {
      return try ahead.endUnsent()
    }
    try await AsideFile.keep(store.path, of: settings)
    try goesOn()
    isLoaded = false
    try ahead.standAside()
  }

  // MARK: Telling

  /// Told when it begins and ever more rarely while it stays, not at each try.
  func hindered(_ trouble: BranchTrouble) {
    let isNew = self.trouble?.reason != trouble.reason
    guard role == .owner, worksAlone else {
      become(.apart(trouble))
      if !isNew { tell() }
      return
    }
    hindrance = trouble
    guard trouble != .ending else { return }
    tell()
    if isNew { onRole(role) }
  }

  private func followsAgain() {
    guard hindrance != nil else { return }
    hindrance = nil
    Journal.shared.log(
      .notice, "the database server follows again: \(statusText.en)", id: .branchRole,
      fields: [("MATE_BRANCH", settings.branch)])
    reminder.ends()
    onRole(role)
  }
}
