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
