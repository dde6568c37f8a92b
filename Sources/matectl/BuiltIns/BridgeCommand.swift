internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Standard input and output as a connection to a domain, frames and all: what `ssh host matectl
/// stdio-bridge project` gives to a program that speaks the protocol on another machine.
enum BridgeCommand {
  /// Moved in one piece.
  private static let chunkBytes = 64 << 10

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first, words.count == 1 else {
      throw session.failUsage(of: .bridge)
    }
    let domain = try session.description(name)
    let starter = DaemonStarter(endpoint: try session.endpoint(domain), program: domain.exec)
    let socket: Int32
    do throws(StartFailure) {
      socket = try starter.connect(starting: session.invocation.mayStart)
    } catch {
      throw session.report(.unreachable(error), of: domain)
    }
    defer { close(socket) }
    guard pump(socket) else { return .unreachable }
    return Interrupt.wasPressed ? .interrupted : .done
  }

  /// Moves bytes both ways until the daemon or the reader of our output is gone; the end of our
  /// input is passed on, and what is answered after it still comes.
  ///
  /// Neither way waits for the other: a client that writes much before it reads is held up where
  /// the daemon holds it up, and goes on as soon as it reads.
  private static func pump(_ socket: Int32) -> Bool {
    var up = Lane(from: 0, to: socket)
    var down = Lane(from: socket, to: 1)
    while !Interrupt.wasPressed {
      var entries = [up.entry, down.entry]
      guard poll(&entries, 2, -1) > 0 || errno == EINTR else { return false }
      // A daemon that takes no more may still have said why.
      if entries[0].revents != 0, !up.step() { up.fail() }
      if up.isEmpty, up.hasEnded, !up.isClosed {
        shutdown(socket, Int32(SHUT_WR))
        up.isClosed = true
      }
      if entries[1].revents != 0, !down.step() { return false }
      if down.isEmpty, down.hasEnded { return !up.hasFailed }
    }
    return true
  }

  /// One way: what was read and not written, and which of both comes next.
  private struct Lane {
    let source, target: Int32
    private var chunk = [UInt8](repeating: 0, count: chunkBytes)
    private var rest = 0..<0
    private(set) var hasEnded = false
    private(set) var hasFailed = false
    var isClosed = false

    init(from source: Int32, to target: Int32) {
      (self.source, self.target) = (source, target)
    }

    var isEmpty: Bool { rest.isEmpty }

    /// What to wait for; a negative descriptor is passed over.
    var entry: pollfd {
      if !rest.isEmpty { return pollfd(fd: target, events: Int16(POLLOUT), revents: 0) }
      return pollfd(fd: hasEnded ? -1 : source, events: Int16(POLLIN), revents: 0)
    }

    /// Writes what was read, or reads more; false where the other end is gone.
    mutating func step() -> Bool {
      guard rest.isEmpty else { return write() }
      let count = read(source, &chunk, chunk.count)
      if count < 0 { return errno == EINTR || errno == EAGAIN }
      if count == 0 { hasEnded = true } else { rest = 0..<count }
      return true
    }

    /// Nobody takes what is read; no more is.
    mutating func fail() {
      (hasFailed, hasEnded, isClosed) = (true, true, true)
      rest = 0..<0
    }

    private mutating func write() -> Bool {
      let count = chunk[rest].withUnsafeBytes { bytes in
        let sent = send(
          target, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        guard sent < 0, errno == ENOTSOCK else { return sent }
        // A pipe that can be written to takes so much without making us wait.
        return Glibc.write(target, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
      }
      if count < 0 { return errno == EINTR || errno == EAGAIN }
      rest = rest.lowerBound + count..<rest.upperBound
      return true
    }
  }
}
