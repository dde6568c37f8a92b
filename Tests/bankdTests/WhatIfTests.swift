import IPCProtocol
import Testing
import Values

@testable import Queueing
@testable import bankd

/// The present line played forward, beside the same line as it goes on in the branch itself.
@Suite("What if")
struct WhatIfTests {
  /// An open branch of fixed times with a line, in the middle of its work.
  private static func branch(_ random: inout RandomNumbers) throws -> Branch {
    var branch = Branch(seed: 1)
    let services = 1 + random.below(3)
    branch.services = (0..<services).map { index in
      Service(
        name: "s\(index)", title: LocalizedText(en: "s\(index)", ko: nil),
        time: .fixed(1_000_000 + Int64(random.below(9_000_000))))
    }
    branch.line = CounterQueue(services: services)
    branch.tellers = []
    for service in 0..<services {
      _ = try branch.addTeller(services: ["s\(service)"], mode: .automatic, at: at(0))
    }
    for _ in 0..<random.below(4) {
      let some = (0..<services).filter { _ in random.below(2) == 0 } + [random.below(services)]
      _ = try branch.addTeller(
        services: Set(some).sorted().map { "s\($0)" }, mode: .automatic, at: at(0))
    }
    try branch.open(at: at(0))
    for step in 0..<40 {
      let moment = Double(step) * 0.317
      branch.advance(to: at(moment))
      _ = try branch.take(
        service: "s\(random.below(services))", grade: Grade(rawValue: random.below(3)) ?? .normal,
        at: at(moment))
    }
    return branch
  }

  /// Mean seconds from `moment` to the call of those who wait then, by service.
  private static func lived(_ branch: Branch, from moment: Double) -> [String: Double] {
    var branch = branch
    var waits: [Int: [Double]] = [:]
    while true {
      for case .called(_, let inHand) in branch.takeFacts() where inHand.calledAt >= at(moment) {
        waits[inHand.ticket.service, default: []].append(inHand.calledAt.seconds(since: at(moment)))
      }
      guard let due = branch.nextDue else { break }
      branch.advance(to: due)
    }
    return Dictionary(
      uniqueKeysWithValues: waits.map {
        (branch.services[$0].name, $1.reduce(0, +) / Double($1.count))
      })
  }

  private static func params(
    away: [Int]? = nil, more: [String]? = nil, arrivals: [Params.ServiceWords]? = nil
  ) -> Params.WhatIf {
    Params.WhatIf(
      tellerAway: away, tellerMore: more, arrivals: arrivals, forSeconds: 1800, seed: 1)
  }

  private static func told(_ branch: Branch, _ params: Params.WhatIf) throws -> PlanAnswers.WhatIf {
    var whatIf = try WhatIf(branch, params, ArrivalRates(), at: at(moment))
    while whatIf.step() {}
    return whatIf.answer(of: branch.services, params)
  }

  /// Behind the last arrival, between two microseconds of any service's end.
  private static let moment = 12.5

