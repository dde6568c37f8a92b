import Foundation
import TestSupport
import Testing

/// Long lists are sent from where the daemon keeps them, also as parts of a batch's array.
@Suite("Long lists in a batch", .serialized)
struct ListBatchTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
    let lines = (0..<2000).map { "(B) number \($0) +group\($0 % 3) due:2027-0\(1 + $0 % 9)-11" }
    let text = lines.joined(separator: "\n")
    try client.result("project.import", ["text": text, "format": "todotxt", "zone": "UTC"])
  }

  private let lists: [[String: Any]] = [
    ["zone": "UTC"], ["zone": "UTC", "limit": 1], ["zone": "Asia/Seoul"], ["state": "done"],
    ["text": "number 7", "zone": "UTC"], ["zone": "UTC", "sort": "title"],
  ]

  private func alone(_ params: [String: Any]) throws -> NSDictionary {
    try client.result("project.list", params) as NSDictionary
  }

  @Test("say what they say alone, wherever they stand and whatever stands between them")
  func same() throws {
    let expected = try lists.map(alone)
    // In their order, in the other, each twice; with short answers and none between them.
    for order in [Array(0..<6), Array((0..<6).reversed()), [0, 0, 1, 0, 3, 3, 2]] {
      var batch: [[String: Any]] = []
      for (place, list) in order.enumerated() {
        if place % 2 == 1 { batch.append(WireClient.message("mate.ping", id: "p\(place)")) }
        if place % 3 == 2 { batch.append(WireClient.message("mate.ping", id: nil)) }
        batch.append(WireClient.message("project.list", lists[list], id: place))
        if place == 4 { batch.append(WireClient.message("project.nothing", id: "n")) }
      }
      try client.send(batch)
      let replies = try #require(try client.receiveAny() as? [[String: Any]])
      let wanted = batch.compactMap { $0["id"] as? NSObject }
      #expect(replies.compactMap { $0["id"] as? NSObject } == wanted)
      for reply in replies {
        guard let place = reply["id"] as? Int else { continue }
        #expect(reply["result"] as? NSDictionary == expected[order[place]], "\(order) at \(place)")
      }
      #expect(replies.filter { $0["error"] != nil }.count == (order.count > 4 ? 1 : 0))
    }
  }

  @Test("behind a change they have it, and two batches with long lists are whole one after another")
  func changed() throws {
    func batch(_ title: String) -> [[String: Any]] {
      [
        WireClient.message("project.list", ["zone": "UTC"], id: 1),
        WireClient.message("project.add", ["title": title], id: 2),
        WireClient.message("project.list", ["zone": "UTC"], id: 3),
        WireClient.message("project.remove", ["id": 1], id: 4),
        WireClient.message("project.undo", id: 5),
        WireClient.message("project.list", ["zone": "UTC"], id: 6),
      ]
    }
    // Both before an answer is read, and a list alone behind them.
    try client.send(batch("first"))
    try client.send(batch("second"))
    try client.send(WireClient.message("project.list", ["zone": "UTC"], id: 7))
    var totals: [Int] = []
    for _ in 0..<2 {
      let replies = try #require(try client.receiveAny() as? [[String: Any]])
      #expect(replies.map { $0["id"] as? Int } == [1, 2, 3, 4, 5, 6])
      totals += replies.compactMap { ($0["result"] as? [String: Any])?["total"] as? Int }
    }
    let last = try client.receive()
    #expect(totals == [2000, 2001, 2001, 2001, 2002, 2002])
    #expect((last["result"] as? [String: Any])?["total"] as? Int == 2002)
  }

  @Test("together they have no more bytes than a reply may have; the rest is refused")
  func bounds() throws {
    let configuration = try TemporaryDirectory()
    try configuration.append(#"{"limits":{"replyBytes":1000000}}"#, to: "projectd.json")
    let small = try DaemonHarness(
      "projectd", domain: "project", directory: configuration,
      environment: ["CONFIGURATION_DIRECTORY": configuration.path])
    let client = try small.connect()
    let text = (0..<2000).map { "number \($0)" }.joined(separator: "\n")
    try client.result("project.import", ["text": text, "format": "todotxt"])
    try client.send(WireClient.message("project.list", ["zone": "UTC"], id: 1))
    let one = try #require(try client.receivePayload()).count
    let fit = 1_000_000 / one
    #expect((1...10).contains(fit))
    try client.send((0..<20).map { WireClient.message("project.list", ["zone": "UTC"], id: $0) })
    let replies = try #require(try client.receiveAny() as? [[String: Any]])
    #expect(replies.count == 20)
    for (index, reply) in replies.enumerated() {
      #expect((reply["result"] != nil) == (index < fit), "\(index) of \(fit)")
      if index >= fit { #expect(try WireFailure(reply).name == "mate.busy") }
    }
  }
}
