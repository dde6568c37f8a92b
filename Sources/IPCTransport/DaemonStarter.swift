internal import CLinux
internal import Glibc
package import LinuxSystem

/// Why there is no daemon to talk to.
package enum StartFailure: Error, Hashable, Sendable {
  /// Nobody listens, and starting was not wanted or is systemd's.
  case notRunning(SystemError)
  case programNotFound(name: String, lookedIn: [String])
  case system(SystemError)
}

/// Starts a daemon where systemd does not: lock, look again, bind, listen, run.
///
/// However many clients come at once, one of them starts one daemon; the others find its socket.
package struct DaemonStarter {
  private let endpoint: Endpoint
  private let program: String

  /// - Parameters:
  ///   - endpoint: Where to listen.
  ///   - program: A name to look up, or an absolute path.
  package init(endpoint: Endpoint, program: String) {
    self.endpoint = endpoint
    self.program = program
  }

  /// A connection to the running daemon, or to the one that this call starts.
  package func connect(starting mayStart: Bool) throws(StartFailure) -> Int32 {
    do throws(SystemError) {
      return try UnixSocket.connect(to: endpoint.path)
    } catch {
      let isAbsent = error.code == ENOENT || error.code == ECONNREFUSED
      guard isAbsent, mayStart, !endpoint.isSystem else { throw .notRunning(error) }
    }
    return try start()
  }

  private func start() throws(StartFailure) -> Int32 {
    let path = try find()
    do throws(SystemError) {
      try Directory.create(endpoint.directory)
      let lock = try takeLock()
      defer { close(lock) }
      if let descriptor = try? UnixSocket.connect(to: endpoint.path) {
        return descriptor  // somebody else was faster; any error here means: start it
      }
      unlink(endpoint.path)
      let listener = try UnixSocket.listen(at: endpoint.path, mode: 0o600)
      defer { close(listener) }
      try run(path, listener)
      return try UnixSocket.connect(to: endpoint.path)
    } catch {
      throw .system(error)
    }
  }

  private func takeLock() throws(SystemError) -> Int32 {
    let path = "\(endpoint.directory)/\(endpoint.domain).lock"
    let lock = mate_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw SystemError("open", path) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(lock)
        throw SystemError("flock", path)
      }
    }
    return lock
  }

  // MARK: The program

  /// What a daemon that could not start wrote; the next call quotes it.
  package static func errorFile(_ endpoint: Endpoint) -> String {
    "\(endpoint.directory)/\(endpoint.domain).err"
  }

  private func run(_ path: String, _ listener: Int32) throws(SystemError) {
    let errorPath = Self.errorFile(endpoint)
    let errors = mate_open(errorPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard errors >= 0 else { throw SystemError("open", errorPath) }
    defer { close(errors) }
    let dropped = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "MATE_CLIENT_STARTED"]
    var entries = ["LISTEN_PID=" + String(repeating: " ", count: 24)]
    entries += ["LISTEN_FDS=1", "LISTEN_FDNAMES=\(endpoint.domain)", "MATE_CLIENT_STARTED=1"]
    entries += Environment.all.filter { entry in
      !dropped.contains { entry.hasPrefix("\($0)=") }
    }
    var environment: [UnsafeMutablePointer<CChar>?] = entries.map { strdup($0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path)]
    defer { for pointer in environment + arguments { free(pointer) } }
    environment.append(nil)
    arguments.append(nil)
    let child = mate_start_daemon(path, arguments, &environment, listener, errors)
    guard child > 0 else { throw SystemError("fork", path) }
  }

  private func find() throws(StartFailure) -> String {
    if program.hasPrefix("/") {
      guard access(program, X_OK) == 0 else {
        throw .programNotFound(name: program, lookedIn: [program])
      }
      return program
    }
    for folder in Self.folders where access("\(folder)/\(program)", X_OK) == 0 {
      return "\(folder)/\(program)"
    }
    throw .programNotFound(name: program, lookedIn: Self.folders)
  }

  /// Beside this program, in the tree that it was installed in, `$MATE_LIBEXEC_PATH`,
  /// `/usr/libexec/mate`, `PATH`.
  package static var folders: [String] {
    var folders: [String] = []
    if let own = ExecutablePath.folder {
      folders.append(own)
      if own.hasSuffix("/bin") { folders.append("\(own.dropLast(4))/libexec/mate") }
    }
    folders += (Environment["MATE_LIBEXEC_PATH"] ?? "").split(separator: ":").map(String.init)
    folders.append("/usr/libexec/mate")
    folders += (Environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders
  }
}
