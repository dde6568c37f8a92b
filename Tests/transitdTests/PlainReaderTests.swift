import Foundation
import TestSupport
import Testing
import Values

@testable import transitd

/// Departures beside those of ``PlainTimetable``, over random feeds and random questions.
@Suite("Departures beside a plain reader")
struct PlainReaderTests {
  private static let zones = [
    "Asia/Seoul", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Europe/London",
  ]

  /// Compares one question; what leaves at the moment of the last one may be either of several.
  private func compare(
    _ feed: FeedFile, _ plain: PlainTimetable, stop: String, from: Date, limit: Int,
    _ comment: Comment
  ) throws {
    let moment = Timestamp(microseconds: Int64(from.timeIntervalSince1970) * 1_000_000)
    let number = try #require(try feed.stopNumber(stop))
    let found = try DepartureSearch(feed: feed).next(at: [number], from: moment, limit: limit)
      .filter { $0.scheduledAt.seconds(since: moment) < 7 * 86_400 }
      .map { departure in
        PlainTimetable.Passing(
          time: Date(
            timeIntervalSince1970: Double(departure.scheduledAt.microseconds / 1_000_000)),
          trip: try feed.trip(departure.trip)?.id ?? "", sequence: departure.sequence)
      }
    let all = plain.departures(stop, from: from)
    let expected = Array(all.prefix(limit))
    #expect(found.map(\.time) == expected.map(\.time), comment)
    guard let last = expected.last?.time else { return }
    #expect(
      Set(found.filter { $0.time < last }) == Set(expected.filter { $0.time < last }), comment)
    #expect(Set(found).isSubset(of: all), comment)
  }

  // MARK: Random feeds

  private static func clock(_ seconds: Int) -> String {
    String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  private static func day(_ noon: Date, _ offset: Int, _ calendar: Calendar) -> String {
    let date = calendar.date(byAdding: .day, value: offset, to: noon) ?? noon
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// A feed whose services run around a day on which clocks may be set.
  private static func files(
    _ numbers: inout SeededNumbers, zone: String, noon: Date, _ calendar: Calendar
  ) -> [String: String] {
    var weeks = FeedFixture.calendar.prefix { $0 != "\n" } + "\n"
    var dates = "service_id,date,exception_type\n"
    for service in 0..<4 {
      let flags = (0..<7).map { _ in Bool.random(using: &numbers) ? "1" : "0" }
      let first = day(noon, -Int.random(in: 0...12, using: &numbers), calendar)
      let last = day(noon, Int.random(in: 0...9, using: &numbers), calendar)
      weeks += "S\(service),\(flags.joined(separator: ",")),\(first),\(last)\n"
      for _ in 0..<3 {
        let date = day(noon, Int.random(in: -8...8, using: &numbers), calendar)
        dates += "S\(service),\(date),\(Int.random(in: 1...2, using: &numbers))\n"
      }
    }
    var trips = "route_id,service_id,trip_id,trip_headsign\n"
    var times =
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type\n"
    var runs = "trip_id,start_time,end_time,headway_secs,exact_times\n"
    for trip in 0..<24 {
      trips += "R,S\(Int.random(in: 0..<4, using: &numbers)),t\(trip),\n"
      let hours = [20...26, 0...30, 70...75, 100...130][trip % 4]
      var time = Int.random(in: hours, using: &numbers) * 3600
      time += Int.random(in: 0..<3600, using: &numbers)
      if trip % 6 == 5 {
        let start = min(time, 110 * 3600)
        runs += "t\(trip),\(clock(start)),\(clock(start + 7200)),"
        runs += "\(Int.random(in: 300...3000, using: &numbers)),\(trip % 2)\n"
        time = 21_600
      }
      for (index, stop) in ["A", "B", "C", "A", "B"].shuffled(using: &numbers).enumerated() {
        // Neither end of a trip is without a time.
        let isBlank = (1...3).contains(index) && Int.random(in: 0..<5, using: &numbers) == 0
        let text = isBlank ? "," : "\(clock(time)),\(clock(time + 30))"
        let pickup = Int.random(in: 0..<9, using: &numbers) == 0 ? "1" : ""
        times += "t\(trip),\(text),\(stop),\(index * 3 + 1),,\(pickup)\n"
        time += Int.random(in: 60...4000, using: &numbers)
      }
    }
    return [
      "agency.txt": "agency_name,agency_timezone\nCity,\(zone)\n", "calendar.txt": String(weeks),
      "calendar_dates.txt": dates, "trips.txt": trips, "stop_times.txt": times,
      "frequencies.txt": runs,
    ]
  }

  @Test(
    "over random feeds: hours past 24 and 72, midnight, clocks that are set, ends of services",
    arguments: 0..<30)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 1))
    let zone = Self.zones[seed % Self.zones.count]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    // Clocks are set in spring and in autumn; in between nothing happens.
    let start = try #require(
      calendar.date(
        from: DateComponents(year: 2026, month: [2, 9, 6][seed % 3], day: 20, hour: 12)))
    let noon =
      calendar.timeZone.nextDaylightSavingTimeTransition(after: start).flatMap {
        calendar.date(bySettingHour: 12, minute: 0, second: 0, of: $0)
      } ?? start
    let fixture = try FeedFixture()
    let archive = try fixture.archive(
      Self.files(&numbers, zone: zone, noon: noon, calendar))
    let feed = try fixture.feed(archive)
    let plain = try PlainTimetable(archive: archive)
    for _ in 0..<40 {
      let from = noon.addingTimeInterval(
        Double(Int.random(in: -6 * 86_400...10 * 86_400, using: &numbers)))
      let stop = ["A", "B", "C"][Int.random(in: 0..<3, using: &numbers)]
      let limit = Int.random(in: 1...25, using: &numbers)
      try compare(
        feed, plain, stop: stop, from: from, limit: limit,
        "seed \(seed), \(zone), \(stop) from \(from), \(limit)")
    }
  }

  // MARK: Recorded feeds

  @Test(
    "over recorded feeds: random stops, days and hours",
    .enabled(if: RecordedData.isThere, RecordedData.absence),
    arguments: [
      "sample-feed-1", "good-feed", "bad-eol", "bullrunner", "bullrunner-frequencies-exact1",
      "caltrain-2017-07-24", "israel-route-2126",
    ])
  func recorded(name: String) throws {
    let fixture = try FeedFixture()
    let archive = RecordedData.path("gtfs/\(name).zip")
    let feed = try fixture.feed(archive)
    let plain = try PlainTimetable(archive: archive)
    let (first, last) = (try #require(feed.facts.firstDay), try #require(feed.facts.lastDay))
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<40 {
      let day = Int32.random(in: first - 1...min(last, first + 400) + 1, using: &numbers)
      let midnight = try #require(feed.start(ofServiceDay: day))
      // Most of what can go wrong is around midnight.
      let seconds = Int.random(
        in: -10_800...(Bool.random(using: &numbers) ? 10_800 : 86_400), using: &numbers)
      let from = Date(
        timeIntervalSince1970: Double(midnight.microseconds / 1_000_000 + Int64(seconds)))
      let stop = try #require(plain.stops.randomElement(using: &numbers))
      let limit = Int.random(in: 1...40, using: &numbers)
      try compare(
        feed, plain, stop: stop, from: from, limit: limit,
        "\(name), \(stop) from \(from), \(limit)")
    }
  }
}
