internal import Glibc

/// What stood beside a store when its owner opened it.
struct FoundLog {
  private(set) var exists = false
  private(set) var committedFrames = 0
  /// The pages that it has for the store.
  private(set) var pages: Set<UInt32> = []
  /// Bytes in which one flipped bit was put right.
  private(set) var mendedBytes = 0
  /// Whether it has no whole header; that of a store which says that it is open had one.
  private(set) var isEmpty = false

  /// For a store that has none.
  init() {}

  /// - Throws: Where acknowledged changes in it cannot be read, unless that is accepted; the files are
  ///   as they were then.
  init(store path: String, acceptsLoss: Bool) throws(SQLiteError) {
    // SQLite makes the store before its log, and would remove the log of an empty file.
    if StoreFile.isEmpty(path), !acceptsLoss {
      for suffix in ["-wal", "-redo"] where access(path + suffix, F_OK) == 0 {
        throw .storeMissing(path: path, suffix)
      }
    }
    guard let scan = try WALScan(store: path) else { return }
    if let damage = scan.damage, !acceptsLoss {
      // What was added to the log of a store that was closed cleanly is nothing of it.
      guard scan.committedFrames == 0, StoreMark.read(file: path)?.isOpen == false else {
        throw .damagedLog(path: path, detail: damage)
      }
    }
    if scan.damage == nil { try scan.mend(store: path) }
    exists = true
    (committedFrames, pages) = (scan.committedFrames, scan.pages)
    mendedBytes = scan.damage == nil ? scan.mends.count : 0
    isEmpty = scan.isEmpty
  }
}
