internal import CLinux
internal import Glibc
package import LinuxSystem

/// Unix stream sockets by path.
package enum UnixSocket {
  /// Whether somebody listens at a path, as the kernel's list of sockets (proc_net(5)) has it: to
  /// connect would start what systemd listens for.
  static func isListening(at path: String) -> Bool {
    // Without the list every socket counts.
    guard let list = SmallFile.read("/proc/net/unix") else { return true }
    return String(decoding: list, as: UTF8.self).contains(" \(path)\n")
  }

  /// A connected socket that closes on exec.
  package static func connect(to path: String) throws(SystemError) -> Int32 {
    let descriptor = try make(path)
    let result = try withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else {
      let error = SystemError("connect", path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// A listening socket at a path that nobody uses.
  package static func listen(at path: String, mode: UInt32) throws(SystemError) -> Int32 {
    let descriptor = try make(path)
    // The file gets the descriptor's mode, less the umask, in the moment it is made; a umask of our
    // own would be every thread's.
    fchmod(descriptor, mode)
    let result = try withAddress(path) { bind(descriptor, $0, $1) }
    guard result == 0, Glibc.listen(descriptor, 4096) == 0 else {
      let error = SystemError("bind", path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func make(_ path: String) throws(SystemError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw SystemError("socket", path) }
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError("connect", path, code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
