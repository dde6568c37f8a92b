import CivilTime
import Foundation
import IPCProtocol
import TaskFormats
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Reminders as people type them")
struct ReminderWordsTests {
  /// Saturday 2026-11-21, 13:00 in Seoul.
  private func reader() throws -> ReminderWords {
    let fixture = try BoardFixture()
    return ReminderWords(words: fixture.words, now: fixture.now, zones: zones)
  }

  @Test(
    "before the deadline, by a length that is always the same",
    arguments: [
      ("1h before", 3600), ("1 hour before", 3600), ("an hour before the deadline", 3600),
      ("90 minutes before", 5400), ("5m before", 300), ("30min ahead", 1800),
      ("2 days earlier", 172_800), ("1w before", 604_800), ("a week in advance", 604_800),
      ("the day before", 86_400), ("1d before it is due", 86_400), ("half an hour before", 1800),
      ("1 hour and 30 minutes before", 5400), ("at the deadline", 0), ("when due", 0),
      ("1시간 전", 3600), ("한 시간 전", 3600), ("마감 1시간 전", 3600), ("마감보다 30분 전에", 1800),
      ("하루 전", 86_400), ("이틀 전에", 172_800), ("일주일 전", 604_800), ("전날", 86_400),
      ("한 시간 반 전", 5400), ("마감 때", 0), ("10분 전", 600),
    ])
  func before(text: String, seconds: Int) throws {
    #expect(try reader().reminder(text) == .beforeDue(seconds: seconds))
  }

  @Test(
    "at a time of the day before, which is so long before the deadline that there is",
    arguments: [
      ("전날 저녁 8시", "2026-12-01", 4.0), ("전날 저녁 8시", "2026-12-01 09:00", 13),
      ("하루 전 20:00", "2026-12-01 09:00", 13), ("당일 오전 8시", "2026-12-01 09:30", 1.5),
      ("마감 이틀 전 9시", "2026-12-01", 39), ("the day before at 20:00", "2026-12-01", 4),
      ("the evening before at 8", "2026-12-01 09:00", 13), ("the day before 9pm", "2026-12-01", 3),
      ("전날 저녁 8시", "2026-12-01T00:00Z", 13),
    ])
  func dayBefore(text: String, due: String, hours: Double) throws {
    var words = try reader()
    words.due = try words.words.deadline(due)
    #expect(try words.reminder(text) == .beforeDue(seconds: Int(hours * 3600)))
  }

  @Test(
    "at a time, a date alone in its morning",
    arguments: [
      ("tomorrow 9", "2026-11-22T00:00:00Z"), ("tomorrow", "2026-11-22T00:00:00Z"),
      ("tomorrow 5", "2026-11-22T08:00:00Z"), ("fri 15:00", "2026-11-27T06:00:00Z"),
      ("5pm", "2026-11-21T08:00:00Z"), ("in 2 hours", "2026-11-21T06:00:00Z"),
      ("2026-12-01T09:00Z", "2026-12-01T09:00:00Z"), ("내일 9시", "2026-11-22T00:00:00Z"),
      ("내일 9", "2026-11-22T00:00:00Z"), ("금요일 오후 3시", "2026-11-27T06:00:00Z"),
      ("30분 뒤", "2026-11-21T04:30:00Z"), ("모레", "2026-11-23T00:00:00Z"),
    ])
  func at(text: String, expected: String) throws {
    #expect(try reader().reminder(text) == .at(time(expected)))
  }

