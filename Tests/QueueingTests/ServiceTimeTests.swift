import Testing

@testable import Queueing

@Suite("ServiceTime")
struct ServiceTimeTests {
  private func draws(_ time: ServiceTime, _ count: Int) -> [Int64] {
    var random = RandomNumbers(seed: 11)
    return (0..<count).map { _ in time.draw(from: &random) }
  }

  @Test("a fixed time is always itself")
  func fixed() {
    #expect(Set(draws(.fixed(700_000), 100)) == [700_000])
  }

  @Test("exponential times have their mean and its square as variance")
  func exponential() {
    let times = draws(.exponential(1_000_000), 200_000).map(Double.init)
    let mean = times.reduce(0, +) / 200_000
    let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200_000
    // Four standard errors of the mean, and of the variance of an exponential distribution.
    #expect(abs(mean - 1e6) < 4 * 1e6 / 447)
    #expect(abs(variance - 1e12) < 4 * 2.83e12 / 447)
  }

  @Test("uniform times reach both ends and nothing beyond")
  func uniform() {
    #expect(Set(draws(.uniform(2000, 2003), 1000)) == [2000, 2001, 2002, 2003])
    #expect(Set(draws(.uniform(5000, 5000), 10)) == [5000])
  }

  @Test("empirical times are those that were measured")
  func empirical() {
    let time = ServiceTime.empirical(.init([3000, 1000, 3000]))
    #expect(Set(draws(time, 1000)) == [1000, 3000])
  }

  @Test(
    "what remains of a service follows from its distribution",
    arguments: [
      (ServiceTime.fixed(1000), 400, 600.0, 0.0), (.fixed(1000), 2000, 0, 0),
      (.exponential(1000), 5000, 1000, 1_000_000), (.uniform(1000, 4000), 0, 2500, 750_000),
      // From 2000 to 4000, less the 2000 that have gone by.
      (.uniform(1000, 4000), 2000, 1000, 2000 * 2000 / 12.0),
      (.empirical(.init([1000, 2000, 6000])), 0, 3000, 14e6 / 3),
      // 2000 and 6000 are left: mean 4000, variance 2000².
      (.empirical(.init([1000, 2000, 6000])), 1000, 3000, 4_000_000),
      (.empirical(.init([1000, 2000])), 2000, 0, 0),
    ] as [(ServiceTime, Int64, Double, Double)])
  func remaining(_ time: ServiceTime, _ elapsed: Int64, _ mean: Double, _ variance: Double) {
    let rest = time.remaining(after: elapsed)
    #expect(abs(rest.mean - mean) < 1e-6)
    #expect(abs(rest.variance - variance) < 1e-3)
  }

  @Test(
    "a time is stored as a line and read back",
    arguments: [
      ServiceTime.fixed(700_000), .exponential(1), .uniform(5, 9), .empirical(.init([4, 2, 9])),
    ])
  func stored(_ time: ServiceTime) {
    #expect(ServiceTime(stored: time.stored) == time)
  }

  @Test(
    "a damaged line is no time",
    arguments: ["", "fixed", "fixed x", "fixed 1 2", "uniform 9 5", "empirical", "normal 1"])
  func damaged(_ line: String) {
    #expect(ServiceTime(stored: line) == nil)
  }
}
