import Foundation
import TestSupport
import Testing

/// Long work says how far it is, to who asked and can see it.
@Suite("Progress of a call", .serialized)
struct ProgressTests {
  // MARK: The daemon

  private typealias Object = [String: Any]

  private func notice(_ message: Object) -> Object? {
    message["method"] as? String == "$/progress" ? message["params"] as? Object : nil
  }

  @Test("a daemon tells who asked, ten times a second at most, and nobody behind the answer")
  func rate() throws {
    let probe = try DaemonHarness("probed", domain: "probe")
    let client = try probe.connect()
    let other = try probe.connect()
    let meta: Object = ["progress": true]
    let startedAt = Date()
    let id = try client.request("probe.work", ["name": "a", "_meta": meta])
    var seen: [Int] = []
    while seen.count < 4 {
      let params = try #require(notice(try client.receive()))
      #expect(params["id"] as? Int == id)
      #expect(params["total"] as? Int == 1_000_000_000)
      seen.append(try #require(params["done"] as? Int))
    }
    // 200 ms before the first, 100 ms before each of three others; less what a clock may be off.
    #expect(Date().timeIntervalSince(startedAt) > 0.49)
    #expect(seen == seen.sorted() && Set(seen).count == seen.count)
    _ = try other.result("probe.release", ["name": "a"])
    var last = try client.receive()
    while notice(last) != nil { last = try client.receive() }
    #expect(last["id"] as? Int == id)
    #expect((last["result"] as? Object)?["name"] as? String == "a")
    // The next message is the next answer.
    try client.request("mate.ping")
    #expect(try client.receive()["result"] != nil)
  }

  @Test("who does not ask is told nothing, and a wrong wish is refused")
  func silent() throws {
    let probe = try DaemonHarness("probed", domain: "probe")
    let (client, other) = (try probe.connect(), try probe.connect())
    let asking = try probe.connect()
    try client.request("probe.work", ["name": "a"])
    try asking.request("probe.work", ["name": "b", "_meta": ["progress": true]])
    // By now one that asked has been told.
    #expect(notice(try asking.receive()) != nil)
    _ = try other.result("probe.release", ["name": "a"])
    #expect(try client.receive()["result"] != nil)
    let error = try other.error("probe.count", ["_meta": ["progress": 1]])
    #expect(error.name == "mate.invalidParams")
  }

  @Test("an import of many lines says how many it has read")
  func projectImport() throws {
    let daemon = try DaemonHarness("projectd", domain: "project")
    let client = try daemon.connect()
    let count = 4000
    let text = (0..<count).map { "task number \($0)" }.joined(separator: "\n")
    let startedAt = Date()
    try client.request(
      "project.import", ["text": text, "format": "todotxt", "_meta": ["progress": true]])
    var notices: [Object] = []
    var message = try client.receive(within: 60)
    while let params = notice(message) {
      notices.append(params)
      message = try client.receive(within: 60)
    }
    #expect(message["result"] != nil)
    // A machine that reads them in a moment has nothing to tell.
    if Date().timeIntervalSince(startedAt) > 2 { #expect(!notices.isEmpty) }
    for params in notices {
      #expect(params["total"] as? Int == count)
      let done = try #require(params["done"] as? Int)
      #expect((1...count).contains(done))
    }
  }

  @Test(
    "descriptions say which calls report it",
    arguments: [
      ("project", "project.import"), ("juice", "juice.import"), ("juice", "juice.audit"),
      ("transit", "transit.gtfs.import"),
    ])
  func described(domain: String, method: String) throws {
    let path = "\(BuiltPrograms.repository())/deploy/domains/\(domain).json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    let methods = try #require(document["methods"] as? [Object])
    let found = methods.first { $0["name"] as? String == method }
    #expect(found?["x-mate-progress"] as? Bool == true)
  }

  // MARK: The client

  /// Answers `loop.work` after two notices; `asked` is told whether the client wanted them.
  private static func worker(_ asked: Record<Bool>) -> Loopback.Script {
    { wire in
      let request = try wire.receive()
      let meta = (request["params"] as? [String: Any])?["_meta"] as? [String: Any]
      asked.add(meta?["progress"] as? Bool ?? false)
      for done in [250, 500] {
        let params: [String: Any] = [
          "id": request["id"] ?? 0, "done": done, "total": 1000,
          "unit": ["en": "lines", "ko": "줄"], "text": ["en": "Reading", "ko": "읽는 중"],
        ]
        try wire.send(["jsonrpc": "2.0", "method": "$/progress", "params": params])
      }
      try wire.answer(request, ["text": "the result"])
      while try wire.receiveAny(within: 60) != nil {}
    }
  }

  @Test("on a terminal a bar is drawn in its place, and gone when the work is done")
  func bar() throws {
    let asked = Record<Bool>()
    let server = try Loopback(Self.worker(asked))
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    var environment = tool.environment
    environment["NO_COLOR"] = "1"
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--socket-dir", server.directory.path, "loop", "work"],
      environment: environment, columns: 80, rows: 24)
    let end = try screen.finish()
    #expect(end.status == 0)
    #expect(asked.all == [true])
    let clear = "\u{1B}[K"
    let half = "██████████░░░░░░░░░░"
    let drawn = end.output.components(separatedBy: clear)
    #expect(drawn.count == 4, "\(end.output.debugDescription)")
    #expect(drawn.first == "\rReading  █████░░░░░░░░░░░░░░░  25 %  250 of 1000 lines")
    #expect(drawn.dropFirst().first == "\rReading  \(half)  50 %  500 of 1000 lines")
    // Nothing of it is left on the line where the answer begins.
    #expect(drawn.dropFirst(2).first == "\r")
    #expect(drawn.last?.contains("the result") == true)
    #expect(drawn.last?.contains("%") == false)
  }

  @Test(
    "a narrow terminal gets what fits", arguments: [(30, "25 %"), (10, "25 %"), (45, "Reading")])
  func narrow(columns: Int, text: String) throws {
    let server = try Loopback(Self.worker(Record()))
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"),
      ["--color", "never", "--socket-dir", server.directory.path, "loop", "work"],
      environment: tool.environment, columns: columns, rows: 24)
    let first = try screen.read(until: "\u{1B}[K")
    #expect(first.contains(text))
    #expect(first.dropLast(3).count < columns)
    #expect(try screen.finish().status == 0)
  }

  @Test("a pipe is not asked for and told nothing")
  func pipe() throws {
    let asked = Record<Bool>()
    let server = try Loopback(Self.worker(asked))
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let result = try tool.run("--socket-dir", server.directory.path, "loop", "work")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(!result.output.contains("%"))
    #expect(asked.all == [false])
  }

  @Test(
    "nor who wants to be left alone, or a program",
    arguments: [(["--quiet"], [:]), (["--json"], [:]), ([], ["TERM": "dumb"])])
  func unwanted(words: [String], more: [String: String]) throws {
    let asked = Record<Bool>()
    let server = try Loopback(Self.worker(asked))
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"),
      words + ["--socket-dir", server.directory.path, "loop", "work"],
      environment: tool.environment.merging(more) { $1 }, columns: 80, rows: 24)
    let end = try screen.finish()
    #expect(end.status == 0)
    #expect(!end.output.contains("%"), "\(end.output.debugDescription)")
    #expect(asked.all == [false])
  }
}
