import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Board, its lists")
struct BoardListTests {
  @Test("a date is overdue behind its day in the caller's zone, a time when it has come")
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
    #expect(overdue(fixture.reader) == [1, 4, 5])
    let newYork = try zones.rules(named: "America/New_York")
    #expect(overdue(ReaderDay(now: fixture.now, zone: newYork)) == [4, 5])
    let later = try time("2026-11-21T05:00:01Z")
    #expect(overdue(ReaderDay(now: later, zone: newYork)) == [1, 4, 5])
    for (due, isPast) in [("12:59", true), ("13:00", true), ("13:01", false)] {
      let number = try fixture.add("today \(due)", due: "2026-11-21 \(due)")
      #expect(overdue(fixture.reader).contains(number) == isPast, "\(due)")
    }
  }

  @Test("an hour that clocks show twice passes once, and one that they leave out with the change")
  func changes() throws {
    // Berlin: 2026-03-29 02:00 becomes 03:00 at 01:00Z; 2026-10-25 03:00 becomes 02:00 at 01:00Z.
    let berlin = try zones.rules(named: "Europe/Berlin")
    func isPast(_ shown: String, _ now: String) throws -> Bool {
      let local = try time("\(shown)Z").wholeSeconds
      let reader = ReaderDay(now: try time(now), zone: berlin)
      return reader.clock.isPast(DueKey(kind: .floating, seconds: local))
    }
    for (shown, now, expected) in [
      ("2026-03-29T02:30:00", "2026-03-29T00:59:59Z", false),
      ("2026-03-29T02:30:00", "2026-03-29T01:00:00Z", true),
      ("2026-10-25T02:30:00", "2026-10-25T00:29:59Z", false),
      ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z", true),
      ("2026-10-25T02:30:00", "2026-10-25T01:10:00Z", true),
      ("2026-10-25T03:00:00", "2026-10-25T01:59:59Z", false),
      ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z", true),
    ] {
      #expect(try isPast(shown, now) == expected, "\(shown) at \(now)")
    }
  }

  @Test("the board looks otherwise when the next deadline passes, and at no other second of a day")
  func nextLook() throws {
    var numbers = SeededNumbers(seed: 31)
    for zone in ["Asia/Seoul", "America/New_York", "UTC", "Pacific/Kiritimati"] {
      var fixture = try BoardFixture(now: "2026-11-19T00:00:00Z", zone: zone)
      for number in 0..<30 {
        let hour = Int.random(in: 10...23, using: &numbers)
        let due = "2026-11-2\(Int.random(in: 0...2, using: &numbers))"
        let isTime = number % 3 > 0
        try fixture.add(
          "p", due: isTime ? "\(due)T\(hour):\(hour)\(number % 3 == 1 ? "Z" : "")" : due,
          state: number % 7 == 0 ? .done : .todo)
      }
      func overdue(_ second: Int64) -> [Bool] {
        let now = Timestamp(microseconds: second * 1_000_000)
        let clock = ReaderDay(now: now, zone: fixture.zone).clock
        return fixture.board.keys.map { $0.isOverdue(clock) }
      }
      var now = try time("2026-11-20T00:00:00Z")
      let end = try time("2026-11-24T00:00:00Z")
      while now < end {
        let reader = ReaderDay(now: now, zone: fixture.zone)
        let next = try #require(fixture.board.nextLook(reader))
        #expect(next > now && next <= reader.midnight ?? next)
        #expect(overdue(next.wholeSeconds - 1) == overdue(now.wholeSeconds))
        #expect(
          overdue(next.wholeSeconds) != overdue(now.wholeSeconds) || next == reader.midnight)
        now = next
      }
    }
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
  private func written(_ found: BoardQuery.Found, _ fixture: BoardFixture) throws -> String {
    let rows = found.shown.map { place in
      var writer = JSONWriter()
      writer.row(
        of: fixture.board.projects[Int(place)],
        isBlocked: fixture.board.keys[Int(place)].isBlocked, fixture.reader)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    var end = #""count":\#(found.shown.count),"total":\#(found.total),"done":\#(found.done)"#
    if let remark = found.remark {
      end += try #","remark":\#(String(decoding: remark.json(), as: UTF8.self))"#
    }
    return #"{"projects":[\#(rows.joined(separator: ","))],\#(end)}"#
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
        let due = ["내일", "어제", "오늘", nil, "2026-11-22T15:00:07Z", "2시간 후", "10분 후"]
          .randomElement(using: &numbers)
        try fixture.add("보고서 \(round)", due: due ?? nil, tags: round % 3 == 0 ? ["a", "b"] : [])
      case 2 where !fixture.board[number].isRemoved:
        // Where it is already it cannot be moved to.
        let edits = try? fixture.move([ProjectReference(number: number)], to: .allCases[round % 3])
        if let edits { fixture.apply(edits) }
      case 3 where !fixture.board[number].isRemoved:
        fixture.apply(try fixture.board.remove([ProjectReference(number: number)]))
      default:
        // Some hours later, some minutes, or the clock is set back.
        if round % 20 == 0 { fixture.now = fixture.now.adding(seconds: 14_000) }
        if round % 20 == 7 { fixture.now = fixture.now.adding(seconds: 700) }
        if round % 60 == 3 { fixture.now = fixture.now.adding(seconds: -1300) }
      }
      guard round % 10 == 0 else { continue }
      var query = BoardQuery()
      query.sort = SortKey.allCases[round / 10 % SortKey.allCases.count]
      if round % 70 == 0 { query.limit = 3 }
      query.filter.leavesOutDone = round % 20 == 0
      let found = query.places(of: fixture.board, fixture.reader)
      var writer = JSONWriter()
      fixture.list(query).write(to: &writer)
      let expected = try written(found, fixture)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
      longest = max(longest, found.shown.count)
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
      let isBlocked = fixture.board.keys[project.number - 1].isBlocked
      writer.row(of: project, isBlocked: isBlocked, fixture.reader)
      #expect(
        try writer.bytes == ProjectRow(project, fixture.reader, isBlocked: isBlocked).json())
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
    #expect(numbers { $0.group = GroupMatch("q4") } == [1])
    #expect(numbers { $0.isOverdue = true } == [3])
    #expect(numbers { $0.texts = [TextMatch("REPORT")] } == [1])
    #expect(numbers { $0.texts = [TextMatch("market")] } == [3])
    #expect(numbers { $0.texts = [TextMatch("심먹")] } == [2])
    #expect(numbers { $0.texts = [TextMatch("없다")] } == [])
    #expect(numbers { $0.texts = [TextMatch("rice"), TextMatch("market")] } == [3])
    #expect(numbers { $0.texts = [TextMatch("rice"), TextMatch("report")] } == [])
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
    var found = query.places(of: fixture.board, fixture.reader)
    #expect(found.shown == [2, 1])
    #expect(found.total == 4)
    #expect(found.remark?.en == "and 2 more; a larger `--limit` shows them")
    query.filter.leavesOutDone = true
    found = query.places(of: fixture.board, fixture.reader)
    #expect(found.shown == [2, 1] && found.total == 3 && found.done == 1)
    #expect(
      found.remark?.en
        == "and 1 more; a larger `--limit` shows them. 1 done is left out; `--all` shows it too")
    #expect(
      found.remark?.ko
        == "1개가 더 있습니다. `--limit`을 늘리면 볼 수 있습니다. "
        + "끝난 1개는 뺐습니다. `--all`을 붙이면 함께 볼 수 있습니다")
  }

  @Test("what is done is left out, and only what the filter would show is told of")
  func done() throws {
    var fixture = try sample()
    try fixture.add("done too", tags: ["food"], state: .done)
    var query = BoardQuery()
    query.filter.leavesOutDone = true
    func found() -> [Int] {
      let found = query.places(of: fixture.board, fixture.reader)
      return found.shown.map { Int($0) + 1 } + [-found.done]
    }
    #expect(found() == [3, 2, 1, -2])
    query.filter.tags = ["food"]
    #expect(found() == [3, 2, -1])
    query.filter.tags = ["home"]
    #expect(found() == [3, 0])
    query.filter = ProjectFilter(state: .done)
    query.filter.leavesOutDone = true
    #expect(found() == [4, 5, 0])
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
