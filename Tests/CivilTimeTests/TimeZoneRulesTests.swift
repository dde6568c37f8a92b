import CivilTime
import Testing
import Values

@Suite("TimeZoneRules")
struct TimeZoneRulesTests {
  private let database = TimeZoneDatabase()

  private func local(_ text: String) throws -> CivilDateTime {
    try #require(CivilDateTime(text))
  }

  private func instant(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  @Test(
    "an instant shows on the clocks of several zones in one process",
    arguments: [
      ("Asia/Seoul", "2026-11-21T09:00:00"), ("America/New_York", "2026-11-20T19:00:00"),
      ("Asia/Kathmandu", "2026-11-21T05:45:00"), ("Pacific/Kiritimati", "2026-11-21T14:00:00"),
      ("UTC", "2026-11-21T00:00:00"), ("Australia/Lord_Howe", "2026-11-21T11:00:00"),
    ])
  func zones(name: String, shown: String) throws {
    let zone = try database.zone(named: name)
    #expect(zone.local(at: try instant("2026-11-21T00:00:00Z")).description == shown)
    #expect(zone.instant(of: try local(shown)) == (try instant("2026-11-21T00:00:00Z")))
  }

  @Test("half past two does not exist in New York on 8 March 2026: it becomes half past three")
  func gap() throws {
    let zone = try database.zone(named: "America/New_York")
    let missing = try local("2026-03-08T02:30:00")
    #expect(
      zone.resolve(missing)
        == .gap(change: try instant("2026-03-08T07:00:00Z"), before: -18_000, after: -14_400))
    #expect(zone.instant(of: missing) == (try instant("2026-03-08T07:30:00Z")))
    #expect(zone.local(at: zone.instant(of: missing)).description == "2026-03-08T03:30:00")
  }

  @Test("the ends of a gap and of an overlap belong where clocks show them")
  func edges() throws {
    let zone = try database.zone(named: "America/New_York")
    #expect(
      zone.resolve(try local("2026-03-08T01:59:59"))
        == .unique(try instant("2026-03-08T06:59:59Z")))
    #expect(
      zone.resolve(try local("2026-03-08T03:00:00"))
        == .unique(try instant("2026-03-08T07:00:00Z")))
    #expect(
      zone.resolve(try local("2026-11-01T00:59:59"))
        == .unique(try instant("2026-11-01T04:59:59Z")))
    #expect(
      zone.resolve(try local("2026-11-01T02:00:00"))
        == .unique(try instant("2026-11-01T07:00:00Z")))
  }

  @Test("half past one comes twice in New York on 1 November 2026: the first is meant")
  func overlap() throws {
    let zone = try database.zone(named: "America/New_York")
    let twice = try local("2026-11-01T01:30:00")
    let (first, last) = (try instant("2026-11-01T05:30:00Z"), try instant("2026-11-01T06:30:00Z"))
    #expect(zone.resolve(twice) == .overlap(first: first, last: last))
    #expect(zone.instant(of: twice) == first)
  }

  @Test("rules go on behind the end of the table, on both halves of the globe")
  func footer() throws {
    let north = try database.zone(named: "Europe/Berlin")
    #expect(north.type(at: try instant("2150-07-01T00:00:00Z")).abbreviation == "CEST")
    #expect(north.type(at: try instant("2150-01-01T00:00:00Z")).abbreviation == "CET")
    let south = try database.zone(named: "America/Santiago")
    #expect(south.type(at: try instant("2150-01-01T00:00:00Z")).offset == -3 * 3600)
    #expect(south.type(at: try instant("2150-07-01T00:00:00Z")).offset == -4 * 3600)
  }

  @Test("Seoul had summer time in 1988, and its day began at 01:00 on 8 May")
  func seoul() throws {
    let zone = try database.zone(named: "Asia/Seoul")
    #expect(
      zone.local(at: try instant("1988-07-01T00:00:00Z")).description == "1988-07-01T10:00:00")
    #expect(zone.type(at: try instant("1988-07-01T00:00:00Z")).abbreviation == "KDT")
    #expect(zone.type(at: try instant("1989-07-01T00:00:00Z")).abbreviation == "KST")
  }

  @Test("a day that begins with a gap begins behind it")
  func midnightGap() throws {
    // In São Paulo clocks went from 00:00 to 01:00 on 4 November 2018.
    let zone = try database.zone(named: "America/Sao_Paulo")
    let day = try #require(CivilDate("2018-11-04"))
    #expect(zone.start(of: day) == (try instant("2018-11-04T03:00:00Z")))
    #expect(zone.local(at: zone.start(of: day)).description == "2018-11-04T01:00:00")
  }

  @Test("a whole day that a zone left out is a gap: Samoa, 30 December 2011")
  func missingDay() throws {
    let zone = try database.zone(named: "Pacific/Apia")
    let day = try #require(CivilDate("2011-12-30"))
    #expect(zone.start(of: day) == (try instant("2011-12-30T10:00:00Z")))
    #expect(zone.date(at: zone.start(of: day)) == CivilDate("2011-12-31"))
  }

  @Test("a date is the user's: the same instant is today in Seoul and yesterday in New York")
  func date() throws {
    let now = try instant("2026-11-21T00:30:00Z")
    #expect(try database.zone(named: "Asia/Seoul").date(at: now) == CivilDate("2026-11-21"))
    #expect(try database.zone(named: "America/New_York").date(at: now) == CivilDate("2026-11-20"))
  }

  @Test("instants far outside the calendar show its ends and do not trap")
  func far() throws {
    let zone = try database.zone(named: "America/New_York")
    #expect(zone.local(at: Timestamp(microseconds: .max)).date == CivilDate.last)
    #expect(zone.local(at: Timestamp(microseconds: .min)).date == CivilDate.first)
    _ = zone.instant(of: CivilDateTime(.last, .endOfDay))
    _ = zone.instant(of: CivilDateTime(.first, .midnight))
  }
}
