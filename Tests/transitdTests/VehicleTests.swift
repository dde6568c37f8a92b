import TestSupport
import Testing
import Values

@testable import transitd

@Suite("Vehicles of real time")
struct VehicleTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  private func trip(_ id: String, stops: String) -> String {
    "{\"trip\":{\"trip_id\":\"\(id)\",\"start_date\":\"20260907\"},"
      + "\"stop_time_update\":[\(stops)]}"
  }

  @Test("where only the place of a vehicle is known, that is shown, and no time of it")
  func vehicles() throws {
    func report(_ trip: String, _ more: String) -> String {
      "{\"trip\":{\"trip_id\":\"\(trip)\",\"start_date\":\"20260907\"},\(more)}"
    }
    func read(_ vehicles: [String], _ stop: String, _ time: String, update: String? = nil) throws
      -> [String]
    {
      var entities = vehicles.enumerated().map {
        "{\"id\":\"v\($0.offset)\",\"vehicle\":\($0.element)}"
      }
      if let update { entities.append("{\"id\":\"u\",\"trip_update\":\(update)}") }
      let text = "{\"header\":{},\"entity\":[\(entities.joined(separator: ","))]}"
      let from = try feed.moment("2026-09-07T\(time)")
      let snapshot = try RealtimeSnapshot(RealtimeFeed(Array(text.utf8)), on: feed, at: from)
      let found = try DepartureSearch(feed: feed).next(
        at: feed.stops(stop).map(\.number), from: from, limit: 1, with: snapshot)
      return try found.map {
        let answer = try Answers.Departure($0, of: feed, nil, at: from)
        return "\(try feed.read($0, from: from)) \(answer.trip) \(answer.remark.en)"
      }
    }
    let atA = report("city_1", "\"stop_id\":\"A\",\"current_status\":\"STOPPED_AT\"")
    #expect(try read([atA], "A", "07:50") == ["08:00 city_1 city_1 here"])
    let name = "Arthur, \"Old\" Town"
    #expect(
      try read([atA], "B", "07:50") == ["08:10 city_1 city_1 at \(name), 1 stop away"])
    // It has not come by its time: it is still shown, and not before now.
    #expect(
      try read([atA], "B", "08:30") == ["08:30 city_1 city_1 at \(name), 1 stop away"])
    let toB = report("city_1", "\"current_stop_sequence\":5")
    #expect(try read([toB], "B", "08:12") == ["08:12 city_1 city_1 comes here next"])
    // It has left A, before its time or not.
    #expect(try read([toB], "A", "07:50") == ["09:00 city_2 city_2 "])
    // What an update says goes before it.
    let late = trip("city_1", stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":300}}")
    #expect(
      try read([toB], "A", "07:50", update: late) == ["08:05 city_1 city_1 5 min late"])
    // Old reports, and those of no stop, say nothing.
    let old = Int(try feed.moment("2026-09-07T07:40").microseconds / 1_000_000)
    #expect(
      try read([report("city_1", "\"stop_id\":\"A\",\"timestamp\":\"\(old)\"")], "A", "07:50")
        == ["08:00 city_1 city_1 "])
    #expect(try read([report("city_1", "\"timestamp\":\"9\"")], "A", "07:50").count == 1)
  }

  @Test("the binary form says the same as the one in JSON")
  func binary() throws {
    // Entity 4 with the trip, stop sequence 5 and status 1, written by hand.
    let trip: [UInt8] = [0x0A, 6] + Array("city_1".utf8) + [0x1A, 8] + Array("20260907".utf8)
    let vehicle: [UInt8] = [0x0A, UInt8(trip.count)] + trip + [0x18, 5, 0x20, 1, 0x3A, 1, 0x42]
    let entity: [UInt8] = [0x0A, 1, 0x31, 0x22, UInt8(vehicle.count)] + vehicle
    let feed: [UInt8] = [0x0A, 5, 0x0A, 3, 0x32, 0x2E, 0x30, 0x12, UInt8(entity.count)] + entity
    let json = """
      {"header":{},"entity":[{"id":"1","vehicle":{"trip":{"trip_id":"city_1",
      "start_date":"20260907"},"current_stop_sequence":5,"stop_id":"B",
      "current_status":"STOPPED_AT"}}]}
      """
    #expect(try RealtimeFeed(feed).vehicles.count == 1)
    #expect(try RealtimeFeed(feed).vehicles == RealtimeFeed(Array(json.utf8)).vehicles)
  }
}

