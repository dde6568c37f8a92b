import DaemonRuntime
import IPCProtocol
import Testing
import Values

@testable import bankd

@Suite("BankDescription")
struct BankDescriptionTests {
  private let domain = Bank.description

  private func method(_ name: String) throws -> MethodDescription {
    try #require(domain.methods.first { $0.name == name })
  }

  private func korean(_ rendering: Rendering?, _ value: String? = nil) -> String? {
    switch rendering {
    case .message(.text(let text)): text.ko
    case .message(.cases(_, let cases)): cases.first { $0.value == value }?.text.ko
    default: nil
    }
  }

  @Test("the Korean sentences are those of the original")
  func koreanSentences() throws {
    let events = try method("bank.run").renderEvent
    #expect(korean(events, "startedPlain") == "{ticket}번 고객 업무 시작")
    #expect(korean(events, "finishedPlain") == "{ticket}번 고객 업무 완료")
    #expect(korean(events, "started") == "{ticket}번 고객 {serviceName}업무 시작")
    #expect(korean(events, "finished") == "{ticket}번 고객 {serviceName}업무 완료")
    #expect(
      try korean(method("bank.run").render)
        == "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 {served}명이며, "
        + "총 업무시간은 {businessSeconds:fixed2}초입니다.")
    #expect(try korean(method("bank.reset").render) == "초기화")
    #expect(try korean(method("bank.add").render) == "고객 {count}명 추가")
    guard case .board(let board) = try method("bank.board").render else {
      Issue.record("the board is no board")
      return
    }
    #expect(board.columns.prefix(2).map(\.title.ko) == ["대기중", "업무중"])
    #expect(board.columns[0].card.ko == "{number} - {serviceName}{rank}")
    #expect(board.columns[2].card.ko?.hasPrefix("업무시간 - {timer}") == true)
  }

  @Test(
    "the timer shows minutes, seconds and milliseconds",
    arguments: [
      (0, "00:00:000"), (7_123_000, "00:07:123"), (7_123_999, "00:07:123"),
      (3_599_999_000, "59:59:999"), (6_000_000_000, "100:00:000"),
    ] as [(Int64, String)])
  func timer(_ microseconds: Int64, _ text: String) {
    #expect(Board.timer(microseconds) == text)
  }

  @Test("a card says of whom it is that goes first, and of nobody else")
  func grades() throws {
    var branch = try Branch.manual(["loan"])
    try branch.come("l", at: 0)
    try branch.come("l", grade: .vip, at: 1)
    try branch.come("l", grade: .vvip, at: 2)
    _ = try branch.next(teller: 1, at: at(3))
    let board = Board(of: branch, at: at(4))
    #expect(board.serving.map(\.rank?.ko) == [" (VVIP)"])
    #expect(board.waiting.map(\.rank?.en) == [" (VIP)", nil])
  }

  @Test("with one service the sentences leave its name out")
  func oneService() throws {
    var branch = try Branch.manual(["loan"])
    try branch.come("l", at: 0)
    _ = try branch.next(teller: 1, at: at(0))
    let called = try #require(branch.takeFacts().last)
    #expect(ChangeEvent(called, in: branch, at: at(0))?.phrase == "started")
    branch.services.removeFirst()
    branch.services.append(contentsOf: [])
    var single = branch
    single.services = [Service.defaults[1]]
    let ticket = Ticket(
      id: 1, number: 3, service: 0, grade: .normal, takenAt: at(0), waitingSince: at(0))
    let inHand = InHand(ticket: ticket, calledAt: at(0), due: nil, waited: 0)
    let event = ChangeEvent(.called(teller: 1, inHand), in: single, at: at(0))
    #expect(event?.kind == "started")
    #expect(event?.phrase == "startedPlain")
  }

  @Test("every kind of event has its sentence")
  func everyKind() throws {
    guard case .message(.cases(let pointer, let cases)) = try method("bank.watch").renderEvent
    else {
      Issue.record("events have no sentences")
      return
    }
    #expect(pointer == "/phrase")
    let known = Set(cases.map(\.value))
    let kinds = [
      "board", "opened", "reopened", "closing", "closingWithLine", "closed", "reset", "taken",
      "started", "finished", "left", "sentHome", "noShow", "transferred", "returned", "recalled",
      "tellerAdded", "tellerPaused", "tellerResumed", "tellerRemoved", "serviceSet",
    ]
    #expect(known.isSuperset(of: kinds))
    #expect(cases.allSatisfy { $0.text.ko != nil })
  }

  @Test("every refusal has a code of its own, and a sentence in both languages")
  func refusals() {
    let reasons = BankReason.allCases
    #expect(Set(reasons.map(\.rawValue)).count == reasons.count)
    #expect(domain.errors.count == reasons.count)
    for error in domain.errors {
      #expect((1001...32767).contains(error.kind.code))
      #expect(error.kind.name.hasPrefix("bank."))
      #expect(error.message.ko?.isEmpty == false)
    }
  }

  @Test("a sentence names what was wrong and what to do")
  func sentence() throws {
    let error = BankError(.tellerBusy, ["teller": 4, "ticket": 17]).wireError
    #expect(error.kind.name == "bank.tellerBusy")
    #expect(
      error.message
        == "teller 4 still has ticket 17 in hand; end it with `matectl bank done 4`")
    #expect(error.data == ["teller": 4, "ticket": 17])
  }

  @Test("answers are what the description says they are")
  func answers() throws {
    var branch = try Branch.opened()
    let checker = SchemaChecker(schemas: domain.schemas)
    func check(_ value: some Shape, _ name: String) throws {
      try checker.check(JSON.parse(value.json()), against: method(name).result)
    }
    try check(branch.answer(branch.take(service: "loan", at: at(0))), "bank.take")
    try check(branch.answer(branch.take(service: "loan", at: at(0))), "bank.take")
    try check(Board(of: branch, at: at(0.5)), "bank.board")
    try check(
      Answers.Tellers(tellers: branch.tellers.map { branch.answer($0, at: at(0.5)) }),
      "bank.teller.list")
    _ = try branch.setService(
      "fx", time: .init(kind: "uniform", minimumSeconds: 1, maximumSeconds: 2), title: nil,
      koreanTitle: nil)
    try check(
      Answers.Services(services: branch.services.map { branch.answer($0) }),
      "bank.service.list")
    try branch.close(at: at(1))
    try check(branch.closed(at: at(1)), "bank.close")
    var tally = ReportTally()
    tally.add(.init(outcome: .served, waited: 5, handled: 5, estimate: WaitEstimate.none))
    let rows = [
      tally.row("service", LocalizedText(en: "loan", ko: "대출"), service: "loan"),
      tally.row(teller: 1, duty: 10),
    ]
    try check(
      Report(days: 1, from: at(0), to: nil, served: 1, businessSeconds: 1, rows: rows),
      "bank.report")
  }

  @Test("events are what the description says they are, the whole board and each change")
  func events() throws {
    let schema = try #require(method("bank.watch").event)
    let started = try #require(method("bank.run").event)
    let checker = SchemaChecker(schemas: domain.schemas)
    var branch = try Branch.opened()
    _ = try branch.take(service: "loan", at: at(0))
    try branch.close(at: at(1))
    let board = try JSON.parse(Board(of: branch, at: at(1), kind: "board").json())
    try checker.check(board, against: schema)
    let events = branch.takeFacts().compactMap { ChangeEvent($0, in: branch, at: at(1)) }
    #expect(events.count > 2)
    for event in events {
      let value = try JSON.parse(event.json())
      try checker.check(value, against: schema)
      try checker.check(value, against: started)
    }
    #expect(throws: SchemaViolation.self) { try checker.check(board, against: started) }
    #expect(throws: SchemaViolation.self) {
      try checker.check(["kind": "board", "served": "1"], against: schema)
    }
  }

  @Test("a strict reader takes the document for what was written")
  func roundTrip() throws {
    #expect(try DomainDescription(openRPC: domain.openRPC) == domain)
  }
}