  @Test("words for none", arguments: ["off", "OFF", "none", "끄기", "없음", " off "])
  func off(text: String) throws { #expect(try reader().reminder(text) == nil) }

  @Test(
    "what is none is refused, and what has passed, or differs from month to month",
    arguments: [
      ("soon", ProjectReason.invalidReminder), ("before", .invalidReminder),
      ("1 month before", .invalidReminder), ("2달 전", .invalidReminder),
      ("-1h before", .invalidReminder), ("1h before lunch", .invalidReminder),
      ("20 years before", .invalidReminder), ("9999w before", .invalidReminder),
      ("today", .pastReminder), ("yesterday 9", .pastReminder), ("2020-01-01", .pastReminder),
      ("2026-02-30", .impossibleDate), ("7m", .ambiguousDeadline), ("전", .invalidReminder),
      ("당일 저녁 8시", .invalidReminder), ("전날 아무 때", .invalidReminder),
    ])
  func refused(text: String, reason: ProjectReason) throws {
    let error = #expect(throws: ProjectError.self) { try reader().reminder(text) }
    #expect(error?.reason == reason, "\(text)")
  }
}

@Suite("Reminders over a real socket", .serialized)
struct ReminderTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func remind(_ id: Int, _ words: String) throws -> String {
    let answer = try client.result(
      "project.remind", ["id": id, "when": words.components(separatedBy: " "), "zone": "UTC"])
    return try #require((answer["sentence"] as? [String: String])?["en"])
  }

  private func reminders(_ id: Int) throws -> [String] {
    try client.result("project.show", ["id": id])["reminders"] as? [String] ?? []
  }

