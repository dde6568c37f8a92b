import Foundation
import TestSupport
import Testing

/// Changes that are prepared beside the loop: to their clients they are changes as all others.
@Suite("Prepared changes", .serialized)
struct PreparedChangeTests {
  private static let method = "probe.addPrepared"
  private let probe: Probe

  init() throws { probe = try Probe(configuration: #"{"limits":{"frameBytes":8388608}}"#) }

  private func rows() throws -> Int? {
    try probe.daemon.connect().result("probe.count")["count"] as? Int
  }

  private func count(_ message: [String: Any]) -> Int? {
    (message["result"] as? [String: Any])?["count"] as? Int
  }

  /// One that is read on the loop, and one that is read beside it.
  private static let texts = ["", String(repeating: #"a "long" text "#, count: 200_000)]

  @Test("a key has effect once and the first answer, also after a kill", arguments: texts)
  func once(_ text: String) throws {
    let (meta, params) = (["idempotencyKey": "k"], ["count": 2, "text": text] as [String: Any])
    for _ in 0..<2 {
      let result = try probe.daemon.connect().result(Self.method, params, meta: meta)
      #expect(result["count"] as? Int == 2)
      try probe.client.result("probe.add", ["count": 0])
    }
    let other: [String: Any] = ["count": 2, "text": text + "b"]
    #expect(try probe.client.error(Self.method, other, meta: meta).code == -32602)
    probe.daemon.stop(SIGKILL)
    try probe.daemon.start()
    let later = try probe.daemon.connect()
    #expect(try later.result(Self.method, params, meta: meta)["count"] as? Int == 2)
    #expect(try rows() == 2)
  }

  @Test("a key that is at work is busy; one whose change failed is free")
  func atWork() throws {
    let params: [String: Any] = ["count": 2, "name": "n"]
    let meta = ["idempotencyKey": "k"]
    let client = try probe.daemon.connect()
    try client.request(Self.method, params, meta: meta)
    try probe.waitUntil(waiting: 1)
    #expect(try probe.client.error(Self.method, params, meta: meta).name == "mate.busy")
    try probe.release("n")
    #expect(count(try client.receive()) == 2)
    for _ in 0..<2 {
      let failing = try client.error(Self.method, ["count": 100], meta: ["idempotencyKey": "f"])
      #expect(failing.name == "mate.internal")
    }
    #expect(try rows() == 2)
  }

  @Test("a dry run is answered as one and leaves nothing", arguments: texts)
  func dryRun(_ text: String) throws {
    let params: [String: Any] = ["count": 3, "text": text]
    let dry = try probe.client.result(
      Self.method, params, meta: ["dryRun": true, "idempotencyKey": "k"])
    #expect(dry["dryRun"] as? Bool == true && dry["count"] as? Int == 3)
    #expect(try rows() == 0)
    let real = try probe.client.result(Self.method, params, meta: ["idempotencyKey": "k"])
    #expect(real["dryRun"] == nil && real["count"] as? Int == 3)
    #expect(try rows() == 3)
  }

  @Test("what is cancelled or out of time while it is prepared is not done, and what is left is")
  func stopped() throws {
    let params: [String: Any] = ["count": 1, "name": "n"]
    let client = try probe.daemon.connect()
    let id = try client.request(Self.method, params)
    try probe.waitUntil(waiting: 1)
    try client.send(WireClient.message("$/cancel", ["id": id], id: nil))
    #expect(try WireFailure(try client.receive()).name == "mate.cancelled")
    let late = try client.error(Self.method, params, meta: ["timeoutMs": 1])
    #expect(late.name == "mate.deadlineExceeded")
    do {
      let leaving = try probe.daemon.connect()
      try leaving.request(Self.method, params)
      try probe.waitUntil(waiting: 1, cancelled: 2)
    }
    #expect(try rows() == 0)
    try probe.release("n")
    for _ in 0..<10_000 where try rows() == 0 {}
    #expect(try rows() == 1)
    // Its place is free again.
    let status = try probe.client.result("mate.status")
    #expect((status["requests"] as? [String: Any])?["inFlight"] as? Int == 0, "\(status)")
  }

  @Test("what its client sends behind it waits, also what is held; what others send does not")
  func place() throws {
    let client = try probe.daemon.connect()
    let other = try probe.daemon.connect()
    // A change that is not on disk yet, a read that waits for it, the change, and what follows it.
    let messages = [
      WireClient.message("probe.add", ["count": 1], id: 1),
      WireClient.message("probe.count", id: 2),
      WireClient.message(Self.method, ["count": 2, "name": "n"], id: 3),
      WireClient.message("probe.count", id: 4),
      WireClient.message("probe.add", ["count": 4], id: 5),
      WireClient.message(Self.method, ["count": 8], id: 6),
    ]
    var bytes = Data()
    for message in messages {
      bytes.append(WireClient.frame(try JSONSerialization.data(withJSONObject: message)))
    }
    let batch = [WireClient.message("probe.add", ["count": 16], id: 7)]
    bytes.append(WireClient.frame(try JSONSerialization.data(withJSONObject: batch)))
    try client.send(bytes: bytes)
    try probe.waitUntil(waiting: 1)
    #expect(try other.result("probe.add", ["count": 100 - 1])["count"] as? Int == 100)
    try probe.release("n")
    for (id, rows) in [(1, 1), (2, 1), (3, 102), (4, 102), (5, 106), (6, 114)] {
      let reply = try client.receive()
      #expect(reply["id"] as? Int == id && count(reply) == rows, "\(reply)")
    }
    let last = try #require(try client.receiveAny() as? [[String: Any]])
    #expect(last.map(count) == [130])
  }

  @Test("its answer comes before the event that shows it")
  func event() throws {
    let client = try probe.daemon.connect()
    let stream = try client.request("probe.follow")
    #expect(try client.receive()["method"] as? String == "$/event")
    for number in 1...20 {
      let id = try client.request(Self.method, ["count": 1])
      #expect(try client.receive()["id"] as? Int == id)
      let event = try client.receive()["params"] as? [String: Any]
      #expect(event?["id"] as? Int == stream)
      #expect((event?["event"] as? [String: Any])?["count"] as? Int == number)
    }
  }

  @Test("a long one can be cancelled, and another waits for it; what is short does not")
  func long() throws {
    let text = String(repeating: "x", count: 2 << 20)
    let (first, second) = (try probe.daemon.connect(), try probe.daemon.connect())
    let id = try first.request(Self.method, ["count": 1, "name": "n", "text": text])
    try probe.waitUntil(waiting: 1)
    try second.request(Self.method, ["count": 2, "name": "m", "text": text])
    #expect(try probe.client.result("probe.add", ["count": 4])["count"] as? Int == 4)
    #expect(try probe.client.result(Self.method, ["count": 8])["count"] as? Int == 12)
    try first.send(WireClient.message("$/cancel", ["id": id], id: nil))
    #expect(try WireFailure(try first.receive()).name == "mate.cancelled")
    // The second begins when the first has ended.
    try probe.waitUntil(waiting: 1, cancelled: 1)
    try probe.release("m")
    #expect(count(try second.receive()) == 14)
  }

  @Test("in a batch it is done in its order, and as a notification without an answer")
  func batch() throws {
    let batch = [
      WireClient.message("probe.add", ["count": 1], id: 1),
      WireClient.message(Self.method, ["count": 2], id: 2),
      WireClient.message(Self.method, ["count": 4], id: nil),
      WireClient.message("probe.count", id: 3),
    ]
    try probe.client.send(batch)
    let replies = try #require(try probe.client.receiveAny() as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == [1, 2, 3])
    #expect(replies.map(count) == [1, 3, 7])
  }
}
