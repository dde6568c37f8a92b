internal import CSQLite
internal import Glibc

/// One connection to a daemon's store: SQLite in WAL mode with `synchronous=FULL`.
///
/// A commit that returned is on disk. For one thread; it is not Sendable, so the compiler keeps it
/// in its actor. Every failure is an ``SQLiteError`` whose ``SQLiteError/remedy`` says what to do.
package final class Database {
  /// How the file is opened.
  package enum Mode: Sendable {
    /// Made where missing, and locked: a second owner is refused.
    case owner
    /// For reading beside the owner, as a long report does; never waits for the owner's writes.
    case reader
    /// A file that nobody else knows and that is thrown away where it is not finished: without lock
    /// and log.
    case draft
    /// A file that nobody changes, read as it is: nothing beside it is looked at or made.
    case alone
  }

  /// The path, or ":memory:".
  package let path: String
  let handle: OpaquePointer
  let lock: StoreLock?
  /// What stood beside the store when it was opened.
  let log: FoundLog
  /// Whose store it is, once that is known.
  var claim: StoreClaim?
  /// Why the store must not be written any more; see ``commit()``.
  var distrust: SQLiteError?
  /// The log beside the store, and how far it was copied into it.
  let checkpoints: Checkpoints
  private var statements: [String: Statement] = [:]

  /// More statements than a daemon has; SQL with values pasted into it would grow without end.
  private static let statementLimit = 512
  /// How long to wait for a program beside us, as a backup, in milliseconds.
  private static let busyTimeout: Int32 = 2000
  package static let usualPageBytes = 4096
  /// Steps of SQLite's machine, about a tenth of a millisecond.
  private static let stepsBetweenLooks: Int32 = 10_000
  /// Stores up to this size are checked in full when they are opened, which takes milliseconds.
  private static let checkedAtOpen: Int64 = 4 << 20

  /// Opens a store, and checks that it is one.
  ///
  /// A commit writes whole pages, so small pages (1024 bytes) suit a store of many small changes
  /// and large ones (4096) a store that is mostly read. A store keeps the size it was made with.
  ///
  /// Missing folders are made with mode 0700, the file with 0600. A store above a few megabytes is
  /// not read in full here, so that years of history do not slow the start: ``integrityCheck()``.
  ///
  /// With `acceptsLoss` a log that is damaged counts as far as it can be read.
  ///
  /// - Throws: ``SQLiteError`` where it is damaged, no store, in use, or cannot be opened.
  package init(
    path: String, mode: Mode = .owner, pageBytes: Int = Database.usualPageBytes,
    acceptsLoss: Bool = false
  ) throws(SQLiteError) {
    self.path = path
    let isFile = path != ":memory:" && mode == .owner
    if isFile { try StoreFile.prepare(path) }
    checkpoints = Checkpoints(pageBytes: pageBytes)
    lock = isFile ? try StoreLock(path) : nil
    if isFile, acceptsLoss { try StoreRestore.keepFiles(of: path) }
    log = isFile ? try FoundLog(store: path, acceptsLoss: acceptsLoss) : FoundLog()
    if isFile { try StoreLength.check(path, log) }
    if !acceptsLoss, let lock { try log.checkMark(of: path, lock.identity) }
    if isFile { try WriteAheadLog.secure(path) }
    handle = try Self.open(path, mode)
    // SQLite would copy the log and remove it also where the store is refused below.
    keepsLog(true)
    try configure(mode, pageBytes)
    // It stays where it is for as long as the store is open.
    if isFile { lock?.watch("\(path)-wal") }
    if isFile, sizeInBytes <= Self.checkedAtOpen { try integrityCheck() }
    keepsLog(false)
  }

  /// The lock goes last, when SQLite has closed its files.
  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  private static func open(_ path: String, _ mode: Mode) throws(SQLiteError) -> OpaquePointer {
    let access =
      switch mode {
      case .owner, .draft: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reader: SQLITE_OPEN_READONLY
      case .alone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      mode == .alone ? aloneAddress(path) : path, &handle,
      access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      throw SQLiteError(extendedCode: code, message: message, path: path)
    }
    return handle
  }

  /// Of a file that SQLite takes for one that cannot change; https://sqlite.org/uri.html.
  private static func aloneAddress(_ path: String) -> String {
    let plain = path.utf8.map { byte -> String in
      let isPlain =
        byte == UInt8(ascii: "/") || byte >= 0x30 && byte <= 0x39
        || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      let digits = String(byte, radix: 16)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
    return "file:\(plain.joined())?immutable=1"
  }

  private func configure(_ mode: Mode, _ pageBytes: Int) throws(SQLiteError) {
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    _ = mate_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = mate_db_config_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    try execute("PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY")
    if mode == .draft { try execute("PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF") }
    guard mode == .owner else {
      // A reader works for a task: when that is cancelled, as by its deadline, its query ends too.
      sqlite3_progress_handler(
        handle, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
      return
    }
    // The first statement that reads the file: a file that is no store is refused here.
    try execute(
      """
      PRAGMA page_size=\(pageBytes); PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=16777216;
      SELECT count(*) FROM sqlite_schema
      """)
    checkpoints.follow(handle)
  }

  // MARK: Statements

  /// Runs one or several statements without parameters; rows are dropped.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Runs one statement; its preparation is kept for the next time.
  ///
  /// The bindings are one value for each `?`, in order.
  package func run(_ sql: String, _ bindings: SQLiteValue...) throws(SQLiteError) {
    try run(sql, bindings: bindings)
  }

  /// Runs one statement with bindings in an array.
  package func run(_ sql: String, bindings: [SQLiteValue]) throws(SQLiteError) {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, sql) }
    }
  }

  /// Reads all rows of a query.
  ///
  /// - Throws: ``SQLiteError``, or what `row` throws.
  package func query<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) throws -> T
  ) throws -> [T] {
    var rows: [T] = []
    try forEachRow(sql, bindings: bindings) { rows.append(try row($0)) }
    return rows
  }

  /// Reads the first row of a query; nil where there is none.
  ///
  /// - Throws: ``SQLiteError``, or what `row` throws.
  package func first<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) throws -> T
  ) throws -> T? {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    let code = statement.step()
    if code == SQLITE_DONE { return nil }
    guard code == SQLITE_ROW else { throw error(code, sql) }
    return try row(Row(handle: statement.handle))
  }

  /// Calls `body` with each row of a query, one after the other.
  ///
  /// - Throws: ``SQLiteError``, or what `body` throws, which ends the query.
  package func forEachRow(
    _ sql: String, bindings: [SQLiteValue] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, sql) }
      try body(Row(handle: statement.handle))
    }
  }

  private func take(_ sql: String, _ bindings: [SQLiteValue]) throws(SQLiteError) -> Statement {
    let statement: Statement
    if let known = statements[sql], !known.isBusy {
      statement = known
    } else {
      statement = try prepare(sql)
      if statements.count >= Self.statementLimit {
        statements = statements.filter(\.value.isBusy)
      }
      if statements[sql] == nil { statements[sql] = statement }
    }
    statement.isBusy = true
    let code = statement.bind(bindings)
    guard code == SQLITE_OK else {
      give(statement)
      throw error(code, sql)
    }
    return statement
  }

  private func give(_ statement: Statement) {
    statement.reset()
    statement.isBusy = false
  }

  private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil), sql)
    guard let prepared else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "no statement", sql: sql, path: path)
    }
    return Statement(handle: prepared)
  }

  // MARK: Errors

  func check(_ code: Int32, _ sql: String) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw error(code, sql)
  }

  func error(_ code: Int32, _ sql: String) -> SQLiteError {
    let code = isFull(code) ? SQLITE_FULL : code
    // SQLITE_RANGE is also our own, and then the connection's message is another error's.
    let message =
      code == SQLITE_RANGE
      ? "wrong number of bindings" : String(cString: sqlite3_errmsg(handle))
    return SQLiteError(extendedCode: code, message: message, sql: sql, path: path)
  }

  /// Whether a failure is that of a full disk.
  ///
  /// SQLite knows one by ENOSPC of a write to its files alone. A quota that is used up is the same to
  /// everybody else, and so is no room for its index.
  private func isFull(_ code: Int32) -> Bool {
    switch code {
    case mate_write_failed: mate_write_errno(handle) == EDQUOT
    case mate_index_failed: StoreFile.isDiskFull(path)
    default: false
    }
  }
}
