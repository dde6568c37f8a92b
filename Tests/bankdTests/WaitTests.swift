import Queueing
import Storage
import Testing
import Values

@testable import bankd

/// What customers are told about their wait, against what happens.
@Suite("Waits that are true")
struct WaitTests {
  private static func branch(
    _ tellers: [(services: [String], mode: Teller.Mode)], deposit: Branch.TimeRequest,
    loan: Branch.TimeRequest
  ) throws -> Branch {
    var branch = Branch(seed: 5)
    branch.tellers = []
    branch.state.nextTeller = 1
    _ = try branch.setService("deposit", time: deposit, title: nil, koreanTitle: nil)
    _ = try branch.setService("loan", time: loan, title: nil, koreanTitle: nil)
    for teller in tellers {
      _ = try branch.addTeller(services: teller.services, mode: teller.mode, at: at(0))
    }
    try branch.open(at: at(0))
    _ = branch.takeFacts()
    // Fewer draws than in the daemon, for the tests' time; the shares are the same.
    branch.forecast.mostDraws = 39
    return branch
  }

  private static func exponential(_ seconds: Double) -> Branch.TimeRequest {
    .init(kind: "exponential", durationSeconds: seconds)
  }

  private static func fixed(_ seconds: Double) -> Branch.TimeRequest {
    .init(kind: "fixed", durationSeconds: seconds)
  }

  /// A person whose times are a gamma distribution of two phases, as no setting has.
  private static func person(_ teller: Int, mean: Double) -> WaitWorld.Person {
    WaitWorld.Person(
      teller: teller,
      time: { service, share in
        let scale = service == 0 ? mean : 2 * mean
        // Between half and a long tail.
        return scale * (0.5 - 0.5 * portableLogarithm(1 - share))
      },
      reaction: { 4 + 8 * $0 })
  }

  private func expect(_ score: WaitWorld.Score?, atLeast customers: Int) throws {
    let score = try #require(score)
    #expect(score.customers >= customers, "\(score)")
    #expect(score.unknown == 0, "\(score)")
    #expect((0.45...0.55).contains(score.shares.p50), "\(score)")
    #expect((0.87...0.93).contains(score.shares.p90), "\(score)")
  }

