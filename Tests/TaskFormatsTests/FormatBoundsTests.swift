import CivilTime
import Testing
import Values

@testable import TaskFormats

/// A few bytes each of many things: what is read of them has a bound, in every format.
@Suite("Bounds of what a text may have")
struct FormatBoundsTests {
  private static let context = FormatContext(zone: .utc)

  private func read(_ text: String, _ format: TaskFormat) -> TaskReading {
    format.read(Array(text.utf8), Self.context)
  }

  /// Each has one more than may be: what it is of, and how often its unit stands between the ends.
  private static let many: [(format: TaskFormat, start: String, unit: String, end: String)] = [
    (.todotxt, "", "x 2026-11-22\n", ""), (.csv, "title,due\n", "a,never\n", ""),
    (.json, "[0", ",0", "]"), (.taskwarrior, "[{}", ",{}", "]"), (.json, "{}\n{,}\n", "{,}\n", ""),
  ]

  @Test("tasks, whatever is wrong with them", arguments: many)
  func tasks(_ of: (format: TaskFormat, start: String, unit: String, end: String)) throws {
    func reading(_ count: Int) -> TaskReading {
      read(of.start + String(repeating: of.unit, count: count) + of.end, of.format)
    }
    let most = FormatBounds.records
    let first = reading(1)
    let before = first.records.count + first.bad.count + first.notes.count - 1
    // As many as may be are read; one format tells it for all, as all take them down in one place.
    if of.format == .todotxt {
      let full = reading(most - before)
      #expect(full.excess == nil && full.records.count + full.bad.count == most)
    }
    let over = reading(most - before + 1000)
    let excess = try #require(over.excess)
    #expect(over.records.count + over.bad.count == most)
    // The line on which the first of those that are left out begins.
    let isOneLine = !of.unit.contains("\n")
    #expect(excess.line == (isOneLine ? 1 : most + (of.format == .csv ? 2 : 1)))
    #expect(excess.problem.text.en.contains("\(most)"))
  }

  @Test("bytes of a line, columns of a table, members of a task, values of a text")
  func parts() {
    let long = String(repeating: "a ", count: FormatBounds.lineBytes / 2)
    #expect(read(long, .todotxt).bad.isEmpty)
    let longer = read("one\n\(long)b\ntwo", .todotxt)
    #expect(longer.bad.map(\.line) == [2] && longer.records.map(\.title) == ["one", "two"])
    for (count, isTaken) in [(FormatBounds.fields, true), (FormatBounds.fields + 1, false)] {
      let names = (0..<count).map { $0 == 0 ? "title" : "c\($0)" }
      let row = names.map { _ in "v" }.joined(separator: ",")
      let table = read("\(names.joined(separator: ","))\n\(row)\n", .csv)
      #expect(table.records.count == (isTaken ? 1 : 0) && table.bad.isEmpty == isTaken)
      let members = names.map { "\"\($0)\":\"v\"" }.joined(separator: ",")
      #expect(read("[{\(members)}]", .json).records.count == (isTaken ? 1 : 0))
    }
    let values = String(repeating: "0,", count: FormatBounds.values)
    #expect(read(#"[{"title":"a","x":[\#(values)0]}]"#, .json).bad.count == 1)
  }

  @Test("fields of one task and of all, in every format", arguments: TaskFormat.allCases)
  func fields(_ format: TaskFormat) {
    func one(_ count: Int) -> String {
      let numbers = 0..<count
      return switch format {
      case .todotxt: "task " + numbers.map { "@t\($0)" }.joined(separator: " ") + "\n"
      case .csv: "title,tags\ntask,\"" + numbers.map { "t\($0)" }.joined(separator: " ") + "\"\n"
      case .ics:
        "BEGIN:VTODO\nUID:a\nSUMMARY:task\n" + numbers.map { "X-\($0):1\n" }.joined()
          + "END:VTODO\n"
      case .json, .taskwarrior:
        "[{\"title\":\"task\",\"description\":\"task\",\"tags\":["
          + numbers.map { "\"t\($0)\"" }.joined(separator: ",") + "]}]"
      }
    }
    let (some, many) = (read(one(250), format), read(one(20_000), format))
    #expect(some.records.count == 1 && some.bad.isEmpty, "\(some.bad)")
    #expect(many.records.isEmpty && many.bad.count == 1)
    #expect(many.bad.first?.problem == .tooMany(.fields, FormatBounds.fields))
  }

  @Test("many words of one name are one field, and none is lost")
  func manyWords() throws {
    let count = 100_000
    for word in [" a:1", " +p"] {
      let record = try #require(
        read("task" + String(repeating: word, count: count), .todotxt).records.first)
      let name = word == " +p" ? "projects" : "a:"
      // The first project is the group.
      let kept = word == " +p" ? count - 1 : count
      #expect(record.extras["todotxt:\(name)"]?.utf8.count == 2 * kept - 1)
    }
  }

  @Test("names of one line, components of one task: told as soon as there are too many")
  func manyNames() {
    let names = (0..<100_000).map { " k\($0):1" }.joined()
    let parts = String(repeating: "BEGIN:X\nEND:X\n", count: 100_000)
    let task = "BEGIN:VTODO\nUID:a\nSUMMARY:task\n\(parts)END:VTODO\n"
    for reading in [read("task\(names)\n", .todotxt), read(task, .ics)] {
      #expect(reading.records.isEmpty)
      #expect(reading.bad == [LineProblem(line: 1, .tooMany(.fields, FormatBounds.fields))])
    }
  }

  @Test("fields of all tasks together")
  func fieldsInAll() throws {
    let row = "task," + String(repeating: "v,", count: 248) + "v\n"
    let header = "title," + (0..<249).map { "c\($0)" }.joined(separator: ",") + "\n"
    let count = FormatBounds.fieldsInAll / 249
    let reading = read(header + String(repeating: row, count: count + 10), .csv)
    #expect(reading.records.count == count)
    #expect(try #require(reading.excess).line == count + 2)
  }

  @Test("lines of a calendar")
  func calendarLines() throws {
    func calendar(_ count: Int) -> TaskReading {
      read("BEGIN:VCALENDAR\n\(String(repeating: "X:\n", count: count))END:VCALENDAR\n", .ics)
    }
    #expect(calendar(1000).excess == nil)
    let excess = try #require(calendar(FormatBounds.calendarLines).excess)
    #expect(excess.line == FormatBounds.calendarLines + 1)
  }
}
