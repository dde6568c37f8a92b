import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Board, its lists")
struct BoardListTests {
  @Test("a deadline before today is overdue in the caller's zone, unless the project is done")
  func overdue() throws {
    // 13:00 on the 21st in Seoul, 23:00 on the 20th in New York.
    var fixture = try BoardFixture()
    try fixture.add("yesterday", due: "2026-11-20")
    try fixture.add("today", due: "2026-11-21")
    try fixture.add("done", due: "2026-11-01", state: .done)
    // 23:59 on the 20th in Seoul.
    try fixture.add("late", due: "2026-11-20T14:59:00Z")
    // Midnight of the 21st in Seoul, 10:00 on the 20th in New York.
    try fixture.add("early", due: "2026-11-20T15:00:00Z")
    func overdue(_ reader: ReaderDay) -> [Int] {
      fixture.board.projects.filter { fixture.board.keys[$0.number - 1].isOverdue(reader.clock) }
        .map(\.number)
    }
    #expect(overdue(fixture.reader) == [1, 4])
    let newYork = try zones.rules(named: "America/New_York")
    #expect(overdue(ReaderDay(now: fixture.now, zone: newYork)) == [])
    let later = try time("2026-11-21T05:00:01Z")
    #expect(overdue(ReaderDay(now: later, zone: newYork)) == [1, 4, 5])
  }

  @Test("lists are by deadline, a date behind the times of its day, then by number")
  func byDeadline() throws {
    var fixture = try BoardFixture(zone: "UTC")
    try fixture.add("none")
    try fixture.add("day", due: "2026-11-23")
    try fixture.add("time", due: "2026-11-23T09:00Z")
    try fixture.add("sooner", due: "2026-11-22")
    try fixture.add("same day", due: "2026-11-23")
    #expect(fixture.numbers() == [4, 3, 2, 5, 1])
  }

