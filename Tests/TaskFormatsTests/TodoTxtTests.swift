import CivilTime
import TaskFormats
import Testing
import Values

@Suite("todo.txt")
struct TodoTxtTests {
  private let format = TaskFormat.todotxt

  @Test("when something was completed that is not done is kept, and told to be without effect")
  func completedNotDone() throws {
    let time = "2026-11-20T00:00:00.000Z"
    let reading = try TaskFormat.todotxt.read("milk completed:\(time)\nx bread completed:\(time)\n")
    #expect(reading.notes == [LineProblem(line: 1, .notFollowed("completed:\(time)"))])
    #expect(try TaskFormat.todotxt.text(reading.records).contains("milk completed:\(time)\n"))
  }

  @Test("a line is read part by part")
  func read() throws {
    let line =
      "(A) 2026-11-20 Call @phone mom +family about http://x.y at 12:30 due:2026-11-30 pages:7"
    let record = try format.record(line)
    #expect(record.title == "Call mom about http://x.y at 12:30")
    #expect(record.tags == ["phone"])
    #expect(record.group == "family")
    #expect(record.due == CalendarTime("2026-11-30"))
    // Midnight in Seoul.
    #expect(record.created == Timestamp(rfc3339: "2026-11-19T15:00:00Z"))
    #expect(record.extras["todotxt:priority"] == "A")
    #expect(record.extras["todotxt:pages:"] == "7")
  }

  @Test("a finished line has the dates of its end and its beginning")
  func done() throws {
    let record = try format.record("x 2026-11-22 2026-11-20 pay rent pri:B")
    #expect(record.state == .done && record.title == "pay rent")
    #expect(record.completed == Timestamp(rfc3339: "2026-11-21T15:00:00Z"))
    #expect(record.created == Timestamp(rfc3339: "2026-11-19T15:00:00Z"))
    #expect(try format.record("x just done").completed == nil)
  }

  @Test(
    "lines that nothing has changed come back to the character",
    arguments: [
      "Call @phone mom +family", "(B)   three   spaces", "x 2026-11-22 done @a t:2026-01-01",
      "a +one +two rec:1m", "just text", "x:1 y:2 words", "\\@escaped @tag", "50%25 of it @50%",
      "한글 @집 +가족 due:2026-11-30",
    ])
  func unchanged(line: String) throws {
    let reading = try format.read(line + "\n")
    #expect(try format.text(reading.records) == line + "\n")
    #expect(try format.read(line).records == reading.records)
  }

  @Test("a line that has changed is written anew and keeps its id and its unknown words")
  func changed() throws {
    var record = try format.record("(A) Call @phone mom +family +clan pages:7 pages:8")
    record.title = "Visit mom"
    let text = try format.text([record])
    #expect(text == "(A) Visit mom +family +clan @phone uuid:\(record.id) pages:7 pages:8\n")
    let back = try format.record(text)
    #expect(back.id == record.id && back.title == "Visit mom")
  }

