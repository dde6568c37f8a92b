internal import Glibc

/// What the index of a log (`-shm`) knows: the last frame that was on disk when its daemon was killed.
struct WALIndex {
  let lastFrame: Int
  let salts: ArraySlice<UInt8>

  /// Two copies of 48 bytes; one that is being changed differs from the other.
  private static let copyBytes = 48
  private static let version: UInt32 = 3_007_000

  /// Nil where there is no index, or none that can be relied on.
  init?(store path: String) {
    let descriptor = open("\(path)-shm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 2 * Self.copyBytes)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count,
      bytes[..<Self.copyBytes] == bytes[Self.copyBytes...]
    else { return nil }
    // Numbers are in the order of bytes of the machine, but for the salts, which are copied.
    func number(_ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    var sum = WALChecksum()
    sum.mix(bytes[..<40], bigEndian: UInt32(1).bigEndian == 1)
    guard number(0) == Self.version, bytes[12] == 1,
      sum == WALChecksum(first: number(40), second: number(44))
    else { return nil }
    lastFrame = Int(number(16))
    salts = bytes[32..<40]
  }
}
