import CivilTime
import IPCProtocol
import Queueing
import Storage
import TestSupport
import Testing
import Values

@testable import bankd

@Suite("BranchFile")
struct BranchFileTests {
  static func store() throws -> BranchStore {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    return BranchStore(database: database)
  }

  /// A store with a branch on its first morning.
  static func fresh() throws -> BranchStore {
    let store = try store()
    try store.create(Branch(seed: 9), at: at(0))
    return store
  }

  /// Takes a file over as the daemon does.
  @discardableResult
  static func take(_ text: String, into store: BranchStore) throws -> BranchFilePlan {
    let present = try store.file()
    let next = try BranchFile(text).completed(from: present)
    var state = try #require(try store.load()).branch.state
    try store.replace(with: next, of: &state, at: at(1e6))
    return BranchFilePlan(from: present, to: next)
  }

  /// Some days of a branch in which everything happens, closed at the end.
  private static func lived(seed: UInt64, steps: Int = 600) throws -> BranchStore {
    let store = try store()
    var random = SeededNumbers(seed: seed)
    var branch = Branch(seed: seed)
    try store.create(branch, at: at(0))
    var clock = 0.0
    for _ in 0..<steps {
      clock += Double(random.below(900_000)) / 1e6
      branch.advance(to: at(clock))
      change(&branch, &random, at: at(clock))
      try store.save(branch.takeFacts(), of: branch.state, at: at(clock))
    }
    _ = try? branch.close(keepsLine: random.chance(50), at: at(clock))
    _ = try? branch.close(clearsLine: true, at: at(clock))
    for teller in branch.tellers where teller.inHand != nil && teller.mode == .manual {
      _ = try branch.done(teller: teller.number, at: at(clock + 1))
    }
    branch.advance(to: at(clock + 1e6))
    #expect(branch.phase == .closed)
    try store.save(branch.takeFacts(), of: branch.state, at: at(clock + 1e6))
    return store
  }

  /// One change, sensible or refused.
  private static func change(
    _ branch: inout Branch, _ random: inout SeededNumbers, at now: Timestamp
  ) {
    let ticket = 1 + random.below(30)
    let teller = 1 + random.below(8)
    let service = random.one(of: ["deposit", "loan", "fx", "card"])
    _ = try? {
      switch random.below(28) {
      case 0...2: try branch.open(at: now)
      case 3:
        try branch.close(
          clearsLine: random.chance(40), keepsLine: random.chance(50), at: now)
      case 4...7:
        let grade = random.one(of: [Grade.vvip, .vip, .normal])
        _ = try branch.take(service: service, grade: grade, at: now)
      case 8: _ = try branch.add(1 + random.below(9), at: now)
      case 9, 10:
        let reason = random.one(of: [nil, "left", "부재", "said \"no\", went\\", "=1+1 🙂"])
        _ = try branch.leave(ticket: ticket, reason: reason, at: now)
      case 11...13: _ = try branch.next(teller: teller, at: now)
      case 14, 15: _ = try branch.done(teller: teller, at: now)
      case 16: _ = try branch.noShow(teller: teller, at: now)
      case 17: _ = try branch.recall(ticket: ticket, at: now)
      case 18: _ = try branch.transfer(teller: teller, to: service, at: now)
      case 19:
        let mode = random.one(of: [Teller.Mode.manual, .automatic])
        _ = try branch.addTeller(
          services: [service, "loan"], mode: mode, name: random.one(of: [nil, "Kim \"K\"", "이"]),
          at: now)
      case 20: _ = try branch.removeTeller(teller, at: now)
      case 21: _ = try branch.pauseTeller(teller, at: now)
      case 22: _ = try branch.resumeTeller(teller, at: now)
      case 23:
        let time = random.one(of: [
          Branch.TimeRequest(durationSeconds: 0.123457),
          .init(kind: "exponential", durationSeconds: 1.5),
          .init(kind: "uniform", minimumSeconds: 0.1, maximumSeconds: 3),
          .init(kind: "empirical", samplesSeconds: [0.3, 0.1, 2]),
        ])
        _ = try branch.setService(
          service, time: time, title: nil, koreanTitle: random.one(of: [nil, "환전"]),
          target: random.one(of: [
            nil, .some(nil), WaitTarget(within: 600_000_000, share: 0.9),
            WaitTarget(within: 700_000, share: 0.123457),
          ]))
      case 24: _ = try branch.removeService(service, at: now)
      case 25, 26: try changeHours(&branch, &random, at: now)
      default:
        if random.chance(20) { branch.reset(at: now) }
        branch.setSpread(random.one(of: [.longestIdle, .lowestNumber]))
      }
    }()
  }

  /// Zones are read from their files once.
  private static let zones = TimeZoneDatabase()

  static func changeHours(
    _ branch: inout Branch, _ random: inout SeededNumbers, at now: Timestamp
  ) throws {
    // Always within some hours or with a note, so that the branch goes on living.
    let zone = try zones.zone(named: random.one(of: ["Asia/Seoul", "Europe/Berlin"]))
    let days = try HoursWords.days(random.one(of: ["mon-fri", "weekend", "sun", "daily"]))
    let times = try HoursWords.times(random.one(of: ["9-16", "closed", "24h", "9-12,13:30-02:00"]))
    branch.setRules(
      keeper: nil, outside: .note, zone: random.one(of: [nil, zone]), at: now)
    branch.setHours(of: days, to: times, in: zone, at: now)
    let date = CivilDate(dayNumber: 20_780 + random.below(40))
    try branch.setClosed(random.chance(70), Set([date].compactMap { $0 }), in: zone, at: now)
    if random.chance(20) { branch.clearHours(at: now) }
  }

