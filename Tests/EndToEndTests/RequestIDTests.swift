import Foundation
import TestSupport
import Testing

/// Ids in flight are unique, each request is answered once, and every place is given back.
@Suite("Ids of requests over a real socket", .serialized)
struct RequestIDTests {
  /// What the test knows of an id.
  private enum Model { case free, waiting, following }

  @Test(
    "ids that are used again at random: the second use is refused, and nothing leaks",
    arguments: 1...6)
  func reuse(_ seed: UInt64) throws {
    let probe = try Probe(configuration: #"{"limits":{"requestsPerConnection":64}}"#)
    let client = try probe.daemon.connect()
    var random = SeededNumbers(seed: seed)
    var model: [Int: Model] = [:]
    /// How many replies are still to come for each id, and how many of them refuse a second use.
    var owed: [Int: Int] = [:]
    var refusals = 0
    for _ in 0..<300 {
      let id = random.below(12)
      let isUsed = model[id, default: .free] != .free
      owed[id, default: 0] += 1
      if isUsed { refusals += 1 }
      switch random.below(6) {
      case 0:
        try client.send(WireClient.message("probe.wait", ["name": "\(id)"], id: id))
        if !isUsed { model[id] = .waiting }
      case 1:
        try client.send(WireClient.message("probe.follow", id: id))
        if !isUsed { model[id] = .following }
      case 2, 3:
        // A read behind a change is held until the commit, and its id is in flight meanwhile.
        try client.send(WireClient.message("probe.add", ["count": 1], id: nil))
        try client.send(WireClient.message("probe.count", id: id))
        try drain(client, &owed, &refusals, until: model)
      case 4:
        try client.send([WireClient.message("mate.ping", id: id)])
        try drain(client, &owed, &refusals, until: model)
      default:
        owed[id, default: 0] -= 1
        if isUsed { refusals -= 1 }
        try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
        model[id] = .free
        // Until the end has been told the id is in flight, or not: both would be right.
        try drain(client, &owed, &refusals, until: model)
      }
    }
    for id in 0..<12 {
      try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
    }
    try drain(client, &owed, &refusals, until: [:])
    #expect(refusals == 0)
    var inFlight: Int?
    for _ in 0..<1000 where inFlight != 0 {
      let status = try probe.client.result("mate.status")
      inFlight = (status["requests"] as? [String: Any])?["inFlight"] as? Int
    }
    #expect(inFlight == 0)
    // All places are there: as many streams as the limit allows, on this very connection.
    for id in 0..<64 { try client.send(WireClient.message("probe.follow", id: id)) }
    for _ in 0..<64 { #expect(try client.receive()["method"] as? String == "$/event") }
  }

  /// Reads until every reply has come but those of requests that are still under way.
  private func drain(
    _ client: WireClient, _ owed: inout [Int: Int], _ refusals: inout Int,
    until model: [Int: Model]
  ) throws {
    func isOwed() -> Bool {
      owed.contains { id, count in count > (model[id, default: .free] == .free ? 0 : 1) }
    }
    while isOwed() {
      let message = try client.receiveAny()
      let object = (message as? [Any])?.first as? [String: Any] ?? message as? [String: Any]
      guard let reply = object else { throw TestFailure("the connection was closed") }
      guard let id = reply["id"] as? Int, reply["method"] == nil else { continue }
      owed[id, default: 0] -= 1
      #expect(owed[id, default: 0] >= 0, "\(id) is answered twice")
      if let error = reply["error"] as? [String: Any], error["code"] as? Int == -32600 {
        refusals -= 1
      }
    }
  }

  @Test(
    "a read that is held for a commit keeps its id: the second use is refused, and no place is lost"
  )
  func held() throws {
    let probe = try Probe()
    let client = try probe.daemon.connect()
    try client.request("probe.follow")
    _ = try client.receive()
    // Everything lies ready before the daemon sees any of it: one turn takes all.
    probe.daemon.signal(SIGSTOP)
    for _ in 0..<20 {
      try client.send(WireClient.message("probe.add", ["count": 1], id: nil))
      try client.send(WireClient.message("probe.count", id: 1))
      try client.send(WireClient.message("probe.count", id: 2))
      try client.send(WireClient.message("probe.count", id: 2))
    }
    probe.daemon.signal(SIGCONT)
    var refused = 0
    var answered = 0
    while refused + answered < 60 {
      let message = try client.receive()
      guard message["method"] == nil else { continue }
      if message["error"] != nil {
        #expect(try WireFailure(message).code == -32600)
        refused += 1
      } else {
        #expect(message["id"] as? Int == 2)
        answered += 1
      }
    }
    // Each use of 1 meets the stream; of 2 at least one is answered.
    #expect(refused >= 20 && answered >= 1)
    let status = try probe.client.result("mate.status")
    #expect((status["requests"] as? [String: Any])?["inFlight"] as? Int == 1)
  }

  @Test("the ids of a batch are in flight until its array is sent")
  func batch() throws {
    let probe = try Probe()
    let client = try probe.daemon.connect()
    try client.send([
      WireClient.message("mate.ping", id: "a"),
      WireClient.message("probe.wait", ["name": "w"], id: "b"),
      WireClient.message("mate.ping", id: "c"),
    ])
    try probe.waitUntil(waiting: 1)
    for id in ["a", "b", "c"] {
      try client.send(WireClient.message("mate.ping", id: id))
      #expect(try WireFailure(try client.receive()).code == -32600)
    }
    try probe.release("w")
    let replies = try #require(try client.receiveAny() as? [[String: Any]])
    #expect(replies.allSatisfy { $0["result"] != nil })
    try client.send(WireClient.message("mate.ping", id: "a"))
    #expect(try client.receive()["result"] != nil)
  }

  @Test("slow work without an id, in a batch too, ends and lets the rest of the batch go on")
  func notificationInBatch() throws {
    let probe = try Probe()
    let client = try probe.daemon.connect()
    try client.send([
      WireClient.message("probe.wait", ["name": "w"], id: nil),
      WireClient.message("mate.ping", id: 1),
    ])
    try probe.waitUntil(waiting: 1)
    try probe.release("w")
    let replies = try #require(try client.receiveAny() as? [[String: Any]])
    #expect(replies.count == 1)
  }
}
