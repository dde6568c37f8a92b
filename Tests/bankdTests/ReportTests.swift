import CivilTime
import Storage
import Testing
import Values

@testable import bankd

@Suite("Report")
struct ReportTests {
  private let store: BranchStore

  init() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    store = BranchStore(database: database)
  }

  private func report(
    _ branch: inout Branch, at time: Timestamp, _ period: ReportPeriod = .current
  ) throws -> Report {
    try store.save(branch.takeFacts(), of: branch.state, at: time)
    return try ReportQuery(database: store.database, now: time).report(over: period)
  }

  /// Three deposits and two loans at 0 s: worked out in ``BranchDayTests/byHand()``.
  private func dayByHand() throws -> Branch {
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    try branch.open(at: at(0))
    try branch.come("dddll", at: 0)
    try branch.close(at: at(0))
    branch.advance(to: at(10))
    return branch
  }

  /// One manual teller for both services, open since 0 s.
  private func manualDay() throws -> Branch {
    var branch = try Branch.manual()
    branch.reset(at: at(0))
    try store.create(branch, at: at(0))
    return branch
  }

  @Test("waits, services and tellers of a day are as worked out by hand")
  func byHand() throws {
    var branch = try dayByHand()
    let report = try report(&branch, at: at(100))
    #expect(report.days == 1)
    #expect(report.from == at(0))
    #expect(report.to == at(2.2))
    #expect(report.served == 5)
    #expect(report.businessSeconds == 2.2)
    #expect(
      report.rows.map(\.name.en) == ["deposit", "loan", "teller 1", "teller 2", "teller 3", "all"])

    // Deposits waited 0, 0 and 0.7 s; loans 0 and 1.1 s.
    let deposit = report.rows[0]
    #expect(deposit.served == 3)
    #expect(abs((deposit.meanWaitSeconds ?? 0) - 0.7 / 3) < 1e-9)
    #expect(deposit.p50WaitSeconds == 0)
    #expect(deposit.p90WaitSeconds == 0.7)
    #expect(deposit.maxWaitSeconds == 0.7)
    #expect(deposit.meanServiceSeconds == 0.7)
    let loan = report.rows[1]
    #expect(loan.meanWaitSeconds == 0.55)
    #expect(loan.p50WaitSeconds == 0)
    #expect(loan.p90WaitSeconds == 1.1)
    #expect(loan.meanServiceSeconds == 1.1)

    #expect(report.rows[2...4].map(\.served) == [2, 1, 2])
    #expect(report.rows[2...4].map(\.busySeconds) == [1.4, 0.7, 2.2])
    #expect(report.rows[2...4].map(\.dutySeconds) == [2.2, 2.2, 2.2])
    #expect(report.rows[4].utilisation == 1)
    #expect(abs((report.rows[3].utilisation ?? 0) - 0.7 / 2.2) < 1e-12)

    let all = report.rows[5]
    #expect(all.served == 5)
    #expect(all.estimates == 5)
    // Nothing is random here: one exact time was told, and no range.
    #expect(all.exactEstimates == 5)
    #expect(all.withinExact == 1)
    #expect(all.withinP50 == nil)
    #expect(report.remark?.en == "Waits: 5 told exactly, 5 of them right.")
    #expect(report.remark?.ko == "대기 시간 예상: 정확히 알린 5건 중 5건 맞음.")
  }

  @Test(
    "estimates that were told exactly and as a range are judged apart",
    arguments: [
      // Told p50 and p90, waited; then the shares of exact, p50 and p90.
      (
        [(3, 3, 3), (3, 3, 4), (0, 0, 0), (5, 5, 2)], 0.5, nil, nil,
        "Waits: 4 told exactly, 2 of them right."
      ),
      (
        [(3, 9, 3), (3, 9, 4), (3, 9, 9), (3, 9, 10)], nil, 0.25, 0.75,
        "Waits: 4 told as a range, 25 % called by p50 (50 % is right), 75 % by p90 (90 % is right)."
      ),
      (
        [(0, 0, 0), (3, 9, 1)], 1, 1, 1,
        "Waits: 1 told exactly, 1 of them right; 1 told as a range, 100 % called by p50 "
          + "(50 % is right), 100 % by p90 (90 % is right)."
      ),
      ([], nil, nil, nil, nil),
    ] as [([(Int64, Int64, Int64)], Double?, Double?, Double?, String?)])
  func estimates(
    _ told: [(Int64, Int64, Int64)], _ exact: Double?, _ p50: Double?, _ p90: Double?,
    _ text: String?
  ) {
    var tally = EstimateTally()
    for (half, most, waited) in told {
      tally.add(
        WaitEstimate(p50: half * 1_000_000, p90: most * 1_000_000), waited: waited * 1_000_000)
    }
    #expect(tally.shares.exact == exact)
    #expect(tally.shares.p50 == p50)
    #expect(tally.shares.p90 == p90)
    #expect(tally.text?.en == text)
    #expect(tally.count == told.count)
  }

  @Test("a service that ended before its call, as a clock that is set back has it, took no time")
  func clockSetBack() throws {
    var branch = try manualDay()
    try branch.come("d", at: 100)
    _ = try branch.next(teller: 1, at: at(100))
    _ = try branch.done(teller: 1, at: at(130))
    _ = try report(&branch, at: at(140))
    try store.database.execute("UPDATE visit SET ended_at = called_at - 60000000")
    for row in try report(&branch, at: at(140)).rows where row.served > 0 {
      #expect(row.meanServiceSeconds == 0)
      #expect(row.utilisation.map { $0 == 0 } ?? true)
    }
  }

  @Test("those who were not served are counted by how they went")
  func outcomes() throws {
    var branch = try manualDay()
    try branch.come("dddddl", at: 0)
    _ = try branch.leave(ticket: 2, at: at(1))
    _ = try branch.next(teller: 1, at: at(10))
    _ = try branch.noShow(teller: 1, at: at(12))
    _ = try branch.next(teller: 1, at: at(20))
    _ = try branch.transfer(teller: 1, to: "loan", at: at(23))
    _ = try branch.next(teller: 1, at: at(30))
    _ = try branch.done(teller: 1, at: at(34))
    try branch.close(clearsLine: true, at: at(40))
    let report = try report(&branch, at: at(50))
    let deposit = report.rows[0]
    #expect(deposit.left == 1)
    #expect(deposit.noShows == 1)
    #expect(deposit.transferred == 1)
    #expect(deposit.sentHome == 2)
    #expect(deposit.served == 0)
    // Only those who were called count: 10 and 20 s.
    #expect(deposit.meanWaitSeconds == 15)
    #expect(deposit.meanServiceSeconds == nil)
    let loan = report.rows[1]
    #expect(loan.served == 1)
    #expect(loan.sentHome == 1)
    // From the transfer at 23 s to the call at 30 s.
    #expect(loan.maxWaitSeconds == 7)
    #expect(loan.meanServiceSeconds == 4)
    // 2 + 3 + 4 s in hand.
    #expect(report.rows[2].busySeconds == 9)
    #expect(report.rows[2].noShows == 1)
  }

  @Test("a recalled no-show who is served is no no-show")
  func recalled() throws {
    var branch = try manualDay()
    try branch.come("d", at: 0)
    _ = try branch.next(teller: 1, at: at(1))
    _ = try branch.noShow(teller: 1, at: at(2))
    #expect(try report(&branch, at: at(2)).rows[0].noShows == 1)
    _ = try branch.recall(ticket: 1, at: at(3))
    _ = try branch.next(teller: 1, at: at(4))
    _ = try branch.done(teller: 1, at: at(5))
    let row = try report(&branch, at: at(5)).rows[0]
    #expect(row.noShows == 0)
    #expect(row.served == 1)
  }

  @Test("a running day is reported up to now, with what is in hand")
  func running() throws {
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    try branch.open(at: at(0))
    try branch.come("ll", at: 1)
    branch.advance(to: at(2.5))
    let report = try report(&branch, at: at(2.5))
    #expect(report.to == at(2.5))
    #expect(report.businessSeconds == 1.5)
    let teller = try #require(report.rows.first { $0.teller == 3 })
    #expect(teller.busySeconds == 1.5)
    #expect(teller.dutySeconds == 2.5)
    #expect(teller.utilisation == 0.6)
  }

  @Test("an estimate that was too short counts as wrong")
  func wrongEstimate() throws {
    var branch = try dayByHand()
    try branch.open(at: at(20))
    try branch.come("ll", at: 20)
    // Whom nobody foresaw goes first.
    try branch.come("l", grade: .vip, at: 20.5)
    branch.advance(to: at(30))
    #expect(branch.state.day.number == 2)
    let loan = try report(&branch, at: at(30)).rows[1]
    #expect(loan.estimates == 3)
    #expect(loan.withinExact == 2.0 / 3)
  }

  @Test("a period takes the days that were opened on its dates, both included")
  func period() throws {
    var branch = Branch(seed: 1)
    try store.create(branch, at: at(0))
    for day in 0..<3 {
      _ = try branch.run(customers: day + 1, seed: 1, at: at(Double(day) * 86_400))
      branch.advance(to: at(Double(day) * 86_400 + 100))
    }
    let first = String(at(0).description.prefix(10))
    let second = String(at(86_400).description.prefix(10))
    #expect(
      try report(
        &branch, at: at(300_000),
        .init(from: nil, to: nil, now: at(0), zone: TimeZoneDatabase().local())
      ).served == 3)
    #expect(
      try report(
        &branch, at: at(300_000),
        .init(from: first, to: second, now: at(0), zone: TimeZoneDatabase().local())
      ).served == 3)
    #expect(
      try report(
        &branch, at: at(300_000),
        .init(from: second, to: nil, now: at(0), zone: TimeZoneDatabase().local())
      ).served == 5)
    #expect(
      try report(
        &branch, at: at(300_000),
        .init(from: first, to: nil, now: at(0), zone: TimeZoneDatabase().local())
      ).days == 3)
    let empty = try report(
      &branch, at: at(300_000),
      .init(from: nil, to: "1999-12-31", now: at(0), zone: TimeZoneDatabase().local()))
    #expect(empty.days == 0)
    #expect(empty.served == 0)
    #expect(empty.rows.count == 3)
  }

  @Test(
    "what is no period is refused",
    arguments: [
      ("2026-13-01", nil, .planWords), (nil, "2026-02-30", .planWords), ("2", nil, .planWords),
      ("2026-11-21T00:00:00Z", nil, .planWords), ("soon", nil, .planWords),
      ("2026-11-22", "2026-11-21", .invalidPeriod), ("today", "yesterday", .invalidPeriod),
    ] as [(String?, String?, BankReason)])
  func badPeriod(_ from: String?, _ to: String?, _ reason: BankReason) {
    #expect(refusal { try ReportPeriod(from: from, to: to, now: at(0), zone: .utc) } == reason)
  }

  @Test("days in words are those of the branch: at one moment two of them, east and west")
  func words() throws {
    // 09:00 on 21 November in UTC.
    for (name, day) in [("Pacific/Kiritimati", "2026-11-20"), ("Pacific/Niue", "2026-11-19")] {
      let zone = try TimeZoneDatabase().zone(named: name)
      let date = try #require(CivilDate(day))
      let period = try ReportPeriod(from: "yesterday", to: "어제", now: at(0), zone: zone)
      #expect(period.choice == .opened(from: zone.start(of: date), until: zone.end(of: date)))
    }
  }

  @Test("days begin where clocks show them first: São Paulo's had no midnight on 4 November 2018")
  func midnight() throws {
    let zone = try TimeZoneDatabase().zone(named: "America/Sao_Paulo")
    let period = try ReportPeriod(from: "2018-11-04", to: "2018-11-04", now: at(0), zone: zone)
    #expect(
      period.choice
        == .opened(
          from: Timestamp(rfc3339: "2018-11-04T03:00:00Z"),
          until: Timestamp(rfc3339: "2018-11-05T02:00:00Z")))
  }
}