  // MARK: There and back

  @Test(
    "what is exported and imported into a fresh branch is exported as the same bytes",
    arguments: 1...10 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let store = try Self.lived(seed: seed)
    let text = try store.file().text()
    let other = try Self.fresh()
    try Self.take(text, into: other)
    #expect(try other.file().text() == text)
    // And it is the same branch, by what the branch and its reports say of it.
    let (one, two) = (try #require(try store.load()), try #require(try other.load()))
    #expect(two.branch.services == one.branch.services)
    #expect(two.branch.tellers.map(\.number) == one.branch.tellers.map(\.number))
    #expect(two.branch.tellers.map(\.services) == one.branch.tellers.map(\.services))
    #expect(two.branch.waitingNumbers == one.branch.waitingNumbers)
    #expect(two.branch.state.spread == one.branch.state.spread)
    #expect(two.branch.state.hours == one.branch.state.hours)
    let period = try ReportPeriod(from: "2000-01-01", to: nil, now: at(0), zone: .utc)
    let reports = try [store, other].map {
      try ReportQuery(database: $0.database, now: at(1e7)).report(over: period)
    }
    #expect(reports[0] == reports[1])
    #expect(reports[0].served > 0)
    let tickets = try [store, other].map {
      try DayTicketsQuery(database: $0.database, now: at(1e7)).tickets(of: period).tickets
    }
    #expect(tickets[0] == tickets[1])
  }

  @Test("a branch that imports its own file has nothing to do")
  func nothingToDo() throws {
    let store = try Self.lived(seed: 3)
    let before = try store.file()
    let next = try BranchFile(before.text()).completed(from: before)
    #expect(next == before)
    #expect(BranchFilePlan(from: before, to: next).changes.isEmpty)
  }

  @Test("a plan tells of targets, and a file without them takes them away")
  func targets() throws {
    let store = try Self.fresh()
    let before = try store.file().text()
    let time = #""durationSeconds":1.1}"#
    let text = before.replacing(
      time, with: time + #","target":{"withinSeconds":600,"share":0.9}"#)
    let plan = try Self.take(text, into: store)
    #expect(plan.changes.map(\.details.en) == ["target - → 90% within 10m"])
    #expect(plan.changes.map(\.details.ko) == ["목표 - → 90% 10분 이내"])
    #expect(try store.file() == BranchFile(text).completed(from: store.file()))
    let back = try Self.take(before, into: store)
    #expect(back.changes.map(\.details.en) == ["target 90% within 10m → -"])
  }

  @Test("a file without history leaves it as it is, whatever becomes of services")
  func withoutHistory() throws {
    let store = try Self.lived(seed: 5)
    var period = try ReportPeriod(from: "2000-01-01", to: nil, now: at(0), zone: .utc)
    let before = try DayTicketsQuery(database: store.database, now: at(1e7)).tickets(of: period)
    try Self.take(
      """
      {"format":"mate-bank","version":1,"settings":{"spread":"lowestNumber"},"line":[],"days":[],
      "services":[{"service":"a","name":{"en":"a"},"time":{"distribution":"fixed","durationSeconds":1}}],
      "tellers":[]}
      """.replacing(#""line":[],"days":[],"#, with: ""), into: try Self.emptied(store))
    period = try ReportPeriod(from: "2000-01-01", to: nil, now: at(0), zone: .utc)
    let after = try DayTicketsQuery(database: store.database, now: at(1e7)).tickets(of: period)
    #expect(after.tickets.map(\.service) == before.tickets.map(\.service))
    #expect(after.tickets.map(\.number) == before.tickets.map(\.number))
    let branch = try #require(try store.load()).branch
    #expect(branch.activeServices.map { branch.services[$0].name } == ["a"])
    // Nobody is given the number of a teller whom the past knows.
    let spoken = try #require(after.tickets.compactMap(\.teller).max())
    #expect(branch.state.nextTeller > spoken)
  }

  /// The same store without anybody who waits.
  private static func emptied(_ store: BranchStore) throws -> BranchStore {
    try store.database.run("DELETE FROM ticket")
    return store
  }

  // MARK: Plans

  @Test("the plan says what becomes of what, line by line")
  func plan() throws {
    let store = try Self.fresh()
    let plan = try Self.take(BranchFile.small, into: store)
    #expect(
      plan.changes.map { "\($0.action.word) \($0.kind.word) \($0.word): \($0.details.en)" } == [
        "changed setting spread: free tellers by longestIdle → lowestNumber",
        "changed service loan: name loan → Loan, Korean name 대출 → -, "
          + "time fixed 1.1 s → uniform 1.0 to 2.5 s",
        "removed service deposit: ",
        "added teller 7: name Kim, services loan, mode manual, paused",
        "removed teller 1: ", "removed teller 2: ", "removed teller 3: ",
        "added line line: customers 0 → 1",
        "added day 4: tickets 2",
      ])
    #expect(plan.count(.removed) == 4)
    #expect(
      plan.changes[1].details.ko == "영어 이름 loan → Loan, 한국어 이름 대출 → -, "
        + "시간 고정 1.1초 → 균등 1.0~2.5초")
    #expect(plan.changes[0].details.ko == "빈 창구 순서 longestIdle → lowestNumber")
    // Every difference that counts is in the plan: none is made in silence.
    let again = try Self.take(BranchFile.small.replacing("12.5", with: "12.25"), into: store)
    #expect(
      again.changes.map { "\($0.word): \($0.details.en)" } == ["4: other tickets or times"])
  }
}
