import CivilTime
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("DueAlarm")
struct DueAlarmTests {
  private func alarm(_ fixture: BoardFixture) -> DueAlarm { DueAlarm(zone: fixture.zone) }

  @Test("a time is told of when it comes, a date at nine in its morning")
  func times() throws {
    // 13:00 on the 21st in Seoul.
    var fixture = try BoardFixture()
    try fixture.add("date", due: "2026-11-22")
    try fixture.add("time", due: "2026-11-22 08:00")
    try fixture.add("elsewhere", due: "2026-11-22T01:00Z")
    let next = alarm(fixture).next(fixture.board, after: fixture.now)
    #expect(try next == time("2026-11-21T23:00:00Z"))
    let second = try alarm(fixture).next(fixture.board, after: #require(next))
    #expect(try second == time("2026-11-22T00:00:00Z"))
    let third = try alarm(fixture).next(fixture.board, after: #require(second))
    #expect(try third == time("2026-11-22T01:00:00Z"))
    #expect(try alarm(fixture).next(fixture.board, after: #require(third)) == nil)
  }

  @Test("each is told once, by time, and nothing that is done")
  func once() throws {
    var fixture = try BoardFixture()
    try fixture.add("late", due: "2026-11-21 15:00")
    try fixture.add("early", due: "2026-11-21 14:00")
    try fixture.add("done", due: "2026-11-21 14:30", state: .done)
    try fixture.add("past", due: "2026-11-21 12:00")
    try fixture.add("none")
    let (start, end) = (fixture.now, try time("2026-11-21T06:00:00Z"))
    #expect(alarm(fixture).due(fixture.board, after: start, through: end) == [1, 0])
    #expect(alarm(fixture).due(fixture.board, after: end, through: end).isEmpty)
    let between = try time("2026-11-21T05:30:00Z")
    #expect(alarm(fixture).due(fixture.board, after: start, through: between) == [1])
    #expect(alarm(fixture).due(fixture.board, after: between, through: end) == [0])
  }

  @Test("the next alarm is the one that a look at all of them finds")
  func search() throws {
    var numbers = SeededNumbers(seed: 9)
    var fixture = try BoardFixture()
    for index in 0..<200 {
      let hour = Int.random(in: 0..<24, using: &numbers)
      let day = Int.random(in: 10...28, using: &numbers)
      let clock = index % 3 == 0 ? "" : " \(hour < 10 ? "0" : "")\(hour):00"
      try fixture.add("p", due: "2026-11-\(day)\(clock)", state: index % 5 == 0 ? .done : .todo)
    }
    let alarm = alarm(fixture)
    for hours in stride(from: -300, to: 300, by: 7) {
      let start = fixture.now.adding(seconds: Double(hours) * 3600)
      let open = fixture.board.keys.filter { $0.state != .done }
      let all = open.map { alarm.seconds($0.due) }.filter { $0 > start.wholeSeconds }
      let next = alarm.next(fixture.board, after: start)
      #expect(next?.wholeSeconds == all.min())
    }
  }
}
