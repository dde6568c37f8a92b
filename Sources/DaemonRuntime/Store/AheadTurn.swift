internal import Loop
internal import Storage

/// What the store's last transaction changed, kept in the store itself, so that it can be taken back.
///
/// Where several machines share one log, a store may have a turn that the log never got: its machine
/// died, or lost the log, in between. Such a turn was acknowledged to nobody, and the next start takes
/// it back.
@LoopActor
final class AheadTurn {
  private static let schema = """
    CREATE TABLE IF NOT EXISTS mate_ahead (
      id INTEGER PRIMARY KEY CHECK (id = 1), turn INTEGER NOT NULL, changes BLOB NOT NULL);
    INSERT OR IGNORE INTO mate_ahead VALUES (1, 0, x'');
    """

  /// The number of the newest transaction that the store has, from 1 on; 0 for none.
  private(set) var turn: UInt64
  /// Of the transaction under way.
  private var next: UInt64?
  private let database: Database

  /// From now on every transaction of the store is recorded.
  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    try database.execute(Self.schema)
    turn = try Self.turn(of: database)
    database.recordsChanges = true
  }

  private static func turn(of database: Database) throws(SQLiteError) -> UInt64 {
    try database.first("SELECT turn FROM mate_ahead") { UInt64($0.integer(0)) } ?? 0
  }

  /// Puts what the open transaction has changed beside it, right before its end.
  func keep() throws(SQLiteError) {
    let changes = try database.changes()
    try write(turn + 1, changes)
    next = turn + 1
  }

  /// The transaction is on disk.
  func wasCommitted() {
    turn = next ?? turn
    next = nil
  }

  /// The changes of the newest transaction; empty where they were taken back.
  func changes() throws(SQLiteError) -> Changeset {
    Changeset(
      bytes: try database.first("SELECT changes FROM mate_ahead") { $0.blob(0) } ?? [])
  }

  /// Takes the newest transaction back, on disk: the store is as it was before it.
  ///
  /// - Throws: ``SQLiteError``; the store is as it was then.
  func takeBack() throws(SQLiteError) {
    let changes = try changes()
    guard !changes.isEmpty else { return }
    let inverse = try changes.inverted()
    try database.begin()
    do throws(SQLiteError) {
      try database.apply(inverse)
      try write(turn - 1, Changeset(bytes: []))
      try database.commit()
    } catch {
      database.abandon()
      throw error
    }
    turn -= 1
  }

  private func write(_ turn: UInt64, _ changes: Changeset) throws(SQLiteError) {
    try database.run(
      "UPDATE mate_ahead SET turn = ?, changes = ?", .integer(Int64(turn)), .blob(changes.bytes))
  }
}
