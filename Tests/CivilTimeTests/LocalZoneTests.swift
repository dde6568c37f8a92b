import Foundation
import TestSupport
import Testing
import Values

@testable import CivilTime

@Suite("The local zone beside the C library's")
struct LocalZoneTests {
  private let database = TimeZoneDatabase()

  /// Values of `$TZ`, of every kind that the C library knows.
  static let variables = [
    "Asia/Seoul", "America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Asia/Kathmandu",
    "Africa/Casablanca", "Pacific/Apia", "America/St_Johns", "America/Havana", "Europe/Dublin",
    ":Asia/Seoul", "/usr/share/zoneinfo/Asia/Seoul", ":/usr/share/zoneinfo/America/Sao_Paulo",
    "../zoneinfo/Asia/Tokyo", "UTC", "", ":", "Asia", "Asia/Atlantis", "/etc/passwd", "KST-9",
    ":KST-9", "<+0330>-3:30", "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "CET-1CEST,J88/1:30,J302", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "AAA2BBB1,59,300/26",
  ]

  /// What `date` prints of lines, with a value of `$TZ`: GNU's program asks `localtime` and `mktime`.
  private func printed(_ lines: [String], _ format: String, _ variable: String?) throws
    -> [Substring]
  {
    let folder = try TemporaryDirectory()
    let file = folder.file("lines")
    try lines.map { $0 + "\n" }.joined().write(
      toFile: file, atomically: true, encoding: .utf8)
    let result = try SystemProgram.run(
      "date", ["-f", file, format], environment: variable.map { ["TZ": $0] } ?? [:])
    return result.output.split(separator: "\n")
  }

  /// Seconds since 1970: anywhere in the calendar, in times with changes, around each change of the
  /// zone's, and where 32 bits end.
  private func moments(_ zone: TimeZoneRules, seed: UInt64) -> [Int64] {
    // glibc puts every change that a rule of `$TZ` makes in earlier years into 1970.
    let first: Int64 = zone.identifier.contains(",") ? 31_536_000 : .min
    var numbers = SeededNumbers(seed: seed)
    let calendar: ClosedRange<Int64> = -62_135_510_400...253_402_214_400
    let modern: ClosedRange<Int64> = -2_208_988_800...4_102_444_800
    var moments = (0..<400).map { _ in Int64.random(in: calendar, using: &numbers) }
    moments += (0..<400).map { _ in Int64.random(in: modern, using: &numbers) }
    let changes = zone.transitions(after: modern.lowerBound, through: modern.upperBound)
    for change in changes.shuffled(using: &numbers).prefix(150) {
      moments += [-3601, -1, 0, 1, 3600].map { change.seconds + $0 }
    }
    for edge in [0, Int64(Int32.min), Int64(Int32.max)] { moments += [edge - 1, edge, edge + 1] }
    return moments.filter { $0 >= first }
  }

  private func check(_ zone: TimeZoneRules, _ variable: String?) throws {
    let moments = moments(zone, seed: 1)
    let shown = try printed(moments.map { "@\($0)" }, "+%Y-%m-%dT%H:%M:%S", variable)
    try #require(shown.count == moments.count)
    for (moment, expected) in zip(moments, shown) {
      let local = zone.local(at: Timestamp(microseconds: moment * 1_000_000 + 999_999))
      if local.description != expected { Issue.record("\(moment): \(local), not \(expected)") }
    }
  }

  @Test("thousands of moments show the same on clocks", arguments: variables)
  func clocks(_ variable: String) throws {
    try check(database.zone(ofVariable: variable), variable)
  }

  @Test("the zone of this machine is the C library's")
  func machine() throws {
    try check(database.local(), nil)
  }

  @Test("times on clocks are the same moments; where there are two, it is one of them")
  func moments() throws {
    for variable in Self.variables {
      let zone = database.zone(ofVariable: variable)
      let times = moments(zone, seed: 2).compactMap { CivilDateTime(seconds: $0) }
      // Around changes the wall is read, not UTC.
      let walls = moments(zone, seed: 3).map {
        zone.local(at: Timestamp(microseconds: $0 * 1_000_000))
      }
      var (wanted, missing): ([CivilDateTime], [CivilDateTime]) = ([], [])
      for time in times + walls {
        if case .gap = zone.resolve(time) { missing.append(time) } else { wanted.append(time) }
      }
      let found = try printed(wanted.map(Self.line), "+%s", variable)
      try #require(found.count == wanted.count, "\(variable)")
      for (time, seconds) in zip(wanted, found) {
        let isSame =
          switch zone.resolve(time) {
          case .unique(let moment): "\(moment.wholeSeconds)" == seconds
          case .overlap(let one, let other):
            "\(one.wholeSeconds)" == seconds || "\(other.wholeSeconds)" == seconds
          case .gap: false
          }
        if !isSame { Issue.record("\(variable) \(time): \(zone.resolve(time)), not \(seconds)") }
      }
      // No clock shows these, and GNU's date says so.
      #expect(try printed(missing.map(Self.line), "+%s", variable) == [], "\(variable)")
    }
  }

