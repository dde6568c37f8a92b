import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Today at a glance")
struct TodayTests {
  private func view(_ fixture: BoardFixture, limit: Int = 5) -> TodayView {
    TodayView(of: fixture.board, fixture.reader, limit: limit)
  }

  @Test("what is due today stands first, then what is overdue, however urgent the rest is")
  func order() throws {
    var fixture = try BoardFixture()
    for index in 0..<30 {
      try fixture.add("urgent \(index)", due: "2026-12-01", tags: ["next"], state: .doing)
    }
    try fixture.add("late", due: "2026-11-19")
    try fixture.add("today", due: "today")
    try fixture.add("at three", due: "today 15:00")
    try fixture.add("at noon", due: "today 12:00")
    try fixture.add("done", due: "today", state: .done)
    let found = view(fixture)
    #expect(
      found.projects.map(\.row.title) == ["at noon", "at three", "today", "late"]
        + (0..<5).map { "urgent \($0)" })
    #expect((found.open, found.dueToday, found.overdue) == (34, 2, 2))
    #expect(
      found.remark?.en == "34 open in all, 2 due today, 2 overdue: `matectl project list`")
    #expect(
      found.remark?.ko == "남은 일은 모두 34개입니다, 오늘 마감 2개, 마감 지남 2개: `matectl project list`")
    #expect(view(fixture, limit: 0).projects.count == 4)
  }

  @Test("what is overdue is as many as a list of it has, at any minute of a day")
  func overdue() throws {
    var fixture = try BoardFixture()
    for hour in 10...23 { try fixture.add("at \(hour)", due: "2026-11-21 \(hour):00") }
    for day in 19...23 { try fixture.add("on \(day)", due: "2026-11-\(day)") }
    for hour in 0..<48 {
      fixture.now = try time("2026-11-20T15:00:00Z").adding(seconds: Double(hour) * 3600)
      var query = BoardQuery()
      query.filter.isOverdue = true
      let found = view(fixture)
      #expect(found.overdue == fixture.numbers(query).count, "\(hour)")
      query.filter.isOverdue = false
      query.filter.due = .days(from: nil, to: fixture.reader.today)
      #expect(found.dueToday + found.overdue == fixture.numbers(query).count, "\(hour)")
    }
  }

  @Test("nothing is told twice, and where all is shown nothing is counted")
  func all() throws {
    var fixture = try BoardFixture()
    try fixture.add("plain")
    try fixture.add("late", due: "2026-01-01", tags: ["next"])
    #expect(view(fixture).projects.map(\.row.title) == ["late", "plain"])
    #expect(view(fixture).remark == nil && view(fixture).nothing == nil)
  }

  @Test("a day is the reader's, on either side of the date line")
  func zones() throws {
    // It is Friday 23:30 and Sunday 00:30 there.
    for (zone, expected) in [("Pacific/Pago_Pago", (1, 0)), ("Pacific/Kiritimati", (0, 1))] {
      var fixture = try BoardFixture(now: "2026-11-21T10:30:00Z", zone: zone)
      try fixture.add("friday", due: zone == "Pacific/Pago_Pago" ? "2026-11-20" : "2026-11-21")
      try fixture.add("later", due: "2026-11-23")
      let found = view(fixture)
      #expect((found.dueToday, found.overdue) == expected, "\(zone)")
      #expect(found.projects.map(\.row.title) == ["friday", "later"])
    }
  }

  @Test("of a thousand that are overdue the first are shown and all are counted")
  func many() throws {
    var fixture = try BoardFixture()
    for index in 0..<1000 { try fixture.add("\(index)", due: "2026-11-19") }
    try fixture.add("today", due: "today")
    let found = view(fixture)
    #expect(found.projects.first?.row.title == "today" && found.projects.count == 50)
    #expect((found.open, found.overdue) == (1001, 1000))
  }

  @Test("where nothing is to be done it is said")
  func none() throws {
    let fixture = try BoardFixture()
    #expect(view(fixture).nothing != nil && view(fixture).remark == nil)
  }
}
