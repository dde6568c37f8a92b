import Foundation
import TestSupport
import Testing

/// What has no room on a screen is said there, and a key shows it.
@Suite("What has no room on a screen", .serialized)
struct ScreenColumnTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func screen(
    _ words: String..., showing text: String, columns: Int = 80
  ) throws -> PseudoTerminal {
    try tool.screen(words, showing: text, rows: 24, columns: columns)
  }

  @Test("columns without room are counted on a tab, and → and ← go through them")
  func columns() throws {
    _ = try tool.run(
      "project", "add", "A title that takes its place", "--tag", "office", "--group",
      "work.third.floor", "--priority", "1", "--due", "tomorrow", "--assigned", "kim")
    let screen = try screen("project", showing: "TODO (1)", columns: 50)
    screen.press("2")
    try screen.see("columns more")
    try screen.see(no: "office")
    screen.press("\u{1B}[C")
    try screen.see("office")
    try screen.see("← ")
    screen.press("\u{1B}[D")
    try screen.see(no: "office")
    screen.press("/zzz\r")
    try screen.see("nothing here has that; Esc shows all")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("→ on an answer that has not all shows all of each row, and closes nothing")
  func answers() throws {
    let title = "A very long title " + String(repeating: "that goes on and on ", count: 5) + "END"
    _ = try tool.run("project", "add", title)
    let screen = try screen("project", showing: "TODO (1)")
    screen.press(":next\r")
    try screen.see("→ all of each row")
    try screen.see(no: "END")
    screen.press("\u{1B}[C")
    try screen.see("END")
    screen.press("\u{1B}[D")
    try screen.see(no: "END")
    screen.press("\u{1B}[D")
    try screen.see("TODO (1)")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("what is for a shell is told as it was typed, and what was said leaves with its tab")
  func shell() throws {
    let bank = try screen("bank", showing: "Branch")
    bank.press(":serve 4\r")
    try bank.see("this is done in a shell (q leaves the screen): `matectl bank serve 4`")
    bank.press("2")
    try bank.see(no: "in a shell")
    bank.press("q")
    #expect(try bank.finish().status == 0)
    let juice = try screen("juice", showing: "strawberry")
    juice.press("u")
    try juice.see("what is undone has to be named: `:undo <order>`")
    juice.press("q")
    #expect(try juice.finish().status == 0)
  }
}
