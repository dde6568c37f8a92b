import Foundation
import TestSupport
import Testing
import Values

/// Several of a domain on one machine: `bank@gangnam`, `--at`, `MATE_AT`.
@Suite("Several of a domain", .timeLimit(.minutes(2)))
struct InstanceTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func done(
    _ words: String..., at variable: String? = nil
  ) throws -> String {
    let more = variable.map { ["MATE_AT": $0] } ?? [:]
    let result = try tool.start(words, environment: more).finish()
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output
  }

  private func names(_ list: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any]
    return (object?["items"] as? [[String: Any]] ?? []).compactMap { $0["domain"] as? String }
  }

  @Test("each has a line, a log, a lock and a store of its own, over kills and restores")
  func apart() throws {
    _ = try done("new", "bank@gangnam")
    _ = try done("new", "bank@jamsil")
    for label in ["bank", "bank@gangnam", "bank@jamsil"] {
      _ = try done(label, "open")
      _ = try done(label, "teller", "pause", "3")
    }
    for number in 1...3 {
      #expect(try done("bank@gangnam", "take", "loan").contains("Ticket \(number) "))
    }
    #expect(try done("bank@jamsil", "take", "loan").contains("Ticket 1 "))
    #expect(tool.daemons.count == 3)
    tool.stopDaemons(SIGKILL)
    #expect(try done("bank", "take", "loan").contains("Ticket 1 "))
    #expect(try done("--at", "gangnam", "bank", "take", "loan").contains("Ticket 4 "))
    #expect(try done("bank", "take", "loan", at: "jamsil").contains("Ticket 2 "))
    // What is said beats the variable.
    #expect(try done("--at", ".", "bank", "take", "loan", at: "jamsil").contains("Ticket 2 "))
    #expect(try done("bank@gangnam", "take", "loan", at: "jamsil").contains("Ticket 5 "))

    let file = tool.directory.file("gangnam.backup")
    _ = try done("backup", "bank@gangnam", file)
    _ = try done("restore", "bank@jamsil", file, "--yes")
    #expect(try done("bank@jamsil", "take", "loan").contains("Ticket 6 "))
    #expect(try done("bank@gangnam", "take", "loan").contains("Ticket 6 "))
    #expect(try done("bank", "take", "loan").contains("Ticket 3 "))

    let logged = try done("logs", "bank@gangnam")
    #expect(logged.contains("bank@gangnam") && !logged.contains("bank@jamsil"))
    _ = try done("stop", "bank@gangnam")
    let running = try done("--json", "status").components(separatedBy: "\"pid\"").count - 1
    #expect(running == 2)
  }

  @Test("a name that nobody has made starts nothing and makes nothing, whatever is typed")
  func mistyped() throws {
    _ = try done("new", "bank@gangnam")
    let file = tool.directory.file("gangnam.backup")
    _ = try done("backup", "bank@gangnam", file)
    tool.endDaemons(SIGTERM)
    let state = tool.directory.file("state")
    let before = try FileManager.default.contentsOfDirectory(atPath: state).sorted()
    let commands = [
      ["bank@gangnm", "open"], ["bank@gangnm", "board"], ["bank@gangnm", "watch"],
      ["--at", "gangnm", "bank", "take", "loan"], ["describe", "bank@gangnm"],
      ["backup", "bank@gangnm", tool.directory.file("other")], ["restart", "bank@gangnm"],
      ["status", "bank@gangnm"], ["stop", "bank@gangnm"], ["doctor", "bank@gangnm"],
      ["restore", "bank@gangnm", file, "--yes"], ["--at", "gangnm", "call", "bank.open"],
    ]
    for words in commands {
      let result = try tool.start(words).finish()
      #expect(result.status == 3, "\(words): \(result)")
      #expect(
        result.errors.contains("only bank@gangnam")
          && result.errors.contains("`matectl new bank@gangnm`"),
        "\(words): \(result.errors)")
    }
    #expect(tool.daemons.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state).sorted() == before)
    #expect(try tool.run("new", "bank@gangnam").status == 1)
    #expect(try tool.run("bank", "open", environment: ["MATE_AT": "Gang nam"]).status == 2)
    #expect(tool.daemons.isEmpty)
    for words in [
      ["bank", "take", "loan", "--at", "gangnam"], ["bank", "--at", "gangnam", "board"],
      ["bank", "--at=gangnam"],
    ] {
      let behind = try tool.start(words).finish()
      #expect(behind.status == 2 && behind.errors.contains("--at stands before the domain"))
    }
    // What one of several is called is what people try.
    for words in [
      ["bank", "--branch", "gangnam", "board"], ["bank", "board", "--branch=gangnam"],
    ] {
      let refused = try tool.start(words).finish()
      #expect(refused.status == 2 && refused.errors.contains("`matectl --at NAME bank`"))
    }
    let other = try tool.run("bank", "--atlas", "board")
    #expect(other.status == 2 && other.errors.contains("there is no option --atlas before"))
  }

  @Test(
    "one whose folder was removed is there no more, whatever socket it left, and can be made again")
  func removed() throws {
    for signal in [SIGTERM, SIGKILL] {
      _ = try done("new", "bank@gangnam")
      _ = try done("bank@gangnam", "open")
      #expect(try done("doctor", "bank@gangnam").contains("is the one that is described"))
      // Until it is gone somebody listens there.
      tool.endDaemons(signal)
      try FileManager.default.removeItem(atPath: tool.directory.file("state/bank@gangnam"))
      #expect(try !done("domains").contains("bank@gangnam"))
      for words in [["bank@gangnam", "open"], ["doctor", "bank@gangnam"]] {
        let result = try tool.start(words).finish()
        #expect(result.status == 3 && !result.errors.contains("only bank@gangnam"), "\(result)")
      }
      #expect(tool.daemons.isEmpty)
    }
    _ = try done("new", "bank@gangnam")
    #expect(try done("bank@gangnam", "open").contains("business day 1"))
    // While somebody listens there, it is there.
    try FileManager.default.removeItem(atPath: tool.directory.file("state/bank@gangnam"))
    #expect(try done("domains").contains("bank@gangnam"))
  }

  @Test("they are listed where daemons are, and with --at alone")
  func listed() throws {
    _ = try done("new", "project@home")
    _ = try done("new", "juice@home")
    let all = try names(done("--json", "domains"))
    #expect(all == ["bank", "juice", "juice@home", "project", "project@home", "transit"])
    // The page is told of where all are; it is one on a machine.
    #expect(try names(done("--json", "status")) == all + ["web"])
    #expect(try names(done("--json", "status", "web")) == ["web"])
    #expect(try names(done("--json", "--at", "home", "status")) == ["juice@home", "project@home"])
    let metrics = try done("juice@home", "menu") + done("metrics", "juice@home")
    #expect(metrics.contains("domain=\"juice@home\""))
  }

  @Test("every command that a description tells is that of the one that is meant")
  func advice() throws {
    _ = try done("new", "bank@gangnam")
    let refused = try tool.run("bank@gangnam", "take", "loan")
    #expect(refused.errors.contains("`matectl bank@gangnam open`"), "\(refused)")
    // Also in what it answers, but for programs.
    _ = try done("new", "project@home")
    for language in ["en", "ko"] {
      for words in [["project@home"], ["--at", "home", "project"]] {
        let list = try tool.start(["--lang", language] + words + ["list"]).finish().output
        #expect(list.contains("matectl project@home add"), "\(list)")
      }
    }
    #expect(try done("project@home", "list", "--json").contains("matectl project add"))
    for domain in ["bank", "juice", "project", "transit"] {
      let pages = try ["en", "ko"].map { try done("--lang", $0, "help", "\(domain)@x") }
      for page in pages {
        let lines = page.split(separator: "\n").filter { $0.contains("matectl \(domain)") }
        #expect(
          !lines.isEmpty && lines.allSatisfy { $0.contains("matectl \(domain)@x") }, "\(lines)")
      }
    }
  }

  @Test("a domain whose program knows of no several is never taken for one of them")
  func oneAlone() throws {
    let folder = try TemporaryDirectory()
    let path = "\(BuiltPrograms.repository())/deploy/domains/bank.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "    \"instances\": true,\n", with: "")
    #expect(!text.contains("\"instances\""))
    try text.write(toFile: folder.file("bank.json"), atomically: true, encoding: .utf8)
    let tool = try CommandLineTool(domains: folder.path)
    for words in [
      ["bank@gangnam", "open"], ["new", "bank@gangnam"], ["--at", "x", "bank", "board"],
    ] {
      let result = try tool.start(words).finish()
      #expect(result.status == 2 && result.errors.contains("there is one bank"), "\(result)")
    }
    #expect(tool.daemons.isEmpty)
  }

  @Test("a daemon with a name that is none does not start")
  func wrongName() throws {
    for name in ["../bank", "a/b", "A", "강남", String(repeating: "x", count: 33), "-x", "a b"] {
      let result = try SystemProgram.run(
        BuiltPrograms.path("bankd"), ["--socket", tool.directory.file("s.sock")],
        environment: tool.environment.merging(["MATE_INSTANCE": name]) { $1 })
      #expect(result.status == 2 && result.errors.contains("MATE_INSTANCE"), "\(name): \(result)")
    }
  }

  /// Against a regular expression, of which the reader has none.
  @Test("names are 1 to 32 of a-z, 0-9, - and _")
  func searchNames() throws {
    let rule = try Regex("[a-z0-9][a-z0-9_-]{0,31}")
    var chance = SeededNumbers(seed: 20_261_123)
    let letters = Array("abz09-_@./ A강é\u{0}")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...34, using: &chance)
      let few = Int.random(in: 1...letters.count, using: &chance)
      let text = String((0..<length).map { _ in letters[Int.random(in: 0..<few, using: &chance)] })
      let isName = try rule.wholeMatch(in: text) != nil
      #expect((InstanceName(text) != nil) == isName, "\(text.debugDescription)")
      // What is typed and what files are called are the same, there and back.
      guard let label = DomainLabel("bank@\(text)") else { continue }
      #expect("\(label)" == "bank@\(text)" && isName)
    }
  }
}
