import CivilTime
import Foundation
import TaskFormats
import TestSupport
import Testing
import Values

/// Taskwarrior with a configuration and data of its own.
private struct TaskwarriorProgram {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let settings = "confirmation=no\nnews.version=9.9.9\nhooks=off\n"
    try settings.write(toFile: directory.file("rc"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: directory.file("data"), withIntermediateDirectories: true)
  }

  @discardableResult
  func run(_ arguments: String...) throws -> String {
    let result = try SystemProgram.run(
      "task", ["rc.verbose=nothing"] + arguments,
      environment: [
        "TASKRC": directory.file("rc"), "TASKDATA": directory.file("data"), "TZ": "Asia/Seoul",
        "HOME": directory.path, "LC_ALL": "C.UTF-8",
      ])
    guard result.status == 0 else {
      throw TestFailure("task \(arguments): \(result.output) \(result.errors)")
    }
    return result.output
  }

  func importing(_ text: String) throws {
    let file = directory.file("tasks.json")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try run("import", file)
  }
}

@Suite(
  "Taskwarrior itself",
  .enabled(if: SystemProgram.isInstalled("task"), "needs Debian's taskwarrior"))
struct TaskwarriorProgramTests {
  private let format = TaskFormat.taskwarrior

  @Test("what Taskwarrior imports from us it exports as the same tasks")
  func importAndExport() throws {
    // It stores brackets as `&open;` and takes those back for brackets.
    var maker = RecordMaker { $0 == "&open;" }
    var records: [TaskRecord] = []
    for _ in 0..<100 {
      var record = try maker.record(wholeSeconds: true)
      // Times that Taskwarrior puts itself where they are missing.
      record.created = record.created ?? Timestamp(microseconds: 1_700_000_000_000_000)
      record.changed = record.changed ?? record.created
      if record.state == .done { record.completed = record.completed ?? record.changed }
      // It tears a tag with a colon in two.
      record.tags.removeAll { $0.contains(":") }
      records.append(record)
    }
    let program = try TaskwarriorProgram()
    try program.importing(try format.text(records))
    let reading = try format.read(try program.run("export"))
    #expect(reading.bad.isEmpty && reading.notes.isEmpty)
    let exported = Dictionary(grouping: reading.records, by: \.id)
    #expect(exported.count == records.count && reading.records.count == records.count)
    for record in records {
      let found = try #require(exported[record.id]?.first)
      if try TaskFormat.exact(found) != TaskFormat.exact(record) {
        Issue.record("\(record)\nbecame\n\(found)")
      }
    }
  }

  @Test("plans go through Taskwarrior, which sees what blocks what, and its urgency is ours")
  func plans() throws {
    let context = try Seoul.context()
    var maker = RecordMaker { $0 == "&open;" }
    var records: [TaskRecord] = []
    var plans: [Values.UUID: TaskPlan] = [:]
    for _ in 0..<60 {
      var record = TaskRecord(id: maker.uuid(), title: "task")
      record.created = Timestamp(microseconds: 1_700_000_000_000_000)
      record.changed = record.created
      // Those before it, so that nothing comes before itself.
      let before = (0..<maker.number(0...3)).compactMap { _ in records.randomElement()?.id }
      var plan = try maker.plan(depends: before)
      // It knows a note by its second.
      plan.notes = Dictionary(grouping: plan.notes, by: \.at).values.compactMap(\.first).sorted()
      record.setPlan(plan, as: format, context)
      plans[record.id] = plan
      records.append(record)
    }
    let program = try TaskwarriorProgram()
    try program.importing(try format.text(records))
    let reading = try format.read(try program.run("export"))
    #expect(reading.bad.isEmpty && reading.records.count == records.count)
    for record in reading.records {
      let plan = record.plan(format, context)
      #expect(plan == plans[record.id])
    }
    let blocked = try format.read(try program.run("+BLOCKED", "export")).records.map(\.id)
    let expected = plans.filter { !$0.value.depends.isEmpty }.map(\.key)
    #expect(Set(blocked) == Set(expected))
  }

