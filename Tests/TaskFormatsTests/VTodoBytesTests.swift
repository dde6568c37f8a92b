import CivilTime
import Testing
import Values

@testable import TaskFormats

@Suite("Tasks as bytes of a calendar")
struct VTodoBytesTests {
  @Test("of whatever task both writers write the same")
  func same() throws {
    var maker = RecordMaker()
    for _ in 0..<3_000 {
      var record = try maker.record(wholeSeconds: maker.chance())
      if maker.chance(20) { record.extras["taskwarrior:foo"] = maker.word() }
      if maker.chance(20) { record.extras["ics:PRIORITY"] = "PRIORITY:3" }
      if maker.chance(5) { record.created = Timestamp(microseconds: .max) }
      var tasks = VTodoBytes()
      tasks.append(record)
      let lines = VTodoWriter.component(record)
      #expect(
        String(decoding: tasks.bytes, as: UTF8.self)
          == String(decoding: ContentFolding.folded(lines), as: UTF8.self))
    }
  }

  @Test("the name of a zone with a line feed in it stays one name, and makes no line of its own")
  func zoneOfTwoLines() throws {
    let text = RecordMaker.calendar([
      "UID:1",
      "SUMMARY:a",
      "DUE;TZID=a^nSUMMARY:20261130T090000",
    ])
    let record = try #require(try TaskFormat.ics.read(text).records.first)
    #expect(record.due == CalendarTime("2026-11-30T09:00:00[a\nSUMMARY]"))
    let written = try TaskFormat.ics.text([record])
    #expect(written.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:a"])
    #expect(try TaskFormat.ics.read(written).records.map(\.due) == [record.due])
  }

  @Test("what stands behind a carriage return alone stays in the line that it came in")
  func loneReturn() throws {
    let text = RecordMaker.calendar([
      "UID:1",
      "DTSTAMP:20261101T000000Z",
      "SUMMARY:a",
      "X-OWN:b\rEND:VALARM",
    ])
    let reading = try TaskFormat.ics.read(text)
    #expect(reading.records.map(\.title) == ["a"] && reading.bad.isEmpty)
    let written = try TaskFormat.ics.text(reading.records)
    #expect(
      written.utf8.count(where: { $0 == 0x0D }) == written.utf8.count(where: { $0 == 0x0A }) + 1)
    let again = try TaskFormat.ics.read(written)
    #expect(again.bad.isEmpty && again.records == reading.records)
  }

  @Test("an alarm whose start is centuries away is kept, and every format takes the task")
  func farAlarm() throws {
    let text = RecordMaker.calendar([
      "UID:1",
      "DTSTAMP:20261101T000000Z",
      "SUMMARY:a",
      "DTSTART:26261129T090000Z",
      "DUE:20261130T090000Z",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT1H",
      "END:VALARM",
    ])
    let records = try TaskFormat.ics.read(text).records
    #expect(records.map(\.reminders) == [[]])
    #expect(try TaskFormat.ics.text(records).contains("TRIGGER:-PT1H\r\n"))
    for format in TaskFormat.allCases {
      let reading = try format.read(try format.text(records))
      #expect(reading.bad.isEmpty && reading.records.map(\.title) == ["a"], "\(format)")
    }
  }
}
