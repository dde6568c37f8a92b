import Foundation
import TestSupport
import Testing

/// Full screens over real daemons, at a terminal of their own.
@Suite("Screens", .serialized)
struct ScreenTests {
  private let tool: CommandLineTool

  init() throws {
    tool = try CommandLineTool()
    _ = try tool.run("project", "add", "우유 사기")
    _ = try tool.run("project", "add", "보고서 쓰기")
  }

  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  private func screen(
    _ words: String..., term: String = "xterm", columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltPrograms.path("matectl"), words,
      environment: tool.environment.merging(["NO_COLOR": "1", "TERM": term]) { $1 },
      columns: columns, rows: rows)
  }

  /// The screen of the board, once it is there.
  private func board() throws -> PseudoTerminal {
    let screen = try screen("project")
    try screen.see("우유 사기")
    try screen.see("quit")
    return screen
  }

  // MARK: The terminal

  @Test(
    "the terminal is as it was, however the screen ends",
    arguments: [
      ("q", 0, 0), ("\u{3}", 0, 130), ("", SIGTERM, 143), ("", SIGINT, 130), ("", SIGHUP, -SIGHUP),
      ("", SIGQUIT, -SIGQUIT), ("", SIGSEGV, -SIGSEGV), ("", SIGABRT, -SIGABRT), ("ㅂ", 0, 0),
      ("\u{1B}q", 0, 0), ("?q", 0, 0),
    ])
  func restored(keys: String, signal: Int32, status: Int32) throws {
    let screen = try screen("project")
    let before = screen.settingsBefore
    try screen.see("우유 사기")
    #expect(screen.settings != before)
    if signal == 0 { screen.press(keys) } else { screen.send(signal) }
    let end = try screen.finish()
    #expect(end.status == abs(status))
    #expect(end.output.contains("\u{1B}[?25h\(Self.leave)"))
    #expect(screen.settings == before)
  }

  @Test("Ctrl-Z gives the terminal back until fg, and then all of the screen is drawn again")
  func stopped() throws {
    let screen = try screen("project")
    let before = screen.settingsBefore
    try screen.see("quit")
    let during = screen.settings
    for way in ["\u{1A}", nil] {
      if let way { screen.press(way) } else { screen.send(SIGTSTP) }
      _ = try screen.read(until: Self.leave)
      var left = 10_000
      while Self.state(of: screen.processID) != "T", left > 0 {
        usleep(1000)
        left -= 1
      }
      #expect(Self.state(of: screen.processID) == "T")
      #expect(screen.settings == before)
      screen.send(SIGCONT)
      _ = try screen.read(until: Self.enter)
      try screen.see("우유 사기")
      #expect(screen.settings == during)
    }
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(screen.settings == before)
  }

  /// The letter of a process's state.
  private static func state(of process: Int32) -> String? {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return line?.components(separatedBy: ") ").last.map { String($0.prefix(1)) }
  }

  @Test("Escape acts within 30 ms and takes no key along")
  func escape() throws {
    let screen = try board()
    screen.press("?")
    try screen.see("the chosen row")
    let start = ContinuousClock.now
    screen.press("\u{1B}")
    try screen.see("우유 사기")
    // Far more than it takes, as machines are busy, and less than a second, for which others wait.
    #expect(BuiltPrograms.isSanitized || ContinuousClock.now - start < .milliseconds(900))
    screen.press("?")
    try screen.see("the chosen row")
    screen.press("\u{1B}/")
    try screen.see("a line to type in") { $0.last == "/" }
    screen.press("보고\r")
    try screen.see("showing what has: 보고")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("without a terminal that can be drawn on there are lines, as ever")
  func lines() throws {
    for term in ["dumb", ""] {
      let screen = try screen("project", term: term)
      let end = try screen.finish()
      #expect(!end.output.contains("\u{1B}["))
      #expect(end.output.contains("matectl help project <command>"))
    }
    let piped = try tool.run("project", environment: ["TERM": "xterm"])
    #expect(piped.output.contains("matectl help project <command>") && piped.status == 2)
    let live = try tool.run("project", "board", "--live", environment: ["TERM": "xterm"])
    #expect(live.output.contains("우유 사기") && live.status == 0)
    #expect(try tool.run("project", "add", "x", "--live").status == 2)
  }

  // MARK: What lives

  @Test("it follows what others do, keeps what is chosen, and is quiet when nothing happens")
  func following() throws {
    let screen = try board()
    screen.press("j")
    try screen.see("› 2 보고서 쓰기")
    _ = try tool.run("project", "move", "2", "doing")
    try screen.see("DOING (1)")
    try screen.see("› 2 보고서 쓰기")
    _ = try tool.run("project", "add", "전화하기")
    // The card, and what was done.
    try screen.see("3 전화하기")
    try screen.see("Added '전화하기'.")
    #expect(try Self.becomesQuiet(screen.processID))
    try screen.drain()
    screen.press("q")
    let end = try screen.finish()
    #expect(end.output.hasPrefix("\u{1B}[?1006l"), "\(end.output.debugDescription)")
  }

  /// Whether a process sleeps for half a second on end: it may have something to finish first.
  private static func becomesQuiet(_ process: Int32) throws -> Bool {
    var before = try wakes(of: process)
    for _ in 0..<20 {
      // Time in which nothing happens cannot be awaited otherwise.
      Thread.sleep(forTimeInterval: 0.5)
      let now = try wakes(of: process)
      if now == before { return true }
      before = now
    }
    return false
  }

  /// How often a process has waited and gone on.
  private static func wakes(of process: Int32) throws -> String {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status.components(separatedBy: "\n").first { $0.hasPrefix("voluntary") } ?? ""
  }

  @Test("a daemon that was killed is there again with the same row chosen")
  func reconnected() throws {
    let screen = try board()
    screen.press("j")
    try screen.see("› 2 보고서 쓰기")
    tool.stopDaemons(SIGKILL)
    // That it was away may be over before anybody could see it.
    try screen.see("connected again")
    try screen.see("› 2 보고서 쓰기")
    screen.press("\r")
    try screen.see(no: "우유 사기")
    try screen.see("보고서 쓰기")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a window that becomes tiny and large again shows what has room")
  func resized() throws {
    let screen = try board()
    screen.resize(columns: 20, rows: 5)
    try screen.see("(1/3)")
    screen.resize(columns: 120, rows: 40)
    try screen.see("DONE (0)")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("one read with its parameters is a screen, and the tabs of a domain are its reads")
  func live() throws {
    let one = try screen("project", "list", "todo", "--live")
    try one.see("보고서 쓰기")
    one.press("q")
    #expect(try one.finish().status == 0)
    let screen = try board()
    screen.press("2")
    try screen.see("Deadline")
    screen.press("L")
    try screen.see("마감")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }

  @Test("a daemon that cannot start is told of, and the screen can be left")
  func failing() throws {
    let state = tool.directory.file("state")
    tool.endDaemons(SIGTERM)
    try FileManager.default.removeItem(atPath: state)
    try "no folder".write(toFile: state, atomically: true, encoding: .utf8)
    let screen = try screen("bank")
    try screen.see("not there")
    screen.press("q")
    #expect(try screen.finish().status == 0)
  }
}
