import Foundation
import TestSupport
import Testing
import Values

@testable import CivilTime

@Suite("ZoneFile")
struct ZoneFileTests {
  /// A version 2 file by hand: an empty first block, then one change at 100 s from A (0) to B (1 h).
  private func file(
    version: UInt8 = 0x32, leap: UInt8 = 0, typeIndex: UInt8 = 1, footer: String = "\nB-1\n"
  ) -> [UInt8] {
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let magic: [UInt8] = Array("TZif".utf8) + [version] + zeros(15)
    var bytes = magic + counts([0, 0, 0, 0, 1, 2]) + zeros(6) + [0x41, 0]
    bytes += magic + counts([0, 0, leap, 1, 2, 4])
    bytes += [0, 0, 0, 0, 0, 0, 0, 100, typeIndex]
    bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0x0E, 0x10, 1, 2]
    bytes += Array("A\0B\0".utf8) + zeros(Int(leap) * 12)
    return bytes + Array(footer.utf8)
  }

  private func counts(_ values: [UInt8]) -> [UInt8] { values.flatMap { [0, 0, 0, $0] as [UInt8] } }

  @Test("the 64-bit block and the footer are read")
  func read() throws {
    let zone = try ZoneFile.rules(identifier: "x", bytes: file(footer: "\nBBB-1\n"))
    #expect(zone.type(at: Timestamp(microseconds: 99_999_999)).abbreviation == "A")
    #expect(zone.type(at: Timestamp(microseconds: 100_000_000)).abbreviation == "BBB")
    #expect(zone.initial == LocalTimeType(offset: 0, abbreviation: "A"))
    #expect(
      zone.table.first?.type == LocalTimeType(offset: 3600, isDaylight: true, abbreviation: "B"))
  }

  @Test("leap seconds, version 1, wrong types and wrong footers are refused")
  func refused() {
    #expect(throws: ZoneFile.Failure(reason: "counts leap seconds")) {
      try ZoneFile.rules(identifier: "x", bytes: file(leap: 1, footer: "\nBBB-1\n"))
    }
    #expect(throws: ZoneFile.Failure(reason: "version 1 only")) {
      try ZoneFile.rules(identifier: "x", bytes: file(version: 0))
    }
    #expect(throws: ZoneFile.Failure(reason: "a change of the clock is wrong")) {
      try ZoneFile.rules(identifier: "x", bytes: file(typeIndex: 2, footer: "\nBBB-1\n"))
    }
    #expect(throws: ZoneFile.Failure(reason: "the rule ? is wrong")) {
      try ZoneFile.rules(identifier: "x", bytes: file(footer: "\n?\n"))
    }
  }

  @Test("a file cut anywhere is refused and never trapped on")
  func cut() throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Asia/Seoul")))
    for length in 0..<bytes.count {
      #expect(throws: ZoneFile.Failure.self) {
        try ZoneFile.rules(identifier: "x", bytes: Array(bytes[..<length]))
      }
    }
  }

  @Test("a file with any byte turned over is read or refused, never trapped on")
  func damaged() throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Asia/Seoul")))
    var read = 0
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0xFF
      guard let zone = try? ZoneFile.rules(identifier: "x", bytes: damaged) else { continue }
      _ = zone.resolve(CivilDateTime(.last, .midnight))
      read += 1
    }
    #expect(read < bytes.count)
  }
}

@Suite("TimeZoneDatabase")
struct TimeZoneDatabaseTests {
  private let database = TimeZoneDatabase()

  @Test(
    "a name that leaves the database is refused before any file is opened",
    arguments: [
      "../../etc/passwd", "/etc/localtime", "Asia/../Asia/Seoul", "", "Asia//Seoul", "Asia/",
      "Asia/Seoul\u{0}", "서울",
    ])
  func hostile(name: String) {
    #expect(throws: TimeZoneFailure.unknown(name)) { try database.zone(named: name) }
  }

  @Test("an unknown name is named in both languages")
  func unknown() {
    #expect(throws: TimeZoneFailure.unknown("Asia/Atlantis")) {
      try database.zone(named: "Asia/Atlantis")
    }
    let text = TimeZoneFailure.unknown("Asia/Atlantis").text
    #expect(text.en.contains("Asia/Atlantis"))
    #expect(text.ko?.contains("Asia/Atlantis") == true)
  }

  @Test("a file that is no zone is unreadable, not unknown")
  func unreadable() {
    #expect(throws: TimeZoneFailure.unreadable("tzdata.zi", reason: "not a time zone file")) {
      // The database's folder also holds tables; a dot is in no name, so a plain one is used.
      let folder = try TemporaryDirectory()
      try "hello".write(toFile: folder.file("zone1970"), atomically: true, encoding: .utf8)
      do {
        _ = try TimeZoneDatabase(folder: folder.path).zone(named: "zone1970")
      } catch TimeZoneFailure.unreadable(_, let reason) {
        throw TimeZoneFailure.unreadable("tzdata.zi", reason: reason)
      }
    }
  }

  /// Python's `zoneinfo` reads the same files with other code.
  private static let oracle = """
    import sys, zoneinfo, datetime as d
    times = [int(x) for x in sys.argv[1].split(',')]
    utc = d.timezone.utc
    for name in sorted(zoneinfo.available_timezones() - {'localtime'}):
        zone = zoneinfo.ZoneInfo(name)
        row = []
        for t in times:
            instant = d.datetime(1970, 1, 1, tzinfo=utc) + d.timedelta(seconds=t)
            offset = instant.astimezone(zone).utcoffset()
            wall = instant.replace(tzinfo=zone)
            back = (wall.astimezone(utc) - d.datetime(1970, 1, 1, tzinfo=utc))
            row += [offset.days * 86400 + offset.seconds, back.days * 86400 + back.seconds]
        print(name, *row)
    """

  @Test(
    "every zone of the machine agrees with Python, both ways, from 1900 to 2200",
    .enabled(if: SystemProgram.hasPythonModule("zoneinfo"), "needs python3"))
  func everyZone() throws {
    var numbers = SystemRandomNumberGenerator()
    let times =
      (0..<40).map { _ in Int64.random(in: -2_208_988_800...7_258_118_400, using: &numbers) }
      // Around the changes of 2026 in Europe and America.
      + [1_774_746_000, 1_774_749_599, 1_772_953_200, 1_772_951_400, 1_793_511_000, 1_793_514_600]
    let list = times.map(String.init).joined(separator: ",")
    let rows = try SystemProgram.python(Self.oracle, [list]).split(separator: "\n")
    #expect(rows.count > 400)
    for row in rows {
      let fields = row.split(separator: " ")
      let zone = try database.zone(named: String(fields[0]))
      for (index, time) in times.enumerated() {
        let offset = zone.type(at: Timestamp(microseconds: time * 1_000_000)).offset
        let wall = try #require(CivilDateTime(seconds: time))
        let back = zone.instant(of: wall).wholeSeconds
        if "\(offset)" != fields[1 + index * 2] || "\(back)" != fields[2 + index * 2] {
          Issue.record(
            "\(fields[0]) at \(time): \(offset), \(back) against \(fields[1 + index * 2]), \(fields[2 + index * 2])"
          )
        }
      }
    }
  }
}
