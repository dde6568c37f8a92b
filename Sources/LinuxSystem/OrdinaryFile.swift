internal import CLinux
internal import Glibc

/// Files where others may have put something else: a pipe keeps whoever opens it waiting.
enum OrdinaryFile {
  /// Opens a file for reading, and waits for nobody; the caller closes it.
  ///
  /// - Throws: ``SystemError``; `EISDIR` for a folder, `EINVAL` for what is no file either.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = mate_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFREG { return descriptor }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let error =
      isKnown
      ? SystemError("read", path, code: isFolder ? EISDIR : EINVAL) : SystemError("stat", path)
    close(descriptor)
    throw error
  }
}
