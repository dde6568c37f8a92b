internal import CLinux
internal import Glibc
internal import LinuxSystem

/// The files that a half-typed word may name, for completion.
enum FileWords {
  /// Folders end in a slash; those that begin with a dot are offered to who typed one.
  static func beginning(with word: String) -> [String] {
    let slash = word.lastIndex(of: "/")
    let head = slash.map { String(word[...$0]) } ?? ""
    let tail = slash.map { word[word.index(after: $0)...] } ?? word[...]
    return Directory.names(in: head.isEmpty ? "." : head).sorted().compactMap { name in
      guard name != ".", name != "..", name.hasPrefix(tail) else { return nil }
      if name.hasPrefix("."), !tail.hasPrefix(".") { return nil }
      let path = head + name
      return isFolder(path) ? "\(path)/" : path
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
