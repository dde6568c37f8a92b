import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Words of a line that were meant otherwise")
struct QuickSlipTests {
  /// What is said of a line, or nil where it is taken.
  private func said(_ line: [String], isEdit: Bool) throws -> String? {
    let words = try BoardFixture().words
    do throws(ProjectError) {
      try QuickWords(line).checkSlips(words, isEdit: isEdit)
      return nil
    } catch {
      #expect(error.reason == .unknownWord && error.sentence.ko != nil)
      return error.sentence.en
    }
  }

  @Test(
    "a mistyped key with a value that fits is refused with the word that was meant",
    arguments: [
      ("dew:fri", "due:fri"), ("deu:tomorrow", "due:tomorrow"), ("duee:mon", "due:mon"),
      ("dur:2026-12-01", "due:2026-12-01"), ("tags:home", "tag:home"), ("grup:work", "group:work"),
      ("rpeat:weekly", "repeat:weekly"), ("evry:weekly", "every:weekly"), ("wiat:mon", "wait:mon"),
      ("prio:H", "pri:H"), ("prioity:2", "priority:2"), ("scheduld:tue", "scheduled:tue"),
      ("depend:3", "depends:3"), ("dpe:3,4", "dep:3,4"), ("parnet:3", "parent:3"),
      ("asigned:kim", "assigned:kim"), ("title:x", "--title x"), ("remind:off", "--remind off"),
      ("마갑:금요일", "마감:금요일"), ("미감:금요일", "마감:금요일"), ("반보:매주", "반복:매주"), ("기한:내일", "마감:내일"),
      ("pro:home", "project:home"), ("proj:home", "project:home"), ("due=fri", "due:fri"),
      ("tags:a,b", "tag:a tag:b"), ("remind:1h before", #"--remind "1h before""#),
      ("deu:next friday", #"due:"next friday""#),
    ])
  func slips(word: String, meant: String) throws {
    for isEdit in [true, false] {
      for line in [[word], ["report", word], [word, "the", "report"], ["+work", word]] {
        let told = try said(line, isEdit: isEdit)
        #expect(told?.contains("did you mean `\(meant)`") == true, "\(line)")
      }
    }
  }

  @Test(
    "words with a colon that nobody mistyped are a title",
    arguments: [
      "http://a.example/due:fri", "12:30", "note: text", "PR:12", "std::sort", "tax:2026", "c:x",
      "dev:ops", "foo:bar", "rfc:2822", "메모:내일", "v1:2", "re:invent", "doc:draft", "x=2", "abc=fri",
      "가감:금액", "점심:금요일",
    ])
  func titles(word: String) throws {
    #expect(try said(["read", word], isEdit: false) == nil)
    #expect(try said(["read", word], isEdit: true) == nil)
    #expect(try said([word], isEdit: false) == nil)
  }

  @Test("a title is not replaced by words that look like parts and are none")
  func edit() throws {
    for line in [["foo:bar"], ["+work", "foo:bar"], ["foo:bar", "dew:xyz"]] {
      #expect(try said(line, isEdit: true)?.contains("due:, rec:, until:") == true, "\(line)")
      #expect(try said(line, isEdit: false) == nil)
    }
    #expect(try said(["untag:x"], isEdit: true)?.contains("`--untag x`") == true)
    #expect(try said(["untag:x"], isEdit: false) == nil)
  }

  private func problem(_ line: [String]) throws -> String? {
    let words = try BoardFixture().words
    let error = #expect(throws: ProjectError.self) {
      try QuickWords(line).deadline(.due, or: nil, words)
    }
    #expect(error?.reason == .invalidDeadline)
    return error?.sentence.en
  }

  @Test(
    "a value that a shell took apart is told with its quotes",
    arguments: [
      (["due:this", "week"], #"`due:"this week"`"#),
      (["due:next", "friday"], #"due:"next friday"`"#),
      (["x", "마감:보름", "뒤", "보고"], #"`due:"보름 뒤"`"#), (["due:이번", "주"], #"`due:"이번 주"`"#),
      (["due:in", "2", "weeks", "report"], #"`due:"in 2 weeks"`"#),
      (["due:end", "of", "next", "month"], #"`due:"end of next month"`"#),
      (["due:다음", "주", "금요일"], #"`due:"다음 주 금요일"`"#),
    ] as [([String], String)])
  func quotes(line: [String], quoted: String) throws {
    #expect(try problem(line)?.contains(quoted) == true)
  }

  @Test("words behind a deadline that may belong to it are told of, and others are not")
  func hints() throws {
    let words = try BoardFixture().words
    func hint(_ line: [String]) -> String? { QuickWords(line).hint(.due, words)?.en }
    #expect(hint(["report", "due:fri", "15:00"])?.contains(#"`due:"fri 15:00"`"#) == true)
    #expect(hint(["마감:내일", "오후", "3시", "회의"])?.contains(#"`due:"내일 오후 3시"`"#) == true)
    for line in [
      ["due:fri", "report"], ["report", "due:fri"], ["due:fri 15:00", "report"],
      ["due:fri", "+work", "15:00"], ["15:00", "due:fri"],
    ] { #expect(hint(line) == nil, "\(line)") }
  }

  @Test(
    "what comes again, and what is a length, is no deadline, and the refusal says how it is said",
    arguments: [
      ("every friday", #"rec:"every friday""#), ("매주 월요일", #"rec:"매주 월요일""#),
      ("weekly", #"rec:"weekly""#), ("every 2 weeks", #"rec:"every 2 weeks""#),
      ("2주", #""2주 뒤""#), ("3개월", #""3개월 뒤""#), ("두 시간", #""두 시간 뒤""#),
    ])
  func others(text: String, advice: String) throws {
    #expect(try problem(["due:\(text)"])?.contains(advice) == true, "\(text)")
  }

  @Test(
    "a date with another weekday is told by the one that it has, in both languages",
    arguments: [
      ("Mon Dec 1", "2026-12-01 is a Tuesday", "2026-12-01은 화요일입니다"),
      ("friday december 5", "2026-12-05 is a Saturday", "2026-12-05는 토요일입니다"),
      ("12월 4일 (목)", "2026-12-04 is a Friday", "2026-12-04는 금요일입니다"),
      ("내일(목)", "2026-11-22 is a Sunday", "2026-11-22는 일요일입니다"),
      ("tue 2026-12-02", "2026-12-02 is a Wednesday", "2026-12-02는 수요일입니다"),
    ])
  func weekdays(text: String, english: String, korean: String) throws {
    let words = try BoardFixture().words
    let error = try #require(throws: ProjectError.self) { try words.deadline(text) }
    #expect(error.reason == .impossibleDate)
    #expect(error.sentence.en.contains(english) && error.sentence.ko?.contains(korean) == true)
  }

  @Test("what is advised where a number may be an hour or a day is that weekday, and understood")
  func advice() throws {
    let words = try BoardFixture().words
    for (text, weekday) in [("friday", Weekday.friday), ("fri", .friday), ("금요일", .friday)] {
      for number in 7...23 {
        let error = #expect(throws: ProjectError.self) { try words.deadline("\(text) \(number)") }
        guard let told = error?.sentence.en, error?.reason == .invalidDeadline else { continue }
        let dates = told.split { !"0123456789-".contains($0) }.compactMap { CivilDate(String($0)) }
        #expect(dates.map(\.weekday) == [weekday] && dates.map(\.day) == [number], "\(told)")
        #expect(try words.deadline("\(text) \(number):00")?.date.weekday == weekday)
      }
    }
  }

  @Test("a time from now has no seconds, and is said to be as far as it was asked for")
  func minutes() throws {
    for second in [0, 1, 27, 29, 30, 31, 45, 59] {
      let now = "2026-11-21T04:03:\(second < 10 ? "0" : "")\(second)Z"
      let fixture = try BoardFixture(now: now)
      for (text, told) in [
        ("in 2 hours", "in 2 hours"), ("10분 후", "in 10 minutes"), ("+4h", "in 4 hours"),
        ("in 1 minute", "in 1 minute"), ("now", nil), ("same time tomorrow", "tomorrow"),
      ] as [(String, String?)] {
        let due = try #require(try fixture.words.deadline(text))
        #expect(due.time.map { $0.secondOfDay % 60 } == 0, "\(text) at \(now)")
        let key = Due(due, zones: zones).key
        guard let told else {
          #expect(fixture.reader.clock.isPast(key))
          continue
        }
        #expect(DueSentence(key, fixture.reader).text.en.hasSuffix(told), "\(text) at \(now)")
      }
    }
  }
}
