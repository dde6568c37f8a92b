import CivilTime
import IPCProtocol
import Testing
import Values

@testable import Queueing
@testable import bankd

/// Days that are planned: schedules of tellers, and days as they were recorded.
@Suite("Days of plans")
struct PlanDayTests {
  private static let minute: Int64 = 60_000_000

  static func params(
    arrivals: [String: String] = [:], tellers: [String: Int]? = nil, schedule: String? = nil,
    from: String? = nil, hours: Double? = nil, by: Params.PlanBy? = nil,
    grades: [Params.GradeShare]? = nil, warmUp: String? = nil
  ) -> Params.Simulate {
    Params.Simulate(
      times: nil,
      tellers: tellers.map { $0.map { Params.ServiceCount(service: $0, count: $1) } },
      arrivals: arrivals.map { Params.ServiceWords(service: $0, words: $1) }, record: nil,
      from: from, schedule: schedule, by: by, patience: nil, noShows: nil, room: nil,
      grades: grades, hours: hours, replications: 20, warmUp: warmUp, customers: 1000,
      withinSeconds: 300, seed: 1)
  }

  private static func reason(_ work: () throws -> Void) -> BankReason? {
    do {
      try work()
      return nil
    } catch let error as BankError {
      return error.reason
    } catch {
      return nil
    }
  }

  @Test("what is said twice, grades of more than all, and a warm-up of a day are refused")
  func contradictions() throws {
    let branch = Branch(seed: 1)
    var params = Self.params(arrivals: ["loan": "60/h"])
    params = Params.Simulate(
      times: nil, tellers: nil,
      arrivals: ["60/h", "70/h"].map { Params.ServiceWords(service: "loan", words: $0) },
      record: nil, from: nil, schedule: nil, by: nil, patience: nil, noShows: nil, room: nil,
      grades: nil, hours: nil, replications: nil, warmUp: nil, customers: 1000,
      withinSeconds: 300, seed: 1)
    #expect(Self.reason { _ = try Plan(branch, params) } == .planTwice)
    func graded(_ shares: [Double]) -> Params.Simulate {
      let grades = zip([Grade.vip, .vvip], shares).map { Params.GradeShare(grade: $0, share: $1) }
      return Self.params(arrivals: ["loan": "60/h"], grades: grades)
    }
    #expect(Self.reason { _ = try Plan(branch, graded([0.6, 0.5])) } == .planGrades)
    #expect(try Plan(branch, graded([0.6, 0.4])).scenario.services[0].betterGrades == [0.4, 0.6])
    for (hours, warmUp, reason) in [
      (8, "100", BankReason.planWarmUp), (nil, "-1", .planWords), (nil, "auto", nil),
      (nil, "200", nil),
    ] as [(Double?, String, BankReason?)] {
      let params = Self.params(arrivals: ["loan": "60/h"], hours: hours, warmUp: warmUp)
      #expect(Self.reason { _ = try Plan(branch, params).length(params) } == reason)
    }
  }

  @Test("arrivals hour by hour make a day of so many hours")
  func hourlyDay() throws {
    let plan = try Plan(Branch(seed: 1), Self.params(arrivals: ["loan": "20,30/h"]))
    #expect(plan.scenario.closes == 2 * 60 * Self.minute)
  }

  // MARK: Schedules

