import IPCProtocol
import Storage
import TestSupport
import Testing
import Values

@testable import bankd

@Suite("Target times")
struct BranchTargetTests {
  private static func target(_ seconds: Double) throws -> WaitTarget {
    try #require(WaitTarget(within: Int64(seconds * 1e6), share: 0.9))
  }

  /// A manual teller for both services, of which loans are to wait ten seconds at most.
  private static func branch() throws -> Branch {
    var branch = try Branch.manual()
    _ = try branch.setService(
      "loan", time: nil, title: nil, koreanTitle: nil, target: try target(10))
    branch.tellTargets(at: at(0))
    _ = branch.takeFacts()
    return branch
  }

  /// A store with a closed branch, which has a manual teller, number 1, for both services.
  private static func stored() throws -> (BranchStore, Branch) {
    let store = try BranchFileTests.store()
    var branch = Branch(seed: 1)
    branch.tellers = []
    branch.state.nextTeller = 1
    try store.create(branch, at: at(0))
    _ = try branch.addTeller(services: ["deposit", "loan"], mode: .manual, at: at(0))
    return (store, branch)
  }

  /// Goes on until a time, waking up when the branch wants to; the numbers that were told, and when.
  private static func live(_ branch: inout Branch, until end: Double) -> [String] {
    var told: [String] = []
    while let due = branch.targetDue, due <= at(end) {
      branch.tellTargets(at: due)
      for case .overTarget(let ticket) in branch.takeFacts() {
        told.append("\(ticket.number) at \(due.seconds(since: at(0)))")
      }
    }
    return told
  }

  @Test(
    "whoever waits longer than the target is told once, at that time, and together within a second")
  func once() throws {
    var branch = try Self.branch()
    try branch.come("ld", at: 1)
    try branch.come("l", at: 1.25)
    try branch.come("l", at: 5)
    _ = try branch.leave(ticket: 4, at: at(6))
    #expect(Self.live(&branch, until: 10.9) == [])
    #expect(Self.live(&branch, until: 100) == ["1 at 11.0", "3 at 12.0"])
    #expect(branch.targetDue == nil)
    #expect(Board(of: branch, at: at(11)).waiting.map(\.overTarget) == [nil, nil, nil])
    #expect(Board(of: branch, at: at(11.1)).waiting.map(\.overTarget) == [true, nil, nil])
  }

  @Test("a night does not count, and who was told yesterday is not told again")
  func night() throws {
    var branch = try Self.branch()
    try branch.come("l", at: 0)
    #expect(Self.live(&branch, until: 11).count == 1)
    try branch.come("l", at: 12)
    try branch.close(keepsLine: true, at: at(15))
    #expect(Self.live(&branch, until: 5000) == [])
    try branch.open(at: at(5000))
    // Three seconds were waited the day before.
    #expect(Self.live(&branch, until: 9000) == ["2 at 5007.0"])
  }

