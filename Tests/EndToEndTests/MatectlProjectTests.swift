import Foundation
import TestSupport
import Testing

@Suite("matectl and the board", .serialized)
struct MatectlProjectTests {
  private let tool: CommandLineTool
  private let seoul = ["TZ": "Asia/Seoul"]
  private let korean = ["TZ": "Asia/Seoul", "LANG": "ko_KR.UTF-8"]

  init() throws { tool = try CommandLineTool() }

  private func run(_ words: String..., environment: [String: String]? = nil) throws -> String {
    let result = try tool.start(["project"] + words, environment: environment ?? seoul).finish()
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test("a week of the exercise: the sentences, the history newest first, undo of a bulk move")
  func week() throws {
    #expect(try run("history") == "No history yet.\n")
    #expect(try run("add", "아침먹기") == "Added '아침먹기'. (number 1)\n")
    #expect(try run("add", "점심먹기", "--tag", "food,noon") == "Added '점심먹기'. (number 2)\n")
    #expect(try run("add", "저녁먹기", environment: korean) == "'저녁먹기' 추가. (번호 3)\n")
    #expect(try run("move", "1", "doing") == "Moved '아침먹기' from TODO to DOING.\n")
    #expect(
      try run("move", "1", "2", "3", "done")
        == """
        Moved '아침먹기' from DOING to DONE.
        Moved '점심먹기' from TODO to DONE.
        Moved '저녁먹기' from TODO to DONE.

        """)
    #expect(try run("remove", "3") == "Removed '저녁먹기' from DONE.\n")
    let history = lines(try run("history"))
    #expect(history.count == 9)
    // Behind the sentence stands who did it.
    #expect(history[1].contains("  Removed '저녁먹기' from DONE.  "))
    #expect(history[8].contains("  Added '아침먹기'.  "))
    #expect(try run("undo", "2").hasPrefix("Undone:\nRemoved '저녁먹기' from DONE.\n"))
    #expect(lines(try run("list", "doing")).last?.contains("아침먹기") == true)
    #expect(lines(try run("history")).count == 5)
    #expect(try run("redo").hasPrefix("Done again:\nMoved '아침먹기' from DOING to DONE.\n"))
  }

  @Test("where one of several synchronisations fails the others are told, and the status is 1")
  func partlySynchronised() throws {
    let folder = tool.directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try run("add", "one")
    _ = try run("sync", "add", "folder", folder)
    #expect(try run("sync", "run").contains("folder"))
    _ = try run("sync", "add", "nobody", "--command", "exit 7")
    for words in [["sync"], ["sync", "run"], ["sync", "run", "--json"]] {
      let result = try tool.start(["project"] + words, environment: seoul).finish()
      #expect(result.status == 1, "\(words)")
      #expect(result.output.contains("folder") && result.output.contains("nobody"))
    }
    #expect(try run("sync", "run", "folder").contains("folder"))
  }

  @Test("state is there after the daemon was killed")
  func killed() throws {
    _ = try run("add", "one")
    _ = try run("add", "two")
    tool.stopDaemons()
    #expect(lines(try run("list")).count == 3)
    #expect(try run("undo").contains("Added 'two'."))
    tool.stopDaemons()
    #expect(try run("redo").contains("Added 'two'."))
  }

  @Test("deadlines are the caller's: the day of the zone, overdue and marked")
  func zones() throws {
    _ = try run("add", "past", "--due", "어제")
    _ = try run("add", "today", "--due", "today")
    _ = try run("add", "call", "--due", "2030-01-01 00:30")
    let list = try run("list")
    let overdue = lines(list).filter { $0.contains("!") }
    #expect(overdue.count == 1 && overdue.first?.contains("past") == true, "\(list)")
    #expect(list.contains("2030-01-01 00:30"))
    #expect(try run("list", environment: ["TZ": "UTC"]).contains("2029-12-31 15:30"))
    #expect(try run("list", environment: ["TZ": "KST-9"]).contains("2030-01-01 00:30"))
    #expect(lines(try run("list", "--overdue")).count == 2)
  }