  private static func line(_ time: CivilDateTime) -> String { "\(time.date) \(time.time)" }
}

@Suite("Days and hours of a zone")
struct LocalDaysTests {
  private let database = TimeZoneDatabase()

  private func day(_ zone: String, of instant: String) throws -> [String] {
    let range = try database.zone(named: zone).dayRange(
      containing: #require(Timestamp(rfc3339: instant)))
    return [range.lowerBound, range.upperBound].map { String($0.description.prefix(16)) }
  }

  @Test("a day has 23 or 25 hours where clocks change in it")
  func lengths() throws {
    #expect(
      try day("America/New_York", of: "2026-03-08T12:00:00Z")
        == ["2026-03-08T05:00", "2026-03-09T04:00"])
    #expect(
      try day("America/New_York", of: "2026-11-01T12:00:00Z")
        == ["2026-11-01T04:00", "2026-11-02T05:00"])
  }

  @Test("a day whose midnight does not exist begins with the first moment that there is")
  func midnightGap() throws {
    // In São Paulo clocks went from 00:00 to 01:00 on 4 November 2018.
    #expect(
      try day("America/Sao_Paulo", of: "2018-11-04T12:00:00Z")
        == ["2018-11-04T03:00", "2018-11-05T02:00"])
    #expect(
      try day("America/Sao_Paulo", of: "2018-11-04T02:59:59Z")
        == ["2018-11-03T03:00", "2018-11-04T03:00"])
  }

  @Test("a day whose midnight comes twice begins with the first, and before a left out day's end")
  func midnightTwice() throws {
    // In Havana clocks went from 01:00 to 00:00 on 1 November 2026.
    for instant in ["2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z"] {
      #expect(
        try day("America/Havana", of: instant) == ["2026-11-01T04:00", "2026-11-02T05:00"])
    }
    #expect(
      try day("Pacific/Apia", of: "2011-12-30T09:00:00Z")
        == ["2011-12-29T10:00", "2011-12-30T10:00"])
  }

  @Test("a day that shows again behind midnight has ended: Newfoundland, 7 November 2010")
  func twice() throws {
    // At 00:01 clocks went back to 23:01 of the day before.
    let (before, after) = (
      ["2010-11-06T02:30", "2010-11-07T02:30"], ["2010-11-07T02:30", "2010-11-08T03:30"]
    )
    #expect(try day("America/St_Johns", of: "2010-11-07T02:29:59Z") == before)
    for instant in ["2010-11-07T02:30:30Z", "2010-11-07T02:45:00Z", "2010-11-07T04:00:00Z"] {
      #expect(try day("America/St_Johns", of: instant) == after)
    }
  }

  @Test("every moment is in its day, and days follow one another without a gap")
  func property() throws {
    var numbers = SeededNumbers(seed: 4)
    for name in [
      "America/St_Johns", "America/Havana", "Pacific/Apia", "Africa/Cairo", "Asia/Seoul",
    ] {
      let zone = try database.zone(named: name)
      for change in zone.transitions(after: -1_000_000_000, through: 4_000_000_000) {
        let seconds = change.seconds + Int64.random(in: -90_000...90_000, using: &numbers)
        let moment = Timestamp(microseconds: seconds * 1_000_000)
        let range = zone.dayRange(containing: moment)
        #expect(range.contains(moment), "\(name) \(moment)")
        #expect(zone.dayRange(containing: range.upperBound).lowerBound == range.upperBound)
        #expect(zone.hourRange(containing: moment).contains(moment))
      }
    }
  }

  @Test("the last day of the calendar ends with its last second")
  func last() {
    #expect(TimeZoneRules.utc.end(of: .last).microseconds == 253_402_300_799_999_999)
  }
}
