internal import CSQLite
internal import Glibc

/// One connection to a file of SQLite: statements, their rows and their errors.
///
/// For one thread; it is not Sendable, so the compiler keeps it in its actor. Every failure is an
/// ``SQLiteError`` whose ``SQLiteError/remedy`` says what to do.
package class SQLiteConnection {
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
  package final let path: String
  final let handle: OpaquePointer
  private final var statements: [String: Statement] = [:]
  private final var isClosed = false

  /// More statements than a daemon has; SQL with values pasted into it would grow without end.
  private static let statementLimit = 512
  /// How long to wait for a program beside us, as a backup, in milliseconds.
  private static let busyTimeout: Int32 = 2000
  private final var isPatient = true
  /// Whether who changes something outside of a transaction is refused: it would be kept at once, beside
  /// what the transactions of others keep in order.
  package final var changesNeedTransaction = false
  /// Steps of SQLite's machine, about a tenth of a millisecond.
  private static let stepsBetweenLooks: Int32 = 10_000

  init(path: String, mode: Mode) throws(SQLiteError) {
    self.path = path
    handle = try Self.open(path, mode)
    // SQLite would copy the log and remove it also where its owner refuses the store.
    if mode == .owner { keepsLog(true) }
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    _ = mate_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = mate_db_config_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    try execute("PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY")
    if mode == .draft { try execute("PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF") }
    if mode == .owner { return }
    // A reader works for a task: when that is cancelled, as by its deadline, its query ends too.
    sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }

  deinit { close() }

  /// Closes SQLite's files; nothing is asked after that.
  final func close() {
    if isClosed { return }
    isClosed = true
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

  /// Whether the log is left to the next start, which writes it anew before it believes it.
  final func keepsLog(_ keeps: Bool) {
    _ = mate_db_config_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
  }

  /// Whether it waits for a program beside us; who has found one that stays would else hold up all who
  /// come after, each as long again.
  final func isPatient(_ isPatient: Bool) {
    guard isPatient != self.isPatient else { return }
    self.isPatient = isPatient
    sqlite3_busy_timeout(handle, isPatient ? Self.busyTimeout : 0)
  }

  // MARK: Statements

  /// Runs one or several statements without parameters; rows are dropped.
  package final func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Runs one statement; its preparation is kept for the next time.
  ///
  /// The bindings are one value for each `?`, in order.
  package final func run(_ sql: String, _ bindings: SQLiteValue...) throws(SQLiteError) {
    try run(sql, bindings: bindings)
  }

  /// Runs one statement with bindings in an array.
  package final func run(_ sql: String, bindings: [SQLiteValue]) throws(SQLiteError) {
    try run(sql, bindings, mayStandAlone: !changesNeedTransaction)
  }

  /// Begins a transaction, for which none need be there.
  final func beginAlone() throws(SQLiteError) {
    try run("BEGIN IMMEDIATE", [], mayStandAlone: true)
  }

  private func run(
    _ sql: String, _ bindings: [SQLiteValue], mayStandAlone: Bool
  ) throws(SQLiteError) {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    if !mayStandAlone, !isInTransaction, statement.mayWrite {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "a change outside of a transaction", sql: sql,
        path: path)
    }
    while try hasRow(statement, sql) {}
  }

  /// Reads all rows of a query.
  ///
  /// - Throws: ``SQLiteError``, or what `row` throws.
  package final func query<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) throws -> T
  ) throws -> [T] {
    var rows: [T] = []
    try forEachRow(sql, bindings: bindings) { rows.append(try row($0)) }
    return rows
  }

  /// Reads all rows of a query.
  package final func query<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) -> T
  ) throws(SQLiteError) -> [T] {
    var rows: [T] = []
    try forEachRow(sql, bindings: bindings) { rows.append(row($0)) }
    return rows
  }

  /// Reads the first row of a query; nil where there is none.
  ///
  /// - Throws: ``SQLiteError``, or what `row` throws.
  package final func first<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) throws -> T
  ) throws -> T? {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    return try hasRow(statement, sql) ? try row(Row(handle: statement.handle)) : nil
  }

  /// Reads the first row of a query; nil where there is none.
  package final func first<T>(
    _ sql: String, _ bindings: SQLiteValue..., row: (borrowing Row) -> T
  ) throws(SQLiteError) -> T? {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    return try hasRow(statement, sql) ? row(Row(handle: statement.handle)) : nil
  }

  /// Calls `body` with each row of a query, one after the other.
  ///
  /// - Throws: ``SQLiteError``, or what `body` throws, which ends the query.
  package final func forEachRow(
    _ sql: String, bindings: [SQLiteValue] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    while try hasRow(statement, sql) { try body(Row(handle: statement.handle)) }
  }

  /// Calls `body` with each row of a query, one after the other.
  package final func forEachRow(
    _ sql: String, bindings: [SQLiteValue] = [], _ body: (borrowing Row) -> Void
  ) throws(SQLiteError) {
    let statement = try take(sql, bindings)
    defer { give(statement) }
    while try hasRow(statement, sql) { body(Row(handle: statement.handle)) }
  }

  /// Goes on to the statement's next row.
  private func hasRow(_ statement: Statement, _ sql: String) throws(SQLiteError) -> Bool {
    let code = statement.step()
    if code == SQLITE_DONE { return false }
    guard code == SQLITE_ROW else { throw error(code, sql) }
    return true
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

  final func check(_ code: Int32, _ sql: String) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw error(code, sql)
  }

  final func error(_ code: Int32, _ sql: String) -> SQLiteError {
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
