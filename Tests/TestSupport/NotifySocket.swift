import Foundation

/// The receiving end of sd_notify, as systemd has it.
package final class NotifySocket {
  package let path: String
  private let descriptor: Int32

  package init(in directory: TemporaryDirectory) throws {
    path = directory.file("notify")
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw TestFailure("cannot bind \(path): errno \(errno)") }
  }

  deinit { close(descriptor) }

  /// The next message as its assignments.
  package func next() throws -> [String: String] {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32 = -1
    // Children that end interrupt the wait.
    repeat { count = poll(&entry, 1, 20_000) } while count < 0 && errno == EINTR
    guard count > 0 else { throw TestFailure("no message came") }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = recv(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes[..<max(0, length)], as: UTF8.self)
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { $1 })
  }

  /// Passes over messages until one has the member.
  package func next(with member: String) throws -> [String: String] {
    while true {
      let message = try next()
      if message[member] != nil { return message }
    }
  }
}
