import IPCProtocol
import Storage
import TestSupport
import Testing
import Values

@testable import bankd

@Suite("Tickets of a day")
struct DayTicketsTests {
  private let store: BranchStore

  init() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all).migrate(database)
    store = BranchStore(database: database)
  }

  /// `2 left 0.0-0.0-1.0 wait 1.0`: what a day's rows come to.
  private func rows(_ branch: inout Branch, at time: Timestamp) throws -> [String] {
    try store.save(branch.takeFacts(), of: branch.state, at: time)
    func second(_ time: Timestamp?) -> String { time.map { "\($0.seconds(since: at(0)))" } ?? "-" }
    return try DayTicketsQuery(database: store.database, now: time).tickets(of: .current).tickets
      .map { row in
        "\(row.number) \(row.service) \(row.outcome.word) by \(row.teller.map { "\($0)" } ?? "-") "
          + "\(second(row.takenAt)) \(second(row.calledAt)) \(second(row.endedAt)) "
          + "wait \(row.waitSeconds) service \(row.serviceSeconds.map { "\($0)" } ?? "-")"
          + (row.reason.map { " (\($0))" } ?? "")
      }
  }

  @Test("every ticket has a row that says how it ended, or where it is, as worked out by hand")
  func byHand() throws {
    var branch = try Branch.manual()
    branch.reset(at: at(0))
    try store.create(branch, at: at(0))
    try branch.come("dddddd", at: 0)
    _ = try branch.leave(ticket: 2, reason: "Wrong Service", at: at(1))
    _ = try branch.next(teller: 1, at: at(10))
    _ = try branch.noShow(teller: 1, at: at(12))
    _ = try branch.next(teller: 1, at: at(20))
    _ = try branch.transfer(teller: 1, to: "loan", at: at(23))
    _ = try branch.leave(ticket: 4, reason: "comes back, \"later\"", at: at(24))
    _ = try branch.next(teller: 1, at: at(30))
    #expect(
      try rows(&branch, at: at(40)) == [
        "1 deposit noShow by 1 0.0 10.0 12.0 wait 10.0 service 2.0",
        "2 deposit left by - 0.0 - 1.0 wait 1.0 service - (wrong-service)",
        "3 deposit transferred by 1 0.0 20.0 23.0 wait 20.0 service 3.0",
        // Who was sent on goes before all who came later.
        "3 loan serving by 1 0.0 30.0 - wait 7.0 service -",
        "4 deposit left by - 0.0 - 24.0 wait 24.0 service - (comes back, \"later\")",
        "5 deposit waiting by - 0.0 - - wait 40.0 service -",
        "6 deposit waiting by - 0.0 - - wait 40.0 service -",
      ])
    let report = try ReportQuery(database: store.database, now: at(40)).report(over: .current)
    #expect(report.reasons.map(\.customers) == [1, 1])
    #expect(report.reasonText?.en == "Left the line: 1 comes back, \"later\", 1 wrong service")
    #expect(report.reasonText?.ko == "대기 취소 사유: comes back, \"later\" 1명, 다른 업무 1명")
  }

  @Test(
    "a reason is a usual one by any of its names, or up to a hundred characters on one line",
    arguments: [
      ("left", "left"), ("Left", "left"), ("떠남", "left"), ("no-show", "no-show"),
      ("부재", "no-show"), ("wrong service", "wrong-service"), ("WRONG-SERVICE", "wrong-service"),
      ("다른 업무", "wrong-service"), ("too long", "too long"),
      (String(repeating: "말", count: 100), String(repeating: "말", count: 100)),
      (String(repeating: "x", count: 101), nil), ("", nil), ("  ", nil), ("two\nlines", nil),
      ("\u{1B}[2J", nil),
    ] as [(String, String?)])
  func reasons(_ typed: String, _ kept: String?) throws {
    var branch = try Branch.manual()
    try branch.come("d", at: 0)
    let before = branch.image
    guard let kept else {
      #expect(
        refusal { try branch.leave(ticket: 1, reason: typed, at: at(1)) } == .invalidReason)
      #expect(branch.image == before)
      return
    }
    #expect(try branch.leave(ticket: 1, reason: typed, at: at(1)).reason == kept)
  }

  @Test("a store of before has its visits without reasons")
  func oldStore() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BankMigrations.all.filter { $0.version < 4 }).migrate(database)
    try database.run(
      """
      INSERT INTO visit (day, ticket, leg, number, service, grade, teller, outcome, taken_at,
      called_at, ended_at, waited, p50, p90) VALUES (1, 1, 0, 7, 0, 2, NULL, 'left', 0, NULL, 5,
      5, NULL, NULL)
      """)
    try database.run("INSERT INTO day (day, opened_at) VALUES (1, 0)")
    try database.run(
      "INSERT INTO service (id, name, en, time) VALUES (0, 'loan', 'loan', 'fixed 1')")
    try Migrator(BankMigrations.all).migrate(database)
    let tickets = try DayTicketsQuery(database: database, now: at(0)).tickets(of: .current).tickets
    #expect(tickets.map(\.number) == [7])
    #expect(tickets.map(\.reason) == [nil])
  }
}
