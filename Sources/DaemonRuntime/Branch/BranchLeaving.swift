internal import IPCProtocol
internal import Loop
internal import PostgreSQL
internal import Storage

/// The way back to one machine: the owner's store stands alone again, once it is seen that the server's tables
/// hold the same.
@LoopActor
struct BranchLeaving {
  let member: BranchMember

  /// Milliseconds for the server's tables to come to the newest turn.
  private static let patience = 30_000

  /// What the server holds of the branch; compared with the store where both are at the same turn.
  ///
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func serverDigest() async throws -> (owner: BranchTables.Owner, tables: [StoreDigest.Table]) {
    try await withCopies { try await $0.serverDigest() }
  }

  /// Lets the store stand alone: nothing is changed from here on, and when this returns the server has nothing
  /// of the branch.
  ///
  /// - Returns: What the store holds.
  /// - Throws: ``WireError`` where this machine does not own the branch, or the tables differ; the branch then
  ///   goes on as it was.
  func leave() async throws -> [StoreDigest.Table] {
    // The server has forgotten the branch, perhaps as an earlier try was not answered.
    if case .apart(let trouble) = member.role, trouble.reason == "forgotten" {
      try member.standAlone()
      return try member.storeDigest()
    }
    if let refusal = member.refusal(ofChange: true) { throw refusal }
    if let hindrance = member.hindrance { throw hindrance }
    try await member.whileClosed {
      try await mirrorComes()
      let (owner, tables) = try await serverDigest()
      let own = try member.storeDigest()
      let differing = zip(own, tables).filter { $0 != $1 }.map(\.0.name)
      guard own.count == tables.count, differing.isEmpty else {
        throw WireError(
          .internal,
          "nothing was changed: the database server holds other rows than the store, in "
            + differing.joined(separator: ", "))
      }
      try member.makeDurable()
      try await withCopies { try await $0.remove(epoch: owner.epoch) }
    }
    try member.standAlone()
    return try member.storeDigest()
  }

  /// Waits until the server's tables have the newest turn.
  private func mirrorComes() async throws {
    for _ in 0..<(Self.patience / 10) {
      if let mirror = member.mirror, mirror.mirrored == member.turn { return }
      if let trouble = member.mirror?.trouble { throw trouble }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    throw BranchTrouble.gap(after: member.mirror?.mirrored ?? 0)
  }

  private func withCopies<T>(_ body: (BranchCopies) async throws -> T) async throws -> T {
    let tables = try await BranchTables.open(member.settings, for: " digest")
    defer { tables.connection.close() }
    return try await body(member.copies(tables))
  }
}

/// What the way back to one machine needs.
extension BranchMember {
  func copies(_ tables: BranchTables) -> BranchCopies {
    BranchCopies(
      tables: tables, database: store.database, ahead: ahead, migrations: store.migrations,
      views: views)
  }

  func storeDigest() throws(SQLiteError) -> [StoreDigest.Table] {
    try StoreDigest(store.database).tables
  }

  /// Runs `body` while nothing is changed and no turn is in flight; where it throws the branch goes on.
  func whileClosed(_ body: () async throws -> Void) async throws {
    let leaving = refusal(for: .ending)
    commit.refusal = leaving
    do {
      while commit.isAwaited { try await Task.sleep(nanoseconds: 1_000_000) }
      // What the log beside the store has is a turn as well.
      guard commit.settle() else { throw BranchTrouble.notSettled(store.path) }
      try await body()
    } catch {
      if commit.refusal == leaving { commit.refusal = refusal }
      throw error
    }
  }

  /// Puts everything on the disk of this machine that the server alone is sure to have.
  func makeDurable() throws(SQLiteError) {
    guard !worksAlone else { return }
    try store.database.execute("PRAGMA synchronous = FULL")
    try ahead.begin(origin: ahead.origin ?? 0)
  }

  /// The store has its history alone from now on; the daemon ends then.
  func standAlone() throws(SQLiteError) {
    end()
    if worksAlone { commit.recordNoMore() }
    try store.database.execute("PRAGMA synchronous = FULL")
    try ahead.leave()
  }
}
