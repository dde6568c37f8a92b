import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import IPCTransport

@Suite("DaemonStarter", .serialized)
struct DaemonStarterTests {
  private let directory: TemporaryDirectory
  private let endpoint: Endpoint

  init() throws {
    directory = try TemporaryDirectory()
    endpoint = try Endpoint(
      domain: "probe", socket: "probe.sock", directory: directory.file("run"))
  }

  /// A program that notes each start and then is the real daemon, with a state of its own.
  private func program(_ script: String) throws -> String {
    try directory.addProgram("program", script: "#!/bin/sh\n\(script)\n")
  }

  private func daemon() throws -> String {
    try program(
      """
      echo $$ >> \(directory.file("starts"))
      export MATE_STATE_DIR=\(directory.file("state")) MATE_LOG=file
      exec \(BuiltPrograms.path("probed"))
      """)
  }

  private var starts: [pid_t] {
    let text = (try? String(contentsOfFile: directory.file("starts"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  private var errorFile: String { "\(endpoint.directory)/\(DaemonStarter.errorFile(endpoint))" }

  private func ping(_ descriptor: Int32) throws {
    do {
      try WireClient(accepted: descriptor).result("mate.ping")
    } catch {
      let complaint = try? String(contentsOfFile: errorFile, encoding: .utf8)
      throw TestFailure("\(error); the daemon said: \(complaint ?? "nothing")")
    }
  }

  @Test("many clients at once start one daemon, and each of them is connected to it")
  func oneStart() throws {
    defer { for process in starts { kill(process, SIGKILL) } }
    let starter = DaemonStarter(endpoint: endpoint, program: try daemon())
    let failures = Record<String>()
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      do {
        try ping(try starter.connect(starting: true))
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    #expect(starts.count == 1)
  }

  @Test("a socket file that nobody listens at is replaced")
  func deadSocket() throws {
    defer { for process in starts { kill(process, SIGKILL) } }
    try FileManager.default.createDirectory(
      atPath: endpoint.directory, withIntermediateDirectories: true)
    close(try UnixSocket.listen(at: endpoint.path, mode: 0o600))
    let starter = DaemonStarter(endpoint: endpoint, program: try daemon())
    #expect(throws: StartFailure.self) { try starter.connect(starting: false) }
    #expect(starts.isEmpty)
    try ping(try starter.connect(starting: true))
    #expect(starts.count == 1)
    // The folder and the socket are nobody else's.
    var status = stat()
    #expect(stat(endpoint.directory, &status) == 0)
    #expect(stat(endpoint.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("what a daemon that cannot start has to say is kept for the next call")
  func complaint() throws {
    let path = try program("echo 'the disk is full' >&2; exit 1")
    let starter = DaemonStarter(endpoint: endpoint, program: path)
    let wire = WireClient(accepted: try starter.connect(starting: true))
    #expect(try wire.isClosed)
    let text = try String(contentsOfFile: errorFile, encoding: .utf8)
    #expect(text == "the disk is full\n")
  }

  @Test("the daemon gets the socket as descriptor 3 and nothing else that is open here")
  func descriptors() throws {
    let path = try program(
      """
      { echo "$LISTEN_FDS $LISTEN_FDNAMES $MATE_CLIENT_STARTED"; test "$LISTEN_PID" = $$ && echo own
      ls /proc/$$/fd; } > \(directory.file("seen")) 2>&1
      """)
    let starter = DaemonStarter(endpoint: endpoint, program: path)
    let wire = WireClient(accepted: try starter.connect(starting: true))
    #expect(try wire.isClosed)
    let seen = try String(contentsOfFile: directory.file("seen"), encoding: .utf8)
    let lines = seen.split(separator: "\n")
    #expect(lines.prefix(2) == ["1 probe 1", "own"])
    // 10 and above are the shell's own.
    #expect(Set(lines.dropFirst(2).compactMap { Int($0) }.filter { $0 < 10 }) == [0, 1, 2, 3])
  }

  /// The variables that systemd gives to one service, which is the client.
  private static let ofTheClient = [
    "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY", "RUNTIME_DIRECTORY",
    "CACHE_DIRECTORY", "LOGS_DIRECTORY", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
    "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_PIDFDID", "SYSTEMD_EXEC_PID", "MANAGERPID",
  ]

  @Test("the daemon has nothing of its client's but the user's environment, and is nobody's child")
  func surroundings() throws {
    for name in Self.ofTheClient { setenv(name, directory.path, 1) }
    setenv("MATE_TEST_KEPT", "kept", 1)
    defer { for name in Self.ofTheClient + ["MATE_TEST_KEPT"] { unsetenv(name) } }
    let path = try program(
      """
      exec > \(directory.file("seen"))
      pwd; umask; cut -d' ' -f4,6 /proc/$$/stat
      # A shell blocks all signals while it starts a program: it reads its own state itself.
      while read -r line; do case $line in SigBlk*|SigIgn*) echo "$line";; esac; done < /proc/$$/status
      tr '\\0' '\\n' < /proc/$$/environ
      """)
    var blocked = sigset_t()
    sigfillset(&blocked)
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let wire = WireClient(
      accepted: try DaemonStarter(endpoint: endpoint, program: path).connect(starting: true))
    pthread_sigmask(SIG_SETMASK, &before, nil)
    #expect(try wire.isClosed)
    let seen = try String(contentsOfFile: directory.file("seen"), encoding: .utf8)
    let lines = seen.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["/", "0077"])
    let ids = lines[2].split(separator: " ").compactMap { pid_t($0) }
    // Another parent, and a session that is not ours.
    #expect(ids.count == 2 && ids[0] != getpid() && ids[1] != getsid(0))
    // Signals 32 and 33 are the C library's own: its posix_spawn ignores those that
    // it has a handler for, as soon as anybody in this process cancelled a thread.
    let states = lines[3...4].map { line in
      UInt64(line.split(separator: "\t")[1], radix: 16).map { $0 & ~(3 << 31) }
    }
    #expect(states == [0, 0], "\(lines[3...4])")
    let names = Set(lines.dropFirst(5).map { String($0.prefix { $0 != "=" }) })
    #expect(names.intersection(Self.ofTheClient) == [])
    #expect(names.contains("MATE_TEST_KEPT") && names.contains("LISTEN_FDS"))
  }

  @Test("a program that is not there is named with the places that were looked at")
  func notFound() {
    for program in [directory.file("nothing"), "no-such-program-of-mate"] {
      #expect {
        _ = try DaemonStarter(endpoint: endpoint, program: program).connect(starting: true)
      } throws: { error in
        guard case .programNotFound(let name, let places) = error as? StartFailure else {
          return false
        }
        return name == program && !places.isEmpty
      }
    }
  }

  @Test("a folder that cannot be made is named")
  func noFolder() throws {
    let endpoint = try Endpoint(
      domain: "probe", socket: "probe.sock", directory: "/proc/nothing can be made here")
    #expect {
      _ = try DaemonStarter(endpoint: endpoint, program: "/bin/true").connect(starting: true)
    } throws: { error in
      guard case .system(let cause) = error as? StartFailure else { return false }
      return cause.subject == "/proc/nothing can be made here"
    }
  }
}
