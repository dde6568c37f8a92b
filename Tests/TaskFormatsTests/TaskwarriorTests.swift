import CivilTime
import TaskFormats
import Testing
import Values

@Suite("Taskwarrior's JSON")
struct TaskwarriorTests {
  private let format = TaskFormat.taskwarrior

  private let exported = """
    [
    {"id":1,"description":"장보기","due":"20261130T000000Z","entry":"20261121T075013Z",\
    "modified":"20261121T080000Z","priority":"H","project":"home.garden","status":"pending",\
    "start":"20261121T080000Z","estimate":3.50,"tags":["b","a"],\
    "uuid":"0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5","depends":["a0f8445b-d379-4dda-afd1-fa61850fad36"],\
    "annotations":[{"entry":"20261121T075013Z","description":"one"},\
    {"entry":"20261121T075113Z","description":"two"}],"urgency":12.5},
    {"id":0,"description":"끝","end":"20261122T000000Z","status":"completed",\
    "uuid":"a0f8445b-d379-4dda-afd1-fa61850fad36"}
    ]
    """

  @Test("an export is read field by field")
  func read() throws {
    let records = try format.read(exported).records
    try #require(records.count == 2)
    #expect(records[0].title == "장보기")
    #expect(records[0].state == .doing)
    // Midnight in UTC is nine in the morning in Seoul.
    #expect(records[0].due == CalendarTime("2026-11-30T09:00:00[Asia/Seoul]"))
    #expect(records[0].tags == ["a", "b"])
    #expect(records[0].group == "home.garden")
    let context = try Seoul.context()
    #expect(records[0].body == nil)
    #expect(records[0].plan(.taskwarrior, context).notes.map(\.text) == ["one", "two"])
    #expect(records[0].created == Timestamp(rfc3339: "2026-11-21T07:50:13Z"))
    #expect(records[1].state == .done)
    #expect(records[1].completed == Timestamp(rfc3339: "2026-11-22T00:00:00Z"))
  }

