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
    branch.forecast.mostDraws = 9
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

  /// Many days that have nothing to do with each other, so that their luck evens out.
  private func play(
    days: Int, customers: Int, _ world: (_ day: Int) throws -> WaitWorld
  ) throws -> WaitWorld.Scores {
    var scores = WaitWorld.Scores()
    for day in 0..<days {
      var world = try world(day)
      try world.play(customers: customers)
      scores.take.merge(world.scores.take) { $0.adding($1) }
      scores.ticket.merge(world.scores.ticket) { $0.adding($1) }
    }
    return scores
  }

  private func expect(
    _ scores: WaitWorld.Scores, _ grade: Grade = .normal, atLeast customers: Int
  ) throws {
    let take = try #require(scores.take[grade])
    let ticket = try #require(scores.ticket[grade])
    #expect(take.customers >= customers, "\(take)")
    #expect(ticket.customers >= customers / 8, "\(ticket)")
    for score in [take, ticket] {
      #expect(score.unknown == 0, "\(score)")
      #expect((0.45...0.55).contains(score.shares.p50), "\(score)")
      #expect((0.87...0.93).contains(score.shares.p90), "\(score)")
    }
  }

  @Test("fixed times, of tellers with one service or two, are told exactly")
  func fixed() throws {
    let both = ["deposit", "loan"]
    let branches: [[(services: [String], mode: Teller.Mode)]] = [
      [(both, .automatic)],
      [(["deposit"], .automatic), (both, .automatic), (["loan"], .automatic)],
      [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
    ]
    for tellers in branches {
      let load = Double(tellers.count) * 0.9
      let scores = try play(days: 8, customers: 100) { seed in
        WaitWorld(
          try Self.branch(tellers, deposit: Self.fixed(0.7), loan: Self.fixed(1.1)),
          [
            .init(service: "deposit", grade: .normal, every: 1.4 / load),
            .init(service: "loan", grade: .normal, every: 2.2 / load),
          ], seed: seed)
      }
      for (score, least) in [(scores.take[.normal], 300), (scores.ticket[.normal], 60)] {
        let score = try #require(score)
        #expect(score.exact == score.customers, "\(score)")
        #expect(score.customers > least, "\(score)")
      }
    }
  }

  @Test("exponential times")
  func exponential() throws {
    let scores = try play(days: 25, customers: 100) { seed in
      WaitWorld(
        try Self.branch(
          [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
          deposit: Self.exponential(120), loan: Self.exponential(300)),
        [
          .init(service: "deposit", grade: .normal, every: 65),
          .init(service: "loan", grade: .normal, every: 340),
        ], seed: seed)
    }
    try expect(scores, atLeast: 1200)
  }

  @Test("tellers who share services")
  func shared() throws {
    let scores = try play(days: 25, customers: 100) { seed in
      WaitWorld(
        try Self.branch(
          [
            (["deposit"], .automatic), (["deposit", "loan"], .automatic), (["loan"], .automatic),
          ], deposit: .init(kind: "uniform", minimumSeconds: 30, maximumSeconds: 200),
          loan: Self.exponential(300)),
        [
          .init(service: "deposit", grade: .normal, every: 95),
          .init(service: "loan", grade: .normal, every: 240),
        ], seed: seed)
    }
    try expect(scores, atLeast: 1200)
  }

  @Test("people at manual tellers, whose times no setting knows, from the first hour on")
  func manual() throws {
    let scores = try play(days: 50, customers: 50) { seed in
      var world = WaitWorld(
        try Self.branch(
          [(["deposit"], .manual), (["deposit", "loan"], .manual), (["loan"], .manual)],
          deposit: Self.fixed(0.7), loan: Self.fixed(1.1)),
        [
          .init(service: "deposit", grade: .normal, every: 150),
          .init(service: "loan", grade: .normal, every: 300),
        ], seed: seed)
      world.persons = [
        Self.person(1, mean: 200), Self.person(2, mean: 160), Self.person(3, mean: 180),
      ]
      return world
    }
    try expect(scores, atLeast: 1200)
  }

  @Test("one in five is a VIP")
  func grades() throws {
    let scores = try play(days: 40, customers: 90) { seed in
      WaitWorld(
        try Self.branch(
          [(["deposit"], .automatic), (["deposit"], .automatic), (["loan"], .automatic)],
          deposit: Self.exponential(120), loan: Self.exponential(300)),
        [
          .init(service: "deposit", grade: .normal, every: 65 / 0.8),
          .init(service: "deposit", grade: .vip, every: 65 / 0.2),
          .init(service: "loan", grade: .normal, every: 340),
        ], seed: seed)
    }
    try expect(scores, atLeast: 1500)
    try expect(scores, .vip, atLeast: 400)
  }

  @Test("people, shared services and VIPs at once")
  func everything() throws {
    let scores = try play(days: 50, customers: 60) { seed in
      var world = WaitWorld(
        try Self.branch(
          [
            (["deposit"], .manual), (["deposit", "loan"], .manual), (["loan"], .automatic),
          ], deposit: Self.exponential(100), loan: Self.exponential(300)),
        [
          .init(service: "deposit", grade: .normal, every: 170),
          .init(service: "deposit", grade: .vip, every: 800),
          .init(service: "loan", grade: .normal, every: 280),
          .init(service: "loan", grade: .vvip, every: 2000),
        ], seed: seed)
      world.persons = [Self.person(1, mean: 200), Self.person(2, mean: 160)]
      return world
    }
    try expect(scores, atLeast: 1000)
  }

  @Test("after a kill people are known as before")
  func afterAKill() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    let store = BranchStore(database: database)
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    branch.forecast.mostDraws = 9
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
    (branch.forecast.mostDraws, again.forecast.mostDraws) = (199, 199)
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
    // One call and the setting alone make nobody sure.
    let told = branch.estimate(service: 0, grade: .normal, at: at(20.1))
    let early = try #require(told)
    #expect(early.p90 > 2 * early.p50)
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
