import Testing
import Values

@testable import transitd

@Suite("KoreaTime")
struct KoreaTimeTests {
  @Test("times are Korea's, with or without decimals")
  func reading() {
    #expect(KoreaTime.timestamp("2026-09-08 10:57:15")?.description == "2026-09-08T01:57:15.000Z")
    #expect(KoreaTime.timestamp("2021-10-14 18:06:56.0")?.description == "2021-10-14T09:06:56.000Z")
    #expect(KoreaTime.timestamp("2026-02-30 10:57:15") == nil)
    #expect(KoreaTime.timestamp("20260908") == nil)
  }

  @Test("the day of the quota begins at midnight in Korea")
  func midnight() throws {
    let late = try #require(KoreaTime.timestamp("2026-09-08 23:59:59"))
    let next = KoreaTime.nextMidnight(after: late)
    #expect(next.description == "2026-09-08T15:00:00.000Z")
    #expect(KoreaTime.midnight(before: late).adding(seconds: 86_400) == next)
    #expect(KoreaTime.midnight(before: next) == next)
    #expect(KoreaTime.clock(late) == "23:59")
    #expect(KoreaTime.clock(next) == "00:00")
  }
}

@Suite("SubwayLine")
struct SubwayLineTests {
  @Test(
    "a line is found as people say it",
    arguments: [
      ("2", 1002), ("2호선", 1002), ("Line 2", 1002), ("1063", 1063), ("경의중앙", 1063),
      ("경의중앙선", 1063), ("gtx-a", 1032), ("GTXA", 1032), ("공항철도", 1065), ("AREX", 1065),
    ])
  func named(text: String, id: Int) {
    #expect(SubwayLine(named: text)?.id == id)
  }

  @Test("a word that is no line is none", arguments: ["", "강남", "호선", "99", "0", "1999"])
  func unnamed(text: String) {
    #expect(SubwayLine(named: text) == nil)
  }
}
