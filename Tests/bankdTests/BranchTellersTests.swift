import Queueing
import Testing
import Values

@testable import bankd

@Suite("Branch: tellers")
struct BranchTellersTests {
  @Test("a teller of several services takes whoever has waited longest in the best grade")
  func severalServices() throws {
    var branch = try Branch.manual()
    try branch.come("ldl", at: 0)
    try branch.come("d", grade: .vip, at: 1)
    var called: [Int] = []
    for _ in 0..<4 {
      called.append(try branch.next(teller: 1, at: at(2)).ticket.number)
      _ = try branch.done(teller: 1, at: at(3))
    }
    #expect(called == [4, 1, 2, 3])
  }

  @Test("a manual teller calls, finishes, and takes as long as a person does")
  func manual() throws {
    var branch = try Branch.manual()
    try branch.come("ld", at: 0)
    #expect(branch.inHand.isEmpty)
    #expect(branch.nextDue == nil)
    let called = try branch.next(teller: 1, at: at(2))
    #expect(called.waited == 2_000_000)
    branch.advance(to: at(1000))
    #expect(branch.inHand == [1: 1])
    _ = try branch.done(teller: 1, at: at(1001))
    #expect(branch.state.day.served == 1)
    #expect(branch.inHand.isEmpty)
    #expect(branch.waitingNumbers == [2])
  }

  @Test("calls that make no sense are refused and change nothing")
  func refusals() throws {
    var branch = try Branch.manual()
    #expect(refusal { try branch.next(teller: 1, at: at(0)) } == .nobodyWaiting)
    #expect(refusal { try branch.done(teller: 1, at: at(0)) } == .tellerIdle)
    #expect(refusal { try branch.noShow(teller: 1, at: at(0)) } == .tellerIdle)
    #expect(refusal { try branch.transfer(teller: 1, to: "loan", at: at(0)) } == .tellerIdle)
    #expect(refusal { try branch.next(teller: 2, at: at(0)) } == .unknownTeller)
    #expect(refusal { try branch.pauseTeller(2, at: at(0)) } == .unknownTeller)
    #expect(refusal { try branch.resumeTeller(1, at: at(0)) } == .tellerNotPaused)
    try branch.come("dd", at: 0)
    _ = try branch.next(teller: 1, at: at(1))
    let before = branch.image
    _ = branch.takeFacts()
    #expect(refusal { try branch.next(teller: 1, at: at(2)) } == .tellerBusy)
    #expect(refusal { try branch.removeTeller(1, at: at(2)) } == .tellerBusy)
    #expect(refusal { try branch.transfer(teller: 1, to: "deposit", at: at(2)) } == .sameService)
    #expect(refusal { try branch.transfer(teller: 1, to: "gold", at: at(2)) } == .unknownService)
    #expect(refusal { try branch.recall(ticket: 2, at: at(2)) } == .ticketNotCalled)
    #expect(refusal { try branch.recall(ticket: 3, at: at(2)) } == .unknownTicket)
    #expect(branch.image == before)
    #expect(branch.facts.isEmpty)
  }

  @Test("an automatic teller is not driven by anybody")
  func automatic() throws {
    var branch = try Branch.opened()
    try branch.come("l", at: 0)
    #expect(refusal { try branch.next(teller: 3, at: at(0)) } == .tellerAutomatic)
    #expect(refusal { try branch.done(teller: 3, at: at(0)) } == .tellerAutomatic)
    #expect(refusal { try branch.recall(ticket: 1, at: at(0)) } == .tellerAutomatic)
  }

  @Test("nobody is called for the next day")
  func nextWhileKeeping() throws {
    var branch = try Branch.manual()
    try branch.come("dd", at: 0)
    _ = try branch.next(teller: 1, at: at(0))
    try branch.close(keepsLine: true, at: at(1))
    _ = try branch.done(teller: 1, at: at(2))
    #expect(branch.phase == .closed)
    #expect(refusal { try branch.next(teller: 1, at: at(3)) } == .closed)
    #expect(branch.waitingNumbers == [2])
  }

  // MARK: No-show and recall

  @Test("a no-show is not served, and comes back to the old place when recalled")
  func noShow() throws {
    var branch = try Branch.manual()
    try branch.come("ddd", at: 0)
    _ = try branch.next(teller: 1, at: at(10))
    _ = try branch.noShow(teller: 1, at: at(11))
    #expect(branch.state.day.served == 0)
    #expect(branch.waitingNumbers == [2, 3])
    #expect(refusal { try branch.leave(ticket: 1, at: at(12)) } == .ticketGone)
    let recalled = try branch.recall(ticket: 1, at: at(20))
    #expect(recalled.teller == nil)
    #expect(branch.waitingNumbers == [1, 2, 3])
    // Ten seconds before the first call, and five since the recall.
    #expect(try branch.next(teller: 1, at: at(25)).waited == 15_000_000)
  }

