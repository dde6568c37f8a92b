import Foundation
import TestSupport
import Testing

/// What a client can make a daemon do and keep: bounded by what was announced, whatever is sent.
@Suite("Bounds over a real socket", .serialized)
struct BoundTests {
  // MARK: Replies

  @Test("a notification takes effect behind results that have used up a batch's replyBytes")
  func notificationBehindResults() throws {
    let probe = try Probe(configuration: #"{"limits":{"replyBytes":1000}}"#)
    let text = String(repeating: "x", count: 300)
    var batch: [Any] = (0..<9).map { WireClient.message("mate.ping", ["text": text], id: $0) }
    batch.append(WireClient.message("probe.add", ["count": 1], id: nil))
    try probe.client.send(batch)
    let replies = try #require(try probe.client.receiveAny() as? [[String: Any]])
    #expect(replies.count == 9 && replies.contains { $0["error"] != nil })
    #expect(try probe.client.result("probe.count")["count"] as? Int == 1)
  }

  @Test("a reply above replyBytes is refused by name and with the limit, and a change is undone")
  func longReply() throws {
    let probe = try Probe(configuration: #"{"limits":{"replyBytes":1000}}"#)
    let text = String(repeating: "x", count: 2000)
    for method in ["mate.ping", "rpc.discover"] {
      let failure = try probe.client.error(method, method == "mate.ping" ? ["text": text] : nil)
      #expect(failure.name == "mate.busy", "\(method)")
      #expect(failure.data["limit"] as? Int == 1000)
      // The same request would be refused again: nobody is told to repeat it.
      #expect(failure.data["retryAfterMs"] == nil)
    }
    let id = try probe.client.request("probe.wait", ["name": text])
    try probe.waitUntil(waiting: 1)
    let other = try probe.daemon.connect()
    try other.result("probe.release", ["name": text])
    let reply = try probe.client.receive()
    #expect(reply["id"] as? Int == id)
    #expect(try WireFailure(reply).name == "mate.busy")
    #expect(try probe.client.error("probe.tell", ["name": text]).name == "mate.busy")
    #expect(try probe.client.result("probe.count")["count"] as? Int == 0)
    try probe.client.result("probe.tell", ["name": "short"])
    #expect(try probe.client.result("probe.count")["count"] as? Int == 1)
  }

  @Test("replies of a batch have replyBytes together: those beyond are refused one by one")
  func longBatch() throws {
    let probe = try Probe(configuration: #"{"limits":{"replyBytes":100000}}"#)
    let text = String(repeating: "x", count: 30_000)
    var messages: [Any] = (1...6).map { WireClient.message("mate.ping", ["text": text], id: $0) }
    messages.append(WireClient.message("mate.ping", id: 7))
    messages.append(WireClient.message("probe.add", ["count": 1], id: 8))
    try probe.client.send(messages)
    let payload = try #require(try probe.client.receivePayload())
    #expect(payload.count < 110_000)
    let replies = try #require(
      try JSONSerialization.jsonObject(with: payload) as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == Array(1...8))
    let answered = replies.filter { $0["result"] != nil }.compactMap { $0["id"] as? Int }
    #expect(answered == [1, 2, 3, 7, 8])
    for index in 3...5 {
      let failure = try WireFailure(replies[index])
      #expect(failure.name == "mate.busy")
      #expect(failure.data["limit"] as? Int == 100_000)
    }
  }

  @Test("a small batch of long replies costs the limit, not their sum; others are served meanwhile")
  func amplification() throws {
    let probe = try Probe(configuration: #"{"limits":{"replyBytes":2000000}}"#)
    let other = try probe.daemon.connect()
    try other.result("rpc.discover")
    let before = try probe.daemon.memory("VmHWM")
    let messages = (1...1000).map { WireClient.message("rpc.discover", id: $0) }
    try probe.client.send(messages)
    try other.result("mate.ping")
    let payload = try #require(try probe.client.receivePayload())
    #expect(payload.count < 3_000_000)
    let growth = try probe.daemon.memory("VmHWM") - before
    #expect(growth < 12_000 || BuiltPrograms.keepsFreedMemory, "\(growth) KB")
  }

  // MARK: Memory of all connections

  private static let small =
    #"{"limits":{"bufferBytes":8388608,"bufferBytesPerUser":6291456,"outputBytes":262144}}"#

  /// The bound of one user by itself: that of all is far away.
  private static let smallForUser =
    #"{"limits":{"bufferBytes":1073741824,"bufferBytesPerUser":6291456,"outputBytes":262144}}"#

  /// Floods with many connections; the daemon stays below its bound, and who asks little is served.
  private func flood(
    connections: Int = 40, configuration: String = Self.small,
    _ send: (WireClient, Int) throws -> Void
  ) throws {
    let probe = try Probe(configuration: configuration)
    let good = probe.client
    try good.result("rpc.discover")
    let before = try probe.daemon.memory("VmHWM")
    var attackers: [WireClient] = []
    for index in 0..<connections {
      let attacker = try probe.daemon.connect()
      attacker.waitsToSend(milliseconds: 50)
      // Who is sent away or held up in the middle has reached a bound.
      try? send(attacker, index)
      attackers.append(attacker)
      try good.result("mate.ping")
    }
    let status = try good.result("mate.status")
    // All of it is one user's.
    #expect(status["bufferedBytes"] as? Int ?? .max <= 6_291_456)
    let growth = try probe.daemon.memory("VmHWM") - before
    // Twice the bound: what is counted may stand in memory that grew by doubling.
    #expect(growth < 20_000 || BuiltPrograms.keepsFreedMemory, "\(growth) KB")
    attackers = []
    for _ in 0..<10_000 {
      if try good.result("mate.status")["bufferedBytes"] as? Int == 0 { return }
    }
    Issue.record("bytes are counted for connections that are gone")
  }

  @Test(
    "half frames of many connections stay within bufferBytesPerUser",
    arguments: [small, smallForUser])
  func halfFrames(configuration: String) throws {
    let half = WireClient.frame(Data(repeating: 0x20, count: 1 << 20)).prefix(900_000)
    try flood(configuration: configuration) { client, _ in try client.send(bytes: half) }
  }

  @Test(
    "a long reply is made only where there is room for it, and later when it is asked for again"
  )
  func replyWithoutRoom() throws {
    let bound = 6_291_456
    let probe = try Probe(configuration: Self.smallForUser)
    let client = probe.client
    // Kept answers fill the store: a piece of its backup has as many bytes as a piece may have.
    for key in 1...4 {
      let text = String(repeating: "x", count: 30_000)
      try client.result("probe.tell", ["name": text], meta: ["idempotencyKey": "\(key)"])
    }
    let backup = try #require(try client.result("mate.backup")["backup"] as? String)
    var others: [WireClient] = []
    var held = 0
    while held < bound - 60_000 {
      let size = max(16_000, min(900_000, (bound - 60_000 - held) / 3))
      let other = try probe.daemon.connect()
      try other.send(
        bytes: WireClient.frame(Data(repeating: 0x20, count: 1 << 20)).prefix(size))
      others.append(other)
      let before = held
      while held < before + size {
        held = try #require(try client.result("mate.status")["bufferedBytes"] as? Int)
      }
    }
    #expect(held < bound)
    let piece: [String: Any] = ["backup": backup, "offset": 0]
    let failure = try client.error("mate.backup.read", piece)
    #expect(failure.name == "mate.busy")
    #expect(failure.data["retryAfterMs"] is Int && failure.data["limit"] == nil)
    others = []
    while try client.result("mate.status")["bufferedBytes"] as? Int != 0 {}
    let data = try #require(try client.result("mate.backup.read", piece)["data"] as? String)
    #expect(data.utf8.count == 65_536)
  }

  @Test("replies that nobody takes stay within bufferBytes")
  func slowReaders() throws {
    let text = String(repeating: "x", count: 60_000)
    let ping = try WireClient.frame(of: WireClient.message("mate.ping", ["text": text], id: 1))
    try flood { client, _ in for _ in 0..<40 { try client.send(bytes: ping) } }
  }

  @Test("long results that nobody takes stay within bufferBytes")
  func slowReadersOfLongResults() throws {
    try flood { client, _ in for _ in 0..<300 { try client.request("rpc.discover") } }
  }

  @Test("whoever takes no replies is read no further than outputBytes, also within one turn")
  func outputOfOneTurn() throws {
    let probe = try Probe(configuration: #"{"limits":{"outputBytes":100000}}"#)
    let attacker = try probe.daemon.connect()
    // Small requests in one piece, and fewer than a turn takes of one connection.
    var frames = Data()
    for id in 1...120 {
      let message = WireClient.message("rpc.discover", id: id)
      frames.append(WireClient.frame(try JSONSerialization.data(withJSONObject: message)))
    }
    let reply = try probe.client.result("rpc.discover")
    let bytes = try JSONSerialization.data(withJSONObject: reply).count
    #expect(bytes * 120 > 500_000)
    try attacker.send(bytes: frames)
    var held = 0
    while held == 0 {
      held = try #require(
        try probe.client.result("mate.status")["bufferedBytes"] as? Int)
    }
    // One reply beyond, as much again that was sent and is not cut off yet, and the requests that
    // wait; what is in memory of the kernel is not counted.
    #expect(held < 2 * (100_000 + bytes) + frames.count, "\(held) of \(bytes * 120)")
    for id in 1...120 { #expect(try attacker.receive()["id"] as? Int == id) }
  }

  @Test("reads that wait for a commit stay within bufferBytes")
  func heldReads() throws {
    let text = String(repeating: "x", count: 60_000)
    let both =
      try WireClient.frame(of: WireClient.message("probe.add", ["count": 1], id: 1))
      + WireClient.frame(of: WireClient.message("mate.ping", ["text": text], id: 2))
    try flood { client, _ in for _ in 0..<20 { try client.send(bytes: both) } }
  }

  @Test("batches that wait for slow work stay within bufferBytes")
  func waitingBatches() throws {
    let text = String(repeating: "x", count: 400_000)
    try flood { client, index in
      try client.send([
        WireClient.message("probe.wait", ["name": "\(index)"], id: 1),
        WireClient.message("mate.ping", ["text": text], id: 2),
      ])
    }
  }

  // MARK: Descriptors

  @Test("without a free descriptor nobody waits in vain, nothing spins, and later all is well")
  func descriptors() throws {
    let probe = try Probe()
    try probe.daemon.limitDescriptors(toMore: 5)
    var clients: [WireClient] = []
    var refused = 0
    for _ in 0..<40 {
      let client = try probe.daemon.connect()
      _ = try? client.request("mate.ping")
      let reply = try client.receive()
      if reply["id"] is NSNull {
        #expect(try WireFailure(reply).name == "mate.busy")
        #expect(try client.isClosed)
        refused += 1
      } else {
        clients.append(client)
      }
    }
    // Besides the five there may be gaps below the highest descriptor that it had.
    #expect(refused >= 30)
    let before = try probe.daemon.loopNanoseconds()
    #expect(probe.client.isSilent(milliseconds: 300))
    #expect(try probe.daemon.loopNanoseconds() - before < 100_000_000)
    let log = try Data(contentsOf: URL(fileURLWithPath: probe.daemon.logFile))
    #expect(log.count < 100_000)
    clients = []
    try probe.client.result("mate.ping")
    // The daemon sees the ends in one of its next turns.
    for _ in 0..<1000 {
      if try probe.client.result("mate.status")["connections"] as? Int == 1 { break }
    }
    try probe.daemon.connect().result("mate.ping")
  }

  // MARK: Slow work that has ended and goes on

  @Test("work whose request has ended is counted until it returns, and fills the places for work")
  func overdueWork() throws {
    let probe = try Probe(configuration: #"{"limits":{"tasks":3}}"#)
    let worker = try probe.daemon.connect()
    for name in ["a", "b", "c"] {
      let id = try worker.request("probe.toil", ["name": name])
      try probe.waitUntil(waiting: name == "a" ? 1 : name == "b" ? 2 : 3)
      try worker.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
      #expect(try WireFailure(try worker.receive()).name == "mate.cancelled")
    }
    func tasks() throws -> [String: Int] {
      try #require(try probe.client.result("mate.status")["tasks"] as? [String: Int])
    }
    #expect(try tasks() == ["working": 3, "overdue": 3])
    #expect(try worker.error("probe.wait", ["name": "d"]).name == "mate.busy")
    #expect(try worker.error("probe.toil", ["name": "d"]).data["retryAfterMs"] is Int)
    try probe.release("b")
    while try tasks()["working"] != 2 {}
    try worker.request("probe.wait", ["name": "d"])
    try probe.waitUntil(waiting: 3)
    #expect(try tasks() == ["working": 3, "overdue": 2])
    for name in ["a", "c", "d"] { try probe.release(name) }
    while try tasks() != ["working": 0, "overdue": 0] {}
  }
}