  @Test("of a schedule, who is there in each minute is who was written", arguments: 1...30)
  func shifts(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed))
    // Half of them go over midnight.
    var minute = 300 + random.below(1100)
    var turns: [(minute: Int, tellers: Int)] = []
    for _ in 0..<(1 + random.below(6)) {
      turns.append((minute, random.below(5)))
      minute += 1 + random.below(180)
    }
    turns.append((minute, 1 + random.below(4)))
    turns.append((minute + 60, 0))
    let words = turns.map { turn in
      let rest = turn.minute % 60
      return "\(turn.minute / 60 % 24):\(rest < 10 ? "0" : "")\(rest)=\(turn.tellers)"
    }
    let schedule = try PlanSchedule(words.joined(separator: ","))
    #expect(schedule.start == turns[0].minute && schedule.end == minute + 60)
    let shifts = schedule.parts[0].shifts(from: schedule.start)
    for time in turns[0].minute..<(minute + 60) {
      let moment = Int64(time - schedule.start) * Self.minute
      let there = shifts.count { $0.contains { $0.contains(moment) } }
      #expect(there == turns.last { $0.minute <= time }?.tellers)
    }
    // Who is there at the end serves the last customer.
    #expect(shifts.count { $0.last?.upperBound == .max } == turns[turns.count - 2].tellers)
    #expect(
      shifts.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound } })
  }

  @Test(
    "words that are no schedule",
    arguments: [
      "", " ", ";", "09:00", "09:00=", "=3", "9=x", "09:00=-1", "09:00=1001", "25:00=1", "09:60=1",
      "12:00=3,09:00=5,12:30=0", "09:00=3,09:00=4", "09:00=0", "loan", "09:00=3;10:00=2",
      "loan 09:00=3;10:00=2", "loan deposit 09:00=3", "09:00=1.5",
    ])
  func noSchedule(_ words: String) {
    #expect(Self.reason { _ = try PlanSchedule(words) } == .planWords)
  }

  @Test("a schedule is of its services, and other tellers stay")
  func services() throws {
    let branch = Branch(seed: 1)
    let plan = try Plan(
      branch,
      Self.params(
        arrivals: ["loan": "10/h", "deposit": "10/h"], schedule: "대출 9=2,12:30=3,17=0", by: .hour))
    // Tellers 1 and 2 are the branch's own of deposits.
    #expect(plan.tellers.prefix(2) == [1, 2] && plan.tellers.count == 5)
    #expect(plan.scenario.closes == 480 * Self.minute && plan.clock(0) == "09:00")
    let (deposit, loan) = (
      try #require(plan.services.firstIndex(of: branch.index(ofService: "deposit"))),
      try #require(plan.services.firstIndex(of: branch.index(ofService: "loan")))
    )
    #expect((0..<8).map { plan.tellers(of: loan, inHour: $0) } == [2, 2, 2, 2.5, 3, 3, 3, 3])
    #expect((0..<8).allSatisfy { plan.tellers(of: deposit, inHour: $0) == 2 })
  }

  @Test("a service that is staffed anew has these tellers and no other")
  func staffedAnew() throws {
    var branch = Branch(seed: 1)
    _ = try branch.addTeller(services: ["deposit", "loan"], mode: .manual, at: at(0))
    let loan = try Plan(branch, Self.params(arrivals: ["loan": "10/h"], tellers: ["loan": 2]))
    #expect(loan.tellers.count == 2 && loan.tellers.allSatisfy { $0 > 4 })
    let both = try Plan(
      branch, Self.params(arrivals: ["loan": "10/h", "deposit": "10/h"], tellers: ["loan": 2]))
    let place = try #require(both.services.firstIndex(of: branch.index(ofService: "loan")))
    #expect(both.tellers.count == 5 && both.tellers.prefix(3) == [1, 2, 4])
    #expect(both.scenario.tellers.count { $0.services.contains(place) } == 2)
  }

  @Test("days that cannot be played are refused, each with its reason")
  func refused() {
    let branch = Branch(seed: 1)
    let loan = ["loan": "20/h"]
    let cases: [(Params.Simulate, BankReason)] = [
      (Self.params(), .planNobody),
      (Self.params(arrivals: loan, schedule: "09:00=3"), .planDay),
      (Self.params(arrivals: loan, by: .hour), .planDay),
      (Self.params(arrivals: loan, tellers: ["loan": 2], schedule: "9=3,17=0"), .planScheduled),
      (Self.params(arrivals: loan, schedule: "loan 9=3,17=0; 대출 9=1,17=0"), .planScheduled),
      (Self.params(arrivals: loan, schedule: "9=3,12=0,13=3,17=0"), .planGap),
      (Self.params(arrivals: loan, schedule: "9=3,17=0", hours: 9), .planGap),
      (Self.params(arrivals: ["loan": "5,0,5,5/h"], schedule: "9=1,10=0,12=1,13=0"), .planGap),
      (Self.params(arrivals: loan, schedule: "fx 9=3,17=0"), .unknownService),
    ]
    for (params, expected) in cases {
      #expect(Self.reason { _ = try Plan(branch, params) } == expected, "\(params)")
    }
    // An hour without tellers in which nobody comes is lunch.
    #expect(
      Self.reason {
        _ = try Plan(
          branch, Self.params(arrivals: ["loan": "5,0,5,5/h"], schedule: "9=1,10=0,11=1,13=0"))
      } == nil)
  }

  // MARK: Records

  private static func record(_ text: String) throws -> PlanRecord {
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
    let plan = try Plan(branch, Self.params(from: "day"), record)
    #expect(
      plan.scenario.services.map(\.time) == [
        .empirical(.init([300_000_000])), .empirical(.init([60_000_000])),
      ])
    #expect(plan.scenario.closes == 60 * Self.minute && plan.scenario.record.count == 4)
  }

  @Test(
    "a record that cannot be played is refused with its line",
    arguments: [
      ("\n", 2), ("at,service\n", 2), ("when,what\n09:00,loan\n", 1), ("soon,loan\n", 1),
      ("09:00,loan\nsoon,loan\n", 2), ("09:00,loan\n08:59:59,loan\n", 2),
      ("09:00,loan\n\n600,loan\n", 3), ("09:00\n", 1), ("09:00,,vip\n", 1),
      ("09:00,loan,gold\n", 1), ("24:00,loan\n", 1), ("09:60,loan\n", 1), ("nan,loan\n", 1),
      ("at,service,seconds\n09:00,loan,60\n09:01,loan,0\n", 3),
      ("at,service,seconds\n09:00,loan,-1\n", 2),
      ("2026-11-20T09:00:00Z,loan\n2026-11-21T09:00:01Z,loan\n", 2), ("09:00,loan\n09:01,fx\n", 2),
    ])
  func bad(_ text: String, _ line: Int) {
    do {
      _ = try Plan(Branch(seed: 1), Self.params(), try Self.record(text))
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
      Self.reason { _ = try Plan(branch, Self.params(schedule: "9=1,17=0"), record) } == .planGap)
    let plan = try Plan(branch, Self.params(schedule: "7:30=1,17=0"), record)
    #expect(plan.scenario.record.map { $0.at / Self.minute } == [80, 120])
    #expect(plan.clock(plan.scenario.record[0].at) == "08:50")
    #expect(plan.scenario.closes == 570 * Self.minute)
  }

  @Test("a long record's times are thinned out evenly")
  func thinned() throws {
    let many = (1...40_000).map { Int64($0) * 1000 }
    let time = try #require(PlanRecord.time(many.reversed()))
    #expect(abs(time.moments.mean - 20_000_500) < 1000)
    #expect(PlanRecord.time([]) == nil)
  }
}
