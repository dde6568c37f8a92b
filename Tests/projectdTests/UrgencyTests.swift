import CivilTime
import DaemonRuntime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Urgency")
struct UrgencyTests {
  @Test(
    "the share of a deadline is that of Taskwarrior",
    arguments: [
      (30.0, 0.2), (14.0, 0.2), (7.0, 5.6 / 21 + 0.2), (0.0, 11.2 / 21 + 0.2),
      (-3.5, 14.0 / 21 + 0.2), (-7.0, 1.0), (-365.0, 1.0),
    ] as [(Double, Double)])
  func dueShare(days: Double, share: Double) {
    #expect(abs(Urgency.dueShare(days: days) - share) < 1e-12)
  }

  @Test("terms add up: doing 4, two tags 0.9, the tag next 15, a group 1, half a year 1")
  func terms() throws {
    var fixture = try BoardFixture()
    try fixture.add("plain")
    try fixture.add("rich", tags: ["a", "next"], group: "g", state: .doing)
    #expect(Urgency(0, of: fixture.board, fixture.reader.clock).score == 0)
    #expect(abs(Urgency(1, of: fixture.board, fixture.reader.clock).score - 20.9) < 1e-12)
    fixture.now = fixture.now.adding(seconds: 182.5 * 86_400)
    #expect(abs(Urgency(0, of: fixture.board, fixture.reader.clock).score - 1) < 1e-9)
    #expect(abs(Urgency(1, of: fixture.board, fixture.reader.clock).score - 21.9) < 1e-9)
  }

