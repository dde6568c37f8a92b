import Foundation
import TestSupport
import Testing

/// What takes its time on a screen: how far it is, its end by Esc, and what goes on meanwhile.
@Suite("Long work on a screen", .serialized)
struct ScreenWorkTests {
  private typealias Object = [String: Any]

  /// What a script was told, and what it waits for.
  private final class Stage: Sendable {
    let asked = Record<String>()
    let cancelled = Record<Int>()
    let values = Record<String>()
    let mayAnswer = DispatchSemaphore(value: 0)
  }

  /// Answers reads at once; `loop.work` tells how far it is and ends by `$/cancel`, `loop.fix` by
  /// `$/cancel` the first time.
  private static func server(_ stage: Stage) throws -> Loopback {
    try Loopback { wire in
      var open: Object?
      while let request = try wire.receiveAny(within: 60) as? Object {
        let method = request["method"] as? String ?? ""
        stage.asked.add(method)
        switch method {
        case "loop.work":
          open = request
          for done in [250, 500] {
            let params: Object = [
              "id": request["id"] ?? 0, "done": done, "total": 1000,
              "unit": ["en": "lines", "ko": "줄"], "text": ["en": "Reading", "ko": "읽는 중"],
            ]
            try wire.send(["jsonrpc": "2.0", "method": "$/progress", "params": params])
          }
        case "$/cancel":
          stage.cancelled.add((request["params"] as? Object)?["id"] as? Int ?? -1)
          try wire.refuse(open, -32002, "mate.cancelled")
          open = nil
        case "loop.fix":
          let params = request["params"] as? Object
          stage.values.add(params?["value"] as? String ?? "")
          if stage.values.all.count == 1 { open = request } else { try wire.answer(request, [:]) }
        case "loop.sure":
          stage.mayAnswer.wait()
          try wire.answer(request, ["text": "late"])
        case "loop.watch": break
        default: try wire.answer(request, ["rows": [["text": "one", "n": 1]], "text": "said"])
        }
      }
    }
  }

  private func screen(_ server: Loopback, _ domain: LoopDomain) throws -> PseudoTerminal {
    let tool = try CommandLineTool(domains: domain.directory.path)
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path, "loop"],
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: 100, rows: 24)
    try screen.see("one")
    return screen
  }

  @Test("a bar tells how far a typed call is, keys act meanwhile, and Esc cancels it")
  func typed() throws {
    let (stage, domain) = (Stage(), try LoopDomain())
    let screen = try screen(try Self.server(stage), domain)
    screen.press(":work\r")
    try screen.see("50 %  500 of 1000 lines  Esc cancels it")
    // The screen goes on: its help, and another call.
    screen.press("?")
    try screen.see("the chosen row")
    screen.press("\u{1B}")
    try screen.see("› one")
    screen.press(":say\r")
    try screen.see("said")
    #expect(stage.cancelled.all.isEmpty)
    screen.press("\u{1B}")
    // The server's own sentence for it is `no`.
    try screen.see("the sentence of the refusal") { $0[22] == "no" }
    #expect(stage.cancelled.all.count == 1)
    // Nothing is left of it: Esc is for the tab again.
    screen.press("\u{1B}q")
    #expect(try screen.finish().status == 0)
    #expect(stage.cancelled.all.count == 1)
  }

  @Test("a form that waits tells so; Esc cancels what it sent, and it can be sent again as it is")
  func form() throws {
    let (stage, domain) = (Stage(), try LoopDomain())
    let screen = try screen(try Self.server(stage), domain)
    screen.press("afix\r")
    try screen.see("Enter do it")
    screen.press("abc\r")
    try screen.see("Esc cancels it")
    screen.press("x\u{1B}")
    try screen.see("Enter do it")
    screen.press("d\r")
    try screen.see("the answer") { $0[22] == "done" }
    #expect(stage.values.all == ["abc", "abcd"])
    #expect(stage.cancelled.all.count == 1)
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("an answer that comes while a person types in a form leaves the form alone")
  func busy() throws {
    let (stage, domain) = (Stage(), try LoopDomain())
    let screen = try screen(try Self.server(stage), domain)
    screen.press(":--yes sure\r")
    try screen.see("Esc cancels it")
    screen.press("afix\r")
    try screen.see("Enter do it")
    screen.press("abc")
    stage.mayAnswer.signal()
    try screen.see("late")
    try screen.see("abc")
    screen.press("\u{1B}")
    try screen.see("one")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(stage.values.all.isEmpty)
  }

  @Test("a simulation of years is seen on its way and cancelled, and the branch is there")
  func simulation() throws {
    let tool = try CommandLineTool()
    _ = try tool.run("bank", "open")
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--lang", "ko", "bank"],
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: 100, rows: 24)
    try screen.see("끝내기")
    screen.press(":simulate --customers 1000000000 --arrivals loan=60/h\r")
    try screen.see("%")
    screen.press("+")
    try screen.see("10명")
    screen.press("\u{1B}")
    try screen.see("취소")
    try screen.see("요청이 취소되었습니다")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(try tool.run("bank", "tickets", "--json").output.contains("\"number\":10"))
  }
}
