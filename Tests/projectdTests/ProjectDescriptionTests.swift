import DaemonRuntime
import IPCProtocol
import TaskFormats
import Testing
import Values

@testable import projectd

@Suite("ProjectDescription")
struct ProjectDescriptionTests {
  private let domain = ProjectService.description

  private func method(_ name: String) throws -> MethodDescription {
    try #require(domain.methods.first { $0.name == name })
  }

  @Test("a strict reader takes the document for what was written")
  func roundTrip() throws {
    #expect(try DomainDescription(openRPC: domain.openRPC) == domain)
  }

  @Test("every text is there in both languages, and every command has an example")
  func translated() {
    for method in domain.methods {
      #expect(method.summary.ko?.isEmpty == false, "\(method.name)")
      #expect(method.parameters.allSatisfy { $0.summary.ko?.isEmpty == false }, "\(method.name)")
      #expect(method.command == nil || method.command?.examples.isEmpty == false, "\(method.name)")
      for rendering in [method.render, method.renderEvent] { check(rendering, method.name) }
    }
  }

  private func check(_ rendering: Rendering?, _ name: String) {
    switch rendering {
    case .message(.text(let text)): #expect(text.ko != nil, "\(name)")
    case .message(.cases(_, let cases)): #expect(cases.allSatisfy { $0.text.ko != nil }, "\(name)")
    case .table(let table):
      #expect(table.columns.allSatisfy { $0.header.ko != nil }, "\(name)")
      if let empty = table.empty { #expect(empty.ko != nil, "\(name)") }
    case .board(let board): #expect(board.columns.allSatisfy { $0.title.ko != nil }, "\(name)")
    case .raw, nil: break
    }
  }

  @Test("every refusal has a code of its own, from 1001, and a sentence in both languages")
  func refusals() {
    let codes = ProjectReason.allCases.map(\.rawValue)
    #expect(codes == Array(1001..<1001 + codes.count))
    #expect(domain.errors.allSatisfy { $0.kind.name.hasPrefix("project.") })
    #expect(domain.errors.allSatisfy { $0.message.ko?.isEmpty == false })
  }

  @Test("sentences name what was wrong, in the words of their language")
  func sentences() throws {
    let error = try #require(throws: ProjectError.self) { try TextRules.title("a\u{7}") }
    #expect(error.sentence.en == "the title has a control character (U+0007); leave it out")
    #expect(error.sentence.ko == "제목에 제어 문자(U+0007)가 있습니다. 빼고 다시 입력하십시오")
    let tag = try #require(throws: ProjectError.self) { try TextRules.tag("할 일") }
    #expect(tag.sentence.ko?.hasPrefix("할 일은 태그가 될 수 없습니다") == true)
  }

  @Test("the empty history and the empty board say so")
  func empty() throws {
    guard case .table(let history)? = try method("project.history").render else {
      Issue.record("the history is no table")
      return
    }
    #expect(history.empty?.en == "No history yet.")
    #expect(history.empty?.ko == "아직 기록이 없습니다.")
    guard case .board(let board)? = try method("project.board").render else {
      Issue.record("the board is no board")
      return
    }
    #expect(
      board.columns.map(\.title.en) == [
        "TODO ({todo/count})", "DOING ({doing/count})", "DONE ({done/count})",
      ])
  }

  @Test("what is answered is what the schemas say")
  func schemas() throws {
    var fixture = try BoardFixture()
    try fixture.add(
      "one", due: "어제", tags: ["a"], group: "g", body: "text", repeats: "매일")
    try fixture.add("two", due: "내일 9시")
    let checker = SchemaChecker(schemas: domain.schemas)
    func check(_ bytes: [UInt8], _ name: String) throws {
      try checker.check(JSON.parse(bytes), against: method(name).result)
    }
    let (board, reader) = (fixture.board, fixture.reader)
    var writer = JSONWriter()
    fixture.list().write(to: &writer)
    try check(writer.bytes, "project.list")
    try check(BoardView(of: board, reader, limit: 5).json(), "project.board")
    try check(NextView(of: board, reader, limit: 5).json(), "project.next")
    try check(TodayView(of: board, reader, limit: 5).json(), "project.today")
    for project in board.projects {
      try check(
        ProjectDetails(project, of: board, reader, extras: [("json:x", "1")]).json(),
        "project.show")
    }
    // What a project has not is no line of its details, and no empty one.
    let details = try JSON.parse(ProjectDetails(board[2], of: board, reader, extras: []).json())
    let values = details["fields"]?.arrayValue?.map { $0["value"] ?? JSONValue.null } ?? []
    #expect(values.count > 3 && !values.contains(JSONValue.null), "\(values)")
    let sentence = LocalizedText(en: "en", ko: "ko")
    let changed = try Answers.Changed(
      ProjectRow(board[1], reader, isBlocked: true), board[1], reader, sentence
    ).json()
    try check(changed, "project.add")
    try check(Answers.Several([sentence]).json(), "project.move")
    try check(
      Answers.Reversed([.init(sentences: [sentence], kept: 1)], isUndo: true).json(), "project.undo"
    )
    var outcome = ImportOutcome()
    outcome.skipped = [.init(line: 1, text: sentence)]
    try check(ImportAnswer(.csv, outcome, isPreview: true).json(), "project.import")
  }
}
