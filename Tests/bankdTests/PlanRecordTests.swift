import CivilTime
import IPCProtocol
import Testing
import Values

@testable import Queueing
@testable import bankd

/// Days as they were recorded, in all ways of telling times.
@Suite("Records of days")
struct PlanRecordTests {
  private static let minute: Int64 = 60_000_000

  static func record(_ text: String) throws -> PlanRecord {
    try PlanRecord(text, zone: .utc)
  }

  @Test(
    "one day in three ways of telling times",
    arguments: [
      "09:10,loan\n09:10:30.5,deposit,vip\n10:00,loan,\n",
      "at,service,grade\r\n2026-11-20T09:10:00Z,loan,\r\n2026-11-20T09:10:30.5Z,\"deposit\",VIP\r\n"
        + "2026-11-20T10:00:00Z,loan,normal\r\n",
      "service,x,at,grade\nloan,,600,normal\n deposit ,,630.5,vip\nloan,,3600\n",
    ])
  func ways(_ text: String) throws {
    let record = try Self.record(text)
    #expect(record.customers.map(\.at) == [600_000_000, 630_500_000, 3_600_000_000])
    #expect(record.customers.map(\.service) == ["loan", "deposit", "loan"])
    #expect(record.customers.map(\.grade) == [.normal, .vip, .normal])
    #expect(record.startMinute == (text.hasPrefix("service") ? nil : 540))
  }

