import Queueing
import Testing
import Values

@testable import bankd

/// What somebody who waits is told about the rest of the wait.
@Suite("Waits of those in the line")
struct TicketWaitTests {
  /// A line behind tellers with services at random, all times fixed; nobody is learned of.
  private func line(_ random: inout RandomNumbers, grades: Bool) throws -> Branch {
    var branch = Branch(seed: random.next())
    branch.tellers = []
    let words = ["deposit", "loan", "fx"]
    for (index, word) in words.enumerated() {
      _ = try branch.setService(
        word, time: .init(kind: "fixed", durationSeconds: 1.013 + 0.707 * Double(index)),
        title: nil, koreanTitle: nil)
    }
    for _ in 0...random.below(3) {
      let own = words.filter { _ in random.below(2) == 0 }
      _ = try branch.addTeller(
        services: own.isEmpty ? [words[random.below(3)]] : own, mode: .automatic, at: at(0))
    }
    // So that nobody stays for ever.
    _ = try branch.addTeller(services: words, mode: .automatic, at: at(0))
    try branch.open(at: at(0))
    branch.forecast.mostDraws = 9
    for step in 0..<(10 + random.below(30)) {
      let grade = grades ? Grade.allCases[random.below(3)] : .normal
      _ = try branch.take(
        service: words[random.below(3)], grade: grade, at: at(0.01 * Double(step)))
    }
    branch.learned = Learned()
    return branch
  }

  @Test("with fixed times everybody is told the moment of the call, alone or with all others")
  func exact() throws {
    var random = RandomNumbers(seed: 21)
    for trial in 0..<12 {
      var branch = try line(&random, grades: trial % 2 == 1)
      let moment = at(0.5 + random.unit() * 3)
      branch.advance(to: moment)
      _ = branch.takeFacts()
      let waiting = branch.line.inOrder()
      let told = branch.waits(of: waiting, at: moment)
      #expect(told.count == waiting.count)
      let alone = waiting.randomElement(using: &random)
      if let alone { #expect(branch.estimate(of: alone, at: moment) == told[alone.id]) }
      branch.advance(to: at(1000))
      let happened = branch.takeFacts().reduce(into: [Int64: WaitEstimate]()) {
        guard case .called(_, let inHand) = $1 else { return }
        let wait = inHand.calledAt.microseconds - moment.microseconds
        $0[inHand.ticket.id] = WaitEstimate(p50: wait, p90: wait)
      }
      #expect(told == happened)
    }
  }

  @Test("played teller by teller a line is what it is customer by customer")
  func twoPlays() throws {
    var random = RandomNumbers(seed: 22)
    for _ in 0..<12 {
      let branch = try line(&random, grades: true)
      let part = branch.part(of: 0)
      let workers = branch.workers(part, at: at(1))
      var customers: [Ticket] = []
      branch.line.forEachAhead(of: .normal, in: part.services) {
        customers.append($0)
        return true
      }
      var play = LinePlay(workers, draws: 1, seed: 1)
      let wanted = Array(customers.indices)
      let line = PlayedLine(
        customers.map { ($0.service, $0.grade) }, services: branch.services.count, wanted: wanted,
        [])
      let byTeller = play.calls(of: wanted, in: line).map { $0[0] }
      var other = LinePlay(workers, draws: 1, seed: 1)
      for (place, customer) in customers.enumerated() {
        #expect(abs(byTeller[place] - other.calls(of: customer.service)[0]) < 2)
        other.append(customer.service)
      }
    }
  }

  @Test("a line too long to be played is told as its formula says, without a step at its edge")
  func long() throws {
    var branch = try Branch.opened()
    _ = try branch.setService(
      "deposit", time: .init(kind: "exponential", durationSeconds: 60), title: nil,
      koreanTitle: nil)
    branch.forecast.mostDraws = 9
    _ = try branch.add(1100, service: "deposit", at: at(0))
    let waiting = branch.line.inOrder()
    let places = [799, 801, 850, 1000, 1090]
    let told = branch.waits(of: places.map { waiting[$0] }, at: at(0))
    for place in places {
      // The sum of so many exponential times of two tellers: a mean of 30 s each.
      let expected = Double(place + 1) * 30e6
      let wait = try #require(told[waiting[place].id])
      #expect(abs(Double(wait.p50) / expected - 1) < 0.03, "\(place)")
      #expect(wait.p90 > wait.p50)
    }
  }

  @Test("what cannot be known is said as that, and never as no wait")
  func unknown() throws {
    var branch = try Branch.manual(["deposit"])
    let first = try branch.take(service: "deposit", at: at(0)).ticket
    #expect(try branch.ticketState(first.number, at: at(1)).kind == .unlearned)
    #expect(ChangeEvent(ofTicket: 1, in: branch, at: at(1)).phrase == "placeUnlearned")
    _ = try branch.pauseTeller(1, at: at(2))
    #expect(try branch.ticketState(first.number, at: at(2)).kind == .unknown)
    #expect(ChangeEvent(ofTicket: 1, in: branch, at: at(2)).phrase == "placeUnknown")
    _ = try branch.resumeTeller(1, at: at(3))
    _ = try branch.next(teller: 1, at: at(10))
    let second = try branch.take(service: "deposit", at: at(20)).ticket
    _ = try branch.take(service: "deposit", at: at(20))
    let state = try branch.ticketState(second.number, at: at(30))
    #expect(state.kind == .waiting)
    #expect((state.estimate?.p50Seconds ?? 0) > 0)
    #expect(ChangeEvent(ofTicket: 2, in: branch, at: at(30)).phrase == "place")
    // Whoever is kept for tomorrow is told no wait of today, before the night and in it.
    try branch.close(keepsLine: true, at: at(40))
    #expect(try branch.ticketState(second.number, at: at(40)).kind == .kept)
    _ = try branch.done(teller: 1, at: at(50))
    #expect(branch.phase == .closed)
    let kept = try branch.ticketState(second.number, at: at(60))
    #expect(kept.kind == .kept)
    #expect(kept.estimate == nil)
    #expect(kept.position == 1)
    #expect(ChangeEvent(ofTicket: 2, in: branch, at: at(60)).phrase == "placeKept")
    // In the morning nobody is counted on who has called nobody yet, whatever they did the day before.
    try branch.open(at: at(86_400))
    #expect(try branch.ticketState(second.number, at: at(86_400)).kind == .unlearned)
    _ = try branch.next(teller: 1, at: at(86_410))
    let third = branch.waitingNumbers[0]
    let known = try branch.ticketState(third, at: at(86_411))
    #expect(known.kind == .waiting && (known.estimate?.p50Seconds ?? 0) > 0)
  }
}

@Suite("TimeTable")
struct TimeTableTests {
  private func table(_ count: Int, _ random: inout RandomNumbers) -> (TimeTable, [Double]) {
    let times = (0..<count).map { _ in Int64(100e6 + 200e6 * random.unit()) }
    return (TimeTable(times.map { .init(time: $0, weight: 1) }), times.map(Double.init))
  }

