import CivilTime
import TestSupport
import Testing
import Values

@Suite("RecurrenceSeries")
struct RecurrenceSeriesTests {
  private func dates(
    _ rule: String, from start: String, limit: Int = 8, zone: TimeZoneRules = .utc
  ) throws -> [String] {
    let series = RecurrenceSeries(
      try RecurrenceRule(rule), from: try #require(CalendarTime(start)), zone: zone)
    return series.dates().prefix(limit).map(\.description)
  }

  @Test(
    "the examples of RFC 5545, section 3.8.5.3",
    arguments: [
      ("FREQ=DAILY;COUNT=3", ["1997-09-02", "1997-09-03", "1997-09-04"]),
      ("FREQ=DAILY;INTERVAL=10;COUNT=3", ["1997-09-02", "1997-09-12", "1997-09-22"]),
      (
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=4",
        ["1997-09-02", "1997-09-16", "1997-09-30", "1997-10-14"]
      ),
      (
        "FREQ=WEEKLY;COUNT=5;WKST=SU;BYDAY=TU,TH",
        ["1997-09-02", "1997-09-04", "1997-09-09", "1997-09-11", "1997-09-16"]
      ),
      ("FREQ=MONTHLY;COUNT=3;BYDAY=1FR", ["1997-09-05", "1997-10-03", "1997-11-07"]),
      (
        "FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU",
        ["1997-09-07", "1997-09-28", "1997-11-02", "1997-11-30"]
      ),
      ("FREQ=MONTHLY;COUNT=3;BYDAY=-2MO", ["1997-09-22", "1997-10-20", "1997-11-17"]),
      ("FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3", ["1997-09-28", "1997-10-29", "1997-11-28"]),
      (
        "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1",
        ["1997-09-30", "1997-10-01", "1997-10-31", "1997-11-01"]
      ),
      ("FREQ=YEARLY;COUNT=3;BYMONTH=6,7", ["1998-06-02", "1998-07-02", "1999-06-02"]),
      ("FREQ=YEARLY;COUNT=3;BYDAY=20MO", ["1998-05-18", "1999-05-17", "2000-05-15"]),
      (
        "FREQ=MONTHLY;COUNT=3;BYDAY=FR;BYMONTHDAY=13",
        ["1998-02-13", "1998-03-13", "1998-11-13"]
      ),
      (
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=2",
        ["1997-11-04", "2001-11-06"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=3",
        ["1997-09-29", "1997-10-30", "1997-11-27"]
      ),
      ("FREQ=YEARLY;BYDAY=TH;BYMONTH=3;COUNT=3", ["1998-03-05", "1998-03-12", "1998-03-19"]),
    ])
  func examples(rule: String, expected: [String]) throws {
    #expect(try dates(rule, from: "1997-09-02T09:00:00[America/New_York]") == expected)
  }

  @Test("the start of the week decides which weeks are left out")
  func weekStart() throws {
    let start = "1997-08-05"
    #expect(
      try dates("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: start)
        == ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"])
    #expect(
      try dates("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: start)
        == ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"])
  }

  @Test("months and years without the day are left out, not moved")
  func leftOut() throws {
    #expect(
      try dates("FREQ=MONTHLY;COUNT=4", from: "2026-01-31")
        == ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"])
    #expect(
      try dates("FREQ=YEARLY;COUNT=3", from: "2096-02-29")
        == ["2096-02-29", "2104-02-29", "2108-02-29"])
  }

  @Test("UNTIL as a date, a local time and an instant are each the last that counts")
  func until() throws {
    #expect(try dates("FREQ=DAILY;UNTIL=20260103", from: "2026-01-01").count == 3)
    #expect(try dates("FREQ=DAILY;UNTIL=20260103", from: "2026-01-01T09:00:00").count == 3)
    #expect(try dates("FREQ=DAILY;UNTIL=20260103T085959", from: "2026-01-01T09:00:00").count == 2)
    #expect(try dates("FREQ=DAILY;UNTIL=20260103T090000", from: "2026-01-01T09:00:00").count == 3)
    #expect(try dates("FREQ=DAILY;UNTIL=20260103T090000Z", from: "2026-01-01T09:00:00Z").count == 3)
    #expect(try dates("FREQ=DAILY;UNTIL=20251231", from: "2026-01-01").isEmpty)
    let seoul = try TimeZoneDatabase().zone(named: "Asia/Seoul")
    let start = "2026-01-01T09:00:00[Asia/Seoul]"
    #expect(try dates("FREQ=DAILY;UNTIL=20260103T000000Z", from: start, zone: seoul).count == 3)
    #expect(try dates("FREQ=DAILY;UNTIL=20260102T235959Z", from: start, zone: seoul).count == 2)
  }

  @Test("nine in the morning stays nine in the morning over a change of the clock")
  func daylight() throws {
    let zone = try TimeZoneDatabase().zone(named: "America/New_York")
    let start = try #require(CalendarTime("2026-03-07T09:00:00[America/New_York]"))
    let series = RecurrenceSeries(try RecurrenceRule("FREQ=DAILY"), from: start, zone: zone)
    let instants = series.dates().prefix(3).map {
      start.moved(to: $0).instant(local: .utc, named: zone).description
    }
    #expect(
      instants == [
        "2026-03-07T14:00:00.000Z", "2026-03-08T13:00:00.000Z", "2026-03-09T13:00:00.000Z",
      ])
  }

  @Test("the next occurrence behind a date has the time and the zone of the first")
  func next() throws {
    let start = try #require(CalendarTime("2020-01-06T09:00:00[Asia/Seoul]"))
    let series = RecurrenceSeries(try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2"), from: start)
    let after = { (date: String) in CivilDate(date).flatMap { series.next(after: $0) } }
    #expect(after("2026-11-21")?.description == "2026-11-30T09:00:00[Asia/Seoul]")
    #expect(after("2026-11-30")?.description == "2026-12-14T09:00:00[Asia/Seoul]")
    #expect(after("2019-01-01") == start)
    #expect(series.next(after: .last) == nil)
  }

  @Test("a count counts from the first, also where the question is about a later date")
  func countFromStart() throws {
    let start = try #require(CalendarTime("2026-01-01"))
    let series = RecurrenceSeries(try RecurrenceRule("FREQ=DAILY;COUNT=10"), from: start)
    #expect(series.next(after: try #require(CivilDate("2026-01-09")))?.description == "2026-01-10")
    #expect(series.next(after: try #require(CivilDate("2026-01-10"))) == nil)
  }

  @Test("a rule that never comes ends, and so does one at the end of the calendar")
  func never() throws {
    #expect(try dates("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "2026-01-01").isEmpty)
    #expect(try dates("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", from: "2026-01-01").isEmpty)
    #expect(try dates("FREQ=YEARLY", from: "9998-05-01") == ["9998-05-01", "9999-05-01"])
    #expect(try dates("FREQ=WEEKLY", from: "9999-12-25") == ["9999-12-25"])
    #expect(try dates("FREQ=WEEKLY;COUNT=2;WKST=SU", from: "0001-01-01").count == 2)
  }

  /// The dates that `dateutil` finds for one rule a line.
  private static let oracle = """
    import sys, datetime as d
    from dateutil.rrule import rrulestr
    for line in sys.stdin.read().splitlines():
        start, rule = line.split(' ')
        found = rrulestr(rule, dtstart=d.datetime.fromisoformat(start))
        print(*[x.date() for _, x in zip(range(30), found)])
    """

  private func randomRule(_ numbers: inout SystemRandomNumberGenerator) throws -> RecurrenceRule {
    let frequency = RecurrenceRule.Frequency.allCases.randomElement(using: &numbers) ?? .daily
    let some = { (range: ClosedRange<Int>, most: Int) -> [Int] in
      guard Bool.random() else { return [] }
      return (0..<Int.random(in: 1...most)).map { _ in Int.random(in: range) }.filter { $0 != 0 }
    }
    let hasOrdinals = (frequency == .monthly || frequency == .yearly) && Bool.random()
    let days = some(1...7, 3).compactMap { Weekday(rawValue: $0) }.map { day in
      let ordinal = [1, 2, 3, 4, 5, -1, -2, -5].randomElement() ?? 1
      return RecurrenceRule.Day(day, ordinal: hasOrdinals ? ordinal : nil)
    }
    let monthDays = frequency == .weekly ? [] : some(-31...31, 4)
    let months = some(1...12, 3)
    // dateutil numbers the first week from its start date on; RFC 5545 numbers whole weeks.
    let canChoose = frequency != .weekly && !(days.isEmpty && monthDays.isEmpty && months.isEmpty)
    let positions = canChoose ? some(-4...4, 2) : []
    return try RecurrenceRule(
      frequency, interval: Int.random(in: 1...4), end: Bool.random() ? .never : .count(12),
      days: days, monthDays: monthDays, months: months, setPositions: positions,
      weekStart: Weekday.allCases.randomElement(using: &numbers) ?? .monday)
  }

  @Test(
    "random rules come on the days that dateutil finds",
    .enabled(if: SystemProgram.hasPythonModule("dateutil"), "needs Debian's python3-dateutil"))
  func differential() throws {
    var numbers = SystemRandomNumberGenerator()
    var lines: [String] = []
    var found: [[String]] = []
    while lines.count < 250 {
      let rule = try randomRule(&numbers)
      let start = try #require(CivilDate(dayNumber: Int.random(in: 10_000...30_000)))
      let series = RecurrenceSeries(rule, from: .date(start))
      let dates = Array(series.dates().prefix(30))
      // What never comes makes dateutil count to the year 9999; it has a test of its own.
      guard dates.count >= 12 else { continue }
      lines.append("\(start) \(rule)")
      found.append(dates.map(\.description))
    }
    let script = Self.oracle
    let result = try SystemProgram.run(
      SystemProgram.python, ["-c", script], input: lines.joined(separator: "\n"))
    let rows = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(rows.count >= lines.count, "\(result.errors)")
    for (index, line) in lines.enumerated() {
      let expected = rows[index].split(separator: " ").map(String.init)
      if expected != found[index] {
        Issue.record("\(line): \(found[index].prefix(6)) against \(expected.prefix(6))")
      }
    }
  }
}

@Suite("Occurrence ids")
struct OccurrenceIDTests {
  @Test("SHA-1 and version 5 are those of everybody else")
  func known() throws {
    // RFC 9562, appendix A.4, and Python's documentation of uuid5.
    let dns = try #require(UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(
      UUID(namespace: dns, name: "www.example.com").description
        == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    #expect(
      UUID(namespace: dns, name: "python.org").description
        == "886313e1-3b8a-5372-9b90-0c9aee199e5d")
  }

  @Test("two devices that make the same occurrence make one id, and different days different ones")
  func derived() throws {
    let series = try #require(UUID("0F8FAD5B-D9CB-469F-A165-70867728950E"))
    let (one, other) = (
      try #require(CivilDate("2026-11-21")), try #require(CivilDate("2026-11-22"))
    )
    #expect(UUID(occurrenceOf: series, on: one) == UUID(occurrenceOf: series, on: one))
    #expect(UUID(occurrenceOf: series, on: one) != UUID(occurrenceOf: series, on: other))
  }

  @Test("a UUID reads in either case and is written in lower case; anything else is none")
  func text() {
    let text = "0f8fad5b-d9cb-469f-a165-70867728950e"
    #expect(UUID(text)?.description == text)
    #expect(UUID(text.uppercased()) == UUID(text))
    for wrong in [
      "", "0f8fad5b", text + "0", text.replacing("-", with: ""), "g" + text.dropFirst(),
    ] {
      #expect(UUID(wrong) == nil)
    }
    #expect(UUID(random: .max, .max).description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
  }
}
