import Foundation
import TestSupport
import Testing

@Suite("A refusal that leads on, at a terminal", .serialized)
struct FollowUpTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func terminal(_ arguments: String..., korean: Bool = false) throws -> PseudoTerminal {
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    if korean { environment["LANG"] = "ko_KR.UTF-8" }
    return try PseudoTerminal(
      BuiltPrograms.path("matectl"), arguments, environment: environment)
  }

  private func stock(_ fruit: String) throws -> Int? {
    let result = try tool.run("juice", "stock", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let items = (object as? [String: Any])?["items"] as? [[String: Any]]
    return items?.first { $0["fruit"] as? String == fruit }?["count"] as? Int
  }

  @Test("예 leads to the stock edit, and Enter takes what is needed")
  func korean() throws {
    let screen = try terminal("juice", "order", "딸기쥬스", korean: true)
    _ = try screen.read(until: "딸기가 모자라요. 재고를 수정할까요? [예/아니요] ")
    screen.type("예")
    _ = try screen.read(until: "딸기 재고 10개, 필요한 개수 16개. 새 재고 [16]: ")
    screen.type("")
    let (output, status) = try screen.finish()
    #expect(output.contains("딸기 재고 16개 (+6)"))
    #expect(status == 1)
    #expect(try stock("strawberry") == 16)
    #expect(
      try tool.run("juice", "order", "딸기쥬스", environment: ["LANG": "ko_KR.UTF-8"]).output
        .hasPrefix("딸기쥬스 나왔습니다! 맛있게 드세요!\n"))
  }

  @Test("아니요, and whatever is not yes, changes nothing", arguments: ["아니요", "", "nein"])
  func declined(_ answer: String) throws {
    let screen = try terminal("juice", "order", "pineapple", "-n", "6", korean: true)
    _ = try screen.read(until: "파인애플이 모자라요. 재고를 수정할까요? [예/아니요] ")
    screen.type(answer)
    #expect(try screen.finish().status == 1)
    #expect(try stock("pineapple") == 10)
  }

  @Test("every missing fruit is asked for, and a value that is none is asked for again")
  func several() throws {
    let screen = try terminal("juice", "order", "mangoKiwi", "-n", "12")
    _ = try screen.read(until: "Edit the stock? [yes/no] ")
    screen.type("YES")
    _ = try screen.read(until: "mango: 10 in stock, 24 needed; new count [24]: ")
    screen.type("many")
    _ = try screen.read(until: "expected an integer")
    _ = try screen.read(until: "new count [24]: ")
    screen.type("50")
    _ = try screen.read(until: "mango: 50 in stock (+40)")
    _ = try screen.read(until: "kiwi: 10 in stock, 12 needed; new count [12]: ")
    screen.type("")
    #expect(try screen.finish().status == 1)
    #expect(try stock("mango") == 50)
    #expect(try stock("kiwi") == 12)
  }

  @Test("what the edit refuses is said, and ends it")
  func refusedEdit() throws {
    let screen = try terminal("juice", "order", "strawberry")
    _ = try screen.read(until: "[yes/no] ")
    screen.type("y")
    _ = try screen.read(until: "new count [16]: ")
    screen.type("-1")
    let (output, status) = try screen.finish()
    #expect(output.contains("-1 is no such count"))
    #expect(status == 1)
  }

  @Test("nobody is asked in a pipe, with --json, or in a dry run")
  func nobody() throws {
    let pipe = try tool.run("juice", "order", "strawberry", environment: ["LANG": "ko_KR.UTF-8"])
    #expect(pipe.errors.hasPrefix("matectl: 딸기가 모자라요. 재고를 수정할까요?\n"))
    #expect(pipe.status == 1)
    for words in [
      ["--json", "juice", "order", "strawberry"], ["--dry-run", "juice", "order", "strawberry"],
    ] {
      let screen = try PseudoTerminal(
        BuiltPrograms.path("matectl"), words, environment: tool.environment)
      let (output, status) = try screen.finish()
      #expect(!output.contains("[yes/no]"), "\(output)")
      #expect(status == 1)
    }
  }

  @Test("--yes is the answer to the question, and the value is still asked for")
  func saidYes() throws {
    let screen = try terminal("--yes", "juice", "order", "strawberry")
    _ = try screen.read(until: "new count [16]: ")
    screen.type("20")
    #expect(try screen.finish().output.contains("20 in stock"))
  }
}
