import Foundation
import Synchronization
import TestSupport
import Testing

@testable import transitd

/// Trip updates of Monday 2026-09-07, as an agency's server says them when it is asked.
final class UpdateServer: Sendable {
  private final class Answer: Sendable {
    let text = Mutex("")
  }

  private let answer = Answer()
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { [answer] _ in
      let text = answer.text.withLock { $0 }
      return .last(
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
    }
    say([])
  }

  var url: String { "http://127.0.0.1:\(server.port)/updates" }
  var calls: Int { server.requests.count }

  /// From now on these are the entities of the feed, `{"trip_update":…}` each.
  func say(_ entities: [String]) {
    let list = entities.enumerated().map { "{\"id\":\"\($0.offset)\",\($0.element.dropFirst())" }
    answer.text.withLock { $0 = "{\"header\":{},\"entity\":[\(list.joined(separator: ","))]}" }
  }

  /// An update of one trip.
  static func trip(
    _ id: String, day: String = "20260907", delay: Int? = nil, more: String = ""
  ) -> String {
    let stops = delay.map { "{\"stop_sequence\":1,\"departure\":{\"delay\":\($0)}}" } ?? ""
    return "{\"trip_update\":{\"trip\":{\"trip_id\":\"\(id)\",\"start_date\":\"\(day)\"\(more)},"
      + "\"stop_time_update\":[\(stops)]}}"
  }

  static let cancelled = ",\"schedule_relationship\":\"CANCELED\""
}

@Suite("Ways with real time in the daemon", .serialized, .timeLimit(.minutes(2)))
struct RouteRealtimeTests {
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

  /// The parts of all ways, as `08:00 7 08:10 on time`.
  private func legs(_ answer: [String: Any]) -> [String] {
    list(answer["legs"]).map { leg in
      let clocks = ["leaves", "arrives"].map { (leg[$0] as? [String: Any])?["en"] ?? "" }
      let remark = (leg["remark"] as? [String: Any])?["en"] ?? ""
      return "\(clocks[0]) \(leg["route"] ?? "on foot") \(clocks[1]) (\(remark))"
    }
  }

  @Test("a way is as late as its vehicle, and goes without what is cancelled")
  func route() throws {
    let question = ["from": "A", "to": "C", "at": "2026-09-07T07:00"]
    server.say([UpdateServer.trip("city_1", delay: 300)])
    try load()
    let late = try transit.client.result("transit.route", question)
    #expect(legs(late) == ["08:05 7 08:25 (2 stops, 5 min late)"])
    #expect(late["source"] as? String == "realtime")
    #expect(list(late["legs"]).first?["delaySeconds"] as? Int == 300)
    #expect(list(late["legs"]).first?["trip"] as? String == "city_1")
    // Who comes after the planned time still gets in.
    let after = try transit.client.result(
      "transit.route", question.merging(["at": "2026-09-07T08:02"]) { $1 })
    #expect(legs(after) == ["08:05 7 08:25 (2 stops, 5 min late)"])
    server.say([UpdateServer.trip("city_1", more: UpdateServer.cancelled)])
    let calls = server.calls
    var next = after
    // The answer that is at hand counts for a second.
    while server.calls == calls { next = try transit.client.result("transit.route", question) }
    #expect(legs(next) == ["09:00 7 09:20 (2 stops)"])
    #expect(next["source"] as? String == "timetable")
  }
}
