internal import CLinux
internal import CSystemd
internal import Glibc
internal import IPCProtocol

/// The parts of a long result on their way to a socket.
struct PartsOutput {
  private let result: LongResult
  /// The part that is on its way, and how much of it is gone.
  private var next = 0
  private var sent = 0
  private(set) var unsentBytes: Int

  /// Parts handed over with one call; the kernel takes no more (IOV_MAX).
  private static let partsPerCall = 1024

  init(_ result: LongResult) {
    self.result = result
    unsentBytes = result.partsCount
  }

  /// Writes as much as one call takes; returns what `writev` returned.
  mutating func write(to descriptor: Int32) -> Int {
    let count = result.text.withUnsafeBytes { text in
      withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.partsPerCall) { vectors in
        var used = 0
        for part in result.parts[next...].prefix(Self.partsPerCall) {
          let skipped = used == 0 ? sent : 0
          let bytes = UnsafeRawBufferPointer(
            rebasing: text[part.offset + skipped..<part.offset + part.count])
          vectors.initializeElement(
            at: used,
            to: iovec(
              iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
              iov_len: bytes.count))
          used += 1
        }
        return writev(descriptor, vectors.baseAddress, Int32(used))
      }
    }
    if count > 0 { advance(by: count) }
    return count
  }

  private mutating func advance(by count: Int) {
    unsentBytes -= count
    var rest = sent + count
    while next < result.parts.count, rest >= result.parts[next].count {
      rest -= result.parts[next].count
      next += 1
    }
    sent = rest
  }
}
