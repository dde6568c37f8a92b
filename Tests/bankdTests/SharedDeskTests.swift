import Foundation
import TestSupport
import Testing

@Suite("A desk that two people drive")
struct SharedDeskTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
  }

  @Test(
    "two who drive one desk do not end what the other has begun, and a recall outlives a restart")
  func sharedDesk() throws {
    try client.result("bank.open")
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
    try client.result("bank.teller.add", ["services": ["deposit", "loan"], "mode": "manual"])
    try client.result("bank.add", ["count": 3, "service": "loan"])
    let keys: [(String, [String: Any])] = [
      ("bank.advance", [:]), ("bank.next", [:]), ("bank.done", [:]), ("bank.noShow", [:]),
      ("bank.transfer", ["service": "deposit"]),
    ]
    /// What both saw is right for one of them alone.
    func stale(_ serving: Int, _ reason: String) throws {
      let before = try client.result("bank.teller.list")["tellers"] as? NSArray
      for (method, given) in keys {
        let params = given.merging(["teller": 4, "serving": serving]) { $1 }
        #expect(try client.error(method, params).name == reason, "\(method)")
      }
      let after = try client.result("bank.teller.list")["tellers"] as? NSArray
      let seen = [before, after].map {
        ($0 ?? []).compactMap { ($0 as? [String: Any])?["serving"] as? Int }
      }
      #expect(seen[0] == seen[1] && seen[0].count == 4)
    }
    try stale(7, "bank.ticketLeftDesk")
    try client.result("bank.advance", ["teller": 4, "serving": 0])
    try stale(0, "bank.otherTicket")
    try client.result("bank.recall", ["ticket": 1])
    daemon.stop()
    try daemon.start()
    let again = try daemon.connect()
    let serving = try again.result("bank.board")["serving"] as? [[String: Any]]
    #expect(serving?.first?["recalls"] as? Int == 1)
    let next = try again.result("bank.advance", ["teller": 4, "serving": 1])
    #expect((next["next"] as? [String: Any])?["number"] as? Int == 2)
  }
}
