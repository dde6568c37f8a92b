import Foundation
import TestSupport
import Testing

/// Marks, answers and titles on a screen: what a person who has read no page expects of them.
@Suite("What a stranger expects of a screen", .serialized)
struct ScreenManyTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func screen(
    _ words: String..., showing text: String, rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    try tool.screen(words, showing: text, rows: rows, columns: columns)
  }

  @Test("a key that takes one row refuses several marked ones, and takes one that is marked")
  func marked() throws {
    for name in ["one", "two", "three"] { _ = try tool.run("project", "add", name) }
    let screen = try screen("project", showing: "three")
    screen.press("  e")
    try screen.see("this takes one row and 2 are marked; Esc takes the marks away")
    try screen.see("*1 one")
    screen.press("\r")
    try screen.see("*2 two")
    // A change that takes no row leaves the marks.
    screen.press(":add four\r")
    try screen.see("Added")
    try screen.see("*1 one")
    screen.press("\u{1B}")
    try screen.see(no: "*1 one")
    // One mark is the row that is meant, wherever the choice stands.
    screen.press("g j")
    screen.press("e")
    try screen.see("Edit: ")
    screen.press("!\r")
    try screen.see("Edited")
    try screen.see("one!")
    try screen.see(no: "*1")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("customers that are marked do not leave one by one")
  func customers() throws {
    for teller in 1...3 { _ = try tool.run("bank", "teller", "remove", "\(teller)") }
    _ = try tool.run("bank", "teller", "add", "--mode", "manual", "--services", "loan")
    _ = try tool.run("bank", "open")
    for _ in 1...3 { _ = try tool.run("bank", "take", "loan") }
    let screen = try screen("bank", showing: "3 waiting")
    screen.press("  x")
    try screen.see("this takes one row and 2 are marked")
    screen.press("\u{1B}x")
    try screen.see("Customer 3 left")
    try screen.see(no: "*1")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a key that an answer's page has no use for closes it and acts")
  func answered() throws {
    for name in ["one", "two"] { _ = try tool.run("project", "add", name) }
    let screen = try screen("project", showing: "two")
    screen.press(":list\r")
    try screen.see("arrows scroll")
    screen.press("2")
    try screen.see("m move")
    screen.press(":list\r")
    try screen.see("arrows scroll")
    screen.press("/")
    screen.press("two\r")
    try screen.see("showing what has: two")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("? on a screen that changes nothing leaves out what it refuses")
  func refused() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("project", "--read-only", showing: "one", rows: 70)
    screen.press("?")
    try screen.see("Keys")
    try screen.see(no: "undo, where")
    try screen.see(no: "another column")
    try screen.see(no: "edit")
    try screen.see(no: "Add a")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("? is there on the page of today, and what works in a screen opens it")
  func today() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("today", "--live", showing: "Tab next domain")
    screen.press("?")
    try screen.see("another domain")
    screen.press("?")
    try screen.see(no: "another domain")
    screen.press("a")
    try screen.see("What to do with")
    screen.press("\u{1B}q")
    try screen.see("Tab next domain")
    screen.press("?q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a form is titled and its fields are named in the reader's language")
  func named() throws {
    let screen = try screen("juice", "--lang", "ko", showing: "끝내기")
    screen.press("2")
    try screen.see("재고 수정")
    screen.press("e")
    try screen.see("Esc 뒤로")
    try screen.see(no: "stock set")
    try screen.see(no: "count")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("what has no room in a line is told on more of them, to its end")
  func long() throws {
    let screen = try screen("transit", showing: "1 Arrivals", columns: 60)
    try screen.see("where the last line ends") { lines in
      lines.joined(separator: " ").contains("or add one with `:favourite add`")
    }
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("an own deed is told once")
  func once() throws {
    _ = try tool.run("project", "add", "one")
    let screen = try screen("project", showing: "one", columns: 100)
    screen.press(">")
    try screen.see("one sentence") { lines in
      lines.count { $0.contains("from TODO to DOING") } == 1
        && lines.contains { $0.contains("DOING (1)") }
    }
    screen.press("u")
    try screen.see("one sentence") { lines in
      lines.count { $0.contains("Undone") } == 1
        && !lines.contains { $0.contains("Moved") && !$0.contains("Undone") }
    }
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }
}
