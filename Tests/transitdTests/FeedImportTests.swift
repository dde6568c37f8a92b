import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("FeedImport")
struct FeedImportTests {
  private let fixture: FeedFixture

  init() throws { fixture = try FeedFixture() }

  @Test("a feed with marks, quotes, mixed line ends and short rows is read as it was meant")
  func read() throws {
    let feed = try fixture.feed(fixture.archive())
    #expect(feed.facts.zone == "Asia/Seoul")
    #expect(feed.facts.agency == "City")
    #expect(feed.facts.stops == 4)
    #expect(feed.facts.routes == 2)
    #expect(feed.facts.trips == 5)
    #expect(feed.facts.stopTimes == 13)
    #expect(try feed.stops("A").map(\.name) == ["Arthur, \"Old\" Town"])
    #expect(try feed.stops("101").map(\.id) == ["A"])
    #expect(try feed.stops("BÖHM").map(\.id) == ["B"])
    #expect(try feed.stops("תחנה").map(\.platform) == ["2"])
    // A station stands for its platforms.
    #expect(try feed.stops("중앙역").map(\.id) == ["ST", "C"])
    #expect(try feed.stops("nowhere").isEmpty)
  }

  @Test("a feed packed with its folder is read as well")
  func folder() throws {
    #expect(try fixture.feed(fixture.archive(folder: "city/")).facts.stopTimes == 13)
  }

  @Test("a feed without calendar.txt, or without calendar_dates.txt, is complete")
  func oneCalendar() throws {
    let dates = try fixture.feed(fixture.archive(without: ["calendar.txt"]))
    #expect(try dates.read("A", at: "2026-09-07T00:00") == ["tomorrow 10:00 city_h"])
    let weekly = try fixture.feed(fixture.archive(without: ["calendar_dates.txt"]))
    #expect(try weekly.read("A", at: "2026-09-08T07:00", limit: 1) == ["08:00 city_1"])
    let bare = try fixture.archive(
      ["trips.txt": "trip_id,route_id,service_id"],
      without: ["calendar.txt", "calendar_dates.txt", "frequencies.txt"])
    #expect(try fixture.problem(bare)?.kind == .unreadable)
  }

