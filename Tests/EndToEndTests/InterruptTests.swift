import Foundation
import TestSupport
import Testing

/// The first Ctrl-C ends a client within a second, whatever it waits for and whoever does not answer.
@Suite("Ctrl-C", .serialized)
struct InterruptTests {
  private let domain: LoopDomain
  private let tool: CommandLineTool
  /// A second, and what a busy machine needs to start and to end a process.
  private static let soon = 2.5

  init() throws {
    domain = try LoopDomain()
    tool = try CommandLineTool(domains: domain.directory.path)
  }

  private func start(_ server: Loopback, _ arguments: String...) throws -> RunningCommand {
    try tool.start(["--socket-dir", server.directory.path] + arguments)
  }

  private func expectEnd(
    _ command: RunningCommand, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    command.interrupt()
    let status = command.status(within: Self.soon)
    command.kill()
    #expect(status == 130, sourceLocation: sourceLocation)
  }

  /// Reads a request and says so; then answers nothing, whatever comes, until the client is gone.
  private static func mute(_ seen: DispatchSemaphore, events: Bool = false) -> Loopback.Script {
    { wire in
      let request = try wire.receive()
      seen.signal()
      var number = 0
      while events {
        number += 1
        let params: [String: Any] = [
          "id": request["id"] ?? 0, "seq": number, "event": ["text": "\(number)"],
        ]
        try wire.send(["jsonrpc": "2.0", "method": "$/event", "params": params])
      }
      while try wire.receiveAny(within: 60) != nil {}
    }
  }

  @Test("while waiting for an answer", arguments: ["show", "change"])
  func waiting(method: String) throws {
    let seen = DispatchSemaphore(value: 0)
    let server = try Loopback(Self.mute(seen))
    let command = try start(server, "loop", method)
    seen.wait()
    expectEnd(command)
  }

  @Test(
    "of a change that was not answered it is said that nobody knows", arguments: ["show", "change"])
  func unknown(method: String) throws {
    let isChange = method == "change"
    let seen = DispatchSemaphore(value: 0)
    let server = try Loopback(Self.mute(seen), Self.mute(seen))
    let late = try start(server, "loop", method, "--timeout", "20ms").finish()
    #expect(late.status == (isChange ? 4 : 3))
    #expect(late.errors.contains("it is not known") == isChange, "\(late.errors)")
    seen.wait()
    let command = try start(server, "loop", method)
    seen.wait()
    command.interrupt()
    let result = try command.finish()
    #expect(result.status == 130)
    #expect(result.errors.contains("it is not known") == isChange, "\(result.errors)")
  }

  @Test("in a stream whose daemon passes over $/cancel, silent or not", arguments: [false, true])
  func streaming(events: Bool) throws {
    let seen = DispatchSemaphore(value: 0)
    let server = try Loopback(Self.mute(seen, events: events))
    let command = try start(server, "loop", "watch")
    seen.wait()
    if events { #expect(command.line() == "1") }
    command.interrupt()
    // Somebody reads what is still printed, for as long as it may take.
    let deadline = Date().addingTimeInterval(Self.soon)
    while events, Date() < deadline, command.line() != nil {}
    let status = command.status(within: Self.soon)
    command.kill()
    #expect(status == 130)
  }

  @Test("while connecting to a daemon that accepts nobody")
  func connecting() throws {
    let server = try Loopback(scripts: [])
    // The queue of connections that nobody accepts is as long as the server wanted it.
    let waiting = try (0..<17).map { _ in try WireClient(path: server.path) }
    let command = try start(server, "loop", "show")
    try SystemCall.connect.wait(in: command.processIdentifier)
    expectEnd(command)
    withExtendedLifetime(waiting) {}
  }

  @Test(
    "while another client holds the lock of starting",
    .enabled(if: !BuiltPrograms.defersSignals, "a sanitizer keeps signals while a lock is awaited"))
  func starting() throws {
    let run = tool.directory.file("run")
    try FileManager.default.createDirectory(
      atPath: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = open("\(run)/loop.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    let programs = try TemporaryDirectory()
    _ = try programs.addProgram("loopd", script: "#!/bin/sh\n")
    let command = try tool.start(
      ["loop", "show"], environment: ["MATE_LIBEXEC_PATH": programs.path])
    try SystemCall.flock.wait(in: command.processIdentifier)
    expectEnd(command)
  }

  @Test(
    "while opening a pipe that nobody writes into",
    .enabled(if: !BuiltPrograms.defersSignals, "a sanitizer keeps signals while a file is opened"),
    arguments: [["project", "import"], ["juice", "import"]])
  func opening(words: [String]) throws {
    let tool = try CommandLineTool()
    let pipe = tool.directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let command = try tool.start(words + [pipe])
    try SystemCall.open.wait(in: command.processIdentifier)
    command.interrupt()
    let result = try command.finish()
    #expect(result.status == 130)
    #expect(!result.errors.contains("usage"), "\(result.errors)")
  }

  @Test("while nobody reads what it prints")
  func printing() throws {
    let server = try Loopback { wire in
      let rows = (0..<6000).map { ["text": "row \($0)", "n": $0] as [String: Any] }
      try wire.answer(try wire.receive(), ["rows": rows])
      while try wire.receiveAny(within: 60) != nil {}
    }
    let command = try start(server, "loop", "table")
    try SystemCall.write.wait(in: command.processIdentifier)
    expectEnd(command)
  }

  private func screen(_ server: Loopback, _ arguments: String...) throws -> PseudoTerminal {
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    return try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path] + arguments,
      environment: environment)
  }

  private func expectEnd(
    _ screen: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    screen.interrupt()
    #expect(try screen.finish(within: Self.soon).status == 130, sourceLocation: sourceLocation)
  }

  @Test("at the question whether one is sure")
  func confirming() throws {
    let screen = try screen(try Loopback(scripts: []), "loop", "sure")
    _ = try screen.read(until: "? [y/N] ")
    try expectEnd(screen)
  }

  @Test("at the question of a refusal, and at what it asks for then", arguments: [false, true])
  func followUp(answersYes: Bool) throws {
    let server = try Loopback { wire in
      try wire.refuse(try wire.receive(), 1, "loop.no")
      while try wire.receiveAny(within: 60) != nil {}
    }
    let screen = try screen(server, "loop", "change")
    _ = try screen.read(until: "[yes/no] ")
    if answersYes {
      screen.type("yes")
      _ = try screen.read(until: "words: ")
    }
    try expectEnd(screen)
  }

  @Test("while following logs")
  func logs() throws {
    let folder = tool.directory.file("state/log")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #"{"at":"2026-11-21T09:00:00.000Z","MATE_DOMAIN":"loop","MESSAGE":"here"}"#
      .appending("\n").write(toFile: "\(folder)/loopd.jsonl", atomically: true, encoding: .utf8)
    let command = try tool.start(["logs", "-f"])
    #expect(command.line()?.hasSuffix("here") == true)
    expectEnd(command)
  }
}
