internal import CLinux
internal import Glibc

/// The log of SQLite beside a store, before SQLite reads it.
enum WriteAheadLog {
  /// Writes a log over itself and waits for the disk, so that what a start believes is there to stay.
  ///
  /// There is one only where the last owner ended without warning, perhaps because a sync failed. The
  /// kernel then counts the bytes as written and has them in its memory only: SQLite would read a
  /// commit there, somebody would be told of it, and after a power cut it would be gone. What is
  /// written again has to be written, and a sync that fails now keeps the daemon from starting.
  ///
  /// - Throws: ``SQLiteError`` where the log cannot be read, or not be written; it is as it was.
  static func secure(_ store: String) throws(SQLiteError) {
    let path = "\(store)-wal"
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .failed("stat", path)
    }
    guard status.st_size > 0 else { return }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    // A store that may not be written is SQLite's to explain.
    if descriptor < 0, errno == EROFS || errno == EACCES { return }
    guard descriptor >= 0 else { throw .failed("open", path) }
    defer { close(descriptor) }
    try rewrite(descriptor, path)
    guard fsync(descriptor) == 0 else { throw .failed("fsync", path) }
    try StoreFile.sync(folderOf: path)
  }

  private static func rewrite(_ descriptor: Int32, _ path: String) throws(SQLiteError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { piece.deallocate() }
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, piece.baseAddress, piece.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed("read", path) }
      guard count > 0 else { return }
      try write(UnsafeRawBufferPointer(rebasing: piece[..<count]), descriptor, offset, path)
      offset += off_t(count)
    }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, _ offset: off_t, _ path: String
  ) throws(SQLiteError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed("write", path) }
      done += count
    }
  }
}