  @Test("fixed times, of tellers with one service or two, are told exactly", arguments: 1...3)
  func fixed(_ seed: Int) throws {
    let both = ["deposit", "loan"]
    let branches: [[(services: [String], mode: Teller.Mode)]] = [
      [(both, .automatic)],
      [(["deposit"], .automatic), (both, .automatic), (["loan"], .automatic)],
      [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
    ]
    for tellers in branches {
      let load = Double(tellers.count) * 0.85
      var world = WaitWorld(
        try Self.branch(tellers, deposit: Self.fixed(0.7), loan: Self.fixed(1.1)),
        [
          .init(service: "deposit", grade: .normal, every: 1.4 / load),
          .init(service: "loan", grade: .normal, every: 2.2 / load),
        ], seed: UInt64(seed))
      let score = try #require(try world.play(customers: 1500)[.normal])
      #expect(score.exact == score.customers)
      #expect(score.customers > 500)
    }
  }

  @Test("exponential times")
  func exponential() throws {
    var world = WaitWorld(
      try Self.branch(
        [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
        deposit: Self.exponential(120), loan: Self.exponential(300)),
      [
        .init(service: "deposit", grade: .normal, every: 70),
        .init(service: "loan", grade: .normal, every: 360),
      ], seed: 4)
    try expect(try world.play(customers: 4000)[.normal], atLeast: 2000)
  }

  @Test("tellers who share services")
  func shared() throws {
    var world = WaitWorld(
      try Self.branch(
        [
          (["deposit"], .automatic), (["deposit", "loan"], .automatic), (["loan"], .automatic),
        ], deposit: .init(kind: "uniform", minimumSeconds: 30, maximumSeconds: 200),
        loan: Self.exponential(300)),
      [
        .init(service: "deposit", grade: .normal, every: 95),
        .init(service: "loan", grade: .normal, every: 240),
      ], seed: 4)
    try expect(try world.play(customers: 4000)[.normal], atLeast: 2000)
  }

  @Test("people at manual tellers, whose times no setting knows")
  func manual() throws {
    var world = WaitWorld(
      try Self.branch(
        [(["deposit"], .manual), (["deposit", "loan"], .manual), (["loan"], .manual)],
        deposit: Self.fixed(0.7), loan: Self.fixed(1.1)),
      [
        .init(service: "deposit", grade: .normal, every: 160),
        .init(service: "loan", grade: .normal, every: 320),
      ], seed: 4)
    world.persons = [
      Self.person(1, mean: 200), Self.person(2, mean: 160), Self.person(3, mean: 180),
    ]
    try expect(try world.play(customers: 4000)[.normal], atLeast: 2000)
  }

  @Test("one in five is a VIP")
  func grades() throws {
    var world = WaitWorld(
      try Self.branch(
        [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
        deposit: Self.exponential(120), loan: Self.exponential(300)),
      [
        .init(service: "deposit", grade: .normal, every: 70 / 0.8),
        .init(service: "deposit", grade: .vip, every: 70 / 0.2),
        .init(service: "loan", grade: .normal, every: 360),
      ], seed: 4)
    let scores = try world.play(customers: 5000)
    try expect(scores[.normal], atLeast: 2000)
    try expect(scores[.vip], atLeast: 300)
  }

  @Test("people, shared services and VIPs at once")
  func everything() throws {
    var world = WaitWorld(
      try Self.branch(
        [
          (["deposit"], .manual), (["deposit", "loan"], .manual), (["loan"], .automatic),
        ], deposit: Self.exponential(100), loan: Self.exponential(300)),
      [
        .init(service: "deposit", grade: .normal, every: 190),
        .init(service: "deposit", grade: .vip, every: 900),
        .init(service: "loan", grade: .normal, every: 300),
        .init(service: "loan", grade: .vvip, every: 2000),
      ], seed: 3)
    world.persons = [Self.person(1, mean: 200), Self.person(2, mean: 160)]
    try expect(try world.play(customers: 5000)[.normal], atLeast: 2000)
  }

  @Test("after a kill people are known as before")
  func afterAKill() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    let store = BranchStore(database: database)
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    for _ in 0..<2 {
      _ = try branch.addTeller(services: ["deposit", "loan"], mode: .manual, at: at(0))
    }
    for number in 1...3 { _ = try branch.pauseTeller(number, at: at(0)) }
    try branch.open(at: at(0))
    var random = RandomNumbers(seed: 3)
    for step in 0..<120 {
      let time = Double(step) * 10
      _ = try branch.take(
        service: ["deposit", "loan"][random.below(2)], grade: step % 5 == 0 ? .vip : .normal,
        at: at(time))
      for number in 4...5 where random.below(2) == 0 {
        let isBusy = branch.tellers.contains { $0.number == number && $0.inHand != nil }
        if isBusy { _ = try branch.done(teller: number, at: at(time + 1)) }
        if branch.waitingCount > 0, !isBusy || random.below(2) == 0 {
          _ = try branch.next(teller: number, at: at(time + 2 + Double(random.below(7))))
        }
      }
    }
    try store.save(branch.takeFacts(), of: branch.state, at: at(1200))
    var again = try #require(try store.load()?.branch)
    #expect(again.learned == branch.learned)
    for grade in [Grade.vip, .normal] {
      let before = branch.estimate(service: 0, grade: grade, at: at(1200))
      let after = again.estimate(service: 0, grade: grade, at: at(1200))
      let (told, then) = (try #require(before), try #require(after))
      #expect(told.p50 > 0)
      #expect(abs(Double(then.p50) / Double(told.p50) - 1) < 0.1)
    }
  }

  @Test("nobody says 0 for a person who has never called anybody")
  func unknown() throws {
    var branch = try Branch.manual(["deposit"])
    let first = try branch.take(service: "deposit", at: at(0))
    #expect(first.ticket.estimate == nil)
    #expect(branch.answer(first).kind == .unlearned)
    _ = try branch.next(teller: 1, at: at(20))
    // Somebody is in hand, for longer than anybody foresaw.
    let second = try branch.take(service: "deposit", at: at(50))
    #expect((second.ticket.estimate?.p50 ?? 0) > 1_000_000)
    _ = try branch.done(teller: 1, at: at(80))
    _ = try branch.next(teller: 1, at: at(90))
    _ = try branch.done(teller: 1, at: at(150))
    // An idle person needs a moment to call.
    let third = try branch.take(service: "deposit", at: at(200))
    #expect(third.teller == nil)
    #expect((third.ticket.estimate?.p50 ?? 0) >= 10_000_000)
  }
}
