import Foundation
import TestSupport
import Testing

@Suite("Watches and leave-bys in the daemon", .serialized, .timeLimit(.minutes(2)))
struct CommuteServiceTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  @Test("a watch counts down each second, and all who look at one place cost one call")
  func watch() throws {
    let transit = try TransitHarness()
    let watchers = try (0..<40).map { _ in try transit.daemon.connect() }
    for watcher in watchers { try watcher.request("transit.watch", ["target": "연신내"]) }
    for watcher in watchers {
      // The first event is the state before the portal has answered.
      var event = try TransitHarness.event(watcher)
      while list(event["up"]).isEmpty { event = try TransitHarness.event(watcher) }
    }
    #expect(try transit.replay.subwayCalls == 1)
    var boards: [[String: Any]] = []
    for _ in 0..<3 { boards.append(try TransitHarness.event(watchers[0])) }
    let times = boards.compactMap { $0["at"] as? String }
    #expect(Set(times).count == 3)
    #expect(try transit.replay.subwayCalls == 1)
  }

  @Test("without favourites and without a name there is nothing to watch")
  func nothingToWatch() throws {
    let transit = try TransitHarness()
    #expect(try transit.client.error("transit.watch").name == "transit.noFavourites")
  }

  @Test("a leave-by tells what to do, goes on over a kill, and ends when it is dismissed")
  func leave() throws {
    let transit = try TransitHarness()
    try transit.client.result("transit.favourite.add", ["place": "왕십리"])
    let listener = try transit.daemon.connect()
    try listener.request("transit.leave", ["favourite": "왕십리", "walkSeconds": 0])
    let event = try TransitHarness.event(listener)
    #expect(["planned", "soon", "leaveNow"].contains(event["kind"] as? String))
    #expect(event["leaveAt"] as? String == event["arrivesAt"] as? String)
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    let leaves = list(try client.result("transit.leave.list")["leaves"])
    #expect(leaves.map { $0["name"] as? String } == ["왕십리"])
    let again = try transit.daemon.connect()
    try again.request("transit.leave", ["favourite": "왕십리", "walkSeconds": 0])
    _ = try TransitHarness.event(again)
    #expect(list(try client.result("transit.leave.list")["leaves"]).count == 1)
    try client.result("transit.leave.dismiss", ["leave": 1])
    var message = try again.receive()
    while message["params"] != nil { message = try again.receive() }
    #expect((message["result"] as? [String: Any])?["leave"] as? Int == 1)
    #expect(list(try client.result("transit.leave.list")["leaves"]).isEmpty)
  }

  @Test("outside of its hours a leave-by waits and asks nobody")
  func window() throws {
    let transit = try TransitHarness()
    try transit.client.result("transit.favourite.add", ["place": "왕십리"])
    // A window of one minute, twelve hours from now in Korea.
    let hour = (Int(Date().timeIntervalSince1970) / 3600 + 9 + 12) % 24
    let listener = try transit.daemon.connect()
    try listener.request(
      "transit.leave",
      ["favourite": "왕십리", "walkSeconds": 60, "between": "\(hour):00-\(hour):01"])
    #expect(try TransitHarness.event(listener)["kind"] as? String == "waiting")
    #expect(try transit.replay.subwayCalls == 0)
    #expect(
      try transit.client.error(
        "transit.leave", ["favourite": "왕십리", "walkSeconds": 60, "between": "morning"]
      ).name == "transit.invalidWindow")
  }

  @Test("a favourite that goes takes its leave-bys with it")
  func removed() throws {
    let transit = try TransitHarness()
    try transit.client.result("transit.favourite.add", ["place": "왕십리"])
    let listener = try transit.daemon.connect()
    try listener.request("transit.leave", ["favourite": "왕십리", "walkSeconds": 0])
    _ = try TransitHarness.event(listener)
    let removed = try transit.client.result("transit.favourite.remove", ["favourite": "왕십리"])
    #expect(
      removed["ended"] as? [String: String]
        == ["en": " (together with its leave-by)", "ko": " (출발 알림 1개도 함께)"])
    var message = try listener.receive()
    while message["params"] != nil { message = try listener.receive() }
    #expect(message["result"] != nil)
  }
}
