import Foundation
import TestSupport
import Testing

/// `~/.config/mate/matectl.json`.
@Suite("A client's own settings", .serialized)
struct SettingsTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func set(_ text: String) throws {
    let folder = tool.directory.file(".config/mate")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/matectl.json", atomically: true, encoding: .utf8)
  }

  @Test("the language is the one that is set, but for what is said")
  func language() throws {
    try set(#"{"language": "ko"}"#)
    #expect(try tool.run("juice", "menu").output.contains("딸기"))
    #expect(try tool.run("--lang", "en", "juice", "menu").output.contains("strawberry"))
    #expect(try tool.run("nothing").errors.contains("도메인이나 명령은 없습니다"))
  }

  @Test("an alias stands for words, and what is typed behind it follows")
  func aliases() throws {
    try set(#"{"aliases": {"line": "bank board", "bank": "juice menu", "again": "line"}}"#)
    let board = try tool.run("bank", "board", "--json")
    #expect(try tool.run("line", "--json").status == board.status)
    #expect(try tool.run("--lang", "ko", "line").output.contains("대기"))
    // A word that has a meaning keeps it, and an alias stands for no other one.
    #expect(try tool.run("bank", "board").output.contains("Waiting"))
    #expect(try tool.run("again").status == 2)
  }

  @Test(
    "a mistake is told with its place, and the command is done all the same",
    arguments: [
      ("{", "line 1"), ("{\n\"language\": \"ko\",\n}", "line 3"), ("[]", "expected an object"),
      (#"{"language": "fr"}"#, "/language: expected en, ko"),
      (#"{"langauge": "ko"}"#, "/langauge: expected one of aliases"),
      (#"{"output": "json"}"#, "/output: expected table, wide, plain"),
      (#"{"color": "always"}"#, "/color"), (#"{"pager": 3}"#, "/pager"),
      (#"{"host": "-oProxyCommand=x"}"#, "/host"), (#"{"aliases": []}"#, "/aliases"),
      (#"{"aliases": {"line": ""}}"#, "/aliases/line"),
      (#"{"aliases": {"status": "bank board"}}"#, "/aliases/status"),
      (#"{"aliases": {"x": "x y"}}"#, "/aliases/x"), (#"{"language": "ko", "host": 1}"#, "/host"),
    ])
  func mistakes(_ text: String, _ place: String) throws {
    try set(text)
    let result = try tool.run("juice", "menu")
    #expect(result.status == 0 && result.output.contains("strawberry"), "\(result)")
    #expect(result.errors.contains("matectl.json") && result.errors.contains(place), "\(result)")
    #expect(try tool.run("--json", "juice", "menu").errors.isEmpty)
  }

  @Test("what is in a pipe is the same with settings of how things look")
  func pipes() throws {
    let plain = try tool.run("juice", "menu")
    try set(#"{"output": "wide", "color": "never", "pager": "false"}"#)
    #expect(try tool.run("juice", "menu").output == plain.output)
  }

  @Test("no settings, or an empty file of them, are none", arguments: ["{}", nil])
  func none(_ text: String?) throws {
    if let text { try set(text) }
    let result = try tool.run("juice", "menu")
    #expect(result.status == 0 && result.errors.isEmpty)
  }

  @Test("a folder in the place of the file is told")
  func folder() throws {
    try FileManager.default.createDirectory(
      atPath: tool.directory.file(".config/mate/matectl.json"), withIntermediateDirectories: true)
    let result = try tool.run("juice", "menu")
    #expect(result.status == 0 && result.errors.contains("cannot be read"))
  }

  @Test("the host of the settings is used, and -H . is here", .enabled(if: SecureShell.isPossible))
  func host() throws {
    let ssh = try SecureShell()
    try set(#"{"host": "there"}"#)
    #expect(try tool.run("bank", "open", environment: ssh.environment).status == 0)
    #expect(ssh.machine.daemons.count == 1 && tool.daemons.isEmpty)
    let here = try tool.run("-H", ".", "bank", "board", environment: ssh.environment)
    #expect(here.status == 0 && tool.daemons.count == 1)
  }
}
