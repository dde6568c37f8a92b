import Testing

@testable import Queueing

/// Tellers hour by hour, beside days that are played with them.
@Suite struct HourStaffingTests {
  private static let minute: Int64 = 60_000_000
  private static let hour: Int64 = 3_600_000_000

  /// The shares in time with so many tellers an hour, by teller and not by the search's own way.
  private static func within(
    _ service: Scenario.Service, _ record: [Int64], _ tellers: [Int], seed: UInt64,
    days: Int = 800
  ) -> [Figure?] {
    let scenario = Scenario(
      services: [service],
      tellers: (0..<(tellers.max() ?? 0)).map { teller in
        var shifts: [Range<Int64>] = []
        for (index, count) in tellers.enumerated() where count > teller {
          let range = Int64(index) * hour..<(Int64(index) + 1) * hour
          if shifts.last?.upperBound == range.lowerBound, let last = shifts.popLast() {
            shifts.append(last.lowerBound..<range.upperBound)
          } else {
            shifts.append(range)
          }
        }
        if let last = shifts.last, last.upperBound == Int64(tellers.count) * hour {
          shifts[shifts.count - 1] = last.lowerBound..<Int64.max
        }
        return .init(services: ServiceSet([0]), shifts: shifts)
      }, record: record.map { .init(at: $0, service: 0) }, closes: Int64(tellers.count) * hour)
    var simulation = Simulation(
      scenario, .days(days), seed: seed, target: 5 * minute, byHour: true)
    while simulation.step() {}
    return simulation.figures.hours.map(\.within)
  }

  private static func search(
    _ service: Scenario.Service, _ record: [Int64] = [], hours: Int, limit: Int = 20,
    share: Double = 0.9
  ) async throws -> HourStaffing.Found {
    try await HourStaffing(
      service: service, record: record, hours: hours, share: share, target: 5 * minute,
      limit: limit, seed: 3
    ).search { _ in }
  }

  @Test(
    "every hour holds, and none can give up a teller",
    arguments: [ServiceTime.fixed(4 * minute), .exponential(4 * minute)])
  func fewest(_ time: ServiceTime) async throws {
    let service = Scenario.Service(arrivals: .hourly([3, 9]), time: time)
    let found = try await Self.search(service, hours: 2)
    let tellers = found.hours.map(\.tellers)
    #expect(found.isReached && found.hours.map(\.came) == [3, 9])
    // Where it is not close, all days say the same: none that holds here misses there.
    let shares = Self.within(service, [], tellers, seed: 3).map { $0?.mean ?? 0 }
    #expect(zip(shares, found.hours).allSatisfy { $0 >= 0.9 || $1.isClose }, "\(shares)")
    for hour in 0..<2 where tellers[hour] > 1 && !found.hours[hour].isClose {
      var fewer = tellers
      fewer[hour] -= 1
      let shares = Self.within(service, [], fewer, seed: 3)
      #expect(shares.contains { ($0?.mean ?? 1) < 0.9 }, "\(fewer)")
    }
    // Chance of its own: with other days the shares are the same within what is told of them.
    for (own, other) in zip(found.hours, Self.within(service, [], tellers, seed: 99)) {
      let (own, other) = (try #require(own.within), try #require(other))
      #expect(other.low <= own.high + 0.02 && own.low <= other.high + 0.02)
    }
  }

  @Test(
    "an hour within a hair of the target is played on, and is said to be close", arguments: 1...3)
  func aHair(_ tellers: Int) async throws {
    let service = Scenario.Service(
      arrivals: .hourly([Double(12 * tellers)]), time: .exponential(4 * Self.minute))
    let figures = Self.within(service, [], [tellers], seed: 8, days: 20_000)
    let reached = try #require(figures[0]).mean
    let close = try await Self.search(service, hours: 1, share: reached)
    #expect(close.hours[0].isClose, "\(close.hours)")
    // The same days of one seed decide nothing: those who are asked for less are far from it.
    let clear = try await Self.search(service, hours: 1, share: reached - 0.1)
    #expect(!clear.hours[0].isClose && clear.hours[0].tellers <= tellers, "\(clear.hours)")
    let more = try await Self.search(service, hours: 1, share: reached + 0.1)
    #expect(!more.hours[0].isClose && more.hours[0].tellers > tellers, "\(more.hours)")
  }

  @Test("a record is a day too, and fixed times that never meet need one teller")
  func record() async throws {
    let moments = (0..<24).map { Int64($0) * 5 * Self.minute }
    let service = Scenario.Service(arrivals: .none, time: .fixed(4 * Self.minute))
    let found = try await Self.search(service, moments, hours: 3)
    #expect(found.hours.map(\.tellers) == [1, 1, 1])
    #expect(found.hours.map(\.came) == [12, 12, 0])
    #expect(found.hours.map { $0.within?.mean } == [1, 1, nil] && found.hours[2].theory == nil)
  }

  @Test("an hour that nothing helps costs the hours before it no tellers")
  func oneIsBeyond() async throws {
    let service = Scenario.Service(
      arrivals: .hourly([20, 90, 60]), time: .exponential(4 * Self.minute))
    let found = try await Self.search(service, hours: 3, limit: 6)
    #expect(found.missed.contains(1) && found.hours[0].tellers == 3, "\(found.hours)")
    #expect(found.hours[1].tellers == 6)
  }

  @Test("what nobody can reach is said, with what is reached")
  func beyond() async throws {
    let service = Scenario.Service(
      arrivals: .hourly([60, 60]), time: .exponential(4 * Self.minute))
    let found = try await Self.search(service, hours: 2, limit: 3)
    #expect(!found.isReached && found.hours.map(\.tellers) == [3, 3])
    let reached = try #require(found.hours[1].within)
    #expect((0.01..<0.5).contains(reached.mean))
  }
}
