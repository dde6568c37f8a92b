import Queueing
import Storage
import Testing
import Values

@testable import bankd

@Suite("BranchStore")
struct BranchStoreTests {
  private let store: BranchStore

  init() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    store = BranchStore(database: database)
  }

  private func save(_ branch: inout Branch, at time: Timestamp) throws {
    try store.save(branch.takeFacts(), of: branch.state, at: time)
  }

  private func loaded() throws -> Branch.Image? { try store.load()?.branch.image }

  @Test("a new store has no branch, and a first branch comes back as it was made")
  func first() throws {
    #expect(try loaded() == nil)
    let branch = Branch(seed: 42)
    try store.create(branch, at: at(0))
    #expect(try loaded() == branch.image)
    #expect(try store.load()?.aliveAt == at(0))
  }

  @Test("a branch in the middle of its day comes back with everything in its place")
  func middle() throws {
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    try branch.open(at: at(0))
    _ = try branch.addTeller(services: ["deposit", "loan"], mode: .manual, at: at(0))
    try branch.come("dddlll", at: 0.1)
    try branch.come("l", grade: .vvip, at: 0.2)
    _ = try branch.next(teller: 4, at: at(0.3))
    _ = try branch.noShow(teller: 4, at: at(0.4))
    _ = try branch.next(teller: 4, at: at(0.5))
    _ = try branch.transfer(teller: 4, to: "loan", at: at(0.6))
    _ = try branch.next(teller: 4, at: at(0.65))
    _ = try branch.leave(ticket: 6, at: at(0.7))
    branch.advance(to: at(0.85))
    try save(&branch, at: at(0.85))
    var again = try #require(try store.load()?.branch)
    #expect(again.image == branch.image)
    // And it goes on as the other one does.
    branch.advance(to: at(50))
    again.advance(to: at(50))
    #expect(again.story() == branch.story())
  }

  @Test("hundreds of random changes are on disk one by one, and nobody is lost")
  func randomChanges() throws {
    var random = RandomNumbers(seed: 4)
    var branch = Branch(seed: 2)
    try store.create(branch, at: at(0))
    var clock = 0.0
    var taken = 0
    var gone = 0
    var total = 0
    for step in 0..<400 {
      clock += Double(random.below(400)) / 1000
      Self.change(&branch, &random, at: at(clock))
      for fact in branch.facts {
        switch fact {
        case .taken:
          taken += 1
          total += 1
        case .ended(let visit) where visit.outcome != .transferred: gone += 1
        case .returned(_, from: .noShow, _): gone -= 1
        case .reset: (taken, gone) = (0, 0)
        default: break
        }
      }
      try save(&branch, at: at(clock))
      #expect(try loaded() == branch.image, "after step \(step)")
      #expect(taken - gone == branch.waitingCount + branch.servingCount)
    }
    #expect(total > 60)
  }

  /// One change, sensible or refused.
  private static func change(
    _ branch: inout Branch, _ random: inout RandomNumbers, at now: Timestamp
  ) {
    let ticket = 1 + random.below(30)
    let teller = 1 + random.below(6)
    let service = ["deposit", "loan"][random.below(2)]
    _ = try? {
      switch random.below(16) {
      case 0: try branch.open(at: now)
      case 1 where random.below(3) == 0:
        try branch.close(
          clearsLine: random.below(3) == 0, keepsLine: random.below(2) == 0, at: now)
      case 2...4: _ = try branch.take(service: service, grade: .vip, at: now)
      case 5: _ = try branch.add(1 + random.below(4), at: now)
      case 6: _ = try branch.leave(ticket: ticket, at: now)
      case 7, 8: _ = try branch.next(teller: teller, at: now)
      case 9: _ = try branch.done(teller: teller, at: now)
      case 10: _ = try branch.noShow(teller: teller, at: now)
      case 11: _ = try branch.recall(ticket: ticket, at: now)
      case 12: _ = try branch.transfer(teller: teller, to: service, at: now)
      case 13: _ = try branch.pauseTeller(teller, at: now)
      case 14: _ = try branch.resumeTeller(teller, at: now)
      case 15 where random.below(8) == 0: branch.reset(at: now)
      case 15: _ = try branch.addTeller(services: [service, "loan"], mode: .manual, at: now)
      default: branch.advance(to: now)
      }
    }()
  }

  @Test("a reset leaves no row of its day, and those of other days in place")
  func reset() throws {
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    for day in [0.0, 100] {
      _ = try branch.run(customers: 5, seed: 1, at: at(day))
      branch.advance(to: at(day + 50))
      try save(&branch, at: at(day + 50))
    }
    try branch.open(at: at(200))
    try branch.come("dl", at: 200)
    branch.reset(at: at(201))
    try save(&branch, at: at(201))
    let days = try store.database.query(
      "SELECT day, count(*) FROM visit GROUP BY day ORDER BY day"
    ) { [$0.integer(0), $0.integer(1)] }
    #expect(days == [[1, 5], [2, 5]])
    #expect(try store.database.query("SELECT * FROM ticket") { $0.integer(0) } == [])
    #expect(try loaded() == branch.image)
  }

  @Test("a change writes as many rows with a long line as with a short one")
  func incremental() throws {
    var branch = try Branch.manual()
    try store.create(branch, at: at(0))
    _ = try branch.add(5000, service: "loan", at: at(0))
    try save(&branch, at: at(0))
    let before = try changes()
    _ = try branch.take(service: "loan", at: at(1))
    try save(&branch, at: at(1))
    // The ticket and the branch's own row.
    #expect(try changes() - before == 2)
  }

  private func changes() throws -> Int64 {
    try store.database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
  }

  @Test("rows that contradict each other are told, not guessed about")
  func inconsistent() throws {
    var branch = try Branch.opened()
    try store.create(branch, at: at(0))
    try branch.come("l", at: 0)
    try save(&branch, at: at(0))
    try store.database.run("DELETE FROM teller WHERE number = 3")
    #expect(throws: InconsistentStore.self) { try store.load() }
  }
}
