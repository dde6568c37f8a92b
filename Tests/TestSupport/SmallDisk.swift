internal import Foundation

/// A folder on a file system of its own that can be full; needs root, for a tmpfs.
package final class SmallDisk {
  package let folder: String
  private let filler: String

  /// Nil, with a line that says so, where none can be mounted.
  ///
  /// The folder is made, and what is in it
  /// is gone with this object.
  package init?(folder: String, size: String = "2m") {
    guard getuid() == 0 else {
      print("SKIPPED: a full disk needs root, for a small tmpfs")
      return nil
    }
    self.folder = folder
    filler = "\(folder)/filler"
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST,
      mount("tmpfs", folder, "tmpfs", 0, "size=\(size)") == 0
    else {
      print("SKIPPED: no tmpfs can be mounted here (errno \(errno))")
      return nil
    }
  }

  deinit { umount2(folder, Int32(MNT_DETACH)) }

  /// Leaves no room for one more page.
  package func fill() throws {
    guard FileManager.default.createFile(atPath: filler, contents: nil),
      let file = FileHandle(forWritingAtPath: filler)
    else { throw TestFailure("cannot write \(filler)") }
    // Until the disk refuses.
    while (try? file.write(contentsOf: Data(count: 4096))) != nil {}
    try file.close()
  }

  package func makeRoom() throws { try FileManager.default.removeItem(atPath: filler) }
}
