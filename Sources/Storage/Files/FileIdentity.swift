internal import CLinux
internal import Glibc

/// Which file something is: a copy of it is another one, and a new name for it is not.
///
/// The inode and the moment it was made, as inodes are used again; not the device, whose number may
/// be another one after a boot. Snapshots of a file system keep both.
package struct FileIdentity: Hashable, Sendable {
  package let inode: UInt64
  /// Nanoseconds since 1970; 0 where the file system does not know.
  package let born: Int64

  package init(inode: UInt64, born: Int64) {
    self.inode = inode
    self.born = born
  }

  /// Nil where there is no such file, or it cannot be looked at.
  package init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | mate_path_flag())
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    self.init(descriptor: descriptor)
  }

  init?(descriptor: Int32) {
    var inode: UInt64 = 0
    var born: Int64 = 0
    guard mate_file_identity(descriptor, &inode, &born) == 0 else { return nil }
    self.init(inode: inode, born: born)
  }

  /// Whether both are of one file, as far as the file system knows.
  package func isSame(as other: FileIdentity) -> Bool {
    inode == other.inode && (born == 0 || other.born == 0 || born == other.born)
  }
}
