import CivilTime
import TaskFormats
import Testing
import Values

@Suite("Merging tasks")
struct TaskMergeTests {
  private func task(_ change: (inout TaskRecord) -> Void = { _ in }) -> TaskRecord {
    var record = TaskRecord(
      id: UUID(high: 1, low: 1), title: "base", tags: ["a", "b"],
      changed: Timestamp(microseconds: 1_000_000))
    change(&record)
    return record
  }

  private func later(_ record: TaskRecord, by seconds: Int64) -> TaskRecord {
    var record = record
    record.changed = Timestamp(microseconds: (1 + seconds) * 1_000_000)
    return record
  }

  @Test("two who finish the same come to the same time, whoever meets the other first")
  func finishedTwice() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      func version() -> TaskRecord {
        var record = TaskRecord(id: UUID(high: 0, low: 1), title: "a", state: .done)
        let time = Timestamp(microseconds: Int64.random(in: 1...9, using: &numbers) * 1_000_000)
        (record.completed, record.changed) = (time, time)
        return record
      }
      let (one, other) = (version(), version())
      var base = one
      (base.state, base.completed, base.changed) = (.todo, nil, nil)
      for base in [nil, base] {
        // One's is on the server; the other meets it, and then one meets what came of that.
        let there = other.merged(with: one, base: base)
        let here = one.merged(with: there, base: one)
        #expect(here.completed == there.completed)
      }
    }
  }

  @Test("what only one side has changed is taken from it, whichever side is later")
  func oneSided() {
    let one = later(task { $0.title = "one" }, by: 1)
    let two = later(
      task {
        $0.body = "two"; $0.state = .doing
      }, by: 2)
    for merged in [one.merged(with: two, base: task()), two.merged(with: one, base: task())] {
      #expect(merged.title == "one" && merged.body == "two" && merged.state == .doing)
      #expect(merged.changed == Timestamp(microseconds: 3_000_000))
    }
  }

  @Test("of what both have changed the later change stays, seen from either side")
  func bothSides() {
    let one = later(task { $0.title = "earlier" }, by: 1)
    let two = later(task { $0.title = "later" }, by: 2)
    #expect(one.merged(with: two, base: task()).title == "later")
    #expect(two.merged(with: one, base: task()).title == "later")
  }

  @Test("tags of both are added and removed; a field that was emptied stays empty")
  func sets() {
    let one = later(
      task {
        $0.tags = ["b", "c"]; $0.due = nil
      }, by: 1)
    let two = later(
      task {
        $0.tags = ["a", "d"]; $0.due = CalendarTime("2026-11-30")
      }, by: 2)
    let base = task { $0.due = CalendarTime("2026-11-30") }
    let merged = one.merged(with: two, base: base)
    #expect(merged.tags == ["c", "d"] && merged.due == nil)
  }

  @Test("what the other side has from us is no change of its own, however late it is")
  func sent() {
    let base = task { $0.extras = ["ics:A": "1"] }
    let sent = task {
      $0.body = "first"
      $0.tags = ["a", "c"]
      $0.extras = ["ics:A": "2"]
    }
    let theirs = later(
      task {
        $0.body = "first"
        $0.group = "home"
        $0.tags = ["a", "c", "d"]
        $0.extras = ["ics:A": "2"]
      }, by: 9)
    // Taken back here since: the body as it was, b again, c not any more.
    let mine = later(
      task {
        $0.body = nil
        $0.extras = ["ics:A": "1"]
      }, by: 1)
    let merged = mine.merged(with: theirs, base: base, sent: sent)
    #expect(merged.body == nil && merged.group == "home" && merged.extras == ["ics:A": "1"])
    #expect(merged.tags == ["a", "b", "d"])
  }

  @Test("unknown fields are merged one by one")
  func extras() {
    let base = task { $0.extras = ["ics:A": "1", "ics:B": "1"] }
    let one = later(task { $0.extras = ["ics:A": "2", "ics:B": "1"] }, by: 2)
    let two = later(task { $0.extras = ["ics:A": "1", "ics:C": "1"] }, by: 1)
    #expect(one.merged(with: two, base: base).extras == ["ics:A": "2", "ics:C": "1"])
  }

  @Test("the time of completion goes with the state")
  func completion() {
    let done = later(
      task {
        $0.state = .done; $0.completed = Timestamp(microseconds: 5)
      }, by: 1)
    let other = later(task { $0.title = "x" }, by: 2)
    #expect(done.merged(with: other, base: task()).completed == done.completed)
    #expect(other.merged(with: done, base: task()).completed == done.completed)
    let reopened = later(task(), by: 3)
    #expect(reopened.merged(with: done, base: done).completed == nil)
  }

  @Test("merging with oneself and merging again change nothing")
  func idempotent() throws {
    var maker = RecordMaker()
    for _ in 0..<100 {
      let base = try maker.record(wholeSeconds: true)
      var (one, two) = (try maker.record(wholeSeconds: true), try maker.record(wholeSeconds: true))
      (one, two) = (copy(one, id: base.id), copy(two, id: base.id))
      #expect(one.merged(with: one, base: base) == one)
      let merged = one.merged(with: two, base: base)
      #expect(merged.merged(with: two, base: two) == merged)
    }
  }

  private func copy(_ record: TaskRecord, id: UUID) -> TaskRecord {
    var record = record
    record.id = id
    // The time of an end is that of a task that has ended.
    record.completed = record.state == .done ? record.completed : nil
    return record
  }
}

@Suite("Reading texts")
struct ReadingTextsTests {
  @Test("white space of every kind in Unicode is trimmed from a title, and nothing else")
  func whiteSpace() throws {
    for value in (0 as UInt32)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), value > 0x20, value != 0x22, value != 0x5C else {
        continue
      }
      // One reading for all would be 4 MB of JSON; the planes beyond the second have no spaces.
      guard value < 0x3100 || value % 997 == 0 else { continue }
      let text = "{\"title\":\"a\(scalar)\"}"
      let title = try TaskFormat.json.record(text).title
      let isTrimmed = title.unicodeScalars.count == 1
      if isTrimmed != scalar.properties.isWhitespace {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }
}