  @Test("tickets as they are printed: times of what was finished, and who was sent on comes again")
  func tickets() throws {
    let record = try Self.record(
      """
      number,serviceName,gradeName,takenAt,calledAt,endedAt,teller,waitSeconds,serviceSeconds,outcomeName
      1,예금,일반,2026-11-20T09:00:00Z,2026-11-20T09:00:00Z,2026-11-20T09:05:00Z,1,0.0,300.0,이관
      1,대출,일반,2026-11-20T09:00:00Z,2026-11-20T09:09:00Z,2026-11-20T09:10:00Z,3,0.0,60.0,완료
      2,deposit,VIP,2026-11-20T09:01:00Z,2026-11-20T09:02:00Z,2026-11-20T09:03:00Z,1,60.0,60.0,no-show
      3,deposit,normal,2026-11-20T09:02:00Z,,2026-11-20T09:03:00Z,,60.0,,left
      """)
    #expect(record.customers.map(\.line) == [2, 4, 5, 3])
    #expect(record.customers.map { $0.at / 60_000_000 } == [0, 1, 2, 5])
    #expect(record.customers.map { $0.serviceTime.map { $0 / 1_000_000 } } == [300, nil, nil, 60])
    let branch = Branch(seed: 1)
    let plan = try Plan(branch, PlanDayTests.params(from: "day"), record)
    #expect(
      plan.scenario.services.map(\.time) == [
        .empirical(.init([300_000_000])), .empirical(.init([60_000_000])),
      ])
    #expect(plan.scenario.closes == 60 * Self.minute && plan.scenario.record.count == 4)
  }

  @Test(
    "a record that cannot be played is refused with its line",
    arguments: [
      ("", 1), ("\n", 2), ("at,service\n", 2), ("when,what\n09:00,loan\n", 1), ("soon,loan\n", 1),
      ("09:00,loan\nsoon,loan\n", 2), ("09:00,loan\n08:59:59,loan\n", 2),
      ("09:00,loan\n\n600,loan\n", 3), ("09:00\n", 1), ("09:00,,vip\n", 1),
      ("09:00,loan,gold\n", 1), ("24:00,loan\n", 1), ("09:60,loan\n", 1), ("nan,loan\n", 1),
      ("at,service,seconds\n09:00,loan,60\n09:01,loan,0\n", 3),
      ("at,service,seconds\n09:00,loan,-1\n", 2),
      ("2026-11-20T09:00:00Z,loan\n2026-11-21T09:00:01Z,loan\n", 2), ("09:00,loan\n09:01,fx\n", 2),
    ])
  func bad(_ text: String, _ line: Int) {
    do {
      _ = try Plan(Branch(seed: 1), PlanDayTests.params(), try Self.record(text))
      Issue.record("not refused")
    } catch let error as BankError {
      #expect(error.reason == .planRecord)
      #expect(error.data["line"] == .integer(Int64(line)), "\(error)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("a recorded hour in which nobody is there is refused, and the record keeps its clock")
  func gapOfRecord() throws {
    let record = try Self.record("08:50,loan\n09:30,loan\n")
    let branch = Branch(seed: 1)
    #expect(
      PlanDayTests.reason {
        _ = try Plan(branch, PlanDayTests.params(schedule: "9=1,17=0"), record)
      } == .planGap)
    let plan = try Plan(branch, PlanDayTests.params(schedule: "7:30=1,17=0"), record)
    #expect(plan.scenario.record.map { $0.at / Self.minute } == [80, 120])
    #expect(plan.clock(plan.scenario.record[0].at) == "08:50")
    #expect(plan.scenario.closes == 570 * Self.minute)
  }

  /// What `tickets` prints above its columns in each language is read as what it is.
  @Test("a file of tickets says the same under all headers")
  func headers() throws {
    let wire = [
      "number", "serviceName", "gradeName", "takenAt", "calledAt", "endedAt", "teller",
      "waitSeconds", "serviceSeconds", "outcomeName", "reasonName", "day",
    ]
    #expect(wire == DayTickets.columns.map { String($0.value.dropFirst()) })
    let rows = """
      1,loan,normal,2026-11-20T09:00:00Z,2026-11-20T09:00:00Z,2026-11-20T09:05:00Z,1,0.0,300.0,sent on,,1
      1,deposit,normal,2026-11-20T09:00:00Z,2026-11-20T09:09:00Z,2026-11-20T09:10:00Z,3,0.0,60.0,served,,1
      2,deposit,VIP,2026-11-20T09:01:00Z,2026-11-20T09:02:00Z,2026-11-20T09:03:00Z,1,60.0,60.0,no-show,,1
      """
    let heads = [
      wire, DayTickets.columns.map(\.header.en), DayTickets.columns.compactMap(\.header.ko),
    ]
    let records = try heads.map { try Self.record($0.joined(separator: ",") + "\n" + rows) }
    #expect(records.map { $0.customers.map(\.serviceTime) }.allSatisfy { $0.contains(300_000_000) })
    #expect(records.allSatisfy { $0 == records[0] })
  }

  @Test("what is said of who comes is said once, and arrivals take the place of a record's")
  func once() throws {
    let branch = Branch(seed: 1)
    let record = try Self.record("at,service,seconds\n9:00,loan,60\n9:10,deposit,30\n")
    let plan = try Plan(
      branch, PlanDayTests.params(arrivals: ["loan": "7/h"], from: "day"), record)
    let loan = try #require(plan.services.firstIndex { branch.services[$0].name == "loan" })
    #expect(plan.scenario.record.count == 1 && plan.scenario.record[0].service != loan)
    #expect(plan.scenario.services[loan].time == .empirical(.init([60_000_000])))
    #expect(plan.scenario.services[loan].arrivals == .chance(every: 3600e6 / 7))
  }

  /// Times of day that begin again belong to the next day, whose end is a day after the first hour.
  @Test("a record of a night goes on behind midnight")
  func night() throws {
    let record = try Self.record("22:10,loan\n23:59:59,loan\n00:00,loan\n06:30,loan\n")
    #expect(record.customers.map { $0.at / 1_000_000 } == [600, 7199, 7200, 30_600])
    let plan = try Plan(Branch(seed: 1), PlanDayTests.params(), record)
    #expect(plan.clock(plan.scenario.record[3].at) == "06:30")
    let tickets = try Self.record(
      "number,service,at,endedAt\n1,loan,22:00,00:30\n1,loan,22:00,00:40\n2,loan,00:50,01:00\n")
    #expect(tickets.customers.map { $0.at / Self.minute } == [0, 150, 170])
    #expect(
      PlanDayTests.reason { _ = try Self.record("22:00,loan\n06:00,loan\n23:00,loan\n") }
        == .planRecord)
    #expect(PlanDayTests.reason { _ = try Self.record("09:00,loan\n08:00,loan\n") } == .planRecord)
  }

  @Test("a long record's times are thinned out evenly")
  func thinned() throws {
    let many = (1...40_000).map { Int64($0) * 1000 }
    let time = try #require(PlanRecord.time(many.reversed()))
    #expect(abs(time.moments.mean - 20_000_500) < 1000)
    #expect(PlanRecord.time([]) == nil)
  }
}
