internal import CLinux
internal import Glibc

/// Files that a person names: regular ones, pipes, standard input.
package enum InputFile {
  /// Reads a whole file, and waits for whoever has the other end of a pipe.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - limit: Bytes that it may have.
  ///   - isInterrupted: Asked whenever a signal came.
  /// - Returns: All of it.
  /// - Throws: ``SystemError``; `EFBIG` for more bytes than the limit, `EISDIR` for a folder, `EINTR`
  ///   where the signal ends it, ``SystemError/changedWhileRead`` for an ordinary file that did not
  ///   stay as it was.
  package static func read(
    _ path: String, limit: Int, isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path, isInterrupted)
    defer { close(descriptor) }
    return try contents(of: descriptor, path, limit: limit, isInterrupted)
  }

  /// Opens a file for reading, and waits for whoever has the other end of a pipe.
  static func open(_ path: String, _ isInterrupted: () -> Bool) throws(SystemError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR, !isInterrupted() else { throw SystemError("open", path) }
    }
  }

  /// The same of an ordinary file alone, where others may have put something else: nobody is waited
  /// for.
  ///
  /// - Throws: ``SystemError`` as above; `EINVAL` for what is neither an ordinary file nor a folder.
  package static func readOrdinary(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try OrdinaryFile.open(path)
    defer { close(descriptor) }
    return try contents(of: descriptor, path, limit: limit) { false }
  }

  private static func status(of descriptor: Int32, _ path: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("stat", path) }
    return status
  }

  private static func contents(
    of descriptor: Int32, _ path: String, limit: Int, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> [UInt8] {
    let before = try status(of: descriptor, path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR, !isInterrupted() { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw SystemError("read", path, code: EFBIG) }
    }
    let after = try status(of: descriptor, path)
    guard isUnchanged(before, after, bytes.count) else {
      throw SystemError("read", path, code: SystemError.changedWhileRead)
    }
    return bytes
  }

  /// Whether an ordinary file stayed as it was while so many bytes of it were read.
  ///
  /// Files of `/proc` have no size, whatever is in them. One whose place another file took is whole
  /// all the same: that changes its links, and with them the time of its last change.
  private static func isUnchanged(_ before: stat, _ after: stat, _ count: Int) -> Bool {
    guard before.st_mode & S_IFMT == S_IFREG else { return true }
    if before.st_size == 0, after.st_size == 0 { return true }
    guard before.st_size == after.st_size, Int(after.st_size) == count else { return false }
    return isSame(before.st_mtim, after.st_mtim)
      && (before.st_nlink != after.st_nlink || isSame(before.st_ctim, after.st_ctim))
  }

  private static func isSame(_ one: timespec, _ other: timespec) -> Bool {
    one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec
  }
}
