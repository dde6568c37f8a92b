import Foundation
import TestSupport
import Testing

@Suite(
  "Notices of target times", .serialized,
  .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
struct TargetNoticeTests {
  @Test("a target that is passed is told on the desktop, in the journal and to watchers, once")
  func told() throws {
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let daemon = try DaemonHarness(environment: [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": "ko_KR.UTF-8", "LC_ALL": "",
    ])
    let client = try daemon.connect()
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
    try client.result("bank.service.set", ["service": "loan", "target": "90% 50ms 이내"])
    try client.result("bank.open")
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    for _ in 0..<7 { try client.result("bank.take", ["service": "loan"]) }
    var tickets: [Int] = []
    while tickets.count < 7 {
      let params = try #require(try watcher.receive()["params"] as? [String: Any])
      let event = try #require(params["event"] as? [String: Any])
      if event["kind"] as? String == "overTarget" {
        tickets.append(try #require(event["ticket"] as? Int))
      }
    }
    #expect(tickets.sorted() == Array(1...7))
    let call = try desktop.next()
    #expect(call[4] as? String == "대출: 대기 목표 초과")
    #expect((call[5] as? String)?.hasSuffix("대출 대기 0.05초 초과") == true)
    let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
    let told = log.split(separator: "\n").filter {
      $0.contains("waited longer than 0.05s for loan")
    }
    #expect((1...2).contains(told.count), "\(log)")
    // The board marks them, also for a watcher who comes later.
    let waiting = try client.result("bank.board")["waiting"] as? [[String: Any]]
    #expect(waiting?.allSatisfy { $0["overTarget"] as? Bool == true } == true)
  }
}
