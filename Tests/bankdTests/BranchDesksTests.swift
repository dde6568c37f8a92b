import IPCProtocol
import Queueing
import Testing
import Values

@testable import bankd

@Suite("Desks, words of services, and services that go")
struct BranchDesksTests {
  @Test(
    "a service answers to its word and its names, in capitals or not",
    arguments: ["deposit", "Deposit", "DEPOSIT", "예금", "savings", "Savings", "예금업무", "예금 업무"])
  func words(_ word: String) throws {
    var branch = try Branch.opened()
    _ = try branch.setService("deposit", time: nil, title: "Savings", koreanTitle: nil)
    #expect(try branch.take(service: word, at: at(0)).ticket.service == 0)
  }

  @Test("a name of two services is refused, and a service's own word is never hidden by a name")
  func ambiguous() throws {
    var branch = try Branch.opened()
    _ = try branch.setService("deposit", time: nil, title: "loan", koreanTitle: "은행")
    _ = try branch.setService("loan", time: nil, title: nil, koreanTitle: "은행")
    #expect(refusal { try branch.index(ofService: "은행") } == .ambiguousService)
    for word in ["loan", "LOAN"] { #expect(try branch.index(ofService: word) == 1) }
  }

  @Test("a service that is wanted, bound or the last one stays; then it goes, and comes back")
  func removal() throws {
    var branch = try Branch.opened()
    #expect(refusal { try branch.removeService("loan", at: at(0)) } == .serviceBound)
    _ = try branch.setTeller(3, services: ["deposit", "loan"], name: nil, at: at(0))
    try branch.come("l", at: 0)
    #expect(refusal { try branch.removeService("대출", at: at(0)) } == .serviceWanted)
    branch.advance(to: at(2))
    #expect(!branch.hasOneService)
    #expect(try branch.removeService("대출", at: at(2)).name == "loan")
    #expect(branch.hasOneService)
    #expect(branch.tellers.allSatisfy { $0.services == ServiceSet([0]) })
    #expect(refusal { try branch.take(service: "loan", at: at(2)) } == .unknownService)
    #expect(refusal { try branch.removeService("deposit", at: at(2)) } == .lastService)
    _ = branch.takeFacts()
    let ticket = try branch.take(service: "deposit", at: at(2)).ticket
    let phrases = branch.takeFacts().compactMap { ChangeEvent($0, in: branch, at: at(2))?.phrase }
    #expect(phrases == ["takenPlain", "startedPlain"] && ticket.number == 2)
    _ = try branch.setService("loan", time: nil, title: nil, koreanTitle: nil)
    #expect(branch.services.count == 2 && !branch.hasOneService)
  }

  @Test("services are not taken from the only teller whom people wait for")
  func tellerChanges() throws {
    var branch = try Branch.opened()
    try branch.come("ll", at: 0)
    #expect(
      refusal { try branch.setTeller(3, services: ["deposit"], name: nil, at: at(0)) }
        == .tellerNeeded)
    let named = try branch.setTeller(1, services: ["loan"], name: "김", at: at(0))
    #expect(named.name == "김" && branch.inHand[1] == 2)
    #expect(
      refusal { try branch.setTeller(1, services: nil, name: "a\nb", at: at(0)) } == .invalidTitle)
    #expect(try branch.setTeller(1, services: nil, name: "", at: at(0)).name == nil)
  }

  @Test("where no teller is named, the only one who can is meant, and nobody is guessed at")
  func ownDesk() throws {
    var branch = try Branch.opened()
    #expect(refusal { try branch.desk(nil, for: .call) } == .noManualTeller)
    for _ in 0..<2 { _ = try branch.addTeller(services: ["loan"], mode: .manual, at: at(0)) }
    #expect(refusal { try branch.desk(nil, for: .call) } == .whichTeller)
    #expect(refusal { try branch.desk(nil, for: .end) } == .nobodyInHand)
    // What is to be typed is the command that was typed, and no other customer is called by it.
    let call = bankError { try branch.desk(nil, for: .call, typed: "call 9 --teller") }
    #expect(call?.sentence().en.contains("`matectl bank call 9 --teller 4`") == true)
    #expect(throws: BankError.self) { try branch.checkThere(ticket: 99) }
    try branch.come("ll", at: 0)
    _ = try branch.next(teller: 4, at: at(0))
    #expect(try branch.desk(nil, for: .call) == 5)
    #expect(try branch.desk(nil, for: .end) == 4)
    #expect(try branch.desk(1, for: .end) == 1)
  }

  @Test("who is called comes to a desk that serves them: the only one, or one that is named")
  func deskOfTicket() throws {
    var branch = try Branch.opened()
    for services in [["loan"], ["loan", "deposit"], ["loan", "deposit"]] {
      _ = try branch.addTeller(services: services, mode: .manual, at: at(0))
    }
    // The tellers of before are automatic, and have somebody each.
    try branch.come("dddllldl", at: 0)
    let deposit = bankError {
      try branch.desk(nil, for: .call, ofTicket: 7, typed: "call 7 --teller")
    }
    #expect(deposit?.sentence().en.hasPrefix("teller 5, 6 could") == true)
    #expect(deposit?.sentence().en.contains("`matectl bank call 7 --teller 5`") == true)
    let loan = bankError { try branch.desk(nil, for: .call, ofTicket: 8) }
    #expect(loan?.sentence().en.hasPrefix("teller 4, 5, 6 could") == true)
    _ = try branch.pauseTeller(6, at: at(0))
    #expect(try branch.desk(nil, for: .call, ofTicket: 7) == 5)
    for number in [5, 6] {
      _ = try branch.setTeller(number, services: ["loan"], name: nil, at: at(0))
    }
    #expect(refusal { try branch.desk(nil, for: .call, ofTicket: 7) } == .noManualTeller)
  }

  @Test("this very ticket is called, and a ticket of another service or in no line is not")
  func callTicket() throws {
    var branch = try Branch.manual(["loan"])
    _ = try branch.addTeller(services: ["deposit"], mode: .automatic, at: at(0))
    try branch.come("lll", at: 0)
    try branch.come("dd", at: 0)
    #expect(refusal { try branch.call(ticket: 5, teller: 1, at: at(1)) } == .otherService)
    #expect(refusal { try branch.call(ticket: 9, teller: 1, at: at(1)) } == .unknownTicket)
    #expect(refusal { try branch.call(ticket: 1, teller: 2, at: at(1)) } == .tellerAutomatic)
    let called = try branch.call(ticket: 2, teller: 1, at: at(1))
    #expect(called.ticket.number == 2 && called.waited == 1_000_000)
    #expect(branch.inHand[1] == 2 && branch.waitingNumbers == [1, 3, 5])
    #expect(refusal { try branch.call(ticket: 3, teller: 1, at: at(1)) } == .tellerBusy)
    _ = try branch.noShow(teller: 1, at: at(2))
    #expect(refusal { try branch.call(ticket: 2, teller: 1, at: at(2)) } == .ticketAbsent)
  }

  @Test("one key ends the customer in hand and calls the next, as far as there is either")
  func advance() throws {
    var branch = try Branch.manual()
    #expect(refusal { try branch.advance(teller: 1, at: at(0)) } == .nobodyWaiting)
    try branch.come("dl", at: 0)
    let first = try branch.advance(teller: 1, at: at(1))
    #expect(first.done == nil && first.next?.ticket.number == 1)
    let second = try branch.advance(teller: 1, at: at(2))
    #expect(second.done?.ticket.number == 1 && second.next?.ticket.number == 2)
    let third = try branch.advance(teller: 1, at: at(3))
    #expect(third.done?.ticket.number == 2 && third.next == nil)
    #expect(branch.state.day.served == 2)
  }

  @Test("a line that nobody on duty serves is told of with who can help, until somebody does")
  func stuck() throws {
    var branch = try Branch.opened()
    _ = try branch.pauseTeller(3, at: at(0))
    #expect(branch.stuckRemark == nil)
    try branch.come("l", at: 0)
    #expect(branch.stuckRemark?.en.contains("teller resume 3") == true)
    try branch.close(at: at(1))
    let answer = branch.closed(at: at(1))
    #expect(answer.kind == .closingStuck && answer.stuckTeller == 3)
    #expect(answer.stuckServices?.ko == "대출")
    _ = try branch.resumeTeller(3, at: at(2))
    #expect(branch.stuckRemark == nil && branch.closed(at: at(2)).kind == .closing)
  }

  @Test("as many tellers are named as are needed for every service that is stuck, and no more")
  func remedy() throws {
    var branch = try Branch.opened()
    for teller in 1...3 { _ = try branch.pauseTeller(teller, at: at(0)) }
    try branch.come("dl", at: 0)
    try branch.close(at: at(1))
    #expect(
      branch.closed(at: at(1)).stuckRemedy
        == "`matectl bank teller resume 1`, `matectl bank teller resume 3`")
    #expect(refusal { try branch.run(customers: 1, seed: 1, at: at(1)) } == .alreadyClosing)
    for teller in [1, 3] { _ = try branch.resumeTeller(teller, at: at(2)) }
    branch.advance(to: at(10))
    #expect(branch.phase == .closed)
  }

  @Test("a ticket's own estimate heeds those before it alone")
  func estimates() throws {
    var branch = try Branch.opened()
    let numbers = try branch.come("llll", at: 0)
    let expected = [nil, 1_100_000, 2_200_000, 3_300_000] as [Int64?]
    for (number, wait) in zip(numbers, expected) {
      guard case .waiting(let place) = try branch.whereabouts(ofTicket: number) else {
        #expect(wait == nil)
        continue
      }
      let ticket = try #require(branch.line[place])
      #expect(branch.estimate(of: ticket, at: at(0))?.p50 == wait)
    }
  }
}
