import CivilTime
import IPCProtocol
import Queueing
import Storage
import TestSupport
import Testing
import Values

@testable import bankd

@Suite("A branch with opening hours")
struct BranchHoursTests {
  private static func seoul() throws -> TimeZoneRules {
    try TimeZoneDatabase().zone(named: "Asia/Seoul")
  }

  private static func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: "\(text)+09:00"))
  }

  private static func day(_ words: String) throws -> CivilDate {
    try HoursWords.date(words, today: #require(CivilDate("2026-11-21")), looking: .future)
  }

  /// Open from nine to four with a break on weekdays; closed on 2026-11-25, a Wednesday.
  private static func branch(
    _ keeper: OpeningHours.Keeper, at now: Timestamp
  ) throws -> Branch {
    var branch = Branch(seed: 1)
    let spans = try HoursWords.times("09:00-16:00", pauses: "12:00-13:00")
    branch.setHours(of: try HoursWords.days("mon-fri"), to: spans, in: try seoul(), at: now)
    try branch.setClosed(true, [try day("2026-11-25")], in: try seoul(), at: now)
    branch.setRules(keeper: keeper, outside: nil, zone: nil, at: now)
    return branch
  }

  // MARK: Who comes

  @Test("a ticket is had within the hours alone, and a refusal says when the branch opens")
  func refused() throws {
    var branch = try Self.branch(.hand, at: try Self.time("2026-11-23T08:00:00"))
    try branch.open(at: try Self.time("2026-11-23T08:00:00"))
    for (text, opens) in [
      ("2026-11-23T08:59:59", "today 09:00"), ("2026-11-23T09:00:00", nil),
      ("2026-11-23T11:59:59", nil), ("2026-11-23T12:00:00", "today 13:00"),
      ("2026-11-23T13:00:00", nil), ("2026-11-23T16:00:00", "tomorrow 09:00"),
      ("2026-11-24T16:00:00", "Thu 2026-11-26 09:00"), ("2026-11-24T15:00:00", nil),
    ] {
      let now = try Self.time(text)
      let error = bankError { try branch.take(service: "loan", at: now) }
      let said = "outside of its hours and opens \(opens ?? "") (Asia/Seoul);"
      #expect((error == nil) == (opens == nil), "\(text)")
      #expect(error.map { $0.reason == .outsideHours } ?? true)
      #expect(error.map { $0.sentence().en.contains(said) } ?? true, "\(text)")
    }
    branch.setRules(
      keeper: nil, outside: .note, zone: nil, at: try Self.time("2026-11-24T15:00:00"))
    _ = try branch.take(service: "loan", at: try Self.time("2026-11-24T20:00:00"))
    let note = branch.outsideNote(at: try Self.time("2026-11-24T20:00:00"))
    #expect(note?.ko == " (영업시간 아님, 개점 2026-11-26(목) 09:00 (Asia/Seoul))")
    #expect(branch.outsideNote(at: try Self.time("2026-11-26T10:00:00")) == nil)
  }

  @Test(
    "a branch that is open around the clock opens as soon as the clock keeps it, once",
    arguments: ["24h", "00:00-24:00", "08:00-08:00"])
  func aroundTheClock(times: String) throws {
    let now = try Self.time("2026-11-23T03:00:00")
    var branch = Branch(seed: 1)
    branch.setHours(
      of: try HoursWords.days("daily"), to: try HoursWords.times(times), in: try Self.seoul(),
      at: now)
    #expect(branch.turnByClock(at: now).isEmpty)
    branch.setRules(keeper: .clock, outside: nil, zone: nil, at: now)
    #expect(branch.turnByClock(at: now).map(\.opens) == [true] && branch.isOpen)
    #expect(branch.turnByClock(at: now.adding(seconds: 86_400 * 400)).isEmpty)
    // Who closes it by hand has closed it.
    try branch.close(at: now.adding(seconds: 60))
    #expect(branch.turnByClock(at: now.adding(seconds: 86_400 * 3)).isEmpty)
    #expect(branch.phase == .closed)
  }

  @Test("a wait past closing is told with that, and one over the night with the morning")
  func pastClosing() throws {
    let opening = try Self.time("2026-11-23T09:00:00")
    let evening = try Self.time("2026-11-23T15:58:20")
    for keeper in [OpeningHours.Keeper.hand, .clock] {
      var branch = try Self.branch(keeper, at: opening)
      _ = try branch.setService(
        "loan", time: .init(kind: "fixed", durationSeconds: 60), title: nil, koreanTitle: nil)
      if !branch.isOpen { try branch.open(at: opening) }
      let end = keeper == .clock ? ": who waits then is still served" : ""
      // A minute each with one teller, and closing in 100 seconds.
      for said in [nil, nil, "; that is after closing, today 16:00 (Asia/Seoul)\(end)"] {
        let ticket = try branch.take(service: "loan", at: evening).ticket
        #expect(branch.takeNote(ticket.estimate, at: evening)?.en == said)
      }
      #expect(try branch.ticketState(2, at: evening).note == nil)
      #expect(try branch.ticketState(3, at: evening).note?.ko?.contains("(폐점 오늘 16:00") == true)
      let range = WaitEstimate(p50: 90_000_000, p90: 110_000_000)
      #expect(branch.takeNote(range, at: evening)?.en.hasPrefix("; it may be after") == true)
      try branch.close(keepsLine: true, at: evening)
      let night = try Self.time("2026-11-23T20:00:00")
      branch.advance(to: night)
      #expect(
        try branch.ticketState(3, at: night).note?.en
          == "; the branch opens tomorrow 09:00 (Asia/Seoul)")
    }
  }

  @Test("a date that is over is no closed date to set, on the clocks of the branch")
  func past() throws {
    var branch = try Branch.manual()
    // 2026-11-21T09:00Z, which is 18:00 in Seoul.
    for (words, isOver) in [("2026-11-20", true), ("2026-11-21", false), ("2026-11-22", false)] {
      let dates: Set = [try Self.day(words)]
      let error = bankError { try branch.setClosed(true, dates, in: try Self.seoul(), at: at(0)) }
      #expect((error?.reason == .closedInPast) == isOver, "\(words)")
    }
    // Seven hours later it is the next day there.
    let today: Set = [try Self.day("2026-11-21")]
    let error = bankError {
      try branch.setClosed(true, today, in: try Self.seoul(), at: at(7 * 3600))
    }
    #expect(error?.data["today"] == "2026-11-22")
    // A date that was set before may always be taken back.
    #expect(throws: Never.self) {
      try branch.setClosed(false, today, in: try Self.seoul(), at: at(7 * 3600))
    }
  }

  @Test("a branch that is closed says so in the reader's language")
  func phaseName() throws {
    var branch = try Self.branch(.hand, at: try Self.time("2026-11-23T20:00:00"))
    let evening = try Self.time("2026-11-23T20:00:00")
    let said = try #require(bankError { try branch.take(service: "loan", at: evening) })
    #expect(said.sentence().en.contains("it is closed and opens tomorrow 09:00 (Asia/Seoul);"))
    #expect(
      said.sentence().ko?.hasPrefix(
        "지금은 고객을 받지 않습니다(상태: 마감). 개점 시각은 내일 09:00 (Asia/Seoul)입니다. ") == true)
    #expect(said.data["phase"] == "closed")
    var closed = try Branch.manual()
    try closed.close(at: at(1))
    let other = try #require(bankError { try closed.next(teller: 1, at: at(2)) })
    #expect(other.sentence().ko?.contains("(상태: 마감). `matectl") == true)
    #expect(other.sentence().en.contains("it is closed; open it"))
  }

  // MARK: By the clock

  @Test("the clock opens and closes once a day, over breaks, and on no closed day")
  func byClock() throws {
    var branch = try Self.branch(.clock, at: try Self.time("2026-11-22T12:00:00"))
    var story: [String] = []
    while let turn = branch.state.turn, story.count < 8 {
      let done = branch.turnByClock(at: turn.at)
      #expect(done == [turn])
      let local = try Self.seoul().local(at: turn.at)
      story.append("\(branch.phase.word) \(local)")
    }
    #expect(
      story == [
        "open 2026-11-23T09:00:00", "closed 2026-11-23T16:00:00", "open 2026-11-24T09:00:00",
        "closed 2026-11-24T16:00:00", "open 2026-11-26T09:00:00", "closed 2026-11-26T16:00:00",
        "open 2026-11-27T09:00:00", "closed 2026-11-27T16:00:00",
      ])
    #expect(branch.state.day.number == 4)
  }

  @Test("what was missed is made up for, and after days away only what counts now")
  func missed() throws {
    for (now, phase, day) in [
      ("2026-11-23T09:05:00", "open", 1), ("2026-11-23T20:00:00", "closed", 1),
      ("2026-12-08T10:00:00", "open", 1), ("2026-12-09T03:00:00", "closed", 1),
    ] {
      var branch = try Self.branch(.clock, at: try Self.time("2026-11-22T12:00:00"))
      let moment = try Self.time(now)
      _ = branch.turnByClock(at: moment)
      #expect(branch.phase.word == phase, "\(now)")
      #expect(branch.state.day.number == day, "\(now)")
      #expect(branch.state.turn.map { $0.at > moment } == true)
    }
  }

  @Test("what a person does by hand stays until the next turn, also across a restart")
  func byHand() throws {
    let store = try BranchFileTests.store()
    var branch = try Self.branch(.clock, at: try Self.time("2026-11-22T12:00:00"))
    try store.create(branch, at: at(0))
    _ = branch.turnByClock(at: try Self.time("2026-11-23T09:00:00"))
    let closing = try Self.time("2026-11-23T15:00:00")
    try branch.close(at: closing)
    try store.save(branch.takeFacts(), of: branch.state, at: closing)
    var again = try #require(try store.load()).branch
    #expect(again.image == branch.image)
    #expect(again.turnByClock(at: try Self.time("2026-11-23T15:30:00")) == [])
    #expect(again.turnByClock(at: try Self.time("2026-11-23T16:00:00")) == [])
    #expect(again.phase == .closed)
    #expect(again.turnByClock(at: try Self.time("2026-11-24T09:00:00")).count == 1)
    #expect(again.phase == .open)
  }

  @Test("whoever still waits when it opens again keeps the ticket for the new day")
  func keptLine() throws {
    var branch = try Self.branch(.clock, at: try Self.time("2026-11-22T12:00:00"))
    _ = branch.turnByClock(at: try Self.time("2026-11-23T09:00:00"))
    _ = try branch.pauseTeller(3, at: try Self.time("2026-11-23T09:00:00"))
    _ = try branch.take(service: "loan", at: try Self.time("2026-11-23T15:59:00"))
    _ = branch.turnByClock(at: try Self.time("2026-11-23T16:00:00"))
    #expect(branch.phase == .closing(keepsLine: false))
    _ = branch.turnByClock(at: try Self.time("2026-11-24T09:00:00"))
    #expect(branch.phase == .open && branch.state.day.number == 2)
    #expect(branch.waitingNumbers == [1])
    #expect(
      try branch.take(service: "loan", at: try Self.time("2026-11-24T09:01:00")).ticket.number == 2)
  }

  @Test("a clock that was set back does again what it shows again, one set forward makes up for it")
  func clockSet() throws {
    var branch = try Self.branch(.clock, at: try Self.time("2026-11-22T12:00:00"))
    _ = branch.turnByClock(at: try Self.time("2026-11-23T16:30:00"))
    let back = try Self.time("2026-11-23T08:00:00")
    branch.clockWasSet(to: back)
    #expect(branch.state.turn == .init(at: try Self.time("2026-11-23T09:00:00"), opens: true))
    let forward = try Self.time("2026-11-23T10:00:00")
    branch.clockWasSet(to: forward)
    _ = branch.turnByClock(at: forward)
    #expect(branch.phase == .open)
  }

  @Test("a branch that begins to go by the clock opens where it would be open")
  func begins() throws {
    for (now, opens) in [
      ("2026-11-23T10:00:00", true), ("2026-11-23T12:30:00", true), ("2026-11-23T16:00:00", false),
      ("2026-11-25T10:00:00", false),
    ] {
      var branch = try Self.branch(.clock, at: try Self.time(now))
      #expect(
        branch.turnByClock(at: try Self.time(now)).map(\.opens) == (opens ? [true] : []), "\(now)")
    }
  }

  // MARK: On disk and in files

  @Test("a store of before there were hours opens, without any")
  func oldStore() throws {
    let database = try Database(path: ":memory:")
    try Migrator(Array(BankMigrations.all.prefix(4))).migrate(database)
    try database.run(
      """
      INSERT INTO branch (id, phase, day, opened_at, served, business, next_number, next_ticket,
      next_teller, random, alive_at) VALUES (1, 'open', 3, 5, 0, 0, 1, 1, 2, ?, 7)
      """, .blob([UInt8](repeating: 7, count: 32)))
    try database.run(
      "INSERT INTO service (id, name, en, time) VALUES (0, 'loan', 'loan', ?)",
      .text(ServiceTime.fixed(1_000_000).stored))
    try Migrator(BankMigrations.all).migrate(database)
    let branch = try #require(try BranchStore(database: database).load()).branch
    #expect(!branch.state.hours.isSet && branch.state.turn == nil)
    #expect(branch.services.map(\.name) == ["loan"] && branch.isOpen)
  }

  @Test("a file of before there were hours leaves them, and the plan tells of those that change")
  func files() throws {
    let store = try BranchFileTests.fresh()
    var branch = try #require(try store.load()).branch
    let spans = try HoursWords.times("9-16")
    branch.setHours(of: [.monday], to: spans, in: try Self.seoul(), at: at(0))
    try store.save(branch.takeFacts(), of: branch.state, at: at(0))
    let before = try store.file()
    let first = try BranchFileTests.take(BranchFile.small, into: store)
    #expect(!first.changes.contains { $0.word == "hours" })
    #expect(try store.file().hours == before.hours)
    let text = try store.file().text().replacing(
      #""closed":[]"#, with: #""closed":["2026-12-25"]"#
    ).replacing(#""mon":["09:00-16:00"]"#, with: #""mon":[]"#)
    let plan = try BranchFileTests.take(text, into: store)
    #expect(
      plan.changes.map(\.details.en) == ["mon 09:00-16:00 → closed, closed on - → 2026-12-25"])
    #expect(try store.file().text() == text)
  }
}