  @Test(
    "a date may be seconds since 1970, as Taskwarrior's own imports have it",
    arguments: [("1795251600", 1_795_251_600), ("315532800", 315_532_800)])
  func epoch(_ text: String, _ seconds: Int64) throws {
    let record = try format.record(#"{"description":"a","entry":"\#(text)"}"#)
    #expect(record.created == Timestamp(microseconds: seconds * 1_000_000))
    let number = try format.record(#"{"description":"a","entry":\#(text)}"#)
    #expect(number.created == record.created)
  }

  @Test("fewer digits are no seconds", arguments: ["100000000", "12345", "99999999999"])
  func noEpoch(_ text: String) throws {
    #expect(try format.read(#"{"description":"a","entry":"\#(text)"}"#).bad.count == 1)
  }

  @Test("unknown attributes come back to the character")
  func unknown() throws {
    let text = try format.text(try format.read(exported).records)
    for part in [
      "\"priority\":\"H\"", "\"estimate\":3.50", "\"start\":\"20261121T080000Z\"",
      "\"depends\":[\"a0f8445b-d379-4dda-afd1-fa61850fad36\"]",
      "{\"entry\":\"20261121T075113Z\",\"description\":\"two\"}",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("urgency"))
  }

  @Test(
    "a midnight of the user is a date, and a moved deadline counts more than our own note of it")
  func dates() throws {
    let midnight = #"{"description":"a","due":"20261129T150000Z"}"#
    #expect(try format.record(midnight).due == CalendarTime("2026-11-30"))
    let own =
      #"{"description":"a","due":"20261130T140000Z","matedue":"2026-11-30T09:00:00[America/New_York]"}"#
    #expect(try format.record(own).due == CalendarTime("2026-11-30T09:00:00[America/New_York]"))
    let moved = own.replacing("20261130T140000Z", with: "20261130T150000Z")
    #expect(try format.record(moved).due == CalendarTime("2026-12-01"))
  }

  @Test(
    "words of recurrence become rules, and go back as the words they were",
    arguments: [
      ("weekly", "FREQ=WEEKLY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("3days", "FREQ=DAILY;INTERVAL=3"), ("2wks", "FREQ=WEEKLY;INTERVAL=2"),
      ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("P1M", "FREQ=MONTHLY"),
      ("2q", "FREQ=MONTHLY;INTERVAL=6"),
      ("yearly", "FREQ=YEARLY"),
    ])
  func recurrence(word: String, rule: String) throws {
    let text =
      #"{"description":"a","due":"20261129T150000Z","status":"recurring","recur":"\#(word)"}"#
    let record = try format.record(text)
    #expect(record.recurrence?.description == rule)
    let back = try format.text([record])
    #expect(back.contains("\"recur\":\"\(word)\"") && back.contains("\"status\":\"recurring\""))
    #expect(!back.contains("materrule"))
    var changed = record
    changed.recurrence = try RecurrenceRule("FREQ=YEARLY;INTERVAL=7")
    #expect(try format.record(try format.text([changed])).recurrence == changed.recurrence)
    #expect(!(try format.text([changed]).contains("\"recurring\"")))
  }

  @Test("an attribute of Taskwarrior's that is an empty text says nothing")
  func emptyAttributes() throws {
    let text = #"""
      {"description":"a","due":"20261130T150000Z","status":"recurring","recur":"monthly","mask":"-",
      "parent":"","start":"","until":""}
      """#
    let reading = try format.read("[\(text)]")
    let record = try #require(reading.records.first)
    #expect(reading.notes.isEmpty && record.state == .todo)
    #expect(record.recurrence?.description == "FREQ=MONTHLY")
    let back = try format.text([record])
    #expect(back.contains(#""status":"recurring""#) && !back.contains("materrule"))
    var begun = record
    begun.state = .doing
    #expect(!(try format.text([begun])).contains(#""start":"""#))
  }

  @Test("a template is told of where a task of it is to be done as well, and only there")
  func template() throws {
    let id = UUID(high: 1, low: 2)
    func notes(_ status: String) throws -> [LineProblem] {
      let text = """
        [{"uuid":"\(id)","description":"rent","status":"recurring","recur":"monthly"},
        {"description":"rent","status":"\(status)","recur":"monthly","parent":"\(id)"}]
        """
      let reading = try format.read(text)
      #expect(reading.records.count == 2)
      return reading.notes
    }
    #expect(try notes("pending") == [LineProblem(line: 1, .templateBesideTask)])
    #expect(try notes("completed").isEmpty)
  }

  @Test("a recurrence in hours is kept and noted; an instance is no series")
  func otherRecurrence() throws {
    let text = #"{"description":"a","due":"20261129T150000Z","recur":"5h"}"#
    let reading = try format.read(text)
    #expect(reading.notes == [LineProblem(line: 1, .invalid("recur", "5h"))])
    #expect(try format.text(reading.records).contains(#""recur":"5h""#))
    let instance =
      #"{"description":"a","recur":"weekly","parent":"0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5"}"#
    let record = try format.record(instance)
    #expect(record.recurrence == nil)
    #expect(try format.text([record]).contains(#""recur":"weekly""#))
  }

  @Test(
    "a series ends with its template's until, which goes back",
    arguments: [
      ("20261129T150000Z", "UNTIL=20261203"), ("20261130T003000Z", "UNTIL=20261202T150000Z"),
    ])
  func end(due: String, end: String) throws {
    let text =
      #"{"description":"a","due":"\#(due)","status":"recurring","recur":"daily","#
      + #""until":"20261202T150000Z"}"#
    let reading = try format.read(text)
    let record = try #require(reading.records.first)
    #expect(reading.notes.isEmpty)
    #expect(record.recurrence?.description == "FREQ=DAILY;\(end)")
    let back = try format.text([record])
    for word in [#""until":"20261202T150000Z""#, #""recur":"daily""#, #""status":"recurring""#] {
      #expect(back.contains(word))
    }
    #expect(!back.contains("materrule"))
    // On a plain task, which it becomes with another rule, the word would delete it.
    var changed = record
    changed.recurrence = try RecurrenceRule("FREQ=DAILY")
    let other = try format.text([changed])
    #expect(!other.contains("until") && other.contains(#""materrule":"FREQ=DAILY""#))
  }

  @Test("when a task is to expire is kept and told, where it could still happen")
  func expiry() throws {
    let parent = #","recur":"daily","parent":"0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5""#
    for (more, isTold) in [("", true), (parent, true), (#","status":"completed""#, false)] {
      let text = #"{"description":"a","until":"20261202T150000Z"\#(more)}"#
      let reading = try format.read(text)
      let notes = isTold ? [LineProblem(line: 1, .notFollowed("until"))] : []
      #expect(reading.notes == notes, "\(more)")
      #expect(try format.text(reading.records).contains(#""until":"20261202T150000Z""#))
    }
  }

  @Test("leaving a state leaves its times behind")
  func states() throws {
    var record = try format.read(exported).records[0]
    record.state = .todo
    #expect(!(try format.text([record]).contains("\"start\"")))
    record.state = .done
    record.completed = Timestamp(rfc3339: "2026-12-01T00:00:00Z")
    #expect(try format.text([record]).contains("\"status\":\"completed\""))
    #expect(try format.text([record]).contains("\"end\":\"20261201T000000Z\""))
  }

  @Test("a deleted task is left out with a note")
  func deleted() throws {
    let reading = try format.read(#"{"description":"a","status":"deleted"}"#)
    #expect(reading.records.isEmpty && reading.bad.isEmpty)
    #expect(reading.notes == [LineProblem(line: 1, .deletedTask)])
  }

  @Test("a damaged line costs one task and is named by its number")
  func damagedLine() throws {
    let text = """
      [
      {"description":"one"},
      {"description":"two",},
      {"description":"three"}
      ]
      """
    let reading = try format.read(text)
    #expect(reading.records.map(\.title) == ["one", "three"])
    #expect(reading.bad.map(\.line) == [3])
  }

  @Test(
    "an array that is cut off or lacks a comma is a bad line, though every line could be read",
    arguments: [
      ("[{\"description\":\"a\"},\n", 2), ("[{\"description\":\"a\"}", 1),
      (" \n[{\"description\":\"a\"},]", 2), ("[\n{\"description\":\"a\"},\n]\n", 3),
      ("[\n{\"description\":\"a\"}\n{\"description\":\"b\"}\n]\n", 3),
      ("[{\"description\":\"a\"}]\n[{\"description\":\"b\"},\n", 2),
      ("{\"description\":\"a\"},\n{\"description\":\"b\"}\n]\n", 1),
    ])
  func brokenArray(text: String, line: Int) throws {
    let reading = try format.read(text)
    #expect(reading.bad.map(\.line) == [line])
    #expect(reading.bad.first?.problem.text.en.hasPrefix("not JSON: ") == true)
    // Who skips bad lines has what could be read.
    #expect(reading.records.first?.title == "a")
  }

  @Test("an array that is cut off is told beside a wrong value, and not beside a damaged line")
  func brokenArrayAndLine() throws {
    let start = "[\n{\"description\":\"a\"},\n"
    #expect(try format.problems(start + "{\"description\":7},\n").map(\.line) == [3, 4])
    #expect(try format.problems(start + "{\"description\":").map(\.line) == [3])
  }

  @Test(
    "objects one a line need no brackets, with commas or without",
    arguments: ["\n", ",\n", ",\r\n"])
  func objectLines(end: String) throws {
    let text = "{\"description\":\"a\"}\(end){\"description\":\"b\"}\(end)"
    let reading = try format.read(text)
    #expect(reading.records.map(\.title) == ["a", "b"])
    #expect(reading.bad.isEmpty, "\(reading.bad)")
  }

  @Test(
    "each wrong value is named with its line",
    arguments: [
      (#"{"uuid":"0e2c42ce-85e9-4599-8c19-0b3cf4dd8fd5"}"#, FormatProblem.missing("description")),
      (#"{"description":""}"#, .missing("description")),
      (#"{"description":"a","uuid":"12"}"#, .invalid("uuid", "12")),
      (#"{"description":"a","due":"20260230T000000Z"}"#, .invalid("due", "20260230T000000Z")),
      (#"{"description":"a","status":"someday"}"#, .invalid("status", "someday")),
      (#"{"description":7}"#, .invalid("description", "7")),
      (#"{"description":"a","tags":"b"}"#, .invalid("tags", "\"b\"")),
      (#"{"description":"a","annotations":[1]}"#, .invalid("annotations", "[1]")),
      ("7", .syntax("an object is expected")),
    ])
  func wrong(object: String, problem: FormatProblem) throws {
    let reading = try format.read("[\n\n\(object),\n{\"description\":\"good\"}]")
    #expect(reading.bad == [LineProblem(line: 3, problem)])
    #expect(reading.records.map(\.title) == ["good"])
  }

  @Test("what is no JSON at all is one problem, at its line")
  func noJSON() throws {
    #expect(try format.problems("{\n  \"description\":\n  oops\n}").map(\.line) == [3])
  }

  @Test("the same text gives the same ids, and equal tasks in it different ones")
  func ids() throws {
    let text = "{\"description\":\"a\"}\n{\"description\":\"a\"}\n"
    let (one, other) = (try format.read(text), try format.read(text))
    #expect(one == other)
    #expect(one.records.count == 2 && one.records[0].id != one.records[1].id)
  }
}
