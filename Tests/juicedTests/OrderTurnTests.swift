import Foundation
import TestSupport
import Testing

/// Orders are written by the commit of their turn; a batch is one turn.
@Suite("Orders of one turn", .serialized)
struct OrderTurnTests {
  private typealias Object = [String: Any]

  private static func message(
    _ id: Int, _ method: String, _ params: Object, meta: Object? = nil
  ) -> Object { WireClient.message(method, params, meta: meta, id: id) }

  /// The number of the order that a reply is about, or the code of its error.
  private func outcome(_ reply: Object) -> Int? {
    if let error = reply["error"] as? Object { return error["code"] as? Int }
    return ((reply["result"] as? Object)?["order"] as? Object)?["id"] as? Int
  }

  private func values(_ client: WireClient, _ method: String, _ key: String, _ member: String)
    throws -> [String: Int]
  {
    let items = try client.result(method)["items"] as? [Object] ?? []
    return items.reduce(into: [:]) { $0[$1[key] as? String ?? ""] = $1[member] as? Int }
  }

  @Test("an order is on disk whatever else its turn does: refusals, rehearsals, undos, counting")
  func mixedTurn() throws {
    let daemon = try DaemonHarness("juiced", domain: "juice")
    let client = try daemon.connect()
    // Kiwi juice takes 3 kiwis, mango kiwi juice 2 mangos and a kiwi, strawberry 16 strawberries.
    try client.send([
      Self.message(1, "juice.order", ["juice": "kiwi"]),
      Self.message(2, "juice.order", ["juice": "kiwi", "count": 2], meta: ["dryRun": true]),
      Self.message(3, "juice.order", ["juice": "strawberry"]),
      Self.message(4, "juice.order", ["juice": "mangoKiwi", "count": 2]),
      Self.message(5, "juice.undo", ["order": 1]),
      Self.message(6, "juice.stock.set", ["fruit": "kiwi", "count": 20]),
      Self.message(7, "juice.order", ["juice": "kiwi", "count": 4]),
      Self.message(8, "juice.order", ["juice": "kiwi"], meta: ["idempotencyKey": "k"]),
      Self.message(9, "juice.order", ["juice": "kiwi"], meta: ["idempotencyKey": "k"]),
      Self.message(10, "juice.undo", ["order": 2], meta: ["dryRun": true]),
    ])
    let replies = try #require(try client.receiveAny() as? [Object])
    #expect(replies.map(outcome) == [1, 2, 1001, 2, 1, nil, 3, 4, 4, 2])
    daemon.stop(SIGKILL)
    try daemon.start()
    let fresh = try daemon.connect()
    let stock = try values(fresh, "juice.stock", "fruit", "count")
    #expect(
      stock == ["strawberry": 10, "banana": 10, "pineapple": 10, "kiwi": 5, "mango": 6])
    let sold = try values(fresh, "juice.menu", "juice", "soldToday").filter { $0.value != 0 }
    #expect(sold == ["kiwi": 5, "mangoKiwi": 2])
    let audit = try fresh.result("juice.audit")
    #expect(audit["verdict"] as? String == "balanced")
    let again = try fresh.result(
      "juice.order", ["juice": "kiwi"], meta: ["idempotencyKey": "k"])
    #expect((again["order"] as? Object)?["id"] as? Int == 4)
  }

  /// Two megabytes have no room for the redo log.
  @Test("a full disk refuses all orders of a turn, and each is as if it had never been there")
  func fullDisk() throws {
    let directory = try TemporaryDirectory()
    guard let disk = SmallDisk(folder: directory.file("state")) else { return }
    let daemon = try DaemonHarness("juiced", domain: "juice", directory: directory)
    let client = try daemon.connect()
    try client.result("juice.stock.set", ["fruit": "kiwi", "count": 1_000_000])
    try disk.fill()
    var taken = 0
    var refused: [Int?] = []
    for _ in 0..<2000 where refused.isEmpty {
      try client.send((1...20).map { Self.message($0, "juice.order", ["juice": "kiwi"]) })
      let outcomes = try #require(try client.receiveAny() as? [Object]).map(outcome)
      if outcomes.contains(-32007) {
        refused = outcomes
      } else {
        #expect(outcomes == (taken + 1...taken + 20).map { $0 })
        taken += 20
      }
    }
    #expect(refused == Array(repeating: -32007, count: 20))
    try expect(client, orders: taken)
    try disk.makeRoom()
    try expectNextOrder(daemon, client, after: taken)
  }

  @Test("the redo log takes orders on a full disk until it is full too, and none of them is lost")
  func fullDiskWithLog() throws {
    let directory = try TemporaryDirectory()
    guard let disk = SmallDisk(folder: directory.file("state"), size: "8m") else { return }
    let daemon = try DaemonHarness("juiced", domain: "juice", directory: directory)
    var client = try daemon.connect()
    try client.result("juice.stock.set", ["fruit": "kiwi", "count": 1_000_000])
    try disk.fill()
    // Turns of one order each: 512 fit the log, and the store has a little room of its own.
    var taken = 0
    while taken < 100_000 {
      let reply = try client.reply(
        "juice.order", ["juice": "kiwi"], meta: ["idempotencyKey": "k\(taken)"])
      guard let order = outcome(reply), order > 0 else { break }
      taken += 1
      #expect(order == taken)
    }
    #expect(taken >= 512)
    // What is in memory is true, and so are reports, which read what the log has beyond the store.
    #expect(try values(client, "juice.stock", "fruit", "count")["kiwi"] == 1_000_000 - 3 * taken)
    try expect(client, orders: taken)
    let ledger = try client.result("juice.ledger", ["fruit": "kiwi"])
    #expect((ledger["items"] as? [Object])?.isEmpty == false)
    #expect(try client.error("juice.stock.set", ["fruit": "kiwi", "count": 1]).code == -32007)
    #expect(try client.error("juice.undo", ["order": 1]).code == -32007)
    #expect(try values(client, "juice.stock", "fruit", "count")["kiwi"] == 1_000_000 - 3 * taken)
    daemon.stop(SIGKILL)
    try daemon.start()
    client = try daemon.connect()
    #expect(try values(client, "juice.stock", "fruit", "count")["kiwi"] == 1_000_000 - 3 * taken)
    // The newest answer is in the log only.
    let again = try client.result(
      "juice.order", ["juice": "kiwi"], meta: ["idempotencyKey": "k\(taken - 1)"])
    #expect((again["order"] as? Object)?["id"] as? Int == taken)
    try disk.makeRoom()
    try expect(client, orders: taken)
    try expectNextOrder(daemon, client, after: taken)
  }

  @Test("a report shows every order that was acknowledged, though the store takes them in later")
  func reports() throws {
    let daemon = try DaemonHarness("juiced", domain: "juice")
    let client = try daemon.connect()
    try client.result("juice.stock.set", ["fruit": "kiwi", "count": 1_000_000])
    for number in 1...3 {
      try client.result("juice.order", ["juice": "kiwi"])
      try expect(client, orders: number)
    }
    // An end that is asked for leaves nothing in the logs: the store's file alone has everything.
    try client.result("juice.order", ["juice": "kiwi"])
    daemon.stop(SIGTERM)
    let folder = "\(daemon.stateDirectory)/juice"
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file != "juice.db"
    {
      try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
    }
    try daemon.start()
    try expect(try daemon.connect(), orders: 4)
  }

  /// The next order is taken, and is there after a kill with all before it.
  private func expectNextOrder(
    _ daemon: DaemonHarness, _ client: WireClient, after taken: Int
  ) throws {
    let next = try client.result("juice.order", ["juice": "kiwi"])
    #expect((next["order"] as? Object)?["id"] as? Int == taken + 1)
    daemon.stop(SIGKILL)
    try daemon.start()
    try expect(try daemon.connect(), orders: taken + 1)
    daemon.stop(SIGKILL)
  }

  /// A kiwi juice takes three kiwis.
  private func expect(_ client: WireClient, orders: Int) throws {
    #expect(try values(client, "juice.stock", "fruit", "count")["kiwi"] == 1_000_000 - 3 * orders)
    let sales = try client.result("juice.sales")
    #expect(sales["orders"] as? Int == orders)
    let audit = try client.result("juice.audit")
    #expect(audit["verdict"] as? String == "balanced")
  }
}
