import CivilTime
import IPCProtocol
import TaskFormats
import Testing
import Values

@testable import projectd

/// What is no single day is refused with the words that would do; what has one meaning is read.
///
/// It is Saturday 2026-11-21, 13:00 in Seoul; weeks begin on Monday.
@Suite("Phrases that are refused with words")
struct PhraseRefusalTests {
  @Test(
    "what has one meaning is read",
    arguments: [
      ("15.00", "2026-11-21T15:00:00"), ("fri 15.00", "2026-11-27T15:00:00"),
      ("tomorrow 9.00", "2026-11-22T09:00:00"), ("금요일 15.00", "2026-11-27T15:00:00"),
      ("fri 15.30", "2026-11-27T15:30:00"),
      ("in 1 week and 2 days", "2026-11-30"), ("1 week and 2 days from now", "2026-11-30"),
      ("in 1 week, 2 days", "2026-11-30"), ("+1w2d", "2026-11-30"),
      ("in a week and a day", "2026-11-29"), ("in 2 months and 1 week", "2027-01-28"),
      ("in 1 year, 2 months and 3 days", "2028-01-24"), ("1주 2일 뒤", "2026-11-30"),
      ("1년 2개월 후", "2028-01-21"), ("한 달 보름 뒤", "2027-01-05"),
      ("in 1 day and 3 hours", "2026-11-22T16:00:00"), ("1 week and 2 days", "2026-11-30"),
      ("3 days, 4 hours", "2026-11-24T17:00:00"), ("1일 3시간 뒤", "2026-11-22T16:00:00"),
      ("지난달 말", "2026-10-31"), ("저번 달 말일", "2026-10-31"), ("end of last month", "2026-10-31"),
      ("thu 26", "2026-11-26"), ("Friday 25", "2026-12-25"), ("eom-2d", "2026-11-28"),
      ("eom - 2 days", "2026-11-28"), ("fri+1w", "2026-12-04"), ("today+2w", "2026-12-05"),
      ("tomorrow+1m", "2026-12-22"), ("christmas-3d", "2026-12-22"),
      ("eom-2d 15:00", "2026-11-28T15:00:00"), ("now+3d", "2026-11-24"),
      ("now + 3h", "2026-11-21T16:00:00"), ("now-1w", "2026-11-14"), ("P3D", "2026-11-24"),
      ("p2w", "2026-12-05"), ("P1M", "2026-12-21"), ("PT4H", "2026-11-21T17:00:00"),
      ("PT90M", "2026-11-21T14:30:00"), ("P1DT12H", "2026-11-23T01:00:00"),
      ("P1Y2M10D", "2028-01-31"), ("12. 3.", "2026-12-03"), ("24.12.", "2026-12-24"),
      ("1.1.", "2027-01-01"), ("4월 15일 3일 전까지", "2027-04-12"), ("3일 전", "2026-11-18"),
      ("today at 8", "2026-11-21T20:00:00"), ("오늘 8시 반", "2026-11-21T20:30:00"),
      ("today 8am", "2026-11-21T08:00:00"), ("on the 5th", "2026-12-05"),
    ])
  func read(phrase: String, date: String) throws {
    let found = try BoardFixture().words.deadline(phrase)?.description
    #expect(found?.replacing("[Asia/Seoul]", with: "") == date)
  }

