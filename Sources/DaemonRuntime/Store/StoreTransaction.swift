internal import Loop
internal import Storage

/// The store's open transaction: all changes of one loop turn that write at once, each in a savepoint
/// of its own.
///
/// One `fsync` then pays for every request that was waiting; a refusal undoes only itself.
@LoopActor
final class StoreTransaction {
  let database: Database
  private(set) var isOpen = false
  /// Keeps what each transaction changed, where other machines are to do the same.
  var ahead: AheadTurn?

  init(_ database: Database) { self.database = database }

  enum Outcome<T> {
    case kept(T)
    /// The body threw, and what it had written is undone.
    case undone(any Error)
  }

  /// Begins it, where nobody has; as a trial it is undone in any case.
  func open(asTrial isTrial: Bool = false) throws(SQLiteError) {
    guard !isOpen else { return }
    if isTrial { try database.beginTrial() } else { try database.begin() }
    isOpen = true
  }

  /// Runs `body` inside the transaction.
  ///
  /// - Throws: ``SQLiteError`` where the store failed; nothing of the transaction is to be kept then.
  func run<T>(keeping isKept: Bool = true, _ body: () throws -> T) throws(SQLiteError) -> Outcome<T>
  {
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
  }

  /// - Returns: What other machines have to do; nil where there are none, or nothing was changed.
  @discardableResult
  func commit() throws(SQLiteError) -> Changeset? {
    let changes = try ahead?.keep()
    try database.commit()
    ahead?.wasCommitted()
    isOpen = false
    return changes?.isEmpty == true ? nil : changes
  }

  /// Undoes it; after some failures SQLite has done so already.
  func rollback() {
    isOpen = false
    ahead?.wasRolledBack()
    guard database.isInTransaction else { return }
    do { try database.rollback() } catch { Journal.shared.storeFailure("rollback", error) }
  }
}
