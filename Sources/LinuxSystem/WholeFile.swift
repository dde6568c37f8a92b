internal import CLinux
internal import Glibc

/// Files that are there as a whole or not at all.
package enum WholeFile {
  /// Writes a file of the mode 0600 beside the one that is there, and puts it in its place.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: All that it will hold.
  ///   - isDurable: Whether it is there after a power cut as well, once this returns.
  /// - Throws: ``SystemError``; then the old one is there, but where only its folder could not be synced.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool = false
  ) throws(SystemError) {
    let temporary = "\(path).\(getpid()).tmp"
    // The folder may be others' as well: what is there under our name is no file of ours to write
    // into, and a link there would lead to one.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("open", temporary) }
    let isWritten = Terminal.write(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = SystemError("write", temporary)
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw failure
    }
    guard rename(temporary, path) == 0 else {
      let failure = SystemError("rename", path)
      unlink(temporary)
      throw failure
    }
    if isDurable { try sync(folderOf: path) }
  }

  private static func sync(folderOf path: String) throws(SystemError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts.joined(separator: "/")
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError("sync", folder) }
  }
}
