import Foundation
import TestSupport
import Testing

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

  @Test(
    "slow requests of one user have a limit over all connections, and so has slow work",
    arguments: ["requestsPerUser", "tasksPerUser"])
  func perUser(_ limit: String) throws {
    let probe = try Probe(configuration: "{\"limits\":{\"\(limit)\":3}}")
    let workers = try (0..<4).map { _ in try probe.daemon.connect() }
    for (index, worker) in workers.prefix(3).enumerated() {
      try worker.request("probe.wait", ["name": "\(index)"])
    }
    try probe.waitUntil(waiting: 3)
    let failure = try workers[3].error("probe.wait", ["name": "3"])
    #expect(failure.name == "mate.busy" && failure.data["retryAfterMs"] is Int)
    try probe.release("1")
    #expect(try workers[1].receive()["result"] != nil)
    try workers[3].request("probe.wait", ["name": "3"])
    try probe.waitUntil(waiting: 3)
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
      // Whoever is first is at most a few turns' shares ahead of every other: a slow machine's turns
      // end by time, and then some have had theirs and some have not.
      let taken = try total(last) - before
      #expect(taken >= (connections - 1) * (requests - 4 * quota))
    }
  }

  private func total(_ status: [String: Any]) throws -> Int {
    let requests = try #require(status["requests"] as? [String: Any])
    return try #require(requests["total"] as? Int)
  }
}
