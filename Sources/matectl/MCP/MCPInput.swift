internal import CLinux
internal import Glibc
internal import LinuxSystem

/// Lines of standard input: one JSON-RPC message each, without line breaks in it.
final class MCPInput {
  /// A longer message is no message, and the client no client of ours.
  static let longestLine = 16 << 20

  private var bytes: [UInt8] = []
  /// Where the first line that was not given out begins, and how far there is no end of it.
  private var start = 0
  private var searched = 0
  private(set) var hasEnded = false

  /// The next line where one is there by now; nil also at the end, and where a line is too long.
  func nextIfThere() -> [UInt8]? {
    if let line = line() { return line }
    guard !hasEnded else { return nil }
    read()
    return line()
  }

  /// Waits for input, for what others wait for, a signal, or a moment of CLOCK_MONOTONIC.
  func wait(with others: [pollfd], until moment: Int64?) {
    var entries = [pollfd(fd: hasEnded ? -1 : 0, events: Int16(POLLIN), revents: 0)] + others
    let rest = moment.map { Int32(clamping: max(0, $0 - MonotonicTime.milliseconds)) }
    _ = poll(&entries, nfds_t(entries.count), rest ?? -1)
  }

  private func line() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if bytes.count - start > Self.longestLine { hasEnded = true }
      return nil
    }
    let line = Array(bytes[start..<end])
    (start, searched) = (end + 1, end + 1)
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    }
    return line
  }

  private func read() {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(0, &chunk, chunk.count)
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    } else if count == 0 || errno != EINTR {
      hasEnded = true
    }
  }
}
