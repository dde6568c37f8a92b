internal import CLinux
internal import Glibc

/// Files that a person names, to be passed to another program as a descriptor.
extension InputFile {
  /// Opens a file for reading with the rights of whoever runs this program.
  ///
  /// What is no ordinary file, or is answered by a program (FUSE), is read to its end first, into an
  /// unnamed file: who gets the descriptor must not wait for anybody.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - limit: Bytes that may be read so.
  ///   - isInterrupted: Asked whenever a signal came.
  /// - Returns: An ordinary file, to be read from its start on.
  /// - Throws: ``SystemError``; `EISDIR` for a folder, `EFBIG` for more bytes than the limit, `EINTR`
  ///   where the signal ends it.
  package static func descriptor(
    _ path: String, limit: Int, isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> OwnedDescriptor {
    let number =
      try path == "-" ? mate_fcntl(0, F_DUPFD_CLOEXEC, 3) : open(path, isInterrupted)
    guard number >= 0 else { throw SystemError("open", path) }
    let file = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError("fstat", path) }
    if status.st_mode & S_IFMT == S_IFDIR { throw SystemError("read", path, code: EISDIR) }
    // Standard input may be somewhere in the middle of its file, or open for writing as well.
    let isWhole =
      lseek(number, 0, SEEK_CUR) == 0 && mate_fcntl(number, F_GETFL, 0) & O_ACCMODE == O_RDONLY
    if status.st_mode & S_IFMT == S_IFREG, isWhole, mate_is_answered_by_program(number) == 0 {
      return file
    }
    return try spooled(file, path, limit: limit, isInterrupted)
  }

  private static func spooled(
    _ file: OwnedDescriptor, _ path: String, limit: Int, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> OwnedDescriptor {
    let spool = try unnamed()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = Glibc.read(file.number, &chunk, chunk.count)
      if count < 0, errno == EINTR, !isInterrupted() { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { return spool }
      total += count
      if total > limit { throw SystemError("read", path, code: EFBIG) }
      let isWritten = chunk.withUnsafeBytes {
        Terminal.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: spool.number)
      }
      guard isWritten else { throw SystemError("write", path) }
    }
  }

  /// A file that ends with its descriptor, where other long ones of the machine are.
  private static func unnamed() throws(SystemError) -> OwnedDescriptor {
    let folder = Environment["TMPDIR"] ?? "/var/tmp"
    let number = mate_open_unnamed(folder)
    if number >= 0 { return OwnedDescriptor(number) }
    var path = Array("\(folder)/mate-XXXXXX".utf8CString)
    let named = mkstemp(&path)
    guard named >= 0 else { throw SystemError("open", folder) }
    unlink(path)
    _ = mate_fcntl(named, F_SETFD, FD_CLOEXEC)
    return OwnedDescriptor(named)
  }
}
