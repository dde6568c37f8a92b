internal import CLinux
internal import CSystemd
internal import Glibc
package import LinuxSystem

/// The listening sockets of a daemon, and how it came by them.
package struct SocketActivation {
  package enum Kind: String {
    /// The socket unit listens.
    case systemd
    /// The client listened and started us by the same protocol.
    case client
    /// `--socket PATH`: we listen ourselves.
    case standalone
  }

  package let kind: Kind
  package let listeners: [Int32]
  /// A socket file that we made and so may remove.
  package let ownPath: String?

  /// Takes the sockets that were passed to us: those named `domain`, or the only one.
  ///
  /// - Parameters:
  ///   - domain: The name that the socket unit gives.
  ///   - takesNetwork: Whether a socket of the network is one of ours as well.
  /// - Returns: Nil where there is none.
  package static func inherited(
    domain: String, takesNetwork: Bool = false
  ) -> SocketActivation? {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let isUnit = Environment["INVOCATION_ID"] != nil && Environment["MATE_CLIENT_STARTED"] == nil
    let count = sd_listen_fds_with_names(1, &names)
    guard count > 0 else { return nil }
    defer {
      for index in 0..<Int(count) { free(names?[index]) }
      free(names)
    }
    var listeners: [Int32] = []
    for index in 0..<Int(count) {
      let descriptor = 3 + Int32(index)
      let name = names?[index].map { String(cString: $0) } ?? ""
      let isOurs = name == domain || count == 1
      let stream = Int32(SOCK_STREAM.rawValue)
      let isKnown =
        takesNetwork
        ? sd_is_socket(descriptor, AF_UNSPEC, stream, 1) > 0
        : sd_is_socket_unix(descriptor, stream, 1, nil, 0) > 0
      if isOurs, isKnown {
        listeners.append(descriptor)
      } else {
        close(descriptor)
      }
    }
    guard !listeners.isEmpty else { return nil }
    return SocketActivation(kind: isUnit ? .systemd : .client, listeners: listeners, ownPath: nil)
  }

  /// Listens on a path of our own; a socket file that nobody listens on is replaced.
  package static func listening(on path: String) throws(SystemError) -> SocketActivation {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { throw SystemError("bind", path, code: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue | UInt32(SOCK_CLOEXEC.rawValue) | UInt32(SOCK_NONBLOCK.rawValue)),
      0)
    guard descriptor >= 0 else { throw SystemError("socket", path) }
    let isTaken = withAddress(&address) { connect(descriptor, $0, $1) } == 0
    if isTaken {
      close(descriptor)
      throw SystemError("bind", path, code: EADDRINUSE)
    }
    // A file that is no socket refuses as well, and is not ours to remove.
    if errno == ECONNREFUSED, isSocket(path) { unlink(path) }
    guard withAddress(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4096) == 0
    else {
      let error = SystemError("bind", path)
      close(descriptor)
      throw error
    }
    return SocketActivation(kind: .standalone, listeners: [descriptor], ownPath: path)
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func withAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
