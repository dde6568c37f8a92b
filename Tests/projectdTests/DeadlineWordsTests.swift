import CivilTime
import IPCProtocol
import Testing
import Values

@testable import projectd

/// Seoul has no change of the clock; New York has two a year.
let zones = Zones()

func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

@Suite("DeadlineWords")
struct DeadlineWordsTests {
  /// Saturday 2026-11-21, 13:00 in Seoul.
  private func words(
    _ now: String = "2026-11-21T04:00:00Z", zone: String = "Asia/Seoul"
  ) throws -> DeadlineWords {
    DeadlineWords(now: try time(now), zone: try zones.rules(named: zone), zones: zones)
  }

  @Test(
    "days, in both languages, from Saturday 2026-11-21",
    arguments: [
      ("today", "2026-11-21"), ("오늘", "2026-11-21"), ("Tomorrow", "2026-11-22"),
      ("내일", "2026-11-22"), ("모레", "2026-11-23"), ("글피", "2026-11-24"),
      ("yesterday", "2026-11-20"), ("어제", "2026-11-20"), ("fri", "2026-11-27"),
      ("Friday", "2026-11-27"), ("금요일", "2026-11-27"), ("sat", "2026-11-28"),
      ("토요일", "2026-11-28"), ("sun", "2026-11-22"), ("이번 주 금요일", "2026-11-20"),
      ("다음 주 금요일", "2026-11-27"), ("next fri", "2026-11-27"), ("다다음주 월요일", "2026-11-30"),
      ("+3d", "2026-11-24"), ("3d", "2026-11-24"), ("in 3 days", "2026-11-24"),
      ("3일 후", "2026-11-24"), ("3일 뒤", "2026-11-24"), ("사흘 후", "2026-11-24"),
      ("+2w", "2026-12-05"), ("2주 후", "2026-12-05"), ("일주일 후", "2026-11-28"),
      ("+1mo", "2026-12-21"), ("한 달 뒤", "2026-12-21"), ("3개월 후", "2027-02-21"),
      ("-3d", "2026-11-18"), ("3 days ago", "2026-11-18"), ("3일 전", "2026-11-18"),
      ("일주일 전", "2026-11-14"), ("-1mo", "2026-10-21"), ("+1y", "2027-11-21"),
      ("1년 후", "2027-11-21"),
      ("eow", "2026-11-22"),
      ("주말", "2026-11-21"), ("eom", "2026-11-30"), ("월말", "2026-11-30"),
      ("이번 달 말", "2026-11-30"), ("eoq", "2026-12-31"), ("eoy", "2026-12-31"),
      ("연말", "2026-12-31"), ("som", "2026-12-01"), ("다음 달", "2026-12-01"),
      ("next week", "2026-11-23"), ("다음주", "2026-11-23"), ("11/25", "2026-11-25"),
      ("11월 25일", "2026-11-25"), ("1월 2일", "2027-01-02"), ("2027년 1월 2일", "2027-01-02"),
      ("25일", "2026-11-25"), ("3일", "2026-12-03"), ("31일", "2026-12-31"),
      ("2026-11-30", "2026-11-30"), ("  2026-11-30 ", "2026-11-30"), ("2/29", "2028-02-29"),
    ] as [(String, String)])
  func days(text: String, date: String) throws {
    #expect(try words().deadline(text)?.description == date)
  }

  @Test(
    "times are of the caller's zone",
    arguments: [
      ("tomorrow 9am", "2026-11-22T09:00:00[Asia/Seoul]"),
      ("내일 오후 3시", "2026-11-22T15:00:00[Asia/Seoul]"),
      ("내일 오후 3시 30분", "2026-11-22T15:30:00[Asia/Seoul]"),
      ("금요일 저녁 7시 반까지", "2026-11-27T19:30:00[Asia/Seoul]"),
      ("fri at 15:00", "2026-11-27T15:00:00[Asia/Seoul]"),
      ("내일 정오", "2026-11-22T12:00:00[Asia/Seoul]"),
      ("내일 밤 12시", "2026-11-22T23:59:00[Asia/Seoul]"),
      ("오늘 자정", "2026-11-21T23:59:00[Asia/Seoul]"),
      ("today midnight", "2026-11-21T23:59:00[Asia/Seoul]"),
      ("12am", "2026-11-22T00:00:00[Asia/Seoul]"), ("12pm", "2026-11-22T12:00:00[Asia/Seoul]"),
      ("오늘 23:30", "2026-11-21T23:30:00[Asia/Seoul]"),
      ("2026-11-21 09:00", "2026-11-21T09:00:00[Asia/Seoul]"),
      ("2026-11-21T09:00:30", "2026-11-21T09:00:30[Asia/Seoul]"),
      ("2026-11-21 9pm", "2026-11-21T21:00:00[Asia/Seoul]"),
      ("2026-11-21T09:00Z", "2026-11-21T09:00:00Z"),
      ("2026-11-21T09:00+09:00", "2026-11-21T00:00:00Z"),
      ("2026-11-21T09:00[Europe/Paris]", "2026-11-21T09:00:00[Europe/Paris]"),
      ("+4h", "2026-11-21T17:00:00[Asia/Seoul]"), ("30분 후", "2026-11-21T13:30:00[Asia/Seoul]"),
      ("두 시간 뒤", "2026-11-21T15:00:00[Asia/Seoul]"),
      ("3일 후 9시", "2026-11-24T09:00:00[Asia/Seoul]"),
    ] as [(String, String)])
  func times(text: String, expected: String) throws {
    #expect(try words().deadline(text)?.description == expected)
  }

