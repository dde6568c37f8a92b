import Foundation
import TestSupport
import Testing

/// What is common to tests with the probe: a daemon whose calls wait until they are released.
struct Probe {
  let daemon: DaemonHarness
  let client: WireClient

  init(configuration: String? = nil) throws {
    let directory = try TemporaryDirectory()
    var environment: [String: String] = [:]
    if let configuration {
      try Data(configuration.utf8)
        .write(to: URL(fileURLWithPath: directory.file("probed.json")))
      environment["CONFIGURATION_DIRECTORY"] = directory.path
    }
    daemon = try DaemonHarness(
      "probed", domain: "probe", directory: directory, environment: environment)
    client = try daemon.connect()
  }

  func release(_ name: String) throws { try client.result("probe.release", ["name": name]) }

  /// Asks until so many wait; each question is a turn of the daemon's loop.
  func waitUntil(waiting: Int, cancelled: Int = 0) throws {
    var seen: [String: Any] = [:]
    for _ in 0..<10_000 {
      seen = try client.result("probe.seen")
      if seen["waiting"] as? Int == waiting, seen["cancelled"] as? Int == cancelled { return }
    }
    throw TestFailure("still \(seen)")
  }
}

@Suite("Slow requests over a real socket", .serialized)
struct TaskTests {
  private let probe: Probe
  private let worker: WireClient

  init() throws {
    probe = try Probe()
    worker = try probe.daemon.connect()
  }

  private func wait(_ name: String, meta: [String: Any]? = nil) throws -> Int {
    try worker.request("probe.wait", ["name": name], meta: meta)
  }

  @Test("slow work holds up nobody, not even its own connection, and its reply has its id")
  func overlap() throws {
    let first = try wait("a")
    let second = try wait("b")
    try worker.result("mate.ping")
    try probe.waitUntil(waiting: 2)
    try probe.release("b")
    #expect(try worker.receive()["id"] as? Int == second)
    try probe.release("a")
    let reply = try worker.receive()
    #expect(reply["id"] as? Int == first)
    #expect((reply["result"] as? [String: Any])?["name"] as? String == "a")
  }

  @Test("timeoutMs: the error comes in time, and the work is cancelled")
  func deadline() throws {
    let begin = ContinuousClock.now
    _ = try wait("a", meta: ["timeoutMs": 80])
    let failure = try WireFailure(try worker.receive())
    #expect(failure.code == -32003)
    #expect(failure.name == "mate.deadlineExceeded")
    #expect(ContinuousClock.now - begin >= .milliseconds(80))
    try probe.waitUntil(waiting: 0, cancelled: 1)
    // What was released in time is answered, and its deadline says nothing more.
    _ = try wait("b", meta: ["timeoutMs": 60_000])
    try probe.waitUntil(waiting: 1, cancelled: 1)
    try probe.release("b")
    #expect(try worker.receive()["result"] != nil)
  }

  @Test("a deadline ends the wait of a daemon that has been idle, too, and not late")
  func deadlineOfTheIdle() throws {
    // The timers of the start have fired by the end of the first; then nothing else wakes the loop.
    for milliseconds in [1200, 80] {
      let begin = ContinuousClock.now
      _ = try wait("a", meta: ["timeoutMs": milliseconds])
      #expect(try WireFailure(try worker.receive()).name == "mate.deadlineExceeded")
      let elapsed = ContinuousClock.now - begin
      #expect(elapsed >= .milliseconds(milliseconds))
      #expect(elapsed < .milliseconds(milliseconds + 3000))
    }
  }

  @Test("$/cancel ends slow work with mate.cancelled, and its id may be used again")
  func cancel() throws {
    let id = try wait("a")
    try probe.waitUntil(waiting: 1)
    try worker.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
    #expect(try WireFailure(try worker.receive()).name == "mate.cancelled")
    try probe.waitUntil(waiting: 0, cancelled: 1)
    try worker.send(WireClient.message("mate.ping", id: id))
    #expect(try worker.receive()["result"] != nil)
  }

  @Test("closing the connection cancels what it had in flight")
  func closing() throws {
    do {
      let gone = try probe.daemon.connect()
      try gone.request("probe.wait", ["name": "a"])
      try gone.request("probe.wait", ["name": "b"])
      try probe.waitUntil(waiting: 2)
    }
    try probe.waitUntil(waiting: 0, cancelled: 2)
    let status = try probe.client.result("mate.status")
    #expect((status["requests"] as? [String: Any])?["inFlight"] as? Int == 0)
  }

  @Test("slow work that refuses is answered by the domain's own error")
  func refusal() throws {
    try worker.request("probe.refuse", ["name": "a"])
    try probe.waitUntil(waiting: 1)
    try probe.release("a")
    let failure = try WireFailure(try worker.receive())
    #expect(failure.code == 1001)
    #expect(failure.name == "probe.refused")
    #expect(failure.message == "refused a")
  }

