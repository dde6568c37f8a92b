import Testing

@testable import Queueing
@testable import bankd

/// Newcomers of a play: as many as were seen, but not more than a line that grows without end needs.
@Suite("Played lines")
struct PlayedLineTests {
  /// How many newcomers come within 1,000 seconds, where so many were seen within ten.
  private static func newcomers(_ seen: Double, shortest: Double, seed: UInt64) -> Int {
    var random = RandomNumbers(seed: seed)
    var line = PlayedLine(
      [(0, .normal)], services: 1, wanted: [0],
      [.init(service: 0, grade: .vip, count: seen, over: 10_000_000)])
    line.begin(&random, shortest: [shortest])
    line.admit(until: 1_000_000_000, &random)
    var count = 0
    while line.pending > 0, line.take(for: ServiceSet([0]), at: 1) != nil { count += 1 }
    // The last one that was called is the one who waited before.
    return count - 1
  }

  @Test("a crowd that nobody could serve is bounded, another is not", arguments: 1...20)
  func crowds(_ seed: UInt64) {
    // At most one in 800 ms: 1,250, within five standard deviations.
    let bounded = Self.newcomers(500, shortest: 800_000, seed: seed)
    #expect((1073...1427).contains(bounded), "\(bounded)")
    let few = Self.newcomers(2, shortest: 800_000, seed: seed)
    #expect(few == Self.newcomers(2, shortest: 0, seed: seed) || few >= 1073)
    #expect(Self.newcomers(500, shortest: 0, seed: seed) > 30_000)
  }
}
