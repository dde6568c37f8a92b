import Queueing
import Storage
import Testing
import Values

@testable import bankd

/// Whose turn it is where several tellers are free for one customer.
@Suite("Branch: load spreads")
struct SpreadTests {
  private static func branch(tellers: Int) throws -> Branch {
    var branch = Branch(seed: 1)
    branch.tellers = []
    branch.state.nextTeller = 1
    for _ in 0..<tellers {
      _ = try branch.addTeller(services: ["deposit"], mode: .automatic, at: at(0))
    }
    try branch.open(at: at(0))
    _ = branch.takeFacts()
    return branch
  }

  @Test("whoever has been free longest is next, or by choice the lowest number")
  func turns() throws {
    var branch = try Self.branch(tellers: 3)
    func served() throws -> [Int?] {
      try (0..<7).map {
        branch.advance(to: at(Double($0) + 10))
        return try branch.take(service: "deposit", at: at(Double($0) + 10)).teller
      }
    }
    #expect(try served() == [1, 2, 3, 1, 2, 3, 1])
    branch.setSpread(.lowestNumber)
    branch.advance(to: at(20))
    #expect(try branch.take(service: "deposit", at: at(20)).teller == 1)
    branch.advance(to: at(21))
    #expect(try branch.take(service: "deposit", at: at(21)).teller == 1)
  }

  @Test("who comes back from a pause is behind those who were there")
  func pause() throws {
    var branch = try Self.branch(tellers: 3)
    _ = try branch.pauseTeller(1, at: at(1))
    _ = try branch.resumeTeller(1, at: at(2))
    let called = try (0..<3).map { _ in
      try branch.take(service: "deposit", at: at(3)).teller
    }
    #expect(called == [2, 3, 1])
  }

  /// An independent account of idleness by the clock, over random days with shared services.
  @Test("nobody free is passed over for one who was free later", arguments: 1...10)
  func model(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed))
    var branch = try Branch.opened()
    for services in [["deposit", "loan"], ["loan"], ["deposit"]] {
      _ = try branch.addTeller(services: services, mode: .automatic, at: at(0))
    }
    try branch.close(at: at(0))
    try branch.open(at: at(0))
    _ = branch.takeFacts()
    var freeSince: [Int: Timestamp] = [:]
    var chosen = 0
    for step in 1...600 {
      let now = at(Double(step) * 0.31)
      branch.advance(to: now)
      for case .ended(let visit) in branch.takeFacts() where visit.teller != nil {
        freeSince[visit.teller ?? 0] = visit.endedAt
      }
      guard random.below(3) > 0 else { continue }
      let service = random.below(2)
      let free = branch.tellers.filter { $0.takesByItself && $0.services.contains(service) }
      let taken = try branch.take(service: branch.services[service].name, at: now)
      _ = branch.takeFacts()
      let longest = free.map { freeSince[$0.number] ?? at(0) }.min()
      guard let teller = taken.teller else {
        #expect(free.isEmpty)
        continue
      }
      chosen += free.count > 1 ? 1 : 0
      #expect((freeSince[teller] ?? at(0)) == longest)
    }
    #expect(chosen > 50)
  }

  @Test("the turns and the rule are the same after a kill")
  func afterAKill() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    let store = BranchStore(database: database)
    var branch = try Self.branch(tellers: 4)
    try store.create(branch, at: at(0))
    func save(_ time: Double) throws {
      try store.save(branch.takeFacts(), of: branch.state, at: at(time))
    }
    for time in [1.0, 2.0, 2.1] {
      branch.advance(to: at(time))
      _ = try branch.take(service: "deposit", at: at(time))
      try save(time)
    }
    branch.advance(to: at(5))
    try save(5)
    var again = try #require(try store.load()?.branch)
    #expect(again.tellers.map(\.freeOrder) == branch.tellers.map(\.freeOrder))
    let next = try (0..<4).map { _ in try again.take(service: "deposit", at: at(6)).teller }
    #expect(next == [4, 1, 2, 3])
    branch.setSpread(.lowestNumber)
    try save(7)
    #expect(try store.load()?.branch.state.spread == .lowestNumber)
  }
}
