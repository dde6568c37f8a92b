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
      ("25초마다", .even(every: 25_000_000)),
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
    for words in ["90% within 5m", "90% 5분 이내", "90% 300", "5m", "90% in 5 min", "5분", "5분 이내 90%"]
    {
      let target = try PlanWords.target(words)
      #expect(target == (0.9, 300_000_000), "\(words)")
    }
    for words in ["", "90%", "5x", "0% within 5m", "100% within 5m", "90 within 5m", "90% 90%"] {
      #expect(throws: BankError.self) { try PlanWords.target(words) }
    }
  }
}
