internal import CLinux
internal import Glibc
internal import HTTPClient
internal import LinuxSystem
internal import Synchronization

/// Follows gpsd on a thread of its own, and comes back to it when it goes away.
///
/// The thread sleeps in `poll` and ends when ``stop()`` is called.
final class GpsdConnection: Sendable {
  /// Its writing end closes to end the thread, which owns the reading end.
  private let stopping: Int32
  private let isStopped = Mutex(false)

  /// A line longer than this is no report.
  private static let maximumLine = 1 << 16
  private static let backoff = Backoff(firstSeconds: 2, longestSeconds: 60)

  /// - Parameters:
  ///   - address: `host:port`; IPv6 in brackets.
  ///   - deliver: Called on the thread.
  init?(_ address: String, deliver: @escaping @Sendable (Fix) -> Void) {
    guard let colon = address.lastIndex(of: ":") else { return nil }
    let host = String(address[..<colon]).filter { $0 != "[" && $0 != "]" }
    let port = String(address[address.index(after: colon)...])
    var ends: [Int32] = [-1, -1]
    guard UInt16(port) != nil, !host.isEmpty, pipe(&ends) == 0 else { return nil }
    for end in ends { _ = mate_fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopping = ends[1]
    let thread = GpsdThread(host: host, port: port, stop: ends[0], deliver: deliver)
    precondition(DetachedThread.start(thread.run), "a thread cannot be started")
  }

  func stop() {
    isStopped.withLock { isStopped in
      if !isStopped { close(stopping) }
      isStopped = true
    }
  }

  deinit { stop() }

  /// What the thread works with.
  private struct GpsdThread: Sendable {
    let host: String
    let port: String
    let stop: Int32
    let deliver: @Sendable (Fix) -> Void

    @Sendable func run() {
      defer { close(stop) }
      var failures = 0
      while true {
        if let socket = connect() {
          let hasHeard = follow(socket)
          close(socket)
          failures = hasHeard ? 0 : failures + 1
        } else {
          failures += 1
        }
        let pause = GpsdConnection.backoff.seconds(after: max(1, failures), share: 0.5)
        if isStopped(within: Int32(pause * 1000)) { return }
      }
    }

    private func isStopped(within milliseconds: Int32) -> Bool {
      var entry = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, milliseconds) > 0
    }

    private func connect() -> Int32? {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var list: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, port, &hints, &list) == 0 else { return nil }
      defer { freeaddrinfo(list) }
      var next = list
      while let entry = next?.pointee {
        let descriptor = socket(
          entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), entry.ai_protocol)
        if descriptor >= 0, Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 {
          return descriptor
        }
        if descriptor >= 0 { close(descriptor) }
        next = entry.ai_next
      }
      return nil
    }

    /// Reads reports until the connection or this thread ends; whether there was any.
    private func follow(_ socket: Int32) -> Bool {
      let watch = Array(GpsdReport.watch.utf8)
      guard send(socket, watch, watch.count, Int32(MSG_NOSIGNAL)) == watch.count else {
        return false
      }
      var hasHeard = false
      var line: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        var entries = [
          pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
          pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&entries, 2, -1) < 0, errno != EINTR { return hasHeard }
        if entries[1].revents != 0 { return hasHeard }
        guard entries[0].revents != 0 else { continue }
        let count = recv(socket, &chunk, chunk.count, 0)
        guard count > 0 else { return hasHeard }
        for byte in chunk[..<count] {
          if byte == 0x0A {
            if let fix = GpsdReport.fix(line) {
              hasHeard = true
              deliver(fix)
            }
            line.removeAll(keepingCapacity: true)
          } else if line.count < GpsdConnection.maximumLine {
            line.append(byte)
          }
        }
      }
    }
  }
}
