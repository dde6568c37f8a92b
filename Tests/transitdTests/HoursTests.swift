import Foundation
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("First and last departures", .serialized)
struct HoursTests {
  private let fixture: FeedFixture
  private let transit: TransitHarness

  init() throws {
    fixture = try FeedFixture()
    transit = try TransitHarness(hasKey: false)
  }

  /// Each row as `7 08:00 09:00`.
  private func hours(_ place: String, _ day: String) throws -> [String] {
    let found = try transit.client.result("transit.hours", ["place": place, "day": day])
    #expect(found["source"] as? String == "timetable")
    let rows = found["hours"] as? [[String: Any]] ?? []
    return rows.map { "\($0["route"] ?? "") \($0["first"] ?? "") \($0["last"] ?? "")" }
  }

  @Test("by a timetable: each route of the day, behind midnight and with repeated trips")
  func timetable() throws {
    try transit.client.result(
      "transit.gtfs.import", ["path": try fixture.archive(), "name": "city"])
    #expect(try hours("A", "2026-09-07") == ["7 08:00 09:00", "Night 00:10 +1 00:10 +1"])
    // A holiday.
    #expect(try hours("A", "2026-09-08") == ["7 10:00 10:00"])
    // Every twenty minutes from eight until before nine.
    #expect(try hours("A", "2026-09-12") == ["7 08:00 08:40"])
    #expect(try hours("A", "2026-09-13") == [])
    // Nobody gets in at the end of a line.
    #expect(try hours("C", "2026-09-07") == [])
  }

  @Test("of a station that no timetable has it is said what to do")
  func unknown() throws {
    let found = try transit.client.result("transit.hours", ["place": "강남"])
    let notes = found["notes"] as? [[String: Any]] ?? []
    #expect(notes.map { $0["note"] as? String } == ["noTimetableHere"])
  }

  @Test("of each route over random feeds, beside a plain reader", arguments: 0..<6)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 900))
    let city = try RandomCity(seed, &numbers)
    let (noon, calendar, archive) = (city.noon, city.calendar, city.archive)
    try transit.client.result("transit.gtfs.import", ["path": archive, "name": "city"])
    let plain = try PlainTimetable(archive: archive)
    let trips = try PlainTimetable.rows("trips.txt", in: archive)
    let names = ["R": "7", "N": "Night"]
    var rows = 0
    for offset in -2...2 {
      let date = try #require(calendar.date(byAdding: .day, value: offset, to: noon))
      let start = Int(date.timeIntervalSince1970) - 43_200
      let day = RandomFeeds.day(noon, offset, calendar)
      let written = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
      for stop in (0..<12).map({ "s\($0)" }) {
        var times: [String: [Int]] = [:]
        for trip in trips {
          let id = trip["trip_id"] ?? ""
          guard let calls = plain.calls[id], plain.runs(trip["service_id"] ?? "", on: date) else {
            continue
          }
          let first = calls.first?.departure ?? 0
          for (index, call) in calls.enumerated()
          where call.stop == stop && call.letsIn && index < calls.count - 1 {
            for shift in plain.shifts(of: id, first) {
              times[names[trip["route_id"] ?? ""] ?? "", default: []].append(
                start + shift + (call.departure ?? 0))
            }
          }
        }
        let found = try transit.client.result(
          "transit.hours", ["place": "city:\(stop)", "day": written])
        let told = found["hours"] as? [[String: Any]] ?? []
        let expected = times.mapValues { [$0.min() ?? 0, $0.max() ?? 0] }
        var given: [String: [Int]] = [:]
        for row in told {
          let ends = try ["firstAt", "lastAt"].map { try seconds(row[$0]) }
          given[row["route"] as? String ?? ""] = ends
        }
        #expect(given == expected, "seed \(seed), \(city.zone), \(stop) on \(written)")
        rows += told.count
      }
    }
    #expect(rows > 20)
  }

  private func seconds(_ value: Any?) throws -> Int {
    let time = try #require(Timestamp(rfc3339: value as? String ?? ""))
    return Int(time.microseconds / 1_000_000)
  }
}
