import IPCProtocol
import Testing

@testable import projectd

@Suite("Urgency")
struct UrgencyTests {
  @Test(
    "the share of a deadline is that of Taskwarrior",
    arguments: [
      (30.0, 0.2), (14.0, 0.2), (7.0, 5.6 / 21 + 0.2), (0.0, 11.2 / 21 + 0.2),
      (-3.5, 14.0 / 21 + 0.2), (-7.0, 1.0), (-365.0, 1.0),
    ] as [(Double, Double)])
  func dueShare(days: Double, share: Double) {
    #expect(abs(Urgency.dueShare(days: days) - share) < 1e-12)
  }

  @Test("terms add up: doing 4, two tags 0.9, the tag next 15, a group 1, half a year 1")
  func terms() throws {
    var fixture = try BoardFixture()
    try fixture.add("plain")
    try fixture.add("rich", tags: ["a", "next"], group: "g", state: .doing)
    #expect(Urgency(fixture.board.keys[0], fixture.reader.clock).score == 0)
    #expect(abs(Urgency(fixture.board.keys[1], fixture.reader.clock).score - 20.9) < 1e-12)
    fixture.now = fixture.now.adding(seconds: 182.5 * 86_400)
    #expect(abs(Urgency(fixture.board.keys[0], fixture.reader.clock).score - 1) < 1e-9)
    #expect(abs(Urgency(fixture.board.keys[1], fixture.reader.clock).score - 21.9) < 1e-9)
  }

  @Test("what is done is not urgent")
  func done() throws {
    var fixture = try BoardFixture()
    try fixture.add("done", due: "어제", tags: ["next"], state: .done)
    #expect(Urgency(fixture.board.keys[0], fixture.reader.clock).score == 0)
    #expect(Urgency.reasons(fixture.board.keys[0], fixture.reader.clock).isEmpty)
  }

  @Test("reasons are said, the heaviest first")
  func reasons() throws {
    var fixture = try BoardFixture()
    try fixture.add("late", due: "2026-11-18", tags: ["a"], group: "home", state: .doing)
    try fixture.add("soon", due: "2026-11-23")
    try fixture.add("today", due: "today")
    func reasons(_ number: Int) -> [String] {
      Urgency.reasons(fixture.board.keys[number - 1], fixture.reader.clock).map(\.text.en)
    }
    #expect(reasons(1) == ["overdue by 3 days", "in progress", "in a group", "1 tag"])
    #expect(reasons(2) == ["due in 2 days"])
    #expect(reasons(3) == ["due within a day"])
    #expect(
      Urgency.reasons(fixture.board.keys[0], fixture.reader.clock).map(\.text.ko)
        == ["마감 3일 지남", "진행 중", "그룹에 속함", "태그 1개"])
  }
}
