import Testing
import Values

@testable import Queueing
@testable import bankd

/// What a manager asks of the branch: words, and a day that is played as it would be lived.
@Suite("Plans")
struct PlanTests {
  @Test(
    "times in words",
    arguments: [
      ("fixed 0.7s", ServiceTime.fixed(700_000)), ("2m", .fixed(120_000_000)),
      ("1m30s", .fixed(90_000_000)), ("45", .fixed(45_000_000)), ("4분", .fixed(240_000_000)),
      ("exponential 4m", .exponential(240_000_000)), ("지수 30초", .exponential(30_000_000)),
      ("Uniform 1m 6m", .uniform(60_000_000, 360_000_000)),
      ("samples 30s,60s", .empirical(.init([30_000_000, 60_000_000]))),
    ])
  func times(_ words: String, _ time: ServiceTime) throws {
    #expect(try PlanWords.time(words) == time)
  }

  @Test(
    "words that are no times",
    arguments: [
      "", " ", "soon", "4x", "4m m", "exponential", "exponential 0s", "exponential -1s",
      "uniform 6m 1m", "uniform 1m", "fixed 25h", "fixed nan", "fixed inf", "1e400", "samples",
      "fixed 1s 2s", "m4",
    ])
  func noTimes(_ words: String) {
    #expect(throws: BankError.self) { try PlanWords.time(words) }
  }

  @Test(
    "arrivals in words",
    arguments: [
      ("60/h", Arrivals.chance(every: 60e6)), ("1.5/m", .chance(every: 40e6)),
      ("2/s", .chance(every: 0.5e6)), ("every 25s", .even(every: 25_000_000)),
      ("20,35, 0/h", .hourly([20, 35, 0])), ("30/시간", .chance(every: 120e6)),
    ])
  func arrivals(_ words: String, _ arrivals: Arrivals) throws {
    #expect(try PlanWords.arrivals(words) == arrivals)
  }

  @Test(
    "words that are no arrivals",
    arguments: ["", "60", "/h", "0/h", "-1/h", "60/x", "1,2/m", "0,0/h", "every", "1e9/s", "nan/h"])
  func noArrivals(_ words: String) {
    #expect(throws: BankError.self) { try PlanWords.arrivals(words) }
  }

  @Test("targets in words")
  func targets() throws {
    for words in ["90% within 5m", "90% 5분 이내", "90% 300"] {
      let target = try PlanWords.target(words)
      #expect(target == (0.9, 300_000_000), "\(words)")
    }
    for words in ["", "90%", "5m", "0% within 5m", "100% within 5m", "90 within 5m", "90% 90%"] {
      #expect(throws: BankError.self) { try PlanWords.target(words) }
    }
  }

  // MARK: Lived and played

  /// One call of a teller.
  private struct Called: Hashable {
    let arrived: Int64
    let at: Int64
    let teller: Int
  }

  private struct Record: PlayLog {
    var calls: [Called] = []
    var left: [Int64] = []

    mutating func called(
      _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
    ) {
      calls.append(Called(arrived: arrived, at: now, teller: teller))
    }

    mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
      left.append(arrived)
    }

    mutating func turnedAway(_ service: Int, at now: Int64) {}
  }

  /// A branch with services, tellers and customers at random; some come at one moment.
  private static func scenario(_ random: inout RandomNumbers) -> Scenario {
    let times: [ServiceTime] = [
      .fixed(2_000_000), .exponential(3_000_000), .uniform(1_000_000, 5_000_000),
      .empirical(.init([1_000_000, 2_000_000, 4_000_000])),
    ]
    let services = 1 + random.below(3)
    var sets = (0..<services).map { ServiceSet([$0]) }
    for _ in 0..<random.below(3) {
      sets.append(ServiceSet((0..<services).filter { _ in random.below(2) == 0 } + [0]))
    }
    var moment: Int64 = 0
    let record = (0..<100).map { _ in
      if random.below(4) > 0 { moment += Int64(random.below(20)) * 100_000 }
      return Scenario.Arrival(
        at: moment, service: random.below(services), grade: random.below(Scenario.grades))
    }
    return Scenario(
      services: (0..<services).map { _ in
        .init(
          arrivals: .none, time: times[random.below(times.count)],
          patience: random.below(2) == 0 ? nil : .fixed(7_777_777))
      },
      tellers: sets.map { .init(services: $0) }, record: record,
      spread: random.below(2) == 0 ? .longestIdle : .lowestNumber)
  }

  /// The same day in the live branch, its clock moved from moment to moment.
  private static func lived(_ scenario: Scenario, seed: UInt64) throws -> Record {
    var branch = Branch(seed: seed)
    branch.services = scenario.services.enumerated().map { index, service in
      Service(
        name: "s\(index)", title: LocalizedText(en: "s\(index)", ko: nil), time: service.time)
    }
    branch.line = CounterQueue(services: scenario.services.count)
    branch.tellers = scenario.tellers.enumerated().map { index, teller in
      Teller(number: index, services: teller.services, mode: .automatic)
    }
    branch.state.spread = scenario.spread == .longestIdle ? .longestIdle : .lowestNumber
    let start: Int64 = 1_700_000_000_000_000
    func at(_ moment: Int64) -> Timestamp { Timestamp(microseconds: start + moment) }
    try branch.open(at: at(0))
    branch.state.random = RandomNumbers(seed: seed)
    _ = branch.takeFacts()
    var record = Record()
    var patience: [(until: Int64, ticket: Int, arrived: Int64)] = []
    var arrivals = scenario.record[...]
    func note() {
      for case .called(let teller, let inHand) in branch.takeFacts() {
        record.calls.append(
          Called(
            arrived: inHand.ticket.takenAt.microseconds - start,
            at: inHand.calledAt.microseconds - start, teller: teller))
      }
    }
    while true {
      let moments = [
        branch.nextDue.map { $0.microseconds - start }, patience.first?.until, arrivals.first?.at,
      ]
      guard let moment = moments.compactMap({ $0 }).min() else { return record }
      // Who loses patience at this very moment has lost it before a teller calls.
      while let first = patience.first, first.until <= moment {
        patience.removeFirst()
        guard case .waiting? = branch.tickets[first.ticket] else { continue }
        _ = try branch.leave(ticket: first.ticket, at: at(moment))
        record.left.append(first.arrived)
      }
      branch.advance(to: at(moment))
      note()
      while let arrival = arrivals.first, arrival.at == moment {
        arrivals.removeFirst()
        let taken = try branch.take(
          service: "s\(arrival.service)", grade: Grade(rawValue: arrival.grade) ?? .normal,
          at: at(moment))
        note()
        if case .fixed(let time)? = scenario.services[arrival.service].patience {
          patience.append((moment + time, taken.ticket.number, moment))
        }
      }
    }
  }

  @Test("a day is played as it is lived, to the microsecond", arguments: 1...10)
  func livedAndPlayed(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed) * 977)
    let scenario = Self.scenario(&random)
    let lived = try Self.lived(scenario, seed: UInt64(seed))
    var play = Play(scenario, RandomNumbers(seed: UInt64(seed)), Record())
    while play.advance(customers: .max, until: .max) {}
    play.dismiss()
    #expect(lived.calls == play.log.calls)
    #expect(lived.left.sorted() == play.log.left.sorted())
    #expect(lived.calls.count + lived.left.count == 100)
  }
}
