import Queueing
import Testing

@testable import bankd

@Suite("Branch: the line")
struct BranchLineTests {
  @Test("numbers count from 1 in every business day")
  func numbers() throws {
    var branch = try Branch.opened()
    #expect(try branch.come("dld", at: 0) == [1, 2, 3])
    try branch.close(at: at(1))
    branch.advance(to: at(10))
    try branch.open(at: at(20))
    #expect(try branch.come("dl", at: 20) == [1, 2])
  }

  @Test("a ticket is bound to a teller only when it is called")
  func boundWhenCalled() throws {
    var branch = try Branch.opened()
    try branch.come("ddd", at: 0)
    // The teller who was to be free first goes; the other one serves customer 3.
    _ = try branch.pauseTeller(1, at: at(0.1))
    branch.advance(to: at(0.7))
    #expect(branch.inHand == [2: 3])
  }

  @Test("VVIP goes before VIP before normal, within their service")
  func grades() throws {
    var branch = try Branch.opened()
    try branch.come("lll", at: 0)
    try branch.come("l", grade: .vip, at: 0)
    try branch.come("l", grade: .vvip, at: 0)
    try branch.come("l", grade: .vip, at: 0)
    branch.advance(to: at(10))
    let started = branch.story().filter { $0.hasPrefix("started") }.map {
      $0.split(separator: " ")[1]
    }
    #expect(started == ["1", "5", "4", "6", "2", "3"])
  }

  @Test("one who leaves the middle is not called, and the others keep their order")
  func leave() throws {
    var branch = try Branch.opened()
    try branch.come("lllll", at: 0)
    let visit = try branch.leave(ticket: 3, at: at(0.5))
    #expect(visit.waited == 500_000)
    #expect(branch.waitingNumbers == [2, 4, 5])
    #expect(refusal { try branch.leave(ticket: 3, at: at(0.6)) } == .ticketGone)
    #expect(refusal { try branch.leave(ticket: 1, at: at(0.6)) } == .ticketInService)
    #expect(refusal { try branch.leave(ticket: 6, at: at(0.6)) } == .unknownTicket)
    #expect(refusal { try branch.leave(ticket: 0, at: at(0.6)) } == .unknownTicket)
    #expect(refusal { try branch.leave(ticket: -1, at: at(0.6)) } == .unknownTicket)
  }

  @Test("the position counts those of the service who go first")
  func position() throws {
    var branch = try Branch.opened()
    let first = try branch.take(service: "loan", at: at(0))
    #expect(first.position == 0)
    #expect(first.teller == 3)
    #expect(try branch.take(service: "loan", at: at(0)).position == 1)
    #expect(try branch.take(service: "loan", at: at(0)).position == 2)
    #expect(try branch.take(service: "loan", grade: .vip, at: at(0)).position == 1)
    #expect(try branch.take(service: "loan", at: at(0)).position == 4)
  }

  @Test("ten customers come with services at random, or all with one")
  func add() throws {
    var branch = try Branch.opened()
    #expect(try branch.add(10, at: at(0)) == (1, 10))
    let services = Set(
      (branch.line.inOrder() + branch.tellers.compactMap { $0.inHand?.ticket }).map(\.service))
    #expect(services == [0, 1])
    #expect(try branch.add(3, service: "loan", grade: .vip, at: at(0)) == (11, 13))
    #expect(branch.waitingNumbers.prefix(3) == [11, 12, 13])
  }

  @Test("absurd numbers of customers are refused", arguments: [0, -1, 10_001, .min, .max])
  func absurdCounts(_ count: Int) throws {
    var branch = try Branch.opened()
    #expect(refusal { try branch.add(count, at: at(0)) } == .invalidCount)
    #expect(branch.facts.isEmpty)
    #expect(branch.tickets.isEmpty)
  }

  @Test("the line holds a hundred thousand, and not one more")
  func fullLine() throws {
    var branch = try Branch.manual(["loan"])
    for _ in 0..<10 { _ = try branch.add(10_000, service: "loan", at: at(0)) }
    #expect(branch.waitingCount == 100_000)
    _ = branch.takeFacts()
    #expect(refusal { try branch.take(service: "loan", at: at(1)) } == .lineFull)
    #expect(refusal { try branch.add(1, at: at(1)) } == .lineFull)
    #expect(branch.facts.isEmpty)
    _ = try branch.leave(ticket: 50_000, at: at(1))
    #expect(try branch.take(service: "loan", at: at(2)).ticket.number == 100_001)
  }

