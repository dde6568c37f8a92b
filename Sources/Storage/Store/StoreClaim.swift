internal import CSQLite
internal import Glibc

/// What an owner has learnt of its store when it opened it, and what it has told the store since.
///
/// For one thread, as the store is.
final class StoreClaim {
  let domain: String
  /// Whether the store was closed cleanly before: no file beside it then holds a part of it.
  let wasClosed: Bool
  /// Whether a person has said that it may go on with what is there.
  let acceptsLoss: Bool
  /// Whether the store's own file says that it is open, by us.
  var isMarked = false
  /// What it says, perhaps in the log alone.
  var mark: StoreMark?
  var redo: FileIdentity?

  init(domain: String, found: StoreMark?, acceptsLoss: Bool) {
    self.domain = domain
    self.acceptsLoss = acceptsLoss
    mark = found
    wasClosed = found?.isOpen == false
  }
}

extension Database {
  /// Takes a store for a domain's daemon, where it is whole.
  ///
  /// From here on the first change marks it as open; ``endCleanly()`` takes that back.
  ///
  /// With `acceptsLoss` a person has said that it may go on with what is there.
  ///
  /// - Throws: ``SQLiteError`` where files of it are missing, it is a copy that was made while a
  ///   daemon had it open, another domain's, or another program's. It is as it was then.
  package func claim(domain: String, acceptsLoss: Bool = false) throws(SQLiteError) {
    guard lock != nil else { return }
    // The log stays until the store is known to be whole without it; a refusal changes nothing.
    keepsLog(true)
    let found = try StoreMark.read(self)
    if let found, found.domain != domain {
      throw .otherDomain(path: path, found: found.domain, wanted: domain)
    }
    if found == nil, try isForeign() { throw .foreign(path: path) }
    if let found, !acceptsLoss, let lock { try found.check(path, log, lock.identity) }
    claim = StoreClaim(domain: domain, found: found, acceptsLoss: acceptsLoss)
  }

  /// Whether another program has made the file: it has tables, and no schema of ours.
  private func isForeign() throws(SQLiteError) -> Bool {
    guard try Migrator.version(of: self) == 0 else { return false }
    return try hasRow(
      "SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 1")
  }

  /// Adds a redo log to what belongs to the store; the mark names it from the next change on.
  package func adopt(redo path: String) {
    guard let claim, let identity = FileIdentity(path: path) else { return }
    lock?.watch(path)
    claim.redo = identity
    claim.isMarked = false
  }

  /// Whether records beside the store may count that it has not taken in: not beside one that was
  /// closed cleanly, as it had all of them.
  package var mayHaveRecords: Bool { claim?.wasClosed != true || acceptsLoss }

  /// Whether a person has said that it may go on with what is there.
  package var acceptsLoss: Bool { claim?.acceptsLoss == true }

  /// Before anything is changed: the files are still ours, and the store says that it is open.
  ///
  /// Costs some microseconds, and once in the life of an owner some milliseconds.
  ///
  /// - Throws: ``SQLiteError/isReplaced`` where somebody has removed or replaced a file of the store:
  ///   what would be written now, nobody would ever find.
  package func beforeChange() throws(SQLiteError) {
    if let missing = lock?.missing() { throw .replaced(path: missing) }
    guard let claim, !claim.isMarked, let lock else { return }
    let mark = StoreMark(
      domain: claim.domain, isOpen: true, file: lock.identity, redo: claim.redo)
    if claim.mark != mark {
      try write(mark)
      claim.mark = mark
    }
    // A reader may be in the way for a moment; then the next change tries again.
    claim.isMarked = try checkpoint()
  }

  /// Ends the work of an owner that has written all there is: the store's file alone is then the whole
  /// store, and says so.
  ///
  /// First everything else, then the mark: a copy that is made meanwhile is not taken for whole.
  ///
  /// - Throws: ``SQLiteError``. The store then stays marked, with its log, for the next start.
  package func endCleanly() throws(SQLiteError) {
    if let missing = lock?.missing() { throw .replaced(path: missing) }
    // While the store says that it is open its log is never empty: an empty one is a loss, not an end.
    guard try checkpoint() else { return }
    if let claim, var mark = claim.mark, mark.isOpen {
      mark.isOpen = false
      try write(mark)
      claim.mark = mark
      claim.isMarked = false
    }
    guard try checkpoint(truncating: true) else { return }
    // It may have records behind one that could not be read: they do not count any more.
    if acceptsLoss { unlink("\(path)-redo") }
    keepsLog(false)
  }
}

extension Database {
  /// Writes a mark in a transaction of its own, which is on disk when this returns.
  func write(_ mark: StoreMark) throws(SQLiteError) {
    try beginAlone()
    do throws(SQLiteError) {
      try execute(StoreMark.schema)
      try run(
        "INSERT OR REPLACE INTO mate_store VALUES (1, ?, ?, ?, ?, ?, ?)",
        .text(mark.domain), .bool(mark.isOpen), .integer(Int64(bitPattern: mark.file.inode)),
        .integer(mark.file.born), .optional(mark.redo.map { Int64(bitPattern: $0.inode) }),
        .optional(mark.redo?.born))
      try commit()
    } catch {
      // The first error is the one to tell.
      if isInTransaction { try? rollback() }
      throw error
    }
  }

  /// Bytes of the log in which one flipped bit was put right before it was read.
  package var mendedBytes: Int { log.mendedBytes }
}

extension StoreMark {
  /// Looks whether all that belongs to the store is beside it.
  ///
  /// - Throws: ``SQLiteError`` where files of it are missing, or it is a copy of one that was open.
  fileprivate func check(
    _ path: String, _ log: FoundLog, _ identity: FileIdentity
  ) throws(SQLiteError) {
    let isOurs = file.isSame(as: identity)
    guard isOpen else {
      // A log beside a store that was closed is of the last moment before that, or of another store.
      if !isOurs, log.committedFrames > 0 { throw .copied(path: path) }
      return
    }
    guard isOurs else { throw .copied(path: path) }
    guard log.exists else { throw .companionMissing(path: path, "-wal") }
    if log.isEmpty { throw .damagedLog(path: path, detail: "it is empty, and was not") }
    if let redo, FileIdentity(path: "\(path)-redo")?.isSame(as: redo) != true {
      throw .companionMissing(path: path, "-redo")
    }
  }
}

extension FoundLog {
  /// Refuses a store that says in its own file that it is open, and has no log.
  ///
  /// Before SQLite opens it, which would make an empty log: a refusal leaves everything as it was, and
  /// the next start is refused with the same sentence.
  func checkMark(of path: String, _ identity: FileIdentity) throws(SQLiteError) {
    guard !exists || isEmpty, !StoreFile.isEmpty(path) else { return }
    try StoreMark.read(file: path)?.check(path, self, identity)
  }
}
