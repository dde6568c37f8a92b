import Foundation
import TestSupport
import Testing

/// What is done in a screen, at a terminal, over real daemons.
@Suite("Actions on a screen", .serialized)
struct ScreenActionTests {
  private let tool: CommandLineTool

  init() throws {
    tool = try CommandLineTool()
    for title in ["우유 사기", "보고서 쓰기", "전화하기"] { _ = try tool.run("project", "add", title) }
  }

  private func screen(_ words: String...) throws -> PseudoTerminal {
    try tool.screen(words, showing: "quit", rows: 30, columns: 100)
  }

  private func titles(_ state: String) throws -> [String] {
    let output = try tool.run("project", "board", "--json").output
    let board = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let items = (board?[state] as? [String: Any])?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["title"] as? String }
  }

  @Test("a row is edited in a form, moved with others that are marked, and all of it undone")
  func edited() throws {
    let screen = try screen("project")
    screen.press("aedit\r")
    try screen.see("Change a project")
    screen.press("와 빵\r")
    try screen.see("Edited")
    #expect(try titles("todo").first == "우유 사기와 빵")
    screen.press("  amove\r")
    try screen.see("Move projects")
    screen.press("\u{1B}[C\u{1B}[C\r")
    try screen.see("Moved")
    #expect(try titles("doing") == ["우유 사기와 빵", "보고서 쓰기"])
    screen.press("u")
    try screen.see("Undone")
    #expect(try titles("doing").isEmpty)
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a refusal stays at its form, and what is right then is done")
  func refused() throws {
    let screen = try screen("project")
    screen.press("aedit\r")
    try screen.see("Change a project")
    screen.press("\u{1B}[Bsomeday maybe\r")
    try screen.see("is no deadline")
    screen.press("\u{15}2030-01-02\r")
    try screen.see("Edited")
    // A date that stands there gives way to what is typed.
    screen.press("aedit\r")
    try screen.see("2030-01-02")
    screen.press("\u{1B}[Btomorrow\r")
    try screen.see(no: "2030-01-02")
    try screen.see("quit")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("what takes away asks first: n and Esc change nothing, y does it")
  func asked() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("bank", "add", "3")
    let screen = try screen("bank")
    let said = "nothing was changed"
    for key in ["n", "\u{1B}"] {
      screen.press(":reset\r")
      try screen.see("y yes, n no")
      screen.press(key)
      try screen.see(said)
      #expect(try tool.run("bank", "board", "--json").output.contains("\"open\":true"))
      screen.press("\u{1B}")
      try screen.see(no: said)
    }
    screen.press(":reset\r")
    try screen.see("y yes, n no")
    screen.answer("y")
    try screen.see("Reset")
    #expect(try !tool.run("bank", "board", "--json").output.contains("\"number\""))
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a command is typed as in the shell, with Tab, and what is wrong with it is said")
  func typed() throws {
    let screen = try screen("project")
    screen.press(":ad\t\"빵 사기\" --du\t tomorrow\r")
    try screen.see("Added")
    #expect(try titles("todo").contains("빵 사기"))
    // What is refused stays, with the cursor where it was, and Esc leaves it.
    screen.press(":odd 9 low\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\r")
    try screen.see("no command odd")
    try screen.see(":odd 9 low")
    screen.press("9")
    try screen.see(":odd 99 low")
    screen.press("\u{15}show\u{0B} 99\r")
    try screen.see("there is no project 99")
    try screen.see(":show 99")
    screen.press("\u{1B}")
    try screen.see(no: ":show 99")
    screen.press(":\u{1B}[A")
    try screen.see(":show 99")
    screen.press("\u{15}move\r")
    try screen.see("ids, to are missing")
    screen.press("\u{15}watch\r")
    try screen.see("matectl project watch")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test(
    "what is typed is shown in the form that was asked for, and a column that is not there is named"
  )
  func forms() throws {
    let screen = try screen("project")
    screen.press(":list -o csv --columns id,title\r")
    try screen.see("2,보고서 쓰기")
    screen.press("\u{1B}:board --json\r")
    try screen.see("{\"todo\":")
    screen.press("\u{1B}:list --columns nope\r")
    try screen.see("there is no column nope")
    screen.press("\u{1B}:burndown -o chart\r")
    // The axis stands where its labels leave it room.
    try screen.see("an axis") { lines in
      lines.contains { $0.trimmingPrefix { $0 == " " || $0.isNumber }.hasPrefix("┤") }
        && lines.contains { $0.hasPrefix("  ") && $0.contains("│") }
    }
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a screen that must change nothing offers no change and takes none")
  func readOnly() throws {
    let screen = try screen("project", "--read-only")
    screen.press("aedit")
    try screen.see("no such command")
    screen.press("\u{1B}:remove 1\r")
    try screen.see("changes nothing")
    screen.press("uq")
    #expect(try screen.finish().status == 0)
    #expect(try titles("todo").count == 3)
    #expect(try tool.run("--read-only", "project", "remove", "1").status == 2)
  }

  @Test("a change whose answer was lost is sent again with its key, once the daemon is there")
  func repeated() throws {
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let keys = Record<String>()
    let script: @Sendable (Bool) -> Loopback.Script = { answers in
      { wire in
        while let request = try wire.receiveAny(within: 60) as? [String: Any] {
          switch request["method"] as? String {
          case "loop.change":
            let meta = (request["params"] as? [String: Any])?["_meta"] as? [String: Any]
            keys.add(meta?["idempotencyKey"] as? String ?? "")
            guard answers else { return }
            try wire.answer(request, [:])
          case "loop.watch": break
          default: try wire.answer(request, ["rows": [["text": "one", "n": 1]]])
          }
        }
      }
    }
    let server = try Loopback(script(false), script(true))
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path, "loop"],
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: 80, rows: 24)
    try screen.see("one")
    screen.press(":change\r")
    try screen.see("done")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(keys.all.count == 2 && keys.all.first == keys.all.last && keys.all.first != "")
  }
}
