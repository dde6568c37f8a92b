import Foundation
import TestSupport
import Testing

@testable import transitd

/// Monday 2026-09-07 in a feed of three stops, 1,112 m from one to the next.
@Suite("Ways in the daemon", .serialized, .timeLimit(.minutes(2)))
struct RouteServiceTests {
  private let fixture: FeedFixture
  private let transit: TransitHarness

  init() throws {
    fixture = try FeedFixture()
    transit = try TransitHarness(hasKey: false)
    try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(), "name": "city"])
  }

  private func route(
    _ from: String, _ to: String, _ more: [String: Any] = [:]
  ) throws -> [String: Any] {
    try transit.client.result(
      "transit.route", ["from": from, "to": to].merging(more) { $1 })
  }

  private func refusal(
    _ from: String, _ to: String, _ more: [String: Any] = [:]
  ) throws -> WireFailure {
    try transit.client.error("transit.route", ["from": from, "to": to].merging(more) { $1 })
  }

  /// The reason where there is no way.
  private func why(
    _ from: String, _ to: String, _ more: [String: Any] = [:], in language: String = "en"
  ) throws -> String {
    let answer = try route(from, to, more)
    #expect(list(answer["journeys"]).isEmpty && list(answer["rows"]).isEmpty)
    let why = (answer["why"] as? [String: Any])?[language] as? String
    // It stands below the table as well.
    #expect(text(answer, language) == why)
    return try #require(why)
  }

  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private func legs(_ answer: [String: Any]) -> [String] { WayAnswer(answer).lines }

  private func text(_ answer: [String: Any], _ language: String) -> String {
    (answer["remark"] as? [String: Any])?[language] as? String ?? ""
  }

  @Test("a way has its vehicles, stops and clocks, and leaves as late as it can")
  func ride() throws {
    let answer = try route("city:A", "C", ["at": "2026-09-07T07:00"])
    #expect(legs(answer) == ["1 ride 08:00 Arthur, \"Old\" Town 7 תחנה 08:20"])
    let leg = try #require(WayAnswer(answer).legs.first)
    #expect(leg["headsign"] as? String == "Centre")
    #expect(leg["stops"] as? Int == 2)
    #expect(leg["trip"] as? String == "city_1")
    let journey = try #require(WayAnswer(answer).journeys.first?["text"] as? [String: Any])
    #expect(journey["en"] as? String == "2026-09-07 08:00 to 08:20, 20m, no change")
    #expect(journey["ko"] as? String == "2026-09-07 08:00–08:20, 20분, 환승 없음")
    #expect(text(answer, "en") == "Arthur, \"Old\" Town to תחנה on 2026-09-07")
    #expect(text(answer, "ko") == "2026-09-07 Arthur, \"Old\" Town에서 תחנה까지")
  }

  @Test("a journey has its legs in it, and what is a stop in them is one that departures takes")
  func journey() throws {
    let answer = try route(
      "37.501,127.0", "C", ["at": "2026-09-07T07:00", "walkMetersPerSecond": 1])
    #expect(answer["source"] as? String == "timetable")
    let journey = try #require(WayAnswer(answer).journeys.first)
    // 111 m of straight line are 145 m on foot.
    #expect(journey["departure"] as? String == "2026-09-06T22:57:35.000Z")
    #expect(journey["arrival"] as? String == "2026-09-06T23:20:00.000Z")
    #expect(journey["transfers"] as? Int == 0)
    #expect(journey["walkMeters"] as? Int == 145)
    let legs = list(journey["legs"])
    #expect(legs.map { $0["kind"] as? String } == ["walk", "ride"])
    let ends = legs.flatMap { leg in
      ["from", "to"].map { leg[$0] as? [String: Any] ?? [:] }
    }
    #expect(
      ends.map { $0["name"] as? String } == [
        "37.501,127.0", "Arthur, \"Old\" Town", "Arthur, \"Old\" Town", "תחנה",
      ])
    #expect(ends.map { $0["id"] as? String } == [nil, "city:A", "city:A", "city:C"])
    for id in ends.compactMap({ $0["id"] as? String }) {
      let found = try transit.client.result("transit.departures", ["stop": id])
      #expect("city:\(found["stop"] ?? "")" == id)
    }
    let ride = try #require(legs.last)
    #expect(ride["departure"] as? String == "2026-09-06T23:00:00.000Z")
    #expect(ride["arrival"] as? String == "2026-09-06T23:20:00.000Z")
    #expect(ride["route"] as? String == "R")
    #expect(ride["routeName"] as? String == "7")
    #expect(ride["trip"] as? String == "city_1")
    #expect(ride["stops"] as? Int == 2)
    #expect(ride["realtime"] as? Bool == false)
    #expect(ride["cancelled"] == nil)
  }

  @Test("so many ways are given as one wants, the next ones behind the best")
  func limit() throws {
    let question: [String: Any] = ["at": "2026-09-07T07:00"]
    func clocks(_ more: [String: Any]) throws -> [String] {
      legs(try route("A", "C", question.merging(more) { $1 })).map {
        $0.split(separator: " ").dropLast(2).prefix(3).joined(separator: " ")
      }
    }
    let first = try clocks([:])
    #expect(first == ["1 ride 08:00"])
    #expect(try clocks(["limit": 1]) == first)
    #expect(try clocks(["limit": 2]) == ["1 ride 08:00", "2 ride 09:00"])
    // The night bus leaves seventeen hours later.
    #expect(try clocks(["limit": 20]).last == "3 ride 00:10")
  }

  @Test("on foot and by vehicle are two ways where the vehicle is sooner, and one where it is not")
  func walk() throws {
    // 1,112 m of straight line are 1,446 m on foot, at 4.5 km/h 19 minutes.
    let both = try route("A", "B", ["at": "2026-09-07T07:59"])
    #expect(
      legs(both) == [
        "1 walk 07:59 Arthur, \"Old\" Town Böhm 08:18",
        "2 ride 08:00 Arthur, \"Old\" Town 7 Böhm 08:10",
      ])
    #expect(legs(try route("A", "B", ["at": "2026-09-07T07:00"])).count == 1)
    // Who walks at 9 km/h is there before the bus, with which one spares the walk.
    let fast = try route("A", "B", ["at": "2026-09-07T07:59", "walkMetersPerSecond": 2.5])
    #expect(
      legs(fast) == [
        "1 walk 07:59 Arthur, \"Old\" Town Böhm 08:08",
        "2 ride 08:00 Arthur, \"Old\" Town 7 Böhm 08:10",
      ])
    #expect(WayAnswer(fast).journeys.map { $0["walkMeters"] as? Int } == [1447, 0])
    #expect(list(fast["notes"]).isEmpty && fast["why"] == nil)
  }

  @Test("who has to arrive leaves as late as possible, and a night trip belongs to the day before")
  func arrival() throws {
    let answer = try route("A", "C", ["arriveBy": "2026-09-07T09:30"])
    #expect(legs(answer) == ["1 ride 09:00 Arthur, \"Old\" Town 7 תחנה 09:20"])
    let night = try route("A", "C", ["at": "2026-09-08T00:05"])
    #expect(legs(night) == ["1 ride 00:10 Arthur, \"Old\" Town Night תחנה 01:30"])
    #expect(WayAnswer(night).legs.first?["serviceDate"] as? String == "2026-09-07")
  }

  @Test("a position is as good as a stop: the way begins and ends on foot")
  func position() throws {
    let answer = try route("37.501,127.0", "37.5201,127.0", ["at": "2026-09-07T07:00"])
    let found = WayAnswer(answer).legs
    #expect(found.map { $0["kind"] as? String } == ["walk", "ride", "walk"])
    // The whole stands before its parts.
    let rows = list(answer["rows"])
    #expect(rows.map { $0["kind"] as? String } == ["way", "walk", "ride", "walk"])
    #expect(rows.map { $0["number"] as? Int } == [1, nil, nil, nil])
    #expect(
      (rows[0]["remark"] as? [String: Any])?["en"] as? String == "22m 8s, no change, 2m 8s on foot")
    // 111 m, 145 m on foot, 116 s; the bus leaves at 08:00.
    #expect(found.first?["seconds"] as? Int == 116)
    #expect(found.first?["arrival"] as? String == found[1]["departure"] as? String)
  }

  @Test("a line that is avoided is not taken, and one that nobody has is told")
  func avoid() throws {
    let answer = try route("A", "C", ["at": "2026-09-07T07:00", "avoid": ["7"]])
    #expect(WayAnswer(answer).legs.first?["routeName"] as? String == "Night")
    let error = try refusal("A", "C", ["avoid": ["77"]])
    #expect(error.name == "transit.unknownFeedLine")
  }

  @Test("who will not walk so far is shown other ways, and how far one has to walk at least")
  func maxWalk() throws {
    let ride = ["1 ride 08:00 Arthur, \"Old\" Town 7 Böhm 08:10"]
    #expect(legs(try route("A", "B", ["at": "2026-09-07T07:59", "maxWalkMeters": 1000])) == ride)
    // 1,446 m on foot.
    #expect(
      WayAnswer(try route("A", "B", ["at": "2026-09-07T07:59", "maxWalkMeters": 1447]))
        .journeys.count == 2)
    #expect(
      WayAnswer(try route("A", "B", ["at": "2026-09-07T07:59", "maxWalkMeters": 1445]))
        .journeys.count == 1)
    // 145 m to A; C is 12 m from the end.
    let ends: [String: Any] = ["at": "2026-09-07T07:00"]
    let short = try why(
      "37.501,127.0", "37.5201,127.0", ends.merging(["maxWalkMeters": 100]) { $1 })
    #expect(short.contains("the least on foot is about 160 m; allow it with --max-walk"))
    #expect(
      !legs(try route("37.501,127.0", "37.5201,127.0", ends.merging(["maxWalkMeters": 162]) { $1 }))
        .isEmpty)
  }

  @Test("a wheelchair takes no vehicle that has no room for one, and what is not known is said")
  func wheelchair() throws {
    let trips = FeedFixture.trips
      .replacingOccurrences(of: "trip_headsign", with: "trip_headsign,wheelchair_accessible")
      .replacingOccurrences(of: "city_1,Centre", with: "city_1,Centre,2")
      .replacingOccurrences(of: "city_2,Centre", with: "city_2,Centre,1")
    try transit.client.result(
      "transit.gtfs.import",
      ["path": try fixture.archive(["trips.txt": trips]), "name": "city"])
    let morning = ["at": "2026-09-07T07:00"]
    #expect(
      legs(try route("A", "C", morning)) == ["1 ride 08:00 Arthur, \"Old\" Town 7 תחנה 08:20"])
    let way = try route("A", "C", ["at": "2026-09-07T07:00", "wheelchair": true])
    #expect(legs(way) == ["1 ride 09:00 Arthur, \"Old\" Town 7 תחנה 09:20"])
    #expect(list(way["notes"]).isEmpty)
    let night = try route("A", "C", ["at": "2026-09-07T12:00", "wheelchair": true])
    #expect(list(night["notes"]).map { $0["note"] as? String } == ["wheelchairUnknown"])
    #expect(text(night, "ko").hasSuffix("휠체어로 탈 수 있는지 알 수 없는 편이 있습니다"))
    let closed = FeedFixture.stops.replacingOccurrences(
      of: "stop_code,parent_station,platform_code\r\n",
      with: "stop_code,parent_station,platform_code,wheelchair_boarding\r\n"
    )
    .replacingOccurrences(of: "ST,2\r\r\n", with: "ST,2,2\r\r\n")
    try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(["stops.txt": closed]), "name": "city"])
    let none = try why("A", "C", ["at": "2026-09-07T07:00", "wheelchair": true])
    #expect(none.contains("there is none without steps"))
  }

  @Test("no way says why")
  func none() throws {
    let same = try refusal("A", "city:A")
    #expect(same.name == "transit.samePlace")
    let late = try why("A", "C", ["at": "2027-01-01T08:00"])
    #expect(late.contains("2026-09-01 to 2026-09-30"))
    let far = try why("36.0,127.0", "C", ["at": "2026-09-07T08:00"])
    #expect(far.contains("no stop is within 1000 m of 36.0,127.0"))
    let without = try why("A", "C", ["at": "2026-09-07T08:00", "avoid": ["7", "Night"]])
    #expect(without.contains("without the lines to avoid"))
    let back = try why("C", "A", ["at": "2026-09-07T08:00"])
    #expect(back.contains("nothing goes there within a week"))
    let night = try why("C", "A", ["at": "2026-09-07T08:00"], in: "ko")
    #expect(night.hasPrefix("תחנה에서 Arthur, \"Old\" Town까지 가는 길이 없습니다: "))
    #expect(try refusal("A", "Nowhere").name == "transit.unknownEnd")
    #expect(try refusal("A", "95,127").name == "transit.invalidPosition")
    #expect(try refusal("A", "C", ["at": "25:00"]).name == "transit.invalidTime")
    let twice = try refusal("A", "C", ["at": "08:00", "arriveBy": "09:00"])
    #expect(twice.name == "transit.twoTimes")
  }

  @Test("where nothing goes within a day the next days are looked at, and that is said")
  func nextWeek() throws {
    // Friday night to Monday; only A to A runs on Saturdays.
    let answer = try route("A", "C", ["at": "2026-09-12T02:00"])
    #expect(legs(answer) == ["1 ride 08:00 +2 Arthur, \"Old\" Town 7 תחנה 08:20 +2"])
    #expect(list(answer["notes"]).map { $0["note"] as? String } == ["notWithinADay"])
  }

  @Test("an import and a removal are known to the next question")
  func changes() throws {
    #expect(!legs(try route("A", "C", ["at": "2026-09-07T07:00"])).isEmpty)
    let later = FeedFixture.stopTimes.replacingOccurrences(
      of: "08:00:00,08:00:00", with: "07:55:00,07:55:00")
    try transit.client.result(
      "transit.gtfs.import",
      ["path": try fixture.archive(["stop_times.txt": later]), "name": "city"])
    #expect(
      legs(try route("A", "C", ["at": "2026-09-07T07:00"]))
        == ["1 ride 07:55 Arthur, \"Old\" Town 7 תחנה 08:20"])
    try transit.client.result("transit.gtfs.remove", ["feed": "city"])
    #expect(try refusal("A", "C").name == "transit.noTimetables")
  }
}