  @Test("what the format has no place for is in words of its own")
  func own() throws {
    var record = TaskRecord(id: UUID(high: 0, low: 1), title: "write")
    record.state = .doing
    record.body = "two\nlines"
    record.group = "Home Garden"
    record.recurrence = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
    record.reminders = [.beforeDue(seconds: 900)]
    #expect(
      try format.text([record])
        == "write +Home%20Garden state:doing rrule:FREQ=WEEKLY;BYDAY=MO remind:-PT15M "
        + "body:two%0Alines uuid:00000000-0000-0000-0000-000000000001\n")
  }

  @Test(
    "short recurrences are those of other programs",
    arguments: [
      ("rec:+1w", "FREQ=WEEKLY"), ("rec:2m", "FREQ=MONTHLY;INTERVAL=2"),
      ("rec:+3d", "FREQ=DAILY;INTERVAL=3"),
      ("rec:+1y", "FREQ=YEARLY"),
    ])
  func recurrence(word: String, rule: String) throws {
    #expect(try format.record("a \(word)").recurrence?.description == rule)
  }

  @Test("a recurrence in business days is kept and noted")
  func businessDays() throws {
    let reading = try format.read("a rec:5b")
    #expect(reading.notes == [LineProblem(line: 1, .notFollowed("rec:5b"))])
    #expect(try format.text(reading.records) == "a rec:5b\n")
  }

  @Test(
    "a word that looks like one of ours and is none is legal: it is kept, comes back and is told",
    arguments: [
      "due:2026-02-30", "due:soon", "uuid:7", "rrule:FREQ=HOURLY", "remind:soon", "created:today",
      "changed:x", "completed:2026", "rec:never",
    ])
  func oddWords(word: String) throws {
    for line in ["a \(word)", "(B) a \(word) +home due:soon"] {
      let reading = try format.read("good\n\(line)\nbetter")
      #expect(reading.bad.isEmpty)
      #expect(reading.records.map(\.title) == ["good", "a", "better"])
      #expect(reading.notes.contains(LineProblem(line: 2, .notFollowed(word))))
      #expect(reading.notes.count == (line.contains("home") ? 2 : 1))
      #expect(try format.text(reading.records).contains(word))
      // The same file again is the same tasks.
      #expect(
        try format.read("good\n\(line)\nbetter").records.map(\.id) == reading.records.map(\.id))
    }
  }

  @Test("what begins like a date and is none belongs to the text")
  func oddDate() throws {
    #expect(try format.record("2026-13-01 a").title == "2026-13-01 a")
    #expect(try format.record("x 2026-02-30 a").title == "2026-02-30 a")
  }

  @Test(
    "each wrong line is named by its number, and the others are read",
    arguments: [
      ("(A)", FormatProblem.missing("text")), ("x 2026-11-22", .missing("text")),
    ])
  func wrong(line: String, problem: FormatProblem) throws {
    let reading = try format.read("good\r\n\r\n\(line)\r\nbetter")
    #expect(reading.bad == [LineProblem(line: 3, problem)])
    #expect(reading.records.map(\.title) == ["good", "better"])
    #expect(reading.lines == [1, 4])
  }

  @Test(
    "a line of nothing but words that mean something says these words, and comes back as it was",
    arguments: [
      ("+roses +flowers", "+roses +flowers", "roses", []), ("(B) @phone", "@phone", nil, ["phone"]),
      ("x 2026-11-22 +a @b", "+a @b", "a", ["b"]), ("due:2026-12-01", "due:2026-12-01", nil, []),
      ("key:value", "key:value", nil, []),
    ] as [(String, String, String?, [String])])
  func onlyMarks(line: String, title: String, group: String?, tags: [String]) throws {
    var record = try format.record(line)
    #expect(record.title == title && record.group == group && record.tags == tags)
    #expect(try format.text([record]) == line + "\n")
    // Changed, it says the same but for the change.
    record.state = record.state == .done ? .todo : .done
    let again = try format.record(format.text([record]))
    #expect(again.title == title && again.group == group && again.tags == tags)
    #expect(again.state == record.state && again.due == record.due)
  }

  @Test("two equal lines are two tasks, with the same ids each time")
  func equalLines() throws {
    let reading = try format.read("milk\nmilk\n")
    #expect(reading.records[0].id != reading.records[1].id)
    #expect(try format.read("milk\nmilk\n") == reading)
    #expect(try format.text(reading.records) == "milk\nmilk\n")
  }

  @Test("of equal lines that are not all there any more, each is read again as it was")
  func someEqualLines() throws {
    let records = try format.read("milk\nmilk @a\ntea\nmilk\n").records
    for chosen in [[1, 3], [0, 3], [3, 0], [1, 2], [0, 1, 2, 3], [3, 2, 1]] {
      let some = chosen.map { records[$0] }
      let back = try format.read(try format.text(some)).records
      #expect(back.map(\.id) == some.map(\.id), "\(chosen)")
      #expect(back.map(\.title) == some.map(\.title) && back.map(\.tags) == some.map(\.tags))
    }
  }
}