  @Test(
    "what is no single day says what to write",
    arguments: [
      ("before christmas", "write 2026-12-24 or 2026-12-25"),
      ("before fri", "write 2026-11-26 or 2026-11-27"),
      ("금요일 전까지", "write 2026-11-26 or 2026-11-27"),
      ("27일 전까지", "write 2026-11-26 or 2026-11-27"),
      ("27일 전에", "write 2026-11-26 or 2026-11-27"), ("2주 전까지", "is no deadline"),
      ("1.12.", "write 2027-01-12 or 2026-12-01"), ("on 5", "is no deadline"),
      ("3.4. 15:00", "write 2027-03-04 or 2027-04-03"),
      ("크리스마스 전에", "write 2026-12-24 or 2026-12-25"),
      ("early next week", "it is no single day; write 2026-11-23, or"),
      ("late next week", "it is no single day; write 2026-11-29, or"),
      ("early december", "it is no single day; write 2026-12-01, or"),
      ("late in december", "it is no single day; write 2026-12-31, or"),
      ("early next month", "it is no single day; write 2026-12-01, or"),
      ("in a few days", "how many is not said"), ("a few weeks", "how many is not said"),
      ("며칠 뒤", "how many is not said"), ("몇 주 안에", "how many is not said"),
      ("다음달 초", "write 2026-12-01, or"), ("다음 달 초까지", "write 2026-12-01, or"),
      ("연초", "write 2027-01-01, or"), ("내년 초", "write 2027-01-01, or"),
      ("월초", "write 2026-12-01, or"), ("다음 주 초", "write 2026-11-23, or"),
      ("12월 하순", "write 2026-12-31, or"),
      ("12월 첫째 주 월요일", "write 2026-11-30 or 2026-12-07"),
      ("내년 1월", "write 2027-01-01 or 2027-01-31"), ("12월", "write 2026-12-01 or 2026-12-31"),
      ("december", "write 2026-12-01 or 2026-12-31"),
      ("in march 2027", "write 2027-03-01 or 2027-03-31"),
      ("sometime next week", "write 2026-11-23 or 2026-11-29"),
      ("새해", "write 2027-01-01 or 2027-02-07"),
      ("12.3", "write 2026-12-03 or 2027-03-12"), ("12.25", "write 12:25 or 2026-12-25"),
      ("fri 9.30", "may be a time or a date; write 9:30"),
      ("D-3", "it counts from a day that is not said; write +3d"),
      (
        "friday 9",
        "may be a time or a day of the month; write \"friday 9:00\" for the time, or 2027-04-09"
      ),
      ("thu 14", "for the time, or 2027-01-14"), ("thu 27", "there is no such date"),
      ("now+5m", "write now+5min or now+5mo"), ("eom-2h", "is no deadline"),
      ("P3X", "is no deadline"), ("P", "is no deadline"), ("지난달", "is no deadline"),
      ("someday", "it names no day"), ("sometime", "it names no day"), ("언젠가", "it names no day"),
    ])
  func refused(phrase: String, words: String) throws {
    let error = try #require(throws: ProjectError.self) {
      try BoardFixture().words.deadline(phrase)
    }
    #expect(error.sentence.en.contains(words), "\(error.sentence.en)")
    // Whatever is said to write can be written.
    for name in ["first", "second"] where error.reason == .ambiguousDeadline {
      let instead = try #require(error.data[name]?.stringValue)
      #expect(try BoardFixture().words.deadline(instead) != nil, "\(instead)")
    }
  }

  @Test(
    "repetitions that are no rule, or two, say what to write",
    arguments: [
      ("twice a week", "every mon and thu"), ("3 times a week", "every mon and thu"),
      ("일주일에 두 번", "every mon and thu"), ("주 3회", "every mon and thu"),
      ("every third wednesday", "\"every 3 weeks on Wed\" or \"every month on the 3rd Wed\""),
      ("every 2nd tue", "\"every 2 weeks on Tue\" or \"every month on the 2nd Tue\""),
      ("every friday until march", "write until 2027-03-01 or until 2027-03-31"),
      ("매년 설날", "--due 2027-02-07"), ("every easter", "--due 2027-03-28"),
      ("매년 추석", "--due 2027-09-15"),
      ("매일 열 번", "each time"), ("weekly 3 times", "each time"),
    ])
  func rules(phrase: String, words: String) throws {
    let error = try #require(throws: ProjectError.self) { try repetition(phrase) }
    #expect(error.reason == .invalidRecurrence)
    #expect(error.sentence.en.contains(words), "\(error.sentence.en)")
    // Whatever is said to write can be written.
    for sentence in [error.sentence.en, error.sentence.ko ?? ""] {
      let quoted = sentence.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      for (place, instead) in quoted where !place.isMultiple(of: 2) {
        #expect(try repetition(String(instead)) != nil, "\(instead)")
      }
    }
  }

  @Test(
    "days for short, and how often in words",
    arguments: [
      ("mwf", "FREQ=WEEKLY;BYDAY=MO,WE,FR"), ("MWF", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("tth", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("every monday for ten times", "FREQ=WEEKLY;COUNT=10;BYDAY=MO"),
      ("매주 월요일 총 열 번", "FREQ=WEEKLY;COUNT=10;BYDAY=MO"), ("매일 총 열 번", "FREQ=DAILY;COUNT=10"),
      ("every month on the 2nd and 4th sat", "FREQ=MONTHLY;BYDAY=2SA,4SA"),
      ("매월 둘째, 넷째 토요일", "FREQ=MONTHLY;BYDAY=2SA,4SA"),
    ])
  func short(phrase: String, rule: String) throws {
    #expect(try repetition(phrase)?.description == rule)
  }

  /// The class: whatever word is known, with letters at its end it is another word, which is refused
  /// whole.
  @Test("no phrase is cut inside a word")
  func wholeWords() throws {
    let words = try BoardFixture().words
    let known: [String] =
      DeadlineVocabulary.days.map(\.0) + DeadlineVocabulary.weekdays.map(\.0)
      + DeadlineVocabulary.moments.map(\.0) + DeadlineVocabulary.ends.map(\.0)
      + DeadlineVocabulary.starts.map(\.0) + DeadlineVocabulary.afterNext.map(\.0)
      + DeadlineVocabulary.halves.map(\.0) + DeadlineVocabulary.halvesOfToday.map(\.0)
      + FixedDays.names.map(\.0) + MovingDays.names.map(\.0)
      + DeadlineVocabulary.units.map { "3" + $0.0 } + DeadlineVocabulary.months.map { "3" + $0.0 }
    let latin = known.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0.last?.isLetter == true }
    #expect(latin.count > 250)
    let all = Set(known)
    for word in latin {
      for tail in ["x", "zz", "ish", "eday", "ly", "on"] where !all.contains(word + tail) {
        for text in [word + tail, "\(word)\(tail) 15:00", "tomorrow \(word)\(tail)"] {
          let error = #expect(throws: ProjectError.self, "\(text)") { try words.deadline(text) }
          let rest = error?.data["rest"]?.stringValue ?? ""
          #expect(rest.isEmpty || rest.contains(word + tail), "\(text): \(rest) is left over")
        }
      }
    }
  }
}