  @Test("come and go by command, by undo and by redo, and the history says so")
  func steps() throws {
    try client.result("project.add", ["title": "tax", "due": "2099-05-31", "zone": "UTC"])
    #expect(try remind(1, "1h before") == "Edited 'tax': reminder 1h before the deadline.")
    #expect(try remind(1, "2099-05-01 9:30") == "Edited 'tax': reminder 2099-05-01 09:30.")
    #expect(try reminders(1) == ["-PT1H", "2099-05-01T09:30:00.000Z"])
    try client.result("project.undo")
    #expect(try reminders(1) == ["-PT1H"])
    try client.result("project.redo")
    #expect(
      try remind(1, "off")
        == "Edited 'tax': no reminder 1h before the deadline; no reminder 2099-05-01 09:30.")
    #expect(try reminders(1) == [])
    try client.result("project.undo", ["steps": 3])
    try client.result("project.redo", ["steps": 2])
    #expect(try reminders(1).count == 2)
    daemon.stop(SIGKILL)
    try daemon.start()
    let again = try daemon.connect()
    let row = try again.result("project.show", ["id": 1, "zone": "UTC"])
    #expect((row["reminders"] as? [String])?.count == 2)
  }

  @Test("are said with the project, and changed with it, as one step")
  func withProject() throws {
    let added = try client.result(
      "project.add",
      [
        "title": "tax", "due": "2099-05-31", "zone": "UTC",
        "remind": ["1h before", "2099-05-01 9:30"],
      ])
    let said = (added["text"] as? [String: String])?["en"] ?? ""
    #expect(said.contains("Reminder: 1h before the deadline"))
    #expect(said.contains("Reminder: 2099-05-01 09:30"))
    #expect(try reminders(1) == ["-PT1H", "2099-05-01T09:30:00.000Z"])
    // What was there goes first, then comes what is said behind it.
    let edited = try client.result(
      "project.edit", ["id": 1, "title": "taxes", "remind": ["off", "2h before"], "zone": "UTC"])
    let sentence = (edited["sentence"] as? [String: String])?["en"] ?? ""
    #expect(sentence.contains("title → 'taxes'") && sentence.contains("reminder 2h before"))
    #expect(try reminders(1) == ["-PT2H"])
    try client.result("project.undo")
    #expect(try reminders(1) == ["-PT1H", "2099-05-01T09:30:00.000Z"])
    #expect(try client.result("project.show", ["id": 1])["title"] as? String == "tax")
    // The deadline that the same command gives, or takes away, is the one that counts.
    try client.result("project.add", ["title": "some day"])
    try client.result(
      "project.edit", ["id": 2, "due": "2099-01-01", "remind": ["1h before"], "zone": "UTC"])
    #expect(try reminders(2) == ["-PT1H"])
    let refusals = [
      try client.error(
        "project.edit", ["id": 2, "due": "none", "remind": ["2h before"], "zone": "UTC"]),
      try client.error("project.add", ["title": "x", "remind": ["1h before"], "zone": "UTC"]),
      try client.error(
        "project.add",
        [
          "title": "x", "due": "2099-01-01", "remind": (1...21).map { "\($0)h before" },
          "zone": "UTC",
        ]),
      try client.error("project.add", ["title": "x", "remind": ["soon"], "zone": "UTC"]),
    ]
    #expect(
      refusals.map(\.name) == [
        "project.reminderWithoutDeadline", "project.reminderWithoutDeadline",
        "project.tooManyReminders", "project.invalidReminder",
      ])
    // Nothing that is not there yet is named.
    #expect(refusals.contains { $0.message.contains("with due:fri, or write a time as") })
    #expect(!refusals.contains { $0.message.contains("edit 3") })
    #expect(try reminders(2) == ["-PT1H"])
    #expect(try client.result("project.list")["total"] as? Int == 2)
  }

  @Test("what cannot be is refused, and nothing is changed")
  func refused() throws {
    func refusal(_ id: Int, _ words: String) throws -> String {
      try client.error(
        "project.remind", ["id": id, "when": words.components(separatedBy: " "), "zone": "UTC"]
      ).name
    }
    try client.result("project.add", ["title": "some day"])
    try client.result("project.add", ["title": "due", "due": "2099-01-01"])
    #expect(try refusal(1, "1h before") == "project.reminderWithoutDeadline")
    #expect(try refusal(1, "off") == "project.nothingToChange")
    #expect(try refusal(3, "tomorrow") == "project.unknownProject")
    for hours in 1...20 { _ = try remind(2, "\(hours)h before") }
    #expect(try refusal(2, "21h before") == "project.tooManyReminders")
    #expect(try refusal(2, "20h before") == "project.nothingToChange")
    #expect(try reminders(1) == [] && reminders(2).count == 20)
  }

  @Test(
    "go out with every format and come back, and to another board",
    arguments: ["taskwarrior", "todotxt", "ics", "csv", "json"])
  func travel(format: String) throws {
    try client.result("project.add", ["title": "tax", "due": "2099-05-31", "zone": "UTC"])
    _ = try remind(1, "1h before")
    _ = try remind(1, "2099-05-01 9:30")
    let zone = ["format": format, "zone": "UTC"]
    let text = try client.result("project.export", zone)["text"] as? String
    let other = try Machine()
    try other.client.result(
      "project.import", ["text": text ?? "", "format": format, "zone": "UTC"])
    let row = try other.client.result("project.show", ["id": 1, "zone": "UTC"])
    #expect(row["reminders"] as? [String] == ["-PT1H", "2099-05-01T09:30:00.000Z"])
    // An import without them takes them away, and it does so here.
    try other.client.result("project.remind", ["id": 1, "when": ["off"]])
    let bare = try other.client.result("project.export", zone)["text"] as? String
    try client.result("project.import", ["text": bare ?? "", "format": format, "zone": "UTC"])
    #expect(try reminders(1) == [])
  }

  @Test("are merged one by one between machines that are apart")
  func merged() throws {
    let (one, two) = (try Machine(), try Machine())
    try one.add("tax", ["due": "2099-05-31", "zone": "UTC"])
    try two.meet(one, as: "one")
    try two.sync("one")
    try one.client.result("project.remind", ["id": 1, "when": ["1h", "before"]])
    try two.client.result("project.remind", ["id": 1, "when": ["2h", "before"]])
    try two.sync("one")
    for machine in [one, two] {
      let row = try machine.client.result("project.show", ["id": 1])
      #expect(row["reminders"] as? [String] == ["-PT2H", "-PT1H"])
    }
  }
}
