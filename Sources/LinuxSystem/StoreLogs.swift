internal import CLinux
internal import Glibc

/// The logs beside a store: what is not in the store's own file yet.
package enum StoreLogs {
  /// - Parameter path: Of the store.
  /// - Returns: The sizes of `-wal` and `-redo` together, in bytes; none where they are not there.
  package static func bytes(of path: String) -> Int64 {
    ["-wal", "-redo"].reduce(0) { sum, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? sum + Int64(status.st_size) : sum
    }
  }
}
