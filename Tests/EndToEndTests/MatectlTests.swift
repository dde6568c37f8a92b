import Foundation
import TestSupport
import Testing

@Suite("matectl and the bank", .serialized)
struct MatectlTests {
  private let tool: CommandLineTool
  private let korean = ["LANG": "ko_KR.UTF-8"]

  init() throws { tool = try CommandLineTool() }

  @Test("help works with no daemon, in both languages, and starts none")
  func help() throws {
    for arguments in [
      ["help"], ["help", "bank"], ["bank", "take", "--help"], ["help", "bank", "teller"],
    ] {
      let english = try tool.start(arguments).finish()
      #expect(english.status == 0)
      #expect(english.output.contains("Usage"))
      let translated = try tool.start(arguments, environment: korean).finish()
      #expect(translated.output.contains("사용법"))
    }
    #expect(tool.daemons.isEmpty)
  }

  @Test(
    "a mistyped command is answered with the one that was meant, and no daemon is started",
    arguments: [
      ("juice receive mango 10", "matectl juice stock receive"),
      ("juice expiring", "matectl juice stock expiring"),
      ("juice stock add mango 5", "matectl help juice stock"),
      ("juice stock recieve mango 5", "matectl juice stock receive"),
      ("juice stock mango", "matectl help juice stock"), ("juice ord", "matectl juice order"),
      ("bank tellers", "matectl bank teller list"), ("bank tellers add", "matectl bank teller add"),
      ("bank services", "matectl bank service list"), ("bank status", "matectl status bank"),
      ("bank doctor", "matectl doctor bank"), ("bank bogus", "matectl help bank"),
      ("bank teller", "matectl help bank <command>"), ("bankk take", "bank?"),
    ])
  func mistyped(words: String, next: String) throws {
    let result = try tool.start(words.split(separator: " ").map(String.init)).finish()
    #expect(result.status == 2)
    #expect((result.errors + result.output).contains(next), "\(result.errors)")
    #expect(tool.daemons.isEmpty)
  }

  @Test("a slip is no number, a sign stays one in CSV, and -w may stand behind the domain")
  func slips() throws {
    let slip = try tool.run("juice", "stock", "adjust", "mango", "1e3")
    #expect(slip.status == 2 && tool.daemons.isEmpty)
    #expect(try tool.run("juice", "stock", "adjust", "mango", "+6").status == 0)
    // A sum over the column is the sum of the changes.
    let ledger = try tool.run("juice", "ledger", "mango", "-o", "csv")
    #expect(ledger.output.contains(",+6,") && !ledger.output.contains("'+"))
    // Between the domain and its command -w is ours.
    #expect(try tool.run("bank", "-w", "nonsense").errors.contains("nonsense"))
  }

