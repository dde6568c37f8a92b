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
    try tool.screen(words, showing: text, rows: rows, columns: 100)
  }

  @Test("a card goes to the next column by a key and by the mouse, and stays chosen")
  func moved() throws {
    _ = try tool.run("project", "add", "우유 사기")
    let screen = try screen("project", showing: "우유 사기")
    screen.press(">")
    try screen.see("from TODO to DOING")
    screen.press("\u{1B}[1;2C")
    try screen.see("DONE (1)")
    // The card stands in the third column; it is taken to the first.
    screen.press("\u{1B}[<0;75;4M\u{1B}[<32;40;6M\u{1B}[<0;5;9m")
    try screen.see("from DONE to TODO")
    screen.press("x")
    try screen.see("Removed")
    screen.press("u")
    try screen.see("Undone")
    screen.press("+전화하기\r")
    try screen.see("Added '전화하기'")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    let board = try tool.run("project", "board", "--json").output
    #expect(board.contains("우유 사기") && board.contains("전화하기"))
  }

  @Test("Enter orders a juice, + and - change the stock, and a shortage has its form")
  func juice() throws {
    let screen = try screen("juice", showing: "mango kiwi juice")
    screen.press("j\r")
    try screen.see("is ready")
    screen.press("k\r")
    // What is missing, the form for it, and then what was refused once more.
    try screen.see("not enough")
    try screen.see("16 needed, 10 in stock, 6 short")
    screen.answer("\r")
    try screen.see("Order 1 of strawberry juice now? y yes, n no")
    screen.answer("y")
    try screen.see("Order 2; left in stock: strawberry 0")
    screen.press("\r")
    try screen.see("16 short")
    screen.answer("\r")
    try screen.see("Order 1 of strawberry juice now?")
    screen.press("n")
    try screen.see(no: "Order 1 of strawberry juice now?")
    screen.press("2")
    try screen.see("receive")
    screen.press("+")
    try screen.see("strawberry: 17 in stock")
    // How much came is not how much there is.
    screen.press("c\r")
    try screen.see("Count is missing")
    screen.press("\u{1B}")
    try screen.see("receive  x spoil")
    // A number that is typed takes the place of the one that stands there.
    screen.press("e")
    try screen.see("Count")
    screen.press("5\r")
    try screen.see("strawberry: 5 in stock")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("customers come by a key, and the branch is asked for again while somebody is served")
  func bank() throws {
    _ = try tool.run("bank", "open")
    let screen = try screen("bank", showing: "0 waiting")
    screen.press("+")
    try screen.see("10 customers added")
    screen.press("?")
    try screen.see("the chosen row")
    try screen.see("10 customers")
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a teller's desk: Enter, a call again, who did not come; n goes through what was found")
  func desk() throws {
    for teller in 1...3 { _ = try tool.run("bank", "teller", "remove", "\(teller)") }
    _ = try tool.run(
      "bank", "teller", "add", "--mode", "manual", "--services", "loan", "--name", "Kim")
    _ = try tool.run("bank", "open")
    for _ in 1...3 { _ = try tool.run("bank", "take", "loan") }
    let screen = try screen("bank", showing: "3 waiting")
    screen.press("2")
    try screen.see("Kim")
    try screen.see(no: "call again")
    screen.press("\r")
    try screen.see("r call again")
    screen.press("r")
    try screen.see("Customer 1: please come")
    screen.press("/Kim\rnnnN")
    screen.press("\u{1B}")
    screen.press("\r")
    try screen.see("serving       2")
    screen.press("n")
    try screen.see("Customer 2 did not come")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    // Nobody was sent away by n while something was looked for.
    let tickets = try tool.run("bank", "tickets", "--json").output
    #expect(tickets.components(separatedBy: "\"outcome\":\"noShow\"").count == 2, "\(tickets)")
  }

  @Test("the line is played forward as it is, with one more desk and with one less, in the screen")
  func whatIf() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("bank", "add", "30")
    let screen = try screen("bank", showing: "What if")
    screen.press("3")
    // The screen changes nothing, so that nothing is said of what would be otherwise.
    try screen.see("one more desk")
    try screen.see("deposit")
    screen.press("\r")
    try screen.see("arrows scroll")
    try screen.see("9 of 10 then")
    screen.press("\u{1B}")
    try screen.see("Enter one more desk")
    screen.press("-2\r")
    try screen.see("arrows scroll")
    try screen.see("9 of 10 then")
    screen.press("\u{1B}")
    try screen.see("Enter one more desk")
    screen.press("-99\r")
    try screen.see("there is no teller 99")
    screen.press("\u{1B}")
    try screen.see("Enter one more desk")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(try tool.run("bank", "teller", "list", "--json").output.contains("\"tellers\""))
  }

  @Test("what all domains have for today lives on one page, and each domain's screen opens from it")
  func today() throws {
    _ = try tool.run("bank", "open")
    for teller in 1...3 { _ = try tool.run("bank", "teller", "pause", "\(teller)") }
    _ = try tool.run("project", "add", "Write it down")
    let screen = try screen("today", "--live", showing: "Write it down", rows: 40)
    _ = try tool.run("bank", "add", "4")
    // The board of the bank is followed: nobody pressed a key.
    try screen.see("4 - ")
    _ = try tool.run("project", "add", "Then send it")
    try screen.see("Then send it")
    screen.press("1\r")
    try screen.see("Desks")
    screen.press("q")
    try screen.see("Tab next domain")
    screen.press("L")
    try screen.see("다음 도메인")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a screen that changes nothing has no keys that do")
  func readOnly() throws {
    _ = try tool.run("project", "add", "우유 사기")
    let screen = try screen("project", "--read-only", showing: "우유 사기")
    screen.press("x")
    try screen.see("changes nothing")
    screen.press(">q")
    #expect(try screen.finish().status == 0)
    #expect(try tool.run("project", "board", "--json").output.contains("\"state\":\"todo\""))
  }
}
