import IPCProtocol
import Testing
import Values

@testable import Queueing
@testable import bankd

/// The rules are one: a day that is lived by the branch, its clock moved from event to event, and
/// the same day played in virtual time.
@Suite("Days lived and played")
struct LivedDayTests {
  /// Few, as the branch foretells each one's wait by some hundred plays.
  private static let customers = 24

  /// One call of a teller, to its end.
  private struct Called: Hashable {
    let arrived: Int64
    let at: Int64
    let until: Int64
    let teller: Int
  }

  private struct Record: PlayLog {
    var calls: [Called] = []
    var left: [Int64] = []

    mutating func called(
      _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
    ) {
      calls.append(Called(arrived: arrived, at: now, until: due, teller: teller))
    }

    mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
      left.append(arrived)
    }

    mutating func turnedAway(_ service: Int, _ grade: Int, at now: Int64) {}
  }

  /// A branch with services, tellers, pauses and customers at random; some come at one moment, and
  /// tellers come and go at moments at which customers come too.
  private static func scenario(_ random: inout RandomNumbers, hasNoShows: Bool) -> Scenario {
    let times: [ServiceTime] = [
      .fixed(2_000_000), .exponential(3_000_000), .uniform(1_000_000, 5_000_000),
      .empirical(.init([1_000_000, 2_000_000, 4_000_000])),
    ]
    let services = 1 + random.below(3)
    // The first tellers never pause, so that everybody is served in the end.
    var tellers = (0..<services).map { Scenario.Teller(services: ServiceSet([$0])) }
    for _ in 0..<(1 + random.below(3)) {
      let set = ServiceSet((0..<services).filter { _ in random.below(2) == 0 } + [0])
      tellers.append(.init(services: set, shifts: shifts(&random)))
    }
    var moment: Int64 = 0
    let record = (0..<customers).map { _ in
      if random.below(4) > 0 { moment += Int64(random.below(20)) * 100_000 }
      return Scenario.Arrival(
        at: moment, service: random.below(services), grade: random.below(Scenario.grades))
    }
    return Scenario(
      services: (0..<services).map { _ in
        .init(
          arrivals: .none, time: times[random.below(times.count)],
          patience: random.below(2) == 0 ? nil : .fixed(7_777_777),
          noShows: hasNoShows ? .init(share: 0.3, time: 700_000) : nil)
      },
      tellers: tellers, record: record,
      spread: random.below(2) == 0 ? .longestIdle : .lowestNumber)
  }

  /// Nil where the teller never pauses.
  private static func shifts(_ random: inout RandomNumbers) -> [Range<Int64>]? {
    guard random.below(4) > 0 else { return nil }
    var moment = Int64(random.below(3)) * 1_000_000
    var shifts: [Range<Int64>] = []
    for _ in 0..<random.below(5) {
      let end = moment + Int64(1 + random.below(100)) * 100_000
      shifts.append(moment..<end)
      moment = end + Int64(1 + random.below(100)) * 100_000
    }
    return shifts + [moment..<Int64.max]
  }

  /// The same day in the live branch.
  private struct Life {
    private let scenario: Scenario
    private let mode: (Scenario.Teller) -> Teller.Mode
    private var branch: Branch
    private let start: Int64 = 1_700_000_000_000_000
    private var record = Record()
    private var patience: [(until: Int64, ticket: Int, arrived: Int64)] = []
    private var arrivals: ArraySlice<Scenario.Arrival>
    private var turns: [(at: Int64, teller: Int)] = []
    /// Of manual tellers, when they are done, and whether nobody came.
    private var due: [Int: (at: Int64, isAbsent: Bool)] = [:]
    private(set) var noShows = 0

    init(
      _ scenario: Scenario, seed: UInt64, mode: @escaping (Scenario.Teller) -> Teller.Mode
    ) throws {
      self.scenario = scenario
      self.mode = mode
      arrivals = scenario.record[...]
      branch = Branch(seed: seed)
      branch.services = scenario.services.enumerated().map { index, service in
        Service(
          name: "s\(index)", title: LocalizedText(en: "s\(index)", ko: nil), time: service.time)
      }
      branch.line = CounterQueue(services: scenario.services.count)
      branch.tellers = scenario.tellers.enumerated().map { index, teller in
        Teller(number: index, services: teller.services, mode: mode(teller))
      }
      branch.state.spread = scenario.spread == .longestIdle ? .longestIdle : .lowestNumber
      try branch.open(at: at(0))
      branch.state.random = RandomNumbers(seed: seed)
      for (index, teller) in scenario.tellers.enumerated() {
        guard let shifts = teller.shifts else { continue }
        if shifts[0].lowerBound > 0 { _ = try branch.pauseTeller(index, at: at(0)) }
        let moments = shifts.flatMap { [$0.lowerBound, $0.upperBound] }
        turns += moments.filter { $0 > 0 && $0 < .max }.map { ($0, index) }
      }
      turns.sort { ($0.at, $0.teller) < ($1.at, $1.teller) }
      _ = branch.takeFacts()
    }

    private func at(_ moment: Int64) -> Timestamp { Timestamp(microseconds: start + moment) }

    /// Calls and ends, as the branch tells them.
    private mutating func note() {
      for fact in branch.takeFacts() {
        guard case .ended(let visit) = fact, let teller = visit.teller,
          let calledAt = visit.calledAt
        else { continue }
        if visit.outcome == .noShow { noShows += 1 }
        record.calls.append(
          Called(
            arrived: visit.ticket.takenAt.microseconds - start,
            at: calledAt.microseconds - start, until: visit.endedAt.microseconds - start,
            teller: teller))
      }
    }

    mutating func lived() throws -> Record {
      while true {
        let moments = [
          branch.nextDue.map { $0.microseconds - start }, due.values.map(\.at).min(),
          patience.first?.until, arrivals.first?.at, turns.first?.at,
        ]
        guard let moment = moments.compactMap({ $0 }).min() else { return record }
        try loseThosePatient(until: moment)
        branch.advance(to: at(moment))
        try finishManual(at: moment)
        try turn(at: moment)
        note()
        try come(at: moment)
      }
    }

    /// Who loses patience at this very moment has lost it before a teller calls.
    private mutating func loseThosePatient(until moment: Int64) throws {
      while let first = patience.first, first.until <= moment {
        patience.removeFirst()
        guard case .waiting? = branch.tickets[first.ticket] else { continue }
        _ = try branch.leave(ticket: first.ticket, at: at(moment))
        record.left.append(first.arrived)
      }
    }

    private mutating func turn(at moment: Int64) throws {
      while let turn = turns.first, turn.at == moment {
        turns.removeFirst()
        if branch.tellers[turn.teller].isPaused {
          _ = try branch.resumeTeller(turn.teller, at: at(moment))
          try callNext(turn.teller, at: moment)
        } else {
          _ = try branch.pauseTeller(turn.teller, at: at(moment))
        }
      }
    }

    private mutating func come(at moment: Int64) throws {
      while let arrival = arrivals.first, arrival.at == moment {
        arrivals.removeFirst()
        let taken = try branch.take(
          service: "s\(arrival.service)", grade: Grade(rawValue: arrival.grade) ?? .normal,
          at: at(moment))
        try callFree(for: arrival.service, at: moment)
        note()
        if case .fixed(let time)? = scenario.services[arrival.service].patience {
          patience.append((moment + time, taken.ticket.number, moment))
        }
      }
    }

    // MARK: People at desks, who call whenever they can

    private mutating func finishManual(at moment: Int64) throws {
      for (teller, work) in due.sorted(by: { $0.key < $1.key }) where work.at == moment {
        due[teller] = nil
        if work.isAbsent {
          _ = try branch.noShow(teller: teller, at: at(moment))
        } else {
          _ = try branch.done(teller: teller, at: at(moment))
        }
        try callNext(teller, at: moment)
      }
    }

    /// Of those who are free, by the branch's own turns.
    private mutating func callFree(for service: Int, at moment: Int64) throws {
      let free = branch.tellers.filter {
        $0.mode == .manual && !$0.isPaused && $0.inHand == nil && $0.services.contains(service)
      }
      let first =
        scenario.spread == .lowestNumber
        ? free.first : free.min { ($0.freeOrder, $0.number) < ($1.freeOrder, $1.number) }
      if let first { try callNext(first.number, at: moment) }
    }

    /// Draws as a play does: whether the customer comes, and how long it takes.
    private mutating func callNext(_ teller: Int, at moment: Int64) throws {
      guard branch.tellers[teller].mode == .manual, !branch.tellers[teller].isPaused,
        branch.tellers[teller].inHand == nil,
        branch.tellers[teller].services.contains(where: { branch.line.count(service: $0) > 0 })
      else { return }
      let ticket = try branch.next(teller: teller, at: at(moment)).ticket
      let service = scenario.services[ticket.service]
      if let absent = service.noShows, branch.state.random.unit() < absent.share {
        due[teller] = (moment + absent.time, true)
      } else {
        due[teller] = (moment + service.time.draw(from: &branch.state.random), false)
      }
    }
  }

  private static func played(_ scenario: Scenario, seed: Int) -> Record {
    var play = Play(scenario, RandomNumbers(seed: UInt64(seed)), Record())
    while play.advance(customers: .max, until: .max) {}
    play.dismiss()
    return play.log
  }

  private static func sorted(_ calls: [Called]) -> [Called] {
    calls.sorted { ($0.at, $0.teller, $0.until) < ($1.at, $1.teller, $1.until) }
  }

  @Test(
    "a day is played as it is lived, to the microsecond: pauses, grades, patience",
    arguments: 1...10)
  func automatic(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed) * 977)
    let scenario = Self.scenario(&random, hasNoShows: false)
    var life = try Life(scenario, seed: UInt64(seed), mode: { _ in .automatic })
    try check(life.lived(), Self.played(scenario, seed: seed))
  }

  @Test(
    "so is a day of people at desks, of whom some call in vain", arguments: 1...7)
  func manual(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed) * 1013)
    let scenario = Self.scenario(&random, hasNoShows: true)
    var life = try Life(scenario, seed: UInt64(seed), mode: { _ in .manual })
    try check(life.lived(), Self.played(scenario, seed: seed))
    #expect(life.noShows > 0)
  }

  /// Each service has desks of one kind; times are drawn to the microsecond, so that no two events
  /// of different kinds fall on one moment, whose order nothing says.
  @Test("and so is a day with machines for one service and people for another", arguments: 1...7)
  func mixed(_ seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed) * 1033)
    var scenario = Self.scenario(&random, hasNoShows: false)
    while scenario.services.count < 2 { scenario = Self.scenario(&random, hasNoShows: false) }
    for index in scenario.services.indices {
      scenario.services[index].time = .exponential(Int64(2_000_001 + index))
      if index % 2 == 1 { scenario.services[index].noShows = .init(share: 0.3, time: 700_003) }
    }
    for index in scenario.tellers.indices where index >= scenario.services.count {
      scenario.tellers[index].services = ServiceSet([random.below(scenario.services.count)])
    }
    var life = try Life(scenario, seed: UInt64(seed)) { teller in
      teller.services.bits.trailingZeroBitCount % 2 == 1 ? .manual : .automatic
    }
    try check(life.lived(), Self.played(scenario, seed: seed))
  }

  private func check(_ lived: Record, _ played: Record) {
    #expect(Self.sorted(lived.calls) == Self.sorted(played.calls))
    #expect(lived.left.sorted() == played.left.sorted())
    #expect(lived.calls.count + lived.left.count == Self.customers)
  }
}
