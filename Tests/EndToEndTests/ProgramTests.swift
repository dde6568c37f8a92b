import Foundation
import TestSupport
import Testing

/// A daemon's program run by hand.
private struct Program {
  let directory: TemporaryDirectory
  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let notify: NotifySocket

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    notify = try NotifySocket(in: directory)
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("probed"))
    process.arguments = arguments.map { $0.replacingOccurrences(of: "DIR", with: directory.path) }
    var variables = ["MATE_LOG": "file", "HOME": directory.path, "NOTIFY_SOCKET": notify.path]
    for (name, value) in environment {
      variables[name] = value.replacingOccurrences(of: "DIR", with: directory.path)
    }
    process.environment = BuiltPrograms.environment(variables)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Waits for the end: status, what it printed, and what it complained of.
  func end() -> (status: Int32, output: String, errors: String) {
    let text = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (process.terminationStatus, text[0], text[1])
  }

  /// A client, as soon as somebody listens.
  func connect(_ name: String = "s") throws -> WireClient {
    try waitUntilReady()
    return try WireClient(path: directory.file(name))
  }

  /// Waits for what it tells who started it.
  func waitUntilReady() throws { _ = try notify.next(with: "READY") }

  func stop() -> (status: Int32, output: String, errors: String) {
    process.terminate()
    return end()
  }
}

@Suite("A daemon's program", .serialized)
struct ProgramTests {
  @Test("--help, --version and --describe are answered on standard output, and end with 0")
  func words() throws {
    let help = try Program(["--help"]).end()
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(help.output.contains("Usage: probed [--socket PATH]"))
    #expect(try Program(["-h"]).end().output == help.output)
    #expect(try Program(["--version"]).end().output == "probed 1.0.0\n")
    let description = try Program(["--describe"]).end()
    #expect(description.status == 0)
    #expect(description.output.contains("\"openrpc\": \"1."))
  }

  @Test("wrong words end with 2 and a sentence; nobody to listen to ends with 1 and the remedy")
  func mistakes() throws {
    let unknown = try Program(["--sokcet", "x"]).end()
    #expect(unknown.status == 2 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("unknown argument --sokcet"))
    #expect(try Program(["--socket"]).end().errors.contains("--socket needs a path"))
    let alone = try Program([]).end()
    #expect(alone.status == 1)
    #expect(alone.errors.contains("no socket named probe was passed"))
    #expect(alone.errors.contains("systemctl start probed.socket"))
  }

  @Test(
    "--socket PATH listens there until stopped, and takes its own file away",
    arguments: [true, false])
  func standalone(_ isOneWord: Bool) throws {
    let program = try Program(isOneWord ? ["--socket=DIR/s"] : ["--socket", "DIR/s"])
    let status = try program.connect().result("mate.status")
    #expect(status["activation"] as? String == "standalone")
    #expect(program.stop().status == 0)
    #expect(!FileManager.default.fileExists(atPath: program.directory.file("s")))
  }

  @Test("a socket that somebody listens at is left alone; a dead one is replaced")
  func taken() throws {
    let first = try Program(["--socket", "DIR/s"])
    try first.connect().result("mate.ping")
    let second = try Program(["--socket", first.directory.file("s")]).end()
    #expect(second.status == 1)
    #expect(second.errors.contains("Address already in use"))
    try WireClient(path: first.directory.file("s")).result("mate.ping")
    kill(first.process.processIdentifier, SIGKILL)
    _ = first.end()
    #expect(FileManager.default.fileExists(atPath: first.directory.file("s")))
    let third = try Program(["--socket", first.directory.file("s")])
    try third.waitUntilReady()
    try WireClient(path: first.directory.file("s")).result("mate.ping")
    #expect(third.stop().status == 0)
  }

  @Test("a path that is too long, or in no folder, is named")
  func wrongPath() throws {
    let long = try Program(["--socket", "DIR/" + String(repeating: "x", count: 120)]).end()
    #expect(long.status == 1 && long.errors.contains("File name too long"))
    let nowhere = try Program(["--socket", "DIR/no/such/folder"]).end()
    #expect(nowhere.status == 1 && nowhere.errors.contains("No such file or directory"))
  }

  @Test(
    "the store is where the environment says",
    arguments: [
      (["STATE_DIRECTORY": "DIR/a:DIR/b"], "a/probe.db"),
      (["MATE_STATE_DIR": "DIR/m", "XDG_STATE_HOME": "DIR/x"], "m/probe/probe.db"),
      (["XDG_STATE_HOME": "DIR/x"], "x/mate/probe/probe.db"),
      ([:], ".local/state/mate/probe/probe.db"),
    ] as [([String: String], String)])
  func state(_ environment: [String: String], _ place: String) throws {
    let program = try Program(["--socket", "DIR/s"], environment: environment)
    let status = try program.connect().result("mate.status")
    let store = status["store"] as? [String: Any]
    #expect(store?["path"] as? String == program.directory.file(place))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: program.directory.file(place))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(program.stop().status == 0)
  }
}
