import Foundation
import TestSupport
import Testing

@Suite("The branch's own recorded day")
struct RecordedDayCallTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
    for service in ["deposit", "loan"] {
      try client.result("bank.service.set", ["service": service, "durationSeconds": 0.001])
    }
    try client.result("bank.run", ["customers": 10, "seed": 3])
  }

  private func busy(_ from: String) throws -> Double {
    let answer = try client.result(
      "bank.simulate", ["from": from, "replications": 2])
    let tellers = try #require(answer["tellers"] as? [[String: Any]])
    let shares = tellers.compactMap { ($0["utilisation"] as? [String: Any])?["mean"] as? Double }
    return try #require(shares.max())
  }

  private func isOneEnough(_ from: String) throws -> Bool {
    let answer = try client.result(
      "bank.staff", ["from": from, "target": "90% within 5m", "maximum": 1])
    let services = try #require(answer["services"] as? [[String: Any]])
    return services.allSatisfy { $0["confirmed"] != nil }
  }

  /// The day took a millisecond for each; then the branch sets times of minutes.
  @Test("all of it has the times that were seen, its arrivals alone those that are set")
  func times() throws {
    try client.result("bank.service.set", ["service": "deposit", "durationSeconds": 600])
    try client.result("bank.service.set", ["service": "loan", "durationSeconds": 600])
    #expect(try busy("report") < 0.01)
    #expect(try busy("arrivals") > 0.2)
    #expect(try isOneEnough("report"))
    #expect(try !isOneEnough("arrivals"))
  }

  @Test("a word for no day is refused with those that there are, and an empty file as a record")
  func words() throws {
    for (method, others) in [("bank.simulate", [:]), ("bank.staff", ["target": "5m"])] {
      let error = try client.error(method, others.merging(["from": "monday"]) { $1 })
      #expect(error.name == "bank.planDayWord", "\(error)")
      #expect(error.message.contains("`report`") && error.message.contains("`arrivals`"))
      let empty = try client.error(method, others.merging(["from": ""]) { $1 })
      #expect(empty.name == "bank.planRecord", "\(empty)")
    }
  }
}
