import Foundation
import TestSupport
import Testing

/// What is common to tests with the probe: a daemon whose calls wait until they are released.
struct Probe {
  let daemon: DaemonHarness
  let client: WireClient

  init(daemon: DaemonHarness, client: WireClient) { (self.daemon, self.client) = (daemon, client) }

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

  @Test(
    "a change that takes longer than its timeoutMs is undone, also where all of it is done at once"
  )
  func deadlineOfChange() throws {
    // Far more rows than are written in a millisecond.
    let failure = try worker.error("probe.add", ["count": 20_000], meta: ["timeoutMs": 1])
    #expect(failure.name == "mate.deadlineExceeded")
    #expect(try worker.result("probe.count")["count"] as? Int == 0)
    try worker.result("probe.add", ["count": 1], meta: ["timeoutMs": 60_000])
    #expect(try worker.result("probe.count")["count"] as? Int == 1)
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

  @Test("a refusal of the domain's own says no more of a client's text than others do")
  func longRefusal() throws {
    let name = String(repeating: "한", count: 5000)
    try worker.request("probe.refuse", ["name": name])
    try probe.waitUntil(waiting: 1)
    try probe.release(name)
    let failure = try WireFailure(try worker.receive())
    #expect(failure.name == "probe.refused")
    #expect(failure.message.hasPrefix("refused 한") && failure.message.hasSuffix("…"))
    #expect(failure.message.utf8.count <= 256)
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
    #expect((entry["CODE_FILE"] as? String)?.hasSuffix("ProbeCalls.swift") == true)
  }
}
