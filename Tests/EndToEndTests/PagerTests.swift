import Foundation
import TestSupport
import Testing

/// Answers that are longer than the terminal, and answers again and again, at a terminal.
@Suite("A pager and a watch, at a terminal", .serialized)
struct PagerTests {
  private let domain: LoopDomain
  private let tool: CommandLineTool
  private static let rows = 100

  init() throws {
    domain = try LoopDomain()
    tool = try CommandLineTool(domains: domain.directory.path)
  }

  /// Answers every request of a connection with a table, whose rows carry the number of the request.
  private static let table: Loopback.Script = { wire in
    var number = 0
    while let request = try wire.receiveAny(within: 60) as? [String: Any] {
      number += 1
      let rows = (0..<PagerTests.rows).map {
        ["text": "row \($0)", "n": number] as [String: Any]
      }
      try wire.answer(request, ["rows": rows])
    }
  }

  private func screen(
    _ server: Loopback, _ words: String..., variables: [String: String], rows: Int = 24
  ) throws -> PseudoTerminal {
    var environment = tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 }
    for name in ["MATE_PAGER", "PAGER", "LESS"] { environment[name] = nil }
    return try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path] + words,
      environment: environment.merging(variables) { $1 }, columns: 80, rows: rows)
  }

  private func shown(
    _ variables: [String: String], words: [String] = [], rows: Int = 24
  ) throws -> [String] {
    let server = try Loopback(Self.table)
    var environment = tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 }
    for name in ["MATE_PAGER", "PAGER", "LESS"] { environment[name] = nil }
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"),
      words + ["--socket-dir", server.directory.path, "loop", "table"],
      environment: environment.merging(variables) { $1 }, columns: 80, rows: rows)
    let end = try screen.finish()
    #expect(end.status == 0, "\(end.output)")
    return end.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
  }

  @Test("what is longer than the terminal goes through the pager that is named: ours, then all's")
  func named() throws {
    let sed = "sed s/^/P:/"
    for variables in [["MATE_PAGER": sed], ["PAGER": sed], ["MATE_PAGER": sed, "PAGER": "false"]] {
      let lines = try shown(variables)
      #expect(lines.count > Self.rows, "\(variables)")
      #expect(lines.allSatisfy { $0.hasPrefix("P:") }, "\(variables): \(lines)")
    }
  }

  @Test("an empty name, or cat, is no pager, whatever comes behind it")
  func none() throws {
    for variables in [
      ["MATE_PAGER": "", "PAGER": "sed s/^/P:/"], ["MATE_PAGER": "cat", "PAGER": "sed s/^/P:/"],
      ["PAGER": ""],
    ] {
      let lines = try shown(variables)
      #expect(lines.count > Self.rows && !lines.contains { $0.hasPrefix("P:") }, "\(variables)")
    }
  }

  @Test("a pager that is closed early has shown enough: no error, and nothing behind it")
  func closedEarly() throws {
    for pager in ["head -n 2", "true", "exec 0<&-"] {
      let lines = try shown(["MATE_PAGER": pager])
      #expect(lines.count <= 2, "\(pager): \(lines)")
      #expect(!lines.contains { $0.contains("matectl") }, "\(pager): \(lines)")
    }
  }

  @Test("less shows a screen and ends with q", .enabled(if: SystemProgram.isInstalled("less")))
  func less() throws {
    let server = try Loopback(Self.table)
    let screen = try screen(server, "loop", "table", variables: [:])
    _ = try screen.read(until: "row 20")
    // The prompt of less; behind it there is more.
    _ = try screen.read(until: ":")
    screen.type("q")
    let end = try screen.finish()
    #expect(end.status == 0)
    #expect(!end.output.contains("row 99"))
  }

  @Test("-w reads again in its place until Ctrl-C, and no more rows than the terminal has")
  func watch() throws {
    let server = try Loopback(scripts: Array(repeating: Self.table, count: 50))
    let screen = try screen(
      server, "-w", "--interval", "50ms", "loop", "table", variables: [:], rows: 24)
    let clear = "\u{1B}[H\u{1B}[2J"
    _ = try screen.read(until: clear)
    var looks: [String] = []
    for _ in 0..<3 { looks.append(try screen.read(until: clear)) }
    for look in looks {
      #expect(look.components(separatedBy: "row ").count - 1 < 24, "\(look)")
      #expect(look.contains("row 0"))
    }
    screen.interrupt()
    #expect(try screen.finish().status == 130)
  }
}
