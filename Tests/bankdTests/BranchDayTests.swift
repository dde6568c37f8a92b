import Testing
import Values

@testable import bankd

@Suite("Branch: the day")
struct BranchDayTests {
  @Test("three deposits and two loans are served as worked out by hand")
  func byHand() throws {
    var branch = try Branch.opened()
    try branch.come("dddll", at: 0)
    #expect(branch.inHand == [1: 1, 2: 2, 3: 4])
    #expect(branch.waitingNumbers == [3, 5])
    try branch.close(at: at(0))
    _ = branch.takeFacts()
    branch.advance(to: at(60))
    #expect(
      branch.story() == [
        "served 1 at 0.7", "started 3 by 1 at 0.7", "served 2 at 0.7", "served 4 at 1.1",
        "started 5 by 3 at 1.1", "served 3 at 1.4", "served 5 at 2.2", "closed 5 in 2.2",
      ])
    #expect(branch.phase == .closed)
  }

  @Test("twelve customers, seven loans among them, close after 7.70 seconds")
  func closingLine() throws {
    var branch = try Branch.opened()
    try branch.come("dllldlldldld", at: 0)
    try branch.close(at: at(0))
    branch.advance(to: at(7.699))
    #expect(branch.phase == .closing(keepsLine: false))
    branch.advance(to: at(7.7))
    #expect(branch.phase == .closed)
    #expect(branch.state.day.served == 12)
    #expect(branch.business(at: at(100)) == 7_700_000)
  }

  @Test("an empty line does not end the day")
  func emptyLine() throws {
    var branch = try Branch.opened()
    try branch.come("d", at: 0)
    branch.advance(to: at(10))
    #expect(branch.isOpen)
    try branch.come("d", at: 20)
    // Teller 1 has served today, teller 2 has been free since the morning.
    #expect(branch.inHand == [2: 2])
  }

  @Test("an empty branch ends its day as soon as it is told to close")
  func closeEmpty() throws {
    var branch = try Branch.opened()
    try branch.close(at: at(5))
    #expect(branch.phase == .closed)
    #expect(branch.story() == ["closed 0 in 0.0"])
  }

  @Test("business time runs while anyone waits or is served, and not between")
  func businessTime() throws {
    var branch = try Branch.opened()
    #expect(branch.business(at: at(100)) == 0)
    try branch.come("d", at: 100)
    #expect(branch.business(at: at(100.5)) == 500_000)
    branch.advance(to: at(101))
    #expect(branch.business(at: at(200)) == 700_000)
    try branch.come("l", at: 200)
    #expect(branch.business(at: at(201)) == 1_700_000)
    branch.advance(to: at(300))
    #expect(branch.business(at: at(300)) == 1_800_000)
  }

  @Test("business time runs for one who waits although nobody serves")
  func businessTimeOfWaiting() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 1)
    #expect(branch.business(at: at(4)) == 3_000_000)
    _ = try branch.leave(ticket: 1, at: at(5))
    #expect(branch.business(at: at(9)) == 4_000_000)
  }

  @Test("a late call changes nothing about the times at which things were due")
  func lateAdvance() throws {
    var early = try Branch.opened()
    var late = early
    try early.come("dddllddl", at: 0)
    try late.come("dddllddl", at: 0)
    for step in 1...50 { early.advance(to: at(Double(step) / 10)) }
    late.advance(to: at(5))
    #expect(early.story() == late.story())
    #expect(early.image == late.image)
  }

  @Test("a customer who came after a teller was due is not served before coming")
  func lateTeller() throws {
    var branch = try Branch.opened()
    try branch.come("l", at: 0)
    try branch.come("l", at: 1.25)
    branch.advance(to: at(1.3))
    #expect(
      branch.story() == ["started 1 by 3 at 0.0", "served 1 at 1.1", "started 2 by 3 at 1.25"])
    #expect(branch.tellers[2].inHand?.waited == 0)
  }

  // MARK: Closing

  @Test("while closing nobody new is taken, and the line is served to its end")
  func closing() throws {
    var branch = try Branch.opened()
    try branch.come("lll", at: 0)
    try branch.close(at: at(0.1))
    #expect(refusal { try branch.come("d", at: 0.2) } == .closed)
    #expect(refusal { try branch.add(1, at: at(0.2)) } == .closed)
    branch.advance(to: at(10))
    #expect(branch.phase == .closed)
    #expect(branch.state.day.served == 3)
  }

  @Test("clearing the line sends the waiting home and finishes those who are served")
  func clearLine() throws {
    var branch = try Branch.opened()
    try branch.come("dddll", at: 0)
    _ = branch.takeFacts()
    try branch.close(clearsLine: true, at: at(0.5))
    #expect(branch.waitingCount == 0)
    branch.advance(to: at(10))
    #expect(
      branch.story() == [
        "sentHome 3 at 0.5", "sentHome 5 at 0.5", "served 1 at 0.7", "served 2 at 0.7",
        "served 4 at 1.1", "closed 3 in 1.1",
      ])
  }

  @Test("a kept line waits for the next day with its tickets and its order")
  func keepLine() throws {
    var branch = try Branch.opened()
    try branch.come("ldll", at: 0)
    try branch.come("l", grade: .vip, at: 0)
    try branch.close(keepsLine: true, at: at(0.5))
    branch.advance(to: at(1000))
    #expect(branch.phase == .closed)
    #expect(branch.state.day.served == 2)
    #expect(branch.waitingNumbers == [5, 3, 4])
    #expect(branch.business(at: at(1000)) == 1_100_000)
    #expect(refusal { try branch.come("d", at: 2) } == .closed)

    try branch.open(at: at(5000))
    #expect(branch.inHand == [3: 5])
    #expect(branch.waitingNumbers == [3, 4])
    // Numbers begin again, and pass by those who have one.
    #expect(try branch.come("dddd", at: 5000) == [1, 2, 6, 7])
  }

  @Test("a night does not count as waiting")
  func nightIsNoWait() throws {
    var branch = try Branch.opened()
    try branch.come("ll", at: 0)
    try branch.close(keepsLine: true, at: at(0.5))
    branch.advance(to: at(2))
    let ticket = try #require(branch.line.inOrder().first)
    #expect(branch.waited(ticket, at: at(40_000)) == 1_100_000)
    try branch.open(at: at(50_000))
    #expect(branch.tellers[2].inHand?.waited == 1_100_000)
  }

  @Test("a closing branch can be told to end sooner, or to open again")
  func changeOfMind() throws {
    var branch = try Branch.opened()
    try branch.come("lll", at: 0)
    try branch.close(at: at(0.1))
    #expect(refusal { try branch.close(at: at(0.2)) } == .alreadyClosing)
    try branch.open(at: at(0.3))
    #expect(try branch.come("d", at: 0.3) == [4])
    #expect(branch.state.day.number == 1)
    try branch.close(keepsLine: true, at: at(0.4))
    #expect(refusal { try branch.close(keepsLine: true, at: at(0.5)) } == .alreadyClosing)
    try branch.close(clearsLine: true, at: at(0.6))
    #expect(branch.closed(at: at(0.6), sentHome: 2).sentHomeText?.en == " Sent home: 2.")
    branch.advance(to: at(2))
    #expect(branch.phase == .closed)
    #expect(branch.waitingCount == 0)
  }

  @Test("what makes no sense is refused and changes nothing")
  func refusals() throws {
    var branch = try Branch.opened()
    let before = branch.image
    #expect(refusal { try branch.open(at: at(1)) } == .alreadyOpen)
    #expect(
      refusal { try branch.close(clearsLine: true, keepsLine: true, at: at(1)) } == .keptOrCleared)
    #expect(refusal { try branch.run(customers: 3, seed: nil, at: at(1)) } == .alreadyOpen)
    #expect(branch.image == before)
    #expect(branch.facts.isEmpty)
    try branch.close(at: at(1))
    #expect(refusal { try branch.close(at: at(2)) } == .alreadyClosed)
  }

  // MARK: Reset

  @Test("a reset leaves nothing of the day, whoever was waiting, served or absent")
  func reset() throws {
    var branch = try Branch.opened()
    _ = try branch.addTeller(services: ["deposit", "loan"], mode: .manual, at: at(0))
    try branch.come("dddlll", at: 0)
    _ = try branch.next(teller: 4, at: at(0.1))
    _ = try branch.noShow(teller: 4, at: at(0.2))
    branch.advance(to: at(0.8))
    _ = branch.takeFacts()
    branch.reset(at: at(0.9))
    #expect(branch.tickets.isEmpty)
    #expect(branch.waitingCount == 0)
    #expect(branch.servingCount == 0)
    #expect(branch.nextDue == nil)
    #expect(branch.business(at: at(50)) == 0)
    #expect(branch.state.day.served == 0)
    _ = branch.takeFacts()
    branch.advance(to: at(100))
    #expect(branch.takeFacts().isEmpty)
    #expect(branch.isOpen)
    #expect(try branch.come("d", at: 100) == [1])
  }

  @Test("a reset forgets how long people took, as a start after it does")
  func resetForgets() throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    _ = try branch.next(teller: 1, at: at(1))
    _ = try branch.done(teller: 1, at: at(31))
    let before = branch.learned.version
    branch.reset(at: at(40))
    let number = try branch.come("d", at: 41)[0]
    #expect(try branch.ticketState(number, at: at(41)).kind == .unlearned)
    #expect(branch.learned == Learned() && branch.learned.version > before)
  }

  @Test("a closing branch is closed after a reset, a closed one stays closed")
  func resetClosed() throws {
    var branch = try Branch.opened()
    try branch.come("l", at: 0)
    try branch.close(at: at(0.1))
    branch.reset(at: at(0.2))
    #expect(branch.phase == .closed)
    branch.reset(at: at(0.3))
    #expect(branch.phase == .closed)
    try branch.open(at: at(1))
    #expect(branch.state.day.served == 0)
  }

  // MARK: Run

  @Test("the same seed gives the same run, another seed another one")
  func seeds() throws {
    func run(_ seed: UInt64, before: Int) throws -> [String] {
      // What happened before, and the branch's own random numbers, must not matter.
      var branch = Branch(seed: UInt64(before))
      _ = try branch.setService(
        "loan", time: .init(kind: "exponential", durationSeconds: 1.1), title: nil,
        koreanTitle: nil)
      for _ in 0..<before {
        _ = try branch.run(customers: 3, seed: nil, at: at(-1000))
        branch.advance(to: at(-1))
      }
      _ = branch.takeFacts()
      _ = try branch.run(customers: nil, seed: seed, at: at(0))
      branch.advance(to: at(10_000))
      #expect(branch.phase == .closed)
      return branch.story()
    }
    let first = try run(7, before: 0)
    #expect(try run(7, before: 5) == first)
    #expect(try run(8, before: 0) != first)
  }

  @Test("without a number 10 to 30 customers come")
  func randomCount() throws {
    var counts = Set<Int>()
    for seed in 0..<400 {
      var branch = Branch(seed: 0)
      counts.insert(try branch.run(customers: nil, seed: UInt64(seed), at: at(0)))
    }
    #expect(counts == Set(10...30))
  }

  @Test("a run that would never end is refused")
  func runWithoutTellers() throws {
    var branch = Branch(seed: 1)
    for teller in 1...3 { _ = try branch.pauseTeller(teller, at: at(0)) }
    #expect(refusal { try branch.run(customers: 5, seed: 1, at: at(0)) } == .noAutomaticTeller)
    #expect(refusal { try branch.run(customers: 0, seed: 1, at: at(0)) } == .invalidCount)
    #expect(branch.phase == .closed)
  }

  // MARK: After a kill

  @Test("after a kill a service goes on with the time that remained")
  func resume() throws {
    var branch = try Branch.opened()
    try branch.come("ll", at: 0)
    // Alive at 0.4 for the last time, back at 1000.
    branch.resume(after: 999_600_000)
    #expect(branch.inHand == [3: 1])
    #expect(branch.waitingNumbers == [2])
    #expect(branch.nextDue == at(1000.7))
    #expect(branch.business(at: at(1000)) == 400_000)
    branch.advance(to: at(1002))
    #expect(branch.business(at: at(1002)) == 2_200_000)
  }

  @Test("who sits at somebody's desk was called when they were called, and business went on")
  func resumeAtDesks() throws {
    var branch = try Branch.manual()
    try branch.come("dd", at: 0)
    _ = try branch.next(teller: 1, at: at(2))
    _ = branch.takeFacts()
    // Alive at 5 for the last time, back at 20.
    branch.resume(after: 15_000_000)
    #expect(branch.takeFacts().isEmpty)
    #expect(branch.tellers[0].inHand?.calledAt == at(2))
    #expect(branch.business(at: at(22)) == 22_000_000)
    let done = try branch.done(teller: 1, at: at(22))
    #expect(at(22).seconds(since: done.calledAt) == 20)
    // A clock that was set back meanwhile makes nothing longer than it was.
    _ = try branch.next(teller: 1, at: at(23))
    branch.resume(after: -3_600_000_000)
    #expect(branch.tellers[0].inHand?.calledAt == at(23 - 3600))
    #expect(branch.business(at: at(24 - 3600)) == 24_000_000)
    // Who waited then is served for as long as it takes, from now on.
    try branch.come("d", at: 24 - 3600)
    _ = try branch.done(teller: 1, at: at(25 - 3600))
    branch.resume(after: -600_000_000)
    let called = try branch.next(teller: 1, at: at(26 - 4200))
    #expect(called.calledAt == at(26 - 4200))
    let next = try branch.done(teller: 1, at: at(30 - 4200))
    #expect(at(30 - 4200).seconds(since: next.calledAt) == 4)
  }

  @Test("a branch of people and machines lets each go on in their way")
  func resumeMixed() throws {
    var branch = try Branch.opened()
    let desk = try branch.addTeller(services: ["loan"], mode: .manual, at: at(0))
    for teller in [3] { _ = try branch.pauseTeller(teller, at: at(0)) }
    try branch.come("dl", at: 0)
    _ = try branch.next(teller: desk.number, at: at(0.2))
    // Alive at 0.4, back at 100.4.
    branch.resume(after: 100_000_000)
    #expect(branch.nextDue == at(100.7))
    #expect(branch.tellers.first { $0.mode == .manual }?.inHand?.calledAt == at(0.2))
    #expect(branch.business(at: at(100.4)) == 400_000)
  }
}
