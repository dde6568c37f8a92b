import Foundation
import TestSupport
import Testing

/// The programs of `docs/plugins.md`, as they are printed there: the same daemon in each language.
@Suite("The examples of a plugin", .serialized)
struct PluginExampleTests {
  private static let languages = ["python", "perl"]

  private struct Example {
    let folder: TemporaryDirectory
    let tool: CommandLineTool

    init(in language: String) throws {
      folder = try TemporaryDirectory()
      let page = try String(
        contentsOfFile: "\(BuiltPrograms.repository())/docs/plugins.md", encoding: .utf8)
      for (language, file) in [("json", "tea.json"), (language, "tead")] {
        let parts = page.components(separatedBy: "```\(language)\n")
        try #require(parts.count > 1)
        _ = try folder.addProgram(file, script: parts[1].components(separatedBy: "```\n")[0])
      }
      tool = try CommandLineTool(domains: folder.path)
    }

    func run(_ arguments: String...) throws -> CommandResult {
      try tool.start(arguments, environment: ["MATE_LIBEXEC_PATH": folder.path]).finish()
    }

    func connect() throws -> WireClient {
      try WireClient(path: tool.directory.file("run/tea.sock"))
    }

    func started() throws -> WireClient {
      #expect(try run("tea", "start", "green").output == "120 seconds to go\n")
      return try connect()
    }
  }

  @Test("matectl drives it", arguments: languages)
  func driven(language: String) throws {
    let tea = try Example(in: language)
    #expect(try tea.run("tea", "start", "black").output == "240 seconds to go\n")
    #expect(try tea.run("--lang", "ko", "tea", "start", "green").output == "120초 남음\n")
    #expect(try tea.run("tea", "start", "white").status == 2)
    #expect(
      try tea.run("tea", "start", "green", "--dry-run").output == "(dry run) 120 seconds to go\n")
    #expect(try tea.run("call", "tea.stop").status == 2)
    #expect(try tea.run("call", "mate.ping").output == "{}\n")
  }

  @Test("frames come in pieces, several at once, or not to their end", arguments: languages)
  func frames(language: String) throws {
    let tea = try Example(in: language)
    let wire = try tea.started()
    let one = WireClient.frame(
      Data(#"{"jsonrpc":"2.0","id":7,"method":"tea.start","params":{"kind":"green"}}"#.utf8))
    for byte in one { try wire.send(bytes: Data([byte])) }
    #expect(try wire.receive()["id"] as? Int == 7)
    try wire.send(bytes: one + one + one.prefix(9))
    for _ in 0..<2 { #expect(try wire.receive()["id"] as? Int == 7) }
    wire.endOutput()
    #expect(try wire.isClosed)
    let other = try tea.connect()
    try other.send(frame: "no JSON")
    #expect(((try other.receive()["error"]) as? [String: Any])?["code"] as? Int == -32700)
    #expect(try other.result("tea.start", ["kind": "black"])["seconds"] as? Int == 240)
  }

  @Test("_meta is no parameter, and a key has effect once", arguments: languages)
  func meta(language: String) throws {
    let tea = try Example(in: language)
    let wire = try tea.started()
    func number(_ meta: WireClient.Object) throws -> Int? {
      try wire.result("tea.start", ["kind": "green"], meta: meta)["number"] as? Int
    }
    let first = try #require(
      try number(["idempotencyKey": "a", "timeoutMs": 1000, "traceId": "t"]))
    #expect(try number(["idempotencyKey": "b"]) == first + 1)
    #expect(try number(["idempotencyKey": "a"]) == first)
    #expect(try number(["dryRun": true]) == first + 2)
    #expect(try number([:]) == first + 2)
  }
}
