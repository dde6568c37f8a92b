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

  private func legs(_ answer: [String: Any]) -> [String] { WayAnswer(answer).remarks }

  @Test("a way is as late as its vehicle, and goes without what is cancelled")
  func route() throws {
    let question = ["from": "A", "to": "C", "at": "2026-09-07T07:00"]
    server.say([UpdateServer.trip("city_1", delay: 300)])
    try load()
    let late = try transit.client.result("transit.route", question)
    #expect(legs(late) == ["08:05 7 08:25 (20m, 2 stops, 5 min late)"])
    #expect(late["source"] as? String == "realtime")
    #expect(WayAnswer(late).legs.first?["delaySeconds"] as? Int == 300)
    #expect(WayAnswer(late).legs.first?["trip"] as? String == "city_1")
    // Who comes after the planned time still gets in.
    let after = try transit.client.result(
      "transit.route", question.merging(["at": "2026-09-07T08:02"]) { $1 })
    #expect(legs(after) == ["08:05 7 08:25 (20m, 2 stops, 5 min late)"])
    server.say([UpdateServer.trip("city_1", more: UpdateServer.cancelled)])
    let calls = server.calls
    var next = after
    // The answer that is at hand counts for a second.
    while server.calls == calls { next = try transit.client.result("transit.route", question) }
    #expect(legs(next) == ["09:00 7 09:20 (20m, 2 stops)"])
    #expect(next["source"] as? String == "timetable")
  }

  /// An alert, for ever, about what is in the braces.
  private static func alert(_ header: String, _ selector: String) -> String {
    "{\"alert\":{\"effect\":\"DETOUR\",\"informed_entity\":[{\(selector)}],"
      + "\"header_text\":{\"translation\":[{\"text\":\"\(header)\"}]}}}"
  }

  @Test("alerts stand below the departures and ways that they are about, from a second address too")
  func alerts() throws {
    let alerts = try UpdateServer()
    alerts.say([
      Self.alert("Elm street is closed", "\"stop_id\":\"A\""),
      Self.alert("no night bus", "\"route_id\":\"N\""),
    ])
    server.say([UpdateServer.trip("city_1", delay: 300)])
    try transit.client.result(
      "transit.gtfs.import",
      [
        "path": try fixture.archive(), "name": "city", "realtime": "\(server.url),\(alerts.url)",
      ])
    func answer(_ stop: String, _ clock: String) throws -> [String] {
      let found = try transit.client.result(
        "transit.departures", ["stop": stop, "at": "2026-09-07T\(clock)", "limit": 2])
      let alerts = list(found["alerts"]).map { text($0) }
      // Below the table they stand behind what else is to be said.
      #expect(text(["text": found["remark"] ?? ""]).hasSuffix(alerts.joined(separator: "; ")))
      return list(found["departures"]).map { "\($0["delaySeconds"] ?? "on time")" } + alerts
    }
    #expect(try answer("A", "07:00") == ["300", "on time", "detour: Elm street is closed"])
    #expect(try answer("B", "07:00") == ["300", "on time"])
    let night = try answer("A", "23:00")
    #expect(night.suffix(2) == ["detour: Elm street is closed", "detour: no night bus"])
    let way = try transit.client.result(
      "transit.route", ["from": "B", "to": "C", "at": "2026-09-07T07:00"])
    #expect(list(way["alerts"]).isEmpty)
    let other = try transit.client.result(
      "transit.route", ["from": "A", "to": "C", "at": "2026-09-07T07:00"])
    #expect(list(other["alerts"]).map { $0["effect"] as? String } == ["detour"])
    #expect(text(["text": other["remark"] ?? ""]).hasSuffix("; detour: Elm street is closed"))
  }

  @Test("an address that fails takes only itself away, and each one's age is told")
  func parts() throws {
    let alerts = try UpdateServer()
    alerts.say([Self.alert("Elm street is closed", "\"stop_id\":\"A\"")])
    server.say([UpdateServer.trip("city_1", delay: 300)])
    let broken = "http://me:secret@127.0.0.1:1/vehicles?key=secret"
    try transit.client.result(
      "transit.gtfs.import",
      [
        "path": try fixture.archive(), "name": "city",
        "realtime": "\(server.url),\(broken),\(alerts.url)",
      ])
    let question: [String: Any] = ["stop": "A", "at": "2026-09-07T07:00", "limit": 1]
    let found = try transit.client.result("transit.departures", question)
    #expect(list(found["departures"]).first?["delaySeconds"] as? Int == 300)
    #expect(list(found["alerts"]).count == 1)
    let notes = list(found["notes"]).filter { $0["note"] as? String == "noRealtime" }
    #expect(notes.count == 1)
    #expect(text(notes[0]).hasPrefix("no real time from 127.0.0.1:1/vehicles: "))
    let way = try transit.client.result(
      "transit.route", ["from": "A", "to": "C", "at": "2026-09-07T07:00"])
    #expect(WayAnswer(way).legs.first?["delaySeconds"] as? Int == 300)
    #expect(list(way["notes"]).count == 1)
    let feed = try #require(list(try transit.client.result("transit.gtfs.feeds")["feeds"]).first)
    let parts = list(feed["realtimeParts"])
    #expect(parts.map { $0["used"] as? Bool } == [true, false, true])
    #expect(parts.map { $0["ageSeconds"] != nil } == [true, false, true])
    #expect(text(["text": feed["remark"] ?? ""]).contains("/updates: "))
    #expect(!"\(feed) \(notes)".contains("secret"))
  }

  // MARK: Following one

  /// Two lines by day, every day: A to B, and on to C.
  static let lines: [String: String] = {
    let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
    let times = [
      header, "one,08:00:00,08:00:00,A,1", "one,08:10:00,08:10:00,B,2",
      "two,08:20:00,08:20:00,B,1", "two,08:30:00,08:30:00,C,2", "three,09:00:00,09:00:00,B,1",
      "three,09:10:00,09:10:00,C,2",
    ]
    let days = FeedFixture.calendar.split(separator: "\n")[0]
    return [
      "calendar.txt": "\(days)\nWK,1,1,1,1,1,1,1,20200101,20991231\n",
      "calendar_dates.txt": "service_id,date,exception_type\n",
      "trips.txt": "route_id,service_id,trip_id\nR,WK,one\nN,WK,two\nR,WK,three\n",
      "stop_times.txt": times.joined(separator: "\n"),
      "frequencies.txt": "trip_id,start_time,end_time,headway_secs\n",
    ]
  }()

  /// Tomorrow in Seoul, as `2026-11-24` and `20261124`.
  static func tomorrow() -> (date: String, digits: String) {
    let format = DateFormatter()
    format.timeZone = TimeZone(identifier: "Asia/Seoul")
    format.dateFormat = "yyyy-MM-dd"
    let date = format.string(from: Date().addingTimeInterval(86_400))
    return (date, date.replacingOccurrences(of: "-", with: ""))
  }

  private func text(_ event: [String: Any], _ language: String = "en") -> String {
    (event["text"] as? [String: Any])?[language] as? String ?? ""
  }

  @Test("who follows a way is told when it is late, when it breaks, and how to go on")
  func watch() throws {
    try load(Self.lines)
    let (date, day) = Self.tomorrow()
    try transit.client.request(
      "transit.route.watch", ["from": "A", "to": "C", "at": "\(date)T07:00"])
    let first = try TransitHarness.event(transit.client)
    let from = "from Arthur, \"Old\" Town"
    #expect(first["kind"] as? String == "way")
    #expect(
      text(first) == "leave \(date) 08:00; 7 at 08:00 \(from) to Böhm 08:10; "
        + "Night at 08:20 from Böhm to תחנה 08:30; there 08:30")
    #expect(
      text(first, "ko") == "\(date) 08:00 출발, 08:00 Arthur, \"Old\" Town 7 08:10 Böhm, "
        + "08:20 Böhm Night 08:30 תחנה, 08:30 도착")
    server.say([UpdateServer.trip("one", day: day, delay: 300)])
    let late = try TransitHarness.event(transit.client)
    #expect(late["kind"] as? String == "times")
    #expect(
      text(late).hasPrefix(
        "other times: leave \(date) 08:05; 7 at 08:05 \(from) to Böhm 08:15 (5 min late); "))
    server.say([UpdateServer.trip("one", day: day, delay: 700)])
    let missed = try TransitHarness.event(transit.client)
    #expect(missed["kind"] as? String == "broken")
    #expect(
      text(missed) == "Night at 08:20 is missed: 7 comes at 08:21; instead: leave \(date) 08:11; "
        + "7 at 08:11 \(from) to Böhm 08:21 (12 min late); 7 at 09:00 from Böhm to תחנה 09:10; "
        + "there 09:10")
    let next = WayAnswer(journey: missed["journey"])
    #expect(next.legs.compactMap { $0["routeName"] as? String } == ["7", "7"])
    #expect(next.legs.compactMap { $0["delaySeconds"] as? Int } == [700])
    let before = WayAnswer(journey: missed["brokenJourney"]).legs
    #expect(before.compactMap { $0["routeName"] as? String } == ["7", "Night"])
    #expect(before.allSatisfy { $0["cancelled"] == nil })
    server.say([UpdateServer.trip("three", day: day, more: UpdateServer.cancelled)])
    let cancelled = try TransitHarness.event(transit.client)
    // The first line is on time again, and so the second one is caught.
    #expect(
      text(cancelled) == "7 at 09:00 is cancelled; instead: leave \(date) 08:00; "
        + "7 at 08:00 \(from) to Böhm 08:10; Night at 08:20 from Böhm to תחנה 08:30; there 08:30")
    let broken = WayAnswer(journey: cancelled["brokenJourney"]).legs
    #expect(broken.map { $0["cancelled"] as? Bool } == [nil, true])
    let other = try transit.daemon.connect()
    try other.result(
      "transit.gtfs.import", ["path": try fixture.archive(Self.lines), "name": "city"])
    let end = try transit.client.receive()
    let error = end["error"] as? [String: Any]
    #expect((error?["data"] as? [String: Any])?["name"] as? String == "transit.timetablesChanged")
  }

  @Test(
    "it says when to leave, and ends where the way does", .enabled(if: MovedClock.isPossible))
  func end() throws {
    let clock = try MovedClock(in: fixture.directory)
    let transit = try TransitHarness(
      ["watchSeconds": 1], environment: clock.environment, hasKey: false)
    try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(Self.lines), "name": "city"])
    let eight = try #require(
      ISO8601DateFormatter().date(from: "\(Self.tomorrow().date)T08:00:00+09:00"))
    /// Sets the daemon's clock so many seconds before eight.
    func set(_ seconds: Double) throws {
      try clock.set(Int64(eight.timeIntervalSinceNow - seconds))
    }
    try set(600)
    try transit.client.request("transit.route.watch", ["from": "A", "to": "C"])
    #expect(try TransitHarness.event(transit.client)["kind"] as? String == "way")
    try set(110)
    let soon = try TransitHarness.event(transit.client)
    #expect(soon["kind"] as? String == "soon")
    #expect(text(soon).hasPrefix("leave in 1m "))
    #expect(text(soon, "ko").hasSuffix("초 뒤에 출발하십시오. 08:00 Arthur, \"Old\" Town 7"))
    try set(10)
    let now = try TransitHarness.event(transit.client)
    #expect(text(now) == "leave now: 7 at 08:00 from Arthur, \"Old\" Town")
    try set(-1900)
    let end = try transit.client.receive()
    let result = end["result"] as? [String: Any]
    #expect(result?["to"] as? String == "תחנה", "\(end)")
  }
}
