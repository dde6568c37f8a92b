import TestSupport
import Testing

@Suite("Ctrl-C in a day that goes on without its client", .serialized)
struct RunInterruptTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  @Test(
    "Ctrl-C in a run asks on a terminal whether the day ends, and takes every other answer for no",
    arguments: [
      ("yes", "Closing: 0 waiting", false), ("예", "마감 중: 대기 0명", true),
      ("no", "The day goes on: ", false), ("", "The day goes on: ", false),
      ("아니요", "하루는 계속됩니다. `matectl bank watch`", true),
    ])
  func interruptedRun(answer: String, told: String, inKorean: Bool) throws {
    let screen = try longRun(inKorean)
    screen.interrupt()
    _ = try screen.read(until: inKorean ? "끝내시겠습니까? [예/아니요] " : "end it? [yes/no] ")
    screen.type(answer)
    _ = try screen.read(until: told)
    #expect(try screen.finish().status == 130)
    let board = try tool.run("bank", "board", "--json").output
    // Two deposits and a loan are in hand; all others wait, or were sent home.
    #expect(board.contains("\"waitingCount\":\(["yes", "예"].contains(answer) ? 0 : 17)"))
  }

  @Test("a second Ctrl-C at the question leaves the day as it is and says so")
  func interruptedTwice() throws {
    let screen = try longRun(false)
    screen.interrupt()
    _ = try screen.read(until: "[yes/no] ")
    screen.interrupt()
    _ = try screen.read(until: "`matectl bank watch` follows it")
    #expect(try screen.finish().status == 130)
  }

  @Test("in a pipe Ctrl-C in a run asks nothing, and says how the day is followed and ended")
  func interruptedPipe() throws {
    try slowDown()
    let run = try tool.start(["bank", "run", "--customers", "20"])
    #expect(run.line() != nil)
    run.interrupt()
    let result = try run.finish()
    #expect(result.status == 130)
    #expect(result.errors.contains("`matectl bank watch` follows it"))
    #expect(result.errors.contains("`matectl bank close --clear-line`"))
    #expect(!result.errors.contains("yes/no"))
  }

  private func slowDown() throws {
    for service in ["deposit", "loan"] {
      _ = try tool.run("bank", "service", "set", service, "--duration", "1h")
    }
  }

  /// A run on a terminal that does not end by itself, seen to have begun.
  private func longRun(_ inKorean: Bool) throws -> PseudoTerminal {
    try slowDown()
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    if inKorean { environment["LANG"] = "ko_KR.UTF-8" }
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["bank", "run", "--customers", "20"],
      environment: environment)
    _ = try screen.read(until: inKorean ? "업무 시작" : " started")
    return screen
  }
}
