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
    grades: [Params.GradeShare]? = nil, warmUp: String? = nil, customers: Int? = nil
  ) -> Params.Simulate {
    Params.Simulate(
      times: nil,
      tellers: tellers.map { $0.map { Params.ServiceCount(service: $0, count: $1) } },
      arrivals: arrivals.map { Params.ServiceWords(service: $0, words: $1) }, record: nil,
      from: from, schedule: schedule, by: by, patience: nil, noShows: nil, room: nil,
      grades: grades, hours: hours, replications: 20, warmUp: warmUp, customers: customers,
      withinSeconds: 300, seed: 1)
  }

  static func reason(_ work: () throws -> Void) -> BankReason? {
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
    for (hours, warmUp, customers, reason) in [
      (8, "100", nil, BankReason.planWarmUp), (nil, "-1", nil, .planWords),
      (nil, "auto", nil, nil), (8, nil, 1000, .planDayCustomers), (8, nil, nil, nil),
      // A thousand customers in twenty runs, and as many as there are where nobody says.
      (nil, "49", 1000, nil), (nil, "50", 1000, .planNobodyCounts), (nil, "49999", nil, nil),
      (nil, "50000", nil, .planNobodyCounts),
    ] as [(Double?, String?, Int?, BankReason?)] {
      let params = Self.params(
        arrivals: ["loan": "60/h"], hours: hours, warmUp: warmUp, customers: customers)
      #expect(Self.reason { _ = try Plan(branch, params).length(params) } == reason)
    }
  }

  @Test("arrivals hour by hour make a day of so many hours")
  func hourlyDay() throws {
    let plan = try Plan(Branch(seed: 1), Self.params(arrivals: ["loan": "20,30/h"]))
    #expect(plan.scenario.closes == 2 * 60 * Self.minute)
    #expect(plan.untoldHours.isEmpty)
  }

  @Test(
    "arrivals that are said for a part of the day are told to be",
    arguments: [(2.0, nil), (2.1, 3), (8.0, 8), (1.0, nil)] as [(Double, Int?)])
  func untold(_ hours: Double, _ told: Int?) throws {
    let params = Self.params(
      arrivals: ["loan": "20,30/h", "deposit": "10/h"], hours: hours)
    let branch = Branch(seed: 1)
    let plan = try Plan(branch, params)
    #expect(plan.untoldHours.map(\.hours) == (told.map { [$0] } ?? []))
    #expect(plan.untoldHours.allSatisfy { $0.said == 2 })
    var simulation = Simulation(plan.scenario, .days(2), seed: 1, target: Self.minute)
    while simulation.step() {}
    let note = plan.answer(simulation, of: branch.services, params).note
    #expect(note.en.contains("2 of the day's \(told ?? 0) hours") == (told != nil), "\(note.en)")
  }

  @Test(
    "what a typist slips on is refused, with the reason",
    arguments: [
      ("fixed 4s", nil), ("uniform 6m 1m", .planWords), ("uniform 1m 6m", nil),
      ("fixed 25h", .planWords),
    ] as [(String, BankReason?)])
  func timesOfServices(_ words: String, _ reason: BankReason?) {
    #expect(Self.reason { _ = try PlanWords.time(words) } == reason)
  }

  @Test("times for whom nobody comes, half-said grades, and days whose end nobody reaches")
  func slips() throws {
    let branch = Branch(seed: 1)
    func plan(
      _ arrivals: [String: String], times: String? = nil, schedule: String? = nil,
      hours: Double? = nil, grades: [Params.GradeShare]? = nil
    ) throws -> Plan {
      try Plan(
        branch,
        Params.Simulate(
          times: times.map { [Params.ServiceWords(service: $0, words: "fixed 1m")] }, tellers: nil,
          arrivals: arrivals.map { Params.ServiceWords(service: $0, words: $1) }, record: nil,
          from: nil, schedule: schedule, by: nil, patience: nil, noShows: nil, room: nil,
          grades: grades, hours: hours, replications: nil, warmUp: nil, customers: nil,
          withinSeconds: 300, seed: 1))
    }
    #expect(Self.reason { _ = try plan(["loan": "60/h"], times: "deposit") } == .planIdle)
    #expect(Self.reason { _ = try plan(["loan": "60/h"], times: "loan") } == nil)
    let half = [Params.GradeShare(grade: .vip, share: 0.1), .init(grade: .normal, share: 0.1)]
    #expect(Self.reason { _ = try plan(["loan": "60/h"], grades: half) } == .planGrades)
    let whole = [Params.GradeShare(grade: .vip, share: 0.1), .init(grade: .normal, share: 0.9)]
    #expect(Self.reason { _ = try plan(["loan": "60/h"], grades: whole) } == nil)
    // Nobody comes after the schedule has ended, so nobody is missed there.
    for (arrivals, reason) in [
      ("20,35/h", nil), ("20,35,0/h", nil), ("20,35,1/h", .planGap), ("60/h", .planGap),
    ] as [(String, BankReason?)] {
      let found = Self.reason {
        _ = try plan(["loan": arrivals], schedule: "09:00=4,11:00=0", hours: 3)
      }
      #expect(found == reason, "\(arrivals)")
    }
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
    let tellers = schedule.parts[0].tellers(of: ServiceSet([0]), from: schedule.start)
    let shifts = tellers.map { $0.shifts ?? [] }
    for time in turns[0].minute..<(minute + 60) {
      let moment = Int64(time - schedule.start) * Self.minute
      let there = shifts.count { $0.contains { $0.contains(moment) } }
      #expect(there == turns.last { $0.minute <= time }?.tellers)
    }
    // Who is there at the end serves the last customer.
    #expect(tellers.count { $0.staysToTheLast } == turns[turns.count - 2].tellers)
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

  @Test("a service whose tellers go before the day ends is served by nobody then")
  func earlierEnd() throws {
    let branch = Branch(seed: 1)
    let schedule = "loan 9=3,11=0; deposit 9=2,13=0"
    for (loan, reason) in [
      ("30/h", BankReason.planGap), ("5,5,0,5/h", .planGap), ("5,5,0,0/h", nil),
    ] as [(String, BankReason?)] {
      let params = Self.params(arrivals: ["loan": loan, "deposit": "30/h"], schedule: schedule)
      #expect(Self.reason { _ = try Plan(branch, params) } == reason, "\(loan)")
    }
    let plan = try Plan(
      branch,
      Self.params(arrivals: ["loan": "5,5,0,0/h", "deposit": "30/h"], schedule: schedule))
    let loan = try #require(plan.services.firstIndex { branch.services[$0].name == "loan" })
    #expect((0..<4).map { plan.tellers(of: loan, inHour: $0) } == [3, 3, 0, 0])
  }

  @Test("what would fill the memory is refused")
  func size() throws {
    let branch = Branch(seed: 1)
    for (rate, hours, reason) in [
      ("1000000/h", 24, BankReason.planSize), ("1000000/h", 0.5, nil), ("every 1ms", 1, .planSize),
      ("1000000/h", nil, nil),
    ] as [(String, Double?, BankReason?)] {
      let params = Self.params(arrivals: ["loan": rate], tellers: ["loan": 400], hours: hours)
      #expect(Self.reason { _ = try Plan(branch, params) } == reason, "\(rate)")
    }
  }

  @Test("who comes after the end of the day is told")
  func tooLate() throws {
    let branch = Branch(seed: 1)
    let record = try PlanRecordTests.record("09:10,loan\n10:30,loan\n11:30,loan\n11:40,deposit\n")
    for (end, late) in [("11=0", TooLate.customers(2)), ("12=0", .nobody)] {
      let plan = try Plan(branch, Self.params(schedule: "9=2,\(end)"), record)
      #expect(plan.tooLate == late)
    }
    for (hours, late) in [
      (2.0, TooLate.hours(from: 2)), (1.5, .hours(from: 2)), (3, .nobody), (nil, .nobody),
    ] as [(Double?, TooLate)] {
      let params = Self.params(arrivals: ["loan": "5,5,5,0/h"], hours: hours)
      #expect(try Plan(branch, params).tooLate == late, "\(String(describing: hours))")
    }
  }

  @Test("a line that grows without end is told beside the others")
  func oneGrows() throws {
    let branch = Branch(seed: 1)
    let params = Self.params(
      arrivals: ["loan": "4000/h", "deposit": "1/h"], tellers: ["loan": 1, "deposit": 1])
    let plan = try Plan(branch, params)
    #expect(plan.growing.count == 1 && plan.isPlayed)
    var simulation = Simulation(
      plan.scenario.without(plan.growing), .customers(1000), seed: 1, target: 1)
    while simulation.step() {}
    let answer = plan.answer(simulation, of: branch.services, params)
    #expect(answer.grows && answer.services.filter(\.grows).map(\.service) == ["loan"])
    let deposit = try #require(answer.services.first { $0.service == "deposit" })
    #expect(deposit.meanWaitSeconds != nil && (deposit.served ?? 0) > 900)
    #expect(answer.services.allSatisfy { $0.grows == ($0.meanWaitSeconds == nil) })
    #expect(answer.note.en.contains("line of loan grows") && answer.note.ko?.contains("대출") == true)
    // Of the two tellers the one of the line without end is never free.
    #expect(answer.tellers.count { $0.utilisation?.low == 1 } == 1)
    let all = Self.params(arrivals: ["loan": "4000/h"], tellers: ["loan": 1])
    #expect(try Plan(branch, all).isPlayed == false)
  }
}
