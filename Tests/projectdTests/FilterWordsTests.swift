import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Filters in words")
struct FilterWordsTests {
  private func board() throws -> BoardFixture {
    var fixture = try BoardFixture()
    let dues = [nil, "어제", "오늘", "내일", "2026-12-25"]
    var random = SeededNumbers(seed: 21)
    for number in 0..<120 {
      try fixture.add(
        "task \(random.one(of: ["report", "milk", "call"]))\(number)", due: random.one(of: dues),
        tags: random.chance(50) ? ["home"] : [],
        group: random.one(of: [nil, "work", "work.office", "workshop"]),
        state: random.one(of: [.todo, .doing, .done]))
    }
    return fixture
  }

  /// A condition as it is typed, and what it means: said a second time, without the reader.
  private struct Meaning: Sendable {
    let text: String
    let holds: @Sendable (Project, ReaderDay) -> Bool
  }

  private static let atoms: [Meaning] = [
    Meaning(text: "+work") { project, _ in
      project.group == "work" || project.group?.hasPrefix("work.") == true
    },
    Meaning(text: "group:workshop") { project, _ in project.group == "workshop" },
    Meaning(text: "@home") { project, _ in project.tags == ["home"] },
    Meaning(text: "is:doing") { project, _ in project.state == .doing },
    Meaning(text: "is:done") { project, _ in project.state == .done },
    Meaning(text: "due:none") { project, _ in project.due == nil },
    Meaning(text: "due:..오늘") { project, reader in
      project.due.map { reader.day(of: $0.key) <= Int64(reader.today.dayNumber) } ?? false
    },
    Meaning(text: "is:overdue") { project, reader in
      project.state != .done
        && (project.due.map { reader.day(of: $0.key) < Int64(reader.today.dayNumber) } ?? false)
    },
    Meaning(text: "REPORT") { project, _ in project.title.contains("report") },
    Meaning(text: "\"task milk\"") { project, _ in project.title.contains("task milk") },
    Meaning(text: "p:none") { _, _ in true },
  ]

  /// A filter of random shape; what binds less has parentheses where they are needed, and sometimes more.
  private static func meaning(_ random: inout SeededNumbers, depth: Int) -> (Meaning, level: Int) {
    if depth == 0 || random.chance(30) { return (random.one(of: atoms), 3) }
    func part(_ level: Int, _ random: inout SeededNumbers) -> Meaning {
      let (inner, own) = meaning(&random, depth: depth - 1)
      guard own < level || random.chance(20) else { return inner }
      return Meaning(
        text: random.chance(50) ? "(\(inner.text))" : "( \(inner.text) )", holds: inner.holds)
    }
    switch random.below(3) {
    case 0:
      let inner = part(2, &random)
      let word = random.one(of: ["not", "NOT", "!", "아닌"])
      return (Meaning(text: "\(word) \(inner.text)") { !inner.holds($0, $1) }, 2)
    case 1:
      let (one, other) = (part(1, &random), part(2, &random))
      let word = random.one(of: [" ", " and ", " AND ", " 그리고 "])
      return (
        Meaning(text: one.text + word + other.text) { one.holds($0, $1) && other.holds($0, $1) }, 1
      )
    default:
      let (one, other) = (part(0, &random), part(1, &random))
      let word = random.one(of: [" or ", " OR ", " 또는 "])
      return (
        Meaning(text: one.text + word + other.text) { one.holds($0, $1) || other.holds($0, $1) }, 0
      )
    }
  }

  @Test("mean what and, or, not and parentheses mean, whatever their shape")
  func random() throws {
    let fixture = try board()
    var random = SeededNumbers(seed: 1123)
    for _ in 0..<1500 {
      let (meaning, _) = Self.meaning(&random, depth: 4)
      var query = BoardQuery()
      query.filter.conditions = [try FilterWords.condition(meaning.text, fixture.words, of: 0)]
      let expected = fixture.board.projects.filter { meaning.holds($0, fixture.reader) }
      #expect(
        Set(fixture.numbers(query)) == Set(expected.map(\.number)), "\(meaning.text)")
    }
  }

  @Test(
    "what is no filter is refused, with what is missing",
    arguments: [
      ("", "\"\" is no filter: nothing is asked for"), (" ", "\"\" is no filter"),
      ("status:deleted", "“status:deleted” is not asked that way here; write is:todo"),
      ("(", "a condition is missing"),
      ("(+work", "a parenthesis is not closed"), ("+work)", "“)” is left over"),
      ("+work or", "a condition is missing"), ("and +work", "a condition is missing"),
      ("+work and or @home", "a condition is missing"), ("not", "a condition is missing"),
      (
        "is:late", "“is:late” is none of is: blocked, blocking, doing, done, overdue, todo, waiting"
      ),
      ("until:fri", "“until:fri” is nothing that a list can ask for"),
      ("rec:daily", "“rec:daily” is nothing that a list can ask for"),
      (String(repeating: "(", count: 60) + "a", "it is nested too deep"),
      (String(repeating: "a ", count: 201), "it has more than 200 parts"),
    ])
  func wrong(text: String, problem: String) throws {
    let fixture = try BoardFixture()
    let error = try #require(throws: ProjectError.self) {
      try FilterWords.condition(text, fixture.words, of: 0)
    }
    #expect(error.reason == .invalidFilter)
    #expect(error.sentence.en.contains(problem), "\(error.sentence.en)")
    #expect(error.sentence.ko != nil)
  }

  @Test("what is done is left out unless a filter speaks of it")
  func done() throws {
    let fixture = try board()
    func states(_ text: String) throws -> Set<ProjectState> {
      var query = BoardQuery()
      query.filter.leavesOutDone = true
      query.filter.conditions = [try FilterWords.condition(text, fixture.words, of: 0)]
      return Set(fixture.numbers(query).map { fixture.board[$0].state })
    }
    #expect(try states("task") == [.todo, .doing])
    #expect(try states("is:done or is:todo") == [.todo, .done])
  }

  @Test(
    "days of several words that a shell took apart are told with their quotes",
    arguments: [
      (["due:next", "friday"], "due:\"next friday\""), (["due:다음", "주"], "due:\"다음 주\""),
      (["due:this", "week"], "due:\"this week\""),
      (["+work", "due:in", "2", "weeks"], nil), (["due:next", ")"], nil),
    ] as [([String], String?)])
  func quotes(line: [String], quoted: String?) throws {
    let words = try BoardFixture().words
    let text = try #require(FilterWords.text(of: line))
    let error = try #require(throws: ProjectError.self) {
      try FilterWords.condition(text, words, of: 0)
    }
    #expect(quoted.map { error.sentence.en.contains($0) } ?? true, "\(error.sentence.en)")
    #expect((error.reason == .invalidFilter) == (quoted != nil))
  }
}
