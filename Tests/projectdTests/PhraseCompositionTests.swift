import CivilTime
import IPCProtocol
import Testing
import Values

@testable import projectd

/// Phrases put together from parts, beside what the parts make.
@Suite("Composed phrases")
struct PhraseCompositionTests {
  private func words() throws -> DeadlineWords {
    DeadlineWords(
      now: try time("2026-11-21T04:00:00Z"), zone: try zones.rules(named: "Asia/Seoul"),
      zones: zones)
  }

  /// Days of every kind before times of every kind, in every order that people use.
  @Test("a day and a time together are that day at that time")
  func composed() throws {
    let days: [(String, String)] = [
      ("tomorrow", "2026-11-22"), ("friday", "2026-11-27"), ("next tuesday", "2026-11-24"),
      ("dec 25", "2026-12-25"), ("the 3rd", "2026-12-03"), ("in 2 weeks", "2026-12-05"),
      ("in a fortnight", "2026-12-05"), ("eom", "2026-11-30"), ("25th of next month", "2026-12-25"),
      ("2026-12-31", "2026-12-31"), ("day after tomorrow", "2026-11-23"),
      ("next month", "2026-12-01"),
      ("last friday of november", "2026-11-27"),
    ]
    let koreanDays: [(String, String)] = [
      ("내일", "2026-11-22"), ("모레", "2026-11-23"), ("금요일", "2026-11-27"),
      ("다음 주 화요일", "2026-11-24"), ("12월 25일", "2026-12-25"), ("다음 달 3일", "2026-12-03"),
      ("2주 뒤", "2026-12-05"), ("사흘 뒤", "2026-11-24"), ("월말", "2026-11-30"), ("25일", "2026-11-25"),
    ]
    let words = try words()
    var checked = 0
    for hour in 0..<24 {
      for minute in [0, 5, 30, 59] {
        let two = (minute < 10 ? "0" : "") + "\(minute)"
        let expected = (hour < 10 ? "0" : "") + "\(hour):\(two):00"
        let twelve = (hour + 11) % 12 + 1
        let half = hour < 12 ? "am" : "pm"
        let korean = "\(hour < 12 ? "오전" : "오후") \(twelve)시" + (minute == 0 ? "" : " \(minute)분")
        for (day, date) in days {
          var forms = ["\(day) \(twelve):\(two)\(half)", "\(day) at \(hour):\(two)"]
          if day.first?.isNumber == false { forms += ["\(twelve):\(two) \(half) \(day)"] }
          if minute == 0 { forms.append("\(day) at \(twelve) \(half)") }
          for form in forms where !form.hasPrefix("2026-12-31 at") {
            let found = (try? words.deadline(form))?.description
            #expect(found == "\(date)T\(expected)[Asia/Seoul]", "\(form)")
            checked += 1
          }
        }
        for (day, date) in koreanDays {
          for form in ["\(day) \(korean)", "\(day) \(korean)까지", "\(korean) \(day)"]
            + ((1...6).contains(hour) ? [] : ["\(day) \(hour)시 \(minute)분"])
          {
            let found = (try? words.deadline(form))?.description
            #expect(found == "\(date)T\(expected)[Asia/Seoul]", "\(form)")
            checked += 1
          }
        }
      }
    }
    #expect(checked > 5000)
  }

  @Test(
    "distances in every spelling are counted on the calendar", arguments: [1, 2, 3, 5, 11, 20, 31])
  func distances(count: Int) throws {
    let words = try words()
    let native = [1: "하루", 2: "이틀", 3: "사흘", 5: "닷새", 11: "열하루"]
    let chinese = [1: "일", 2: "이", 3: "삼", 5: "오", 11: "십일", 20: "이십", 31: "삼십일"]
    let english = [
      1: "one", 2: "two", 3: "three", 5: "five", 11: "eleven", 20: "twenty", 31: "thirty-one",
    ]
    let day = words.today.adding(days: count)
    let week = words.today.adding(days: 7 * count)
    let month = words.today.adding(months: count)
    var forms: [(String, CivilDate?)] = [
      ("in \(count) days", day), ("+\(count)d", day), ("\(count)일 뒤", day),
      ("\(count) weeks from now", week),
      ("\(count)주 뒤", week), ("in \(count) months", month), ("\(count)개월 후", month),
    ]
    if let word = native[count] { forms.append((word + " 뒤", day)) }
    if let word = english[count] {
      forms += [
        ("in \(word) days", day), ("\(word) weeks later", week), ("in \(word) months", month),
      ]
    }
    if let word = chinese[count] {
      forms += [(word + "일 뒤", day), (word + " 주 뒤", week), (word + "개월 뒤", month)]
    }
    for (form, expected) in forms {
      #expect((try? words.deadline(form))?.date == expected, "\(form)")
    }
  }

  @Test(
    "a deadline is said with its weekday and how far it is",
    arguments: [
      ("fri 18:00", "Fri 27 Nov 18:00, in 6 days", "11월 27일 (금) 18:00, 6일 뒤"),
      ("Dec 4 18:00", "Fri 4 Dec 18:00, in 13 days", "12월 4일 (금) 18:00, 13일 뒤"),
      ("today", "Sat 21 Nov, today", "11월 21일 (토), 오늘"),
      ("tomorrow 9am", "Sun 22 Nov 09:00, tomorrow", "11월 22일 (일) 09:00, 내일"),
      ("15:30", "Sat 21 Nov 15:30, in 2 hours", "11월 21일 (토) 15:30, 2시간 뒤"),
      ("in 1 hour", "Sat 21 Nov 14:00, in 1 hour", "11월 21일 (토) 14:00, 1시간 뒤"),
      ("today 9am", "Sat 21 Nov 09:00, 4 hours ago", "11월 21일 (토) 09:00, 4시간 전"),
      ("2027-01-01", "Fri 1 Jan 2027, in 41 days", "2027년 1월 1일 (금), 41일 뒤"),
      ("in 90 minutes", "Sat 21 Nov 14:30, in 1 hour", "11월 21일 (토) 14:30, 1시간 뒤"),
      ("2026-11-21T14:00:07", "Sat 21 Nov 14:00, in 1 hour", "11월 21일 (토) 14:00, 1시간 뒤"),
      ("3 days ago", "Wed 18 Nov, 3 days ago", "11월 18일 (수), 3일 전"),
    ])
  func said(text: String, en: String, ko: String) throws {
    let zone = try zones.rules(named: "Asia/Seoul")
    let reader = ReaderDay(now: try time("2026-11-21T04:00:00Z"), zone: zone)
    let due = try #require(try words().deadline(text))
    let sentence = DueSentence(Due(due, zones: zones).key, reader).text
    #expect(sentence.en == en)
    #expect(sentence.ko == ko)
  }
}
