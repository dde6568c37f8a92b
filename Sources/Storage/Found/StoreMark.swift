/// What a store says about itself in its own file: whose it is, and whether a daemon has it open.
///
/// The files beside a store hold a part of it while a daemon works: the log of SQLite and the redo
/// log. A copy of some of the files, or of all of them one after the other, is a store with changes
/// missing, and no check of its pages would show that. So the first change of a daemon marks the store
/// as open, and its clean end takes the mark back: then the file alone is the whole store.
struct StoreMark: Hashable {
  var domain: String
  var isOpen: Bool
  /// The file that was marked; a copy is another file.
  var file: FileIdentity
  /// The redo log that was in use.
  var redo: FileIdentity?

  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_store (
      id INTEGER PRIMARY KEY CHECK (id = 1), domain TEXT NOT NULL, open INTEGER NOT NULL,
      inode INTEGER NOT NULL, born INTEGER NOT NULL, redo_inode INTEGER, redo_born INTEGER)
    """

  /// The mark of a store; nil for one that has none, as a new one.
  static func read(_ database: SQLiteConnection) throws(SQLiteError) -> StoreMark? {
    guard try database.hasTable("mate_store") else { return nil }
    return try database.first(
      "SELECT domain, open, inode, born, redo_inode, redo_born FROM mate_store"
    ) { row in
      StoreMark(
        domain: row.text(0), isOpen: row.bool(1), file: identity(row, 2),
        redo: row.isNull(4) ? nil : identity(row, 4))
    }
  }

  /// The mark in the store's own file, without what the log beside it has; nil also where it cannot
  /// be read: a file that is damaged or no store is told when it is opened.
  static func read(file path: String) -> StoreMark? {
    guard let file = try? SQLiteConnection(path: path, mode: .alone) else { return nil }
    return try? read(file)
  }

  private static func identity(_ row: borrowing Row, _ column: Int) -> FileIdentity {
    FileIdentity(
      inode: UInt64(bitPattern: row.integer(column)), born: row.integer(column + 1))
  }
}
