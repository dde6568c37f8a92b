import Foundation
import TestSupport
import Testing

@testable import transitd

/// Feeds that come as files of the client, and what a client may not let the daemon open.
@Suite(
  "Timetables that clients pass", .serialized, .timeLimit(.minutes(2)),
  .enabled(
    if: OtherUser.isPossible && OtherUser.canRun("matectl"), "only root can be another user"))
struct FeedPassingTests {
  private let fixture: FeedFixture
  private let tool: CommandLineTool
  private let archive: String

  init() throws {
    fixture = try FeedFixture()
    tool = try CommandLineTool()
    archive = try fixture.archive()
    chmod(archive, 0o600)
  }

  /// A daemon whose socket lets everybody in.
  private func daemon(user: UInt32? = nil) throws -> DaemonHarness {
    let daemon = try DaemonHarness("transitd", domain: "transit", user: user)
    chmod(daemon.directory.path, 0o755)
    chmod(daemon.socketPath, 0o666)
    return daemon
  }

  private func environment(_ daemon: DaemonHarness) -> [String: String] {
    tool.environment.merging(["MATE_RUNTIME_DIR": daemon.directory.path]) { $1 }
  }

  private func importAsOther(_ daemon: DaemonHarness, _ words: String...) throws -> CommandResult {
    try OtherUser.run(
      BuiltPrograms.path("matectl"), ["transit", "gtfs", "import"] + words,
      environment: environment(daemon))
  }

  private func importAsRoot(_ daemon: DaemonHarness, _ words: String...) throws -> CommandResult {
    try tool.start(
      ["transit", "gtfs", "import"] + words, environment: environment(daemon)
    ).finish()
  }

  @Test("a file that only its owner may read is imported by a daemon that may not")
  func clientsRights() throws {
    let daemon = try daemon(user: OtherUser.uid)
    let result = try importAsRoot(daemon, archive, "--name", "city")
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(result.output.contains("13 stop times"))
    // The daemon itself cannot: root may name a path to it.
    let client = try daemon.connect()
    let failure = try client.error("transit.gtfs.import", ["path": archive, "name": "other"])
    #expect(failure.name == "transit.feedUnreadable")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: "\(daemon.stateDirectory)/transit/feeds")
    #expect(left == ["city.feed"])
  }

  @Test("a file that the daemon may read and its client may not is the client's own error")
  func notTheDaemons() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    func total() throws -> Int? {
      (try client.result("mate.status")["requests"] as? [String: Any])?["total"] as? Int
    }
    let before = try #require(try total())
    chmod(fixture.directory.path, 0o755)
    for (path, reason) in [
      (archive, "Permission denied"), ("/nowhere.zip", "No such file or directory"),
      ("/", "Is a directory"),
    ] {
      let result = try importAsOther(daemon, path)
      #expect(result.errors == "matectl: path: the file \(path) cannot be read: \(reason)\n")
      #expect(result.status == 2)
    }
    #expect(try total() == before + 1)
  }

  @Test("who may not administer imports files, and lets nobody fetch an address")
  func addresses() throws {
    let daemon = try daemon()
    chmod(fixture.directory.path, 0o755)
    chmod(archive, 0o644)
    #expect(try importAsOther(daemon, archive, "--name", "city").status == 0)
    let server = try LoopbackServer { _ in
      .last("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    let address = "http://127.0.0.1:\(server.port)/feed.zip"
    for words in [[address], [archive, "--realtime", address]] {
      let result = try OtherUser.run(
        BuiltPrograms.path("matectl"), ["transit", "gtfs", "import"] + words,
        environment: environment(daemon))
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("matectl: only those with the right to admin may "))
    }
    #expect(server.requests.count == 0)
    #expect(try importAsRoot(daemon, address).status == 1)
    #expect(server.requests.count == 1)
  }

  @Test("what comes through a pipe is imported, also by standard input")
  func pipes() throws {
    let daemon = try daemon(user: OtherUser.uid)
    let script = """
      cat '\(archive)' | "$0" transit gtfs import - --name piped &&
      mkfifo "$MATE_RUNTIME_DIR/fifo" && { cat '\(archive)' > "$MATE_RUNTIME_DIR/fifo" & } &&
      "$0" transit gtfs import "$MATE_RUNTIME_DIR/fifo"
      """
    let result = try SystemProgram.run(
      "/bin/sh", ["-c", script, BuiltPrograms.path("matectl")], environment: environment(daemon))
    #expect(result.output.contains("piped: "))
    #expect(result.output.contains("fifo: "))
  }

  @Test("through a bridge no file comes, and that is said")
  func bridge() throws {
    let daemon = try daemon()
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("matectl"))
    process.arguments = ["stdio-bridge", "transit"]
    process.environment = environment(daemon)
    let end = FileHandle(fileDescriptor: pair[1])
    process.standardInput = end
    process.standardOutput = end
    try process.run()
    close(pair[1])
    let client = WireClient(accepted: pair[0])
    let file = open(archive, O_RDONLY)
    defer { close(file) }
    let reply = try client.reply("transit.gtfs.import", ["path": "feed.zip"], passing: file)
    let failure = try WireFailure(reply)
    #expect(failure.name == "mate.invalidParams")
    #expect(
      failure.message
        == "no file came with the request; what goes through another program passes none")
    client.endOutput()
    process.waitUntilExit()
  }
}
