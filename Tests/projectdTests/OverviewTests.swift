import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Agenda, calendar and burndown")
struct OverviewTests {
  @Test("the agenda has what is overdue, then each day with its deadlines and what can be begun")
  func agenda() throws {
    var fixture = try BoardFixture()
    try fixture.add("late", due: "2026-11-19")
    try fixture.add("today", due: "today")
    try fixture.add("noon", due: "내일 정오")
    try fixture.add("tomorrow", due: "tomorrow")
    try fixture.add("far", due: "2026-11-28")
    try fixture.add("done", due: "today", state: .done)
    let new = NewProject(
      title: "begins", plan: PlanChanges(scheduled: CalendarTime("2026-11-22")))
    fixture.apply([try fixture.board.add(new, id: UUID(high: 3, low: 3), at: fixture.now)])
    func lines(_ days: Int, _ step: AgendaView.Step) -> [String] {
      AgendaView(of: fixture.board, fixture.reader, days: days, by: step).rows.map { row in
        [row.heading?.en, row.row.title, row.when?.en].compactMap { $0 }.joined(separator: " | ")
      }
    }
    #expect(
      lines(7, .day) == [
        "Overdue | late | Thu 19 Nov", "Today, Sat 21 Nov | today",
        "Tomorrow, Sun 22 Nov | noon | 12:00", "tomorrow", "begins | can be begun",
      ])
    #expect(
      lines(8, .week) == [
        "Overdue | late | Thu 19 Nov", "Week of Mon 16 Nov | today | Sat 21 Nov",
        "noon | Sun 22 Nov 12:00", "tomorrow | Sun 22 Nov", "begins | can be begun",
        "Week of Mon 23 Nov | far | Sat 28 Nov",
      ])
  }

  @Test("in a context the agenda and the month have what is in it, and say so")
  func context() throws {
    var fixture = try BoardFixture()
    try fixture.add("work", due: "tomorrow", group: "work")
    try fixture.add("home", due: "tomorrow", group: "home")
    try fixture.add("none", group: "garden")
    func seen(_ group: String) -> (AgendaView, MonthView) {
      let condition = Condition.group(GroupMatch(group))
      let (board, reader) = (fixture.board, fixture.reader)
      return (
        AgendaView(of: board, reader, days: 7, by: .day, in: condition, named: group),
        MonthView(of: board, reader.today, reader, in: condition, named: group)
      )
    }
    let (agenda, month) = seen("work")
    #expect(agenda.rows.map(\.row.title) == ["work"] && agenda.nothing == nil)
    #expect(month.days.map(\.due) == [1])
    let remark = "kept to the context work; `matectl project context use none` shows all"
    #expect(agenda.remark?.en == remark && month.text.en.hasSuffix("\n" + remark))
    let (garden, bare) = seen("garden")
    #expect(garden.rows.isEmpty && bare.days.isEmpty)
    #expect(garden.nothing?.en.contains("1 open without a deadline") == true)
    #expect(seen("nowhere").0.nothing?.en.contains("in nowhere") == true)
  }

  @Test("a month has its days under their weekdays, with what is due")
  func month() throws {
    var fixture = try BoardFixture()
    try fixture.add("late", due: "2026-11-19")
    for _ in 0..<3 { try fixture.add("day", due: "2026-11-30") }
    try fixture.add("next", due: "2026-12-01")
    try fixture.add("done", due: "2026-11-02", state: .done)
    let today = fixture.reader.today
    let view = MonthView(of: fixture.board, today, fixture.reader)
    #expect(view.month == "2026-11" && view.days.map(\.due) == [1, 3])
    #expect(view.days.map(\.overdue) == [true, false])
    let lines = view.text.en.split(separator: "\n").map(String.init)
    #expect(lines[0] == "November 2026" || lines[0] == "Nov 2026")
    // 1 November 2026 is a Sunday: six days of eight columns stand before it.
    #expect(lines[2] == String(repeating: " ", count: 48) + "  1")
    #expect(lines[5].contains("[21]") && lines[5].contains(" 19 ·1!"))
    #expect(lines[7].hasPrefix(" 30 ·3"))
    let columns = lines[1].split(separator: " ").map(String.init)
    #expect(columns == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
  }

  @Test("the burndown counts what a simple count of each day's end comes to")
  func burndown() throws {
    var fixture = try BoardFixture(now: "2026-10-20T03:00:00Z")
    var random = SeededNumbers(seed: 5)
    for step in 0..<150 {
      fixture.now = fixture.now.adding(seconds: Double(random.below(40_000)))
      switch random.below(4) {
      case 0 where fixture.board.liveCount > 0:
        let open = fixture.board.projects.filter { $0.state != .done && !$0.isRemoved }
        guard let project = open.randomElement(using: &random) else { continue }
        let reference = ProjectReference(number: project.number)
        fixture.apply(
          random.chance(80)
            ? try fixture.move([reference], to: .done) : try fixture.board.remove([reference]))
      default: try fixture.add("task \(step)")
      }
    }
    let reader = fixture.reader
    let view = BurndownView(of: fixture.board, reader, days: 20)
    #expect(view.days.count == 20 && view.days.last?.date == reader.today.description)
    for day in view.days {
      let date = try #require(CivilDate(day.date))
      func isThere(_ time: Timestamp?) -> Bool {
        time.map { reader.zone.date(at: $0) <= date } ?? false
      }
      let live = fixture.board.projects.filter { !$0.isRemoved }
      #expect(day.open == live.count { isThere($0.createdAt) && !isThere($0.completedAt) })
      #expect(day.added == live.count { reader.zone.date(at: $0.createdAt) == date })
      #expect(day.done == live.count { $0.completedAt.map { reader.zone.date(at: $0) } == date })
    }
    #expect(view.days.map(\.done).reduce(0, +) > 3)
  }

  @Test("a monthly rule says what becomes of months that do not have its day")
  func remark() throws {
    var fixture = try BoardFixture()
    for (due, rule, isTold) in [
      ("2026-12-31", "monthly", true), ("2026-12-29", "every 3 months", true),
      ("2026-12-28", "monthly", false), ("2026-12-31", "매월 말일", false),
      ("2026-12-31", "yearly", false),
    ] {
      let number = try fixture.add("a", due: due, repeats: rule)
      #expect((MonthRemark.text(fixture.board[number]) != nil) == isTold, "\(due) \(rule)")
    }
    // What it advises is understood.
    #expect(try repetition("every month on the last day") == repetition("매월 말일"))
  }
}
