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
}
