internal import Glibc

/// Bytes that came and are not handled yet: half a frame, or frames that wait for their turn.
///
/// What is handled is passed over and not moved. The memory grows by what is read, not by doubling:
/// half a large frame takes little more than it has. It lives as long as somebody reads in it, also
/// where the connection is closed meanwhile.
final class InputBuffer {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var start = 0
  private var end = 0

  deinit { free(memory) }

  var count: Int { end - start }
  var isEmpty: Bool { start == end }
  /// Bytes of memory that were written to.
  var bytesHeld: Int { end }

  /// What is not handled; until room is made the next time.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory.map { UnsafeRawPointer($0 + start) }, count: count)
  }

  func drop(_ count: Int) {
    start += count
    if start == end { (start, end) = (0, 0) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    room(for: bytes.count).copyMemory(from: bytes)
    filled(bytes.count)
  }

  /// Where so many bytes can be put; ``filled(_:)`` says how many were.
  func room(for wanted: Int) -> UnsafeMutableRawBufferPointer {
    if capacity - end < wanted { makeRoom(for: wanted) }
    return UnsafeMutableRawBufferPointer(start: memory.map { $0 + end }, count: wanted)
  }

  func filled(_ count: Int) { end += count }

  private func makeRoom(for wanted: Int) {
    // Moved only where more was handled than is left, so each byte is moved once at most.
    if start > 0, start >= count, let memory {
      memmove(memory, memory + start, count)
      (start, end) = (0, count)
    }
    guard capacity - end < wanted else { return }
    guard let larger = realloc(memory, end + wanted) else {
      preconditionFailure("no memory for \(end + wanted) bytes of input")
    }
    memory = larger
    capacity = end + wanted
  }
}
