import CivilTime
import TaskFormats
import Testing

@Suite("CSV")
struct CSVTests {
  private let format = TaskFormat.csv

  @Test("fields of RFC 4180 are read: quotes, commas and line breaks in them")
  func read() throws {
    let text =
      "title,body,tags,Owner\r\n\"a \"\"b\"\", c\",\"one\ntwo\",\"x, y\",Kim\r\nplain,,,\r\n"
    let records = try format.read(text).records
    try #require(records.count == 2)
    #expect(records[0].title == #"a "b", c"#)
    #expect(records[0].body == "one\ntwo")
    #expect(records[0].tags == ["x", "y"])
    #expect(records[0].extras == ["csv:Owner": "Kim"])
    #expect(records[1].title == "plain" && records[1].body == nil && records[1].extras.isEmpty)
  }

  @Test("Todoist's DATE is a deadline where it is a date, and told where it is words")
  func todoist() throws {
    let text = "TYPE,CONTENT,DATE\ntask,buy,2026-11-30\ntask,water,every day\n"
    let reading = try format.read(text)
    #expect(reading.records.map(\.due) == [CalendarTime("2026-11-30"), nil])
    #expect(reading.notes == [LineProblem(line: 3, .notFollowed("DATE “every day”"))])
    #expect(reading.records[1].extras["csv:DATE"] == "every day")
  }

  @Test("unknown columns come back, also for rows that have nothing in them")
  func columns() throws {
    let text = "title,Owner,Cost\na,Kim,\nb,,7\n"
    let records = try format.read(text).records
    let written = try format.text(records)
    #expect(
      written.hasPrefix(
        "uuid,title,state,due,body,tags,group,created,changed,completed,recurrence,reminders,extras,Cost,Owner\r\n"
      ))
    #expect(try format.read(written).records == records)
  }

  @Test(
    "semicolons, tabs, other programs' names and a byte order mark are understood",
    arguments: [
      "Summary;Deadline;Project\nbuy;2026-11-30;home\n",
      "Task\tDue Date\tList\nbuy\t2026-11-30\thome",
      "\u{FEFF}NAME,DUE,GROUP\r\nbuy,2026-11-30,home",
    ])
  func dialects(text: String) throws {
    let record = try format.record(text)
    #expect(record.title == "buy" && record.group == "home")
    #expect(record.due == CalendarTime("2026-11-30"))
  }

  @Test(
    "each wrong row is named by the line it begins on",
    arguments: [
      ("b,2026-02-30,", FormatProblem.invalid("due", "2026-02-30")),
      (",2026-11-30,", .missing("title")),
      ("b,,,", .syntax("4 fields where the header has 3")),
      ("b", .syntax("1 fields where the header has 3")),
      ("b,,someday", .invalid("state", "someday")),
      ("b\"c,,", .syntax("a quote in a field that does not begin with one")),
      ("\"b\"c,,", .syntax("something behind the closing quote of a field")),
      ("\"b,,", .syntax("a quote that is never closed")),
    ])
  func wrong(row: String, problem: FormatProblem) throws {
    let reading = try format.read("title,due,state\n\"a\n1\",,\n\(row)\nlast,,")
    #expect(reading.bad == [LineProblem(line: 4, problem)])
    #expect(reading.records.map(\.title) == ["a 1", "last"])
  }

  @Test("a table without a title or with a column twice is refused as a whole")
  func header() throws {
    #expect(
      try format.problems("due,state\n2026-11-30,todo") == [LineProblem(line: 1, .missing("title"))]
    )
    #expect(try format.problems("title,name\na,b") == [LineProblem(line: 1, .twice("name"))])
    #expect(try format.problems("title,X,X\na,b,c") == [LineProblem(line: 1, .twice("X"))])
  }
}
