import CivilTime
import Foundation
import TaskFormats
import TestSupport
import Testing
import Values

@Suite(
  "VTIMEZONE",
  .enabled(
    if: SystemProgram.hasPythonModule("dateutil"), "needs Debian's python3-dateutil"))
struct TimeZoneDefinitionTests {
  /// Reads calendars with dateutil and compares each zone's offsets with the database's.
  private static let oracle = """
    import io, sys, random, datetime as d, zoneinfo
    from dateutil.tz import tzical
    checked = 0
    start = d.datetime(int(sys.argv[2]), 1, 1)
    for path in sys.stdin.read().split():
        zones = tzical(path)
        for name in zones.keys():
            own, real = zones.get(name), zoneinfo.ZoneInfo(name)
            for _ in range(40):
                wall = start + d.timedelta(minutes=random.randrange(0, 30 * 525960, 7))
                expected = wall.replace(tzinfo=real).utcoffset()
                # Doubtful times are told apart in another way there.
                if any(wall.replace(tzinfo=real, fold=f).utcoffset() != expected for f in (0, 1)):
                    continue
                if wall.replace(tzinfo=own).utcoffset() != expected:
                    print(name, wall, wall.replace(tzinfo=own).utcoffset(), expected)
                checked += 1
    print('checked', checked)
    """

  @Test(
    "every zone’s definition tells the offsets that the database tells", arguments: [1990, 2026])
  func everyZone(year: Int) throws {
    let context = try Seoul.context()
    let directory = try TemporaryDirectory()
    let names = try SystemProgram.python(
      "import zoneinfo; print(*sorted(zoneinfo.available_timezones()))")
    let due = try #require(CivilDate(year: year, month: 1, day: 1))
    let records = names.split(whereSeparator: \.isWhitespace).map { name in
      let time = CalendarTime.zoned(CivilDateTime(due, .midnight), zone: String(name))
      return TaskRecord(id: UUID(high: 0, low: 0), title: "\(name)", due: time)
    }
    #expect(records.count > 400)
    let path = directory.file("zones.ics")
    try Data(TaskFormat.ics.write(records, context)).write(to: URL(fileURLWithPath: path))
    let result = try SystemProgram.run(
      SystemProgram.python, ["-c", Self.oracle, "", "\(year)"], input: path)
    let lines = result.output.split(separator: "\n")
    #expect(lines.last?.hasPrefix("checked") == true, "\(result.errors)")
    #expect(lines.count == 1, "\(lines.prefix(10))")
  }

  @Test(
    "a time under rules that have ended, or before there were any, is the instant it was",
    arguments: [
      "America/New_York", "America/Sao_Paulo", "America/Caracas", "America/Mexico_City",
      "America/Havana", "Europe/Moscow", "Europe/Istanbul", "Europe/Dublin", "Europe/Samara",
      "Asia/Seoul", "Asia/Pyongyang", "Asia/Tehran", "Asia/Amman", "Asia/Gaza", "Asia/Kolkata",
      "Africa/Cairo", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tokyo",
    ])
  func past(name: String) throws {
    let zone = try TimeZoneDatabase().zone(named: name)
    let first = try #require(CivilDate(year: 1988, month: 1, day: 1))
    let due = CalendarTime.zoned(CivilDateTime(first, .midnight), zone: name)
    let record = TaskRecord(id: UUID(high: 0, low: 0), title: "t", due: due)
    let context = try Seoul.context()
    let text = String(decoding: TaskFormat.ics.write([record], context), as: UTF8.self)
    let start = try #require(text.range(of: "BEGIN:VTIMEZONE"))
    let end = try #require(text.range(of: "END:VTIMEZONE\r\n"))
    // Under a name of its own the database is no help.
    let definition = text[start.lowerBound..<end.upperBound].replacing(
      "TZID:\(name)", with: "TZID:Our office")
    var numbers = SeededNumbers(seed: 15)
    var times: [CivilDateTime] = []
    while times.count < 300 {
      let day = try #require(
        first.adding(days: Int.random(in: 400..<15_000, using: &numbers)))
      let time = CivilDateTime(
        day, try #require(TimeOfDay(hour: .random(in: 0...23, using: &numbers))))
      // Doubtful hours are told apart in another way by whoever has no names for them.
      let around = [-5.0, 0, 5].map { hours in
        zone.instant(of: CivilDateTime(utc: time.utc.adding(seconds: hours * 3600)) ?? time)
      }
      if around[2].seconds(since: around[0]) == 36_000 { times.append(time) }
    }
    let tasks = times.enumerated().map { index, time in
      "BEGIN:VTODO\r\nUID:\(UUID(high: 1, low: UInt64(index)))\r\nSUMMARY:t\r\n"
        + "DUE;TZID=Our office:\(time.basicText)\r\nEND:VTODO\r\n"
    }
    let calendar =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + definition + tasks.joined() + "END:VCALENDAR\r\n"
    let found = try TaskFormat.ics.read(calendar).records
    #expect(found.count == times.count)
    for (record, time) in zip(found, times) {
      let due = try #require(record.due)
      let own = try due.zoneIdentifier.map { try TimeZoneDatabase().zone(describedBy: $0) }
      #expect(
        due.instant(local: .utc, named: own) == zone.instant(of: time), "\(due), \(time)")
    }
  }
}
