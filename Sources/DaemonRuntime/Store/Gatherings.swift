internal import Loop
internal import Storage

/// All that changes have gathered, on its way into the store.
///
/// A transaction of the store carries the number of the newest record of the log that is in it, so a
/// record is taken in once, whatever happens between.
@LoopActor
final class Gatherings {
  /// The runtime's own table; the store's number keeps a log from being read beside another store.
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_redo (
      id INTEGER PRIMARY KEY CHECK (id = 1), store INTEGER NOT NULL, applied INTEGER NOT NULL);
    INSERT OR IGNORE INTO mate_redo VALUES (1, random(), 0);
    """

  /// Whether a change of the domain gathers; the log is for them.
  var isUsed = false
  private var all: [any GatheredWrites] = []
  private let database: Database
  /// The newest record of the log that the store has, and the newest that its open transaction has.
  private(set) var applied: UInt64 = 0
  private var written: UInt64 = 0
  private var writer = RedoWriter()

  init(database: Database) { self.database = database }

  func add(_ gathering: any GatheredWrites) {
    precondition(all.allSatisfy { $0.name != gathering.name }, "\(gathering.name) twice")
    all.append(gathering)
  }

  // MARK: One change

  func changeBegins() {
    for gathering in all { gathering.changeBegins() }
  }

  func undoChange() {
    for gathering in all { gathering.undoChange() }
  }

  // MARK: The log

  /// How many changes wait for the store, where each adds one element to a gathering at most.
  var count: Int { all.reduce(0) { max($0, $1.count) } }

  var isUnsent: Bool { all.contains(where: \.isUnsent) }

  /// The record of what the log does not have, which counts as handed to it.
  func record() -> [UInt8] {
    writer.removeAll()
    for gathering in all where gathering.isUnsent {
      writer.write(gathering.name)
      gathering.send(to: &writer)
    }
    return writer.bytes
  }

  func becameDurable() {
    for gathering in all { gathering.becameDurable() }
  }

  /// Forgets what is not durable.
  func drop() {
    for gathering in all { gathering.drop() }
  }

  /// Takes back a record that the store has not taken in.
  func take(_ record: [UInt8]) throws(RedoDefect) {
    var reader = RedoReader(record)
    while !reader.isAtEnd {
      let name = try reader.text()
      guard let gathering = all.first(where: { $0.name == name }) else { throw RedoDefect() }
      try gathering.recover(from: &reader)
    }
  }

  // MARK: The store

  /// Makes the runtime's table, and reads what the store has taken in.
  ///
  /// - Returns: The store's number.
  func readApplied() throws -> UInt64? {
    try database.execute(Self.schema)
    let state = try database.first("SELECT store, applied FROM mate_redo") { row in
      (UInt64(bitPattern: row.integer(0)), UInt64(bitPattern: row.integer(1)))
    }
    guard let (store, applied) = state else { return nil }
    (self.applied, written) = (applied, applied)
    return store
  }

  /// Whether a transaction has to take in something beside what it has.
  func isUnwritten(_ log: (any TurnLog)?) -> Bool {
    log.map { $0.last != written } ?? false || all.contains(where: \.isUnwritten)
  }

  /// Whether the open transaction has taken in something that would be undone with it.
  var isHalfWritten: Bool { written != applied || all.contains(where: \.isHalfWritten) }

  /// Writes everything into the store's open transaction; again where more has come since.
  func write(_ log: (any TurnLog)?) throws(SQLiteError) {
    for gathering in all where gathering.isUnwritten { try gathering.flush() }
    guard let log, log.last != written else { return }
    try database.run("UPDATE mate_redo SET applied = ?", .integer(Int64(bitPattern: log.last)))
    written = log.last
  }

  /// The transaction with everything is on disk.
  func wasCommitted() {
    for gathering in all { gathering.wasCommitted() }
    applied = written
  }

  func wasRolledBack() {
    for gathering in all { gathering.wasRolledBack() }
    written = applied
  }
}
