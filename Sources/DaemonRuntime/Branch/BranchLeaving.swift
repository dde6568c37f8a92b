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
    try await withCopies { (try await $0.beginReading(), try await $0.serverDigest()) }
  }

  /// Lets the store stand alone: nothing is changed from here on, and when this returns the server has nothing
  /// of the branch.
  ///
  /// - Parameter withoutServer: Whether a person has said that the server does not come back.
  /// - Returns: What the store holds, and what the server was not asked for.
  /// - Throws: ``BranchTrouble`` or ``PostgresError`` where this machine does not own the branch, the server
  ///   is away, or the tables differ; the branch then goes on as it was.
  func leave(withoutServer: Bool = false) async throws -> Outcome {
    guard !member.isLeaving else { throw BranchTrouble.leaving }
    member.isLeaving = true
    defer { member.isLeaving = false }
    let turn = member.turn
    if let trouble = member.trouble {
      return try await leave(trouble, withoutServer)
    }
    guard member.role == .owner else { throw BranchTrouble.ownedBy(member.known?.holder) }
    guard !withoutServer else { throw BranchTrouble.serverIsThere }
    let isOwn = member.worksAlone
    try await member.whileClosed { isClosed in
      try await mirrorComes()
      let (owner, tables) = try await serverDigest()
      try isClosed()
      let own = try member.storeDigest()
      let differing = Set(own).subtracting(tables).map(\.name).sorted()
      guard differing.isEmpty else {
        member.mirror?.distrust(differing.joined(separator: ", "))
        throw BranchTrouble.mirrorChanged(differing.joined(separator: ", "))
      }
      try member.makeDurable()
      try await withCopies { try await $0.remove(epoch: owner.epoch) }
      try await member.standAlone()
    }
    return Outcome(tables: try member.storeDigest(), turn: turn, isOwn: isOwn, untold: nil)
  }

  /// Where the server is not asked; in a trouble.
  private func leave(_ trouble: BranchTrouble, _ withoutServer: Bool) async throws -> Outcome {
    func may(_ trouble: BranchTrouble) throws {
      guard trouble.isOfOtherBranch || withoutServer && trouble.mayStay else {
        throw trouble.mayStay ? trouble.withWayOut(member.settings) : trouble
      }
      guard member.settings.acknowledge == .all || member.worksAlone || withoutServer else {
        throw BranchTrouble.mayBeOlder(
          member.settings, turn: member.turn, than: member.lastHolder)
      }
    }
    try may(trouble)
    let isOwn = member.worksAlone
    var turn = member.turn
    // What was acknowledged here is in the store before it has nobody else.
    try await member.whileClosed { _ in
      // Another machine may have taken the branch over since, or the server be back.
      guard let now = member.trouble else { throw BranchTrouble.serverIsThere }
      try may(now)
      turn = member.turn
      try await member.standAlone()
    }
    return Outcome(
      tables: try member.storeDigest(), turn: turn, isOwn: isOwn, untold: trouble)
  }

  /// A store that stands alone again.
  struct Outcome {
    let tables: [StoreDigest.Table]
    /// The newest turn that it had as one of several.
    let turn: UInt64
    /// Whether it had everything that was acknowledged, whatever the server has.
    let isOwn: Bool
    /// Why the server was not asked; nil where it held the same, and has nothing of the branch any more.
    let untold: BranchTrouble?
  }

  /// Waits until the server's tables have the newest turn.
  private func mirrorComes() async throws {
    for _ in 0..<(Self.patience / 10) {
      let trouble = member.mirror?.trouble
      if let mirror = member.mirror, mirror.mirrored == member.turn, trouble == nil { return }
      // It comes by itself where it is copied anew.
      if let trouble, trouble.reason != BranchTrouble.mirrorChanged("").reason { throw trouble }
      // Nor does a branch that is lost meanwhile.
      if let trouble = member.trouble { throw trouble }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    throw BranchTrouble.gap(after: member.mirror?.mirrored ?? 0)
  }

  func withCopies<T>(_ body: (BranchCopies) async throws -> T) async throws -> T {
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
  ///
  /// - Parameter body: Takes what throws where changes may have been made since, as where the branch was lost, and
  ///   owned again.
  /// - Throws: What `body` throws; ``BranchTrouble`` where the store does not have everything.
  func whileClosed(_ body: (_ isClosed: () throws -> Void) async throws -> Void) async throws {
    let leaving = refusal(for: .ending)
    commit.refusal = leaving
    do {
      while commit.isAwaited { try await Task.sleep(nanoseconds: 1_000_000) }
      // What the log beside the store has is a turn as well.
      guard commit.settle() else { throw BranchTrouble.notSettled(store.path) }
      try await body {
        try goesOn()
        guard commit.refusal == leaving else { throw trouble ?? .connecting }
      }
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
  ///
  /// - Throws: ``SQLiteError``; it stands in line as before then.
  func standAlone() async throws(SQLiteError) {
    end()
    // What it was about would go on with a store that is no copy any more.
    await hasStopped()
    do throws(SQLiteError) {
      try store.database.execute("PRAGMA synchronous = FULL")
      try ahead.leave()
    } catch {
      goOn()
      throw error
    }
    commit.recordNoMore()
  }
}
