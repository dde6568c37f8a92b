internal import Loop
internal import Storage
internal import Values

/// How far a store has come that is one of several copies of a branch, and what its last turn changed.
///
/// The machines share one log, and a store may have a turn that the log never got: its machine died, or
/// lost the log, in between. Such a turn was acknowledged to nobody, so it is taken back, or found in the
/// log and kept.
@LoopActor
final class AheadTurn {
  private static let schema = """
    CREATE TABLE IF NOT EXISTS mate_ahead (
      id INTEGER PRIMARY KEY CHECK (id = 1), origin INTEGER, was_new INTEGER NOT NULL,
      turn INTEGER NOT NULL, changes BLOB NOT NULL);
    INSERT OR IGNORE INTO mate_ahead VALUES (1, NULL, 0, 0, x'');
    """

  /// The number of the newest turn that the store has, from 1 on; 0 for none.
  private(set) var turn: UInt64 = 0
  /// Which branch the store is a copy of; nil for one that has its history alone.
  private(set) var origin: Int64?
  /// Whether the store has nothing but what a new one begins with, so that it may become another's copy.
  var isNew: Bool { wasNew && turn == 0 }
  private var wasNew = false
  /// After which turn the store was put into a file aside whose place a copy takes that has not come yet: one file
  /// is enough, however often that is tried.
  var kept: UInt64?
  /// Of the transaction under way.
  private var next: UInt64?
  private let database: Database
  /// What an owner that does not wait for the log has in front of it.
  let unsent: UnsentTurns

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    unsent = try UnsentTurns(database)
    guard try database.hasTable("mate_ahead") else { return }
    try read()
  }

  private func read() throws(SQLiteError) {
    let row = try database.first("SELECT turn, origin, was_new FROM mate_ahead") { row in
      (UInt64(row.integer(0)), row.optionalInteger(1), row.bool(2))
    }
    (turn, origin, wasNew) = row ?? (0, nil, false)
  }

  /// The number of the newest turn that a reader sees; 0 in a store that is no copy.
  static func turn(of reader: Database) throws(SQLiteError) -> UInt64 {
    guard try reader.hasTable("mate_ahead") else { return 0 }
    return try reader.first("SELECT turn FROM mate_ahead") { UInt64($0.integer(0)) } ?? 0
  }

  /// Whether the store's transactions are turns of this machine; then they are recorded.
  var isRecording: Bool {
    get { database.recordsChanges }
    set { database.recordsChanges = newValue }
  }

  // MARK: Turns

  /// Puts what the open transaction has changed beside it, right before its end.
  ///
  /// - Returns: What the others need to do the same; empty where nothing was changed, which is no turn.
  func keep() throws(SQLiteError) -> Changeset {
    let changes = try database.changes()
    guard !changes.isEmpty else { return changes }
    if unsent.epoch == nil {
      try write(turn + 1, changes)
    } else {
      try unsent.keep(changes, turn: turn + 1)
      try write(turn + 1, Changeset(bytes: []))
    }
    next = turn + 1
    return changes
  }

  /// The transaction is on disk.
  func wasCommitted() {
    turn = next ?? turn
    next = nil
    unsent.wasCommitted()
  }

  /// It is not.
  func wasRolledBack() {
    next = nil
    unsent.wasRolledBack()
  }

  /// Does what another machine did in its next turns, on disk.
  ///
  /// - Throws: ``SQLiteError``; the store is as it was then.
  func take(_ turns: [Changeset]) throws(SQLiteError) {
    guard let last = turns.last else { return }
    let newest = turn + UInt64(turns.count)
    try inTransaction { () throws(SQLiteError) in
      for changes in turns { try database.apply(changes) }
      try write(newest, last)
    }
    turn = newest
  }

  /// The changes of the newest turn; empty where it is known that the log has it.
  func changes() throws(SQLiteError) -> Changeset {
    guard turn > 0 else { return Changeset(bytes: []) }
    return Changeset(
      bytes: try database.first("SELECT changes FROM mate_ahead") { $0.blob(0) } ?? [])
  }

  /// Takes the newest turn back, on disk: the store is as it was before it.
  ///
  /// - Throws: ``SQLiteError``; the store is as it was then.
  func takeBack() throws(SQLiteError) {
    let changes = try changes()
    guard !changes.isEmpty else { return }
    let inverse = try changes.inverted()
    try inTransaction { () throws(SQLiteError) in
      try database.apply(inverse)
      try write(turn - 1, Changeset(bytes: []))
    }
    turn -= 1
  }

  // MARK: Which copy it is

  /// Makes the store a copy of a branch with what it has, on disk.
  func begin(origin: Int64, isNew: Bool = false) throws(SQLiteError) {
    try inTransaction { () throws(SQLiteError) in
      try join(origin: origin, turn: turn, isNew: isNew)
    }
    try readAgain()
  }

  /// Makes the store a copy of a branch, as that is after a turn; in the open transaction.
  func join(origin: Int64, turn: UInt64, isNew: Bool = false) throws(SQLiteError) {
    try database.execute(Self.schema)
    try database.run(
      "UPDATE mate_ahead SET origin = ?, turn = ?, was_new = ?, changes = x''",
      .integer(origin), .integer(Int64(turn)), .bool(isNew))
  }

  /// Reads what an open transaction has written that is on disk now, or undone.
  func readAgain() throws(SQLiteError) { try read() }

  /// The store has its history alone again.
  func leave() throws(SQLiteError) {
    guard try database.hasTable("mate_ahead") else { return }
    try inTransaction { () throws(SQLiteError) in
      try database.execute("DROP TABLE mate_ahead")
      try unsent.drop()
    }
    (turn, origin, wasNew) = (0, nil, false)
    try unsent.read()
  }

  // MARK: An owner that does not wait

  /// How many turns the server is not known to have; right after a start some of them may be there.
  var turnsBehind: UInt64 { turn - min(unsent.sent, turn) }

  /// When the oldest of them happened; nil where there is none, or the store cannot be asked, which is only shown.
  var behindSince: Timestamp? { (try? unsent.since()) ?? nil }

  /// From now on every turn is kept here until the server has it, on disk.
  func begin(epoch: Int64) throws(SQLiteError) {
    try inTransaction { () throws(SQLiteError) in try unsent.begin(epoch: epoch, sent: turn) }
    try unsent.read()
  }

  /// Keeps no more turns here: the server has all of them, on disk.
  func endUnsent() throws(SQLiteError) {
    try inTransaction { () throws(SQLiteError) in try unsent.drop() }
    try unsent.read()
  }

  /// A turn of which no record tells, as one that makes other tables: only a whole copy has it.
  func skip() throws(SQLiteError) {
    try inTransaction { () throws(SQLiteError) in
      try unsent.lose()
      try write(turn + 1, Changeset(bytes: []))
    }
    turn += 1
    try unsent.read()
  }

  /// The store is a copy of nothing any more, on disk, and becomes one of whatever the server has.
  func standAside() throws(SQLiteError) {
    try inTransaction { () throws(SQLiteError) in
      try unsent.drop()
      try database.run(
        "UPDATE mate_ahead SET origin = ?, turn = 0, was_new = 1, changes = x''",
        .integer(Self.nobodys))
    }
    try read()
    try unsent.read()
  }

  /// The origin of a store that stood aside; no branch has it.
  static let nobodys: Int64 = 0

  private func write(_ turn: UInt64, _ changes: Changeset) throws(SQLiteError) {
    try database.run(
      "UPDATE mate_ahead SET turn = ?, changes = ?", .integer(Int64(turn)), .blob(changes.bytes))
  }

  /// Runs `body` in a transaction that is no turn of this machine.
  private func inTransaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    let wasRecording = isRecording
    isRecording = false
    defer { isRecording = wasRecording }
    try database.begin()
    do throws(SQLiteError) {
      try body()
      try database.commit()
    } catch {
      database.abandon()
      throw error
    }
  }
}
