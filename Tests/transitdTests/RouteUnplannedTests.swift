import Foundation
import TestSupport
import Testing

@testable import transitd

@Suite("Ways by vehicles that only real time knows", .serialized, .timeLimit(.minutes(2)))
struct RouteUnplannedTests {
  private let fixture: FeedFixture
  private let transit: TransitHarness
  private let server: UpdateServer

  init() throws {
    fixture = try FeedFixture()
    server = try UpdateServer()
    // Real time is asked for at every question.
    transit = try TransitHarness(["watchSeconds": 1], hasKey: false)
  }

  private func load(_ changes: [String: String] = [:]) throws {
    try transit.client.result(
      "transit.gtfs.import",
      ["path": try fixture.archive(changes), "name": "city", "realtime": server.url])
  }

  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private func text(_ event: [String: Any]) -> String {
    (event["text"] as? [String: Any])?["en"] as? String ?? ""
  }

  private func legs(_ answer: [String: Any]) -> [String] { WayAnswer(answer).remarks }

  /// An added trip with its times of Monday the 7th in Seoul.
  private static func added(_ id: String, _ word: String, _ calls: [(String, String)]) throws
    -> String
  {
    let stops = try calls.map { stop, clock in
      let moment = "2026-09-07T\(clock):00+09:00"
      let date = try #require(ISO8601DateFormatter().date(from: moment))
      let time = Int(date.timeIntervalSince1970)
      return "{\"stop_id\":\"\(stop)\",\"departure\":{\"time\":\(time)}}"
    }
    return "{\"trip_update\":{\"trip\":{\"trip_id\":\"\(id)\",\"start_date\":\"20260907\","
      + "\"schedule_relationship\":\"\(word)\"},\"stop_time_update\":[\(stops.joined(separator: ","))]}}"
  }

  @Test("what only real time knows takes people: added trips, and those in the place of others")
  func unplanned() throws {
    let question = ["from": "A", "to": "C", "at": "2026-09-07T07:00"]
    server.say([try Self.added("special", "ADDED", [("A", "07:30"), ("C", "07:45")])])
    try load()
    let added = try transit.client.result("transit.route", question)
    #expect(legs(added) == ["07:30 ? 07:45 (15m, 1 stop, extra)"])
    let leg = try #require(WayAnswer(added).legs.first)
    #expect(leg["trip"] as? String == "special")
    #expect(leg["headsign"] as? String == "תחנה")
    #expect(leg["extra"] as? Bool == true)
    #expect(leg["realtime"] as? Bool == true)
    #expect(leg["delaySeconds"] == nil)
    #expect(added["source"] as? String == "realtime")
    server.say([
      try Self.added("city_1", "REPLACEMENT", [("A", "08:10"), ("B", "08:15"), ("C", "08:40")])
    ])
    let calls = server.calls
    var next = added
    while server.calls == calls { next = try transit.client.result("transit.route", question) }
    #expect(legs(next) == ["08:10 7 08:40 (30m, 2 stops, live, not in the timetable)"])
    let avoiding = question.merging(["at": "2026-09-07T07:00"]) { $1 } as [String: Any]
    let other = try transit.client.result(
      "transit.route", avoiding.merging(["avoid": ["7"]]) { $1 })
    #expect(!legs(other).contains { $0.contains(" 7 ") })
  }

  @Test(
    "a trip that only real time knows is followed, and missed when nobody speaks of it any more")
  func watchUnplanned() throws {
    try load(RouteRealtimeTests.lines)
    let (date, day) = RouteRealtimeTests.tomorrow()
    func update(_ clocks: (String, String)) throws -> String {
      let stops = try [("A", clocks.0), ("C", clocks.1)].map { stop, clock in
        let moment = try #require(ISO8601DateFormatter().date(from: "\(date)T\(clock):00+09:00"))
        return
          "{\"stop_id\":\"\(stop)\",\"departure\":{\"time\":\(Int(moment.timeIntervalSince1970))}}"
      }
      return "{\"trip_update\":{\"trip\":{\"trip_id\":\"x\",\"route_id\":\"N\","
        + "\"start_date\":\"\(day)\",\"schedule_relationship\":\"ADDED\"},"
        + "\"stop_time_update\":[\(stops.joined(separator: ","))]}}"
    }
    server.say([try update(("07:30", "07:50"))])
    try transit.client.request(
      "transit.route.watch", ["from": "A", "to": "C", "at": "\(date)T07:00"])
    let from = "from Arthur, \"Old\" Town"
    #expect(
      text(try TransitHarness.event(transit.client))
        == "leave \(date) 07:30; Night at 07:30 \(from) to תחנה 07:50 (extra); there 07:50")
    server.say([try update(("07:35", "07:58"))])
    #expect(
      text(try TransitHarness.event(transit.client)) == "other times: leave \(date) 07:35; "
        + "Night at 07:35 \(from) to תחנה 07:58 (extra); there 07:58")
    server.say([])
    let gone = try TransitHarness.event(transit.client)
    #expect(gone["kind"] as? String == "broken")
    #expect(text(gone).hasPrefix("Night at 07:35 is cancelled; instead: leave \(date) 08:00; 7 at"))
  }
}
