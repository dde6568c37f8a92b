internal import CSQLite

/// How far the log of a store has grown, and how far it was copied into the store.
///
/// SQLite would copy it inside the commit that finds it long, before anybody is answered, and a copy
/// that fails would make a commit that is on disk look like one that failed. So whoever owns the
/// store copies it when replies have left: ``Database/checkpoint(truncating:)``.
final class Checkpoints {
  /// The log is to be copied into the store when it has grown so large.
  private static let logBytes = 4_096_000

  private let longest: Int32
  /// Frames in the log at the last commit; written by SQLite's hook.
  private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// Whether pages were copied that wait for the next sync, as readers were in the way of the rest.
  private var hasUnsynced = false
  /// Whether a sync failed on such pages: SQLite would not copy them again, so no sync proves that
  /// they are on disk, and the log, which has them, must stay.
  private(set) var isOver = false

  init(pageBytes: Int) {
    longest = Int32(Self.logBytes / pageBytes)
    frames.initialize(to: 0)
  }

  deinit { frames.deallocate() }

  /// Learns of every commit; `PRAGMA wal_autocheckpoint` would take the place of this hook.
  func follow(_ handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { frames, _, _, count in
        frames?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, frames)
  }

  var isDue: Bool { frames.pointee >= longest && !isOver }

  func ended(logged: Int32, copied: Int32) {
    hasUnsynced = copied < logged
    if !hasUnsynced { frames.pointee = 0 }
  }

  func failed() { isOver = hasUnsynced }
}

extension Database {
  /// Whether the log is so long that it should be copied into the store.
  package var isCheckpointDue: Bool { checkpoints.isDue && distrust == nil }

  /// Copies the log into the store's file; where a reader is at work, as far as it lets, and while a
  /// transaction of this connection is open not at all.
  ///
  /// - Parameter truncating: Waits for readers, and leaves no log: the file is then the whole store.
  /// - Returns: Whether all of it is in the store's file, on disk.
  /// - Throws: ``SQLiteError``; nothing is lost, as the log stays, also over the end of the process.
  @discardableResult
  package func checkpoint(truncating: Bool = false) throws(SQLiteError) -> Bool {
    guard distrust == nil, !checkpoints.isOver else {
      keepsLog(true)
      return false
    }
    var logged: Int32 = 0
    var copied: Int32 = 0
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, &logged, &copied)
    // SQLite has copied nothing, so that pages of before wait for a sync as they did.
    if code == SQLITE_LOCKED, !truncating { return false }
    guard code == SQLITE_OK || code == SQLITE_BUSY else {
      checkpoints.failed()
      if truncating || checkpoints.isOver { keepsLog(true) }
      throw error(code, "PRAGMA wal_checkpoint")
    }
    checkpoints.ended(logged: logged, copied: copied)
    return code == SQLITE_OK && logged == copied
  }
}
