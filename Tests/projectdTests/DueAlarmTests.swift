import CivilTime
import TaskFormats
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

  @Test("reminders ring once each, at their time or before the deadline, wherever it stands")
  func reminders() throws {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<20 {
      var fixture = try BoardFixture()
      let alarm = alarm(fixture)
      var times: [(Int64, Int)] = []
      for index in 0..<30 {
        let day = Int.random(in: 10...28, using: &numbers)
        let due = ["2026-11-\(day)", "2026-11-\(day) 08:00", nil][index % 3]
        let number = try fixture.add("p", due: due, state: index % 5 == 0 ? .done : .todo)
        for _ in 0..<Int.random(in: 0...2, using: &numbers) {
          let seconds = Int.random(in: 0...400, using: &numbers) * 3600
          let at = fixture.now.adding(seconds: Double(seconds - 700_000))
          let reminder: Reminder =
            due == nil || seconds % 2 == 0 ? .at(at) : .beforeDue(seconds: seconds)
          guard let edit = try? fixture.board.remind(ProjectReference(number: number), reminder)
          else { continue }
          fixture.apply([edit])
          guard fixture.board[number].state != .done else { continue }
          // In Seoul a day begins at 15:00 UTC of the one before.
          let midnight = try time("2026-11-\(day)T00:00:00Z").wholeSeconds - 9 * 3600
          let rings =
            switch reminder {
            case .at(let at): at.wholeSeconds
            case .beforeDue: midnight + (index % 3 == 1 ? 8 * 3600 : 0) - Int64(seconds)
            }
          times.append((rings, number - 1))
        }
      }
      for hours in stride(from: -300, to: 300, by: 17) {
        let start = fixture.now.adding(seconds: Double(hours) * 3600)
        let end = start.adding(seconds: 17 * 3600)
        let next = alarm.nextReminder(fixture.board, after: start)
        let ahead = times.map(\.0).filter { $0 > start.wholeSeconds }
        #expect(next?.wholeSeconds == ahead.min())
        let rung = times.filter { $0.0 > start.wholeSeconds && $0.0 <= end.wholeSeconds }
        let found = alarm.reminded(fixture.board, after: start, through: end)
        #expect(Set(found) == Set(rung.map(\.1)) && found.count == Set(found).count)
      }
    }
  }

  @Test("what is taken back, removed or done rings no more")
  func quiet() throws {
    var fixture = try BoardFixture()
    let number = try fixture.add("p", due: "2026-11-23")
    fixture.apply([
      try fixture.board.remind(ProjectReference(number: number), .beforeDue(seconds: 3600))
    ])
    let alarm = alarm(fixture)
    #expect(alarm.nextReminder(fixture.board, after: fixture.now) != nil)
    let live = fixture
    fixture.apply(try fixture.board.remove(references("1")))
    #expect(alarm.nextReminder(fixture.board, after: fixture.now) == nil)
    fixture = live
    fixture.apply(try fixture.move(references("1"), to: .done))
    #expect(alarm.nextReminder(fixture.board, after: fixture.now) == nil)
    fixture = live
    fixture.apply([try fixture.board.remind(ProjectReference(number: number), nil)])
    #expect(alarm.nextReminder(fixture.board, after: fixture.now) == nil)
    #expect(fixture.board.reminded.isEmpty)
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
