import Foundation
import TestSupport
import Testing

@Suite("One call for all who watch", .serialized, .timeLimit(.minutes(2)))
struct SharedPollingTests {
  private func boards(_ event: [String: Any]) -> [Any] {
    (event["up"] as? [Any] ?? []) + (event["down"] as? [Any] ?? [])
  }

  @Test("500 clients that watch one station cost one call of the portal for each poll")
  func watchers() throws {
    let pace = 2.0
    let transit = try TransitHarness(["watchSeconds": pace])
    let watchers = try (0..<500).map { _ in try transit.daemon.connect() }
    let start = Date()
    // A circle line's station: whatever the hour, trains of it are on their way.
    for watcher in watchers { try watcher.request("transit.watch", ["target": "강남"]) }
    for watcher in watchers {
      var event = try TransitHarness.event(watcher)
      while boards(event).isEmpty { event = try TransitHarness.event(watcher) }
    }
    // Each second has its board, and each poll its call, until there were five of them.
    var calls = 0
    while calls < 5 {
      #expect(try !boards(TransitHarness.event(watchers[0])).isEmpty)
      calls = try transit.replay.subwayCalls
    }
    let polls = Date().timeIntervalSince(start) / pace
    #expect(Double(calls) <= polls + 1)
    let quota = try transit.client.result("transit.quota")["portals"] as? [[String: Any]]
    let used = try #require(quota?.first?["used"] as? Int)
    #expect((calls...calls + 1).contains(used))
    let status = try transit.client.result("mate.status")
    #expect(String(describing: status).contains("1 places watched"))
  }

  @Test("when the last watcher goes nobody is asked any more")
  func nobody() throws {
    let transit = try TransitHarness(["watchSeconds": 1])
    let watchers = try (0..<3).map { _ in try transit.daemon.connect() }
    for watcher in watchers { try watcher.request("transit.watch", ["target": "강남"]) }
    for watcher in watchers { _ = try TransitHarness.event(watcher) }
    while try transit.replay.subwayCalls < 2 { _ = try TransitHarness.event(watchers[0]) }
    for watcher in watchers { watcher.endOutput() }
    // Another place at the same pace is the clock: three of its polls, and none of the other's.
    let other = try transit.daemon.connect()
    try other.request("transit.watch", ["target": "13195"])
    let before = try transit.replay.subwayCalls
    while try transit.replay.calls("stationinfo/getStationByUid") < 4 {
      _ = try TransitHarness.event(other)
    }
    #expect(try transit.replay.subwayCalls <= before + 1)
  }
}
