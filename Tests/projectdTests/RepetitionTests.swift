import CivilTime
import IPCProtocol
import Testing
import Values

@testable import projectd

@Suite("What repeats")
struct RepetitionTests {
  @Test(
    "rules as people say them",
    arguments: [
      ("daily", "FREQ=DAILY"), ("매일", "FREQ=DAILY"), ("Every Day", "FREQ=DAILY"),
      ("매주", "FREQ=WEEKLY"), ("격주", "FREQ=WEEKLY;INTERVAL=2"),
      ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"), ("2주마다", "FREQ=WEEKLY;INTERVAL=2"),
      ("3일에 한 번", "FREQ=DAILY;INTERVAL=3"), ("every mon", "FREQ=WEEKLY;BYDAY=MO"),
      ("매주 월요일", "FREQ=WEEKLY;BYDAY=MO"), ("매주 월요일, 수요일", "FREQ=WEEKLY;BYDAY=MO,WE"),
      ("every mon and fri", "FREQ=WEEKLY;BYDAY=MO,FR"), ("매월", "FREQ=MONTHLY"),
      ("평일", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("every other week", "FREQ=WEEKLY;INTERVAL=2"),
      ("매월 1일", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("월요일마다", "FREQ=WEEKLY;BYDAY=MO"),
      ("매주 월, 수, 금", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("매달 말일", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("평일마다", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("on the last friday of each month", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("every tuesday", "FREQ=WEEKLY;BYDAY=TU"), ("every two weeks", "FREQ=WEEKLY;INTERVAL=2"),
      ("the 2nd tuesday of every month", "FREQ=MONTHLY;BYDAY=2TU"),
      ("every 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
      ("every 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("the 1st, 11th and 21st of every month", "FREQ=MONTHLY;BYMONTHDAY=1,11,21"),
      ("매월 1일과 15일", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("매달 1일, 11일, 21일마다", "FREQ=MONTHLY;BYMONTHDAY=1,11,21"),
      ("월수금", "FREQ=WEEKLY;BYDAY=MO,WE,FR"), ("화목마다", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("매달 10, 20, 30일", "FREQ=MONTHLY;BYMONTHDAY=10,20,30"),
      ("매월 5·20일", "FREQ=MONTHLY;BYMONTHDAY=5,20"), ("매주 일월", "FREQ=WEEKLY;BYDAY=MO,SU"),
      ("매주 토일", "FREQ=WEEKLY;BYDAY=SA,SU"),
      ("mon-fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("every fri to mon", "FREQ=WEEKLY;BYDAY=MO,FR,SA,SU"),
      ("월~금", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("화요일부터 목요일까지", "FREQ=WEEKLY;BYDAY=TU,WE,TH"),
      ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("매년 12월 25일", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
      ("every december 25th", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
      ("yearly on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
      ("every 3rd of may", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3"),
      ("두 달마다", "FREQ=MONTHLY;INTERVAL=2"),
      ("FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=2TU"),
    ] as [(String, String)])
  func words(text: String, rule: String) throws {
    #expect(try repetition(text)?.description == rule)
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      "sometimes", "every 0 days", "FREQ=HOURLY", "매주 매주", "every 2nd tuesday", "monday", "월",
      "월월", "mon-mon", "every 1st and 1st", "매월 1일과", "매년 2월 30일", "every june 31", "every 15",
      "매년 13월 1일", "every 32nd", "매월 1일과 32일", "일월", "일월마다", "매월 10, 20",
      "매월 10과 20일",
    ])
  func invalid(text: String) throws {
    let error = try #require(throws: ProjectError.self) { try repetition(text) }
    #expect(error.reason == .invalidRecurrence)
  }

  @Test("a refusal names words that are understood")
  func remedy() throws {
    let error = try #require(throws: ProjectError.self) { try repetition("sometimes") }
    let text = String(describing: error)
    for words in ["mon-fri", "every 1st and 15th", "월수금", "매월 1일과 15일", "매년"] {
      #expect(text.contains(words))
      #expect(try repetition(words) != nil)
    }
  }

  @Test(
    "an end that is said as a length counts from the first deadline, in the form that it has",
    arguments: [
      ("2026-11-23", "daily for 3 days", "UNTIL=20261125", 3),
      ("2026-11-23", "매주 3주 동안", "UNTIL=20261213", 3),
      ("2026-11-23", "mon and thu for 2 weeks", "UNTIL=20261206;BYDAY=MO,TH", 4),
      ("2026-11-23 09:00", "daily for 3 days", "UNTIL=20261125T145959Z", 3),
      ("2026-11-23 23:30", "daily until nov 25", "UNTIL=20261125T145959Z", 3),
      ("2026-11-23", "monthly until end of january", "UNTIL=20270131", 3),
    ])
  func ends(due: String, text: String, end: String, count: Int) throws {
    var fixture = try BoardFixture()
    try fixture.add("water", due: due, repeats: text)
    #expect(fixture.board[1].recurrence?.hasSuffix(";" + end) == true)
    for number in 1...count {
      fixture.apply(try fixture.move(references("\(number)"), to: .done))
    }
    #expect(fixture.board.nextNumber == count + 1)
  }

  @Test(
    "a rule is said in words of both languages",
    arguments: [
      ("FREQ=DAILY", "every day", "매일"),
      ("FREQ=DAILY;INTERVAL=3", "every 3 days", "3일마다"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "every 2 weeks on Mon and Thu", "2주마다 월, 목"),
      ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "평일마다"),
      ("FREQ=WEEKLY;BYDAY=SA,SU", "every Sat and Sun", "매주 토, 일"),
      (
        "FREQ=MONTHLY;BYMONTHDAY=1,11,22", "every month on the 1st, 11th and 22nd",
        "매월 1일, 11일, 22일"
      ),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "매월 말일"),
      ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri", "매월 마지막 금요일"),
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday",
        "매월 마지막 평일"
      ),
      ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "every December 25", "매년 12월 25일"),
      (
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the 4th Thu of November", "매년 11월 넷째 목요일"
      ),
      ("FREQ=DAILY;COUNT=10", "every day for 10 times", "매일 총 10회"),
      (
        "FREQ=WEEKLY;UNTIL=20270531;BYDAY=FR", "every Fri until 31 May 2027",
        "매주 금 2027년 5월 31일까지"
      ),
      // The end of a day in Seoul.
      (
        "FREQ=WEEKLY;UNTIL=20270531T145959Z", "every week until 31 May 2027",
        "매주 2027년 5월 31일까지"
      ),
      (
        "FREQ=MONTHLY;BYMONTHDAY=1,-2", "every month on the 1st and the 2nd last day",
        "매월 1일, 끝에서 2번째 날"
      ),
      ("FREQ=MONTHLY;BYDAY=2SA,4SA", "every month on the 2nd and 4th Sat", "매월 둘째, 넷째 토요일"),
      (
        "FREQ=MONTHLY;BYDAY=1MO,-1FR", "every month on the 1st Mon and the last Fri",
        "매월 첫째 월요일, 마지막 금요일"
      ),
      (
        "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-1", "every month on the last of Sat and Sun",
        "매월 토, 일 가운데 마지막"
      ),
      (
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on Fri where it is the 13th",
        "매월 13일인 금"
      ),
      ("FREQ=MONTHLY;BYDAY=MO", "every month on each Mon", "매월 모든 월"),
      ("FREQ=YEARLY;BYMONTH=3,9", "every year in March and September", "매년 3월, 9월"),
      (
        "FREQ=YEARLY;BYMONTH=5,8;BYMONTHDAY=-1", "every year on the last day of May and August",
        "매년 5월, 8월 말일"
      ),
      // Of every month, which nobody reads of `every year on the 15th`.
      ("FREQ=YEARLY;BYMONTHDAY=15", "FREQ=YEARLY;BYMONTHDAY=15", nil),
    ] as [(String, String, String?)])
  func sentence(rule: String, en: String, ko: String?) throws {
    let text = RepeatSentence.text(rule, try BoardFixture().reader)
    #expect(text.en == en && text.ko == ko)
  }

  /// What is said may be typed, and says the same.
  @Test("the words for a rule are read as that rule again")
  func sentencesAgain() throws {
    let reader = try BoardFixture().reader
    let days = ["", ";BYDAY=MO", ";BYDAY=SA,SU", ";BYDAY=MO,WE,FR", ";BYDAY=MO,TU,WE,TH,FR"]
    let monthDays = [
      "", ";BYDAY=2SA,4SA", ";BYMONTHDAY=1", ";BYMONTHDAY=2,3,31", ";BYMONTHDAY=-1", ";BYDAY=1MO",
      ";BYDAY=4SU",
      ";BYDAY=-1TU", ";BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", ";BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ]
    let yearDays = [
      "", ";BYMONTH=2;BYMONTHDAY=29", ";BYMONTH=5;BYDAY=2SU", ";BYMONTH=1;BYDAY=-1MO",
    ]
    let bases: [(String, [String])] = [
      ("DAILY", [""]), ("WEEKLY", days), ("MONTHLY", monthDays), ("YEARLY", yearDays),
    ]
    var checked = 0
    for (frequency, parts) in bases {
      for interval in ["", ";INTERVAL=2", ";INTERVAL=13"] {
        for part in parts where frequency != "YEARLY" || part.isEmpty || interval.isEmpty {
          for end in ["", ";COUNT=7", ";UNTIL=20280229"] {
            let rule = try RecurrenceRule("FREQ=\(frequency)\(interval)\(end)\(part)")
            let text = RepeatSentence.text(rule.description, reader)
            #expect(try repetition(text.en) == rule, "\(rule): \(text.en)")
            #expect(try repetition(text.ko ?? "") == rule, "\(rule): \(text.ko ?? "none")")
            checked += 1
          }
        }
      }
    }
    #expect(checked > 150)
  }

  @Test("what repeats needs a deadline")
  func needsDeadline() throws {
    var fixture = try BoardFixture()
    let error = try #require(throws: ProjectError.self) {
      try fixture.add("water", repeats: "daily")
    }
    #expect(error.reason == .repeatsWithoutDeadline)
    // In words, as it was typed, and not as the rule that it was read as.
    #expect(error.data["rule"] == ["en": "every day", "ko": "매일"])
    try fixture.add("water", due: "today", repeats: "daily")
    var changes = ProjectChanges()
    changes.due = .some(nil)
    #expect(throws: ProjectError.self) {
      try fixture.board.edit(ProjectReference(number: 1), changes)
    }
    changes.recurrence = .some(nil)
    #expect(throws: Never.self) {
      try fixture.board.edit(ProjectReference(number: 1), changes)
    }
  }

  @Test("what is done leaves the next one behind, with the same words and the next date")
  func next() throws {
    var fixture = try BoardFixture()
    try fixture.add(
      "water", due: "2026-11-23 09:00", tags: ["home"], group: "plants", body: "all of them",
      repeats: "every 3 days")
    let edits = try fixture.move(references("1"), to: .done)
    #expect(
      edits.map(\.note.sentence.en) == [
        "Moved 'water' from TODO to DONE.", "Added 'water'.",
      ])
    fixture.apply(edits)
    let next = fixture.board[2]
    #expect(next.state == .todo)
    #expect(next.due?.time.description == "2026-11-26T09:00:00[Asia/Seoul]")
    #expect(next.tags == ["home"])
    #expect(next.group == "plants")
    #expect(next.body == "all of them")
    #expect(next.series == fixture.board[1].id)
    fixture.apply(try fixture.move(references("2"), to: .done))
    #expect(fixture.board[3].due?.time.description == "2026-11-29T09:00:00[Asia/Seoul]")
    #expect(fixture.board[3].series == fixture.board[1].id)
  }

  @Test("the next one has an id of its series and date: made twice it is one")
  func sameID() throws {
    let id = UUID(high: 5, low: 5)
    var one = try BoardFixture()
    var other = try BoardFixture(now: "2026-11-30T00:00:00Z", zone: "UTC")
    for title in ["a", "b"] { try other.add(title) }
    try one.add("water", due: "2026-11-23", id: id, repeats: "weekly")
    try other.add("water", due: "2026-11-23", id: id, repeats: "weekly")
    let first = try one.move(references("1"), to: .done)
    let second = try other.move(references("3"), to: .done)
    #expect(first[1].id == second[1].id)
    one.apply(first)
    // Back and done again: the next one is there already.
    one.apply(try one.move(references("1"), to: .todo))
    #expect(try one.move(references("1"), to: .done).count == 1)
  }

  @Test("what was taken back and is done again leaves the next one behind again")
  func doneAgain() throws {
    var fixture = try BoardFixture()
    try fixture.add("water", due: "2026-11-23", repeats: "daily")
    fixture.apply(try fixture.move(references("1"), to: .done))
    // As an undo leaves it.
    fixture.apply(try fixture.board.remove(references("2")))
    fixture.apply(try fixture.move(references("1"), to: .todo))
    let again = try fixture.move(references("1"), to: .done)
    #expect(
      again.map(\.note.sentence.en) == [
        "Moved 'water' from TODO to DONE.", "Added 'water'.",
      ])
    fixture.apply(again)
    #expect(!fixture.board[2].isRemoved && fixture.board[2].state == .todo)
    #expect(fixture.board[2].due?.time.description == "2026-11-24")
  }

  @Test("two late ones of a series that are done together leave one behind")
  func lateTogether() throws {
    var fixture = try BoardFixture()
    try fixture.add("water", due: "2026-11-23", repeats: "daily")
    fixture.apply(try fixture.move(references("1"), to: .done))
    fixture.apply(try fixture.move(references("1"), to: .todo))
    fixture.now = try time("2026-12-05T04:00:00Z")
    let edits = try fixture.move(references("1", "2"), to: .done)
    #expect(edits.count(where: { $0.note.kind == .added }) == 1)
  }

  @Test("a series ends where its rule says so")
  func count() throws {
    var fixture = try BoardFixture()
    try fixture.add("thrice", due: "2026-11-23", repeats: "FREQ=DAILY;COUNT=3")
    fixture.apply(try fixture.move(references("1"), to: .done))
    fixture.apply(try fixture.move(references("2"), to: .done))
    #expect(fixture.board[3].due?.time.description == "2026-11-25")
    #expect(try fixture.move(references("3"), to: .done).count == 1)
  }

  @Test("who finishes late gets the next date that lies ahead, and what was missed stays missed")
  func late() throws {
    // Saturday 2026-11-21, 13:00 in Seoul: three weeks behind.
    var fixture = try BoardFixture()
    try fixture.add("weekly", due: "2026-11-02", repeats: "매주 월요일")
    fixture.apply(try fixture.move(references("1"), to: .done))
    #expect(fixture.board[2].due?.time.description == "2026-11-23")
    // Of today's date the day is not over; of today's time it is past.
    try fixture.add("daily", due: "2026-11-18", repeats: "daily")
    fixture.apply(try fixture.move(references("3"), to: .done))
    #expect(fixture.board[4].due?.time.description == "2026-11-21")
    try fixture.add("morning", due: "2026-11-18 09:00", repeats: "daily")
    fixture.apply(try fixture.move(references("5"), to: .done))
    #expect(fixture.board[6].due?.time.description == "2026-11-22T09:00:00[Asia/Seoul]")
    // What was missed counts as well: the last of three was yesterday.
    try fixture.add("thrice", due: "2026-11-18", repeats: "FREQ=DAILY;COUNT=3")
    #expect(try fixture.move(references("7"), to: .done).count == 1)
  }

  @Test("nine in the morning stays nine when the clocks change")
  func daylight() throws {
    // On 2026-11-01 clocks go back in New York.
    var fixture = try BoardFixture(now: "2026-10-30T12:00:00Z", zone: "America/New_York")
    try fixture.add("call", due: "2026-10-31 09:00", repeats: "daily")
    fixture.apply(try fixture.move(references("1"), to: .done))
    let (first, next) = (fixture.board[1].due, fixture.board[2].due)
    #expect(next?.time.description == "2026-11-01T09:00:00[America/New_York]")
    #expect(try #require(next).key.seconds - #require(first).key.seconds == 25 * 3600)
  }

  @Test("when it was done is known, also after it was undone")
  func completed() throws {
    var fixture = try BoardFixture()
    try fixture.add("one")
    fixture.apply(try fixture.move(references("1"), to: .done))
    #expect(fixture.board[1].completedAt == fixture.now)
    let back = try fixture.move(references("1"), to: .todo)
    let value = try #require(back[0].values.first { $0.field == .completed })
    #expect(value.before == Project.text(fixture.now))
    fixture.apply(back)
    #expect(fixture.board[1].completedAt == nil)
  }
}
