internal import CSQLite
internal import Glibc

/// What SQLite, or the check of a store, refused; with a sentence that says what to do.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A primary result code, as SQLITE_FULL.
  package let code: Int32
  /// The result code with its detail, as SQLITE_IOERR_FSYNC.
  package let extendedCode: Int32
  /// What happened, in SQLite's words or in ours.
  package let message: String
  /// The statement, where there was one.
  package let sql: String?
  /// The store's path.
  package let path: String
  private let ownRemedy: String?
  /// Whether the changes of the transaction may be on disk all the same, now or after the next
  /// start; else nothing of them is, and nothing can appear later.
  package private(set) var isOutcomeUnknown = false

  init(
    extendedCode: Int32, message: String, sql: String? = nil, path: String, remedy: String? = nil
  ) {
    code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
    ownRemedy = remedy
  }

  /// The disk, or the quota of the store, is full.
  package var isFull: Bool { code == SQLITE_FULL }
  /// The file is damaged, or is no store at all.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
  /// The file or its file system cannot be written.
  package var isReadOnly: Bool { code == SQLITE_READONLY || code == SQLITE_PERM }
  /// The disk failed.
  package var isIO: Bool { code == SQLITE_IOERR }
  /// The file cannot be opened.
  package var cannotOpen: Bool { code == SQLITE_CANTOPEN }
  /// Somebody else holds the store.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
  /// A constraint of the schema was broken: a defect of ours.
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT }

  /// The same failure, of a commit that may have taken place.
  var withUnknownOutcome: SQLiteError {
    var error = self
    error.isOutcomeUnknown = true
    return error
  }

  /// One sentence for a person: what to do about it.
  package var remedy: String {
    if let ownRemedy { return ownRemedy }
    if isFull { return "the disk is full; free some space on the file system of \(path)" }
    if isCorrupt {
      return "the store \(path) is damaged; move it away and put a backup in its place"
    }
    if isReadOnly { return "\(path) cannot be written; check the mount and the file's owner" }
    if isIO { return "the disk failed under \(path); look at the kernel's log before going on" }
    if cannotOpen { return "\(path) cannot be opened; check that its folder exists and is yours" }
    if isBusy { return "another program is writing \(path); close it and try again" }
    return "the store \(path) failed: \(message)"
  }

  package var description: String {
    let place = sql.map { " in: \($0)" } ?? ""
    return "SQLite \(extendedCode): \(message)\(place) (\(remedy))"
  }
}

extension SQLiteError {
  /// A store that a later version of the program has written.
  static func newer(path: String, found: Int64, known: Int64) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_SCHEMA,
      message: "the store has schema version \(found), this program knows \(known)", path: path,
      remedy: "the store \(path) was written by a newer version; install that version again, "
        + "or start with another state directory")
  }

  static func damaged(path: String, detail: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_CORRUPT, message: detail, path: path)
  }

  static func inUse(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_BUSY, message: "another daemon has the store open", path: path,
      remedy: "another daemon is using \(path); stop it, or give this one another state directory")
  }

  /// A call on a file of the store that failed beside SQLite, with `errno` as the call has left it.
  static func failed(_ call: String, _ path: String) -> SQLiteError {
    let code = errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR
    return SQLiteError(
      extendedCode: code, message: "\(call): \(String(cString: strerror(errno)))", path: path)
  }

  /// An operating system's call that failed before SQLite was asked.
  static func system(_ call: String, path: String, reason: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "\(call): \(reason)", path: path)
  }
}