  @Test("services without tellers, unknown ones, and a closed branch take nobody")
  func refusals() throws {
    var branch = Branch(seed: 1)
    #expect(refusal { try branch.take(service: "loan", at: at(0)) } == .closed)
    #expect(refusal { try branch.add(5, at: at(0)) } == .closed)
    try branch.open(at: at(0))
    #expect(refusal { try branch.take(service: "gold", at: at(0)) } == .unknownService)
    _ = try branch.setService("gold", time: .init(durationSeconds: 1), title: nil, koreanTitle: nil)
    #expect(refusal { try branch.take(service: "gold", at: at(0)) } == .serviceUnstaffed)
    #expect(branch.tickets.isEmpty)
  }

  @Test("customers without a wish never want what nobody serves")
  func addStaffedOnly() throws {
    var branch = try Branch.manual(["loan"])
    _ = try branch.add(50, at: at(0))
    #expect(branch.line.count(service: 0) == 0)
    #expect(branch.line.count(service: 1) == 50)
  }
}

@Suite("WaitEstimate")
struct WaitEstimateTests {
  private func seconds(_ estimate: WaitEstimate?) -> [Double] {
    estimate.map { [Double($0.p50) / 1e6, Double($0.p90) / 1e6] } ?? []
  }

  @Test("fixed times are foretold to the microsecond")
  func fixed() throws {
    var branch = try Branch.opened()
    // Tellers 1 and 2 are free at 0.7 and 0.9, and then every 0.7 seconds.
    try branch.come("d", at: 0)
    try branch.come("d", at: 0.2)
    let expected = [0.7, 0.9, 1.4, 1.6, 2.1].map { [$0 - 0.3, $0 - 0.3] }
    for wait in expected {
      let told = seconds(try branch.take(service: "deposit", at: at(0.3)).ticket.estimate)
      #expect(abs(told[0] - wait[0]) < 1e-6)
      #expect(abs(told[1] - wait[1]) < 1e-6)
    }
    branch.advance(to: at(20))
    let visits = branch.takeFacts().compactMap {
      if case .ended(let visit) = $0 { visit } else { nil }
    }
    #expect(visits.count == 7)
    #expect(visits.allSatisfy { $0.waited == $0.ticket.estimate?.p50 })
  }

  @Test(
    "exponential times are foretold by their Erlang distribution",
    arguments: [
      // Tellers, ahead, quantiles of Erlang(ahead + 1) with mean (ahead + 1) / tellers.
      (1, 0, 0.6931, 2.3026), (1, 1, 1.6783, 3.8897), (1, 4, 4.6709, 7.9936),
      (4, 0, 0.6931 / 4, 2.3026 / 4), (2, 1, 1.6783 / 2, 3.8897 / 2),
    ] as [(Int, Int, Double, Double)])
  func exponential(_ tellers: Int, _ ahead: Int, _ p50: Double, _ p90: Double) throws {
    let time = ServiceTime.exponential(1_000_000)
    var work = WorkAhead()
    work.inHand = Array(repeating: time.remaining(after: 300_000), count: tellers)
    work.add(customers: Double(ahead), each: time.moments)
    let told = seconds(work.estimate())
    #expect(abs(told[0] / p50 - 1) < 0.015)
    #expect(abs(told[1] / p90 - 1) < 0.015)
  }

  @Test("a higher grade waits for fewer")
  func grade() throws {
    var branch = try Branch.opened()
    try branch.come("llll", at: 0)
    #expect(seconds(branch.estimate(service: 1, grade: .normal, at: at(0))) == [4.4, 4.4])
    #expect(seconds(branch.estimate(service: 1, grade: .vip, at: at(0))) == [1.1, 1.1])
  }

  @Test("a free teller means no wait, no teller on duty means no estimate")
  func ends() throws {
    var branch = try Branch.opened()
    #expect(branch.estimate(service: 1, grade: .normal, at: at(0)) == WaitEstimate.none)
    _ = try branch.pauseTeller(3, at: at(0))
    #expect(branch.estimate(service: 1, grade: .normal, at: at(0)) == nil)
    let taken = try branch.take(service: "loan", at: at(0))
    #expect(taken.ticket.estimate == nil)
    #expect(taken.position == 1)
  }
}
