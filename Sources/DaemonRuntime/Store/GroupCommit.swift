internal import Storage

/// All changes of one loop turn as one transaction, each that writes at once in its own savepoint.
///
/// One `fsync` then pays for every request that was waiting; a refusal undoes only itself.
@LoopActor
final class GroupCommit {
  let database: Database
  private(set) var isOpen = false

  init(database: Database) { self.database = database }

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

  func commit() throws(SQLiteError) {
    guard isOpen else { return }
    do {
      try database.commit()
      isOpen = false
    } catch {
      rollback()
      throw error
    }
  }

  /// Undoes the turn; after some failures SQLite has done so already.
  func rollback() {
    isOpen = false
    guard database.isInTransaction else { return }
    do { try database.rollback() } catch { Journal.shared.storeFailure("rollback", error) }
  }
}
