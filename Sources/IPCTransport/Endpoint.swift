internal import Glibc
package import LinuxSystem

/// Where a domain's socket is; `protocol.md`, section 1.
package struct Endpoint: Hashable, Sendable {
  package let domain: String
  /// The folder of the socket and of the lock that a start takes.
  package let directory: String
  package let path: String
  /// Whether systemd listens there for the whole machine, so that nobody else starts the daemon.
  package let isSystem: Bool

  private static let systemDirectory = "/run/mate"

  /// Finds the endpoint of a domain; makes the fallback folder in `/tmp` where it is needed.
  ///
  /// - Parameters:
  ///   - domain: The domain's name.
  ///   - socket: The socket's file name.
  ///   - directory: `--socket-dir`, which wins over everything.
  /// - Throws: ``SystemError`` where the fallback folder belongs to somebody else.
  package init(domain: String, socket: String, directory: String? = nil) throws(SystemError) {
    self.domain = domain
    if let chosen = directory ?? Environment["MATE_RUNTIME_DIR"] {
      self.directory = chosen
      isSystem = false
    } else if access("\(Self.systemDirectory)/\(socket)", F_OK) == 0 {
      self.directory = Self.systemDirectory
      isSystem = true
    } else if let runtime = Environment["XDG_RUNTIME_DIR"] {
      self.directory = "\(runtime)/mate"
      isSystem = false
    } else {
      self.directory = "/tmp/mate-\(getuid())"
      isSystem = false
      try Self.claim(self.directory)
    }
    path = "\(self.directory)/\(socket)"
  }

  /// Makes the folder 0700, or checks that it is ours: `/tmp` is everybody's.
  static func claim(_ directory: String) throws(SystemError) {
    if mkdir(directory, 0o700) == 0 { return }
    guard errno == EEXIST else { throw SystemError("mkdir", directory) }
    var status = stat()
    guard lstat(directory, &status) == 0 else { throw SystemError("stat", directory) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder, status.st_uid == getuid(), status.st_mode & 0o022 == 0 else {
      throw SystemError("use", directory, code: EPERM)
    }
  }
}