  @Test("in a batch slow work holds up what stands behind it, and the array comes whole")
  func batch() throws {
    try worker.send([
      WireClient.message("probe.add", ["count": 2], id: 1),
      WireClient.message("probe.wait", ["name": "a"], id: 2),
      WireClient.message("probe.add", ["count": 3], id: 3),
      WireClient.message("probe.count", id: 4),
    ])
    try probe.waitUntil(waiting: 1)
    #expect(try probe.client.result("probe.count")["count"] as? Int == 2)
    #expect(worker.isSilent(milliseconds: 30))
    try probe.release("a")
    let replies = try #require(try worker.receiveAny() as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == [1, 2, 3, 4])
    #expect((replies[3]["result"] as? [String: Any])?["count"] as? Int == 5)
  }

  @Test("a stopping daemon waits for the answer of slow work that it has taken")
  func drain() throws {
    _ = try wait("a", meta: ["timeoutMs": 300])
    try probe.waitUntil(waiting: 1)
    probe.daemon.signal(SIGTERM)
    #expect(try WireFailure(try worker.receive()).name == "mate.deadlineExceeded")
    #expect(try worker.isClosed)
    #expect(probe.daemon.waitForExit() == 0)
  }

  @Test("a change beside requests is on disk before it is told, and one that fails leaves nothing")
  func ownChange() throws {
    let follower = try probe.daemon.connect()
    try follower.request("probe.follow")
    _ = try follower.receive()
    #expect(try worker.result("probe.addLater", ["count": 4])["count"] as? Int == 4)
    let event = try follower.receive()["params"] as? [String: Any]
    #expect((event?["event"] as? [String: Any])?["count"] as? Int == 4)
    #expect(try worker.error("probe.addLater", ["count": 100]).code == -32603)
    #expect(follower.isSilent(milliseconds: 30))
    probe.daemon.stop(SIGKILL)
    try probe.daemon.start()
    #expect(try probe.daemon.connect().result("probe.count")["count"] as? Int == 4)
  }
}

