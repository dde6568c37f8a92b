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

  @Test("예 leads to the stock edit, Enter takes what is needed, and then it can be ordered")
  func korean() throws {
    let screen = try terminal("juice", "order", "딸기쥬스", korean: true)
    _ = try screen.read(until: "딸기가 모자라요. 재고를 수정할까요? [예/아니요] ")
    screen.type("예")
    _ = try screen.read(until: "딸기 재고 10개, 필요한 개수 16개. 새 재고 (또는 +5) [16]: ")
    screen.type("")
    _ = try screen.read(until: "딸기 재고 16개 (+6)")
    _ = try screen.read(until: "지금 주문할까요? [예/아니요] ")
    #expect(try stock("strawberry") == 16)
    screen.type("예")
    let (output, status) = try screen.finish()
    #expect(output.contains("딸기쥬스 나왔습니다! 맛있게 드세요!"))
    #expect(status == 0)
    #expect(try stock("strawberry") == 0)
  }

  @Test("a shortage is told in full before the question, and in a pipe with what to type")
  func details() throws {
    let screen = try terminal("juice", "order", "망고키위쥬스", "-n", "11", korean: true)
    let told = try screen.read(until: "망고, 키위가 모자라요. 재고를 수정할까요? [예/아니요] ")
    let lines = [
      "  망고: 필요 22개, 재고 10개, 부족 12개", "  키위: 필요 11개, 재고 10개, 부족 1개",
      "  지금 만들 수 있는 잔: 5잔",
    ]
    for line in lines { #expect(told.contains(line), "\(told)") }
    #expect(!told.contains("대신"))
    screen.type("")
    #expect(try screen.finish().status == 1)
    let pipe = try tool.run("juice", "order", "strawberry")
    #expect(
      pipe.errors.hasPrefix(
        """
        matectl: there is not enough strawberry for strawberry juice. Edit the stock?
          strawberry: 16 needed, 10 in stock, 6 short
          Cups of it that can be made now: 0
          To be had instead: banana juice, kiwi juice, pineapple juice, strawberry banana juice, \
        mango juice, mango kiwi juice
          matectl juice stock adjust strawberry +6

        """), "\(pipe.errors)")
  }

  @Test("a number with a sign is a step, from what there is by then")
  func step() throws {
    let screen = try terminal("juice", "order", "strawberry")
    _ = try screen.read(until: "[yes/no] ")
    screen.type("yes")
    _ = try screen.read(until: "new count (or +5) [16]: ")
    #expect(try tool.run("juice", "stock", "set", "strawberry", "12").status == 0)
    screen.type("+5")
    _ = try screen.read(until: "strawberry: 17 in stock (+5)")
    _ = try screen.read(until: "Order 1 of strawberry juice now? [yes/no] ")
    screen.type("no")
    #expect(try screen.finish().status == 1)
    #expect(try stock("strawberry") == 17)
  }

  @Test("what is neither yes nor no is asked again")
  func neither() throws {
    let screen = try terminal("juice", "order", "strawberry")
    for answer in ["perhaps", "예요", "yes"] {
      _ = try screen.read(until: "Edit the stock? [yes/no] ")
      screen.type(answer)
    }
    _ = try screen.read(until: "[16]: ")
    screen.type("")
    for answer in ["was", "ja", "nein"] {
      _ = try screen.read(until: "Order 1 of strawberry juice now? [yes/no] ")
      screen.type(answer)
    }
    #expect(try screen.finish().status == 1)
    #expect(try stock("strawberry") == 16)
  }

  @Test("아니요, no and nothing change nothing", arguments: ["아니요", "", "no", "n"])
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
    _ = try screen.read(until: "mango: 10 in stock, 24 needed; new count (or +5) [24]: ")
    screen.type("many")
    _ = try screen.read(until: "expected an integer")
    _ = try screen.read(until: "new count (or +5) [24]: ")
    screen.type("50")
    _ = try screen.read(until: "mango: 50 in stock (+40)")
    _ = try screen.read(until: "kiwi: 10 in stock, 12 needed; new count (or +5) [12]: ")
    screen.type("")
    _ = try screen.read(until: "Order 12 of mango kiwi juice now? [yes/no] ")
    screen.type("")
    #expect(try screen.finish().status == 1)
    #expect(try stock("mango") == 50)
    #expect(try stock("kiwi") == 12)
  }

  @Test("what the edit refuses is said, and asked for again")
  func refusedEdit() throws {
    let screen = try terminal("juice", "order", "strawberry")
    _ = try screen.read(until: "[yes/no] ")
    screen.type("y")
    for (answer, refusal) in [
      ("2000000", "2000000 is no such count"), ("-11", "-11 would leave fewer than none"),
      ("0.5", "expected an integer"),
    ] {
      _ = try screen.read(until: "new count (or +5) [16]: ")
      screen.type(answer)
      _ = try screen.read(until: refusal)
    }
    screen.type("")
    _ = try screen.read(until: "Order 1 of strawberry juice now?")
    screen.type("")
    #expect(try screen.finish().status == 1)
    #expect(try stock("strawberry") == 16)
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
    _ = try screen.read(until: "new count (or +5) [16]: ")
    screen.type("20")
    let (output, status) = try screen.finish()
    #expect(output.contains("20 in stock") && output.contains("Enjoy!"))
    #expect(status == 0)
  }
}

@Suite("A call that asks about what it would take away", .serialized)
struct PlanTests {
  private let tool: CommandLineTool
  private let path: String

  init() throws {
    tool = try CommandLineTool()
    path = tool.directory.file("bar.csv")
    let whole = try tool.run("juice", "export", "--format", "csv").output
    try whole.split(separator: "\n").filter { !$0.contains("pineapple") }
      .joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func fruits() throws -> Int {
    try tool.run("juice", "stock", "--output", "plain").output.split(separator: "\n").count
  }

  @Test("the plan names what goes, and only yes does it")
  func asked() throws {
    for (answer, status, left) in [("no", 1, 5), ("y", 0, 4)] {
      var environment = tool.environment
      environment["NO_COLOR"] = "1"
      let screen = try PseudoTerminal(
        BuiltPrograms.path("matectl"), ["juice", "import", path, "--replace"],
        environment: environment)
      let plan = try screen.read(until: "[y/N] ")
      #expect(plan.contains("retired") && plan.contains("pineapple juice"))
      #expect(plan.contains("This would be done:") && !plan.contains("(dry run)"))
      screen.type(answer)
      #expect(try Int(screen.finish().status) == status)
      #expect(try fruits() == left)
    }
  }

  @Test("in a pipe it needs --yes, and what takes nothing away is not asked about")
  func pipe() throws {
    let refused = try tool.run("juice", "import", path, "--replace")
    #expect(refused.status == 2)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("pineapple juice") && refused.errors.contains("--yes"))
    #expect(try fruits() == 5)
    #expect(try tool.run("juice", "import", path).status == 0)
    #expect(try tool.run("--yes", "juice", "import", path, "--replace").status == 0)
    #expect(try fruits() == 4)
  }
}
