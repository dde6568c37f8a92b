internal import CLinux
internal import Glibc

/// Folders that a program makes for itself.
package enum Directory {
  /// Makes a folder and its parents, each 0700 where it did not exist.
  package static func create(_ path: String) throws(SystemError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += made.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      // A parent on a read-only or foreign file system may answer EROFS or EACCES and exist.
      let code = errno
      guard access(made, F_OK) == 0 else { throw SystemError("mkdir", made, code: code) }
    }
  }
}
