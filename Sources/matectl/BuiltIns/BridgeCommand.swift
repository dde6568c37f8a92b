internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Standard input and output as a connection to a domain, frames and all: what `ssh host matectl
/// stdio-bridge project` gives to a program that speaks the protocol on another machine.
enum BridgeCommand {
  static let usage = "stdio-bridge DOMAIN"

  /// Moved in one piece.
  private static let chunkBytes = 64 << 10

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first, words.count == 1 else {
      throw session.fail(
        UsageError("usage: matectl \(usage)", "사용법: matectl \(usage)"))
    }
    let domain = try session.description(name)
    let starter = DaemonStarter(endpoint: try session.endpoint(domain), program: domain.exec)
    let socket: Int32
    do throws(StartFailure) {
      socket = try starter.connect(starting: session.invocation.mayStart)
    } catch {
      throw ErrorText(session: session, domain: domain).report(.unreachable(error))
    }
    defer { close(socket) }
    guard pump(socket) else { return .unreachable }
    return Interrupt.wasPressed ? .interrupted : .done
  }

  /// Moves bytes both ways until the daemon or the reader of our output is gone; the end of our
  /// input is passed on, and what is answered after it still comes.
  private static func pump(_ socket: Int32) -> Bool {
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    var entries = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    while !Interrupt.wasPressed {
      guard poll(&entries, 2, -1) > 0 || errno == EINTR else { return false }
      if entries[0].revents != 0 {
        switch move(from: 0, to: socket, &chunk) {
        case .moved: break
        case .ended:
          shutdown(socket, Int32(SHUT_WR))
          entries[0].fd = -1
        case .failed: return false
        }
      }
      if entries[1].revents != 0 {
        switch move(from: socket, to: 1, &chunk) {
        case .moved: break
        case .ended: return true
        case .failed: return false
        }
      }
    }
    return true
  }

  private enum Movement { case moved, ended, failed }

  private static func move(from: Int32, to: Int32, _ chunk: inout [UInt8]) -> Movement {
    let count = read(from, &chunk, chunk.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? .moved : .failed }
    if count == 0 { return .ended }
    return Terminal.write(Array(chunk[..<count]), to: to) ? .moved : .failed
  }
}
