internal import Storage

/// All changes of one loop turn as one transaction, each that writes at once in its own savepoint.
///
/// One `fsync` then pays for every request that was waiting; a refusal undoes only itself. What
/// changes have gathered goes with it, whichever turn they were of.
@LoopActor
final class GroupCommit {
  let database: Database
  private(set) var isOpen = false
  private let gathered: GatheredChanges

  init(database: Database, gathered: GatheredChanges) {
    self.database = database
    self.gathered = gathered
  }

  enum Outcome<T> {
    case kept(T)
    /// The body threw, and what it had written is undone.
    case undone(any Error)
  }

  /// Begins the turn's transaction, where nobody has.
  func open() throws(SQLiteError) {
    guard !isOpen else { return }
    try database.begin()
    isOpen = true
  }

  /// Runs `body` inside the turn's transaction.
  ///
  /// - Throws: ``SQLiteError`` where the store failed; the whole transaction is then rolled back.
  func run<T>(keeping isKept: Bool = true, _ body: () throws -> T) throws(SQLiteError) -> Outcome<T>
  {
    do {
      try open()
      try database.savepoint()
      let result: T
      do {
        result = try body()
      } catch let error as SQLiteError {
        throw error
      } catch {
        try database.rollbackToSavepoint()
        return .undone(error)
      }
      if isKept {
        try database.releaseSavepoint()
      } else {
        try database.rollbackToSavepoint()
      }
      return .kept(result)
    } catch let error as SQLiteError {
      rollback()
      throw error
    } catch {
      preconditionFailure("only the store throws here: \(error)")
    }
  }

  /// Writes, into the turn's transaction, what changes have gathered.
  func writeGathered() throws(SQLiteError) {
    guard gathered.isUnwritten else { return }
    try open()
    try gathered.write()
  }

  /// Puts everything on disk that was written or gathered.
  func commit() throws(SQLiteError) {
    do {
      try writeGathered()
      guard isOpen else { return }
      try database.commit()
    } catch {
      rollback()
      throw error
    }
    isOpen = false
    gathered.wasCommitted()
  }

  /// Undoes the turn; after some failures SQLite has done so already.
  func rollback() {
    isOpen = false
    gathered.wasRolledBack()
    guard database.isInTransaction else { return }
    do { try database.rollback() } catch { Journal.shared.storeFailure("rollback", error) }
  }
}
