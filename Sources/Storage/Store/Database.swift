/// A daemon's store: SQLite in WAL mode with `synchronous=FULL`.
///
/// A commit that returned is on disk.
package final class Database: SQLiteConnection {
  let lock: StoreLock?
  /// What stood beside the store when it was opened.
  let log: FoundLog
  /// Whose store it is, once that is known.
  var claim: StoreClaim?
  /// Why the store must not be written any more; see ``commit()``.
  var distrust: SQLiteError?
  /// The log beside the store, and how far it was copied into it.
  let checkpoints: Checkpoints
  /// What the open transaction changes, where somebody wants to know.
  var recorder = ChangeRecorder()

  package static let usualPageBytes = 4096
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
    let isFile = path != ":memory:" && mode == .owner
    if isFile { try StoreFile.prepare(path) }
    checkpoints = Checkpoints(pageBytes: pageBytes)
    let lock = isFile ? try StoreLock(path) : nil
    if isFile, acceptsLoss { try StoreFile.keepFiles(of: path) }
    let log = isFile ? try FoundLog(store: path, acceptsLoss: acceptsLoss) : FoundLog()
    if isFile { try StoreLength.check(path, log) }
    if !acceptsLoss, let lock { try log.checkMark(of: path, lock.identity) }
    if isFile { try WriteAheadLog.secure(path) }
    (self.lock, self.log) = (lock, log)
    try super.init(path: path, mode: mode)
    if mode == .owner { try configure(pageBytes) }
    // It stays where it is for as long as the store is open.
    if isFile { lock?.watch("\(path)-wal") }
    if isFile, sizeInBytes <= Self.checkedAtOpen { try integrityCheck() }
    keepsLog(false)
  }

  /// The lock goes last, when SQLite has closed its files.
  deinit {
    recorder.recording = nil
    close()
  }

  private func configure(_ pageBytes: Int) throws(SQLiteError) {
    // The first statement that reads the file: a file that is no store is refused here.
    try execute(
      """
      PRAGMA page_size=\(pageBytes); PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=16777216;
      SELECT count(*) FROM sqlite_schema
      """)
    checkpoints.follow(handle)
  }
}