  @Test("drawn times have the mean of those that were seen", arguments: [2, 5, 12, 48])
  func unbiased(_ count: Int) {
    var random = RandomNumbers(seed: 31)
    for _ in 0..<5 {
      let (table, times) = table(count, &random)
      let mean = times.reduce(0, +) / Double(count)
      let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
      let grid = (0..<1000).map { table.quantile((Double($0) + 0.5) / 1000) }
      let drawn = grid.reduce(0, +) / 1000
      let square = grid.reduce(0) { $0 + ($1 - drawn) * ($1 - drawn) } / 1000
      #expect(abs(drawn / mean - 1) < 0.003)
      #expect(abs(square / variance - 1) < 0.02)
    }
  }

  @Test("the share below a quantile is that of the quantile", arguments: [1, 2, 5, 48])
  func inverse(_ count: Int) {
    var random = RandomNumbers(seed: 32)
    let (table, _) = table(count, &random)
    let edge = 0.5 / Double(count)
    for _ in 0..<200 {
      let share = edge + random.unit() * (1 - 2 * edge)
      #expect(count == 1 || abs(table.share(below: table.quantile(share)) - share) < 1e-9)
    }
    #expect(table.share(below: 1) == 0)
    #expect(table.share(below: 1e12) == 1)
  }

  @Test("what remains is as long as the rest of those who lasted as long")
  func remaining() {
    var random = RandomNumbers(seed: 33)
    let (table, _) = table(40, &random)
    for elapsed in [0, 120e6, 200e6, 250e6] {
      let below = elapsed == 0 ? 0 : table.share(below: elapsed)
      let rest = (0..<500).map {
        table.quantile(below + (Double($0) + 0.5) / 500 * (1 - below)) - elapsed
      }
      let expected = rest.reduce(0, +) / 500
      let drawn = (0..<2000).map { _ in table.remaining(after: elapsed, &random) }
      #expect(abs(drawn.reduce(0, +) / 2000 / expected - 1) < 0.06, "\(elapsed)")
    }
    // Longer than anybody: it goes on, and nobody says that it is over.
    #expect(table.remaining(after: 900e6, &random) > 0)
  }
}
