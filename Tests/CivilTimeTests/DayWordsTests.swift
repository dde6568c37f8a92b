import CivilTime
import Testing

/// The days that words name on Saturday, 21 November 2026.
@Suite("DayWords")
struct DayWordsTests {
  private let today = CivilDate("2026-11-21")

  @Test(
    "days are named in both languages, on either side of today",
    arguments: [
      ("2026-12-01", "2026-12-01"), ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"),
      ("내일", "2026-11-22"), ("모레", "2026-11-23"), ("어제", "2026-11-20"), ("그제", "2026-11-19"),
      ("그저께", "2026-11-19"), ("yesterday", "2026-11-20"), ("3d", "2026-11-24"),
      ("in 3 days", "2026-11-24"), ("3일 뒤", "2026-11-24"), ("3일 후", "2026-11-24"),
      ("2주 뒤", "2026-12-05"), ("3 days ago", "2026-11-18"), ("3일 전", "2026-11-18"),
      ("3일전", "2026-11-18"), ("friday", "2026-11-27"), ("Sat", "2026-11-28"),
      ("월요일", "2026-11-23"), ("day after tomorrow", "2026-11-23"),
    ])
  func ahead(_ words: String, _ day: String) throws {
    let today = try #require(today)
    #expect(DayWords.day(words, today: today, looking: .future)?.description == day)
  }

  @Test(
    "looking back, a distance and a weekday are past",
    arguments: [
      ("3d", "2026-11-18"), ("1w", "2026-11-14"), ("friday", "2026-11-20"), ("토요일", "2026-11-21"),
      ("일요일", "2026-11-15"), ("in 3 days", "2026-11-24"), ("today", "2026-11-21"),
    ])
  func behind(_ words: String, _ day: String) throws {
    let today = try #require(today)
    #expect(DayWords.day(words, today: today, looking: .past)?.description == day)
  }

  @Test(
    "what names no day is not guessed at",
    arguments: [
      "", "3", "2026-02-30", "5h", "36h", "in 2 hours", "frid", "3 days later on", "in", "전",
      "0.5d", "99999999d", "일", "토", "in 3 days ago", "-3d",
    ])
  func none(_ words: String) throws {
    let today = try #require(today)
    #expect(DayWords.day(words, today: today, looking: .future) == nil)
  }
}
