package import Foundation

/// A real daemon with a socket and a store of its own, started by the protocol of systemd.
package final class DaemonHarness {
  package let directory: TemporaryDirectory
  package let socketPath: String
  package private(set) var process: pid_t = 0
  private let daemon: String
  private let domain: String
  private let environment: [String: String]
  private let uid: UInt32?
  private var listener: Int32 = -1

  /// Starts the daemon and waits until it answers; as another `user` where one is named.
  package init(
    _ daemon: String = "bankd", domain: String = "bank", directory: TemporaryDirectory? = nil,
    environment: [String: String] = [:], user uid: UInt32? = nil
  ) throws {
    self.uid = uid
    self.daemon = daemon
    self.domain = domain
    self.directory = try directory ?? TemporaryDirectory()
    socketPath = self.directory.file("\(domain).sock")
    self.environment = environment
    if let uid {
      // Its state is its own; the folder of the socket is the test's, as of a system service.
      chmod(self.directory.path, 0o755)
      mkdir(stateDirectory, 0o700)
      chown(stateDirectory, uid, uid)
    }
    try listen()
    try start()
  }

  deinit {
    if process > 0 { stop(SIGKILL) }
    close(listener)
  }

  package var stateDirectory: String { directory.file("state") }
  package var logFile: String { "\(stateDirectory)/log/\(daemon).jsonl" }
  /// Where entries stand that clients cause.
  package var clientsLogFile: String { "\(stateDirectory)/log/\(daemon)-clients.jsonl" }

  /// All that is logged: what the daemon says by itself, then what clients caused.
  package var log: String {
    [logFile, clientsLogFile].map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
      .joined()
  }

  private func listen() throws {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, Glibc.listen(listener, 4096) == 0 else {
      throw TestFailure("cannot listen at \(socketPath): errno \(errno)")
    }
  }

  /// Starts the daemon again on the same socket and the same state.
  package func start() throws {
    try spawn()
    _ = try connect().result("mate.ping")
  }

  /// Starts the daemon without waiting; for those that are expected to refuse.
  package func spawn() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, listener, 3)
    posix_spawn_file_actions_addopen(
      &actions, 2, directory.file("stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of the test runner may block signals; a daemon starts with none blocked.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var variables = ProcessInfo.processInfo.environment
    variables["MATE_STATE_DIR"] = stateDirectory
    variables["MATE_LOG"] = "file"
    variables["LISTEN_FDS"] = "1"
    variables["LISTEN_FDNAMES"] = domain
    variables["MATE_CLIENT_STARTED"] = "1"
    // Another user's configuration is not for it to read, and it would not start.
    if uid != nil { variables["HOME"] = stateDirectory }
    variables.merge(environment) { $1 }
    // LISTEN_PID is the daemon's own: the shell knows it and becomes the daemon.
    let user = uid.map { "setpriv --reuid=\($0) --regid=\($0) --clear-groups " } ?? ""
    let script = "LISTEN_PID=$$ exec \(user)\"$0\""
    let words = ["/bin/sh", "-c", script, BuiltPrograms.path(daemon)]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let entries: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + entries { free(pointer) } }
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, entries)
    guard code == 0 else { throw TestFailure("posix_spawn: \(code)") }
  }

  package func connect() throws -> WireClient { try WireClient(path: socketPath) }

  package func signal(_ number: Int32) { kill(process, number) }

  /// Sends a signal and waits for the end; the exit status, or the signal as a negative number.
  @discardableResult
  package func stop(_ number: Int32 = SIGTERM) -> Int32 {
    kill(process, number)
    return waitForExit()
  }

  /// The exit status, or the signal as a negative number; one that should end and does not is
  /// killed after a minute, so that its test fails and the others go on.
  @discardableResult
  package func waitForExit() -> Int32 {
    let overdue = DispatchWorkItem { [process] in kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: overdue)
    defer { overdue.cancel() }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  package var standardError: String {
    (try? String(contentsOfFile: directory.file("stderr"), encoding: .utf8)) ?? ""
  }

  /// The processor time that the daemon has used, in hundredths of a second.
  package func processorTicks() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // proc(5): fields 14 and 15, utime and stime; the name in field 2 is in parentheses.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
      throw TestFailure("no times in /proc/\(process)/stat")
    }
    return user + system
  }

  /// The processor time of the daemon's loop, in nanoseconds.
  package func loopNanoseconds() throws -> Int {
    let path = "/proc/\(process)/task/\(process)/schedstat"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let number = text.split(separator: " ").first.flatMap({ Int($0) }) else {
      throw TestFailure("no time in \(path)")
    }
    return number
  }

  /// Leaves the daemon so many descriptors beyond those that it has.
  package func limitDescriptors(toMore count: Int) throws {
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    // The lowest limit below which so many numbers are free: there may be gaps.
    let taken = Set(open.compactMap { Int($0) })
    var limit = 0
    var free = 0
    while free < count {
      if !taken.contains(limit) { free += 1 }
      limit += 1
    }
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    program.arguments = ["--pid", "\(process)", "--nofile=\(limit):\(limit)"]
    try program.run()
    program.waitUntilExit()
    guard program.terminationStatus == 0 else { throw TestFailure("prlimit failed") }
  }

  /// How many descriptors it has open of files in a folder.
  package func descriptors(below folder: String) throws -> Int {
    let links = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: links).count { link in
      // One that was closed meanwhile is none.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(link)")
      return target?.hasPrefix(folder) == true
    }
  }

  /// Asks until the daemon has none of them open any more; each answer is a turn of its loop.
  package func waitForNoDescriptors(below folder: String, asking client: WireClient) throws {
    for _ in 0..<10_000 {
      if try descriptors(below: folder) == 0 { return }
      try client.result("mate.ping")
    }
    throw TestFailure("\(try descriptors(below: folder)) files in \(folder) are open")
  }

  /// A field of `/proc/<pid>/status` in kilobytes, as `VmRSS`.
  package func memory(_ field: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("\(field):") {
      let digits = line.filter(\.isNumber)
      return Int(digits) ?? 0
    }
    throw TestFailure("no \(field)")
  }
}
