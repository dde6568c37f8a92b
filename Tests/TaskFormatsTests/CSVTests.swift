import CivilTime
import TaskFormats
import Testing
import Values

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

  @Test("sections of Todoist's table are groups, comments are notes, and what is no task is told")
  func todoistRows() throws {
    let text = """
      TYPE,CONTENT,INDENT,DATE
      meta,view_style=list,,
      note,of the whole,,
      task,buy milk @errands @집 a@b.example,1,
      note,"as
      agreed",,
      note,dated,,2026-11-20T10:00:00Z
      section,Household,,
      note,of the section,,
      task,@roses,2,
      """
    let context = FormatContext(
      zone: try Seoul.context().zone, now: Timestamp(rfc3339: "2026-11-26T04:00:00Z"))
    let reading = format.read(Array(text.utf8), context)
    let records = reading.records
    #expect(reading.bad.isEmpty && records.map(\.title) == ["buy milk a@b.example", "@roses"])
    #expect(records.map(\.group) == [nil, "Household"])
    #expect(records.map(\.tags) == [["errands", "집"], ["roses"]])
    #expect(reading.notes.map(\.line) == [2, 3, 9])
    let notes = records.map { $0.plan(.csv, context).notes }
    #expect(notes.map { $0.map(\.text) } == [["dated", "as agreed"], []])
    #expect(
      notes[0].map(\.at.description) == ["2026-11-20T10:00:00.000Z", "2026-11-26T04:00:00.000Z"])
    #expect(records[1].plan(.csv, context).parent == nil)
    // What we write of it is read as the same, labels in a title and all.
    var again = records
    again[0].title = "mail @bob"
    #expect(
      try format.read(try format.text(again)).records.map(\.title) == ["mail @bob", "@roses"])
  }

  @Test("Todoist's times are on the clock of their zone, and stand beside a deadline")
  func todoistTimes() throws {
    let text = """
      TYPE,CONTENT,DATE,DATE_LANG,TIMEZONE,DEADLINE
      task,a,2026-11-30 17:00,en,America/New_York,
      task,b,2026-11-30 17:00,en,Mars/Base,
      task,c,soon,en,,
      task,d,soon,de,,
      task,e,2026-11-28,en,,2026-12-24
      task,f,soon,en,,2026-12-24
      task,g,2026-11-30T17:00:00-05:00,en,,
      task,h,,,,whenever
      """
    let seoul = try Seoul.context()
    let rule = try RecurrenceRule("FREQ=DAILY")
    let context = FormatContext(
      zone: seoul.zone, zones: seoul.zones,
      spoken: { text, _ in
        guard text == "soon", let day = CalendarTime("2026-11-27") else { return nil }
        return SpokenTime(day, rule: rule, countsFromCompletion: true)
      })
    let reading = format.read(Array(text.utf8), context)
    let (records, plans) = (reading.records, reading.records.map { $0.plan(.csv, context) })
    try #require(records.count == 8 && reading.bad.isEmpty)
    let instants = [0, 6].map { index in
      records[index].due.map { due in
        due.instant(local: context.zone, named: due.zoneIdentifier.flatMap { context.zones($0) })
          .description
      }
    }
    #expect(instants == ["2026-11-30T22:00:00.000Z", "2026-11-30T22:00:00.000Z"])
    #expect(records[2].recurrence == rule && plans[2].repeatsFromCompletion)
    #expect(records[3].due == nil && records[3].recurrence == nil)
    #expect(records[4].due == CalendarTime("2026-12-24"))
    #expect(plans[4].scheduled == CalendarTime("2026-11-28"))
    #expect(records[5].due == CalendarTime("2026-12-24") && records[5].recurrence == nil)
    #expect(reading.notes.map(\.line) == [3, 5, 7, 9])
  }

  @Test("a table with Korean headers and states is read, with what people type as a deadline")
  func korean() throws {
    let context = FormatContext(
      zone: try Seoul.context().zone,
      deadlines: { text in
        text == "내일" ? CalendarTime("2026-11-22") : nil
      })
    let text = "할 일,상태,마감일,설명,태그,프로젝트,담당\n보고서,진행 중,내일,길게,\"일, 집\",회사,김\n청소,완료,2026-12-01,,,,\n"
    let reading = format.read(Array(text.utf8), context)
    #expect(reading.bad.isEmpty)
    let records = reading.records
    #expect(records.map(\.title) == ["보고서", "청소"] && records.map(\.state) == [.doing, .done])
    #expect(records.map(\.due) == [CalendarTime("2026-11-22"), CalendarTime("2026-12-01")])
    #expect(records[0].body == "길게" && records[0].group == "회사" && records[0].tags == ["일", "집"])
    #expect(records[0].extras["csv:담당"] == "김")
    let bad = format.read(Array("title,due\na,whenever\n".utf8), context)
    #expect(bad.records.isEmpty && bad.bad.map(\.line) == [2])
  }

  @Test("Todoist's INDENT makes parts of what stands above, and comes back with what they are now")
  func outline() throws {
    let text = """
      TYPE,CONTENT,INDENT
      task,house,1
      task,kitchen,2
      note,as agreed,
      task,tap,3
      task,roof,2
      ,,
      task,garden,1
      """
    let context = try Seoul.context()
    let records = try format.read(text).records
    func parents(_ records: [TaskRecord]) -> [String: String?] {
      let titles = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.title) })
      return Dictionary(
        uniqueKeysWithValues: records.map { record in
          (record.title, record.plan(.csv, context).parent.flatMap { titles[$0] })
        })
    }
    let expected: [String: String?] = [
      "house": nil, "kitchen": "house", "tap": "kitchen", "roof": "house", "garden": nil,
    ]
    #expect(parents(records) == expected)
    // Whatever the order, and without the column of parents, as Todoist reads it.
    let written = try format.text(records.reversed())
    #expect(try parents(format.read(written).records) == expected)
    let bare = written.replacing(",parent\r\n", with: ",no\r\n")
    #expect(bare != written)
    #expect(try parents(format.read(bare).records) == expected)
  }

  @Test("outlines are written so that they are read as the same, also deep ones and circles")
  func outlines() throws {
    let context = try Seoul.context()
    var maker = RecordMaker()
    for _ in 0..<100 {
      var records = try (0..<20).map { _ in try maker.record(wholeSeconds: true) }
      let isTree = maker.chance()
      for index in records.indices {
        records[index].extras["csv:INDENT"] = "1"
        var plan = TaskPlan()
        let other = maker.number(0...19)
        if maker.chance(), !isTree || other < index { plan.parent = records[other].id }
        records[index].setPlan(plan, as: .csv, context)
      }
      let text = try format.text(records)
      let read = try format.read(text)
      #expect(read.bad.isEmpty && read.records.count == records.count)
      func parents(_ records: [TaskRecord]) -> [UUID: UUID?] {
        Dictionary(
          uniqueKeysWithValues: records.map { ($0.id, $0.plan(.csv, context).parent) })
      }
      #expect(parents(read.records) == parents(records))
      // A tree of no more levels than Todoist has needs nothing but the column.
      let all = parents(records)
      func depth(of id: UUID) -> Int {
        guard let parent = all[id] ?? nil else { return 1 }
        return 1 + depth(of: parent)
      }
      guard isTree else { continue }
      let depths = records.map { depth(of: $0.id) }
      guard depths.allSatisfy({ $0 <= 4 }) else { continue }
      let bare = text.replacing(",parent\r\n", with: ",no\r\n")
      #expect(try parents(format.read(bare).records) == all)
    }
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
