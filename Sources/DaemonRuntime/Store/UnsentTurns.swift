internal import Loop
internal import Storage
internal import Values

/// Turns of an owner that does not wait for the log of several machines: what each has changed, in the same
/// transaction of the store, until the log has it.
///
/// They have a bound. Beyond it none is kept, and only a copy of the whole store brings the others on, which
/// is shorter then.
@LoopActor
final class UnsentTurns {
  private static let schema = """
    CREATE TABLE IF NOT EXISTS mate_own (
      id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL, sent INTEGER NOT NULL,
      lost_since INTEGER);
    CREATE TABLE IF NOT EXISTS mate_unsent (
      turn INTEGER PRIMARY KEY, at INTEGER NOT NULL, changes BLOB NOT NULL);
    """
  /// Bytes of changes that are kept: some hundred thousand orders.
  static let usualLimit = 64 << 20

  /// As which owner this machine may go on without asking; nil where it may not.
  private(set) var epoch: Int64?
  /// The newest turn that the log is known to have.
  private(set) var sent: UInt64 = 0
  /// Of the turns behind that.
  private(set) var bytes = 0
  /// Whether turns were left out, so that a copy is needed.
  var isIncomplete: Bool { isLost || lostSince != nil }
  /// Whether turns are left out from here on.
  private var isLost = false
  /// When the first of the turns happened that were left out, as long as no copy was made since.
  private var lostSince: Timestamp?
  var limit = usualLimit
  /// Called with each turn that was kept, on disk.
  var onKept: @LoopActor () -> Void = {}
  /// The newest turn that is known to be sent on disk as well.
  private var removed: UInt64 = 0
  /// Of the transaction under way.
  private var next: (bytes: Int, removed: UInt64, lostSince: Timestamp?, isLost: Bool)?
  private let database: Database

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    try read()
  }

  /// Reads what an earlier process has left.
  func read() throws(SQLiteError) {
    (epoch, sent, bytes, isLost, lostSince, removed) = (nil, 0, 0, false, nil, 0)
    guard try database.hasTable("mate_own") else { return }
    let row = try database.first("SELECT epoch, sent, lost_since FROM mate_own") { row in
      (row.integer(0), UInt64(row.integer(1)), row.optionalInteger(2))
    }
    guard let row else { return }
    (epoch, sent, removed) = (row.0, row.1, row.1)
    lostSince = row.2.map { Timestamp(microseconds: $0) }
    isLost = lostSince != nil
    try count()
  }

  private func count() throws(SQLiteError) {
    bytes =
      try database.first(
        "SELECT coalesce(sum(length(changes)), 0) FROM mate_unsent WHERE turn > ?",
        .integer(Int64(sent))
      ) { Int($0.integer(0)) } ?? 0
  }

  // MARK: In a transaction of the store

  /// From now on turns are kept; the log has those up to one.
  func begin(epoch: Int64, sent: UInt64) throws(SQLiteError) {
    try drop()
    try database.execute(Self.schema)
    try database.run(
      "INSERT INTO mate_own VALUES (1, ?, ?, NULL)", .integer(epoch), .integer(Int64(sent)))
  }

  func drop() throws(SQLiteError) {
    try database.execute("DROP TABLE IF EXISTS mate_own; DROP TABLE IF EXISTS mate_unsent")
  }

  /// Keeps no turn before the next copy.
  func lose() throws(SQLiteError) {
    try database.run(
      """
      UPDATE mate_own SET sent = ?,
        lost_since = coalesce(lost_since, (SELECT min(at) FROM mate_unsent WHERE turn > ?), ?)
      """,
      .integer(Int64(sent)), .integer(Int64(sent)), .integer(now))
    try database.execute("DELETE FROM mate_unsent")
  }

  /// Keeps what the open transaction has changed, right before its end, and removes what was sent.
  func keep(_ changes: Changeset, turn: UInt64) throws(SQLiteError) {
    var next = (bytes: 0, removed: removed, lostSince: lostSince, isLost: isLost)
    defer { self.next = next }
    if isLost { return }
    guard bytes + changes.bytes.count <= limit else {
      next.lostSince = try since() ?? Timestamp(microseconds: now)
      try lose()
      next.isLost = true
      return
    }
    if removed < sent {
      try database.run("DELETE FROM mate_unsent WHERE turn <= ?", .integer(Int64(sent)))
      try database.run(
        "UPDATE mate_own SET sent = ?, lost_since = ?", .integer(Int64(sent)),
        lostSince.map { .integer($0.microseconds) } ?? .null)
      next.removed = sent
    }
    try database.run(
      "INSERT OR REPLACE INTO mate_unsent VALUES (?, ?, ?)", .integer(Int64(turn)), .integer(now),
      .blob(changes.bytes))
    next.bytes = changes.bytes.count
  }

  func wasCommitted() {
    guard let next else { return }
    self.next = nil
    (removed, lostSince) = (next.removed, next.lostSince)
    bytes = next.isLost ? 0 : bytes + next.bytes
    isLost = next.isLost
    onKept()
  }

  func wasRolledBack() { next = nil }

  // MARK: Sending

  /// The first turn behind one, with what it has changed.
  func first(after turn: UInt64) throws(SQLiteError) -> (turn: UInt64, changes: [UInt8])? {
    try database.first(
      "SELECT turn, changes FROM mate_unsent WHERE turn > ? ORDER BY turn LIMIT 1",
      .integer(Int64(turn))
    ) { (UInt64($0.integer(0)), $0.blob(1)) }
  }

  /// What a turn has changed; nil where that is not kept, or not any more.
  func changes(of turn: UInt64) throws(SQLiteError) -> [UInt8]? {
    try database.first(
      "SELECT changes FROM mate_unsent WHERE turn = ?", .integer(Int64(turn))
    ) { $0.blob(0) }
  }

  /// The log has a turn, which is the first that was not sent.
  func wasSent(_ turn: UInt64, bytes count: Int) {
    sent = turn
    bytes = max(0, bytes - count)
  }

  /// The log was asked: it has all turns up to one.
  func found(_ turn: UInt64) throws(SQLiteError) {
    sent = turn
    try count()
  }

  /// Turns are kept again, as a copy of the store is about to be made.
  func copyBegins() { isLost = false }

  /// The log has a copy of the store after a turn.
  func wasCopied(_ turn: UInt64) throws(SQLiteError) {
    if !isLost { lostSince = nil }
    try found(turn)
  }

  /// When the oldest turn happened that was not sent; nil where there is none.
  func since() throws(SQLiteError) -> Timestamp? {
    if let lostSince { return lostSince }
    guard epoch != nil else { return nil }
    return try database.first(
      "SELECT at FROM mate_unsent WHERE turn > ? ORDER BY turn LIMIT 1", .integer(Int64(sent))
    ) { Timestamp(microseconds: $0.integer(0)) }
  }

  /// Only shown, so a clock that jumps does no harm.
  private var now: Int64 { WallTime.now.microseconds }
}
