import IPCProtocol
import Testing
import Values

@testable import projectd

@Suite("Board, its rules")
struct BoardRulesTests {
  private func reason(_ body: () throws -> Void) -> ProjectReason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ProjectError)?.reason
    }
  }

  @Test("the sentences are those of the exercise")
  func sentences() throws {
    var fixture = try BoardFixture()
    let lunch = NewProject(title: "점심먹기")
    let added = try fixture.board.add(lunch, id: UUID(high: 1, low: 1), at: fixture.now)
    #expect(added.note.sentence.en == "Added '점심먹기'.")
    try fixture.add("아침먹기")
    try fixture.add("저녁먹기", state: .done)
    let moved = try fixture.move(references("1"), to: .doing)
    #expect(moved.map(\.note.sentence.en) == ["Moved '아침먹기' from TODO to DOING."])
    let removed = try fixture.board.remove(references("2"))
    #expect(removed.map(\.note.sentence.en) == ["Removed '저녁먹기' from DONE."])
  }

  @Test("new ones start in todo, at the number behind the last that ever was")
  func numbers() throws {
    var fixture = try BoardFixture()
    try fixture.add("one")
    try fixture.add("two")
    fixture.apply(try fixture.board.remove(references("2")))
    #expect(try fixture.add("three") == 3)
    #expect(fixture.board[3].state == .todo)
    #expect(fixture.numbers() == [1, 3])
    #expect(ProjectState.allCases.map { fixture.board.count($0) } == [2, 0, 0])
  }

  @Test("two projects with equal contents stay two")
  func equalContents() throws {
    var fixture = try BoardFixture()
    try fixture.add("same")
    try fixture.add("same")
    fixture.apply(try fixture.move(references("1"), to: .done))
    #expect(fixture.board[1].state == .done)
    #expect(fixture.board[2].state == .todo)
    #expect(fixture.board[1].id != fixture.board[2].id)
  }

  @Test("an edit changes what it names and nothing else")
  func edit() throws {
    var fixture = try BoardFixture()
    try fixture.add("title", due: "내일", tags: ["a", "b"], group: "home", body: "text")
    let reference = ProjectReference(number: 1)
    var changes = ProjectChanges(title: "new title")
    changes.addedTags = ["c", "a"]
    changes.removedTags = ["b"]
    changes.due = .some(nil)
    let edit = try fixture.board.edit(reference, changes)
    #expect(Set(edit.values.map(\.field)) == [.title, .deadline, .tag("b"), .tag("c")])
    #expect(edit.note.sentence.en == "Edited 'title'.")
    fixture.apply([edit])
    let project = fixture.board[1]
    #expect(project.title == "new title")
    #expect(project.tags == ["a", "c"])
    #expect(project.due == nil)
    #expect(project.group == "home")
    #expect(project.body == "text")
    #expect(reason { _ = try fixture.board.edit(reference, changes) } == .nothingToChange)
  }

  @Test("a bulk move leaves alone what is there already, and refuses where nothing would move")
  func move() throws {
    var fixture = try BoardFixture()
    for title in ["one", "two", "three"] { try fixture.add(title) }
    fixture.apply(try fixture.move(references("2"), to: .doing))
    let edits = try fixture.move(references("1", "2", "3", "1"), to: .doing)
    #expect(edits.map(\.number) == [1, 3])
    #expect(reason { _ = try fixture.move(references("2"), to: .doing) } == .alreadyThere)
    #expect(reason { _ = try fixture.move([], to: .doing) } == .nothingNamed)
  }

  @Test("one unknown id refuses the whole command")
  func unknown() throws {
    var fixture = try BoardFixture()
    try fixture.add("one")
    for word in ["2", "0", "99999999999", "00000000-0000-0000-0000-000000000000", "abcd"] {
      #expect(
        reason { _ = try fixture.move(references("1", word), to: .done) }
          == .unknownProject, "\(word)")
    }
    fixture.apply(try fixture.board.remove(references("1")))
    #expect(reason { _ = try fixture.board.remove(references("1")) } == .unknownProject)
    for word in ["", " "] {
      #expect(reason { _ = try ProjectReference(word) } == .nothingNamed)
      #expect(reason { _ = try ProjectReference.several(word) } == .nothingNamed)
    }
    for word in ["one", "-1", "1.5", "abc", "#"] {
      #expect(reason { _ = try ProjectReference(word) } == .invalidID, "\(word)")
    }
  }

  @Test("several are named by ranges and lists, past what was removed, and a wrong one is refused")
  func several() throws {
    var fixture = try BoardFixture()
    for title in ["one", "two", "three", "four", "five", "six"] { try fixture.add(title) }
    fixture.apply(try fixture.board.remove(references("3")))
    func found(_ words: String...) throws -> [Int] {
      try fixture.board.find(words.flatMap { try ProjectReference.several($0) }).map(\.number)
    }
    #expect(try found("2-5") == [2, 4, 5])
    #expect(try found("5,6") == [5, 6])
    #expect(try found("6", "1-2,2,#4") == [6, 1, 2, 4])
    #expect(try found("4-4") == [4])
    for (word, expected) in [
      ("5-2", ProjectReason.reversedRange), ("1-99", .unknownProject), ("3-5", .unknownProject),
      ("0-2", .unknownProject), ("1-", .invalidID), ("-2", .invalidID), ("1,", .invalidID),
      ("a-b", .invalidID), ("1-2-3", .invalidID), ("1-b", .invalidID),
    ] {
      #expect(reason { _ = try found(word) } == expected, "\(word)")
    }
    // One alone is asked for.
    #expect(reason { _ = try ProjectReference("1-2") } == .invalidID)
  }

  @Test("a project is found by number, UUID, and the start of its UUID")
  func find() throws {
    var fixture = try BoardFixture()
    try fixture.add("one", id: UUID("5f0c1e2a-1111-4111-8111-111111111111"))
    try fixture.add("two", id: UUID("5f0c1e2b-2222-4222-8222-222222222222"))
    func found(_ word: String) throws -> String {
      try fixture.board.find(ProjectReference(word)).title
    }
    #expect(try found("2") == "two")
    #expect(try found("#1") == "one")
    #expect(try found("5F0C1E2A-1111-4111-8111-111111111111") == "one")
    #expect(try found("5f0c1e2b") == "two")
    #expect(try found("5f0c1e2a-1111") == "one")
    #expect(reason { _ = try found("5f0c1e") } == .ambiguousID)
    fixture.apply(try fixture.board.remove(references("2")))
    #expect(try found("5f0c1e") == "one")
  }
}