  @Test(
    "in any day each is told once, and nobody who waits longer is forgotten",
    arguments: 1...5 as ClosedRange<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let (store, first) = try Self.stored()
    var branch = first
    for (service, seconds) in [("loan", 4.0), ("deposit", 9.0)] {
      _ = try branch.setService(
        service, time: nil, title: nil, koreanTitle: nil, target: try Self.target(seconds))
    }
    var told: [String: Double] = [:]
    var over: [String: Double] = [:]
    var clock = 0.0
    for step in 0..<250 {
      clock += Double(random.below(700)) / 1000
      if let due = branch.targetDue, due <= at(clock) { branch.tellTargets(at: at(clock)) }
      Self.change(&branch, &random, at: at(clock))
      for case .overTarget(let ticket) in branch.facts {
        let key = "\(ticket.id) \(ticket.leg)"
        #expect(told[key] == nil, "\(key) is told twice")
        #expect(
          branch.services[ticket.service].target.map { ticket.waited(at: at(clock)) >= $0.within }
            == true)
        told[key] = clock
      }
      for ticket in branch.line.inOrder() where branch.isOverTarget(ticket, at: at(clock)) {
        // Who was called within that second and did not come was over before this wait.
        if branch.overdue(ticket) == nil { continue }
        let key = "\(ticket.id) \(ticket.leg)"
        over[key] = over[key] ?? clock
        // Nobody waits for more than a second, and a step, without being told.
        if clock - (over[key] ?? clock) > 1.7, branch.phase != .closed {
          #expect(told[key] != nil, "\(key) was never told, at \(clock)")
        }
      }
      try store.save(branch.takeFacts(), of: branch.state, at: at(clock))
      if step % 40 == 39 {
        let image = branch.image
        branch = try #require(try store.load()).branch
        #expect(branch.image == image)
      }
    }
    #expect(told.count > 5)
  }

  private static func change(
    _ branch: inout Branch, _ random: inout SeededNumbers, at now: Timestamp
  ) {
    _ = try? {
      switch random.below(20) {
      case 0..<7: _ = try branch.take(service: random.one(of: ["loan", "deposit"]), at: now)
      case 7..<9: _ = try branch.advance(teller: 1, at: now)
      case 9: _ = try branch.noShow(teller: 1, at: now)
      case 10: _ = try branch.recall(ticket: 1 + random.below(30), at: now)
      case 11: _ = try branch.transfer(teller: 1, to: "loan", at: now)
      case 12: _ = try branch.leave(ticket: 1 + random.below(30), at: now)
      case 13 where random.chance(20): try branch.close(keepsLine: true, at: now)
      case 14...16: try branch.open(at: now)
      default: break
      }
    }()
  }

  @Test("a rehearsal leaves when the line is looked through as it was")
  func rehearsed() throws {
    var branch = try Self.branch()
    try branch.come("l", at: 1)
    let due = branch.targetDue
    let mark = branch.mark()
    _ = try branch.setService("loan", time: nil, title: nil, koreanTitle: nil, target: .some(nil))
    branch.tellTargets(at: at(2))
    branch.revert(to: mark)
    #expect(branch.targetDue == due && due == at(11))
  }

  @Test(
    "a target is read in both languages",
    arguments: [
      ("10m", "90% within 10m", "90% 10분 이내"), ("90% within 10m", "90% within 10m", "90% 10분 이내"),
      ("80% 1시간30분", "80% within 1h 30m", "80% 1시간 30분 이내"),
      ("29% in 45s", "29% within 45s", "29% 45초 이내"),
      ("99.5% 0.7초 이내", "99.5% within 0.7s", "99.5% 0.7초 이내"),
    ])
  func words(_ words: String, _ english: String, _ korean: String) throws {
    let title = try PlanWords.waitTarget(words)?.title
    #expect(title?.en == english && title?.ko == korean)
    #expect(try PlanWords.waitTarget("none") == nil && PlanWords.waitTarget("없음") == nil)
  }

  @Test(
    "what is no target is refused",
    arguments: ["", "10", "90%", "100% 10m", "0% 1m", "90 10m", "25h"])
  func noWords(_ words: String) {
    // A number alone is seconds.
    #expect(refusal { try PlanWords.waitTarget(words) } == (words == "10" ? nil : .planWords))
  }

  @Test("the report says which share was within the target, whoever left too late among the others")
  func report() throws {
    let (store, first) = try Self.stored()
    var branch = first
    _ = try branch.setService(
      "loan", time: nil, title: nil, koreanTitle: nil, target: try Self.target(10))
    try branch.open(at: at(0))
    // Called after 1, 10 and 11 s; gone after 5 and 20 s. Two of four who count were in time.
    try branch.come("lllll", at: 0)
    for (ticket, time) in [(1, 1.0), (2, 10), (3, 11)] {
      _ = try branch.call(ticket: ticket, teller: 1, at: at(time))
      _ = try branch.done(teller: 1, at: at(time + 0.5))
      if ticket == 1 { _ = try branch.leave(ticket: 4, at: at(5)) }
    }
    _ = try branch.leave(ticket: 5, at: at(20))
    try store.save(branch.takeFacts(), of: branch.state, at: at(20))
    let rows = try ReportQuery(database: store.database, now: at(21)).report(over: .current).rows
    let loan = try #require(rows.first { $0.service == "loan" })
    #expect(loan.withinTarget == 0.5 && loan.isTargetMissed == true && loan.targetSeconds == 10)
    #expect(rows.first { $0.service == "deposit" }?.withinTarget == nil)
    #expect(rows.last?.withinTarget == 0.5)
  }
}
