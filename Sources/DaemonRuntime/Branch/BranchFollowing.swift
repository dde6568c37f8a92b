internal import Loop
internal import PostgreSQL
internal import Storage

/// Brings the store of this machine to where the server is: by the turns that it lacks, or where these
/// are gone or do not fit, by a whole copy.
@LoopActor
final class BranchFollowing {
  private let settings: BranchSettings
  private let tables: BranchTables
  private let store: DomainStore
  private let ahead: AheadTurn
  let copies: BranchCopies
  /// Whether the newest turn of the store is known to be the server's as well.
  private var isCompared = false
  /// The turn that could not be taken last, where the server has it and it is damaged.
  private var damaged: BranchTrouble?
  /// Called before the store's rows change under what somebody has in memory.
  private let willChange: @LoopActor () -> Void
  private let hasChanged: @LoopActor () -> Void

  init(
    _ settings: BranchSettings, _ tables: BranchTables, _ store: DomainStore, _ ahead: AheadTurn,
    _ views: [BranchView],
    willChange: @escaping @LoopActor () -> Void, hasChanged: @escaping @LoopActor () -> Void
  ) {
    self.settings = settings
    self.tables = tables
    self.store = store
    self.ahead = ahead
    self.willChange = willChange
    self.hasChanged = hasChanged
    copies = BranchCopies(
      tables: tables, database: store.database, ahead: ahead, migrations: store.migrations,
      views: views)
  }

  /// Makes the store what the server has up to its newest turn.
  ///
  /// - Parameters:
  ///   - owner: What the server has.
  ///   - limit: Turns behind that one are not taken yet; nil for all.
  /// - Throws: ``BranchTrouble`` where this store is none of this branch, or the program too old for it;
  ///   ``PostgresError`` or ``SQLiteError``.
  func follow(_ owner: BranchTables.Owner, upTo limit: UInt64? = nil) async throws {
    try check(owner)
    let version = try store.version()
    if ahead.origin != owner.origin || version != owner.schema {
      try await copy("")
    } else if !isCompared {
      try await compare(with: owner)
    }
    isCompared = true
    var hasCopied = false
    while ahead.turn < min(owner.turn, limit ?? .max) {
      if try await takeNext(upTo: limit ?? .max) { continue }
      // A copy that is older than the store would take away what nobody else may have.
      guard !hasCopied, owner.mirrored > ahead.turn else {
        throw damaged ?? gap(owner)
      }
      hasCopied = true
      try await copy(
        damaged.map { _ in "turn \(ahead.turn + 1) is damaged in the database server" }
          ?? "the turns behind \(ahead.turn) are gone, or do not fit")
    }
  }

  private func gap(_ owner: BranchTables.Owner) -> BranchTrouble {
    owner.holder == settings.machine
      ? .gap(after: ahead.turn) : .gap(after: ahead.turn, lastOwner: owner.holder)
  }

  /// Takes some of the turns that are lacking.
  ///
  /// - Returns: False where the next one is gone, damaged or does not fit; the server's tables may have it.
  private func takeNext(upTo limit: UInt64) async throws -> Bool {
    damaged = nil
    do {
      let records = try await tables.records(after: ahead.turn).filter { $0.turn <= limit }
      return try !records.isEmpty && take(records)
    } catch let trouble as BranchTrouble {
      damaged = trouble
      return false
    }
  }

  private func check(_ owner: BranchTables.Owner) throws {
    let known = store.migrations.count
    guard owner.schema <= known else {
      throw BranchTrouble.newer(found: owner.schema, known: known)
    }
    // A store without history may become anything.
    if ahead.isNew { return }
    if ahead.origin == nil, try store.version() == 0 { return }
    guard ahead.origin == owner.origin else { throw BranchTrouble.stranger(store.path) }
  }

  /// Looks whether the newest turn here is the server's, or one that was never acknowledged.
  private func compare(with owner: BranchTables.Owner) async throws {
    let changes = try ahead.changes()
    guard !changes.isEmpty || ahead.turn > owner.turn else { return }
    if ahead.turn > owner.turn + 1 || changes.isEmpty {
      // What the server has lost was acknowledged, but for the last of it: people decide what becomes of it.
      if ahead.kept != ahead.turn { try await AsideFile.keep(store.path, of: settings) }
      ahead.kept = ahead.turn
      return try await copy("it has turns that the server has lost")
    }
    if ahead.turn <= owner.turn {
      guard let payload = try await tables.payload(of: ahead.turn) else {
        // Somebody has removed turns that the server's tables have not: the store is what there is of them.
        guard owner.mirrored >= ahead.turn else { return }
        return try await copy("the server has nothing of turn \(ahead.turn) any more")
      }
      guard payload != changes.bytes else { return }
    }
    Journal.shared.log(.notice, "turn \(ahead.turn) was acknowledged to nobody and is taken back")
    willChange()
    do throws(SQLiteError) {
      try ahead.takeBack()
    } catch {
      guard error.doesNotFit || error.isCorrupt else { throw error }
      try await copy("what turn \(ahead.turn) changed is not what it says")
    }
  }

  /// - Returns: False where a turn does not fit: this is no copy of what it was made in.
  private func take(_ records: [BranchTables.Record]) throws(SQLiteError) -> Bool {
    willChange()
    do throws(SQLiteError) {
      try ahead.take(records.map { Changeset(bytes: $0.payload) })
    } catch {
      guard error.doesNotFit else { throw error }
      return false
    }
    hasChanged()
    return true
  }

  private func copy(_ reason: String) async throws {
    if !reason.isEmpty {
      Journal.shared.log(.warning, "\(store.path) is copied anew: \(reason)", id: .storeFailed)
    }
    willChange()
    try await copies.fetch()
    hasChanged()
  }
}
