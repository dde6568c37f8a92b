import IPCProtocol
import Testing

@testable import projectd

@Suite("ProjectDescription")
struct ProjectDescriptionTests {
  private let domain = ProjectDescription.domain

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
    let codes = ProjectError.Reason.allCases.map(\.rawValue)
    #expect(codes == Array(1001..<1001 + codes.count))
    #expect(domain.errors.allSatisfy { $0.kind.name.hasPrefix("project.") })
    #expect(domain.errors.allSatisfy { $0.message.ko?.isEmpty == false })
  }

  @Test("sentences name what was wrong, in the words of their language")
  func sentences() throws {
    let error = try #require(throws: ProjectError.self) { try TextRules.title("a\u{7}") }
    #expect(error.sentence.en == "the title has a control character (U+0007); leave it out")
    #expect(error.sentence.ko == "제목에 제어 문자(U+0007)가 있습니다. 빼고 다시 입력하세요")
    let tag = try #require(throws: ProjectError.self) { try TextRules.tag("할 일") }
    #expect(tag.sentence.ko?.hasPrefix("할 일은 태그가 될 수 없습니다") == true)
  }

  @Test("the empty history and the empty board say so")
  func empty() {
    guard case .table(let history)? = ProjectDescription.history.render else {
      Issue.record("the history is no table")
      return
    }
    #expect(history.empty?.en == "No history yet.")
    #expect(history.empty?.ko == "아직 기록이 없습니다.")
    guard case .board(let board)? = ProjectDescription.board.render else {
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
    func check(_ value: some Encodable, _ method: MethodDescription) throws {
      try checker.check(JSON.parse(JSON.encode(value)), against: method.result)
    }
    let (board, reader) = (fixture.board, fixture.reader)
    try check(fixture.list(), ProjectDescription.list)
    try check(BoardView(board: board, reader: reader, limit: 5), ProjectDescription.board)
    try check(NextView(board: board, reader: reader, limit: 5), ProjectDescription.next)
    for project in board.projects {
      try check(
        ProjectDetails(
          project: project, reader: reader, zones: zones, extras: [("json:x", "1")]),
        ProjectDescription.show)
    }
    let sentence = LocalizedText(en: "en", ko: "ko")
    try check(
      Answers.Changed(project: board[1], reader: reader, sentence: sentence),
      ProjectDescription.add)
    try check(Answers.several([sentence]), ProjectDescription.move)
    try check(
      Answers.reversed([.init(sentences: [sentence], kept: 1)]), ProjectDescription.undo)
    var outcome = ImportOutcome()
    outcome.skipped = [.init(line: 1, text: sentence)]
    try check(ImportAnswer(format: "csv", outcome: outcome), ProjectDescription.import)
  }
}
