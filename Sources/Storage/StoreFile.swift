internal import CLinux
internal import Glibc

/// The files around a store: its folder, its privacy, and the lock of its one owner.
enum StoreFile {
  /// Makes missing folders with mode 0700 and an empty file with mode 0600.
  ///
  /// SQLite gives its `-wal` and `-shm` files the mode of the store, so that is all it takes.
  static func prepare(_ path: String) throws(SQLiteError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var folder = ""
    for (index, part) in parts.enumerated() {
      folder += index == 0 ? String(part) : "/\(part)"
      if folder.isEmpty || mkdir(folder, 0o700) == 0 || errno == EEXIST { continue }
      // A parent that exists but may not be written answers EROFS or EACCES, not EEXIST.
      var status = stat()
      let reason = String(cString: strerror(errno))
      guard stat(folder, &status) == 0 else {
        throw .system("mkdir \(folder)", path: path, reason: reason)
      }
    }
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    // What cannot be written is SQLite's to explain, with a better code than errno.
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes the lock of a store's owner, so that two daemons never both believe their memory.
  ///
  /// - Returns: The descriptor that holds it, for ``unlock(_:)``; the end of the process gives it
  ///   up as well.
  static func lock(_ path: String) throws(SQLiteError) -> Int32 {
    let descriptor = open("\(path).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("open \(path).lock", path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse(path: path)
    }
    return descriptor
  }

  /// Gives the lock up, also where a child that is about to be another program still has a copy of
  /// the descriptor.
  static func unlock(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The bytes of the store and its log.
  static func size(_ path: String) -> Int64 {
    var total: Int64 = 0
    for name in [path, "\(path)-wal"] {
      var status = stat()
      if stat(name, &status) == 0 { total += Int64(status.st_size) }
    }
    return total
  }
}
