import Foundation
import TestSupport
import Testing

@testable import transitd

@Suite("Timetables beside what is live", .serialized, .timeLimit(.minutes(2)))
struct FallbackTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  /// Our feed, with a stop that is called as a station of Seoul, and service on every day.
  private func archive(_ fixture: FeedFixture) throws -> String {
    let days = FeedFixture.calendar.split(separator: "\n")[0]
    return try fixture.archive(
      [
        "stops.txt": FeedFixture.stops.replacingOccurrences(of: "Böhm", with: "강남"),
        "calendar.txt": "\(days)\nWK,1,1,1,1,1,1,1,20200101,20991231\n",
        "trips.txt": FeedFixture.trips.replacingOccurrences(of: ",SA,", with: ",WK,"),
        "stop_times.txt": FeedFixture.stopTimes.replacingOccurrences(
          of: ",B,2,,1", with: ",B,2,,0"),
      ], without: ["calendar_dates.txt", "frequencies.txt"])
  }

  @Test(
    "where nothing live is known the timetable is shown, and that it is one, and why",
    arguments: [("noKey", nil), ("upstreamFailed", "503"), ("quotaExhausted", "ERROR-337")]
      as [(String, String?)])
  func fallback(note: String, fault: String?) throws {
    let fixture = try FeedFixture()
    let transit = try TransitHarness(hasKey: fault != nil)
    let path = try archive(fixture)
    try transit.client.result("transit.gtfs.import", ["path": path, "name": "city"])
    if let fault { try transit.replay.fail(fault, times: 3) }
    let place = try transit.client.result("transit.arrivals", ["station": "강남"])
    #expect(place["source"] as? String == "timetable")
    #expect(list(place["notes"]).map { $0["note"] as? String } == [note, "timetable"])
    let arrivals = list(place["arrivals"])
    #expect(!arrivals.isEmpty)
    for arrival in arrivals {
      #expect(arrival["source"] as? String == "timetable")
      let seconds = try #require(arrival["seconds"] as? Int)
      // In an hour or later it is the clock that is shown, with its day.
      let when = try #require((arrival["when"] as? [String: Any])?["en"] as? String)
      #expect(when.contains(":") == (seconds >= 3600), "\(when) in \(seconds) s")
    }
    // One who is to leave for it is told by the clock as well.
    try transit.client.result("transit.favourite.add", ["place": "강남"])
    try transit.client.request("transit.leave", ["favourite": "강남", "walkSeconds": 60])
    let event = try TransitHarness.event(transit.client)
    #expect(["planned", "soon", "leaveNow"].contains(event["kind"] as? String))
    #expect((event["arrival"] as? [String: Any])?["source"] as? String == "timetable")
  }

  @Test("alerts of a timetable's real time stand at arrivals and a watch, and are told once")
  func alerts() throws {
    let fixture = try FeedFixture()
    let server = try UpdateServer()
    func alert(_ id: String, _ header: String, _ selector: String) -> String {
      "{\"alert\":{\"effect\":\"DETOUR\",\"informed_entity\":[{\(selector)}],"
        + "\"header_text\":{\"translation\":[{\"text\":\"\(header)\"}]}}}"
    }
    let closed = alert("1", "exit 3 is closed", "\"stop_id\":\"B\"")
    let elsewhere = alert("2", "nothing to us", "\"stop_id\":\"A\"")
    server.say([closed, elsewhere])
    let transit = try TransitHarness(["watchSeconds": 1, "freshSeconds": 0])
    try transit.client.result(
      "transit.gtfs.import",
      ["path": try archive(fixture), "name": "city", "realtime": server.url])
    func texts(_ value: Any?) -> [String] {
      list(value).compactMap { ($0["text"] as? [String: Any])?["en"] as? String }
    }
    let place = try transit.client.result("transit.arrivals", ["station": "강남"])
    #expect(texts(place["alerts"]) == ["detour: exit 3 is closed"])
    let remark = (place["remark"] as? [String: Any])?["en"] as? String
    #expect(remark?.hasSuffix("detour: exit 3 is closed") == true)
    let other = try transit.client.result("transit.arrivals", ["station": "서울"])
    #expect(texts(other["alerts"]).isEmpty)
    let watcher = try transit.daemon.connect()
    try watcher.request("transit.watch", ["target": "강남"])
    /// What is new in the events up to one that has so many alerts, and three seconds behind it.
    func news(until count: Int) throws -> [String] {
      var news: [String] = []
      var more = 3
      while more > 0 {
        let event = try TransitHarness.event(watcher)
        news += texts(event["news"])
        if texts(event["alerts"]).count == count { more -= 1 }
      }
      return news
    }
    #expect(try news(until: 1) == ["detour: exit 3 is closed"])
    server.say([closed, elsewhere, alert("3", "late trains", "\"stop_id\":\"B\"")])
    #expect(try news(until: 2) == ["detour: late trains"])
    // What goes away and comes again was told.
    server.say([])
    #expect(try news(until: 0) == [])
    server.say([closed])
    #expect(try news(until: 1) == [])
  }

  private func departures(_ transit: TransitHarness) throws -> [String: Any] {
    try transit.client.result(
      "transit.departures", ["stop": "A", "at": "2026-09-07T07:00", "limit": 2])
  }

  private func shown(_ result: [String: Any]) -> [String] {
    list(result["departures"]).map {
      "\(($0["clock"] as? [String: Any])?["en"] ?? "") \($0["trip"] ?? "") \($0["realtime"] ?? "")"
    }
  }

  @Test("trip updates are fetched and laid on the timetable; where they fail that is said")
  func realtime() throws {
    let fixture = try FeedFixture()
    let transit = try TransitHarness(hasKey: false)
    let update = """
      {"header":{"gtfs_realtime_version":"2.0"},"entity":[{"id":"1","trip_update":{
      "trip":{"trip_id":"city_1","start_date":"20260907"},
      "stop_time_update":[{"stop_sequence":1,"departure":{"delay":300}}]}}]}
      """
    let server = try LoopbackServer { request in
      request.path == "/trips"
        ? .last(
          "HTTP/1.1 200 OK\r\nContent-Length: \(update.utf8.count)\r\n\r\n\(update)")
        : .last("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
    }
    let path = try fixture.archive()
    let base = "http://127.0.0.1:\(server.port)"
    try transit.client.result(
      "transit.gtfs.import", ["path": path, "name": "city", "realtime": "\(base)/trips"])
    let live = try departures(transit)
    #expect(live["source"] as? String == "realtime")
    #expect(shown(live) == ["08:05 city_1 tracked", "09:00 city_2 none"])
    // A feed of the same name with another address takes its place.
    try transit.client.result(
      "transit.gtfs.import", ["path": path, "name": "city", "realtime": "\(base)/down"])
    let planned = try departures(transit)
    #expect(planned["source"] as? String == "timetable")
    #expect(shown(planned) == ["08:00 city_1 none", "09:00 city_2 none"])
    let notes = list(planned["notes"]).map { $0["note"] as? String }
    #expect(notes.contains("noRealtime"))
    // The feed ends with 2026-09-30, in Seoul.
    #expect(notes.contains("expired") == (Date().timeIntervalSince1970 >= 1_790_780_400))
  }
}
