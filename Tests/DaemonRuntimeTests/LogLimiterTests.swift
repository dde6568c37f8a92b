import Testing

@testable import DaemonRuntime

@Suite("LogLimiter")
struct LogLimiterTests {
  private static let refusals = LogLimiter.Source(kind: "refused", user: "1000")

  private func second(_ number: Double) -> UInt64 { UInt64(number * 1e6) }

  /// How many of so many entries are written, at even steps from one second to another.
  private func admitted(
    _ limiter: inout LogLimiter, _ count: Int, from: Double, to: Double,
    _ source: LogLimiter.Source = refusals
  ) -> Int {
    (0..<count).count { index in
      let at = from + (to - from) * Double(index) / Double(count)
      return limiter.admits(source, at: second(at))
    }
  }

  @Test("a hundred at once are written, then ten a second, and the rest is counted")
  func burst() {
    var limiter = LogLimiter()
    let first = admitted(&limiter, 1000, from: 5, to: 5)
    #expect(first == 100)
    let omissions = limiter.takeOmissions()
    #expect(omissions == [.init(source: Self.refusals, count: 900)])
    let nothing = limiter.takeOmissions()
    #expect(nothing.isEmpty)
    let later = admitted(&limiter, 10_000, from: 5, to: 15)
    #expect((99...100).contains(later))
  }

  @Test("a flood of days leaves what would fit into a file many times over")
  func longFlood() {
    var limiter = LogLimiter()
    let day = 86_400.0
    let written = admitted(&limiter, 200_000, from: 0, to: day)
    // 4,000, and one every ten seconds.
    #expect((12_600...12_700).contains(written), "\(written)")
    // After a quiet night all is as it was.
    let burst = admitted(&limiter, 1000, from: 2 * day, to: 2 * day)
    #expect(burst == 100)
  }

  @Test("what one user causes leaves room for others, and for other kinds")
  func apart() {
    var limiter = LogLimiter()
    _ = admitted(&limiter, 10_000, from: 0, to: 1)
    for source in [
      LogLimiter.Source(kind: "refused", user: "1001"), .init(kind: "limit", user: "1000"),
      .init(kind: "refused", user: nil),
    ] {
      let written = admitted(&limiter, 50, from: 1, to: 1, source)
      #expect(written == 50)
    }
  }

  @Test("however many users there are, what is written and what is kept in memory is bounded")
  func manyUsers() {
    var limiter = LogLimiter()
    var written = 0
    for user in 0..<100_000 {
      let source = LogLimiter.Source(kind: "refused", user: String(user))
      if limiter.admits(source, at: second(Double(user) / 1e6)) { written += 1 }
    }
    #expect(written < 256 + 100 + 2)
    let omitted = limiter.takeOmissions().reduce(0) { $0 + $1.count }
    #expect(omitted == 100_000 - written)
  }

  @Test("a clock that stands still or goes back fills no bucket")
  func clock() {
    var limiter = LogLimiter()
    _ = admitted(&limiter, 100, from: 100, to: 100)
    for _ in 0..<2 {
      let isAdmitted = limiter.admits(Self.refusals, at: second(50))
      #expect(!isAdmitted)
    }
  }
}
