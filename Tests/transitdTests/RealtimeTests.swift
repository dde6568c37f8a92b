import TestSupport
import Testing
import Values

@testable import transitd

@Suite("Realtime")
struct RealtimeTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  /// Departures of A on Monday the 7th as `08:05 city_1 tracked`.
  private func read(
    _ updates: String..., stop: String = "A", at time: String = "2026-09-07T07:00", limit: Int = 3
  ) throws -> [String] {
    let entities = updates.enumerated().map {
      "{\"id\":\"\($0.offset)\",\"trip_update\":\($0.element)}"
    }
    let text =
      "{\"header\":{\"gtfs_realtime_version\":\"2.0\"},\"entity\":[\(entities.joined(separator: ","))]}"
    let from = try feed.moment(time)
    let snapshot = try RealtimeSnapshot(RealtimeFeed(Array(text.utf8)), on: feed, at: from)
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops(stop).map(\.number), from: from, limit: limit, with: snapshot)
    return try found.map { "\(try feed.read($0, from: from)) \($0.realtime)" }
  }

  private func trip(_ id: String, _ more: String = "", stops: String = "") -> String {
    let date = "\"start_date\":\"20260907\""
    return "{\"trip\":{\"trip_id\":\"\(id)\",\(date)\(more)},\"stop_time_update\":[\(stops)]}"
  }

  @Test("a delay holds for the stops behind it, up to the next one")
  func delays() throws {
    let update = trip(
      "city_1",
      stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":300}},"
        + "{\"stop_sequence\":9,\"arrival\":{\"delay\":60}}")
    #expect(
      try read(update)
        == ["08:05 city_1 tracked", "09:00 city_2 none", "tomorrow 00:10 city_n none"])
    #expect(try read(update, stop: "B", limit: 1) == ["08:15 city_1 tracked"])
  }

  @Test("who is late is still listed after the planned time, who is early is not before it")
  func lateAndEarly() throws {
    let late = trip("city_1", stops: "{\"stop_id\":\"A\",\"departure\":{\"delay\":1200}}")
    #expect(try read(late, at: "2026-09-07T08:10", limit: 1) == ["08:20 city_1 tracked"])
    let early = trip("city_1", stops: "{\"stop_id\":\"A\",\"departure\":{\"delay\":-180}}")
    #expect(try read(early, at: "2026-09-07T07:58", limit: 1) == ["09:00 city_2 none"])
  }

  @Test("a time outranks a delay")
  func time() throws {
    // 08:07 in Seoul is 23:07 of the day before in UTC.
    let time = try #require(Timestamp(rfc3339: "2026-09-06T23:07:00Z")).microseconds / 1_000_000
    let update = trip(
      "city_1", stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":1,\"time\":\(time)}}")
    #expect(try read(update, limit: 1) == ["08:07 city_1 tracked"])
  }

  @Test("a trip of 24:10 whose update has the next date is minutes late and not a day")
  func serviceDay() throws {
    // 00:13 of the 8th is 15:13 of the 7th in UTC: three minutes behind 24:10 of the 7th.
    let time = try #require(Timestamp(rfc3339: "2026-09-07T15:13:00Z")).microseconds / 1_000_000
    let update =
      "{\"trip\":{\"trip_id\":\"city_n\",\"start_date\":\"20260908\"},\"stop_time_update\":"
      + "[{\"stop_sequence\":1,\"departure\":{\"time\":\(time)}}]}"
    #expect(
      try read(update, at: "2026-09-08T00:05", limit: 1) == ["00:13 city_n tracked"])
    let delay =
      "{\"trip\":{\"trip_id\":\"city_n\",\"start_date\":\"20260908\"},\"stop_time_update\":"
      + "[{\"stop_sequence\":1,\"departure\":{\"delay\":240}}]}"
    #expect(try read(delay, at: "2026-09-08T00:05", limit: 1) == ["00:14 city_n tracked"])
  }

  @Test("cancelled trips are shown as that, deleted ones not at all, skipped stops as passed")
  func relations() throws {
    #expect(
      try read(trip("city_1", ",\"schedule_relationship\":\"CANCELED\""), limit: 1)
        == ["08:00 city_1 cancelled"])
    #expect(
      try read(trip("city_1", ",\"schedule_relationship\":7"), limit: 1) == ["09:00 city_2 none"])
    let skipped = trip(
      "city_1",
      stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":60}},"
        + "{\"stop_sequence\":5,\"schedule_relationship\":\"SKIPPED\"}")
    #expect(try read(skipped, stop: "B", limit: 1) == ["08:10 city_1 skipped"])
    let silent = trip(
      "city_1", stops: "{\"stop_sequence\":1,\"schedule_relationship\":\"NO_DATA\"}")
    #expect(try read(silent, limit: 1) == ["08:00 city_1 none"])
  }

  @Test("a duplicated trip is one more, and the planned one stays as it is")
  func duplicated() throws {
    let update = trip(
      "city_1", ",\"start_time\":\"08:30:00\",\"schedule_relationship\":\"DUPLICATED\"",
      stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":60}}")
    #expect(
      try read(update)
        == ["08:00 city_1 none", "08:31 city_1 added", "09:00 city_2 none"])
    // Ten minutes of way to B, and the minute of delay.
    #expect(try read(update, stop: "B", limit: 2) == ["08:10 city_1 none", "08:41 city_1 added"])
  }

  @Test("a run of a repeated trip is the one that begins when its update says")
  func frequency() throws {
    let update =
      "{\"trip\":{\"trip_id\":\"city_f\",\"start_date\":\"20260912\",\"start_time\":\"08:20:00\"},"
      + "\"stop_time_update\":[{\"stop_sequence\":1,\"departure\":{\"delay\":120}}]}"
    #expect(
      try read(update, at: "2026-09-12T08:10", limit: 2)
        == ["08:22 city_f tracked", "08:40 city_f none"])
  }

  @Test("an id that is only the end of the timetable's is the trip that runs")
  func suffix() throws {
    let update = trip("1", stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":300}}")
    #expect(try read(update, limit: 1) == ["08:05 city_1 tracked"])
    #expect(
      try read(trip("ty_1", stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":300}}"), limit: 1)
        == ["08:00 city_1 none"])
  }

  @Test(
    "a trip that is added, unknown or replaced is shown with its own times, to its own end",
    arguments: [["arrival"], ["arrival", "departure"]])
  func extras(ends: [String]) throws {
    func at(_ time: String) throws -> Int64 { try feed.moment(time).microseconds / 1_000_000 }
    func update(_ id: String, _ relation: Int, _ stops: (String, String)...) throws -> String {
      let calls = try stops.enumerated().map { index, stop in
        let time = try at("2026-09-07T\(stop.1)")
        let events = index == stops.count - 1 ? ends : ["departure"]
        let times = events.map { ",\"\($0)\":{\"time\":\(time)}" }.joined()
        return "{\"stop_id\":\"\(stop.0)\"\(times)}"
      }
      return "{\"trip\":{\"trip_id\":\"\(id)\",\"route_id\":\"R\",\"start_date\":\"20260907\","
        + "\"schedule_relationship\":\(relation)},\"stop_time_update\":[\(calls.joined(separator: ","))]}"
    }
    for (relation, word) in [(1, "added"), (8, "added"), (0, "unplanned"), (2, "unplanned")] {
      let new = try update("strange", relation, ("A", "08:30"), ("B", "08:40"))
      #expect(
        try read(new) == ["08:00 city_1 none", "08:30 ? \(word)", "09:00 city_2 none"])
      // Where it ends nobody gets in.
      let leaving = try read(new, stop: "B")
      #expect(leaving.first == "08:10 city_1 none")
      #expect(!leaving.contains { $0.hasSuffix(word) }, "\(leaving)")
    }
    let replaced = try update("city_1", 5, ("B", "08:05"), ("A", "08:15"), ("C", "08:30"))
    #expect(
      try read(replaced) == [
        "08:15 ? unplanned", "09:00 city_2 none", "tomorrow 00:10 city_n none",
      ]
    )
    #expect(try read(replaced, stop: "B", limit: 1) == ["08:05 ? unplanned"])
    let strange = try update("strange", 3, ("A", "08:30"), ("B", "08:40"))
    #expect(try read(strange, limit: 1) == ["08:00 city_1 none"])
    let from = try feed.moment("2026-09-07T07:00")
    let text = Array(
      "{\"header\":{},\"entity\":[{\"id\":\"1\",\"trip_update\":\(replaced)}]}".utf8)
    let snapshot = try RealtimeSnapshot(RealtimeFeed(text), on: feed, at: from)
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("A").map(\.number), from: from, limit: 1, with: snapshot)
    let answers = try found.map { try Answers.Departure($0, of: feed, nil, at: from) }
    #expect(answers.map(\.route) == ["7"])
    #expect(answers.map(\.headsign) == ["תחנה"])
    #expect(answers.map(\.trip) == ["city_1"])
  }

  @Test("at a busy stop with delays nothing of the next minutes is lost")
  func busy() throws {
    // One every six seconds, all three minutes late but those whose number ends in 7: twenty early.
    var (trips, times) = (
      "route_id,service_id,trip_id\n", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    )
    var updates: [String] = []
    for number in 0..<1500 {
      let (one, two) = (21_600 + number * 6, 21_900 + number * 6)
      func clock(_ seconds: Int) -> String {
        "\(seconds / 3600):\(seconds / 60 % 60 + 100):\(seconds % 60 + 100)".replacing(
          ":1", with: ":")
      }
      trips += "R,WK,b\(number)\n"
      times +=
        "b\(number),\(clock(one)),\(clock(one)),A,1\nb\(number),\(clock(two)),\(clock(two)),B,2\n"
      let delay = number % 10 == 7 ? -1200 : 180
      updates.append(
        trip("b\(number)", stops: "{\"stop_sequence\":1,\"departure\":{\"delay\":\(delay)}}"))
    }
    let busy = try fixture.feed(
      fixture.archive(["trips.txt": trips, "stop_times.txt": times], without: ["frequencies.txt"]))
    let from = try busy.moment("2026-09-07T07:40")
    let entities = updates.enumerated().map {
      "{\"id\":\"\($0.offset)\",\"trip_update\":\($0.element)}"
    }
    let text = "{\"header\":{},\"entity\":[\(entities.joined(separator: ","))]}"
    let snapshot = try RealtimeSnapshot(RealtimeFeed(Array(text.utf8)), on: busy, at: from)
    let found = try DepartureSearch(feed: busy).next(
      at: busy.stops("A").map(\.number), from: from, limit: 60, with: snapshot)
    // By arithmetic: when each leaves, in seconds behind 06:00; 07:40 is 6000.
    let expected = (0..<1500).map { $0 * 6 + ($0 % 10 == 7 ? -1200 : 180) }.filter { $0 >= 6000 }
      .sorted().prefix(60)
    #expect(found.map { Int($0.departsAt.seconds(since: from)) + 6000 } == Array(expected))
  }

  @Test("a binary feed whose first bytes look like JSON or a page is read as what it is")
  func looks() throws {
    for length: UInt8 in [0x7B, 0x3C, 0x20, 0x5B] {
      // A header of so many bytes: version, timestamp, and a field of a later specification.
      var header: [UInt8] = [0x0A, 0x03, 0x32, 0x2E, 0x30, 0x18, 0x05]
      let rest = Int(length) - header.count - 2
      header += [0x7A, UInt8(rest)] + [UInt8](repeating: 0x20, count: rest)
      #expect(try RealtimeFeed([0x0A, length] + header).timestamp == 5)
    }
    let page = Array("\n<!DOCTYPE html><html><body>Service under repair</body></html>".utf8)
    #expect(throws: UpstreamFault.html) { try RealtimeFeed(page) }
    let json = Array("\n {\"header\":{\"timestamp\":\"7\"}}".utf8)
    #expect(try RealtimeFeed(json).timestamp == 7)
  }

  @Test("what is no feed is told as what it is")
  func unreadable() {
    #expect(throws: UpstreamFault.truncated) { try RealtimeFeed([]) }
    #expect(throws: UpstreamFault.truncated) { try RealtimeFeed(Array("{\"header\":{".utf8)) }
    #expect(throws: UpstreamFault.html) { try RealtimeFeed(Array("<html>".utf8)) }
    #expect(throws: UpstreamFault.malformed("a feed without a header")) {
      try RealtimeFeed(Array("{}".utf8))
    }
    #expect(throws: UpstreamFault.malformed("no GTFS Realtime message")) {
      try RealtimeFeed([0xFF, 0xFF, 0xFF, 0x01])
    }
  }
}