  @Test("bank run prints the exact Korean sentences and the closing line")
  func run() throws {
    for service in ["deposit", "loan"] {
      let set = try tool.run("bank", "service", "set", service, "--duration", "20ms")
      #expect(set.status == 0, "\(set.errors)")
    }
    let result = try tool.run("bank", "run", "--customers", "11", environment: korean)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 23)
    for line in lines.dropLast() {
      #expect(line.wholeMatch(of: /\d+번 고객 (대출|예금)업무 (시작|완료)/) != nil, "\(line)")
    }
    let closing = /업무가 마감되었습니다\. 오늘 업무를 처리한 고객은 총 11명이며, 총 업무시간은 \d+\.\d\d초입니다\./
    #expect(lines.last?.wholeMatch(of: closing) != nil, "\(lines.last ?? "")")
  }

  @Test("a run that loses its daemon says where to look, and the line goes on")
  func killedRun() throws {
    let run = try tool.start(["bank", "run", "--customers", "10"], environment: korean)
    #expect(run.line() != nil)
    tool.stopDaemons()
    let result = try run.finish()
    #expect(result.status == 3)
    #expect(result.errors.contains("matectl bank watch"))
    let watch = try tool.start(["bank", "watch"], environment: korean)
    var last = ""
    while let line = watch.line() {
      last = line
      if line.hasPrefix("업무가 마감되었습니다") { break }
    }
    #expect(last.contains("총 10명이며"))
    watch.interrupt()
    #expect(try watch.finish().status == 130)
  }

  @Test("a watch ends as soon as nobody reads it, and not at the next change")
  func watchUnread() throws {
    let watch = try tool.start(["bank", "watch", "--json"])
    #expect(watch.line()?.contains("\"kind\":\"board\"") == true)
    watch.leaveOutput()
    let status = watch.status(within: 10)
    watch.kill()
    #expect(status == 0)
  }

  @Test("a watch asks again by itself when its daemon was killed")
  func watchGoesOn() throws {
    #expect(try tool.run("bank", "open").status == 0)
    let watch = try tool.start(["bank", "watch", "--json"])
    #expect(watch.line()?.contains("\"kind\":\"board\"") == true)
    tool.stopDaemons()
    #expect(watch.line()?.contains("\"kind\":\"board\"") == true)
    watch.interrupt()
    #expect(try watch.finish().status == 130)
  }

  @Test("ten clients at once start one daemon")
  func race() throws {
    let clients = try (0..<10).map { _ in try tool.start(["bank", "board", "--json"]) }
    for client in clients { #expect(try client.finish().status == 0) }
    #expect(tool.daemons.count == 1)
  }

  @Test(
    "exit statuses and sentences",
    arguments: [
      (["bank", "take", "nosuch"], 1, "no service nosuch"),
      (["bank", "leave", "5"], 1, "ticket 5"),
      (["bank", "tkae"], 2, "matectl bank take"), (["bnak"], 2, "bank"),
      (["bank", "tkae", "loan"], 2, "no command tkae; try `matectl bank take`"),
      (["bank", "tkae", "loan", "--grade", "vip", "now"], 2, "`matectl bank take`"),
      (["bank", "teller", "ad", "4"], 2, "no command teller ad; try `matectl bank teller add`"),
      (["help", "bank", "tkae", "loan"], 2, "`matectl bank take`"),
      (["bank", "zzzzzz", "loan"], 2, "no command zzzzzz loan; try `matectl help bank`"),
      (["bank", "reset"], 2, "bank reset asks first; say --yes"),
      (["--dry-run", "bank", "run"], 2, "leave out --dry-run"),
      (["bank", "take"], 2, "service is missing"),
      (["bank", "take", "loan", "--garde", "vip"], 2, "--grade"),
      (["bank", "leave", "many"], 2, "an integer"),
      (["bank", "board", "extra"], 2, "one word too many"),
      (["--timeout", "soon", "bank", "board"], 2, "--timeout"),
      (["--no-start", "bank", "board"], 3, "not running"),
      (["call", "bank.nothing"], 2, "no method"), (["call", "bank.take", "{"], 2, "JSON"),
    ])
  func statuses(_ arguments: [String], _ status: Int32, _ sentence: String) throws {
    if !arguments.contains("--no-start") { _ = try tool.run("bank", "open") }
    let result = try tool.start(arguments).finish()
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("refusals are in the user's language")
  func koreanRefusal() throws {
    _ = try tool.run("bank", "open")
    let result = try tool.run("bank", "take", "nosuch", environment: korean)
    #expect(result.status == 1)
    #expect(result.errors.contains("업무는 없습니다"))
  }

  @Test("--json is the reply unchanged, and errors are JSON on standard error")
  func json() throws {
    _ = try tool.run("bank", "open")
    let result = try tool.run("bank", "take", "loan", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect((object?["ticket"] as? [String: Any])?["number"] as? Int == 1)
    let refused = try tool.run("bank", "leave", "99", "--json")
    let error = try JSONSerialization.jsonObject(with: Data(refused.errors.utf8)) as? [String: Any]
    #expect((error?["error"] as? [String: Any])?["code"] is Int)
    #expect(refused.status == 1)
  }

  @Test("a dry run changes nothing and says what it is")
  func dryRun() throws {
    _ = try tool.run("bank", "open")
    #expect(try tool.run("--dry-run", "bank", "take", "loan").output.hasPrefix("(dry run) "))
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\":0"))
  }

  @Test("`call` passes on the _meta that is typed: a dry run is one, and a key has effect once")
  func typedMeta() throws {
    _ = try tool.run("bank", "open")
    // Nobody serves, so that who came still waits.
    for teller in ["1", "2", "3"] { _ = try tool.run("bank", "teller", "pause", teller) }
    let dry = #"{"service":"loan","_meta":{"dryRun":true}}"#
    #expect(try tool.run("call", "bank.take", dry).output.contains("\"dryRun\":true"))
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\":0"))
    let keyed = #"{"service":"loan","_meta":{"idempotencyKey":"once"}}"#
    let first = try tool.run("call", "bank.take", keyed)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try tool.run("call", "bank.take", keyed).output == first.output)
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\":1"))
    // The key that was typed is there under the options as well.
    #expect(
      try tool.run("--trace", "t", "--dry-run", "call", "bank.take", keyed).output
        .contains("\"dryRun\":true"))
    let wrong = try tool.run("call", "bank.take", #"{"service":"loan","_meta":7}"#)
    #expect(wrong.status != 0 && wrong.errors.contains("_meta"), "\(wrong.errors)")
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\":1"))
  }

  @Test("what only reads is done under --dry-run, a stream as well")
  func dryReading() throws {
    _ = try tool.run("bank", "open")
    for words in [["bank", "board"], ["bank", "service", "list"], ["status", "bank"], ["today"]] {
      let dry = try tool.start(["--dry-run"] + words).finish()
      #expect(dry.status == 0 && !dry.output.isEmpty, "\(words): \(dry.errors)")
    }
    let watch = try tool.start(["--dry-run", "bank", "watch", "--json"])
    #expect(watch.line()?.contains("\"kind\":\"board\"") == true)
    watch.interrupt()
    #expect(try watch.finish().status == 130)
  }

  @Test("a reset is asked for, and tried or confirmed without a question")
  func reset() throws {
    _ = try tool.run("bank", "open")
    _ = try tool.run("bank", "take", "loan")
    #expect(try tool.run("bank", "reset").status == 2)
    #expect(try tool.run("--dry-run", "bank", "reset").status == 0)
    #expect(try tool.run("bank", "leave", "99").status == 1)
    #expect(try tool.run("bank", "reset", "--yes").status == 0)
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\":0"))
  }

  @Test(
    "whatever a person types is shown in one short line, wherever they type it",
    arguments: [
      ["{}"], ["--{}"], ["help", "{}"], ["help", "bank", "{}"], ["status", "{}"], ["logs", "{}"],
      ["logs", "--{}"], ["logs", "-n", "{}"], ["logs", "--since", "{}"], ["why", "{}"],
      ["call", "{}"], ["call", "bank.{}", "--output", "table"], ["call", "bank.board", "{}"],
      ["describe", "{}"],
      ["metrics", "{}"], ["backup", "{}", "x"], ["backup", "bank", "/dev/null/{}"],
      ["restore", "bank", "{}"],
      ["completion", "{}"], ["stdio-bridge", "{}"], ["--lang", "{}"], ["--output", "{}"],
      ["--timeout", "{}"], ["--trace", "{}{}{}{}{}{}{}{}"], ["--color", "{}"], ["bank", "{}"],
      ["bank", "board", "{}"], ["bank", "board", "--{}"], ["bank", "take", "{}"],
      ["bank", "take", "loan", "--grade", "{}"], ["bank", "leave", "{}"],
      ["project", "import", "{}"], ["transit", "gtfs", "import", "{}"], ["juice", "import", "{}"],
      ["--socket-dir", "/dev/null/{}", "bank", "board"],
    ])
  func echoes(words: [String]) throws {
    let long = String(repeating: "x", count: 15_000)
    for (word, language) in [(long, "ko_KR.UTF-8"), ("q\n\u{1B}[31mb\u{202E}c", "C.UTF-8")] {
      let typed = words.map { $0.replacingOccurrences(of: "{}", with: word) }
      let result = try tool.start(typed, environment: ["LC_ALL": language]).finish()
      #expect(result.status != 0)
      #expect(result.errors.utf8.count < 1500, "\(result.errors.prefix(300))")
      #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{202E}"))
      // No sentence of ours ends with a q, nor does a trace id.
      #expect(!result.errors.contains("q\n"), "\(result.errors)")
    }
  }

  @Test("a table is CSV with --output csv, and aligned by cells in Korean")
  func tables() throws {
    let csv = try tool.run("bank", "service", "list", "--output", "csv")
    #expect(csv.output.contains("\r\n"))
    #expect(csv.output.contains("deposit"))
    let table = try tool.run("bank", "teller", "list", environment: korean)
    #expect(table.status == 0)
    #expect(table.output.split(separator: "\n").count == 4)
  }

  @Test(
    "half an answer on a full disk is no answer",
    arguments: [
      ("C.UTF-8", "matectl: the output cannot be written: No space left on device\n"),
      ("ko_KR.UTF-8", "matectl: 출력을 쓸 수 없습니다: No space left on device\n"),
    ])
  func fullDisk(locale: String, sentence: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("matectl"))
    process.arguments = ["help"]
    process.environment = tool.environment.merging(["LC_ALL": locale]) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 4)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said == sentence)
  }

  @Test("a reader that goes away ends the program without a word")
  func closedPipe() throws {
    let script = "\"\(BuiltPrograms.path("matectl"))\" help | head -1"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = tool.environment
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = Pipe()
    try process.run()
    process.waitUntilExit()
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  @Test("completion knows domains, commands, values of schemas and values of the daemon")
  func completion() throws {
    func complete(_ words: String...) throws -> [String] {
      let result = try tool.start(["__complete", "--"] + words).finish()
      return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try complete("ban") == ["bank"])
    #expect(try complete("bank", "ta") == ["take"])
    #expect(
      try complete("bank", "teller", "")
        == ["list", "add", "set", "remove", "pause", "resume"])
    #expect(try complete("bank", "take", "d").contains("deposit"))
    #expect(try complete("bank", "take", "loan", "--gr") == ["--grade"])
  }
}
