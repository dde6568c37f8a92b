import Testing
import Values

@testable import CivilTime

@Suite("PosixZoneRule")
struct PosixZoneRuleTests {
  private func zone(_ text: String) throws -> TimeZoneRules {
    try #require(TimeZoneRules(rule: text))
  }

  private func offset(_ rule: String, _ instant: String) throws -> Int {
    try zone(rule).type(at: #require(Timestamp(rfc3339: instant))).offset
  }

  @Test("a rule without summer time is one offset, east with a minus")
  func fixed() throws {
    #expect(try offset("KST-9", "2026-11-21T00:00:00Z") == 32_400)
    #expect(try offset("<+0330>-3:30", "2026-11-21T00:00:00Z") == 12_600)
    #expect(try offset("<-03>3", "2026-11-21T00:00:00Z") == -10_800)
    #expect(try offset("ABC-0:00:07", "2026-11-21T00:00:00Z") == 7)
  }

  @Test("summer time begins and ends to the second")
  func changes() throws {
    let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(try offset(rule, "2026-03-29T00:59:59Z") == 3600)
    #expect(try offset(rule, "2026-03-29T01:00:00Z") == 7200)
    #expect(try offset(rule, "2026-10-25T00:59:59Z") == 7200)
    #expect(try offset(rule, "2026-10-25T01:00:00Z") == 3600)
  }

  @Test("days of a year count with and without 29 February")
  func days() throws {
    // J60 is 1 March in every year; 59 is 1 March in common years and 29 February in leap years.
    #expect(try offset("AAA0BBB,J60/0,J300/0", "2024-02-29T12:00:00Z") == 0)
    #expect(try offset("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z") == 3600)
    #expect(try offset("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z") == 3600)
    #expect(try offset("AAA0BBB,59/0,300/0", "2023-03-01T00:00:00Z") == 3600)
    #expect(try offset("AAA0BBB,59/0,300/0", "2023-02-28T23:59:59Z") == 0)
  }

  @Test("summer time all year has no hole at New Year: RFC 8536, section 3.3.1")
  func allYear() throws {
    let rule = "XXX3EDT4,0/0,J365/23"
    for instant in ["2026-01-01T02:59:59Z", "2026-01-01T03:00:00Z", "2026-07-01T00:00:00Z"] {
      #expect(try offset(rule, instant) == -14_400)
    }
  }

  @Test("times may lie on another day: the Saturday before the last Sunday at 22:00")
  func extendedHours() throws {
    let rule = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
    #expect(try offset(rule, "2026-03-29T00:59:59Z") == -7200)
    #expect(try offset(rule, "2026-03-29T01:00:00Z") == -3600)
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      "", "KS-9", "KST", "KST-25", "KST-9:60", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5",
      "CET-1CEST,366,5", "CET-1CEST,M3.5.0/168,M10.5.0", "<+03-3", "KST-9 ", "Asia/Seoul",
    ])
  func refused(text: String) { #expect(PosixZoneRule(text) == nil) }
}
