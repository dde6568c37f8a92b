internal import CLinux
internal import Glibc

/// The file of a redo log: made in full before it is used, and never shorter after that.
extension RedoLog {
  /// Every write is on disk when it returns, and goes there without a copy where the file system
  /// can do that.
  static func open(
    _ path: String, _ bytes: Int, _ mayBeCut: Bool
  ) throws(SQLiteError) -> Int32 {
    try fill(path, bytes, mayBeCut)
    for flags in [O_DSYNC | mate_direct_flag(), O_DSYNC] {
      let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | flags)
      if descriptor >= 0 { return descriptor }
      guard errno == EINVAL else { break }
    }
    throw .failed("open", path)
  }

  /// A log of full length, of zeros; one that is there is left as it is.
  ///
  /// What is written into it is on disk only with its name, so there is no log before the folder
  /// has been on disk; that of a log that is there may have missed it, by a kill.
  private static func fill(
    _ path: String, _ bytes: Int, _ mayBeCut: Bool
  ) throws(SQLiteError) {
    var status = stat()
    if stat(path, &status) == 0 {
      let missing = bytes - Int(status.st_size)
      if missing > 0 {
        guard mayBeCut else {
          throw .lostRecords(path, "it has \(status.st_size) bytes of \(bytes)")
        }
        try lengthen(path, by: missing)
      }
      return try StoreFile.sync(folderOf: path)
    }
    // Only of a log that is surely not there: another one in its place would be its end.
    guard errno == ENOENT else { throw .failed("stat", path) }
    try make(path, bytes)
    do throws(SQLiteError) {
      try StoreFile.sync(folderOf: path)
    } catch {
      // Nothing is in it yet; the next start tries again.
      unlink(path)
      throw error
    }
  }

  /// Adds zeros to one that was cut off.
  private static func lengthen(_ path: String, by count: Int) throws(SQLiteError) {
    let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed("open", path) }
    defer { close(descriptor) }
    guard write([UInt8](repeating: 0, count: count), to: descriptor), fsync(descriptor) == 0 else {
      throw .failed("write", path)
    }
  }

  /// Makes it under another name until it is whole: half a log would be taken for a short one.
  private static func make(_ path: String, _ bytes: Int) throws(SQLiteError) {
    let name = "\(path).new"
    let descriptor = Glibc.open(name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .failed("open", path) }
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: bytes)
    guard write(zeros, to: descriptor), fsync(descriptor) == 0, rename(name, path) == 0 else {
      let error = SQLiteError.failed("write", path)
      unlink(name)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether there is a log: one that is there has to be read, whatever it takes.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }
}