@Suite("Limits over a real socket", .serialized)
struct LimitTests {
  @Test("slow requests of one connection: one too many is told to come again, and later it may")
  func perConnection() throws {
    let probe = try Probe(configuration: #"{"limits":{"requestsPerConnection":3}}"#)
    let worker = try probe.daemon.connect()
    for name in ["a", "b", "c"] { try worker.request("probe.wait", ["name": name]) }
    let failure = try worker.error("probe.wait", ["name": "d"])
    #expect(failure.code == -32005)
    #expect(failure.name == "mate.busy")
    #expect(failure.data["retryAfterMs"] as? Int ?? 0 > 0)
    // What is answered at once is no matter of this limit, and others have places of their own.
    try worker.result("mate.ping")
    let other = try probe.daemon.connect()
    try other.request("probe.wait", ["name": "e"])
    try probe.waitUntil(waiting: 4)
    try probe.release("a")
    #expect(try worker.receive()["result"] != nil)
    try worker.request("probe.wait", ["name": "f"])
    try probe.waitUntil(waiting: 4)
  }

  @Test("slow requests of all connections together have a limit as well")
  func inAll() throws {
    let probe = try Probe(configuration: #"{"limits":{"requestsInFlight":4}}"#)
    let workers = try (0..<4).map { _ in try probe.daemon.connect() }
    for (index, worker) in workers.enumerated() {
      try worker.request("probe.wait", ["name": "\(index)"])
    }
    try probe.waitUntil(waiting: 4)
    #expect(try probe.client.error("probe.follow").name == "mate.busy")
    try probe.release("2")
    #expect(try workers[2].receive()["result"] != nil)
    try probe.client.request("probe.follow")
    #expect(try probe.client.receive()["method"] as? String == "$/event")
  }

  @Test(
    "connections: one too many gets mate.busy without an id and is closed; a place is given again",
    arguments: ["connections", "connectionsPerUser"])
  func connections(_ limit: String) throws {
    let probe = try Probe(configuration: "{\"limits\":{\"\(limit)\":3}}")
    let second = try probe.daemon.connect()
    try second.result("mate.ping")
    do {
      let third = try probe.daemon.connect()
      try third.result("mate.ping")
      let fourth = try probe.daemon.connect()
      let message = try fourth.receive()
      #expect(message["id"] is NSNull)
      #expect(try WireFailure(message).name == "mate.busy")
      #expect(try WireFailure(message).data["retryAfterMs"] is Int)
      #expect(try fourth.isClosed)
      try third.result("mate.ping")
    }
    // The daemon sees the end of the third in one of its next turns.
    for _ in 0..<1000 {
      let open = try second.result("mate.status")["connections"] as? Int
      if open == 2 { break }
    }
    let next = try probe.daemon.connect()
    try next.result("mate.ping")
    #expect(probe.daemon.log.contains("connection refused"))
    #expect(probe.daemon.log.contains("67373e4882b327d56fe7dac86485cd44"))
  }

  @Test("a frame over a configured limit is refused with the limit, which status announces")
  func frames() throws {
    let probe = try Probe(configuration: #"{"limits":{"frameBytes":1000}}"#)
    let limits = try probe.client.result("mate.status")["limits"] as? [String: Any]
    #expect(limits?["frameBytes"] as? Int == 1000)
    let big = try probe.daemon.connect()
    try big.request("mate.ping", ["text": String(repeating: "x", count: 1000)])
    let failure = try WireFailure(try big.receive())
    #expect(failure.name == "mate.frameTooLarge")
    #expect(failure.data["limit"] as? Int == 1000)
    #expect(try big.isClosed)
  }

  @Test(
    "16 busy connections: each gets its share of every turn, and one that asks little waits for one turn"
  )
  func fairness() throws {
    let (connections, requests, quota) = (16, 1000, 128)
    let probe = try Probe()
    let busy = try (0..<connections).map { _ in try probe.daemon.connect() }
    for client in busy { try client.result("mate.ping") }
    let quiet = try probe.daemon.connect()
    let before = try total(try quiet.result("mate.status"))
    // Everything lies ready before the daemon sees any of it; the last request of each asks how
    // many were taken by then, which is the only clock of this test.
    probe.daemon.signal(SIGSTOP)
    for client in busy {
      var frames = Data()
      for id in 1...requests {
        let message = WireClient.message(id < requests ? "mate.ping" : "mate.status", id: id)
        frames.append(WireClient.frame(try JSONSerialization.data(withJSONObject: message)))
      }
      try client.send(bytes: frames)
    }
    let id = try quiet.request("mate.status")
    probe.daemon.signal(SIGCONT)
    let reply = try quiet.receive()
    #expect(reply["id"] as? Int == id)
    let waited = try total(try #require(reply["result"] as? [String: Any])) - before
    #expect(waited <= connections * quota + 1)
    for client in busy {
      for _ in 1..<requests { _ = try client.receive() }
      let last = try #require(try client.receive()["result"] as? [String: Any])
      // Whoever is first is at most a turn's share ahead of every other.
      let taken = try total(last) - before
      #expect(taken >= (connections - 1) * (requests - 2 * quota))
    }
  }

  private func total(_ status: [String: Any]) throws -> Int {
    let requests = try #require(status["requests"] as? [String: Any])
    return try #require(requests["total"] as? Int)
  }
}

@Suite("Defects over a real socket", .serialized)
struct DefectTests {
  private let probe: Probe

  init() throws { probe = try Probe() }

  private var log: String { probe.daemon.log }

  @Test("a defect is told by a number only, and the log has the rest under that number")
  func defect() throws {
    let failure = try probe.client.error("probe.fault", meta: ["traceId": "trace-of-defect"])
    #expect(failure.code == -32603)
    #expect(failure.name == "mate.internal")
    #expect(failure.data["traceId"] as? String == "trace-of-defect")
    #expect(!failure.message.contains("secret"))
    let line = try #require(log.split(separator: "\n").first { $0.contains("secret") })
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let wanted = [
      "PRIORITY": "3", "MATE_TRACE_ID": "trace-of-defect", "MATE_METHOD": "probe.fault",
      "MATE_PEER_UID": "\(getuid())", "MESSAGE_ID": "756d10b6a33ee082c17ca82de08608f8",
    ]
    for (field, value) in wanted { #expect(entry[field] as? String == value, "\(field)") }
    try probe.client.result("mate.ping")
  }

  @Test("a change that has a defect in the middle leaves nothing, and its neighbours stay")
  func changeWithDefect() throws {
    let client = probe.client
    let ids = [
      try client.request("probe.add", ["count": 2]),
      try client.request("probe.add", ["count": 5, "fails": true]),
      try client.request("probe.add", ["count": 1]),
    ]
    let replies = try ids.map { id in
      let reply = try client.receive()
      #expect(reply["id"] as? Int == id)
      return reply
    }
    #expect((replies[0]["result"] as? [String: Any])?["count"] as? Int == 2)
    #expect(try WireFailure(replies[1]).code == -32603)
    #expect((replies[2]["result"] as? [String: Any])?["count"] as? Int == 3)
    #expect(try client.result("probe.count")["count"] as? Int == 3)
    probe.daemon.stop(SIGKILL)
    try probe.daemon.start()
    #expect(try probe.daemon.connect().result("probe.count")["count"] as? Int == 3)
  }

  @Test("what a domain logs has its own fields beside the runtime's")
  func ownFields() throws {
    try probe.client.result("probe.log", ["name": "한 줄"])
    let line = try #require(log.split(separator: "\n").first { $0.contains("한 줄") })
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(["0", "1"].contains(entry["PROBE_NUMBER"] as? String))
    #expect(entry["PRIORITY"] as? String == "5")
    #expect(entry["SYSLOG_IDENTIFIER"] as? String == "probed")
    #expect(entry["MATE_DOMAIN"] as? String == "probe")
    #expect((entry["CODE_FILE"] as? String)?.hasSuffix("ProbeService.swift") == true)
  }
}
