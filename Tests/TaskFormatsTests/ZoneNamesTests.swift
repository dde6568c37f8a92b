import CivilTime
import TaskFormats
import Testing
import Values

/// Zones of calendars by their own names and rules.
@Suite("TZID")
struct ZoneNamesTests {
  /// A calendar with a definition, and a task that is due and done there.
  private func reading(_ zone: String, _ definition: String, due: String) throws -> TaskReading {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      \(definition)BEGIN:VTODO
      UID:00000000-0000-4000-8000-000000000001
      SUMMARY:t
      DUE;TZID="\(zone)":\(due)
      STATUS:COMPLETED
      COMPLETED;TZID="\(zone)":\(due)
      END:VTODO
      END:VCALENDAR
      """
    return try TaskFormat.ics.read(text.replacing("\n", with: "\r\n"))
  }

  private func definition(_ zone: String, _ parts: String...) -> String {
    "BEGIN:VTIMEZONE\nTZID:\(zone)\n" + parts.joined() + "END:VTIMEZONE\n"
  }

  private func part(_ kind: String, _ from: String, _ to: String, _ start: String, _ rule: String)
    -> String
  {
    "BEGIN:\(kind)\nDTSTART:\(start)\nTZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\n"
      + (rule.isEmpty ? "" : "RRULE:\(rule)\n") + "END:\(kind)\n"
  }

  private func instant(_ record: TaskRecord) throws -> Timestamp {
    let due = try #require(record.due)
    // Through the text in which it is kept.
    let kept = try #require(CalendarTime(due.description))
    #expect(kept == due)
    let zone = try due.zoneIdentifier.map { try TimeZoneDatabase().zone(describedBy: $0) }
    return kept.instant(local: .utc, named: zone)
  }

  @Test(
    "a name that says its distance from UTC is that far from it",
    arguments: [
      ("GMT+0900", "2026-11-30T00:00:00Z"), ("GMT+9", "2026-11-30T00:00:00Z"),
      ("UTC+09:00", "2026-11-30T00:00:00Z"), ("(UTC+09:00) Seoul", "2026-11-30T00:00:00Z"),
      ("UTC-03:30", "2026-11-30T12:30:00Z"), ("(UTC-08:00) Pacific Time", "2026-11-30T17:00:00Z"),
      ("(UTC) Coordinated Universal Time", "2026-11-30T09:00:00Z"),
      ("GMT+0530", "2026-11-30T03:30:00Z"), ("KST-9", "2026-11-30T00:00:00Z"),
      ("Korea Standard Time", "2026-11-30T00:00:00Z"), ("KST", "2026-11-30T00:00:00Z"),
      ("asia/seoul", "2026-11-30T00:00:00Z"), ("AMERICA/NEW_YORK", "2026-11-30T14:00:00Z"),
      ("tzone://Microsoft/Utc", "2026-11-30T09:00:00Z"), ("(UTC+09:00)", "2026-11-30T00:00:00Z"),
      ("(UTC+12:00) Coordinated Universal Time+12", "2026-11-29T21:00:00Z"),
      ("Pacific Standard Time (Mexico)", "2026-11-30T17:00:00Z"),
    ])
  func offsets(zone: String, expected: String) throws {
    let reading = try reading(zone, "", due: "20261130T090000")
    let record = try #require(reading.records.first)
    #expect(try instant(record) == Timestamp(rfc3339: expected), "\(record.due?.description ?? "")")
    #expect(record.completed == Timestamp(rfc3339: expected))
    #expect(reading.notes.isEmpty && reading.bad.isEmpty)
    // Written by us it is the same again.
    let text = try TaskFormat.ics.text([record])
    #expect(try TaskFormat.ics.read(text).records.first?.due == record.due)
  }

  @Test(
    "a zone as Windows shows it has its changes of the clock, in summer and winter",
    arguments: [
      ("(UTC-05:00) Eastern Time (US & Canada)", "13:00", "14:00"),
      ("(GMT-05:00) Eastern Time (US & Canada)", "13:00", "14:00"),
      ("(UTC-08:00) Pacific Time (US & Canada)", "16:00", "17:00"),
      ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "07:00", "08:00"),
      ("(UTC) Dublin, Edinburgh, Lisbon, London", "08:00", "09:00"),
      ("(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "08:00", "09:00"),
      ("(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius", "06:00", "07:00"),
      ("(UTC+10:00) Canberra, Melbourne, Sydney", "23:00", "22:00"),
      ("(UTC-04:00) Santiago", "13:00", "12:00"), ("(UTC+09:00) Seoul", "00:00", "00:00"),
      ("(UTC-07:00) Arizona", "16:00", "16:00"),
    ])
  func shown(zone: String, summer: String, winter: String) throws {
    for (due, time) in [("20270705T090000", summer), ("20270105T090000", winter)] {
      let reading = try reading(zone, "", due: due)
      let record = try #require(reading.records.first)
      let found = try String(describing: instant(record))
      #expect(found.contains("T\(time):00"), "\(zone) \(due): \(found)")
      #expect(reading.notes.isEmpty, "\(zone)")
    }
  }

  @Test("of a place that is not known the distance is read, and told unless it is defined")
  func unknownPlaces() throws {
    let zone = "(UTC+01:00) Atlantis"
    let alone = try reading(zone, "", due: "20270705T090000")
    #expect(alone.records[0].completed == Timestamp(rfc3339: "2027-07-05T08:00:00Z"))
    #expect(alone.notes.map(\.problem) == [.offsetZone(zone), .offsetZone(zone)])
    #expect(alone.notes.first?.problem.text.en.contains("an hour off") ?? false)
    let own = definition(zone, part("STANDARD", "+0200", "+0200", "19700101T000000", ""))
    let defined = try reading(zone, own, due: "20270705T090000")
    #expect(defined.records[0].completed == Timestamp(rfc3339: "2027-07-05T07:00:00Z"))
    #expect(defined.notes.isEmpty)
  }

  /// Names of the database, and as calendars of Outlook and Google define them.
  private static let real: [(name: String, standard: [String], daylight: [String])] = [
    (
      "Europe/Berlin", ["+0200", "+0100", "16011028T030000", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"],
      ["+0100", "+0200", "16010325T020000", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"]
    ),
    (
      "America/New_York",
      ["-0400", "-0500", "20071104T020000", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"],
      ["-0500", "-0400", "20070311T020000", "FREQ=YEARLY;INTERVAL=1;BYMONTH=3;BYDAY=2SU"]
    ),
    (
      "America/New_York",
      [
        "-0400", "-0500", "20071104T020000",
        "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU",
      ],
      [
        "-0500", "-0400", "20070311T020000",
        "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
      ]
    ),
    (
      "Australia/Sydney",
      ["+1100", "+1000", "20080406T030000", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"],
      ["+1000", "+1100", "20081005T020000", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"]
    ),
    (
      "Australia/Lord_Howe",
      ["+1100", "+1030", "20080406T020000", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"],
      ["+1030", "+1100", "20081005T020000", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"]
    ),
    ("Asia/Seoul", ["+0900", "+0900", "16010101T000000", ""], []),
    ("Asia/Kolkata", ["+0530", "+0530", "19700101T000000", ""], []),
  ]

  @Test("a name that is not known has the rules of its own definition", arguments: real.indices)
  func definitions(index: Int) throws {
    let (name, standard, daylight) = Self.real[index]
    func text(_ kind: String, _ words: [String]) -> String {
      words.isEmpty ? "" : part(kind, words[0], words[1], words[2], words[3])
    }
    let own = definition("Our place", text("STANDARD", standard), text("DAYLIGHT", daylight))
    let rules = try TimeZoneDatabase().zone(named: name)
    // Every ten days at different hours, for two years; none is in an hour that is doubtful.
    for step in 0..<73 {
      let day = try #require(CivilDate(year: 2026, month: 1, day: 1)?.adding(days: step * 10))
      let shown = try #require(CivilDateTime(seconds: Int64(day.dayNumber) * 86_400 + 43_200))
      let due = shown.basicText
      let reading = try reading("Our place", own, due: due)
      let record = try #require(reading.records.first)
      #expect(try instant(record) == rules.instant(of: shown), "\(name) \(due)")
      #expect(record.completed == rules.instant(of: shown))
      #expect(reading.notes.isEmpty && reading.bad.isEmpty)
    }
  }

  @Test("rules of the past are not the last ones, and a definition that says nothing is told")
  func oddDefinitions() throws {
    let old = part(
      "DAYLIGHT", "+0900", "+1000", "19870510T020000",
      "FREQ=YEARLY;UNTIL=19880507T170000Z;BYMONTH=5;BYDAY=2SU")
    let now = part("STANDARD", "+1000", "+0900", "19881009T030000", "")
    let seoul = try reading("Ours", definition("Ours", old, now), due: "20260701T090000")
    #expect(try instant(seoul.records[0]) == Timestamp(rfc3339: "2026-07-01T00:00:00Z"))
    for odd in ["", definition("Ours"), definition("Ours", "BEGIN:STANDARD\nEND:STANDARD\n")] {
      let unknown = try reading("Ours", odd, due: "20260701T090000")
      #expect(unknown.notes.map(\.problem) == [.unknownZone("Ours"), .unknownZone("Ours")])
      #expect(unknown.records[0].completed == Timestamp(rfc3339: "2026-07-01T09:00:00Z"))
    }
    #expect(
      FormatProblem.unknownZone("Ours").text.ko == "시간대 ‘Ours’를 알 수 없어 그 시각을 UTC로 읽습니다")
  }
}
