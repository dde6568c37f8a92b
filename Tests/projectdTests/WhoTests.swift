import Foundation
import TestSupport
import Testing

@Suite("Who made a change", .serialized)
struct WhoTests {
  private let me = accountName()
  private var host: String {
    ProcessInfo.processInfo.hostName.components(separatedBy: ".")[0]
  }

  private func who(_ machine: Machine) throws -> [String?] {
    let entries = try machine.client.result("project.history")["entries"] as? [[String: Any]]
    return (entries ?? []).map { $0["by"] as? String }
  }

  @Test("the history, a project and a watched board name the user, over a restart too")
  func local() throws {
    let machine = try Machine()
    let watcher = try machine.daemon.connect()
    try watcher.request("project.watch")
    func event() throws -> [String: Any] {
      let params = try #require(try watcher.receive()["params"] as? [String: Any])
      return try #require(params["event"] as? [String: Any])
    }
    #expect(try event()["by"] == nil)
    try machine.add("tap")
    let added = try event()
    #expect(added["by"] as? String == me)
    #expect((added["news"] as? [String: String])?["en"] == "\(me): Added 'tap'.")
    try machine.client.result("project.move", ["ids": [1], "to": "doing"])
    #expect(try who(machine) == [me, me])
    #expect(try machine.client.result("project.show", ["id": 1])["changedBy"] as? String == me)
    machine.daemon.stop(SIGKILL)
    try machine.daemon.start()
    let again = try machine.daemon.connect()
    #expect(try again.result("project.show", ["id": 1])["changedBy"] as? String == me)
  }

  @Test("over any number of machines a change keeps who made it, with the machine")
  func synced() throws {
    let machines = try (0..<3).map { _ in try Machine() }
    try machines[0].add("tap")
    try machines[1].meet(machines[0], as: "next")
    try machines[2].meet(machines[1], as: "next")
    try machines[1].sync("next")
    try machines[2].sync("next")
    for machine in machines.dropFirst() {
      let by = try machine.client.result("project.show", ["id": 1])["changedBy"] as? String
      #expect(by?.hasPrefix("\(me)@") == true, "\(by ?? "nobody")")
      #expect(by?.filter { $0 == "@" }.count == 1)
    }
    // What was done elsewhere is no step here.
    #expect(try who(machines[2]) == [])
  }

  @Test("what another machine says of who it was is kept short, and steers no terminal")
  func hostile() throws {
    let machine = try Machine()
    let clock = "\(Int(Date().timeIntervalSince1970 * 1000)).0"
    let name = "evil\u{1B}[2J" + String(repeating: "x", count: 5000)
    let change: [String: Any] = [
      "replica": "00000000-0000-0000-0000-000000000009", "clock": clock,
      "project": "00000000-0000-0000-0000-000000000001", "fields": ["title": "x"], "by": name,
    ]
    try machine.client.result("project.sync.merge", ["basis": [:], "changes": [change]])
    let by = try machine.client.result("project.show", ["id": 1])["changedBy"] as? String
    #expect(by?.hasPrefix("evil\u{FFFD}[2Jx") == true && by?.count == 200)
  }
}