  @Test("the order that is mended change by change is the order that sorting gives")
  func mendedOrder() throws {
    var numbers = SeededNumbers(seed: 11)
    var fixture = try BoardFixture()
    for round in 0..<300 {
      let number = Int.random(in: 1...max(1, fixture.board.projects.count), using: &numbers)
      switch round < 20 ? 0 : Int.random(in: 0..<4, using: &numbers) {
      case 0:
        let day = Int.random(in: 1...28, using: &numbers)
        try fixture.add("p", due: day > 25 ? nil : "2026-12-\(day < 10 ? "0" : "")\(day)")
      case 1 where !fixture.board[number].isRemoved:
        var changes = ProjectChanges()
        changes.due = .some(
          CalendarTime.date(try #require(CivilDate(year: 2027, month: 1, day: number % 28 + 1))))
        if let edit = try? fixture.board.edit(ProjectReference(number: number), changes) {
          fixture.apply([edit])
        }
      case 2 where !fixture.board[number].isRemoved:
        fixture.apply(try fixture.board.remove([ProjectReference(number: number)]))
      default: break
      }
    }
    var fresh = Board()
    fresh.load(fixture.board.projects)
    #expect(fresh.byDeadline == fixture.board.byDeadline)
    #expect(fresh.liveCount > 30)
    for state in ProjectState.allCases {
      #expect(fresh.count(state) == fixture.board.count(state))
    }
  }

  /// The list as it would be written row by row.
  private func written(_ places: [Int32], of total: Int, _ fixture: BoardFixture) -> String {
    let rows = places.map { place in
      var writer = JSONWriter()
      writer.row(of: fixture.board.projects[Int(place)], fixture.reader)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    let count = places.count
    return #"{"projects":[\#(rows.joined(separator: ","))],"count":\#(count),"total":\#(total)}"#
  }

  @Test("rows that are kept are those that would be written, whatever happens in between")
  func keptRows() throws {
    var numbers = SeededNumbers(seed: 7)
    var fixture = try BoardFixture()
    var longest = 0
    for round in 0..<700 {
      let number = Int.random(in: 1...max(1, fixture.board.projects.count), using: &numbers)
      switch round < 150 ? 0 : Int.random(in: 0..<5, using: &numbers) {
      case 0, 1:
        let due = ["내일", "어제", "오늘", nil, "2026-11-22T15:00:07Z"].randomElement(using: &numbers)
        try fixture.add("보고서 \(round)", due: due ?? nil, tags: round % 3 == 0 ? ["a", "b"] : [])
      case 2 where !fixture.board[number].isRemoved:
        // Where it is already it cannot be moved to.
        let edits = try? fixture.move([ProjectReference(number: number)], to: .allCases[round % 3])
        if let edits { fixture.apply(edits) }
      case 3 where !fixture.board[number].isRemoved:
        fixture.apply(try fixture.board.remove([ProjectReference(number: number)]))
      default:
        // A day later, or less.
        if round % 20 == 0 { fixture.now = fixture.now.adding(seconds: 40_000) }
      }
      guard round % 10 == 0 else { continue }
      var query = BoardQuery()
      query.sort = SortKey.allCases[round / 10 % SortKey.allCases.count]
      if round % 70 == 0 { query.limit = 3 }
      let (places, total) = query.places(of: fixture.board, fixture.reader)
      var writer = JSONWriter()
      fixture.list(query).write(to: &writer)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == written(places, of: total, fixture))
      longest = max(longest, places.count)
    }
    #expect(longest > 150)
  }

  @Test("a list in the order of deadlines is one part of the kept rows, but for late changes")
  func parts() throws {
    var fixture = try BoardFixture()
    for number in 1...100 { try fixture.add("p\(number)", due: "2026-12-\(10 + number % 20)") }
    #expect(fixture.list().parts.count == 1)
    #expect(fixture.list(BoardQuery(limit: 30)).parts.count == 1)
    try fixture.add("late", due: "2026-12-20")
    #expect(fixture.list().parts.count == 3)
    fixture.apply(try fixture.move([ProjectReference(number: 7)], to: .doing))
    #expect(fixture.list().parts.count == 5)
    // A thousand late ones are too many.
    for number in 1...1000 { try fixture.add("q\(number)", due: "2026-12-\(10 + number % 20)") }
    #expect(fixture.list().parts.count == 1)
    fixture.apply(try fixture.board.remove([ProjectReference(number: 7)]))
    #expect(fixture.list().parts.count == 2)
  }

  @Test("a list says beforehand how long it is, whatever its deadlines, and however long its rows")
  func announced() throws {
    var fixture = try BoardFixture()
    try fixture.add("no deadline")
    try fixture.add("a date", due: "2026-11-22")
    try fixture.add("a time", due: "2026-11-22T09:00Z", tags: ["a", "점심"], group: "q4")
    try fixture.add("seconds", due: "2026-11-22T09:00:07Z")
    try fixture.add("overdue", due: "2026-11-01")
    try fixture.add("overdue too", due: "2026-11-01T09:00:01Z", state: .doing)
    try fixture.add("over and done", due: "2026-11-01", state: .done)
    for day in 1...28 {
      let due = "2027-02-\(day < 10 ? "0" : "")\(day)"
      try fixture.add("\(String(repeating: "긴 \"제목\" ", count: 100))", due: due)
    }
    let tags = (0..<100).map { "\($0)" + String(repeating: "x", count: 60) }
    for _ in 0..<20 { try fixture.add("tagged", tags: tags) }
    for limit in [nil, 0, 1, 2, 7] {
      let query = BoardQuery(limit: limit)
      let places = query.places(of: fixture.board, fixture.reader).shown
      let answer = fixture.list(query)
      var writer = JSONWriter()
      answer.write(to: &writer)
      #expect(writer.bytes.count == answer.byteCount)
      let list = try JSON.parse(writer.bytes)["projects"]?.arrayValue ?? []
      #expect(list.count == limit ?? 55)
      #expect(list.map { $0["id"]?.integerValue ?? 0 } == places.map { Int64($0) + 1 })
    }
  }

  @Test("a row that is written by hand is what the shape of a row writes")
  func rowsByHand() throws {
    var fixture = try sample()
    try fixture.add(
      "\"seconds\"", due: "2026-11-22T09:00:07Z", tags: ["a", "점심"], group: "\"긴\" 것")
    try fixture.add("over and done", due: "2026-11-01", state: .done)
    for project in fixture.board.projects {
      var writer = JSONWriter()
      writer.row(of: project, fixture.reader)
      #expect(try writer.bytes == ProjectRow(project, fixture.reader).json())
    }
  }

  private func sample() throws -> BoardFixture {
    var fixture = try BoardFixture()
    try fixture.add("Write the report", due: "금요일", tags: ["work", "next"], group: "q4")
    try fixture.add("점심먹기", due: "내일 정오", tags: ["food"], state: .doing)
    try fixture.add("buy rice", due: "어제", tags: ["food", "home"], body: "at the MARKET")
    fixture.now = fixture.now.adding(seconds: 1)
    try fixture.add("sleep", state: .done)
    return fixture
  }

  @Test("filters hold together")
  func filters() throws {
    let fixture = try sample()
    func numbers(_ set: (inout ProjectFilter) throws -> Void) rethrows -> [Int] {
      var query = BoardQuery()
      try set(&query.filter)
      return fixture.numbers(query)
    }
    #expect(numbers { $0.state = .todo } == [3, 1])
    #expect(numbers { $0.tags = ["food"] } == [3, 2])
    #expect(numbers { $0.tags = ["food", "home"] } == [3])
    #expect(numbers { $0.group = "q4" } == [1])
    #expect(numbers { $0.isOverdue = true } == [3])
    #expect(numbers { $0.text = TextMatch("REPORT") } == [1])
    #expect(numbers { $0.text = TextMatch("market") } == [3])
    #expect(numbers { $0.text = TextMatch("심먹") } == [2])
    #expect(numbers { $0.text = TextMatch("없다") } == [])
    #expect(
      numbers {
        $0.state = .todo
        $0.tags = ["food"]
      } == [3])
    func due(_ range: String) throws -> [Int] {
      try numbers { $0.due = try DueRange(range, fixture.words) }
    }
    #expect(try due("내일") == [2])
    #expect(try due("..today") == [3])
    #expect(try due("today..") == [2, 1])
    #expect(try due("2026-11-22 .. 2026-11-27") == [2, 1])
    #expect(try due("none") == [4])
    #expect(try due("..") == [3, 2, 1])
    let error = try #require(throws: ProjectError.self) { try due("fri..today") }
    #expect(error.reason == .invalidRange)
  }

