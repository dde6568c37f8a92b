internal import CLinux
internal import Glibc

/// The files around a store: its folder, and their size.
enum StoreFile {
  /// Makes missing folders, with mode 0700; ``StoreLock`` makes the file, with mode 0600, which SQLite
  /// gives to `-wal` and `-shm` as well.
  ///
  /// - Throws: ``SQLiteError``, also where something else than a file has a name of the store's.
  static func prepare(_ path: String) throws(SQLiteError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var folder = ""
    for (index, part) in parts.enumerated() {
      let parent = folder
      folder += index == 0 ? String(part) : "/\(part)"
      if folder.isEmpty { continue }
      if mkdir(folder, 0o700) == 0 {
        try sync(folder: parent.isEmpty ? (index == 0 ? "." : "/") : parent)
        continue
      }
      if errno == EEXIST { continue }
      // A parent that exists but may not be written answers EROFS or EACCES, not EEXIST.
      var status = stat()
      let code = errno
      guard stat(folder, &status) == 0 else {
        throw .system("mkdir \(folder)", path: path, code: code)
      }
    }
    try checkKinds(path)
  }

  /// What has the name of a file of the store is a file: a pipe would keep who opens it waiting, and a
  /// folder would look like a disk that fails.
  private static func checkKinds(_ path: String) throws(SQLiteError) {
    for name in ["", "-wal", "-shm", "-redo", ".lock"].map({ path + $0 }) {
      var status = stat()
      guard stat(name, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: continue
      case S_IFDIR: throw .notAFile(name, .folder, path: path)
      case S_IFIFO: throw .notAFile(name, .pipe, path: path)
      case S_IFSOCK: throw .notAFile(name, .socket, path: path)
      default: throw .notAFile(name, .device, path: path)
      }
    }
  }

  /// Waits until the names in a folder are on disk: SQLite does so for what it makes, not for the
  /// folders that it is in.
  static func sync(folder: String) throws(SQLiteError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Who may write into it and not read it has no way to.
      if errno == EACCES { return }
      throw .failed("open", folder)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .failed("fsync", folder) }
  }

  /// The same for the folder that a file is in.
  static func sync(folderOf path: String) throws(SQLiteError) {
    try sync(folder: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
  }

  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  /// Whether there is no room for an index (`-shm`), which SQLite makes longer by 32 KiB at a time.
  static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0
      && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
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

  // MARK: Copies

  /// Files of a store beside it; the index of the log is worth nothing without it.
  static let companions = ["-wal", "-redo"]

  /// Copies what is open to a new file.
  static func copy(_ source: Int32, to draft: String) throws(SQLiteError) {
    unlink(draft)
    let target = mate_open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw .failed("open", draft) }
    defer { close(target) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed("read", draft) }
      if count == 0 { return }
      guard write(target, chunk, count) == count else { throw .failed("write", draft) }
    }
  }

  /// Copies the files of a store under other names, before it goes on without something.
  static func keepFiles(of path: String) throws(SQLiteError) {
    let moment = time(nil)
    for suffix in [""] + companions {
      let source = open(path + suffix, O_RDONLY | O_CLOEXEC)
      guard source >= 0 else { continue }
      defer { close(source) }
      try copy(source, to: "\(path).before-accept-\(moment)\(suffix)")
    }
  }
}
