import CivilTime
import Testing
import Values

@Suite("CivilDate")
struct CivilDateTests {
  private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  @Test(
    "a date's number counts from 1970",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017), ("2026-11-21", 20_778),
      ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ])
  func number(text: String, number: Int) throws {
    #expect(try date(text).dayNumber == number)
    #expect(CivilDate(dayNumber: number)?.description == text)
  }

  @Test(
    "weekdays are those of the calendar on the wall",
    arguments: [
      ("1970-01-01", Weekday.thursday), ("2000-01-01", .saturday), ("2026-11-21", .saturday),
      ("1582-10-15", .friday), ("1969-12-28", .sunday), ("0001-01-01", .monday),
      ("9999-12-31", .friday),
    ])
  func weekday(text: String, weekday: Weekday) throws {
    #expect(try date(text).weekday == weekday)
  }

  @Test(
    "what is no date is refused",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "1900-02-29",
      "2026-1-1", "20261121", "2026-11-21 ", " 2026-11-21", "2026-11-211", "२०२६-11-21", "",
      "-026-01-01", "10000-01-01", "2026-11",
    ])
  func refused(text: String) { #expect(CivilDate(text) == nil) }

  @Test("29 February is in leap years only: every fourth, no century but every fourth of them")
  func leap() {
    for year in [2024, 2000, 1600, 4] { #expect(CivilDate(year: year, month: 2, day: 29) != nil) }
    for year in [2026, 1900, 2100] { #expect(CivilDate(year: year, month: 2, day: 29) == nil) }
  }

  @Test("a month later is the same day, or the end of a shorter month")
  func months() throws {
    let end = try date("2026-01-31")
    #expect(end.adding(months: 1) == CivilDate("2026-02-28"))
    #expect(end.adding(months: 25) == CivilDate("2028-02-29"))
    #expect(end.adding(months: -2) == CivilDate("2025-11-30"))
    #expect(end.adding(months: 12) == CivilDate("2027-01-31"))
    #expect(try date("2024-02-29").adding(years: 1) == CivilDate("2025-02-28"))
    #expect(try date("2024-02-29").adding(years: 4) == CivilDate("2028-02-29"))
  }

  @Test("sums behind the ends of the calendar are none, however large")
  func ends() {
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.first.adding(days: -1) == nil)
    #expect(CivilDate.last.adding(days: .max) == nil)
    #expect(CivilDate.first.adding(months: .min) == nil)
    #expect(CivilDate.first.adding(years: .max) == nil)
    #expect(CivilDate.last.onOrAfter(.monday) == nil)
    #expect(CivilDate(dayNumber: Int.max) == nil)
  }

  @Test("ends of months and the next Friday are found")
  func near() throws {
    #expect(try date("2024-02-03").endOfMonth == CivilDate("2024-02-29"))
    #expect(try date("2026-11-30").endOfMonth == CivilDate("2026-11-30"))
    #expect(try date("2026-12-25").startOfMonth == CivilDate("2026-12-01"))
    #expect(try date("2026-11-21").onOrAfter(.friday) == CivilDate("2026-11-27"))
    #expect(try date("2026-11-21").onOrAfter(.saturday) == CivilDate("2026-11-21"))
    #expect(try date("2026-11-21").days(since: date("2026-10-21")) == 31)
  }

  @Test("every day of 800 years follows the one before, with the next weekday and its own text")
  func everyDay() throws {
    var day = try date("1600-01-01")
    for _ in 0..<292_194 {
      let next = try #require(day.adding(days: 1))
      let (year, month, number) = day.components
      let expected =
        CivilDate(year: year, month: month, day: number + 1)
        ?? CivilDate(year: year, month: month + 1, day: 1)
        ?? CivilDate(year: year + 1, month: 1, day: 1)
      if next != expected || next.weekday != day.weekday.adding(days: 1) {
        Issue.record("\(day) is followed by \(next)")
      }
      day = next
    }
    #expect(day == CivilDate("2400-01-01"))
  }
}

@Suite("CalendarTime")
struct CalendarTimeTests {
  @Test(
    "each form of a calendar time reads back as itself",
    arguments: [
      "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30:00[Asia/Seoul]",
      "2026-11-21T09:30:00Z", "2026-11-21T09:30:00[Own]Zone]", "2026-11-21T09:30:00[]]",
      "2026-11-21T09:30:00[a \u{600}]", "2026-11-21T09:30:00[[(UTC+09:00) \u{C11C}\u{C6B8}]",
    ])
  func roundTrip(text: String) { #expect(CalendarTime(text)?.description == text) }

  @Test(
    "what is no calendar time is refused",
    arguments: [
      "2026-11-21T", "2026-11-21T24:00", "2026-11-21T09:30:00[]", "2026-11-21T09:30:00[Asia",
      "2026-11-21T09:30:00Zx", "2026-11-21T9:30", "2026-11-21T09:60",
    ])
  func refused(text: String) { #expect(CalendarTime(text) == nil) }

  @Test(
    "the forms of RFC 5545 read back as themselves",
    arguments: ["20261121", "20261121T093000", "20261121T093000Z"])
  func basic(text: String) { #expect(CalendarTime(basic: text)?.basicText == text) }

  @Test("a leap second is the second before it")
  func leapSecond() {
    #expect(CalendarTime(basic: "20161231T235960Z")?.basicText == "20161231T235959Z")
  }

  @Test("a local time before 1970 rounds down to its second")
  func beforeEpoch() {
    let instant = Timestamp(microseconds: -1)
    #expect(CivilDateTime(utc: instant)?.description == "1969-12-31T23:59:59")
  }
}
