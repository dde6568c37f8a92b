internal import CLinux
internal import Glibc
internal import LinuxSystem

/// Starts a daemon where systemd does not: lock, look again, bind, listen, run.
///
/// However many clients come at once, one of them starts one daemon; the others find its socket.
package struct DaemonStarter: DaemonConnector {
  private let endpoint: Endpoint
  package let program: String

  /// - Parameters:
  ///   - endpoint: Where to listen.
  ///   - program: A name to look up, or an absolute path.
  package init(endpoint: Endpoint, program: String) {
    self.endpoint = endpoint
    self.program = program
  }

  /// A connection to the running daemon, or to the one that this call starts.
  package func connect(starting mayStart: Bool) throws(StartFailure) -> Int32 {
    do throws(StartFailure) {
      return try endpoint.connect()
    } catch {
      guard case .notRunning(let cause) = error,
        cause.code == ENOENT || cause.code == ECONNREFUSED, mayStart, !endpoint.isSystem
      else { throw error }
    }
    return try start()
  }

  private func start() throws(StartFailure) -> Int32 {
    let path = try Self.program(program)
    // A name that was mistyped must not be a branch of its own from then on.
    if let instance = endpoint.instance, !Instances.hasState(endpoint.label) {
      throw .noInstance(domain: endpoint.domain, instance)
    }
    let folder = try endpoint.makeFolder()
    do throws(SystemError) {
      let lock = try takeLock(folder)
      defer { close(lock) }
      if let descriptor = try? endpoint.connect() {
        return descriptor  // somebody else was faster; any error here means: start it
      }
      folder.removeSocket(endpoint.socket)
      let listener = try UnixSocket.listen(at: endpoint.path, mode: 0o600)
      defer { close(listener) }
      try run(path, listener, folder)
      return try UnixSocket.connect(to: endpoint.path)
    } catch {
      throw .system(error)
    }
  }

  private func takeLock(_ folder: borrowing OwnedFolder) throws(SystemError) -> Int32 {
    let name = "\(endpoint.label).lock"
    let lock = try folder.open(name, O_RDWR | O_CREAT)
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let error = SystemError("flock", "\(folder.path)/\(name)")
        close(lock)
        throw error
      }
    }
    return lock
  }

  // MARK: The program

  /// The file in the endpoint's folder to which a daemon writes why it could not start.
  static func errorFile(_ endpoint: Endpoint) -> String { "\(endpoint.label).err" }

  /// What ``errorFile(_:)`` holds, for the next call to quote; nil where the folder is not to be believed or nothing is there.
  package static func complaint(_ endpoint: Endpoint) -> [UInt8]? {
    endpoint.contents(of: errorFile(endpoint))
  }

  private func run(
    _ path: String, _ listener: Int32, _ folder: borrowing OwnedFolder
  ) throws(SystemError) {
    let errors = try folder.open(Self.errorFile(endpoint), O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(errors) }
    let entries = StartEnvironment.entries(domain: endpoint.domain, endpoint.instance)
    var environment: [UnsafeMutablePointer<CChar>?] = entries.map { strdup($0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path)]
    defer { for pointer in environment + arguments { free(pointer) } }
    environment.append(nil)
    arguments.append(nil)
    guard mate_start_daemon(path, arguments, &environment, listener, errors) == 0 else {
      throw SystemError("fork", path)
    }
  }

  /// The file of a program that may be run.
  ///
  /// - Parameter name: To be looked up in ``folders``, or an absolute path.
  /// - Returns: An absolute path.
  /// - Throws: ``StartFailure/programNotFound(name:lookedIn:)``.
  package static func program(_ name: String) throws(StartFailure) -> String {
    if name.hasPrefix("/") {
      guard access(name, X_OK) == 0 else { throw .programNotFound(name: name, lookedIn: [name]) }
      return name
    }
    for folder in folders where access("\(folder)/\(name)", X_OK) == 0 {
      // It is started in another folder than this one.
      return WorkingFolder.path(of: "\(folder)/\(name)")
    }
    throw .programNotFound(name: name, lookedIn: folders)
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