  @Test("importing the same file twice gives no task twice")
  func twice() throws {
    let program = try TaskwarriorProgram()
    let text = try format.text([TaskRecord(id: UUID(high: 7, low: 7), title: "한 번만")])
    try program.importing(text)
    try program.importing(text)
    #expect(try format.read(try program.run("export")).records.count == 1)
  }

  @Test("tasks that Taskwarrior made are read, and come back to it as they were")
  func itsOwn() throws {
    let program = try TaskwarriorProgram()
    try program.run(
      "add", "장보기 목록", "due:2026-11-30", "project:home.garden", "+a", "priority:H",
      "wait:2026-11-25")
    try program.run("add", "call", "due:2026-12-01T09:30")
    try program.run("2", "annotate", "first note")
    try program.run("2", "annotate", "second note")
    try program.run("2", "start")
    try program.run("add", "every week", "due:2026-12-07", "recur:weekly")
    let export = try program.run("export")
    let reading = try format.read(export)
    #expect(reading.bad.isEmpty)
    let named = Dictionary(grouping: reading.records, by: \.title)
    let shopping = try #require(named["장보기 목록"]?.first)
    #expect(shopping.due == CalendarTime("2026-11-30") && shopping.group == "home.garden")
    let call = try #require(named["call"]?.first)
    #expect(call.state == .doing)
    let notes = call.plan(format, try Seoul.context()).notes
    #expect(notes.map(\.text) == ["first note", "second note"])
    let plan = shopping.plan(format, try Seoul.context())
    #expect(plan.priority == 1 && plan.wait == CalendarTime("2026-11-25"))
    #expect(call.due == CalendarTime("2026-12-01T09:30:00[Asia/Seoul]"))
    let weekly = try #require(named["every week"]?.first { $0.recurrence != nil })
    #expect(weekly.recurrence == (try RecurrenceRule("FREQ=WEEKLY")))

    let other = try TaskwarriorProgram()
    try other.importing(try format.text(reading.records))
    let again = try format.read(try other.run("export")).records
    #expect(Set(again.map(Self.withoutMask)) == Set(reading.records.map(Self.withoutMask)))
  }

  @Test("a series with an end has the dates that Taskwarrior makes of it and keeps")
  func end() throws {
    let program = try TaskwarriorProgram()
    try program.run("add", "rent", "due:tomorrow", "recur:2d", "until:tomorrow+5d")
    try program.run("rc.recurrence.limit=10", "list")
    let records = try format.read(try program.run("export")).records
    let template = try #require(records.first { $0.recurrence != nil })
    let (rule, due) = (try #require(template.recurrence), try #require(template.due))
    guard case .until(let end) = rule.end else {
      Issue.record("no end in \(rule)")
      return
    }
    let made = records.filter { $0.extras["taskwarrior:parent"] != nil }.compactMap(\.due)
    // It makes one after the end, too, which has expired before it is due.
    let kept = made.filter { $0.date <= end.date }.map(\.date).sorted()
    #expect(made.count == kept.count + 1 && kept.count == 3)
    let series = RecurrenceSeries(rule, from: due, zone: .utc)
    var dates = [due.date]
    while let next = dates.last.flatMap({ series.next(after: $0) }), dates.count < 9 {
      dates.append(next.date)
    }
    #expect(dates == kept)
    // And it takes back what it knows as such.
    let other = try TaskwarriorProgram()
    try other.importing(try format.text([template]))
    let again = try #require(try format.read(try other.run("export")).records.first)
    #expect(again.recurrence == rule)
    #expect(again.extras["taskwarrior:until"] == template.extras["taskwarrior:until"])
  }

  /// Taskwarrior exports the mask of an instance as 0 and reads it as 0.000000.
  private static func withoutMask(_ record: TaskRecord) -> TaskRecord {
    var record = record
    record.extras["taskwarrior:imask"] = nil
    return record
  }
}
