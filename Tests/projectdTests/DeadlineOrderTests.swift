import CivilTime
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("The order of deadlines")
struct DeadlineOrderTests {
  /// Beside one where clocks are never changed, and on days when they are.
  private static let places: [(zone: String, now: String)] = [
    ("Asia/Seoul", "2026-12-04T03:00:00Z"), ("Pacific/Kiritimati", "2026-12-04T03:00:00Z"),
    ("Pacific/Pago_Pago", "2026-12-04T03:00:00Z"), ("UTC", "2026-12-04T03:00:00Z"),
    ("America/Los_Angeles", "2026-12-04T03:00:00Z"),
    ("America/Los_Angeles", "2026-10-31T03:00:00Z"),
    ("America/Los_Angeles", "2027-03-13T03:00:00Z"), ("Europe/Berlin", "2027-03-27T03:00:00Z"),
    ("America/Havana", "2026-10-31T03:00:00Z"), ("America/Santiago", "2026-09-05T03:00:00Z"),
  ]

  @Test("a date stands behind every time of its day and before those of the next, wherever one is")
  func days() throws {
    for (zone, now) in Self.places {
      var fixture = try BoardFixture(now: now, zone: zone)
      let today = fixture.reader.today
      for offset in [2, 0, 1, 3] {
        let day = try #require(today.adding(days: offset))
        for time in ["", " 23:58", " 00:10", " 04:00", " 18:30"] {
          try fixture.add("\(offset)\(time)", due: "\(day)\(time)")
        }
      }
      let expected = (0...3).flatMap { day in
        [" 00:10", " 04:00", " 18:30", " 23:58", ""].map { "\(day)\($0)" }
      }
      func titles(_ places: [Int32]) -> [String] {
        places.map { fixture.board.projects[Int($0)].title }
      }
      let listed = titles(BoardQuery().places(of: fixture.board, fixture.reader).shown)
      #expect(listed == expected, "\(zone) at \(now)")
      let board = BoardView(of: fixture.board, fixture.reader, limit: 50)
      #expect(board.todo.items.map(\.row.title) == expected, "\(zone) at \(now)")
      let agenda = AgendaView(of: fixture.board, fixture.reader, days: 7, by: .day)
      #expect(agenda.rows.map(\.row.title) == expected, "\(zone) at \(now)")
      let today5 = TodayView(of: fixture.board, fixture.reader, limit: 0)
      #expect(today5.projects.map(\.row.title) == Array(expected.prefix(5)), "\(zone) at \(now)")
    }
  }

  @Test("what was ordered for one zone is mended change by change, and ordered anew for another")
  func mended() throws {
    var numbers = SeededNumbers(seed: 41)
    for (zone, now) in Self.places {
      var fixture = try BoardFixture(now: now, zone: zone)
      for round in 0..<150 {
        if round % 50 == 10 { fixture.board.makeOrder(for: fixture.reader) }
        let number = Int.random(in: 1...max(1, fixture.board.projects.count), using: &numbers)
        if round > 30, round % 3 == 0, !fixture.board[number].isRemoved {
          fixture.apply(try fixture.board.remove([ProjectReference(number: number)]))
          continue
        }
        let day = try #require(
          fixture.reader.today.adding(days: Int.random(in: 0...3, using: &numbers)))
        let hour = Int.random(in: 10...23, using: &numbers)
        let due = [
          "\(day)", "\(day)T0\(hour % 10):30", "\(day)T\(hour):15Z", "\(day)T\(hour):15", nil,
        ].randomElement(using: &numbers)
        try fixture.add("p", due: due ?? nil)
        // Tasks of other programs have times without a zone.
        if round % 7 == 0 {
          var changes = ProjectChanges()
          changes.due = .some(CalendarTime("\(day)T\(hour):00:00"))
          let last = ProjectReference(number: fixture.board.projects.count)
          fixture.apply([try fixture.board.edit(last, changes)])
        }
      }
      var fresh = Board()
      fresh.load(fixture.board.projects)
      let keys = fresh.keys
      for other in [zone, "Asia/Kathmandu", "America/St_Johns"] {
        let reader = ReaderDay(now: fixture.now, zone: try zones.rules(named: other))
        let order = fixture.board.places(for: reader)
        #expect(order == fresh.places(for: reader), "\(zone) seen from \(other)")
        let instants = order.map { reader.zone.passes(keys[Int($0)].due) }
        #expect(instants == instants.sorted(), "\(zone) seen from \(other)")
      }
    }
  }

  @Test("how long it is until a time that has no zone is counted in hours that pass")
  func hours() throws {
    // Clocks are set back at two in Los Angeles; it is 00:30 there.
    let fixture = try BoardFixture(now: "2026-11-01T07:30:00Z", zone: "America/Los_Angeles")
    let noon = try #require(CivilDateTime("2026-11-01T12:00:00"))
    let key = DueKey(kind: .floating, seconds: noon.seconds)
    #expect(DueSentence(key, fixture.reader).text.en.hasSuffix("in 12 hours"))
  }
}