  @Test(
    "the board keeps its columns, counts and marks with Korean titles", arguments: [80, 200])
  func board(columns: Int) throws {
    for title in ["아주 긴 한국어 제목을 가진 프로젝트 보고서 제출하기", "점심먹기", "mixed 한글 title"] {
      _ = try run("add", title, "--due", "2020-01-02")
    }
    _ = try run("move", "2", "doing")
    var environment = tool.environment.merging(korean) { $1 }
    environment["TERM"] = "xterm"
    environment["NO_COLOR"] = "1"
    let script =
      "stty cols \(columns) rows 40; \"\(BuiltPrograms.path("matectl"))\" project board; echo END"
    let screen = try PseudoTerminal("/bin/sh", ["-c", script], environment: environment)
    let text = try screen.read(until: "END").replacingOccurrences(of: "\r", with: "")
    let lines = lines(text)
    #expect(lines[0].contains("TODO (2)"))
    #expect(lines[0].contains("DOING (1)"))
    #expect(lines[0].contains("DONE (0)"))
    #expect(lines.dropLast().allSatisfy { cells($0) <= columns }, "\(text)")
    // What is cut off is not the sign.
    #expect(lines.filter { $0.contains("!") }.count == 2)
    #expect(lines[2].contains(columns == 80 ? "…!" : "제출하기!"))
    // Cards of a column begin where their title does.
    let title = try #require(lines[0].range(of: "DOING"))
    let card = try #require(lines[2].range(of: "2 2020-01-02 점심먹기"))
    #expect(
      cells(String(lines[0][..<title.lowerBound])) == cells(String(lines[2][..<card.lowerBound])))
  }

  /// Hangul takes two columns, all else of these texts one.
  private func cells(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ((0xAC00...0xD7A3).contains($1.value) ? 2 : 1) }
  }

  @Test("overdue is red on a terminal")
  func red() throws {
    _ = try run("add", "late", "--due", "2020-01-02")
    var environment = tool.environment.merging(seoul) { $1 }
    environment["TERM"] = "xterm"
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["project", "list"], environment: environment)
    #expect(try screen.read(until: "late").contains("\u{1B}[1;31mThu 2 Jan 2020!\u{1B}[0m"))
  }

  @Test("a file goes in and comes out as it is; 50 MB and broken text are refused by name")
  func files() throws {
    let directory = try TemporaryDirectory()
    let todo = "(A) 2026-11-01 Call mom +family @phone due:2026-11-25\nx 2026-11-02 점심먹기\n"
    try todo.write(toFile: directory.file("todo.txt"), atomically: true, encoding: .utf8)
    #expect(try run("import", directory.file("todo.txt")) == "2 added, 0 changed, 0 as before\n")
    let calendar = try run("export", "--format", "ics")
    #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(calendar.hasSuffix("END:VCALENDAR\r\n"))
    let again = try tool.start(["project", "import", "-"], environment: seoul, input: calendar)
      .finish()
    #expect(again.output == "0 added, 0 changed, 2 as before\n")
    try Data(count: 50_000_000).write(to: URL(fileURLWithPath: directory.file("large")))
    try Data([0x61, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: directory.file("broken")))
    for (file, sentence) in [
      ("large", "more than 44 MiB"), ("broken", "not UTF-8"), ("missing", "No such file"),
    ] {
      let result = try tool.start(["project", "import", directory.file(file)]).finish()
      #expect(result.status == 2)
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(lines(try run("list")).count == 3)
  }

  @Test(
    "what is wrong is said in both languages, and changes nothing",
    arguments: [
      (["add", " "], 1, "a project needs a title", "제목이 비어 있습니다"),
      (["add", "x", "--due", "someday"], 1, "someday is no deadline", "someday"),
      (["show", "99"], 1, "there is no project 99", "99번 프로젝트가 없습니다"),
      (["move", "99", "done"], 1, "there is no project 99", "99번 프로젝트가 없습니다"),
      (["move", "1", "later"], 2, "todo, doing, done", "todo, doing, done"),
      (["undo"], 1, "there is nothing to undo", "되돌릴 것이 없습니다"),
      (["sync", "add", "x", "relative/folder"], 1, "is no host", "동기화"),
    ] as [([String], Int32, String, String)])
  func wrong(words: [String], status: Int32, english: String, translated: String) throws {
    let result = try tool.start(["project"] + words, environment: seoul).finish()
    #expect(result.status == status)
    #expect(result.errors.contains(english), "\(result.errors)")
    let other = try tool.start(["project"] + words, environment: korean).finish()
    #expect(other.errors.contains(translated), "\(other.errors)")
    #expect(try run("history") == "No history yet.\n")
  }

  @Test("completion knows the lists before and behind the numbers, and the numbers")
  func completion() throws {
    _ = try run("add", "one")
    func complete(_ words: String...) throws -> [String] {
      let result = try tool.start(["__complete", "--", "project"] + words).finish()
      return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try complete("move", "") == ["1"])
    #expect(try complete("move", "1", "d") == ["doing", "done"])
    #expect(try complete("list", "to") == ["todo"])
    #expect(try complete("sync", "").contains("status"))
  }

  @Test("two boards meet over a command, as over ssh")
  func sync() throws {
    let other = try CommandLineTool()
    let there = try other.start(["project", "add", "저쪽"], environment: seoul).finish()
    #expect(there.status == 0)
    _ = try run("add", "이쪽")
    let bridge =
      "MATE_RUNTIME_DIR='\(other.directory.file("run"))' "
      + "MATE_STATE_DIR='\(other.directory.file("state"))' "
      + "'\(BuiltPrograms.path("matectl"))' stdio-bridge project"
    _ = try run("sync", "add", "laptop", "--command", bridge)
    let table = try run("sync", "run", "laptop")
    #expect(table.contains("in step"))
    for each in [tool, other] {
      let list = try each.start(["project", "list"], environment: seoul).finish()
      #expect(list.output.contains("이쪽"))
      #expect(list.output.contains("저쪽"))
    }
    other.stopDaemons()
    // Nobody needs to be there: the bridge starts the daemon as any command does.
    #expect(try run("sync").contains("in step"))
  }
}
