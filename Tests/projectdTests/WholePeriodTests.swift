import CivilTime
import IPCProtocol
import Testing
import Values

@testable import projectd

@Suite("Periods and other programs' words in filters")
struct WholePeriodTests {
  /// Saturday 2026-11-21 in Seoul.
  private func range(_ text: String) throws -> String {
    guard case .days(let from, let to) = try DueRange(text, BoardFixture().words) else {
      return "none"
    }
    return "\(from.map { "\($0)" } ?? "")..\(to.map { "\($0)" } ?? "")"
  }

  @Test(
    "a period is all of its days, and before and after are outside of it",
    arguments: [
      ("this week", "2026-11-16..2026-11-22"), ("Next Week", "2026-11-23..2026-11-29"),
      ("last week", "2026-11-09..2026-11-15"), ("week after next", "2026-11-30..2026-12-06"),
      ("다음 주", "2026-11-23..2026-11-29"), ("이번주", "2026-11-16..2026-11-22"),
      ("지난주", "2026-11-09..2026-11-15"), ("다다음 주", "2026-11-30..2026-12-06"),
      ("weekend", "2026-11-21..2026-11-22"), ("next weekend", "2026-11-28..2026-11-29"),
      ("주말", "2026-11-21..2026-11-22"), ("다음 주 주말", "2026-11-28..2026-11-29"),
      ("this month", "2026-11-01..2026-11-30"), ("next month", "2026-12-01..2026-12-31"),
      ("이번 달", "2026-11-01..2026-11-30"), ("다음달", "2026-12-01..2026-12-31"),
      ("december", "2026-12-01..2026-12-31"), ("12월", "2026-12-01..2026-12-31"),
      ("this quarter", "2026-10-01..2026-12-31"), ("다음 분기", "2027-01-01..2027-03-31"),
      ("next year", "2027-01-01..2027-12-31"), ("내년", "2027-01-01..2027-12-31"),
      ("2027-W15", "2027-04-12..2027-04-18"), ("2027-W15-3", "2027-04-14..2027-04-14"),
      ("next week..", "2026-11-23.."), ("..next week", "..2026-11-29"),
      ("this week..다음 달", "2026-11-16..2026-12-31"),
      ("before next week", "..2026-11-22"), ("after next week", "2026-11-30.."),
      ("by next week", "..2026-11-29"), ("since friday", "2026-11-27.."),
      ("before friday", "..2026-11-26"), ("금요일 전까지", "..2026-11-26"),
      ("다음 주 이후", "2026-11-23.."), ("이번 달까지", "..2026-11-30"), ("내일부터", "2026-11-22.."),
      ("3일 전", "2026-11-18..2026-11-18"), ("next fri", "2026-11-27..2026-11-27"),
      ("eow", "2026-11-22..2026-11-22"), ("no due date", "none"),
    ])
  func periods(text: String, days: String) throws {
    #expect(try range(text) == days, "\(text)")
  }

  private func numbers(_ text: String) throws -> [Int] {
    var fixture = try BoardFixture()
    try fixture.add("late report", due: "2026-11-20", group: "work")
    try fixture.add("milk", due: "2026-11-21", tags: ["home"])
    try fixture.add("call", due: "2026-11-27", state: .doing)
    try fixture.add("old", state: .done)
    var query = BoardQuery()
    query.filter.conditions = [try FilterWords.condition(text, fixture.words, of: 0)]
    return fixture.numbers(query).sorted()
  }

  @Test(
    "what Taskwarrior asks with is understood as it is there",
    arguments: [
      ("+OVERDUE", [1]), ("-OVERDUE", [2, 3, 4]), ("+TODAY", [2]), ("+WEEK", [1, 2]),
      ("+DUE", [2, 3]), ("+BLOCKED", []), ("+UNBLOCKED", [1, 2, 3, 4]), ("+ACTIVE", [3]),
      ("+PENDING", [1, 2, 3]), ("+COMPLETED", [4]), ("status:pending", [1, 2, 3]),
      ("status:completed", [4]), ("due.before:friday", [1, 2]), ("due.by:friday", [1, 2, 3]),
      ("due.after:today", [3]), ("due.none:", [4]), ("due.any:", [1, 2, 3]),
      ("due.is:today", [2]), ("project.not:work", [2, 3, 4]), ("project:work", [1]),
      ("pro:work", [1]), ("tags:home", [2]), ("tags.has:home", [2]),
      ("description.contains:milk", [2]), ("priority:H", []), ("due:\"this week\"", [1, 2]),
      ("+work or +TODAY", [1, 2]), ("+OVERDUE and not +work", []),
    ] as [(String, [Int])])
  func taskwarrior(text: String, found: [Int]) throws {
    #expect(try numbers(text) == found, "\(text)")
  }

  @Test(
    "what it asks and no list here does is refused with the word that would do, in both languages",
    arguments: [
      ("limit:5", "`--limit 5`"), ("-home", "`not @home`"), ("+ANNOTATED", "is:overdue"),
      ("sort:due", "`--sort due`"), ("entry.after:today", "`--sort created`"),
      ("uuid:5f0c", "`matectl project show 5f0c`"), ("priority.above:M", "p:H"),
      ("description:milk", "words are asked as they are"),
    ])
  func refused(text: String, instead: String) throws {
    let error = try #require(throws: ProjectError.self) { try numbers(text) }
    #expect(error.reason == .invalidFilter && error.sentence.en.contains(instead), "\(error)")
    #expect(error.sentence.ko != nil)
  }

  @Test(
    "a rule may say itself that it counts from the day on which something is done",
    arguments: [
      ("every! 3 days", "every 3 days", true), ("ev! week", "every week", true),
      ("Every!3 days", "every 3 days", true), ("끝낸 뒤 3일마다", "3일마다", true),
      ("every 3 days", "every 3 days", false),
    ])
  func fromDone(text: String, rule: String, isFromDone: Bool) throws {
    let said = RepeatWords.counted(text)
    #expect(said == (rule, isFromDone))
    #expect(try repetition(said.rule) != nil)
  }
}
