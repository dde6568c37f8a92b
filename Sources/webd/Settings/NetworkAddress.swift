internal import CLinux
internal import Glibc
internal import LinuxSystem

/// An address of the network to listen on.
struct NetworkAddress: Hashable, Sendable {
  let host: String
  let port: UInt16

  static func loopback(_ port: UInt16) -> NetworkAddress {
    NetworkAddress(host: "127.0.0.1", port: port)
  }

  private init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// `0.0.0.0:8080`, `[::]:8080`; nil for anything else.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard port > 0, Self.isNumeric(host) else { return nil }
    self.init(host: host, port: port)
  }

  private static func isNumeric(_ host: String) -> Bool {
    var room = in6_addr()
    return inet_pton(AF_INET, host, &room) == 1 || inet_pton(AF_INET6, host, &room) == 1
  }

  /// A socket that listens there, and the port that it has, which the kernel chooses for 0.
  ///
  /// - Throws: ``SystemError``, as where somebody else listens.
  func listen() throws(SystemError) -> (descriptor: Int32, port: UInt16) {
    let isV6 = host.contains(":")
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(isV6 ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SystemError("socket", "\(host):\(port)") }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let result = isV6 ? bindV6(descriptor) : bindV4(descriptor)
    guard result == 0, Glibc.listen(descriptor, 1024) == 0 else {
      let error = SystemError("bind", "\(host):\(port)")
      close(descriptor)
      throw error
    }
    return (descriptor, Self.port(of: descriptor))
  }

  private func bindV4(_ descriptor: Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return Self.bind(descriptor, &address)
  }

  private func bindV6(_ descriptor: Int32) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    inet_pton(AF_INET6, host, &address.sin6_addr)
    return Self.bind(descriptor, &address)
  }

  private static func bind<T>(_ descriptor: Int32, _ address: inout T) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<T>.size))
      }
    }
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    var storage = sockaddr_storage()
    _ = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    // The port stands at the same place in both families.
    withUnsafeBytes(of: &storage) { bytes in
      address.sin_port = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
