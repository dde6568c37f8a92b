import Foundation
import Storage
import TestSupport
import Testing

@testable import transitd

/// Names of somebody's own for places, and places by their address.
@Suite("Places with names of one's own", .serialized, .timeLimit(.minutes(2)))
struct OwnPlaceTests {
  @Test(
    "a name is a word that means nothing else",
    arguments: [
      ("home", true), ("집", true), ("Grandma's flat", true), ("2층 사무실", true), ("", false),
      ("12", false), ("13-195", false), ("37.5,127.0", false), ("city:A", false),
      (String(repeating: "가", count: 33), false), ("\u{200B}", false), ("a\nb", false),
    ])
  func names(name: String, isOne: Bool) {
    var places = OwnPlaces()
    #expect(((try? places.set(name, "강남")) != nil) == isOne)
    #expect(places.list.isEmpty != isOne)
  }

  @Test("one of twenty names; a name that is given again moves, whatever its letters' size")
  func rules() throws {
    var places = OwnPlaces()
    for number in 1...OwnPlaces.maximum { _ = try places.set("place \(number)", "강남") }
    #expect(throws: TransitError.self) { try places.set("one more", "강남") }
    _ = try places.set("Place 3", "시청")
    #expect(places.list.count == OwnPlaces.maximum)
    #expect(places.meaning(of: " place 3 ") == "시청")
    #expect(places.meaning(of: "place 33") == "place 33")
    #expect(try places.remove("PLACE 3").words == "시청")
    #expect(throws: TransitError.self) { try places.remove("place 3") }
  }

  @Test("they are taken wherever a place is asked for, and are there after a kill")
  func everywhere() throws {
    let fixture = try FeedFixture()
    let transit = try TransitHarness()
    try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(), "name": "city"])
    func set(_ name: String, _ place: String) throws {
      try transit.client.result("transit.place.set", ["name": name, "place": place])
    }
    try set("home", "37.501,127.0")
    try set("work", "C")
    try set("School", "work")
    try set("역", "강남")
    try set("stop", "22654")
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    let list = WayAnswer.list(try client.result("transit.place.list")["places"])
    #expect(
      list.map { "\($0["name"] ?? "") \($0["place"] ?? "")" } == [
        "home 37.501,127.0", "work C", "School C", "역 강남", "stop 22654",
      ])
    let way = try client.result(
      "transit.route", ["from": "HOME", "to": "school", "at": "2026-09-07T07:00"])
    let legs = WayAnswer(way).legs
    #expect(legs.compactMap { $0["routeName"] as? String } == ["7"])
    #expect(WayAnswer.name(legs.first?["from"]) == "home")
    #expect(way["to"] as? String == "School")
    let departures = try client.result("transit.departures", ["stop": "work"])
    #expect(departures["stop"] as? String == "C")
    #expect(try client.result("transit.hours", ["place": "work"])["name"] as? String == "תחנה")
    #expect(try client.result("transit.arrivals", ["station": "역"])["name"] as? String == "강남")
    #expect(
      try client.result("transit.busArrivals", ["stop": "stop"])["number"] as? String == "22654")
    let near = WayAnswer.list(try client.result("transit.stations", ["near": "역"])["places"])
    #expect(near.first?["name"] as? String == "강남")
    let added = try client.result("transit.favourite.add", ["place": "stop"])
    #expect(added["stop"] as? String == "22654")
    // A way keeps the names, and goes where they are by then.
    try client.result("transit.favourite.add", ["place": "home", "to": "work"])
    try client.result("transit.place.set", ["name": "work", "place": "B"])
    let moved = try client.result(
      "transit.route", ["from": "home → work", "at": "2026-09-07T07:00"])
    let last = try #require(WayAnswer(moved).legs.last?["to"] as? [String: Any])
    #expect(last["id"] as? String == "city:B")
    #expect(moved["to"] as? String == "work")
    #expect(
      try client.error("transit.place.set", ["name": "x", "place": "Nowhere"]).name
        == "transit.unknownEnd")
    try client.result("transit.place.remove", ["name": "Home"])
    #expect(
      try client.error("transit.place.remove", ["name": "home"]).name == "transit.unknownPlace")
  }

  /// As agencies write them: in `stop_desc`.
  private static let addresses =
    "stop_id,stop_name,stop_desc,stop_lat,stop_lon\n"
    + "A,Westlake,\"Westlake Station - 4th Ave & Pine St Seattle, WA 98101\",37.5,127.0\n"
    + "B,Capitol,\"140 Broadway E, Seattle, WA 98102\",37.51,127.0\n"
    + "C,Market,\"서울특별시 중구 세종대로 110\",37.52,127.0\n"
    + "D,Far,\"999 Pine St, Tacoma\",37.9,127.0\n"

  @Test(
    "an address finds the stop that is there, its words in any order and not to their end",
    arguments: [
      ("4th Ave & Pine St", ["A"]), ("pine st seattle", ["A"]), ("140 Broadway", ["B"]),
      ("broadw 140", ["B"]), ("세종대로 110", ["C"]), ("중구 세종대로", ["C"]),
      ("Seattle WA", ["A", "B"]), ("Pine St", ["A", "D"]), ("Pine", []), ("110", []),
      ("e wa", []), ("Pine Broadway", []), ("140 roadway", []),
    ])
  func address(words: String, stops: [String]) throws {
    let fixture = try FeedFixture()
    let feed = try fixture.feed(try fixture.archive(["stops.txt": Self.addresses]))
    #expect(try feed.stops(words).map(\.id) == stops)
  }

  @Test("a timetable that was imported before addresses were read is read without them")
  func old() throws {
    let fixture = try FeedFixture()
    let path = try fixture.feed(try fixture.archive(["stops.txt": Self.addresses])).path
    do {
      let database = try Database(path: path, mode: .draft)
      try database.execute("ALTER TABLE stop DROP COLUMN address; PRAGMA user_version = 4")
    }
    let feed = try FeedFile(path: path)
    #expect(try feed.stops("140 Broadway").isEmpty)
    #expect(try feed.read("A", at: "2026-09-07T07:00", limit: 1) == ["08:00 city_1"])
  }
}
