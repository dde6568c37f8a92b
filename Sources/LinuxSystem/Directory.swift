internal import CLinux
internal import Glibc

/// Folders: made with their parents, and listed.
package enum Directory {
  /// The names in a folder, in no order; none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Makes a folder and its parents, each 0700 where it did not exist; their names are on disk then.
  package static func create(_ path: String) throws(SystemError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      let parent = made.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : made
      made += made.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      if mkdir(made, 0o700) == 0 {
        try sync(parent)
        continue
      }
      // A parent on a read-only or foreign file system may answer EROFS or EACCES and exist.
      let code = errno
      guard code == EEXIST || access(made, F_OK) == 0 else {
        throw SystemError("mkdir", made, code: code)
      }
    }
  }

  /// Waits until the names in a folder are on disk: what is put into a new folder is lost with it.
  package static func sync(_ folder: String) throws(SystemError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Who may write into it and not read it has no way to.
      if errno == EACCES { return }
      throw SystemError("open", folder)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError("fsync", folder) }
  }
}
