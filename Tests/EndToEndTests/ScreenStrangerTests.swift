import Foundation
import TestSupport
import Testing

/// What strangers tripped over on a screen: a hand that took another card, keys that acted on what was
/// not seen, words of programs.
@Suite("Where strangers tripped on a screen", .serialized)
struct ScreenStrangerTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func screen(
    _ words: String..., showing text: String, rows: Int = 24, columns: Int = 100
  ) throws -> PseudoTerminal {
    try tool.screen(words, showing: text, rows: rows, columns: columns)
  }

  private func titles(_ state: String) throws -> [String] {
    let output = try tool.run("project", "board", "--json").output
    let board = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let items = (board?[state] as? [String: Any])?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["title"] as? String }.sorted()
  }

  /// Takes what stands in a line of the first column into the second.
  private func drag(_ line: Int, in screen: PseudoTerminal) {
    screen.press("\u{1B}[<0;5;\(line)M\u{1B}[<32;40;\(line + 1)M\u{1B}[<0;40;\(line + 1)m")
  }

  @Test(
    "the card that is dragged moves: alone where others are marked, with them where it is marked")
  func dragged() throws {
    for title in ["one", "two", "three", "four"] { _ = try tool.run("project", "add", title) }
    let screen = try screen("project", showing: "four")
    screen.press("  ")
    try screen.see("*2 two")
    drag(6, in: screen)
    try screen.see("DOING (1)")
    #expect(try titles("doing") == ["three"])
    try screen.see("*1 one")
    try screen.see("*2 two")
    drag(4, in: screen)
    try screen.see("DOING (3)")
    #expect(try titles("doing") == ["one", "three", "two"])
    #expect(try titles("todo") == ["four"])
    try screen.see("no mark") { lines in !lines.contains { $0.contains("*") } }
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a card that is gone while it is dragged takes no other one along")
  func goneMeanwhile() throws {
    for title in ["one", "two"] { _ = try tool.run("project", "add", title) }
    let screen = try screen("project", showing: "two")
    screen.press("\u{1B}[<0;5;4M\u{1B}[<32;40;5M")
    _ = try tool.run("project", "remove", "1")
    try screen.see("TODO (1)")
    screen.press("\u{1B}[<0;40;5m?")
    try screen.see("Keys")
    #expect(try titles("todo") == ["two"])
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("who watches is told that something was taken back, and that it was done again")
  func reversed() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("project", showing: "one")
    _ = try tool.run("project", "move", "1", "doing")
    try screen.see(": Moved 'one' from TODO to DOING")
    _ = try tool.run("project", "undo")
    try screen.see(": Undone: Moved 'one' from TODO to DOING")
    _ = try tool.run("project", "redo")
    try screen.see(": Done again: Moved 'one' from TODO to DOING")
    screen.press("L")
    try screen.see(": 다시 실행: 'one' 이동")
    _ = try tool.run("project", "undo")
    try screen.see(": 되돌림: 'one' 이동")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("+5 in a form is five more, as in the shell's dialogue; a command that sets refuses it")
  func stepped() throws {
    let screen = try screen("juice", showing: "mango kiwi juice")
    screen.press("\r")
    try screen.see("16 needed, 10 in stock, 6 short")
    screen.answer("+7\r")
    try screen.see("Order 1 of strawberry juice now?")
    screen.answer("y")
    try screen.see("left in stock: strawberry 1")
    screen.press("2")
    try screen.see("Low at")
    screen.press("e")
    try screen.see("Enter do it")
    screen.press("+5\r")
    try screen.see("strawberry: 6 in stock")
    screen.press(":stock set strawberry +5\r")
    try screen.see("is a step, and this sets the value; `:stock adjust` takes steps")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a key on a page that is read does nothing to the row behind it")
  func unused() throws {
    for title in ["one", "two"] { _ = try tool.run("project", "add", title) }
    let screen = try screen("project", showing: "two", rows: 60)
    // What the domain shows of a row, and help.
    for key in ["\r", "?"] {
      screen.press(key)
      try screen.see("arrows scroll")
      screen.press("x>d2m")
      screen.press("\u{1B}")
      try screen.see("TODO (2)")
    }
    screen.press("\rq")
    #expect(try screen.finish().status == 0)
    #expect(try titles("todo") == ["one", "two"])
    // All that was said of a row.
    _ = try tool.run("juice", "order", "banana")
    let orders = try self.screen("juice", showing: "mango kiwi juice")
    orders.press("3")
    try orders.see("x undo")
    orders.press("\r")
    try orders.see("arrows scroll")
    orders.press("x")
    orders.press("\u{1B}")
    try orders.see("x undo")
    orders.press("q")
    #expect(try orders.finish().status == 0)
    #expect(try !tool.run("juice", "orders", "--json").output.contains("undoneAt"))
  }

  @Test("a line behind : on the page of today is a line, of the domain that it names")
  func today() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("today", "--live", showing: "Tab next domain")
    screen.press(":project add quiet\r")
    try screen.see("Added 'quiet'")
    screen.press("q")
    try screen.see("Tab next domain")
    screen.press("?")
    try screen.see("another domain")
    screen.press("xz")
    screen.press("\u{1B}")
    try screen.see(no: "another domain")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(try titles("todo") == ["one", "quiet"])
  }

  @Test("a question that a key does not answer says which keys do")
  func question() throws {
    _ = try tool.run("bank", "open")
    let screen = try screen("bank", showing: "0 waiting")
    for key in ["\r", "q", "x", " "] {
      screen.press(":reset\r")
      try screen.see("y yes, n no")
      screen.press(key)
      try screen.see("y does it; n or Esc leaves it")
      screen.press("n")
      try screen.see("nothing was changed")
    }
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("what is wrong with a field is told by what the field is called, in the reader's language")
  func called() throws {
    let screen = try screen("juice", "--lang", "ko", showing: "망고키위쥬스")
    screen.press("c")
    try screen.see("Enter 하기")
    screen.press("\u{15}x\r")
    try screen.see("잔 수: 필요한 값은 정수, 받은 값은 x")
    try screen.see(no: "count")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a field with choices that is empty names them")
  func choices() throws {
    _ = try tool.run("bank", "open")
    let screen = try screen("bank", showing: "0 waiting")
    screen.press("t")
    // The domain is asked for them when the form is open.
    try screen.see("← → deposit")
    screen.press("\r")
    try screen.see("is missing: one of ")
    try screen.see(no: "a string")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("nothing is said of what would be otherwise where nothing is otherwise")
  func noThen() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("bank", "add", "30")
    let screen = try screen("bank", showing: "What if", columns: 140)
    screen.press("3")
    try screen.see("one more desk")
    try screen.see("9 of 10")
    try screen.see(no: "hen")
    screen.press("\r")
    try screen.see("9 of 10 then")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("advice on a screen is a key or a line behind :, and one that is for the shell stays")
  func advice() throws {
    let screen = try screen("bank", showing: "closed")
    screen.press("t")
    try screen.see("Enter do it")
    screen.press("loan\r")
    try screen.see("it is closed; open it with `o`")
    screen.press("\u{1B}")
    screen.press(":watch\r")
    try screen.see("matectl bank watch")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("the page is stopped as a daemon is, and started again")
  func page() throws {
    #expect(try tool.run("stop", "web").output.contains("webd is not running"))
    #expect(try tool.run("web", "open").status == 0)
    #expect(try tool.run("status", "web").output.contains("running"))
    let restarted = try tool.run("restart", "web")
    #expect(restarted.status == 0 && restarted.output.contains("webd runs again"), "\(restarted)")
    let stopped = try tool.run("stop", "web")
    #expect(stopped.status == 0 && stopped.output.contains("webd has ended"), "\(stopped)")
    #expect(try tool.run("status", "web").output.contains("not running"))
    #expect(try tool.run("stop", "web", "nothing").status != 0)
  }
}
