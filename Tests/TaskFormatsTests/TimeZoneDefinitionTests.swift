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
}
