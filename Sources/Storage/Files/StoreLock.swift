internal import CLinux
internal import Glibc

/// The lock of a store's one owner, so that two daemons never both believe their memory.
///
/// It is on the store's own file as well as on one beside it, which somebody may remove. And it is
/// worth something only while the file at the store's path is the one that is locked, so the owner
/// looks again before each change.
///
/// For one thread, as the store is.
final class StoreLock {
  let identity: FileIdentity
  private let path: String
  private let besides: Int32
  private let file: Int32
  private var watched: [(path: String, place: FilePlace)] = []

  /// How often a store is looked for that somebody else replaces while it is being locked.
  private static let tries = 10

  /// Takes the lock; a missing file is made, with mode 0600.
  ///
  /// Called before SQLite opens the store and released after it has closed it: whoever closes a
  /// descriptor of a file takes back all of SQLite's locks on it.
  init(_ path: String) throws(SQLiteError) {
    self.path = path
    besides = mate_open("\(path).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard besides >= 0 else { throw Self.failure("open \(path).lock", path) }
    guard flock(besides, LOCK_EX | LOCK_NB) == 0 else {
      close(besides)
      throw .inUse(path: path)
    }
    do throws(SQLiteError) {
      (file, identity) = try Self.lockStore(path)
    } catch {
      Self.release(besides)
      throw error
    }
    watch(path)
  }

  deinit {
    if file >= 0 { Self.release(file) }
    Self.release(besides)
  }

  /// Gives a lock up also where a child that is about to be another program still has a copy of it.
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Locks the file that the path names, also when it is replaced meanwhile.
  private static func lockStore(
    _ path: String
  ) throws(SQLiteError) -> (descriptor: Int32, identity: FileIdentity) {
    for _ in 1...tries {
      var descriptor = mate_open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor < 0 { descriptor = mate_open(path, O_RDONLY | O_CLOEXEC, 0) }
      // SQLite might open what could not be opened a moment ago, and nobody would have locked it.
      guard descriptor >= 0 else { throw failure("open \(path)", path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw .inUse(path: path)
      }
      guard let identity = FileIdentity(descriptor: descriptor) else {
        let error = failure("statx \(path)", path)
        release(descriptor)
        throw error
      }
      if FileIdentity(path: path)?.isSame(as: identity) == true { return (descriptor, identity) }
      release(descriptor)
    }
    throw .inUse(path: path)
  }

  private static func failure(_ call: String, _ path: String) -> SQLiteError {
    .system(call, path: path)
  }

  // MARK: Looking again

  /// Adds a file that is to stay where it is for as long as the lock is held.
  func watch(_ path: String) {
    guard let place = FilePlace(path) else { return }
    watched.removeAll { $0.path == path }
    watched.append((path, place))
  }

  /// The first file that is not where it was: removed, renamed or replaced; a microsecond for each.
  func missing() -> String? {
    watched.first { FilePlace($0.path) != $0.place }?.path
  }
}

/// What stands under a path at this moment.
private struct FilePlace: Equatable {
  private var inode: UInt64 = 0
  private var device: UInt64 = 0

  /// Nil where nothing does, or it cannot be looked at.
  init?(_ path: String) {
    guard mate_file_place(path, &inode, &device) == 0 else { return nil }
  }
}