  @Test("an hour is an hour, also across a change of the clock")
  func acrossChange() throws {
    // 2026-11-01, 01:30 EDT in New York; at 02:00 clocks go back to 01:00.
    let words = try words("2026-11-01T05:30:00Z", zone: "America/New_York")
    #expect(try words.deadline("+1h")?.description == "2026-11-01T01:30:00[America/New_York]")
    #expect(try words.deadline("+2h")?.description == "2026-11-01T02:30:00[America/New_York]")
  }

  @Test("today is the caller's day, not that of UTC")
  func callersDay() throws {
    // 20:00 UTC on the 20th is the 21st in Seoul and the 20th in New York.
    let now = "2026-11-20T20:00:00Z"
    #expect(try words(now).deadline("today")?.description == "2026-11-21")
    #expect(
      try words(now, zone: "America/New_York").deadline("today")?.description == "2026-11-20")
  }

  @Test("some words mean no deadline", arguments: ["none", "NONE", "없음", "", "  "])
  func noDeadline(text: String) throws {
    #expect(try words().deadline(text) == nil)
  }

  @Test(
    "what is no deadline is refused by name",
    arguments: [
      "soon", "frida", "3", "+d", "+3x", "내일모레글피", "tomorrow tomorrow", "25:00", "내일 25시",
      "2026-11-21T09:00[", "fri 9", "\u{1F600}", "+99999d", "오후",
    ])
  func invalid(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try words().deadline(text) }
    #expect(error.reason == .invalidDeadline)
  }

  @Test(
    "a date that no calendar has is refused by another name",
    arguments: ["2026-02-30", "2026-13-01", "2026-11-21T25:00", "2월 30일", "13/13", "32일", "0/0"])
  func impossible(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try words().deadline(text) }
    #expect(error.reason == .impossibleDate)
  }

  @Test(
    "days as people say them, worked out on a calendar",
    arguments: [
      ("next month", "2026-12-01"), ("next mon", "2026-11-23"), ("next monday", "2026-11-23"),
      ("Dec 25", "2026-12-25"),
      ("25 Dec", "2026-12-25"),
      ("25th of December", "2026-12-25"),
      ("December 25, 2027", "2027-12-25"),
      ("dec 25 2027", "2027-12-25"),
      ("3 may", "2027-05-03"),
      ("Mar 3rd", "2027-03-03"),
      ("25th", "2026-11-25"),
      ("the 3rd", "2026-12-03"),
      ("on the 25th", "2026-11-25"),
      ("2026/12/25", "2026-12-25"),
      ("2026. 12. 25.", "2026-12-25"),
      ("25.12.2026", "2026-12-25"),
      ("12/25/2026", "2026-12-25"),
      ("25/12/2026", "2026-12-25"),
      ("Fri, Dec 25", "2026-12-25"),
      ("tonight", "2026-11-21"),
      ("day after tomorrow", "2026-11-23"),
      ("in two weeks", "2026-12-05"),
      ("by friday", "2026-11-27"),
      ("a week from friday", "2026-12-04"),
      ("3 days from tomorrow", "2026-11-25"),
      ("fri next week", "2026-11-27"),
      ("next week fri", "2026-11-27"),
      ("in 2 weeks fri", "2026-12-04"),
      ("friday in 2 weeks", "2026-12-04"),
      ("end of month", "2026-11-30"),
      ("end of next month", "2026-12-31"),
      ("last day of february", "2027-02-28"),
      ("this weekend", "2026-11-21"),
      ("in a month", "2026-12-21"),
      ("a week ago", "2026-11-14"),
      ("내일까지", "2026-11-22"),
      ("금요일까지", "2026-11-27"),
      ("담주", "2026-11-23"),
      ("다음주 금", "2026-11-27"),
      ("담주 월욜", "2026-11-23"),
      ("다음 달 5일", "2026-12-05"),
      ("다음 달 말", "2026-12-31"),
      ("월욜", "2026-11-23"),
      ("엿새 뒤", "2026-11-27"),
      ("보름 뒤", "2026-12-06"),
      ("석 달 뒤", "2027-02-21"),
      ("그글피", "2026-11-25"),
      ("내년 1월 1일", "2027-01-01"),
      ("27년 1월 5일", "2027-01-05"),
      ("이번 주말", "2026-11-21"),
      ("2주 뒤 금요일", "2026-12-04"),
      ("세 달 후", "2027-02-21"),
      ("12월 4일 (금)", "2026-12-04"),
      ("2월 말", "2027-02-28"),
      ("이번 달 25일", "2026-11-25"),
      ("열흘 뒤", "2026-12-01"),
      ("낼", "2026-11-22"),
    ] as [(String, String)])
  func saidDays(text: String, date: String) throws {
    #expect(try words().deadline(text)?.description == date)
  }

  @Test(
    "times as people say them",
    arguments: [
      ("tomorrow at 5", "2026-11-22T17:00:00"),
      ("5pm tomorrow", "2026-11-22T17:00:00"),
      ("noon tomorrow", "2026-11-22T12:00:00"),
      ("tonight at 8", "2026-11-21T20:00:00"),
      ("8pm tonight", "2026-11-21T20:00:00"),
      ("tomorrow half past 3", "2026-11-22T15:30:00"),
      ("fri quarter to five", "2026-11-27T16:45:00"),
      ("in an hour and a half", "2026-11-21T14:30:00"),
      ("30m", "2026-11-21T13:30:00"),
      ("in 30m", "2026-11-21T13:30:00"),
      ("1.5 hours", "2026-11-21T14:30:00"),
      ("1h30m", "2026-11-21T14:30:00"),
      ("half an hour", "2026-11-21T13:30:00"),
      ("9am", "2026-11-22T09:00:00"),
      ("3pm", "2026-11-21T15:00:00"),
      ("Dec 4 6pm", "2026-12-04T18:00:00"),
      ("fri 5:30 pm", "2026-11-27T17:30:00"),
      ("모레 오후 세 시 반", "2026-11-23T15:30:00"),
      ("내일 새벽 2시", "2026-11-22T02:00:00"),
      ("새벽 2시", "2026-11-22T02:00:00"),
      ("낮 2시", "2026-11-21T14:00:00"),
      ("밤 1시", "2026-11-22T01:00:00"),
      ("오늘 밤 1시", "2026-11-22T01:00:00"),
      ("밤 9시", "2026-11-21T21:00:00"),
      ("세 시", "2026-11-21T15:00:00"),
      ("한 시간 반 뒤", "2026-11-21T14:30:00"),
      ("2시간 30분 뒤", "2026-11-21T15:30:00"),
      ("2주 뒤 금요일 18:00", "2026-12-04T18:00:00"),
      ("내일 아침 8시", "2026-11-22T08:00:00"),
      ("오늘 저녁 7시까지", "2026-11-21T19:00:00"),
    ] as [(String, String)])
  func saidTimes(text: String, time: String) throws {
    #expect(try words().deadline(text)?.description == time + "[Asia/Seoul]")
  }

  @Test(
    "nothing of a phrase is passed over",
    arguments: [
      "3 days tomorrow",
      "13am",
      "오전 15시",
      "2 1 days",
      "fri 9 30",
      "5/6/2026",
      "내일 밤 1시",
      "1am tonight",
      "in 2 hours tomorrow",
      "tonight 8am", "오후 9am",
      "next month fri",
      "123년 1월 5일",
    ])
  func leftOver(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try words().deadline(text) }
    #expect(error.reason == .invalidDeadline)
  }

  @Test(
    "m is months or minutes up to twelve, and both are named", arguments: ["1m", "in 5m", "12m"])
  func minutesOrMonths(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try words().deadline(text) }
    #expect(error.reason == .ambiguousDeadline)
  }

  @Test(
    "a weekday that is not that of its date is refused", arguments: ["Mon, Dec 25", "12월 4일 (월)"])
  func wrongWeekday(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try words().deadline(text) }
    #expect(error.reason == .impossibleDate)
  }

  @Test("any two distances, or a distance and a day, are no deadline")
  func pairs() throws {
    let words = try words()
    let distances = ["3 days", "2 weeks", "1 month", "3일 뒤", "이틀 뒤"]
    for first in distances {
      for second in distances + ["tomorrow", "내일", "모레", "Dec 25", "25일"] {
        // A fortnight from tomorrow, to whoever says it.
        if first == "2 weeks", second == "tomorrow" { continue }
        #expect(throws: ProjectError.self, "\(first) \(second)") {
          try words.deadline(first + " " + second)
        }
      }
    }
  }

  @Test("an unknown zone in brackets is refused")
  func unknownZone() throws {
    let error = try #require(throws: ProjectError.self) {
      try words().deadline("2026-11-21T09:00[Mars/Base]")
    }
    #expect(error.reason == .unknownZone)
  }
}
