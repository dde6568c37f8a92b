import Foundation
import TestSupport
import Testing

@Suite("A method that a person stays with, at a terminal", .serialized)
struct KeyLoopTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func terminal(_ arguments: String..., korean: Bool = false) throws -> PseudoTerminal {
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    if korean { environment["LANG"] = "ko_KR.UTF-8" }
    return try PseudoTerminal(
      BuiltPrograms.path("matectl"), arguments, environment: environment)
  }

  private func openDesk() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run(
      "bank", "teller", "add", "--services", "deposit,loan", "--mode", "manual")
    for teller in ["1", "2", "3"] { _ = try tool.run("bank", "teller", "pause", teller) }
  }

  @Test("a desk waits, is told of who comes, and its keys call, miss, send on and end")
  func desk() throws {
    try openDesk()
    let screen = try terminal("bank", "serve")
    _ = try screen.read(until: "Teller 4: nobody waits")
    _ = try tool.run("bank", "take", "deposit")
    _ = try screen.read(until: "Teller 4: 1 waiting")
    screen.type("")
    _ = try screen.read(until: "Teller 4: customer 1, deposit")
    screen.type("t")
    _ = try screen.read(until: "Service: ")
    screen.type("대출")
    _ = try screen.read(until: "Customer 1 goes on to loan")
    screen.type("")
    _ = try screen.read(until: "Teller 4: customer 1, loan")
    screen.type("n")
    _ = try screen.read(until: "Customer 1 did not come")
    _ = try screen.read(until: "nobody waits")
    screen.type("")
    _ = try screen.read(until: "nobody waits for teller 4")
    screen.type("what")
    _ = try screen.read(until: "There is no what here")
    screen.type("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("r calls the customer in hand again, p pauses after that one, and g goes on")
  func recallAndPause() throws {
    try openDesk()
    let screen = try terminal("bank", "serve", "4")
    _ = try screen.read(until: "nobody waits")
    screen.type("r")
    _ = try screen.read(until: "There is nothing to do that with now")
    for _ in 0..<2 { _ = try tool.run("bank", "take", "deposit") }
    _ = try screen.read(until: "Teller 4: ")
    screen.type("")
    _ = try screen.read(until: "Teller 4: customer 1, deposit")
    let watch = try tool.start(["bank", "watch", "--json"])
    #expect(watch.line()?.contains("board") == true)
    screen.type("r")
    _ = try screen.read(until: "Customer 1: please come to teller 4")
    // Everybody who looks on is told, as a display in the hall is.
    #expect(watch.line()?.contains("\"kind\":\"recalled\"") == true)
    watch.kill()
    screen.type("p")
    _ = try screen.read(until: "Teller 4 ")
    _ = try screen.read(until: "Teller 4: customer 1, deposit")
    screen.type("")
    _ = try screen.read(until: "Customer 1: deposit finished")
    _ = try screen.read(until: "Teller 4: on a break; g goes on")
    screen.type("")
    _ = try screen.read(until: "teller 4 is paused")
    screen.type("p")
    _ = try screen.read(until: "teller 4 is paused")
    screen.type("G")
    _ = try screen.read(until: "Teller 4: 1 waiting")
    screen.type("g")
    _ = try screen.read(until: "teller 4 is not paused")
    screen.type("")
    _ = try screen.read(until: "Teller 4: customer 2, deposit")
    screen.type("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a domain of somebody else's has keys of its own, with what they ask for")
  func plugin() throws {
    let plugins = "\(BuiltPrograms.repository())/Tests/Plugins"
    let tool = try CommandLineTool(domains: plugins)
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    environment["MATE_LIBEXEC_PATH"] = plugins
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["meals", "counter"], environment: environment)
    _ = try screen.read(until: "bibimbap")
    _ = try screen.read(
      until: "o : order\r\nEnter : one of the first\r\nx : clear\r\nq : quit\r\nmeal> ")
    screen.type("o")
    _ = try screen.read(until: "Dish: ")
    screen.type("bibimbap")
    _ = try screen.read(until: "Portions: ")
    // What the schema does not admit is asked for again, before anything is sent.
    screen.type("ten")
    _ = try screen.read(until: "Portions: ")
    screen.type("2")
    _ = try screen.read(until: "meal> ")
    screen.type("o")
    _ = try screen.read(until: "Dish: ")
    screen.type("naengmyeon")
    _ = try screen.read(until: "Portions: ")
    screen.type("1")
    // A refusal asks here as it does everywhere, and is not the end.
    _ = try screen.read(until: "Take 0? [yes/no] ")
    screen.type("no")
    _ = try screen.read(until: "meal> ")
    // A key may be about what is shown, and one that asks first does so here.
    screen.type("")
    _ = try screen.read(until: "1 × bibimbap, 2 left")
    _ = try screen.read(until: "meal> ")
    screen.type("x")
    _ = try screen.read(until: "Forget all orders? [y/N] ")
    screen.type("n")
    _ = try screen.read(until: "meal> ")
    screen.type("o")
    _ = try screen.read(until: "Dish: ")
    // Nothing typed is nothing done.
    screen.type("")
    _ = try screen.read(until: "meal> ")
    screen.type("what")
    _ = try screen.read(until: "There is no what here")
    _ = try screen.read(until: "meal> ")
    screen.type("q")
    #expect(try screen.finish().status == 0)
    let menu = try tool.start(
      ["meals", "menu", "--json"], environment: ["MATE_LIBEXEC_PATH": plugins]
    ).finish()
    #expect(menu.output.contains(#"{"dish": "bibimbap", "left": 2"#), "\(menu.output)")
  }

  @Test("Ctrl-C ends a desk at once, and the customer in hand stays in hand")
  func interrupt() throws {
    try openDesk()
    _ = try tool.run("bank", "take", "loan")
    let screen = try terminal("bank", "serve", "4", korean: true)
    _ = try screen.read(until: "대기 1명")
    screen.type("")
    _ = try screen.read(until: "1번 고객 대출업무")
    screen.interrupt()
    #expect(try screen.finish().status == 130)
    #expect(try tool.run("bank", "done").output.hasPrefix("Customer 1: loan finished"))
  }

  @Test("the console of the original: bad input asks again, 1 is a day, 2 ends")
  func console() throws {
    for service in ["deposit", "loan"] {
      _ = try tool.run("bank", "service", "set", service, "--duration", "0.01s")
    }
    let screen = try terminal("bank", "console", korean: true)
    _ = try screen.read(until: "1 : 은행개점\r\n2 : 종료\r\n입력 : ")
    screen.type("5")
    _ = try screen.read(until: "1 : 은행개점\r\n2 : 종료\r\n입력 : ")
    screen.type("1")
    _ = try screen.read(until: "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 ")
    _ = try screen.read(until: "입력 : ")
    screen.type("2")
    #expect(try screen.finish().status == 0)
  }
}