  @Test(
    "what is foretold of fixed times is what happens, with tellers gone and come", arguments: 1...12
  )
  func exact(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed))
    var branch = try Self.branch(&random)
    branch.advance(to: at(Self.moment))
    _ = branch.takeFacts()
    let away = branch.tellers.filter { _ in random.below(4) == 0 }.map(\.number)
    let more = (0..<random.below(3)).map { _ in "s\(random.below(branch.services.count))" }
    let told = try Self.told(branch, Self.params(away: away, more: more))

    var changed = branch
    for number in away { _ = try changed.pauseTeller(number, at: at(Self.moment)) }
    for service in more {
      _ = try changed.addTeller(services: [service], mode: .automatic, at: at(Self.moment))
    }
    let (asIs, then) = (
      Self.lived(branch, from: Self.moment), Self.lived(changed, from: Self.moment)
    )
    for row in told.services {
      check(row.asIs, asIs[row.service])
      if let ahead = row.changed, !ahead.unserved { check(ahead, then[row.service]) }
    }
    #expect(told.services.contains { $0.waiting > 0 })
  }

  private func check(_ ahead: PlanAnswers.Ahead, _ lived: Double?) {
    guard let lived else {
      #expect(ahead.meanWaitSeconds == nil)
      return
    }
    #expect(abs((ahead.meanWaitSeconds?.mean ?? -1) - lived) < 1e-4)
  }

  @Test("whom nobody would serve is told, and no wait is made up for them")
  func unserved() throws {
    var branch = try Branch.opened()
    try branch.come("lldddd", at: 0)
    branch.advance(to: at(0.1))
    let told = try Self.told(branch, Self.params(away: [3]))
    let loan = try #require(told.services.first { $0.service == "loan" })
    #expect(loan.changed?.unserved == true && loan.changed?.meanWaitSeconds == nil)
    #expect(loan.asIs.unserved == false && loan.asIs.meanWaitSeconds != nil)
    #expect(told.note.en.contains("loan") || told.note.en.contains("Loan"))
  }

  @Test("without a change the line goes on as it is, and the way to compare is named")
  func nothing() throws {
    var branch = try Branch.opened()
    try branch.come("ddd", at: 0)
    let told = try Self.told(branch, Self.params())
    #expect(told.services.allSatisfy { $0.changed == nil })
    #expect(
      told.note.en.contains("--teller-away") && told.note.ko?.contains("--teller-away") == true)
  }

  @Test("who was to go and is not counted on is named, as nothing changes")
  func uncounted() throws {
    let branch = try Branch.manual()
    let told = try Self.told(branch, Self.params(away: [1]))
    #expect(told.services.allSatisfy { $0.changed == nil })
    #expect(told.note.en.contains("Teller 1 has called nobody today"), "\(told.note.en)")
    #expect(told.note.ko?.contains("1번 창구") == true)
  }

  /// What a change is compared with is read long after it was typed.
  @Test("what is otherwise stands with the figures")
  func change() throws {
    var branch = try Branch.opened()
    try branch.come("ddddll", at: 0)
    let told = try Self.told(branch, Self.params(away: [1], more: ["loan"]))
    #expect(
      told.note.en.hasPrefix("Then: without teller 1 and with one more for "), "\(told.note.en)")
  }

  @Test(
    "of one who was seen a few times it is as unsure as a ticket's wait", arguments: [1, 3, 40])
  func fewSeen(_ seen: Int) throws {
    var branch = try Branch.manual(["deposit"])
    var now = 0.0
    for _ in 0..<seen {
      try branch.come("d", at: now)
      _ = try branch.next(teller: 1, at: at(now + 1))
      _ = try branch.done(teller: 1, at: at(now + 11))
      now += 20
    }
    let numbers = try branch.come("dddddddddd", at: now)
    let last = try #require(branch.ticketState(numbers[9], at: at(now)).estimate)
    let told = try Self.told(
      branch, Self.params(arrivals: [.init(service: "deposit", words: "0.01/h")]))
    let ahead = try #require(told.services.first { $0.service == "deposit" }?.asIs)
    let (mean, p90) = (try #require(ahead.meanWaitSeconds), try #require(ahead.p90Seconds))
    // The last of ten waits longest, so its wait is no shorter than what nine of ten wait.
    let likely = last.p90Seconds
    #expect(p90.mean <= likely * 1.1 && p90.mean >= likely * 0.5, "\(p90), \(last)")
    #expect(mean.low < mean.mean && mean.mean < mean.high)
    if seen == 1 { #expect(mean.high > 3 * mean.low, "\(mean)") }
    if seen == 40 { #expect(mean.high < 1.5 * mean.low, "\(mean)") }
  }

  @Test("services and tellers that there are not, and words, are refused")
  func refusals() throws {
    let branch = try Branch.opened()
    for params in [
      Self.params(away: [9]), Self.params(more: ["nothing"]),
      Self.params(arrivals: [.init(service: "loan", words: "soon")]),
      Self.params(arrivals: [.init(service: "loan", words: "1,2/h")]),
      Self.params(arrivals: [.init(service: "nothing", words: "60/h")]),
    ] {
      #expect(throws: BankError.self) { try Self.told(branch, params) }
    }
  }

  @Test("people come as in the last hour, each once, and in the first minutes as over ten")
  func rates() {
    func row(_ number: Int, _ minute: Double, _ grade: Grade = .normal) -> DayTickets.Row {
      DayTickets.Row(
        day: 1, number: number, service: "loan", serviceName: LocalizedText(en: "loan", ko: nil),
        grade: grade, gradeName: grade.title, takenAt: at(minute * 60), waitSeconds: 0,
        outcome: .served, outcomeName: DayTickets.State.served.title)
    }
    let rows = [row(1, 1), row(2, 70), row(3, 80, .vip), row(3, 80, .vip), row(4, 119)]
    let hour = ArrivalRates(DayTickets(tickets: rows), openedAt: at(0), now: at(7200))
    #expect(hour.rate(of: "loan").perHour == 3)
    #expect(hour.rate(of: "loan").betterGrades == [0, 1.0 / 3])
    #expect(hour.rate(of: "deposit").perHour == 0)
    let early = ArrivalRates(DayTickets(tickets: [row(1, 1)]), openedAt: at(0), now: at(90))
    #expect(abs(early.rate(of: "loan").perHour - 6) < 1e-9)
  }
}
