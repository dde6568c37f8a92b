import Foundation
import TestSupport
import Testing

/// A daemon and a description that want to steer the terminal, and the whole program in between.
@Suite("What a hostile domain can print", .serialized)
struct TerminalTextTests {
  private static let text = HostileText.some.joined()

  private static let script: Loopback.Script = { wire in
    while let request = try wire.receiveAny(within: 60) as? WireClient.Object {
      let method = request["method"] as? String ?? ""
      let row: [String: Any] = ["text": text, "n": text]
      switch method {
      case "loop.change":
        try wire.send([
          "jsonrpc": "2.0", "id": request["id"] ?? 0,
          "error": [
            "code": 1, "message": text,
            "data": ["name": "loop.unknown", "traceId": text, "x": text],
          ],
        ])
      case "loop.sure":
        try wire.refuse(request, 1, "loop.no", ["message": text, "traceId": text])
        // What follows comes over a connection of its own, and one is served after the other.
        return
      case "loop.watch":
        let params: [String: Any] = ["id": request["id"] ?? 0, "seq": 1, "event": row]
        try wire.send(["jsonrpc": "2.0", "method": "$/event", "params": params])
        try wire.answer(request, row)
      case "mate.metrics": try wire.answer(request, ["openMetrics": text])
      case "mate.status":
        try wire.answer(request, ["domain": text, "status": text, "version": text])
      default: try wire.answer(request, ["text": text, text: text, "rows": [row, row]])
      }
    }
  }

  private let tool: CommandLineTool
  private let domain: LoopDomain

  init() throws {
    domain = try LoopDomain(text: Self.text)
    tool = try CommandLineTool(domains: domain.directory.path)
    let folder = tool.directory.file("state/log")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = [
      "MATE_DOMAIN", "MESSAGE", "MATE_METHOD", "MATE_ERROR", "MATE_DURATION_US", "PRIORITY",
    ]
    var lines = Data()
    for text in HostileText.some {
      var entry = ["at": "2026-11-21T09:00:00.000Z", "MATE_TRACE_ID": "t"]
      for name in names { entry[name] = text }
      lines += try JSONSerialization.data(withJSONObject: entry) + Data("\n".utf8)
    }
    try lines.write(to: URL(fileURLWithPath: "\(folder)/loopd.jsonl"))
  }

  private func expectHarmless(
    _ printed: String, besides allowed: Set<Unicode.Scalar> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Set(HostileText.found(in: printed, besides: allowed))
    #expect(
      found.isEmpty, "\(found.map { String($0.value, radix: 16) })", sourceLocation: sourceLocation)
  }

  @Test(
    "in a pipe",
    arguments: [
      ["loop", "show"], ["loop", "say"], ["loop", "table"], ["loop", "board"], ["loop", "watch"],
      ["loop", "change"], ["loop", "sure", "--yes"], ["help"], ["help", "loop"],
      ["help", "loop", "fix"], ["domains"], ["status"], ["today"], ["metrics", "loop"], ["logs"],
      ["why", "t"], ["why", text], ["loop", text], [text], ["loop", "show", "--\(text)"],
      ["--timeout", text, "loop"], ["loop", "table", "--output", "i3blocks"],
      ["call", "loop.show", text], ["--output", text], ["logs", "--since", text],
    ].map { $0.map { $0.replacing("\0", with: "") } })
  func pipe(arguments: [String]) throws {
    let server = try Loopback(scripts: Array(repeating: Self.script, count: 8))
    let result = try tool.start(["--socket-dir", server.directory.path] + arguments).finish()
    // What programs read keeps its tabs.
    expectHarmless(result.output, besides: arguments.first == "metrics" ? ["\t"] : [])
    expectHarmless(result.errors)
    #expect(!result.output.isEmpty || !result.errors.isEmpty)
  }

  @Test("tabs separate only where they are meant to")
  func tabs() throws {
    let server = try Loopback(scripts: Array(repeating: Self.script, count: 8))
    let folder = ["--socket-dir", server.directory.path]
    for words in [["loop", "table", "--output", "plain"], ["__complete", "--", "loop", ""]] {
      let result = try tool.start(words.first == "loop" ? folder + words : words).finish()
      #expect(!result.output.isEmpty, "\(words): \(result.status) \(result.errors.prefix(400))")
      expectHarmless(result.output, besides: ["\t"])
      for line in result.output.split(separator: "\n") {
        #expect(line.filter { $0 == "\t" }.count <= 1)
      }
    }
  }

  @Test(
    "on a terminal, with what is asked there",
    arguments: [
      ["loop", "show"], ["loop", "table"], ["loop", "board"], ["loop", "change"], ["loop", "sure"],
      ["loop", "show", "--json"], ["loop", "change", "--json"], ["logs"], ["logs", "--json"],
    ], ["cat", "cat -"])
  func terminal(arguments: [String], pager: String) throws {
    let server = try Loopback(scripts: Array(repeating: Self.script, count: 8))
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    // Both without a pager, which the bare word says, and through one.
    environment["MATE_PAGER"] = pager
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path] + arguments,
      environment: environment)
    var printed = ""
    if arguments == ["loop", "sure"] {
      printed += try screen.read(until: "? [y/N] ")
      screen.type("y")
      printed += try screen.read(until: "[yes/no] ")
      screen.type("yes")
      screen.type("x")
    }
    printed += try screen.finish(within: 60).output
    // The terminal itself puts a return before each new line.
    expectHarmless(printed.replacing("\r\n", with: "\n"))
  }

  @Test("--json in a pipe, and a raw text, are what came, byte by byte")
  func exact() throws {
    let server = try Loopback { wire in
      let request = try wire.receive()
      try wire.send(
        frame:
          "{\"jsonrpc\":\"2.0\",\"id\":\(request["id"] ?? 0),\"result\":{\"a\":\"\u{9B}\u{202E}\"}}"
      )
    }
    let result = try tool.start(
      ["--socket-dir", server.directory.path, "loop", "show", "--json"]
    ).finish()
    #expect(Array(result.output.utf8) == Array("{\"a\":\"\u{9B}\u{202E}\"}\n".utf8))
  }
}
