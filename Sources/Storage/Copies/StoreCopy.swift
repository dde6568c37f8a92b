internal import CLinux
internal import CSQLite
internal import Glibc

/// One file that is a whole store.
package enum StoreCopy {
  /// Pages that are copied between two looks at whether somebody still wants the copy.
  private static let pieceOfPages: Int32 = 256

  /// Copies a store that may be in use, as it is now.
  ///
  /// Changes meanwhile are not in the copy, and do not wait for it. For a thread of its own.
  ///
  /// - Parameters:
  ///   - store: The store's path.
  ///   - domain: Whose it is.
  ///   - draft: A path that nobody else uses.
  ///   - tables: Tables that the copy does not have.
  ///   - isWanted: Asked now and then; false ends it.
  /// - Throws: ``SQLiteError``, or `CancellationError`; there is nothing at `draft` then.
  package static func make(
    of store: String, domain: String, at draft: String, without tables: [String] = [],
    isWanted: () -> Bool
  ) throws {
    do {
      try create(draft)
      try copy(store, to: draft, isWanted)
      try remove(tables, from: draft)
      try seal(draft, domain: domain)
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
      throw error
    }
  }

  private static func create(_ path: String) throws(SQLiteError) {
    unlink(path)
    let descriptor = mate_open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("open \(path)", path: path)
    }
    close(descriptor)
  }

  private static func copy(_ store: String, to draft: String, _ isWanted: () -> Bool) throws {
    let source = try SQLiteConnection(path: store, mode: .reader)
    let target = try Database(path: draft, mode: .draft)
    // From here on the source shows one moment, whatever is changed.
    try source.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.error(sqlite3_errcode(target.handle), "backup")
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, isWanted() { code = sqlite3_backup_step(backup, pieceOfPages) }
    let end = sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw CancellationError() }
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw target.error(end, "backup") }
  }

  private static func remove(_ tables: [String], from draft: String) throws(SQLiteError) {
    guard !tables.isEmpty else { return }
    let database = try Database(path: draft, mode: .draft)
    for table in tables { try database.execute("DROP TABLE IF EXISTS \(table)") }
  }

  /// Gives a copy its name, on disk.
  package static func put(_ draft: String, at path: String) throws(SQLiteError) {
    guard rename(draft, path) == 0 else { throw .system("rename \(draft)", path: path) }
    try syncFile(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
  }

  /// Makes a copy a store that was closed cleanly, whole without any other file, and waits for the disk.
  ///
  /// No redo log is for it: one that is where it is put is of another day.
  static func seal(_ path: String, domain: String) throws(SQLiteError) {
    let database = try Database(path: path, mode: .draft)
    try database.execute("PRAGMA journal_mode=DELETE")
    let nobody = FileIdentity(inode: 0, born: 0)
    try database.write(StoreMark(domain: domain, isOpen: false, file: nobody, redo: nil))
    let hasRedo = try database.hasTable("mate_redo")
    if hasRedo { try database.run("UPDATE mate_redo SET store = random()") }
    try database.integrityCheck()
    try syncFile(path)
  }

  static func syncFile(_ path: String) throws(SQLiteError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .system("open \(path)", path: path)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .system("fsync \(path)", path: path)
    }
  }
}
