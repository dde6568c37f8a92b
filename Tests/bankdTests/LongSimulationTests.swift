import Foundation
import TestSupport
import Testing

@Suite("A long simulation beside the line")
struct LongSimulationTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
  }

  /// Asks for what would take minutes, and waits until it is under way.
  private func begun() throws -> (manager: WireClient, id: Int) {
    let manager = try daemon.connect()
    let id = try manager.request(
      "bank.simulate",
      ["arrivals": [["service": "loan", "words": "60/h"]], "customers": 1_000_000_000],
      meta: ["progress": true])
    #expect(try manager.receive()["method"] as? String == "$/progress")
    #expect(try working() == 1)
    return (manager, id)
  }

  /// Pieces of work beside the loop.
  private func working() throws -> Int {
    let tasks = try client.result("mate.status")["tasks"] as? [String: Any]
    return try #require(tasks?["working"] as? Int)
  }

  /// A thousand calls are some tenths of a second, in which the work has to end.
  private func ends() throws -> Bool {
    for _ in 0..<1000 where try working() == 0 { return true }
    return false
  }

  @Test("the line goes on beside it, and it ends when its client cancels it or goes away")
  func cancelled() throws {
    try client.result("bank.open")
    do {
      let (manager, id) = try begun()
      let taken = try client.result("bank.take", ["service": "loan"])
      #expect((taken["ticket"] as? [String: Any])?["service"] as? String == "loan")
      try manager.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
      var message = try manager.receive()
      while message["id"] == nil { message = try manager.receive() }
      #expect(try WireFailure(message).name == "mate.cancelled")
      #expect(try ends())
    }
    // A client that goes out of scope has closed its connection.
    do { _ = try begun() }
    #expect(try ends())
  }
}
