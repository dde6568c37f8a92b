import CivilTime
import Foundation
import TaskFormats
import TestSupport
import Testing
import Values

extension RecordMaker {
  mutating func uuid() -> Values.UUID {
    Values.UUID(random: .random(in: 0...UInt64.max), .random(in: 0...UInt64.max))
  }

  mutating func plan(depends: [Values.UUID]? = nil) throws -> TaskPlan {
    var plan = TaskPlan()
    if chance() { plan.priority = number(1...9) }
    if chance() { plan.wait = try time() }
    if chance() { plan.scheduled = try time() }
    let others = depends ?? (0..<number(0...3)).map { _ in uuid() }
    plan.depends = Set(others).sorted()
    if chance(30) { plan.parent = uuid() }
    // Words may hold white space only, which no name is.
    let name = title().trimmed
    if chance(30), !name.isEmpty { plan.assigned = chance() ? name : "kim@example.com" }
    let notes = (0..<number(0...3)).compactMap { _ in
      TaskNote(at: instant(wholeSeconds: true), title())
    }
    plan.notes = Set(notes).sorted()
    return plan
  }
}

@Suite("Plans of tasks")
struct PlanTests {
  @Test(
    "go through every format, beside everything else that a record has",
    arguments: TaskFormat.allCases)
  func roundTrip(format: TaskFormat) throws {
    let context = try Seoul.context()
    var maker = RecordMaker()
    for _ in 0..<300 {
      var record = try maker.record(wholeSeconds: true)
      // A calendar has no task without a time of change.
      record.changed = record.changed ?? maker.instant(wholeSeconds: true)
      var plan = try maker.plan()
      plan.repeatsFromCompletion = record.recurrence != nil && maker.chance()
      // A calendar has no other place for what is scheduled than the start of the task.
      if format == .ics, plan.scheduled == record.due { plan.scheduled = nil }
      record.setPlan(plan, as: format, context)
      #expect(record.plan(format, context) == plan)
      let text = try format.text([record])
      let read = try format.record(text)
      #expect(read.plan(format, context) == plan, "\(text)")
      // And to the byte, once it was read.
      var again = read
      again.setPlan(plan, as: format, context)
      #expect(try format.text([again]) == text)
      // Without it, nothing of it is left.
      again.setPlan(TaskPlan(), as: format, context)
      let bare = try format.record(try format.text([again]))
      #expect(bare.plan(nil, context) == TaskPlan(), "\(bare)")
      #expect(bare.title == record.title && bare.due == record.due, "\(text)")
    }
  }

  @Test(
    "go from every format into every other", arguments: TaskFormat.allCases, TaskFormat.allCases)
  func across(one: TaskFormat, other: TaskFormat) throws {
    let context = try Seoul.context()
    var maker = RecordMaker()
    for _ in 0..<30 {
      var record = TaskRecord(id: maker.uuid(), title: "t")
      record.setPlan(try maker.plan(), as: one, context)
      let read = try one.record(try one.text([record]))
      let plan = read.plan(one, context)
      var sent = read
      sent.setPlan(plan, as: other, context)
      #expect(try other.record(try other.text([sent])).plan(other, context) == plan)
    }
  }

