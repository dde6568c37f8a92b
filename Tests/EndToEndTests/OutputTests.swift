import Foundation
import TestSupport
import Testing

/// A pipe that somebody else made non-blocking, as ssh and Node do with one that they share.
@Suite("Output into a non-blocking pipe", .serialized)
struct OutputTests {
  /// A row is some 60 bytes; all of them are more than a pipe holds, which is 64 KiB.
  private static let rows = 8000

  private static let script: Loopback.Script = { wire in
    let request = try wire.receive()
    guard request["method"] as? String != "loop.change" else {
      let text = (0..<rows).map { "sentence \($0)" }.joined(separator: ", ")
      try wire.send([
        "jsonrpc": "2.0", "id": request["id"] ?? 0,
        "error": ["code": 1, "message": text, "data": ["name": "loop.other"]],
      ])
      return
    }
    let rows = (0..<rows).map { ["text": "row number \($0)", "n": $0] as [String: Any] }
    try wire.answer(request, ["rows": rows])
  }

  private let domain: LoopDomain
  private let tool: CommandLineTool

  init() throws {
    domain = try LoopDomain()
    tool = try CommandLineTool(domains: domain.directory.path)
  }

  /// Everything that comes out of one pipe which both outputs share, and the status.
  private func run(_ arguments: [String], isBlocking: Bool) throws -> (Data, Int32) {
    let server = try Loopback(Self.script)
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    if !isBlocking {
      let flags = fcntl(writing.fileDescriptor, F_GETFL)
      #expect(fcntl(writing.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("matectl"))
    process.arguments = ["--socket-dir", server.directory.path] + arguments
    process.environment = tool.environment
    process.standardOutput = writing
    process.standardError = writing
    try process.run()
    try writing.close()
    // The reader is slower than the writer: it begins when the pipe is full.
    try (isBlocking ? SystemCall.write : .poll).wait(in: process.processIdentifier)
    let all = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (all, process.terminationStatus)
  }

  @Test(
    "everything comes, as into a pipe that blocks",
    arguments: [
      ["loop", "table"], ["loop", "table", "--json"], ["loop", "table", "--output", "csv"],
      ["loop", "show"], ["loop", "change"], ["loop", "change", "--json"],
    ])
  func everything(arguments: [String]) throws {
    let (expected, usual) = try run(arguments, isBlocking: true)
    let (printed, status) = try run(arguments, isBlocking: false)
    #expect(expected.count > 100_000)
    #expect(printed == expected)
    #expect(status == usual)
  }
}

@Suite("CSV again and again", .serialized)
struct RepeatedCSVTests {
  @Test(
    "-w -o csv has one header, whose columns every later row has, also where the first had none")
  func board() throws {
    let tool = try CommandLineTool()
    _ = try tool.run("bank", "open")
    for teller in ["1", "2", "3"] { _ = try tool.run("bank", "teller", "pause", teller) }
    let watch = try tool.start(["-w", "--interval", "50ms", "-o", "csv", "bank", "board"])
    let header = try #require(watch.line()?.split(separator: ",", omittingEmptySubsequences: false))
    let clock = try #require(watch.line())
    #expect(clock.hasPrefix("clock,"))
    _ = try tool.run("bank", "take", "deposit")
    var row = watch.line()
    while let line = row, !line.hasPrefix("waiting,") { row = watch.line() }
    watch.interrupt()
    _ = try watch.finish()
    let fields = try #require(row?.split(separator: ",", omittingEmptySubsequences: false))
    #expect(fields.count == header.count)
    let ticket = try #require(header.firstIndex(of: "ticket") ?? header.firstIndex(of: "number"))
    #expect(fields[ticket] == "1", "\(header) \(fields)")
  }
}