  @Test("a ticket in hand is called once more")
  func recallInHand() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    _ = try branch.next(teller: 1, at: at(1))
    _ = branch.takeFacts()
    #expect(Board(of: branch, at: at(1)).serving.map(\.recalls) == [nil])
    #expect(try branch.recall(ticket: 1, at: at(2)).teller == 1)
    #expect(branch.inHand == [1: 1])
    #expect(Board(of: branch, at: at(2)).serving.map(\.recalls) == [1])
    guard case .recalled(let ticket, 1) = branch.facts.last else {
      Issue.record("nobody was told")
      return
    }
    #expect(ticket.number == 1)
  }

  @Test("a no-show who is not recalled has no ticket after the day")
  func noShowAtClose() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    _ = try branch.next(teller: 1, at: at(1))
    _ = try branch.noShow(teller: 1, at: at(2))
    try branch.close(at: at(3))
    #expect(branch.phase == .closed)
    #expect(refusal { try branch.recall(ticket: 1, at: at(4)) } == .unknownTicket)
  }

  // MARK: Transfer

  @Test("a transferred customer keeps the ticket and goes before those who came later")
  func transfer() throws {
    var branch = try Branch.manual()
    try branch.come("dll", at: 0)
    _ = try branch.next(teller: 1, at: at(5))
    let sent = try branch.transfer(teller: 1, to: "loan", at: at(8))
    #expect(sent.number == 1)
    #expect(sent.leg == 1)
    #expect(branch.inHand.isEmpty)
    #expect(branch.waitingNumbers == [1, 2, 3])
    #expect(branch.state.day.served == 0)
    // The wait for the loan begins with the transfer.
    #expect(try branch.next(teller: 1, at: at(9)).waited == 1_000_000)
    _ = try branch.done(teller: 1, at: at(10))
    #expect(branch.state.day.served == 1)
  }

  @Test("a free automatic teller takes a transferred customer at once")
  func transferToFree() throws {
    var branch = try Branch.opened()
    _ = try branch.addTeller(services: ["deposit"], mode: .manual, at: at(0))
    try branch.come("ddd", at: 0)
    _ = try branch.next(teller: 4, at: at(0.1))
    _ = try branch.transfer(teller: 4, to: "loan", at: at(0.2))
    #expect(branch.inHand == [1: 1, 2: 2, 3: 3])
    branch.advance(to: at(5))
    #expect(branch.state.day.served == 3)
  }

  // MARK: Who is there

  @Test("a paused teller finishes the customer in hand and calls no other")
  func pause() throws {
    var branch = try Branch.opened()
    try branch.come("lll", at: 0)
    _ = try branch.pauseTeller(3, at: at(0.5))
    #expect(refusal { try branch.pauseTeller(3, at: at(0.6)) } == .tellerPaused)
    branch.advance(to: at(10))
    #expect(branch.inHand.isEmpty)
    #expect(branch.state.day.served == 1)
    #expect(branch.waitingNumbers == [2, 3])
    _ = try branch.resumeTeller(3, at: at(20))
    #expect(branch.inHand == [3: 2])
    #expect(branch.nextDue == at(21.1))
  }

  @Test("a paused manual teller calls nobody")
  func pausedManual() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    _ = try branch.pauseTeller(1, at: at(0))
    #expect(refusal { try branch.next(teller: 1, at: at(1)) } == .tellerPaused)
  }

  @Test("a new teller takes from the line at once and has a number never used before")
  func addAndRemove() throws {
    var branch = try Branch.opened()
    try branch.come("lll", at: 0)
    let teller = try branch.addTeller(services: ["loan", "deposit"], mode: .automatic, at: at(0.1))
    #expect(teller.number == 4)
    #expect(branch.inHand == [3: 1, 4: 2])
    branch.advance(to: at(10))
    _ = try branch.removeTeller(4, at: at(10))
    #expect(try branch.addTeller(services: ["loan"], mode: .manual, at: at(11)).number == 5)
    #expect(
      refusal { try branch.addTeller(services: [], mode: .manual, at: at(11)) } == .noServices)
    #expect(
      refusal { try branch.addTeller(services: ["gold"], mode: .manual, at: at(11)) }
        == .unknownService)
  }

  @Test("the only teller of a service stays while people wait for it")
  func neededTeller() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    #expect(refusal { try branch.removeTeller(1, at: at(1)) } == .tellerNeeded)
    _ = try branch.addTeller(services: ["deposit"], mode: .manual, at: at(2))
    _ = try branch.removeTeller(1, at: at(3))
    #expect(branch.tellers.map(\.number) == [2])
  }

  @Test("duty is the time open and not paused, with the last customer of a pause")
  func duty() throws {
    var branch = try Branch.opened()
    try branch.come("l", at: 5)
    _ = try branch.pauseTeller(3, at: at(5.5))
    branch.advance(to: at(8))
    #expect(branch.tellers[2].duty == Duty(before: 6_100_000, since: nil))
    _ = try branch.resumeTeller(3, at: at(10))
    try branch.close(at: at(12))
    #expect(branch.tellers[2].duty == Duty(before: 8_100_000, since: nil))
    #expect(branch.tellers[0].duty == Duty(before: 12_000_000, since: nil))
  }
}

