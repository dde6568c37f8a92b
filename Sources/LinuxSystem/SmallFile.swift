internal import CLinux
internal import Glibc

/// Whole small files: configuration, descriptions, keys.
package enum SmallFile {
  /// What a file may hold at most, in bytes; a larger one is not read.
  package static let limit = 16 << 20

  /// The bytes of a file, or nil where it does not exist, cannot be read or is too large.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = mate_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var chunk = [UInt8](repeating: 0, count: 16384)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
    return nil
  }
}
