internal import CLinux
internal import Glibc

/// What is known of the file system that a file or a folder is on.
package struct FileSystemFacts: Sendable {
  /// Bytes that its writers may still use, without root's reserve.
  package let freeBytes: Int64
  package let totalBytes: Int64
  /// `NFS` or another one whose locks and mapped files other machines do not share; nil on a local one.
  package let network: String?

  /// Nil where it cannot be asked, as for a path that is not there.
  package init?(_ path: String) {
    var space = statvfs()
    var kind = statfs()
    guard statvfs(path, &space) == 0, statfs(path, &kind) == 0 else { return nil }
    let unit = Int64(clamping: UInt64(space.f_frsize))
    freeBytes =
      Int64(clamping: UInt64(space.f_bavail)).multipliedReportingOverflow(by: unit)
      .partialValue
    totalBytes =
      Int64(clamping: UInt64(space.f_blocks)).multipliedReportingOverflow(by: unit)
      .partialValue
    network = Self.networks[UInt32(truncatingIfNeeded: kind.f_type)]
  }

  /// Numbers of `statfs(2)`.
  private static let networks: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB2", 0x0102_1997: "9P",
    0x5346_414F: "AFS", 0x00C3_6400: "Ceph", 0x6573_5546: "FUSE",
  ]
}
