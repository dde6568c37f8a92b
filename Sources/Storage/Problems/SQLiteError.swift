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
  private let ownProblem: StoreProblem?
  /// Whether the changes of the transaction may be on disk all the same, now or after the next
  /// start; else nothing of them is, and nothing can appear later.
  package private(set) var isOutcomeUnknown = false

  init(
    extendedCode: Int32, message: String, sql: String? = nil, path: String, remedy: String? = nil,
    problem: StoreProblem? = nil
  ) {
    code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
    ownRemedy = remedy
    ownProblem = problem
  }

  /// What is wrong, for who has sentences of their own.
  package var problem: StoreProblem {
    if let ownProblem { return ownProblem }
    if isReplaced { return .replaced }
    if isFull { return .full }
    if isCorrupt { return .damaged }
    if isReadOnly { return .readOnly }
    if isIO { return .diskFailed }
    if cannotOpen { return .cannotOpen }
    return isBusy ? .busy : .other
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
  /// A file of the store is not where it was: what is written now would never be found.
  package var isReplaced: Bool { extendedCode == Self.moved }
  /// SQLITE_READONLY_DBMOVED, which does not import.
  private static let moved = SQLITE_READONLY | 4 << 8
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
      return "the store \(path) is damaged; restore a backup with `matectl restore`, which keeps "
        + "what is there beside it"
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
        + "or start with another state directory", problem: .newer(found: found, known: known))
  }

  /// Rows or pages that cannot be what was written.
  package static func damaged(path: String, detail: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_CORRUPT, message: detail, path: path)
  }

  static func inUse(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_BUSY, message: "another daemon has the store open", path: path,
      remedy: "another daemon is using \(path); stop it, or give this one another state directory",
      problem: .inUse)
  }

  /// A call on a file of the store that failed beside SQLite, with `errno` as the call has left it.
  static func failed(_ call: String, _ path: String) -> SQLiteError {
    let code = errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR
    let message = "\(call): \(String(cString: strerror(errno)))"
    // Names and rights are no fault of the disk.
    let isRefusal = [EEXIST, EPERM, EACCES, EROFS, ELOOP, EMLINK, ENOTDIR].contains(errno)
    return SQLiteError(
      extendedCode: code, message: message, path: path,
      remedy: isRefusal ? "\(path) was left as it was: \(message)" : nil)
  }

  /// Changes that were acknowledged and cannot be read any more.
  static func damagedLog(path: String, detail: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CORRUPT, message: "\(path)-wal is damaged: \(detail)", path: path,
      remedy: "changes that were acknowledged are lost in \(path)-wal; \(waysOut)",
      problem: .logDamaged(file: "\(path)-wal"))
  }

  /// A database that another program has made.
  static func foreign(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_MISMATCH, message: "the file has tables of another program", path: path,
      remedy: "\(path) is a database of another program; move it away, or give the daemon another "
        + "state directory", problem: .foreign)
  }

  static func otherDomain(path: String, found: String, wanted: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_MISMATCH, message: "the store is of \(found), not of \(wanted)",
      path: path, remedy: "\(path) is the store of \(found); put it where \(found) looks for it",
      problem: .otherDomain(found))
  }

  /// A file that holds a part of the store is not beside it.
  static func companionMissing(path: String, _ suffix: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CANTOPEN,
      message: "the store was not closed cleanly, and its \(path)\(suffix) is missing or empty",
      path: path,
      remedy: "\(path)\(suffix) holds acknowledged changes; put it back beside the store, or "
        + waysOut, problem: .companionMissing(file: "\(path)\(suffix)"))
  }

  /// A file that holds a part of a store is where the store is not.
  static func storeMissing(path: String, _ suffix: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CANTOPEN,
      message: "the store is missing, but \(path)\(suffix) of it is there", path: path,
      remedy: "put \(path) back beside \(path)\(suffix), or \(waysOut)",
      problem: .storeMissing(companion: "\(path)\(suffix)"))
  }

  /// A copy of a store's files that was made while a daemon had them open.
  static func copied(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CANTOPEN,
      message: "the store is a copy that was made while a daemon had it open", path: path,
      remedy: "changes may be missing in \(path); use a copy by `matectl backup`, or one that was "
        + "made after the daemon's end, or \(waysOut)", problem: .copiedOpen)
  }

  private static let waysOut =
    "restore a backup (`matectl restore`), or run the daemon once with --accept-loss, which goes on "
    + "with what can be read and keeps the files as they are now"

  static func replaced(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: moved,
      message: "\(path) was removed or replaced while the daemon had it open", path: path,
      remedy: "\(path) was removed or replaced by somebody else; the daemon ends, so that the next "
        + "call starts it with what is there now", problem: .replaced)
  }

  /// An operating system's call that failed before SQLite was asked, with its `errno`.
  static func system(_ call: String, path: String, code: Int32 = errno) -> SQLiteError {
    let problem: StoreProblem? =
      switch code {
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      case EIO: .diskFailed
      default: nil
      }
    return SQLiteError(
      extendedCode: SQLITE_CANTOPEN, message: "\(call): \(String(cString: strerror(code)))",
      path: path, problem: problem)
  }

  /// Something else than a file has the name of a file of the store.
  static func notAFile(_ name: String, _ kind: StoreProblem.Kind, path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CANTOPEN, message: "\(name) is \(kind.rawValue)", path: path,
      remedy: "\(name) is \(kind.rawValue), no file of a store; move it away",
      problem: .notAFile(name, kind))
  }
}
