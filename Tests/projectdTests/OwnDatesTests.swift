import CivilTime
import IPCProtocol
import TaskFormats
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Dates that count from another of the same task")
struct OwnDatesTests {
  /// A task due on Thursday 2026-12-10, scheduled at a time, put off until a day.
  private func words() throws -> DeadlineWords {
    var words = try BoardFixture().words
    var own = OwnDates()
    own[.due] = try words.deadline("2026-12-10")
    own[.scheduled] = try words.deadline("2026-12-07T09:30:00[Europe/Berlin]")
    own[.wait] = try words.deadline("2026-12-01")
    words.own = own
    return words
  }

  @Test(
    "a distance from a date of the task counts from that date",
    arguments: [
      ("due-3d", "2026-12-07"), ("due+1w", "2026-12-17"), ("DUE - 3 days", "2026-12-07"),
      ("deadline-2d", "2026-12-08"), ("due-1m", "2026-11-10"), ("due+1y", "2027-12-10"),
      ("wait+1d", "2026-12-02"), ("wait-1w", "2026-11-24"), ("due-3 business days", "2026-12-07"),
      ("sched+1d", "2026-12-08T09:30:00[Europe/Berlin]"),
      ("scheduled-2h", "2026-12-07T07:30:00[Europe/Berlin]"),
      ("a week before the deadline", "2026-12-03"), ("3 days before due", "2026-12-07"),
      ("the day before the deadline", "2026-12-09"), ("2 days after the due date", "2026-12-12"),
      ("1 hour before it is scheduled", "2026-12-07T08:30:00[Europe/Berlin]"),
      ("마감 3일 전", "2026-12-07"), ("마감 일주일 전까지", "2026-12-03"), ("마감일 이틀 전", "2026-12-08"),
      ("마감 전날", "2026-12-09"), ("마감보다 하루 전", "2026-12-09"), ("마감 3일 뒤", "2026-12-13"),
      ("마감-3d", "2026-12-07"), ("예정일 하루 전", "2026-12-06T09:30:00[Europe/Berlin]"),
      ("due-1d 9am", "2026-12-09T09:00:00[Asia/Seoul]"),
      ("the day before the deadline at 18:00", "2026-12-09T18:00:00[Asia/Seoul]"),
      ("마감 하루 전 오후 3시", "2026-12-09T15:00:00[Asia/Seoul]"),
    ])
  func counted(text: String, expected: String) throws {
    let words = try words()
    #expect(try words.deadline(text) == words.deadline(expected), "\(text)")
  }

  @Test(
    "hours from a date without a time, and what is left over, are refused",
    arguments: ["due-3h", "due-3d friday", "due-1d +2d", "due-3", "sched+5m", "마감 사흘 전 나중에"])
  func unclear(text: String) throws {
    let words = try words()
    #expect(throws: ProjectError.self) { try words.deadline(text) }
  }

  @Test(
    "without a task, or a date of it, nothing is counted from today instead",
    arguments: ["due-3d", "due+1w", "deadline+1d", "a week before the deadline", "마감 3일 전"])
  func missing(text: String) throws {
    var words = try BoardFixture().words
    let alone = try #require(throws: ProjectError.self) { try words.deadline(text) }
    #expect(alone.sentence.en.contains("of one task"), "\(alone.sentence.en)")
    words.own = OwnDates()
    let none = try #require(throws: ProjectError.self) { try words.deadline(text) }
    #expect(none.sentence.en.contains("say it in the same line, as due:fri"), "\(none.sentence.en)")
  }

  @Test(
    "a word that leads to a day is not dropped before a distance from no day",
    arguments: [
      "by-3d", "by -3d", "on-3d", "on+3d", "until-3d", "till+1w", "dueby-3d", "due by +3d",
      "no later than -2d", "늦어도 +3d", "fri by +3d", "fri on -1w",
    ])
  func led(text: String) throws {
    var words = try words()
    #expect(throws: ProjectError.self) { try words.deadline(text) }
    words.own = nil
    #expect(throws: ProjectError.self) { try words.deadline(text) }
  }

  @Test("what only begins like one of them reads as before")
  func others() throws {
    let words = try words()
    for (text, same) in [
      ("due fri", "fri"), ("due in 3 days", "+3d"), ("by fri", "fri"), ("due by friday", "fri"),
      ("eom-2d", "2026-11-28"), ("fri+1w", "2026-12-04"), ("-3d", "3 days ago"),
    ] {
      #expect(try words.deadline(text) == words.deadline(same), "\(text)")
    }
  }

  @Test("a reminder counts from the deadline as well")
  func reminders() throws {
    let words = try words()
    let reminders = ReminderWords(
      words: words, now: try BoardFixture().now, zones: zones, due: words.own?[.due])
    #expect(try reminders.reminder("due-1d") == .beforeDue(seconds: 86_400))
    #expect(try reminders.reminder("due - 2h") == .beforeDue(seconds: 7200))
    #expect(try reminders.reminder("due+1d") == .beforeDue(seconds: -86_400))
  }

  // MARK: In a line

  private func said(_ line: String..., own: OwnDates = OwnDates()) throws -> [String?] {
    let words = try BoardFixture().words
    let dates = try SaidDates(
      QuickWords(line), words, own: own, due: nil, wait: nil, scheduled: nil)
    return [dates[.due], dates[.wait], dates[.scheduled]].map { $0.flatMap(\.self)?.description }
  }

  @Test("the order of the words of a line does not matter")
  func order() throws {
    let all = ["2026-12-10", "2026-12-07", "2026-12-09"]
    #expect(try said("a", "due:dec 10", "wait:due-3d", "sched:wait+2d") == all)
    #expect(try said("sched:wait+2d", "wait:due-3d", "a", "due:dec 10") == all)
    #expect(throws: ProjectError.self) { try said("a", "wait:due-3d") }
    #expect(throws: ProjectError.self) { try said("a", "due:due+3d") }
    #expect(throws: ProjectError.self) { try said("due:sched+1d", "sched:due-1d") }
  }

  @Test("a change counts from what the line says, or else from what the task has")
  func edits() throws {
    let own = try #require(try words().own)
    #expect(try said("due:due+1w", own: own)[0] == "2026-12-17")
    #expect(try said("wait:due-3d", own: own)[1] == "2026-12-07")
    #expect(try said("wait:due-3d", "due:due+1w", own: own)[1] == "2026-12-14")
    #expect(try said("wait:due-3d", "due:dec 20", own: own)[1] == "2026-12-17")
    #expect(throws: ProjectError.self) { try said("wait:due-3d", "due:none", own: own) }
  }

  @Test("the daemon keeps what was counted, for options and words alike")
  func kept() throws {
    let daemon = try DaemonHarness("projectd", domain: "project")
    let client = try daemon.connect()
    try client.result(
      "project.add", ["words": ["R", "wait:due-3d"], "due": "2099-12-10", "zone": "UTC"])
    try client.result("project.edit", ["id": 1, "words": ["due:due+1w"], "zone": "UTC"])
    try client.result("project.edit", ["id": 1, "scheduled": "due-2d", "zone": "UTC"])
    let fields = try client.result("project.export", ["format": "todotxt", "zone": "UTC"])
    let text = "\(fields)"
    #expect(text.contains("due:2099-12-17"), "\(text)")
    #expect(text.contains("2099-12-07") && text.contains("2099-12-15"), "\(text)")
  }
}