  /// Taskwarrior's own figures for the same tasks: `task rc.urgency.age.coefficient=0 info`.
  @Test("a plan weighs as Taskwarrior's does")
  func plans() throws {
    var fixture = try BoardFixture()
    func add(_ title: String, _ plan: PlanChanges) throws -> Int {
      let next = UInt64(fixture.board.nextNumber)
      let new = NewProject(title: title, plan: plan)
      let edit = try fixture.board.add(new, id: UUID(high: 5, low: next), at: fixture.now)
      fixture.apply([edit])
      return edit.number
    }
    func score(_ number: Int) -> Double {
      (Urgency(Int32(number - 1), of: fixture.board, fixture.reader.clock).score * 1e6).rounded()
        / 1e6
    }
    func deadline(_ text: String) throws -> CalendarTime? { try fixture.words.deadline(text) }
    let priorities = try [1: 6.0, 5: 3.9, 9: 1.8, 3: 4.95].map { priority, expected in
      (try add("p", PlanChanges(priority: priority)), expected)
    }
    for (number, expected) in priorities { #expect(score(number) == expected) }
    let ready = try add("s", PlanChanges(scheduled: try deadline("today")))
    let notYet = try add("s", PlanChanges(scheduled: try deadline("tomorrow")))
    let later = try add("w", PlanChanges(wait: try deadline("tomorrow")))
    let over = try add("w", PlanChanges(wait: try deadline("today")))
    #expect([ready, notYet, later, over].map(score) == [5, 0, -3, 0])
    let second = try add("b", PlanChanges(addedDepends: [ProjectReference(number: ready)]))
    let third = try add("c", PlanChanges(addedDepends: [ProjectReference(number: second)]))
    #expect([ready, second, third].map(score) == [13, 3, -5])
    fixture.apply(try fixture.move([ProjectReference(number: ready)], to: .done))
    #expect([ready, second, third].map(score) == [0, 8, -5])
    let noted = try add("n", PlanChanges())
    for (count, expected) in [(1, 0.8), (2, 0.9), (3, 1.0), (4, 1.0)] {
      var edit = Edit(
        number: noted, id: fixture.board[noted].id, values: [],
        note: Note(kind: .edited, title: "n"))
      edit.set(.note("\(count) text"), from: nil, to: "")
      fixture.apply([edit])
      #expect(score(noted) == expected)
    }
  }

  @Test("weights can be others, each by its name, and nothing else can be said")
  func weights() throws {
    let json = try JSON.parse(#"{"due":20,"blocked":-50.5}"#)
    let weights = try Urgency.Weights(json, at: "/urgency")
    var expected = Urgency.Weights.taskwarrior
    (expected.due, expected.blocked) = (20, -50.5)
    #expect(weights == expected)
    for wrong in [#"{"deu":1}"#, #"{"due":"1"}"#, #"{"due":1001}"#, "[]", "1"] {
      let value = try JSON.parse(wrong)
      #expect(throws: ConfigurationError.self) { try Urgency.Weights(value, at: "/urgency") }
    }
  }

  @Test(
    "the most urgent are those that come first of all in order, whatever weighs", arguments: 1...8)
  func best(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var fixture = try BoardFixture(zone: seed % 2 == 0 ? "Asia/Seoul" : "Pacific/Pago_Pago")
    if seed > 2 {
      for (_, path) in Urgency.Weights.names {
        fixture.board.weights[keyPath: path] = Double.random(in: -4...16, using: &numbers)
      }
    }
    for index in 0..<200 {
      let days = Int.random(in: -20...30, using: &numbers)
      let day = fixture.words.today.adding(days: days)
      let due = index % 7 == 0 ? nil : day.map { "\($0)" + (index % 3 == 0 ? " 23:50" : "") }
      try fixture.add(
        "p", due: due, tags: index % 2 == 0 ? [] : ["a", index % 50 == 1 ? "next" : "b"],
        group: index % 3 == 0 ? "g" : nil, state: index % 11 == 0 ? .doing : .todo)
    }
    fixture.now = fixture.now.adding(seconds: Double.random(in: 0...4e7, using: &numbers))
    let (board, clock) = (fixture.board, fixture.reader.clock)
    let scores = (0..<200).map { Urgency(Int32($0), of: board, clock).score }
    let wanted = (0..<200).sorted { (-scores[$0], $0) < (-scores[$1], $1) }.prefix(10)
    let found = NextView(of: board, fixture.reader, limit: 10).projects.map(\.row.id)
    #expect(found == wanted.map { $0 + 1 })
  }

  @Test("what is done is not urgent")
  func done() throws {
    var fixture = try BoardFixture()
    try fixture.add("done", due: "어제", tags: ["next"], state: .done)
    #expect(Urgency(0, of: fixture.board, fixture.reader.clock).score == 0)
    #expect(Urgency.reasons(Int32(0), of: fixture.board, fixture.reader).isEmpty)
  }

  @Test("reasons are said, the heaviest first")
  func reasons() throws {
    var fixture = try BoardFixture()
    try fixture.add("late", due: "2026-11-18", tags: ["a"], group: "home", state: .doing)
    try fixture.add("soon", due: "2026-11-23")
    try fixture.add("today", due: "today")
    func reasons(_ number: Int) -> [String] {
      Urgency.reasons(Int32(number - 1), of: fixture.board, fixture.reader).map(\.text.en)
    }
    #expect(reasons(1) == ["overdue by 3 days", "in progress", "in a group", "1 tag"])
    #expect(reasons(2) == ["due in 2 days"])
    #expect(reasons(3) == ["due within a day"])
    #expect(
      Urgency.reasons(Int32(0), of: fixture.board, fixture.reader).map(\.text.ko)
        == ["마감 3일 지남", "진행 중", "그룹에 속함", "태그 1개"])
  }

  /// Now, in Seoul; a deadline; what is said of it in both languages.
  private static let deadlines: [(now: String, due: String, en: String, ko: String)] = [
    ("2026-11-21T16:10:00Z", "2026-11-21", "overdue by 1 day", "마감 1일 지남"),
    ("2026-11-21T16:10:00Z", "2026-11-21 00:00", "overdue by 1 day", "마감 1일 지남"),
    ("2026-11-21T16:10:00Z", "2026-11-21 23:59", "overdue by 1 day", "마감 1일 지남"),
    ("2026-11-21T16:10:00Z", "2026-11-20 00:00", "overdue by 2 days", "마감 2일 지남"),
    ("2026-11-21T16:10:00Z", "2026-11-22 00:00", "overdue since today", "오늘 마감 지남"),
    ("2026-11-21T16:10:00Z", "2026-11-22 01:11", "due within a day", "하루 안에 마감"),
    ("2026-11-21T16:10:00Z", "2026-11-22", "due within a day", "하루 안에 마감"),
    ("2026-11-21T16:10:00Z", "2026-11-23 00:00", "due in 1 day", "1일 뒤 마감"),
    ("2026-11-21T14:59:00Z", "2026-11-22 00:00", "due in 1 day", "1일 뒤 마감"),
    ("2026-11-21T14:59:00Z", "2026-11-21 00:00", "overdue since today", "오늘 마감 지남"),
    ("2026-11-21T14:59:00Z", "2026-12-21", "due in 30 days", "30일 뒤 마감"),
  ]

  @Test("days until a deadline and behind it are whole days of the calendar", arguments: deadlines)
  func days(_ example: (now: String, due: String, en: String, ko: String)) throws {
    // Added long before: what has passed is no deadline to add.
    var fixture = try BoardFixture(now: "2026-11-01T00:00:00Z")
    try fixture.add("it", due: example.due)
    fixture.now = try time(example.now)
    let reasons = Urgency.reasons(Int32(0), of: fixture.board, fixture.reader).map(\.text)
    let due = try #require(reasons.first { $0.en.contains("due") })
    #expect(due.en == example.en && due.ko == example.ko)
  }

  @Test("over a change of the clock a day is a day of the calendar")
  func clockChange() throws {
    // In New York 2026-11-01 has 25 hours; it is 00:30 of the day behind it.
    var fixture = try BoardFixture(now: "2026-10-01T00:00:00Z", zone: "America/New_York")
    try fixture.add("it", due: "2026-11-01 00:10")
    fixture.now = try time("2026-11-02T05:30:00Z")
    let reasons = Urgency.reasons(Int32(0), of: fixture.board, fixture.reader).map(\.text.en)
    #expect(reasons.contains("overdue by 1 day"))
  }
}
