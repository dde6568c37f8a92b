import Foundation
import TestSupport
import Testing

/// What the four domains say of their screens, at a terminal.
@Suite("Keys of the domains", .serialized)
struct ScreenKeyTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  /// A screen on which this is seen.
  private func screen(
    _ words: String..., showing text: String, rows: Int = 20
  ) throws -> PseudoTerminal {
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), words,
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: 100, rows: rows)
    _ = try screen.read(until: text)
    return screen
  }

  @Test("a card goes to the next column by a key and by the mouse, and stays chosen")
  func moved() throws {
    _ = try tool.run("project", "add", "우유 사기")
    let screen = try screen("project", showing: "우유 사기")
    screen.press(">")
    _ = try screen.read(until: "from TODO to DOING")
    screen.press("\u{1B}[1;2C")
    _ = try screen.read(until: "from DOING to DONE")
    // The card stands in the third column; it is taken to the first.
    screen.press("\u{1B}[<0;75;4M\u{1B}[<32;40;6M\u{1B}[<0;5;9m")
    _ = try screen.read(until: "from DONE to TODO")
    screen.press("x")
    _ = try screen.read(until: "Removed")
    screen.press("u")
    _ = try screen.read(until: "Undone")
    screen.press("+전화하기\r")
    _ = try screen.read(until: "Added '전화하기'")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    let board = try tool.run("project", "board", "--json").output
    #expect(board.contains("우유 사기") && board.contains("전화하기"))
  }

  @Test("Enter orders a juice, + and - change the stock, and a shortage has its form")
  func juice() throws {
    let screen = try screen("juice", showing: "mango kiwi juice")
    screen.press("j\r")
    _ = try screen.read(until: "is ready")
    screen.press("k\r")
    _ = try screen.read(until: "not enough")
    screen.press("\r")
    _ = try screen.read(until: "strawberry: 16 in stock")
    screen.press("2")
    _ = try screen.read(until: "receive")
    screen.press("+")
    _ = try screen.read(until: "17")
    // A number that is typed takes the place of the one that stands there.
    screen.press("e")
    _ = try screen.read(until: "count")
    screen.press("5\r")
    _ = try screen.read(until: "strawberry: 5 in stock")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("customers come by a key, and the branch is asked for again while somebody is served")
  func bank() throws {
    _ = try tool.run("bank", "open")
    let screen = try screen("bank", showing: "0 waiting")
    screen.press("+")
    _ = try screen.read(until: "10 customers added")
    screen.press("?")
    _ = try screen.read(until: "10 customers")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("the line is played forward as it is, with one more desk and with one less, in the screen")
  func whatIf() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("bank", "add", "30")
    let screen = try screen("bank", showing: "What if")
    screen.press("3")
    // The screen changes nothing, so that nothing is said of what would be otherwise.
    let before = try screen.read(until: "one more desk")
    #expect(before.contains("deposit"))
    screen.press("\r")
    _ = try screen.read(until: "9 of 10 then")
    screen.press("\u{1B}")
    _ = try screen.read(until: "Enter one more desk")
    screen.press("-2\r")
    _ = try screen.read(until: "9 of 10 then")
    screen.press("\u{1B}")
    _ = try screen.read(until: "Enter one more desk")
    screen.press("-99\r")
    _ = try screen.read(until: "there is no teller 99")
    screen.press("\u{1B}")
    _ = try screen.read(until: "Enter one more desk")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(try tool.run("bank", "teller", "list", "--json").output.contains("\"tellers\""))
  }

  @Test("what all domains have for today lives on one page, and each domain's screen opens from it")
  func today() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("project", "add", "Write it down")
    let screen = try screen("today", "--live", showing: "Write it down", rows: 40)
    _ = try tool.run("bank", "add", "4")
    // The board of the bank is followed: nobody pressed a key.
    _ = try screen.read(until: "4 ")
    _ = try tool.run("project", "add", "Then send it")
    _ = try screen.read(until: "Then send it")
    screen.press("1\r")
    _ = try screen.read(until: "Desks")
    screen.press("q")
    _ = try screen.read(until: "Tab next domain")
    screen.press("L")
    _ = try screen.read(until: "다음 도메인")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a screen that changes nothing has no keys that do")
  func readOnly() throws {
    _ = try tool.run("project", "add", "우유 사기")
    let screen = try screen("project", "--read-only", showing: "우유 사기")
    screen.press("x")
    _ = try screen.read(until: "changes nothing")
    screen.press(">q")
    #expect(try screen.finish().status == 0)
    #expect(try tool.run("project", "board", "--json").output.contains("\"state\":\"todo\""))
  }
}