  private static let foreign: [(TaskFormat, String, Int?, String?)] = [
    (.taskwarrior, #"{"description":"a","priority":"H"}"#, 1, nil),
    (.taskwarrior, #"{"description":"a","priority":"M"}"#, 5, nil),
    (.taskwarrior, #"{"description":"a","priority":"L"}"#, 9, nil),
    (.taskwarrior, #"{"description":"a","priority":"urgent"}"#, nil, nil),
    (.todotxt, "(A) a", 1, nil), (.todotxt, "(I) a", 9, nil), (.todotxt, "(Z) a", 9, nil),
    (.todotxt, "x 2026-11-21 a pri:C t:2026-11-25", 3, "2026-11-25"),
    (.todotxt, "a t:soon", nil, nil),
    (.csv, "title,priority\na,3\n", 3, nil), (.csv, "title,Priority\na,0\n", nil, nil),
    (.csv, "TYPE,CONTENT,PRIORITY\ntask,a,1\n", 1, nil),
    (.csv, "TYPE,CONTENT,PRIORITY\ntask,a,3\n", 9, nil),
    (.csv, "TYPE,CONTENT,PRIORITY\ntask,a,4\n", nil, nil),
    (.json, #"[{"title":"a","priority":2,"wait":"2026-11-25"}]"#, 2, "2026-11-25"),
    (.json, #"[{"title":"a","priority":"2"}]"#, nil, nil),
    (.ics, todo("PRIORITY:7"), 7, nil), (.ics, todo("PRIORITY:0"), nil, nil),
    (.ics, todo("PRIORITY;X-A=b:3"), 3, nil), (.ics, todo("PRIORITY:high"), nil, nil),
    (.ics, todo("RELATED-TO;RELTYPE=CHILD:x"), nil, nil),
  ]

  private static func todo(_ line: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\nSUMMARY:a\n\(line)\nEND:VTODO\nEND:VCALENDAR\n"
  }

  @Test("as others write them are read, and are written as they were", arguments: foreign)
  func others(format: TaskFormat, text: String, priority: Int?, wait: String?) throws {
    let context = try Seoul.context()
    let record = try format.record(text)
    let plan = record.plan(format, context)
    #expect(plan.priority == priority)
    #expect(plan.wait?.description == wait)
    var same = record
    same.setPlan(plan, as: format, context)
    #expect(same == record)
    // Another format is told, and what was kept stays beside it.
    var sent = record
    sent.setPlan(plan, as: .json, context)
    #expect(
      try TaskFormat.json.record(try TaskFormat.json.text([sent])).plan(.json, context) == plan)
  }

  @Test("relations of other kinds and UIDs of other forms stay as they are")
  func relations() throws {
    let context = try Seoul.context()
    let lines = """
      RELATED-TO:parent@example.com
      RELATED-TO;RELTYPE=SIBLING:brother
      RELATED-TO;RELTYPE=DEPENDS-ON:before@example.com
      """
    let record = try TaskFormat.ics.record(Self.todo(lines))
    var plan = record.plan(.ics, context)
    #expect(plan.parent != nil && plan.depends.count == 1)
    plan.depends.append(Values.UUID(high: 1, low: 2))
    plan.depends.sort()
    plan.parent = nil
    var changed = record
    changed.setPlan(plan, as: .ics, context)
    let text = try TaskFormat.ics.text([changed]).replacingOccurrences(of: "\r\n", with: "\n")
    #expect(!text.contains("parent@example.com"))
    #expect(text.contains("RELATED-TO;RELTYPE=SIBLING:brother\n"))
    #expect(text.contains("RELATED-TO;RELTYPE=DEPENDS-ON:before@example.com\n"))
    #expect(text.contains("RELATED-TO;RELTYPE=DEPENDS-ON:\(Values.UUID(high: 1, low: 2))\n"))
    #expect(try TaskFormat.ics.record(text).plan(.ics, context) == plan)
  }

  @Test("`rec:` without a plus counts from completion, and comes back so")
  func completion() throws {
    let context = try Seoul.context()
    for (word, isSo) in [("rec:2w", true), ("rec:+2w", false)] {
      let record = try TaskFormat.todotxt.record("water due:2026-11-21 \(word)")
      #expect(record.plan(.todotxt, context).repeatsFromCompletion == isSo)
      #expect(try TaskFormat.todotxt.text([record]) == "water due:2026-11-21 \(word)\n")
      var edited = record
      edited.title = "water plants"
      let words = try TaskFormat.todotxt.text([edited]).split(separator: " ")
      #expect(words.contains { $0 == word })
    }
  }
}
