import Foundation
import TestSupport
import Testing

/// Forms and menus that say what they are for, hold what there is, and do nothing by a slip.
@Suite("Forms and menus of rows", .serialized)
struct ScreenFormTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func screen(
    _ words: String..., showing text: String, rows: Int = 30, columns: Int = 100
  ) throws -> PseudoTerminal {
    try tool.screen(words, showing: text, rows: rows, columns: columns)
  }

  private func leave(_ screen: PseudoTerminal) throws {
    screen.press("\u{1B}")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a description stands in its field with all of its lines, from every tab; emptied, it goes")
  func description() throws {
    _ = try tool.run("project", "add", "milk", "--body", "first\nsecond", "--due", "2030-01-02")
    let screen = try screen("project", showing: "milk")
    screen.press("e")
    try screen.see("first↵second")
    try screen.see("milk")
    screen.press("\u{1B}[B\u{1B}[B\u{1B}[B!\r")
    try screen.see("Edited")
    #expect(try tool.run("project", "show", "1", "--json").output.contains("first\\nsecond!"))
    screen.press("2")
    try screen.see("m move")
    screen.press("e")
    try screen.see("first↵second!")
    try screen.see("Edit: ")
    // A line, its break, and the other line.
    screen.press("\u{1B}[B\u{15}\u{1B}[B\u{1B}[B\u{15}\u{15}\u{15}\r")
    try screen.see("Edited")
    let shown = try tool.run("project", "show", "1", "--json").output
    #expect(!shown.contains("body") && !shown.contains("2030"))
    try leave(screen)
  }

  @Test("keys that are typed at once wait for the rows that they are for")
  func typedAtOnce() throws {
    for title in ["one", "two", "three"] { _ = try tool.run("project", "add", title) }
    let screen = try screen("bank", showing: "closed")
    screen.press("5")
    try screen.see("loan")
    screen.press("4a\r")
    try screen.see("opening hours: Monday")
    try leave(screen)
    #expect(try tool.run("bank", "board", "--json").output.contains("\"open\":false"))
    let board = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["project"],
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: 100, rows: 30)
    board.press("jjs")
    try board.see("Title    three")
    try leave(board)
  }

  @Test("the first click in a menu chooses, and the second one does it")
  func clicked() throws {
    let screen = try screen("juice", showing: "mango kiwi juice")
    screen.press("a")
    try screen.see("What to do with: ")
    let order = "\u{1B}[<0;5;3M\u{1B}[<0;5;3m"
    screen.press(order)
    try screen.see("› order")
    screen.press("\u{1B}")
    try screen.see("Can make")
    #expect(try !tool.run("juice", "orders", "--json").output.contains("\"id\""))
    screen.press("a")
    try screen.see("What to do with: ")
    screen.press(order + order)
    try screen.see(no: "What to do with")
    try leave(screen)
  }

  @Test("forms and questions name the row that they are for")
  func named() throws {
    let juice = try screen("juice", showing: "mango kiwi juice")
    juice.press("2")
    try juice.see("Low at")
    juice.press("x")
    try juice.see(": strawberry")
    try leave(juice)
  }

  @Test("an action stands in a menu once, under the key that the tab gives it")
  func once() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("project", showing: "one")
    screen.press("a")
    try screen.see("What to do with: 1 one")
    for word in ["show", "edit", "remove"] {
      screen.press(word)
      try screen.see("> \(word)")
      try screen.see("once") { lines in
        lines.filter { $0.dropFirst(2).hasPrefix("\(word) ") }.count == 1
      }
      screen.press(String(repeating: "\u{7F}", count: word.count))
      try screen.see("move")
    }
    try leave(screen)
  }

  @Test("what takes its time is asked for in a form, and a refusal stays there")
  func simulated() throws {
    _ = try tool.run("bank", "open")
    let screen = try screen("bank", showing: "0 waiting")
    screen.press("asimulate\r")
    try screen.see("Arrivals")
    screen.answer("\r")
    try screen.see("nobody comes in this plan")
    try screen.see("Arrivals")
    try leave(screen)
  }

  @Test("what there is stands in the forms of desks, services, hours, recipes and names")
  func filled() throws {
    _ = try tool.run("bank", "hours", "set", "mon", "08:00-09:30,10:00-12:00")
    let bank = try screen("bank", showing: "closed")
    bank.press("2")
    try bank.see("Services")
    bank.press("je")
    try bank.see("deposit")
    try bank.see("Enter do it")
    bank.press("\u{1B}4")
    try bank.see("Wednesday")
    bank.press("ahours set\r")
    try bank.see("Times *  08:00-09:30,10:00-12:00")
    try leave(bank)
    let juice = try screen("juice", showing: "mango kiwi juice")
    juice.press("e")
    try juice.see("strawberry=")
    juice.press("\u{1B}2")
    try juice.see("Low at")
    juice.press("n")
    try juice.see("딸기")
    try leave(juice)
  }

  @Test("Enter on a count that is as booked confirms it")
  func confirmed() throws {
    let screen = try screen("juice", showing: "mango kiwi juice")
    screen.press("2")
    try screen.see("Low at")
    screen.press("e")
    try screen.see("Enter do it")
    screen.press("\r")
    try screen.see("strawberry: 10 in stock")
    try leave(screen)
  }
}
