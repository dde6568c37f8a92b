import Foundation
import TestSupport
import Testing

/// `matectl doctor`, `stop` and `restart`, with real daemons and what can be broken around them.
@Suite("The doctor", .timeLimit(.minutes(2)))
struct DoctorTests {
  private let tool: CommandLineTool
  private let domains: TemporaryDirectory

  /// Descriptions of our own, which may be broken.
  init() throws {
    domains = try TemporaryDirectory()
    let shipped = "\(BuiltPrograms.repository())/deploy/domains/bank.json"
    try FileManager.default.copyItem(atPath: shipped, toPath: domains.file("bank.json"))
    tool = try CommandLineTool(domains: domains.path)
  }

  private func bank(_ word: String) throws {
    #expect(try tool.run("bank", word).status == 0)
  }

  private struct Visit {
    let status: Int32
    /// What was found by the name of its check; the worst where a check stands several times.
    var states: [String: String] = [:]
    var commands: [String: String] = [:]
    var texts: [String: String] = [:]

    func state(_ check: String) -> String? { states[check] }
  }

  private func visit(_ words: String..., with more: [String: String] = [:]) throws -> Visit {
    let result = try tool.start(["doctor", "--json"] + words, environment: more).finish()
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let answer = try #require(object as? [String: Any])
    var visit = Visit(status: result.status)
    for item in try #require(answer["items"] as? [[String: String]]) {
      let check = try #require(item["check"])
      guard visit.states[check] == nil || item["state"] != "fine" else { continue }
      visit.states[check] = item["state"]
      visit.commands[check] = item["command"]
      visit.texts[check] = item["text"]
    }
    let worst = ["fine": 0, "warning": 1, "broken": 2][try #require(answer["state"] as? String)]
    #expect(worst.map(Int32.init) == result.status)
    return visit
  }

  private var store: String { tool.directory.file("state/bank/bank.db") }

  @Test("what rests goes on resting; a deep look starts it, and all is well")
  func rests() throws {
    let calm = try visit("bank")
    #expect(calm.status == 0 && calm.state("socket") == "fine")
    #expect(tool.daemons.isEmpty)
    let deep = try visit("bank", "--deep")
    #expect(deep.status == 0)
    for check in ["daemon", "disk", "live"] { #expect(deep.state(check) == "fine", "\(check)") }
    #expect(tool.daemons.count == 1)
    #expect(try visit("bank").state("daemon") == "fine")
  }

  @Test("descriptions: invalid, shadowed, without a program, of another daemon than runs")
  func descriptions() throws {
    let file = domains.file("bank.json")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try bank("board")
    try text.replacing("\"0.1.0\"", with: "\"0.0.9\"").write(
      toFile: file, atomically: true, encoding: .utf8)
    let older = try visit("bank")
    #expect(older.status == 1 && older.state("live") == "warning")
    #expect(older.commands["live"] == "matectl restart bank")
    try text.replacing("\"bankd\"", with: "\"nobankd\"").write(
      toFile: file, atomically: true, encoding: .utf8)
    #expect(try visit("bank").state("program") == "broken")
    try "{".write(toFile: file, atomically: true, encoding: .utf8)
    let invalid = try visit("bank")
    #expect(invalid.status == 2 && invalid.state("description") == "broken")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let second = try TemporaryDirectory()
    try text.write(toFile: second.file("bank.json"), atomically: true, encoding: .utf8)
    let shadowed = try visit(
      "bank", with: ["MATE_DOMAINS_PATH": "\(second.path):\(domains.path)"])
    #expect(shadowed.state("shadowed") == "warning")
    let empty = try TemporaryDirectory()
    let none = try visit(
      with: ["MATE_DOMAINS_PATH": empty.path, "XDG_DATA_HOME": empty.path])
    #expect(none.state("domains") == "broken" || none.state("description") != nil)
  }

  @Test("sockets and runtime folders that are not as they should be")
  func sockets() throws {
    try bank("board")
    let socket = tool.directory.file("run/bank.sock")
    chmod(socket, 0o666)
    #expect(try visit("bank").state("rights") == "warning")
    chmod(socket, 0o600)
    chmod(tool.directory.file("run"), 0o777)
    #expect(try visit("bank").state("socket") == "broken")
    chmod(tool.directory.file("run"), 0o700)
    tool.endDaemons(SIGKILL)
    // Left by a daemon that was killed: the next call takes its place.
    #expect(try visit("bank").state("socket") == "fine")
    try FileManager.default.removeItem(atPath: socket)
    try "x".write(toFile: socket, atomically: true, encoding: .utf8)
    let file = try visit("bank")
    #expect(file.status == 2 && file.state("socket") == "broken")
  }

  @Test("stores: open to others, and damaged in the middle")
  func stores() throws {
    try bank("open")
    #expect(try tool.run("stop", "bank").status == 0)
    chmod(store, 0o644)
    let open = try visit("bank")
    #expect(open.status == 1 && open.state("rights") == "warning")
    chmod(store, 0o600)
    let folder = tool.directory.file("state/bank")
    chmod(folder, 0o777)
    let folderOpen = try visit("bank")
    #expect(folderOpen.status == 2 && folderOpen.commands["folder"] == "chmod go-w \(folder)")
    #expect(try tool.run("bank", "board").status != 0)
    chmod(folder, 0o700)
    #expect(try visit("bank", "--deep").state("storeCheck") == "fine")
    #expect(try tool.run("stop", "bank").status == 0)
    // A copy of a store in use is whole as it looks, and says why it is none.
    try bank("board")
    let whole = try Data(contentsOf: URL(fileURLWithPath: store))
    #expect(try tool.run("stop", "bank").status == 0)
    let rested = try Data(contentsOf: URL(fileURLWithPath: store))
    try whole.write(to: URL(fileURLWithPath: store), options: .atomic)
    let copied = try visit("bank", "--deep")
    #expect(copied.status == 2 && copied.state("storeCheck") == "broken")
    #expect(copied.commands["storeCheck"] == "matectl restore bank FILE")
    #expect(copied.texts["storeCheck"]?.contains("copied while a daemon had it open") == true)
    try rested.write(to: URL(fileURLWithPath: store), options: .atomic)
    // Each page has its own damage to show: noise over most of the file behind its header.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: store))
    for place in stride(from: 4096, to: bytes.count, by: 7) { bytes[place] ^= 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: store))
    let damaged = try visit("bank", "--deep")
    #expect(damaged.status == 2 && damaged.state("storeCheck") == "broken")
    #expect(damaged.state("daemon") == "broken")
  }

