import CivilTime
import TaskFormats
import Testing
import Values

@Suite("iCalendar VTODO")
struct VTodoTests {
  private let format = TaskFormat.ics

  private func calendar(_ lines: String...) -> String { RecordMaker.calendar(lines) }

  private func calendar(_ lines: [String]) -> String { RecordMaker.calendar(lines) }

  /// The content lines of what is written for a record, unfolded.
  private func lines(_ record: TaskRecord) throws -> [String] {
    try format.text([record]).replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  private let rich = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Somebody//Else//EN
    BEGIN:VTIMEZONE
    TZID:Custom Seoul
    X-LIC-LOCATION:Asia/Seoul
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0900
    TZOFFSETTO:+0900
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTODO
    UID:0E2C42CE-85E9-4599-8C19-0B3CF4DD8FD5
    DTSTAMP:20261121T080000Z
    CREATED:20261120T080000Z
    SUMMARY;LANGUAGE=ko:보고서\\, 초안\\; 끝
    DESCRIPTION:first line\\nsecond \\\\ line tha
     t was fol
    \tded
    STATUS:IN-PROCESS
    PERCENT-COMPLETE:40
    DUE;TZID=Custom Seoul:20261130T090000
    CATEGORIES:work,Big Things
    PRIORITY:1
    X-APPLE-SORT-ORDER:123
    ATTENDEE;CN="Kim; Lee";ROLE=REQ-PARTICIPANT:mailto:a@b.c
    ATTENDEE:mailto:d@e.f
    SEQUENCE:3
    BEGIN:VALARM
    ACTION:AUDIO
    TRIGGER:-PT15M
    ATTACH;VALUE=URI:Chord
    END:VALARM
    BEGIN:X-SUB
    X-WHAT:ever
    END:X-SUB
    END:VTODO
    BEGIN:VEVENT
    UID:x
    END:VEVENT
    END:VCALENDAR
    """

  @Test("a task of another program is read property by property")
  func read() throws {
    let reading = try format.read(rich)
    #expect(reading.bad.isEmpty)
    #expect(reading.notes == [LineProblem(line: 39, .notATask("VEVENT"))])
    let record = try #require(reading.records.first)
    #expect(reading.lines == [13])
    #expect(record.id == UUID("0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5"))
    #expect(record.title == "보고서, 초안; 끝")
    #expect(record.body == "first line\nsecond \\ line that was folded")
    #expect(record.state == .doing)
    #expect(record.due == CalendarTime("2026-11-30T09:00:00[Asia/Seoul]"))
    #expect(record.tags == ["Big-Things", "work"])
    #expect(record.created == Timestamp(rfc3339: "2026-11-20T08:00:00Z"))
    #expect(record.changed == Timestamp(rfc3339: "2026-11-21T08:00:00Z"))
    #expect(record.reminders == [.beforeDue(seconds: 900)])
  }

  @Test("what has no place here comes back as it was, properties and components")
  func unknown() throws {
    let record = try #require(try format.read(rich).records.first)
    let written = try lines(record)
    for line in [
      "UID:0E2C42CE-85E9-4599-8C19-0B3CF4DD8FD5", "SUMMARY;LANGUAGE=ko:보고서\\, 초안\\; 끝",
      "PERCENT-COMPLETE:40", "CATEGORIES:work,Big Things", "PRIORITY:1", "X-APPLE-SORT-ORDER:123",
      "ATTENDEE;CN=\"Kim; Lee\";ROLE=REQ-PARTICIPANT:mailto:a@b.c", "ATTENDEE:mailto:d@e.f",
      "SEQUENCE:3", "ACTION:AUDIO", "TRIGGER:-PT15M", "ATTACH;VALUE=URI:Chord", "BEGIN:X-SUB",
      "X-WHAT:ever", "DUE;TZID=Asia/Seoul:20261130T090000", "BEGIN:VTIMEZONE",
    ] {
      #expect(written.contains(line), "\(line)")
    }
    #expect(try format.read(try format.text([record])).records == [record])
  }

  @Test("a changed field is written anew, the others stay as they were")
  func edited() throws {
    var record = try #require(try format.read(rich).records.first)
    record.title = "새 제목"
    record.tags = ["work"]
    record.state = .done
    record.reminders = [.beforeDue(seconds: 3600)]
    let written = try lines(record)
    #expect(written.contains("SUMMARY:새 제목") && written.contains("CATEGORIES:work"))
    #expect(written.contains("STATUS:COMPLETED") && written.contains("PERCENT-COMPLETE:100"))
    #expect(!written.contains("PERCENT-COMPLETE:40") && !written.contains("ACTION:AUDIO"))
    #expect(written.contains("TRIGGER;RELATED=END:-PT1H") && written.contains("PRIORITY:1"))
  }

  @Test("lines are folded at 75 octets, never within a character")
  func folding() throws {
    let title = String(repeating: "한글 제목 ", count: 40) + "👩‍👩‍👧‍👦"
    let text = try format.text([TaskRecord(id: UUID(high: 0, low: 1), title: title)])
    for line in text.split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\u{FFFD}"))
    }
    #expect(try format.record(text).title == title)
  }

  @Test("text folded within a character is put together again")
  func foldedWithin() throws {
    var bytes = Array(calendar("UID:1", "SUMMARY:한글").utf8)
    let index = try #require(bytes.firstIndex(of: 0xED))
    bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: index + 1)
    // As a whole it is no UTF-8 any more; that is for the reader to see through or to say.
    let reading = format.read(bytes, try Seoul.context())
    #expect(reading.records.map(\.title) == ["한글"])
  }

  @Test(
    "each form of a deadline is read",
    arguments: [
      ("DUE;VALUE=DATE:20261130", "2026-11-30"), ("DUE:20261130T090000", "2026-11-30T09:00:00"),
      ("DUE:20261130T090000Z", "2026-11-30T09:00:00Z"),
      ("DUE;TZID=Europe/Berlin:20261130T090000", "2026-11-30T09:00:00[Europe/Berlin]"),
      ("DUE;TZID=Korea Standard Time:20261130T090000", "2026-11-30T09:00:00[Asia/Seoul]"),
      (
        "DUE;TZID=\"/freeassociation.sourceforge.net/America/New_York\":20261130T090000",
        "2026-11-30T09:00:00[America/New_York]"
      ),
    ])
  func deadlines(line: String, due: String) throws {
    #expect(try format.record(calendar("UID:1", "SUMMARY:a", line)).due == CalendarTime(due))
  }

  @Test("a start and a duration make a deadline, and stay what they were until it is moved")
  func duration() throws {
    let text = calendar("UID:1", "SUMMARY:a", "DTSTART:20261130T090000Z", "DURATION:PT1H30M")
    var record = try format.record(text)
    #expect(record.due == CalendarTime("2026-11-30T10:30:00Z"))
    #expect(try lines(record).contains("DURATION:PT1H30M"))
    #expect(!(try lines(record).contains { $0.hasPrefix("DUE") }))
    record.due = CalendarTime("2026-12-01")
    #expect(try lines(record).contains("DUE;VALUE=DATE:20261201"))
    #expect(!(try lines(record).contains("DURATION:PT1H30M")))
  }

  @Test(
    "states are those of RFC 5545; a cancelled task is done and stays cancelled",
    arguments: [
      ("STATUS:NEEDS-ACTION", TaskState.todo), ("STATUS:IN-PROCESS", .doing),
      ("STATUS:COMPLETED", .done), ("STATUS:CANCELLED", .done),
      ("COMPLETED:20261121T000000Z", .done),
      ("X-NOTHING:1", .todo),
    ])
  func states(line: String, state: TaskState) throws {
    let record = try format.record(calendar("UID:1", "SUMMARY:a", line))
    #expect(record.state == state)
    #expect(try lines(record).contains(line))
  }

  @Test("a rule that is not followed keeps its task and itself, and is noted")
  func rule() throws {
    let rule = "RRULE:FREQ=YEARLY;BYWEEKNO=20"
    let reading = try format.read(calendar("UID:1", "SUMMARY:a", "DUE:20261130T090000Z", rule))
    #expect(reading.notes == [LineProblem(line: 7, .recurrence(.unsupported("BYWEEKNO")))])
    let record = try #require(reading.records.first)
    #expect(record.recurrence == nil)
    #expect(try lines(record).contains(rule))
    var own = record
    own.recurrence = try RecurrenceRule("FREQ=DAILY")
    #expect(try lines(own).filter { $0.hasPrefix("RRULE") } == ["RRULE:FREQ=DAILY"])
  }

  @Test("exceptions of a series are kept and noted")
  func exceptions() throws {
    let line = "EXDATE:20261207T090000Z"
    let reading = try format.read(
      calendar("UID:1", "SUMMARY:a", "DUE:20261130T090000Z", "RRULE:FREQ=WEEKLY", line))
    #expect(reading.notes == [LineProblem(line: 8, .notFollowed("EXDATE"))])
    #expect(try lines(try #require(reading.records.first)).contains(line))
  }

  @Test("an instance of a series has the id that the series derives for its date")
  func instance() throws {
    let uid = "0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5"
    let line = "RECURRENCE-ID;TZID=Asia/Seoul:20261130T090000"
    let record = try format.record(calendar("UID:\(uid)", line, "SUMMARY:a"))
    let series = try #require(UUID(uid))
    #expect(record.id == UUID(occurrenceOf: series, on: try #require(CivilDate("2026-11-30"))))
    #expect(try lines(record).contains("UID:\(uid)") && (try lines(record).contains(line)))
  }

  @Test("a UID that is no UUID gives the same id each time and comes back")
  func foreignID() throws {
    let text = calendar("UID:20070313T123432Z-456553@example.com", "SUMMARY:a")
    let record = try format.record(text)
    #expect(try format.record(text).id == record.id)
    #expect(try lines(record).contains("UID:20070313T123432Z-456553@example.com"))
  }

  @Test(
    "alarms ring before the deadline, at an instant, or after the start",
    arguments: [
      ("TRIGGER;RELATED=END:-P1D", Reminder.beforeDue(seconds: 86_400)),
      ("TRIGGER:-PT5M", .beforeDue(seconds: 3900)), ("TRIGGER:PT0S", .beforeDue(seconds: 3600)),
      (
        "TRIGGER;VALUE=DATE-TIME:20261130T000000Z",
        .at(Timestamp(microseconds: 1_795_996_800_000_000))
      ),
    ])
  func alarms(trigger: String, reminder: Reminder) throws {
    let record = try format.record(
      calendar(
        "UID:1", "SUMMARY:a", "DTSTART:20261130T080000Z", "DUE:20261130T090000Z", "BEGIN:VALARM",
        "ACTION:DISPLAY", trigger, "END:VALARM"))
    #expect(record.reminders == [reminder])
    #expect(try lines(record).filter { $0.hasPrefix("TRIGGER") } == [trigger])
  }

  @Test(
    "a task without a summary is legal, has a title to be seen, and goes back as it came",
    arguments: [
      ([], "(no title)", []), (["SUMMARY:"], "(no title)", ["SUMMARY:"]),
      (["SUMMARY: \\n"], "(no title)", ["SUMMARY: \\n"]),
      (["DESCRIPTION:\\nfirst\\nsecond"], "first", []),
      (["SUMMARY:", "DESCRIPTION:first"], "first", ["SUMMARY:"]),
      (["SUMMARY:(no title)"], "(no title)", ["SUMMARY:(no title)"]),
    ])
  func noSummary(properties: [String], title: String, back: [String]) throws {
    var record = try format.record(calendar(["UID:1", "COMPLETED:20261121T080000Z"] + properties))
    #expect(record.title == title && record.state == .done)
    #expect(try lines(record).filter { $0.hasPrefix("SUMMARY") } == back)
    #expect(try lines(record).contains("COMPLETED:20261121T080000Z"))
    record.title = "named"
    #expect(try lines(record).filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:named"])
  }

  @Test("of a long description without a summary as much is the title as a title may have")
  func longDescription() throws {
    let text = calendar("UID:1", "DESCRIPTION:" + String(repeating: "가나 ", count: 2000))
    let record = try format.record(text)
    #expect(record.title.unicodeScalars.count <= 200 && record.title.hasPrefix("가나 가나"))
    #expect(try !lines(record).contains { $0.hasPrefix("SUMMARY") })
    let again = try format.record(format.text([record]))
    #expect(again.title == record.title && again.body == record.body)
  }

  @Test(
    "each damaged task is named by its line, and the others are read",
    arguments: [
      (["SUMMARY:a", "DUE:soon"], 5, FormatProblem.invalid("DUE", "soon")),
      (["SUMMARY:a", "no colon"], 7, .syntax("a property without a colon")),
      (["SUMMARY:a", "X;Y=\"z:1"], 7, .syntax("a quote that is never closed")),
      (["SUMMARY:a", "END:VALARM"], 7, .syntax("VTODO ends as VALARM")),
      (["SUMMARY:a", "STATUS:COMPLETED", "COMPLETED:x"], 5, .invalid("COMPLETED", "x")),
    ])
  func damaged(lines: [String], line: Int, problem: FormatProblem) throws {
    let text =
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:good", "END:VTODO", "BEGIN:VTODO"]
      + lines + ["END:VTODO", "BEGIN:VTODO", "SUMMARY:better", "END:VTODO", "END:VCALENDAR"])
      .joined(separator: "\n")
    let reading = try format.read(text)
    #expect(reading.bad == [LineProblem(line: line, problem)])
    #expect(reading.records.map(\.title) == ["good", "better"])
  }

  @Test(
    "when an object was written, said so that nobody can read it, is told and loses no task",
    arguments: [("DTSTAMP", "19970901T1300Z"), ("CREATED", "x"), ("LAST-MODIFIED", "")])
  func oddStamp(name: String, value: String) throws {
    let reading = try format.read(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n\(name):\(value)\nDUE:20261201\nEND:VTODO\nEND:VCALENDAR"
    )
    #expect(reading.bad.isEmpty)
    #expect(reading.records.map(\.title) == ["a"])
    #expect(reading.records.first?.due == CalendarTime("2026-12-01"))
    #expect(reading.notes == [LineProblem(line: 4, .invalid(name, value))])
  }

  @Test("a calendar cut in the middle gives no half task")
  func cut() throws {
    let reading = try format.read("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDUE:2026")
    #expect(reading.records.isEmpty)
    #expect(reading.bad.contains(LineProblem(line: 2, .syntax("VTODO has no end"))))
  }

  @Test("zones are defined with the rules that they have")
  func zones() throws {
    var record = TaskRecord(id: UUID(high: 0, low: 1), title: "a")
    record.due = CalendarTime("2026-11-30T09:00:00[America/New_York]")
    let written = try lines(record)
    #expect(written.contains("TZID:America/New_York"))
    #expect(written.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"))
    #expect(written.contains("RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))
    #expect(written.contains("TZOFFSETFROM:-0500") && written.contains("TZOFFSETTO:-0400"))
  }
}
