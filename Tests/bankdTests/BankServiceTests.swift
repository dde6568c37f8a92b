import Foundation
import TestSupport
import Testing

@Suite("The bank over a real socket", .serialized)
struct BankServiceTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
  }

  private func quicken(_ seconds: Double = 0.02) throws {
    for service in ["deposit", "loan"] {
      try client.result("bank.service.set", ["service": service, "durationSeconds": seconds])
    }
  }

  private func event(_ client: WireClient) throws -> [String: Any] {
    let message = try client.receive()
    let params = try #require(message["params"] as? [String: Any], "\(message)")
    return try #require(params["event"] as? [String: Any])
  }

  /// Events up to the first of a kind.
  private func events(_ client: WireClient, until kind: String) throws -> [[String: Any]] {
    var events: [[String: Any]] = []
    while events.last?["kind"] as? String != kind { events.append(try event(client)) }
    return events
  }

  /// The events and the last message of a stream.
  private func stream(_ client: WireClient) throws -> (events: [[String: Any]], end: [String: Any])
  {
    var events: [[String: Any]] = []
    while true {
      let message = try client.receive()
      guard let params = message["params"] as? [String: Any] else { return (events, message) }
      events.append(try #require(params["event"] as? [String: Any]))
    }
  }

  private func numbers(_ board: [String: Any], _ member: String) -> [Int] {
    (board[member] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int }
  }

  @Test("a run tells of every customer once from start to finish, and ends with the closing line")
  func run() throws {
    try quicken()
    try client.request("bank.run", ["customers": 8, "seed": 3])
    let (events, end) = try stream(client)
    let started = events.filter { $0["kind"] as? String == "started" }
    let finished = events.filter { $0["kind"] as? String == "finished" }
    #expect(started.count + finished.count == events.count)
    #expect(Set(started.compactMap { $0["ticket"] as? Int }) == Set(1...8))
    #expect(Set(finished.compactMap { $0["ticket"] as? Int }) == Set(1...8))
    let result = try #require(end["result"] as? [String: Any])
    #expect(result["served"] as? Int == 8)
    // Loans take their turns at one teller, deposits at two.
    let loans = started.count { $0["service"] as? String == "loan" }
    let rounds = max(loans, (8 - loans + 1) / 2)
    #expect(abs((result["businessSeconds"] as? Double ?? 0) - Double(rounds) * 0.02) < 1e-9)
    #expect(try client.result("bank.board")["phase"] as? String == "closed")
  }

  @Test("a new service answers with its own line and tellers, not another's")
  func newService() throws {
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
    try client.result("bank.open")
    try client.result("bank.add", ["count": 4, "service": "deposit"])
    let service = try client.result("bank.service.set", ["service": "fx", "durationSeconds": 60])
    #expect(service["waiting"] as? Int == 0)
    #expect((service["tellers"] as? [Int])?.isEmpty == true)
    let deposit = try client.result("bank.service.set", ["service": "deposit"])
    #expect(deposit["waiting"] as? Int == 4)
  }

  @Test("a run goes on to its end when its client goes away")
  func runAlone() throws {
    try quicken(0.05)
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    var runner: WireClient? = try daemon.connect()
    try runner?.request("bank.run", ["customers": 5, "seed": 1])
    _ = try runner?.receive()
    runner = nil
    let closed = try #require(try events(watcher, until: "closed").last)
    #expect(closed["served"] as? Int == 5)
  }

  @Test("a run is refused while the bank is open, and changes nothing")
  func runWhileOpen() throws {
    try client.result("bank.open")
    #expect(try client.error("bank.run", ["customers": 5]).name == "bank.alreadyOpen")
    #expect(try client.result("bank.board")["waitingCount"] as? Int == 0)
  }

  @Test("a reset ends a run, and nothing of the old day is told afterwards")
  func resetInRun() throws {
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    // On a busy machine the first board comes late, and what happens before it is in it.
    #expect(try event(watcher)["kind"] as? String == "board")
    let runner = try daemon.connect()
    try runner.request("bank.run", ["customers": 20, "seed": 1])
    _ = try runner.receive()
    try client.result("bank.reset")
    let end = try stream(runner).end
    #expect(try WireFailure(end).name == "bank.dayReset")
    _ = try events(watcher, until: "reset")
    let board = try event(watcher)
    #expect(board["kind"] as? String == "board")
    #expect(numbers(board, "waiting").isEmpty && numbers(board, "serving").isEmpty)
    #expect(board["businessSeconds"] as? Double == 0)
    // Longer than the services that were under way.
    #expect(watcher.isSilent(milliseconds: 1200))
    let rows = try client.result("bank.report")["rows"] as? [[String: Any]] ?? []
    #expect(rows.allSatisfy { $0["served"] as? Int == 0 })
  }

  @Test("after a kill the line, the tickets and the numbers are the same, and services go on")
  func kill() throws {
    try client.result("bank.service.set", ["service": "loan", "durationSeconds": 3])
    try client.result("bank.open")
    try client.result("bank.add", ["count": 5, "service": "loan"])
    try client.result("bank.take", ["service": "loan", "grade": "vip"])
    try client.request("bank.watch")
    // One deposit is 0.7 s, after which the loan has that much behind it.
    try daemon.connect().result("bank.take", ["service": "deposit"])
    _ = try events(client, until: "finished")
    #expect(daemon.stop(SIGKILL) == -SIGKILL)

    try daemon.start()
    let again = try daemon.connect()
    let board = try again.result("bank.board")
    #expect(numbers(board, "waiting") == [6, 2, 3, 4, 5])
    #expect(numbers(board, "serving") == [1])
    let serving = try #require((board["serving"] as? [[String: Any]])?.first)
    let elapsed = try #require(serving["elapsedSeconds"] as? Double)
    #expect((0.6..<2.5).contains(elapsed))
    try again.request("bank.watch")
    let finished = try #require(try events(again, until: "finished").last)
    #expect(finished["ticket"] as? Int == 1)
    #expect(try event(again)["ticket"] as? Int == 6)
    let taken = try daemon.connect().result("bank.take", ["service": "deposit"])
    #expect((taken["ticket"] as? [String: Any])?["number"] as? Int == 8)
  }

  @Test(
    "a service takes as long as it takes, whatever the wall clock is set to meanwhile",
    .enabled(if: MovedClock.isPossible, "nothing can be preloaded under a sanitizer"),
    arguments: [3600, -3600] as [Int64])
  func movedClock(_ step: Int64) throws {
    let directory = try TemporaryDirectory()
    let clock = try MovedClock(in: directory)
    let daemon = try DaemonHarness(directory: directory, environment: clock.environment)
    let client = try daemon.connect()
    try client.result("bank.service.set", ["service": "loan", "durationSeconds": 3])
    try client.result("bank.open")
    try client.result("bank.take", ["service": "loan"])
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    try clock.set(step)
    let serving = try client.result("bank.board")["serving"] as? [[String: Any]]
    let elapsed = try #require(serving?.first?["elapsedSeconds"] as? Double)
    #expect((0..<3).contains(elapsed))
    _ = try events(watcher, until: "finished")
  }

  @Test("a kept line is there after a restart, and goes first on the next day")
  func keptLine() throws {
    try client.result("bank.teller.pause", ["teller": 3])
    try client.result("bank.open")
    try client.result("bank.add", ["count": 3, "service": "loan"])
    let closed = try client.result("bank.close", ["keepLine": true])
    #expect(closed["kind"] as? String == "closedWithLine")
    daemon.stop()
    try daemon.start()
    let again = try daemon.connect()
    #expect(numbers(try again.result("bank.board"), "waiting") == [1, 2, 3])
    #expect(try again.result("bank.open")["waiting"] as? Int == 3)
    let taken = try again.result("bank.take", ["service": "loan"])
    #expect((taken["ticket"] as? [String: Any])?["number"] as? Int == 4)
    #expect(taken["position"] as? Int == 4)
    #expect(taken["kind"] as? String == "unknown")
  }

  @Test("a rehearsal answers as if done, and leaves the line and the day as they were")
  func dryRun() throws {
    try client.result("bank.open")
    try client.result("bank.teller.pause", ["teller": 3])
    try client.result("bank.add", ["count": 2, "service": "loan"])
    let meta = ["dryRun": true]
    #expect(try client.result("bank.add", ["count": 5], meta: meta)["last"] as? Int == 7)
    #expect(try client.result("bank.reset", meta: meta)["dryRun"] as? Bool == true)
    #expect(numbers(try client.result("bank.board"), "waiting") == [1, 2])
    #expect(try client.result("bank.add", ["count": 1, "service": "loan"])["last"] as? Int == 3)
  }

  @Test("every call that cannot be carried out has an error of its own and changes nothing")
  func refusals() throws {
    #expect(try client.error("bank.take", ["service": "loan"]).name == "bank.closed")
    try client.result("bank.open")
    try client.result("bank.teller.add", ["services": ["deposit", "loan"], "mode": "manual"])
    try client.result("bank.teller.pause", ["teller": 3])
    try client.result("bank.add", ["count": 2, "service": "loan"])
    try client.result("bank.next", ["teller": 4])
    let before = try client.result("bank.board")
    let cases: [(String, [String: Any], String)] = [
      ("bank.take", ["service": "gold"], "bank.unknownService"),
      ("bank.leave", ["ticket": 77], "bank.unknownTicket"),
      ("bank.leave", ["ticket": 1], "bank.ticketInService"),
      ("bank.add", ["count": 0], "bank.invalidCount"),
      ("bank.add", ["count": -5], "bank.invalidCount"),
      ("bank.add", ["count": 10_001], "bank.invalidCount"),
      ("bank.run", ["customers": 10_001], "bank.alreadyOpen"),
      ("bank.next", ["teller": 4], "bank.tellerBusy"),
      ("bank.next", ["teller": 9], "bank.unknownTeller"),
      ("bank.next", ["teller": 1], "bank.tellerAutomatic"),
      ("bank.teller.pause", ["teller": 3], "bank.tellerPaused"),
      ("bank.teller.remove", ["teller": 4], "bank.tellerBusy"),
      ("bank.teller.add", ["services": ["gold"]], "bank.unknownService"),
      ("bank.service.set", ["service": "loan", "durationSeconds": 0], "bank.invalidDuration"),
      ("bank.service.set", ["service": "loan", "durationSeconds": -1], "bank.invalidDuration"),
      ("bank.service.set", ["service": "loan", "durationSeconds": 86_401], "bank.invalidDuration"),
      ("bank.service.set", ["service": "new"], "bank.invalidDistribution"),
      ("bank.close", ["clearLine": true, "keepLine": true], "bank.keptOrCleared"),
      ("bank.report", ["from": "2026-11-21", "to": "2026-11-20"], "bank.invalidPeriod"),
      ("bank.open", [:], "bank.alreadyOpen"),
      ("bank.take", ["service": "loan", "grade": "king"], "mate.invalidParams"),
      ("bank.take", [:], "mate.invalidParams"),
      ("bank.add", ["count": 1.5], "mate.invalidParams"),
    ]
    for (method, params, name) in cases {
      #expect(try client.error(method, params).name == name, "\(method) \(params)")
    }
    let after = try client.result("bank.board")
    for member in ["waiting", "serving"] {
      #expect(numbers(after, member) == numbers(before, member))
    }
    let services = try client.result("bank.service.list")["services"] as? [[String: Any]]
    #expect(services?.map { $0["meanSeconds"] as? Double } == [0.7, 1.1])
  }

  @Test("an order of calls on one connection is the order of their effects")
  func pipelined() throws {
    try client.result("bank.open")
    try client.result("bank.teller.pause", ["teller": 3])
    for _ in 0..<300 { try client.request("bank.take", ["service": "loan"]) }
    var numbers: [Int] = []
    while numbers.count < 300 {
      let result = try #require(try client.receive()["result"] as? [String: Any])
      numbers.append(try #require((result["ticket"] as? [String: Any])?["number"] as? Int))
    }
    #expect(numbers == Array(1...300))
  }

  @Test("a stream that changes something says, when its time is over, that it has begun")
  func lateRun() throws {
    try client.request("bank.run", ["customers": 5, "seed": 1], meta: ["timeoutMs": 50])
    var message = try client.receive()
    while message["error"] == nil { message = try client.receive() }
    let failure = try WireFailure(message)
    #expect(failure.name == "mate.deadlineExceeded" && failure.data["begun"] as? Bool == true)
    #expect(try client.error("bank.run", ["customers": 5]).name == "bank.alreadyClosing")
    // One that only follows has begun nothing.
    try client.request("bank.watch", [:], meta: ["timeoutMs": 50])
    repeat { message = try client.receive() } while message["error"] == nil
    #expect(try WireFailure(message).data["begun"] == nil)
  }
}