  @Test("rows of a trip that stand apart are one trip all the same")
  func scattered() throws {
    let rows = FeedFixture.stopTimes.split(separator: "\n")
    // The first stops of all trips, then the second ones, and so on; city_1 has a blank and stays.
    let others = rows.dropFirst(4)
    let apart = ["A,1", "B,2", "C,2", "C,3", "A,3"].flatMap { stop in
      others.filter { $0.contains(stop) }
    }
    let mixed = (rows.prefix(4) + apart).joined(separator: "\n")
    let feed = try fixture.feed(fixture.archive(["stop_times.txt": mixed]))
    let same = try fixture.feed(fixture.archive())
    for stop in ["A", "B", "C"] {
      #expect(
        try feed.read(stop, at: "2026-09-07T00:00") == same.read(stop, at: "2026-09-07T00:00"))
    }
  }

  // MARK: Refusals

  @Test(
    "what is wrong is named with its file and its line",
    arguments: [
      ("stops.txt", "stop_name,stop_lat\nx,1\n", 1),
      ("stops.txt", "stop_id,stop_name\nA,x\n\n\"B\n", 4),
      ("stops.txt", "stop_id,stop_name\nA,\"x\"y\n", 2), ("stops.txt", "", 1),
      ("stops.txt", FeedFixture.stops + "A,again,37,127,,,\n", 7),
      ("calendar.txt", FeedFixture.calendar + "X,1,1,1,1,1,1,2,20260101,20260102", 4),
      ("calendar.txt", FeedFixture.calendar + "X,1,1,1,1,1,1,1,20260231,20260301", 4),
      ("calendar_dates.txt", FeedFixture.dates + "WK,20260910,3\n", 6),
      ("frequencies.txt", FeedFixture.frequencies + "city_f,09:00:00,10:00:00,0,0\n", 3),
      ("stop_times.txt", FeedFixture.stopTimes + "\ncity_2,8:61:00,08:00:00,A,1\n", 15),
      ("stop_times.txt", FeedFixture.stopTimes + "\ncity_2,eight,08:00:00,A,1\n", 15),
      ("agency.txt", "agency_name,agency_timezone\nCity,Asia/Atlantis\n", 2),
    ])
  func named(file: String, text: String, line: Int) throws {
    let problem = try #require(try fixture.problem(fixture.archive([file: text])))
    #expect(problem.kind == .invalid)
    #expect(problem.file == file)
    #expect(problem.line == line)
    let error = problem.refusal("city.zip").wireError
    #expect(error.message.hasPrefix("\(file), line \(line): "))
  }

  /// A table with one row of so many bytes, with line feeds in it where it is quoted, and one more.
  private func table(row count: Int, isQuoted: Bool, end: String) -> [UInt8] {
    let quotes = isQuoted ? 2 : 0
    var field = [UInt8](repeating: 0x78, count: count - quotes - end.utf8.count)
    if isQuoted {
      for index in stride(from: 99, to: field.count - 1, by: 100) { field[index] = 0x0A }
      field = [0x22] + field + [0x22]
    }
    return Array("stop_id\n".utf8) + field + Array("\(end)B".utf8)
  }

  @Test(
    "a row may be so long, quoted or not, whatever ends it",
    arguments: [false, true], ["\n", "\r\n", "\r"])
  func longRow(isQuoted: Bool, end: String) throws {
    for count in [CSVReader.maximumRow, CSVReader.maximumRow + 1] {
      let bytes = table(row: count, isQuoted: isQuoted, end: end)
      var given = 0
      // What is around the bound comes byte by byte: the answer must not hang on how it comes.
      let csv = try CSVReader("stops.txt") { buffer throws(FeedProblem) in
        let slow = "stop_id\n".utf8.count + CSVReader.maximumRow
        let most = given < slow ? min(buffer.count, slow - given) : 1
        let part = bytes[given...].prefix(most)
        buffer.copyBytes(from: part)
        given += part.count
        return part.count
      }
      guard count == CSVReader.maximumRow else {
        let problem = #expect(throws: FeedProblem.self) { try csv.next() }
        #expect(problem == FeedProblem.invalid("stops.txt", 2, "the row is too long", "줄이 너무 김"))
        continue
      }
      #expect(try csv.next())
      #expect(csv.bytes(0).count == count - (isQuoted ? 2 : 0) - end.utf8.count)
      #expect(try csv.next())
      #expect(csv.text(0) == "B")
      let inside = csv.line - 3
      #expect(inside == (isQuoted ? (count - end.utf8.count - 3) / 100 : 0))
      #expect(try !csv.next())
    }
  }

  @Test("a field that never ends is refused before it fills the memory", arguments: ["\"", ""])
  func endlessRow(quote: String) throws {
    var given = 0
    var head = Array("stop_id\n\(quote)".utf8)
    let csv = try CSVReader("stops.txt") { buffer throws(FeedProblem) in
      // It ends one day, or a reader without a bound would fill the memory of whoever tests it.
      let part =
        head.isEmpty && given < 64 << 20
        ? [UInt8](repeating: 0x78, count: buffer.count) : head
      head = []
      buffer.copyBytes(from: part)
      given += part.count
      return part.count
    }
    let problem = #expect(throws: FeedProblem.self) { try csv.next() }
    #expect(problem == FeedProblem.invalid("stops.txt", 2, "the row is too long", "줄이 너무 김"))
    #expect(given <= 4 * CSVReader.maximumRow)
  }

  @Test(
    "a missing file is named",
    arguments: ["agency.txt", "stops.txt", "trips.txt", "stop_times.txt"])
  func missing(file: String) throws {
    let problem = try #require(try fixture.problem(fixture.archive(without: [file])))
    #expect(problem.kind == .unreadable)
    #expect(problem.text.en.contains(file))
  }

  @Test(
    "a path that leaves the archive is refused",
    arguments: ["../stops.txt", "/etc/passwd", "a/../../b.txt", "C:\\x", "a\\..\\b"])
  func traversal(name: String) throws {
    var zip = ZipWriter()
    for (file, text) in FeedFixture.files { zip.add(file, text) }
    zip.add(name, "x")
    #expect(try fixture.problem(fixture.write(zip))?.kind == .tooLarge)
  }

  @Test("an archive that unpacks to very much more than it is, is refused before it is read")
  func bomb() throws {
    var zip = ZipWriter()
    for (file, text) in FeedFixture.files { zip.add(file, text) }
    zip.add("shapes.txt", "x", declaredSize: 1 << 30)
    #expect(try fixture.problem(fixture.write(zip))?.kind == .tooLarge)
    var many = ZipWriter()
    for number in 0..<5 {
      many.add("\(number)", String(repeating: "x", count: 1 << 20), declaredSize: 1 << 30 - 1)
    }
    #expect(try fixture.problem(fixture.write(many))?.kind == .tooLarge)
  }

  @Test("an archive that was cut off, or is none, is refused")
  func damaged() throws {
    let path = try fixture.archive()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in [0, 10, whole.count / 2, whole.count - 4] {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(try fixture.problem(path)?.kind == .unreadable, "cut at \(count)")
    }
    var wrong = whole
    let place = try #require(wrong.range(of: Data("08:20:00".utf8)))
    wrong.replaceSubrange(place, with: Data("08:25:00".utf8))
    try wrong.write(to: URL(fileURLWithPath: path))
    #expect(try fixture.problem(path)?.kind == .unreadable)
  }

  @Test("a cancelled import ends with that")
  func cancelled() async throws {
    let fixture = fixture
    var rows = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for sequence in 0..<20_000 { rows += "city_1,08:00:00,08:00:00,A,\(sequence)\n" }
    let archive = try fixture.archive(["stop_times.txt": rows])
    let store = fixture.directory.file("feed.new")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let request = FeedImport.Request(
        name: "city", source: "", realtime: nil, importedAt: .init(microseconds: 0))
      try FeedImport(archive: archive, store: store, request) { _ in }.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@Suite("StopTime")
struct StopTimeTests {
  @Test("the two words hold what they are made of, to the limits")
  func words() {
    let time = StopTime(
      departure: StopTime.maximumDeparture - 1, trip: StopTime.maximumTrips - 1,
      service: StopTime.maximumServices - 1, sequence: StopTime.maximumSequence - 1,
      headsign: StopTime.maximumHeadsigns - 1, isClosed: true, isTemplate: true)
    let words = time.words
    #expect(StopTime(words.0, words.1) == time)
    var plain = time
    plain.isTemplate = false
    plain.isClosed = false
    #expect(StopTime(plain.words.0, plain.words.1) == plain)
    #expect(plain.words.0 < words.0)
  }

  @Test("stops of a trip come back as they were packed")
  func trip() {
    let times = TripTimes(stops: [
      .init(sequence: 1, stop: 900_000, arrival: 28_800, departure: 28_830),
      .init(sequence: 7, stop: 3, arrival: 29_000, departure: 29_000),
      .init(sequence: 70_000, stop: 0, arrival: 95_000, departure: 400_000),
    ])
    #expect(TripTimes(encoded: times.encoded) == times)
    #expect(TripTimes(encoded: []).stops.isEmpty)
  }
}