@Suite("Real time that cannot be")
struct ImpossibleRealtimeTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  /// Numbers at the ends of what 32 and 64 bits hold, and mistakes that people make.
  private static let numbers: [Int64] = [
    .min, .min + 1, -1 << 33, -1 << 31, -2_147_454_847, -86_401, -1, 0, 1, 5, 86_401, 1_000_000_000,
    2_147_454_847, 1 << 31, 1 << 32, 4_102_444_800, 1 << 33, 1_795_564_800_000, 1 << 53, 1 << 62,
    .max - 1, .max,
  ]

  private func snapshot(_ text: String) throws -> RealtimeSnapshot {
    let from = try feed.moment("2026-09-07T07:00")
    return try RealtimeSnapshot(RealtimeFeed(Array(text.utf8)), on: feed, at: from)
  }

  /// Departures and ways by what was said, whatever it was.
  private func use(_ snapshot: RealtimeSnapshot) throws -> [String] {
    let from = try feed.moment("2026-09-07T07:00")
    let network = try RandomFeeds.network(feed)
    var draft = LiveDraft(network)
    try draft.add(snapshot, of: feed, feed: 0)
    let live = JourneyNetwork(draft)
    let pair = RandomFeeds.Pair(
      from: "A", to: "C", at: Int(from.microseconds / 1_000_000), vehicles: 3, horizon: 86_400)
    let terms = JourneyRounds.Terms()
    for isArrival in [false, true] {
      _ = JourneySearch(live).ways(
        try RandomFeeds.question(pair, feed, live, terms, isArrival: isArrival))
    }
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("A").map(\.number), from: from, limit: 3, with: snapshot)
    return try found.map { try feed.read($0, from: from) }
  }

  private static let planned = ["08:00 city_1", "09:00 city_2", "tomorrow 00:10 city_n"]

  @Test("numbers at the ends of their range take nothing away but themselves", arguments: numbers)
  func extremes(number: Int64) throws {
    let trip = "\"trip\":{\"trip_id\":\"city_1\",\"start_date\":\"20260907\""
    func update(_ relation: String, _ stops: String, _ more: String = "") -> String {
      "{\"header\":{},\"entity\":[{\"id\":\"1\",\"trip_update\":{\(trip)\(relation)}\(more),"
        + "\"stop_time_update\":[\(stops)]}}]}"
    }
    let isLong = abs(max(number, .min + 1)) > 86_400
    for event in ["arrival", "departure"] {
      for member in ["time", "delay"] {
        for sequence in [1, 9] {
          let stop = "{\"stop_sequence\":\(sequence),\"\(event)\":{\"\(member)\":\(number)}}"
          let found = try use(snapshot(update("", stop)))
          // Milliseconds, and all that is a day or more away, are no delays.
          if isLong || member == "time" { #expect(found == Self.planned, "\(stop)") }
        }
      }
      let added = ["A", "C"].map { "{\"stop_id\":\"\($0)\",\"\(event)\":{\"time\":\(number)}}" }
      for relation in ["ADDED", "REPLACEMENT", "DUPLICATED"] {
        let word = ",\"schedule_relationship\":\"\(relation)\""
        _ = try use(snapshot(update(word, added.joined(separator: ","))))
        let now = try feed.moment("2026-09-07T07:30").microseconds / 1_000_000
        let mixed =
          "{\"stop_id\":\"B\",\"departure\":{\"time\":\(now)}},\(added.joined(separator: ","))"
        _ = try use(snapshot(update(word, mixed)))
      }
    }
    _ = try use(snapshot(update("", "", ",\"delay\":\(number)")))
    _ = try use(snapshot("{\"header\":{\"timestamp\":\(number)},\"entity\":[]}"))
    _ = try use(snapshot(update(",\"start_time\":\"\(number):00:00\"", "")))
    _ = try use(
      snapshot(
        "{\"header\":{},\"entity\":[{\"id\":\"1\",\"vehicle\":{\(trip)},\"stop_id\":\"A\","
          + "\"current_stop_sequence\":\(number),\"timestamp\":\(number)}}]}"))
  }

  @Test("days far off are left out, and what is left out is counted")
  func days() throws {
    for day in ["00010101", "19500101", "21000101", "99991231", "20261301", "x"] {
      for relation in ["SCHEDULED", "DUPLICATED", "ADDED", "CANCELED"] {
        let text =
          "{\"header\":{},\"entity\":[{\"id\":\"1\",\"trip_update\":{\"trip\":{\"trip_id\":\"city_1\","
          + "\"start_date\":\"\(day)\",\"schedule_relationship\":\"\(relation)\"},"
          + "\"stop_time_update\":[{\"stop_sequence\":1,\"departure\":{\"delay\":60}}]}}]}"
        _ = try use(snapshot(text))
      }
    }
    let milliseconds =
      "{\"header\":{},\"entity\":[{\"id\":\"1\",\"trip_update\":{\"trip\":{\"trip_id\":\"city_1\"},"
      + "\"stop_time_update\":[{\"stop_sequence\":1,\"departure\":{\"delay\":90000}},"
      + "{\"stop_sequence\":5,\"departure\":{\"time\":5}}]}}]}"
    #expect(try snapshot(milliseconds).impossible == 2)
  }
}