  @Test("Hangul typed as jamo finds the same words")
  func canonicalEquivalence() throws {
    let decomposed = "\u{110B}\u{1165}\u{11AB}\u{110C}\u{1166}"  // 언제
    #expect(TextMatch(decomposed).matches("언제 할까"))
    #expect(TextMatch("É").matches("e\u{301}tude"))
    #expect(!TextMatch("언제").matches("어제"))
  }

  @Test("sort keys, each with the number as the last word")
  func sorting() throws {
    let fixture = try sample()
    func numbers(_ key: SortKey, reversed: Bool = false) -> [Int] {
      var query = BoardQuery()
      query.sort = key
      query.isReversed = reversed
      return fixture.numbers(query)
    }
    #expect(numbers(.due) == [3, 2, 1, 4])
    #expect(numbers(.due, reversed: true) == [4, 1, 2, 3])
    #expect(numbers(.number) == [1, 2, 3, 4])
    #expect(numbers(.title) == [1, 3, 4, 2])
    #expect(numbers(.state) == [1, 3, 2, 4])
    #expect(numbers(.group) == [1, 2, 3, 4])
    #expect(numbers(.changed) == [4, 1, 2, 3])
    #expect(numbers(.urgency).first == 1)
    #expect(numbers(.urgency).last == 4)
  }

  @Test("a limit keeps the first, and says how many there are")
  func limit() throws {
    var query = BoardQuery()
    query.limit = 2
    let fixture = try sample()
    let (shown, total) = query.places(of: fixture.board, fixture.reader)
    #expect(shown == [2, 1])
    #expect(total == 4)
  }

  @Test("the best few of many are those that sorting would give")
  func best() {
    var numbers = SeededNumbers(seed: 5)
    let keys = (0..<500).map { _ in Int.random(in: 0..<50, using: &numbers) }
    var best = BestOf<Int>(limit: 20)
    for (place, key) in keys.enumerated() { best.offer(Int32(place), key) }
    let sorted = keys.enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    #expect(best.places == sorted.prefix(20).map { Int32($0.offset) })
  }
}
