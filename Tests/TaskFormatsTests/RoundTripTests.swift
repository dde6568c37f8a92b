import CivilTime
import TaskFormats
import Testing
import Values

@Suite("Round trips of tasks")
struct RoundTripTests {
  @Test(
    "what is written reads back as the same records, whatever is in them",
    arguments: TaskFormat.allCases)
  func writeThenRead(format: TaskFormat) throws {
    var maker = RecordMaker()
    let wholeSeconds = format == .taskwarrior || format == .ics
    let records = try (0..<200).map { _ in try maker.record(wholeSeconds: wholeSeconds) }
    let text = try format.text(records)
    let reading = try format.read(text)
    #expect(reading.bad.isEmpty && reading.notes.isEmpty)
    try #require(reading.records.count == records.count)
    for (one, other) in zip(records, reading.records) where one != expected(other, format, of: one)
    {
      Issue.record("\(one)\nbecame\n\(other)\nby\n\(try format.text([one]))")
    }
  }

  @Test(
    "a zone keeps the name that a calendar has given it, whatever characters it has",
    arguments: TaskFormat.allCases)
  func zones(format: TaskFormat) throws {
    for zone in [
      "Asia/Seo]l", "]", "[x]", "(Own) zone", "a, b;c:d", "a|b\\c", "서울", "t:1", "^'", "^n", "a\"b",
    ] {
      var record = TaskRecord(id: UUID(random: 1, 2), title: "a")
      record.due = .zoned(
        CivilDateTime(try #require(CivilDate(dayNumber: 20_000)), .midnight), zone: zone)
      let text = try format.text([record])
      let reading = try format.read(text)
      #expect(reading.bad.isEmpty, "\(zone): \(reading.bad)")
      #expect(reading.records.map(\.due) == [record.due], "\(zone) in \(text)")
    }
  }

  /// iCalendar has no times without DTSTAMP: a record without changes gets that of its creation.
  private func expected(
    _ record: TaskRecord, _ format: TaskFormat, of original: TaskRecord
  ) -> TaskRecord {
    var record = record
    if format == .ics, original.changed == nil,
      record.changed == original.created ?? Timestamp(microseconds: 0)
    {
      record.changed = nil
    }
    return record
  }

  @Test(
    "a byte order mark is no part of a text, and none is written but before a text's own",
    arguments: TaskFormat.allCases)
  func byteOrderMark(format: TaskFormat) throws {
    var maker = RecordMaker()
    for _ in 0..<20 {
      let once = try format.text([try maker.record(wholeSeconds: true)])
      let text = try format.text(format.read(once).records)
      guard text.unicodeScalars.first != "\u{FEFF}" else { continue }
      let marked = try format.read("\u{FEFF}" + text)
      #expect(try marked.bad.isEmpty && marked.records == format.read(text).records)
      #expect(try format.text(marked.records) == text)
    }
    // A title may begin with the character itself, and a line of todo.txt with its title.
    let own = TaskRecord(id: UUID(high: 0, low: 1), title: "\u{FEFF}title")
    let text = try format.text([own])
    #expect(try format.record(text).title.unicodeScalars.first == "\u{FEFF}")
  }

  @Test(
    "a second round trip changes nothing any more, to the byte", arguments: TaskFormat.allCases)
  func stable(format: TaskFormat) throws {
    var maker = RecordMaker()
    let records = try (0..<50).map { _ in try maker.record(wholeSeconds: true) }
    let once = try format.read(try format.text(records)).records
    let text = try format.text(once)
    #expect(try format.text(try format.read(text).records) == text)
  }

  @Test(
    "json and csv carry the unknown fields of every format", arguments: [TaskFormat.json, .csv])
  func extras(format: TaskFormat) throws {
    var record = TaskRecord(id: UUID(high: 1, low: 2), title: "t")
    record.extras = [
      "taskwarrior:priority": "\"H\"", "ics:X-A": "X-A;B=\"c\":d", "todotxt:line": "(A) t",
    ]
    #expect(try format.record(try format.text([record])) == record)
  }

  @Test(
    "nothing is read from nothing, and nothing is written as what reads as nothing",
    arguments: TaskFormat.allCases)
  func empty(format: TaskFormat) throws {
    #expect(try format.read("") == TaskReading.none)
    #expect(try format.read("\n \n\n").records.isEmpty)
    #expect(try format.read(try format.text([])) == TaskReading.none)
  }

  @Test(
    "bytes that are no UTF-8 are named with their line, and nothing is read",
    arguments: TaskFormat.allCases)
  func notUTF8(format: TaskFormat) throws {
    let lines = format == .ics ? "BEGIN:VTODO\nSUMMARY:a\n" : "one\ntwo\n"
    let bytes = Array(lines.utf8) + [0xC3, 0x28, 0x0A] + Array("END:VTODO\n".utf8)
    let reading = format.read(bytes, try Seoul.context())
    #expect(reading.bad.first == LineProblem(line: 3, .notUTF8))
    #expect(reading.records.isEmpty)
  }

  @Test(
    "text cut or damaged anywhere is read or refused, never trapped on",
    arguments: TaskFormat.allCases)
  func damaged(format: TaskFormat) throws {
    var maker = RecordMaker()
    let bytes = format.write([try maker.record(wholeSeconds: true)], try Seoul.context())
    let context = try Seoul.context()
    for index in bytes.indices {
      _ = format.read(Array(bytes[..<index]), context)
      var damaged = bytes
      damaged[index] = [0x22, 0x5C, 0x0A, 0x3A, 0x25, 0x20, 0x2C, 0x00].randomElement() ?? 0
      for record in format.read(damaged, context).records { _ = format.write([record], context) }
    }
  }

  @Test("problems have a sentence in both languages")
  func sentences() {
    let problems: [FormatProblem] = [
      .notUTF8, .syntax("x"), .missing("title"), .invalid("due", "soon"), .twice("title"),
      .recurrence(.unsupported("BYHOUR")), .notATask("VEVENT"), .notFollowed("EXDATE"),
    ]
    for problem in problems {
      #expect(!problem.text.en.isEmpty)
      #expect(problem.text.ko?.isEmpty == false)
    }
  }
}

extension TaskReading {
  /// What an empty text holds.
  static let none = TaskFormat.json.read([], FormatContext(zone: .utc))
}
