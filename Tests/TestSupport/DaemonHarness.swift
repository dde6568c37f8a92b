internal import Glibc
internal import LinuxSystem

/// A real daemon from the build, in a directory of its own, started as a client starts it.
///
/// The listening socket stays with the harness, as it stays with systemd: a daemon that was
/// killed is started again on the same socket and the same state.
package final class DaemonHarness {
  package let directory: TemporaryDirectory
  package let socketPath: String
  /// What `MATE_STATE_DIR` says; the domain's own state is a directory in it.
  package let stateDirectory: String
  package private(set) var process: pid_t = 0
  private let program: String
  private let domain: String
  private let listener: Int32

  /// Starts the daemon and waits for its first reply.
  ///
  /// - Parameters:
  ///   - configuration: The text of its configuration file, where it shall have one.
  ///   - stateDirectory: Another place for the state, as a small disk.
  package init(
    _ program: String = "bankd", domain: String = "bank", configuration: String? = nil,
    stateDirectory: String? = nil
  ) throws(HarnessFailure) {
    self.program = try Self.build() + "/" + program
    self.domain = domain
    directory = try TemporaryDirectory()
    socketPath = "\(directory.path)/\(domain).sock"
    self.stateDirectory = stateDirectory ?? "\(directory.path)/state"
    if let configuration { try directory.write(configuration, to: "config/mate/\(program).json") }
    listener = try UnixAddress.listener(at: socketPath)
    try start()
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(listener)
  }

  /// The folder of the test bundle, where the programs of the build are.
  package static func build() throws(HarnessFailure) -> String {
    guard let folder = ExecutablePath.folder else { throw HarnessFailure("no /proc/self/exe") }
    return folder
  }

  package func connect(receiveBuffer: Int32? = nil) throws(HarnessFailure) -> WireClient {
    try WireClient(path: socketPath, receiveBuffer: receiveBuffer)
  }

  // MARK: Starting

  /// Starts the daemon on the harness's socket and waits for its first reply.
  package func start() throws(HarnessFailure) {
    try spawn()
    let client = try connect()
    try client.start("mate.ping")
    let deadline = Moment.now + WireClient.patience
    while client.isSilent(for: 0.05) {
      if let status = exitStatus(WNOHANG) {
        throw HarnessFailure("the daemon ended (\(status)) before it answered: \(errors)")
      }
      guard Moment.now < deadline else { throw HarnessFailure("the daemon does not answer") }
    }
    _ = try client.receive()
  }

  /// Starts the daemon without waiting for anything.
  private func spawn() throws(HarnessFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let errorPath = "\(directory.path)/errors"
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, errorPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    posix_spawn_file_actions_adddup2(&actions, listener, 3)
    // Only the process itself knows the number that LISTEN_PID must be; exec keeps it.
    let words = ["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$0\"", program]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &environment)
    guard code == 0 else { throw HarnessFailure("posix_spawn: \(String(cString: strerror(code)))") }
  }

  private var variables: [String] {
    [
      "PATH=/usr/bin:/bin", "LISTEN_FDS=1", "LISTEN_FDNAMES=\(domain)", "MATE_CLIENT_STARTED=1",
      "MATE_LOG=file", "MATE_STATE_DIR=\(stateDirectory)", "HOME=\(directory.path)",
      "XDG_CONFIG_HOME=\(directory.path)/config", "LC_ALL=C.UTF-8",
    ]
  }

  /// What the daemon wrote to standard error.
  package var errors: String { TemporaryDirectory.text(of: "\(directory.path)/errors") ?? "" }

  /// The daemon's log, a JSON object a line.
  package var log: String {
    let name = program.split(separator: "/").last ?? ""
    return TemporaryDirectory.text(of: "\(stateDirectory)/log/\(name).jsonl") ?? ""
  }

  // MARK: Ending

  /// Kills the daemon as a crash would.
  package func crash() {
    kill(process, SIGKILL)
    _ = exitStatus(0)
  }

  package func signal(_ number: Int32) { kill(process, number) }

  /// Asks the daemon to stop, and waits for its end.
  ///
  /// - Returns: Its exit status; 128 and the signal's number where a signal ended it.
  package func stop() throws(HarnessFailure) -> Int32 {
    signal(SIGTERM)
    return try waitForEnd()
  }

  package func waitForEnd() throws(HarnessFailure) -> Int32 {
    let deadline = Moment.now + WireClient.patience
    while Moment.now < deadline {
      if let status = exitStatus(WNOHANG) { return status }
      usleep(2000)
    }
    throw HarnessFailure("the daemon does not end")
  }

  private func exitStatus(_ options: Int32) -> Int32? {
    guard process > 0 else { return nil }
    var status: Int32 = 0
    guard waitpid(process, &status, options) == process else { return nil }
    process = 0
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  // MARK: What the kernel says

  /// Resident memory, in bytes.
  package var residentBytes: Int {
    let text = TemporaryDirectory.text(of: "/proc/\(process)/status") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
      * 1024
  }
}
