internal import IPCProtocol
internal import Storage

/// All that changes have gathered, on its way to the store: at the end of a turn it is on disk in the
/// redo log, and some hundred changes later it goes into the store in one transaction.
///
/// A commit of the store carries the number of the newest record that is in it, so a record is taken
/// in once, whatever happens between. Where there is no redo log, as on a disk without room for it,
/// or where it is full, a turn is a transaction of the store.
@LoopActor
final class GatheredChanges {
  /// The runtime's own table; the store's number keeps a log from being read beside another store.
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_redo (
      id INTEGER PRIMARY KEY CHECK (id = 1), store INTEGER NOT NULL, applied INTEGER NOT NULL);
    INSERT OR IGNORE INTO mate_redo VALUES (1, random(), 0);
    """
  /// So many elements are taken into the store together: many share a commit, and nobody waits long.
  private static let batch = 256
  /// Whether a change of the domain gathers; the redo log is for them.
  var isUsed = false
  private var gatherings: [any GatheredWrites] = []
  private let database: Database
  /// The size of a new redo log.
  private let redoBytes: Int
  private var redo: RedoLog?
  /// The newest record that the store has, and the newest that its open transaction has.
  private var applied: UInt64 = 0
  private var written: UInt64 = 0
  private var writer = RedoWriter()
  /// Whether the redo log may have what this turn has gathered although it could not be written: the
  /// store has to take it in now, and where it cannot nobody knows what the next start will find.
  private(set) var isInDoubt = false
  /// Whether the last write of the redo log failed; told once, not at every order.
  private var hasFailed = false

  init(database: Database, redoBytes: Int = RedoLog.usualBytes) {
    self.database = database
    self.redoBytes = redoBytes
  }

  func add(_ gathering: any GatheredWrites) {
    precondition(gatherings.allSatisfy { $0.name != gathering.name }, "\(gathering.name) twice")
    gatherings.append(gathering)
  }

  // MARK: One change

  func changeBegins() {
    for gathering in gatherings { gathering.changeBegins() }
  }

  func undoChange() {
    for gathering in gatherings { gathering.undoChange() }
  }

  // MARK: On disk

  /// Whether there is something that the open transaction, or the next one, has to take in.
  var isUnwritten: Bool {
    redo.map { $0.last != written } ?? false || gatherings.contains(where: \.isUnwritten)
  }

  /// Whether the open transaction has taken in something that would be undone with it.
  var isHalfWritten: Bool {
    written != applied || gatherings.contains(where: \.isHalfWritten)
  }

  /// Whether the redo log has what the store has not.
  var isBehind: Bool { redo.map { $0.last != applied } ?? false }

  /// Whether it is time for the store to take in what the redo log has.
  var isDue: Bool {
    guard let redo, isBehind else { return false }
    // A log with little room left is full soon.
    return redo.room < redo.capacity / 4 || gatherings.reduce(0) { $0 + $1.count } >= Self.batch
  }

  /// Puts what this turn has gathered into the redo log.
  ///
  /// - Returns: False where it has to go into the store, in this turn: where there is no log or no
  ///   room in it, and where its disk failed.
  func keep() -> Bool {
    guard gatherings.contains(where: \.isUnkept) else { return true }
    guard let redo else { return false }
    // What keeps the store from being changed is found again, and told, when the turn goes there.
    do { try database.beforeChange() } catch { return false }
    writer.removeAll()
    for gathering in gatherings where gathering.isUnkept {
      writer.write(gathering.name)
      gathering.encodeUnkept(to: &writer)
    }
    guard redo.hasRoom(for: writer.bytes.count) else { return false }
    do throws(SQLiteError) {
      try redo.append(writer.bytes)
    } catch {
      if !hasFailed { Journal.shared.storeFailure("the redo log", error) }
      hasFailed = true
      isInDoubt = true
      return false
    }
    hasFailed = false
    for gathering in gatherings { gathering.wasKept() }
    return true
  }

  /// Writes everything into the store's open transaction; again where more has come since.
  func write() throws(SQLiteError) {
    for gathering in gatherings where gathering.isUnwritten { try gathering.flush() }
    guard let redo, redo.last != written else { return }
    try database.run("UPDATE mate_redo SET applied = ?", .integer(Int64(bitPattern: redo.last)))
    written = redo.last
  }

  /// The transaction with everything is on disk.
  func wasCommitted() {
    isInDoubt = false
    for gathering in gatherings { gathering.wasCommitted() }
    guard let redo else { return }
    redo.rewind()
    applied = written
  }

  func wasRolledBack() {
    for gathering in gatherings { gathering.wasRolledBack() }
    written = applied
  }

  /// Forgets what this turn has gathered.
  func dropTurn() {
    for gathering in gatherings { gathering.dropUnkept() }
  }

  // MARK: Starting

  /// Opens the redo log, and takes back what the store has not taken in.
  ///
  /// - Throws: Where acknowledged changes cannot be read; the daemon must not start then.
  func recover() throws {
    guard isUsed else { return }
    try database.execute(Self.schema)
    let state = try database.first("SELECT store, applied FROM mate_redo") { row in
      (UInt64(bitPattern: row.integer(0)), UInt64(bitPattern: row.integer(1)))
    }
    guard let (store, applied) = state else { return }
    self.applied = applied
    written = applied
    let path = "\(database.path)-redo"
    do {
      redo = try RedoLog(
        path: path, store: store, applied: applied, bytes: redoBytes,
        mayBeCut: !database.mayHaveRecords || database.acceptsLoss)
    } catch {
      guard !RedoLog.exists(path) else { throw error }
      Journal.shared.log(
        .warning, "no redo log, so every change waits for the store: \(error)", id: .storeFailed)
      return
    }
    database.adopt(redo: path)
    redo?.acceptsLoss = database.acceptsLoss
    for payload in try redo?.recover() ?? [] {
      guard database.mayHaveRecords else {
        throw InconsistentStore(
          problem: "\(path) has changes that \(database.path) has not, although that was closed "
            + "cleanly; one of the two is of another day")
      }
      do {
        try take(payload)
      } catch {
        throw InconsistentStore(
          problem: "the redo log of \(database.path) was written by another version")
      }
    }
  }

  private func take(_ payload: [UInt8]) throws(RedoDefect) {
    var reader = RedoReader(payload)
    while !reader.isAtEnd {
      let name = try reader.text()
      guard let gathering = gatherings.first(where: { $0.name == name }) else {
        throw RedoDefect()
      }
      try gathering.recover(from: &reader)
    }
  }
}
