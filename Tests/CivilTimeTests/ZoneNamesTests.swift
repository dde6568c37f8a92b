import Testing
import Values

@testable import CivilTime

/// What a mistyped name of a zone may have meant; the names are those of the machine's database.
@Suite("Names of zones")
struct ZoneNamesTests {
  private let database = TimeZoneDatabase(folder: "/usr/share/zoneinfo")

  @Test(
    "case, a city alone, blanks and slips of a finger are seen",
    arguments: [
      ("europe/berlin", "Europe/Berlin"), ("Seoul", "Asia/Seoul"), ("new york", "America/New_York"),
      ("Asia/Seol", "Asia/Seoul"), ("ASIA/TOKYO", "Asia/Tokyo"),
    ])
  func nearest(_ name: String, _ zone: String) {
    #expect(database.nearest(to: name) == zone)
    #expect(database.hint(for: name).en == "do you mean \(zone)?")
    #expect(throws: TimeZoneFailure.unknown(name)) { try database.zone(named: name) }
  }

  @Test("what is near to nothing is told how names look")
  func strange() {
    #expect(database.hint(for: "Mars/Olympus").ko == "이름은 Asia/Seoul처럼 씁니다")
    #expect(TimeZoneDatabase(folder: "/nowhere").hint(for: "Seoul").en == "names are as Asia/Seoul")
  }

  @Test(
    "files of the database that no person lives by are no zones",
    arguments: ["posixrules", "localtime", "right/Asia/Seoul", "posix/Asia/Seoul"])
  func notOfPeople(_ name: String) {
    #expect(throws: TimeZoneFailure.unknown(name)) { try database.zone(named: name) }
  }
}