@Suite("Branch: services")
struct BranchServicesTests {
  private func set(
    _ branch: inout Branch, _ name: String = "loan", _ time: Branch.TimeRequest
  ) throws -> Service {
    try branch.setService(name, time: time, title: nil, koreanTitle: nil)
  }

  @Test("a new time holds for customers who are called from now on")
  func newTime() throws {
    var branch = try Branch.opened()
    try branch.come("ll", at: 0)
    _ = try set(&branch, "loan", .init(durationSeconds: 5))
    branch.advance(to: at(1.1))
    #expect(branch.nextDue == at(6.1))
  }

  @Test("a new service has its own line as soon as a teller serves it")
  func newService() throws {
    var branch = try Branch.opened()
    let service = try branch.setService(
      "fx", time: .init(durationSeconds: 2), title: "exchange", koreanTitle: "환전")
    #expect(service.title == LocalizedText(en: "exchange", ko: "환전"))
    _ = try branch.addTeller(services: ["fx"], mode: .automatic, at: at(0))
    #expect(try branch.take(service: "fx", at: at(0)).teller == 4)
  }

  @Test("a name can be changed without the time")
  func rename() throws {
    var branch = try Branch.opened()
    let service = try branch.setService("loan", time: .init(), title: nil, koreanTitle: "여신")
    #expect(service.time == .fixed(1_100_000))
    #expect(service.title == LocalizedText(en: "loan", ko: "여신"))
  }

  @Test(
    "durations that are none are refused",
    arguments: [0, -1, 0.0009, 86_400.001, .nan, .infinity, -.infinity, 1e300])
  func badDurations(_ seconds: Double) throws {
    var branch = try Branch.opened()
    let before = branch.image
    #expect(
      refusal { try set(&branch, "loan", .init(durationSeconds: seconds)) } == .invalidDuration)
    #expect(
      refusal { try set(&branch, "loan", .init(kind: "empirical", samplesSeconds: [1, seconds])) }
        == .invalidDuration)
    #expect(branch.image == before)
  }

  @Test("the shortest and the longest duration are taken", arguments: [0.001, 86_400])
  func limits(_ seconds: Double) throws {
    var branch = try Branch.opened()
    #expect(
      try set(&branch, "loan", .init(durationSeconds: seconds)).time
        == .fixed(Int64(seconds * 1_000_000)))
  }

  @Test(
    "distributions without their numbers, or with others', are refused",
    arguments: [
      .init(kind: "normal", durationSeconds: 1), .init(kind: "uniform", durationSeconds: 1),
      .init(kind: "uniform", minimumSeconds: 2, maximumSeconds: 1), .init(kind: "exponential"),
      .init(kind: "empirical", samplesSeconds: []),
      .init(durationSeconds: 1, samplesSeconds: [1]), .init(minimumSeconds: 1),
    ] as [Branch.TimeRequest])
  func badDistributions(_ request: Branch.TimeRequest) throws {
    var branch = try Branch.opened()
    #expect(refusal { try set(&branch, "loan", request) } == .invalidDistribution)
    #expect(branch.facts.isEmpty)
  }

  @Test("names of services are words", arguments: ["", "Forex", "1st", "a b", "a,b", "환전", "-a"])
  func badNames(_ name: String) throws {
    var branch = try Branch.opened()
    #expect(refusal { try set(&branch, name, .init(durationSeconds: 1)) } == .invalidName)
  }

  @Test("a branch has at most 64 services")
  func tooMany() throws {
    var branch = try Branch.opened()
    for number in 2..<64 { _ = try set(&branch, "s\(number)", .init(durationSeconds: 1)) }
    #expect(refusal { try set(&branch, "one-more", .init(durationSeconds: 1)) } == .tooMany)
    let names = branch.services.map(\.name)
    let teller = try branch.addTeller(services: names, mode: .automatic, at: at(0))
    #expect(Array(teller.services) == Array(0..<64))
    #expect(try branch.take(service: "s63", at: at(0)).teller == 4)
  }
}
