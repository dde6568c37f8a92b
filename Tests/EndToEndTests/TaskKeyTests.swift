import Foundation
import TestSupport
import Testing

@Suite("Keys and dry runs of work beside the loop", .serialized)
struct TaskKeyTests {
  private let probe: Probe

  init() throws { probe = try Probe() }

  private func count(_ client: WireClient) throws -> Int? {
    try client.result("probe.count")["count"] as? Int
  }

  private func waitUntilIdle() throws {
    for _ in 0..<10_000 {
      let status = try probe.client.result("mate.status")["tasks"] as? [String: Any]
      if status?["working"] as? Int == 0 { return }
    }
    throw TestFailure("there is still work")
  }

  @Test("a repeated key has effect once and the first answer, also after a kill")
  func once() throws {
    let meta = ["idempotencyKey": "k"]
    let client = try probe.daemon.connect()
    let first = try client.result("probe.addLater", ["count": 2], meta: meta)
    #expect(first["count"] as? Int == 2)
    try client.result("probe.add", ["count": 5])
    for _ in 0..<2 {
      let again = try probe.daemon.connect().result("probe.addLater", ["count": 2], meta: meta)
      #expect(again["count"] as? Int == 2)
    }
    #expect(try count(client) == 7)
    #expect(try client.error("probe.addLater", ["count": 3], meta: meta).code == -32602)
    probe.daemon.stop(SIGKILL)
    try probe.daemon.start()
    let later = try probe.daemon.connect()
    #expect(try later.result("probe.addLater", ["count": 2], meta: meta)["count"] as? Int == 2)
    #expect(try count(later) == 7)
    // In a batch as well.
    let batch = [1, 2].map {
      WireClient.message("probe.addLater", ["count": 2], meta: meta, id: $0)
    }
    try later.send(batch)
    let replies = try #require(try later.receiveAny() as? [[String: Any]])
    #expect(replies.map { ($0["result"] as? [String: Int])?["count"] } == [2, 2])
    #expect(try count(later) == 7)
  }

  @Test("while a key is at work its second request is sent away; what fails is not remembered")
  func atWork() throws {
    let meta: [String: Any] = ["idempotencyKey": "k"]
    let client = try probe.daemon.connect()
    let params: [String: Any] = ["count": 2, "name": "n"]
    try client.request("probe.addLater", params, meta: meta)
    try probe.waitUntil(waiting: 1)
    let busy = try probe.client.error("probe.addLater", params, meta: meta)
    #expect(busy.name == "mate.busy" && busy.data["retryAfterMs"] != nil)
    try probe.release("n")
    #expect((try client.receive()["result"] as? [String: Int])?["count"] == 2)
    #expect(try client.result("probe.addLater", params, meta: meta)["count"] as? Int == 2)
    let failing = ["idempotencyKey": "f"]
    for _ in 0..<2 {
      let defect = try client.error("probe.addLater", ["count": 100], meta: failing)
      #expect(defect.name == "mate.internal")
    }
    #expect(try count(client) == 2)
  }

  @Test("work that nobody waits for any more leaves its answer to its key, where it is done")
  func unwanted() throws {
    let client = try probe.daemon.connect()
    let params: [String: Any] = ["count": 2, "name": "n"]
    let meta = ["idempotencyKey": "k"]
    let id = try client.request("probe.addLater", params, meta: meta)
    // It has begun: what is cancelled before that is never done.
    try probe.waitUntil(waiting: 1)
    try client.send(WireClient.message("$/cancel", ["id": id], id: nil))
    #expect(try WireFailure(try client.receive()).name == "mate.cancelled")
    #expect(try client.error("probe.addLater", params, meta: meta).name == "mate.busy")
    try probe.release("n")
    try waitUntilIdle()
    let again = try client.result("probe.addLater", params, meta: meta)
    #expect(again["count"] as? Int == 2)
    #expect(try count(client) == 2)
  }

  @Test("a dry run is answered as one, and refused where there is nothing to rehearse")
  func dryRun() throws {
    let meta = ["dryRun": true]
    let dry = try probe.client.result("probe.addLater", ["count": 2], meta: meta)
    #expect(dry["dryRun"] as? Bool == true && dry["count"] as? Int == 2)
    #expect(try count(probe.client) == 0)
    #expect(try probe.client.error("mate.backup", meta: meta).code == -32602)
    let read = ["backup": "x", "offset": 0] as [String: Any]
    #expect(try probe.client.error("mate.backup.read", read, meta: meta).code == -32602)
  }

  @Test("where the user is: a dry run moves nobody, and a key is answered as it was")
  func near() throws {
    let transit = try DaemonHarness("transitd", domain: "transit")
    let client = try transit.connect()
    let here = ["position": "37.498,127.028"]
    func places(_ meta: [String: Any]?) throws -> Int? {
      let result = try client.result("transit.near", here, meta: meta)
      #expect(result["dryRun"] as? Bool == (meta?["dryRun"] as? Bool))
      return (result["places"] as? [Any])?.count
    }
    #expect(try places(["idempotencyKey": "k"]) == 0)
    try client.result("transit.favourite.add", ["place": "강남"])
    try client.result("transit.alarm.set", ["favourite": "강남"])
    func isInside() throws -> Bool? {
      let alarms = try client.result("transit.alarm.list")["alarms"] as? [[String: Any]]
      return alarms?.first?["inside"] as? Bool
    }
    #expect(try places(["dryRun": true]) == 1)
    #expect(try isInside() != true)
    #expect(try places(["idempotencyKey": "k"]) == 0)
    #expect(try isInside() != true)
    #expect(try places(nil) == 1)
    #expect(try isInside() == true)
  }
}
