import Foundation
import Storage
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("What of a feed is left out, and how it is held")
struct FeedSkippingTests {
  private let fixture: FeedFixture

  init() throws { fixture = try FeedFixture() }

  /// What a feed with one more thing in it that cannot be used says, beside the whole one.
  @Test(
    "what cannot be used is left out, counted by its reason, and the rest is as it was",
    arguments: [
      ("trips.txt", FeedFixture.trips + "Q,WK,city_9,\nQ,WK,city_8,\n", "unknownRoute", 2, 7),
      (
        "stop_times.txt", FeedFixture.stopTimes + "\ncity_9,08:00:00,08:00:00,A,1\n",
        "unknownTrip", 1, 15
      ),
      (
        "stop_times.txt", FeedFixture.stopTimes + "\ncity_h,11:00:00,11:00:00,Z,3\n",
        "unknownStop", 1, 15
      ),
      ("stop_times.txt", FeedFixture.stopTimes + "\ncity_0,,,A,1\ncity_0,,,C,2", "untimed", 2, 15),
      (
        "frequencies.txt", FeedFixture.frequencies + "city_9,08:00:00,09:00:00,1200,0\n",
        "unknownTrip", 1, 3
      ),
      (
        "stops.txt", FeedFixture.stops + "X,x,137,127,,,\nY,y,-91,0,,,\n", "offGlobe", 2, 7
      ),
    ])
  func skipped(file: String, text: String, reason: String, count: Int, line: Int) throws {
    let trips = FeedFixture.trips + "R,WK,city_0,\n"
    let whole = try fixture.feed(fixture.archive(["trips.txt": trips]))
    let expected = try ["A", "B"].map { try whole.read($0, at: "2026-09-07T00:00") }
    let feed = try fixture.feed(
      fixture.archive(["trips.txt": trips].merging([file: text]) { $1 }))
    #expect(
      feed.facts.skipped.map { "\($0.reason) \($0.count) \($0.file) \($0.line)" }
        == ["\(reason) \(count) \(file) \(line)"])
    #expect(try ["A", "B"].map { try feed.read($0, at: "2026-09-07T00:00") } == expected)
    let answer = Answers.Feed(feed.facts, today: 0)
    #expect(answer.remark.en.contains("left out: \(count) "))
    #expect(answer.remark.ko?.contains("제외: ") == true)
  }

  @Test("pathways that cannot be read are left out, and odd words on wheelchairs are none")
  func walks() throws {
    let paths =
      "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time\n"
      + "1,A,ST,1,1,20,\n2,A,Z,1,1,,\n3,A,B,9,1,,\n4,A,B,1,2,,\n5,A,B,2,0,,7\n6,A,B,1,1,far,\n"
    let feed = try fixture.feed(
      fixture.archive(
        [
          "pathways.txt": paths,
          "trips.txt": FeedFixture.trips
            .replacingOccurrences(of: "trip_headsign", with: "trip_headsign,wheelchair_accessible")
            .replacingOccurrences(of: "city_1,Centre", with: "city_1,Centre,7"),
        ], adding: ["pathways.txt"]))
    #expect(feed.facts.skipped.map(\.count) == [1, 3])
    #expect(feed.facts.skipped.map(\.reason) == [.unknownStop, .unreadPathway])
    let read = try feed.pathways()
    #expect(read.map(\.isStepFree) == [true, false])
    #expect(read.map(\.metres) == [20, nil] && read.map(\.seconds) == [nil, 7])
    #expect(try feed.trip(0)?.wheelchair == .unknown)
  }

  @Test("a timetable of an older version is read as it is", arguments: [1, 2, 3])
  func older(version: Int) throws {
    let file = try fixture.feed(fixture.archive())
    let now = try RandomFeeds.network(file)
    let departures = try file.read("A", at: "2026-09-07T00:00")
    let store = try Database(path: file.path)
    try store.execute(
      "ALTER TABLE trip DROP COLUMN wheelchair; ALTER TABLE stop DROP COLUMN wheelchair;"
        + "ALTER TABLE stop DROP COLUMN kind; DROP TABLE pathway;")
    if version < 3 { try store.execute("DROP TABLE transfer") }
    if version < 2 {
      try store.execute("DROP TABLE skipped; ALTER TABLE stop DROP COLUMN timezone")
    }
    try store.execute("PRAGMA user_version=\(version)")
    let old = try FeedFile(path: file.path)
    #expect(old.facts == file.facts)
    #expect(try old.read("A", at: "2026-09-07T00:00") == departures)
    let net = try RandomFeeds.network(old)
    #expect(net.times == now.times && net.patternStops == now.patternStops)
    #expect(net.paths.outward.starts == now.paths.outward.starts)
    #expect(try old.trip(0)?.wheelchair == .unknown)
  }

  @Test("a trip without times at its ends is used as far as it has some")
  func untimedEnds() throws {
    let rows =
      "city_0,,,A,1\ncity_0,07:00:00,07:00:00,B,2\ncity_0,07:10:00,07:10:00,A,3\ncity_0,,,C,4"
    let feed = try fixture.feed(
      fixture.archive([
        "trips.txt": FeedFixture.trips + "R,WK,city_0,\n",
        "stop_times.txt": FeedFixture.stopTimes + "\n" + rows,
      ]))
    #expect(feed.facts.skipped.map(\.count) == [2])
    // The end of the trip is C, so that whoever gets in at A still gets somewhere.
    #expect(
      try feed.read("A", at: "2026-09-07T00:00", limit: 2) == ["07:10 city_0", "08:00 city_1"])
    #expect(try feed.read("B", at: "2026-09-07T00:00", limit: 1) == ["07:00 city_0"])
  }

  @Test("service on demand is left out where it has windows or zones, and the rest is read")
  func onDemand() throws {
    let times =
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,location_id,"
      + "start_pickup_drop_off_window\ncity_1,08:00:00,08:00:00,A,1,2,,\n"
      + "city_1,08:10:00,08:10:00,B,2,3,,\ncity_1,08:20:00,08:20:00,C,3,,,\n"
      + "city_2,,,,1,2,zone,09:00:00\ncity_2,,,,2,2,zone,09:00:00\ncity_h,,,A,1,2,,10:00:00\n"
    let feed = try fixture.feed(
      fixture.archive(["stop_times.txt": times], without: ["frequencies.txt"]))
    #expect(feed.facts.skipped.map(\.reason) == [.onDemand])
    #expect(feed.facts.skipped.map(\.count) == [3])
    let from = try feed.moment("2026-09-07T00:00")
    func remark(_ stop: String) throws -> [String] {
      try DepartureSearch(feed: feed).next(
        at: feed.stops(stop).map(\.number), from: from, limit: 1
      ).map { try Answers.Departure($0, of: feed, nil, at: from).remark.en }
    }
    #expect(try remark("A") == ["phone ahead"])
    #expect(try remark("B") == ["ask the driver"])
  }

  @Test("a feed of which nothing can be used is refused with the reason")
  func nothingLeft() throws {
    let times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\ncity_1,,,Z,1\n"
    let problem = try fixture.problem(fixture.archive(["stop_times.txt": times]))
    #expect(problem?.kind == .invalid)
    #expect(problem?.file == "stop_times.txt")
    #expect(problem?.text.en.contains("1 rows name unknown stops") == true)
  }

  @Test("the clock of a stop is its own, or its station's; times count in the feed's zone")
  func stopZones() throws {
    let stops =
      "stop_id,stop_name,stop_timezone,parent_station\nA,a,Asia/Tokyo,\nB,b,,ST\n"
      + "C,c,Mars/Olympus,\nST,s,America/New_York,\n"
    let feed = try fixture.feed(fixture.archive(["stops.txt": stops]))
    #expect(feed.facts.skipped.map(\.reason) == [.unknownZone])
    // 08:10 in Seoul is 19:10 of the day before in New York.
    let from = try feed.moment("2026-09-07T07:30")
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("B").map(\.number), from: from, limit: 1)
    let answer = try Answers.Departure(
      try #require(found.first), of: feed, feed.stops("B").first, at: from)
    #expect(answer.clock.en == "19:10")
    #expect(answer.scheduledAt == (try feed.moment("2026-09-07T08:10")))
    #expect(
      try feed.localTime("2026-09-06T18:30", at: feed.stops("B"), now: from) == from)
  }

  @Test("runs on disk and one in memory give the same departures", arguments: [1, 2, 5, 1000])
  func runs(rows: Int) throws {
    var numbers = SeededNumbers(seed: 3)
    let times = (0..<400).map { index in
      (
        StopTime(
          departure: numbers.below(90_000), trip: numbers.below(40), service: 0, sequence: index,
          headsign: 0, isClosed: false, isTemplate: false), numbers.below(9)
      )
    }
    let table = StopTimeTable(folder: fixture.directory.path, runRows: rows)
    for (time, stop) in times { try table.append(time, stop: stop) }
    var found: [Int: [StopTime]] = [:]
    try table.forEachStop(count: 12, lastSequence: [Int32](repeating: 7, count: 40)) { stop, part in
      found[stop] = part.map { StopTime($0.0, $0.1) }
    }
    for stop in 0..<12 {
      let expected = times.filter { $0.1 == stop }.map(\.0).sorted { $0.words < $1.words }
      #expect(found[stop, default: []].map(\.sequence) == expected.map(\.sequence))
      #expect(found[stop, default: []].allSatisfy { $0.isClosed == ($0.sequence == 7) })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path).isEmpty)
  }
}