  @Test(
    "a configuration that keeps a daemon from starting is found before that, with its line",
    arguments: [
      ("{\n  \"idleExitSeconds\": 5,\n}", "broken", "line 3"), ("[]", "broken", "object"),
      ("{\"idleExitSeconds\": 5}", "fine", "configured by"),
    ])
  func configuration(text: String, state: String, words: String) throws {
    let folder = tool.directory.file("config/mate")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/bankd.json", atomically: true, encoding: .utf8)
    let settings = ["XDG_CONFIG_HOME": tool.directory.file("config")]
    let found = try visit("bank", with: settings)
    #expect(found.state("configuration") == state)
    let told = try tool.start(["doctor", "bank"], environment: settings).finish().output
    #expect(told.contains(words), "\(told)")
    let call = try tool.start(["bank", "board"], environment: settings).finish()
    #expect((call.status == 0) == (state == "fine"), "\(call)")
  }

  @Test("a daemon that hangs is named with the command that ends it, which then helps")
  func hangs() throws {
    try bank("board")
    let process = try #require(tool.daemons.first)
    kill(process, SIGSTOP)
    let visit = try visit("bank", "--timeout", "200ms")
    #expect(visit.status == 2 && visit.state("daemon") == "broken")
    #expect(visit.commands["daemon"] == "kill -KILL \(process)")
    tool.endDaemons(SIGKILL)
    #expect(try self.visit("bank").status == 0)
  }

  @Test(
    "a locale that is not UTF-8, one that is not installed, and one that is",
    arguments: [
      ("C", "warning", "export LANG=C.UTF-8"),
      (
        "xx_YY.UTF-8", "warning",
        "sudo apt install locales && sudo localedef -i xx_YY -f UTF-8 xx_YY.UTF-8"
      ),
      ("nonsense/é.UTF-8", "warning", "export LC_ALL=C.UTF-8"), ("C.UTF-8", "fine", nil),
    ])
  func locale(name: String, state: String, advice: String?) throws {
    let found = try visit(with: ["LC_ALL": "", "LANG": name])
    #expect(found.state("locale") == state && found.commands["locale"] == advice)
  }

  @Test(
    "a terminal that is too narrow, one that nobody knows, and one that is as it should be",
    arguments: [
      (30, "xterm", "stty size"), (80, "dumb", "export TERM=xterm-256color"), (80, "xterm", nil),
    ])
  func terminal(columns: Int, kind: String, advice: String?) throws {
    let terminal = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["doctor"],
      environment: tool.environment.merging(["TERM": kind]) { $1 }, columns: columns, rows: 24)
    let seen = try terminal.finish().output
    if let advice { #expect(seen.contains("→ \(advice)"), "\(seen)") }
    #expect(seen.contains("80 columns and 24 rows") == (advice == nil), "\(seen)")
  }

  @Test("the page is looked at where it is installed, and is not woken by that")
  func page() throws {
    let calm = try visit("web")
    #expect(calm.status == 0 && calm.state("socket") == "fine")
    let socket = tool.directory.file("run/web.sock")
    try FileManager.default.createDirectory(
      atPath: tool.directory.file("run"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try "x".write(toFile: socket, atomically: true, encoding: .utf8)
    let broken = try visit("web")
    #expect(broken.status == 2 && broken.state("socket") == "broken")
    #expect(broken.commands["socket"] == "ls -l \(socket)")
    try FileManager.default.removeItem(atPath: socket)
    #expect(try visit("web").status == 0)
    #expect(tool.daemons.isEmpty)
  }

  @Test("stop ends what runs and restart begins again, with everything that was acknowledged")
  func stops() throws {
    try bank("open")
    let first = try #require(tool.daemons.first)
    let restarted = try tool.run("restart", "bank", "--json")
    #expect(restarted.status == 0)
    let second = try #require(tool.daemons.first)
    #expect(first != second && restarted.output.contains("\"pid\":\(second)"))
    let dry = try tool.run("stop", "bank", "--dry-run")
    #expect(dry.output.contains("kill \(second)") && tool.daemons == [second])
    #expect(try tool.run("stop", "bank").status == 0)
    #expect(tool.daemons.isEmpty)
    let again = try tool.run("stop", "bank")
    #expect(again.status == 0 && again.output.contains("not running"))
    #expect(try tool.run("stop", "bank", "bamk").status == 2)
    #expect(try tool.run("stop").status == 2)
    // The branch is open still.
    #expect(try tool.run("bank", "close").status == 0)
  }
}