@Suite("Recorded real time", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedRealtimeTests {
  /// Imported once for all tests, as a hundred and fifty thousand rows take a while in a debug build.
  private static let stores: [String: (folder: TemporaryDirectory, path: String)] = {
    var stores: [String: (folder: TemporaryDirectory, path: String)] = [:]
    for name in ["wmata-cut", "sound-transit-40"] {
      guard let folder = RecordedData.folder, let fixture = try? FeedFixture(),
        let feed = try? fixture.feed("\(folder)/gtfs/\(name).zip")
      else { continue }  // the test that wants it says that it is missing
      stores[name] = (fixture.directory, feed.path)
    }
    return stores
  }()

  private func feed(_ name: String) throws -> FeedFile {
    try FeedFile(path: try #require(Self.stores[name]?.path))
  }

  private func snapshot(_ name: String, _ feed: FeedFile) throws -> RealtimeSnapshot {
    let realtime = try RealtimeFeed(RecordedData.bytes("gtfs-rt/\(name)"))
    return try RealtimeSnapshot(realtime, on: feed, at: Timestamp(microseconds: 0))
  }

  @Test(
    "at midnight in Washington no trip is a day late",
    arguments: [
      ("wmata-0009.pb", 265, 9, "32318060", 11, 85), ("wmata-0009.pb", 265, 9, "13924060", 2, 24),
      ("wmata-0009.pb", 265, 9, "6480060", 2, 0), ("wmata-2345.pb", 324, 10, "3853060", 2, 0),
      ("wmata-2345.pb", 324, 10, "24441060", 37, 772),
    ])
  func midnight(
    name: String, updates: Int, matched: Int, trip: String, sequence: Int, delay: Int
  ) throws {
    let feed = try feed("wmata-cut")
    let realtime = try RealtimeFeed(RecordedData.bytes("gtfs-rt/\(name)"))
    #expect(realtime.updates.count == updates)
    let snapshot = try snapshot(name, feed)
    #expect(snapshot.trips.count == matched)
    #expect(snapshot.unmatched == updates - matched)
    let number = try #require(try feed.tripNumber(trip))
    let run = try #require(snapshot.trips[number]?.first)
    #expect(DayText.text(run.serviceDay) == "2024-02-09")
    #expect(run.state(at: sequence) == (.tracked, delay))
    let all = snapshot.trips.values.joined().flatMap(\.points).compactMap(\.delay)
    #expect(all.allSatisfy { abs($0) < 3600 })
  }

  @Test("the bus of 24:17 is shown at 00:17 of the next date, on time")
  func departure() throws {
    let feed = try feed("wmata-cut")
    let from = try feed.moment("2024-02-10T00:10")
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("10677").map(\.number), from: from, limit: 2,
      with: snapshot("wmata-0009.pb", feed))
    #expect(
      try found.map { "\(try feed.read($0, from: from)) \($0.realtime) \($0.delaySeconds ?? -1)" }
        == ["00:17 13924060 tracked 24", "00:47 42401060 tracked 0"])
  }

  @Test("a duplicated train of Seattle is one more beside the planned one")
  func duplicated() throws {
    let feed = try feed("sound-transit-40")
    let snapshot = try snapshot("sound-transit-1683740698.json", feed)
    #expect(snapshot.trips.values.joined().count == 14)
    // 1043 leaves 99914 at 10:43 by plan and is also run a second time at 10:43: at its first stop
    // the update has 1683740580, which is 10:43:00 of 2023-05-10 in Los Angeles.
    let from = try feed.moment("2023-05-10T10:40")
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("99914").map(\.number), from: from, limit: 10, with: snapshot)
    let extra = found.filter { $0.realtime == .added }
    #expect(
      try extra.map { try feed.read($0, from: from) } == [
        "10:43 LLR_2023-03-18_Weekday_100479_1043"
      ])
    #expect(extra.first?.departsAt == Timestamp(microseconds: 1_683_740_580_000_000))
  }

  @Test("of two updates of one stop the later one counts")
  func twice() throws {
    let feed = try feed("sound-transit-40")
    let snapshot = try snapshot("sound-transit-duplicated-1690679342.json", feed)
    let number = try #require(try feed.tripNumber("LLR_2023-03-18_Saturday_100479_2021"))
    let run = try #require(snapshot.trips[number]?.first)
    #expect(run.extra == .added)
    let sequences = run.points.map(\.sequence)
    #expect(Set(sequences).count == sequences.count)
  }
}
