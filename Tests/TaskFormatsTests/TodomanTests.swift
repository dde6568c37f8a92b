import CivilTime
import Foundation
import TaskFormats
import TestSupport
import Testing
import Values

/// todoman with a calendar of its own.
private struct TodomanProgram {
  let directory: TemporaryDirectory
  var list: String { directory.file("cal/list") }

  init() throws {
    directory = try TemporaryDirectory()
    for folder in [list, directory.file("todoman")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let settings = """
      path = "\(directory.file("cal"))/*"
      date_format = "%Y-%m-%d"
      time_format = "%H:%M"
      default_list = "list"
      default_due = 0
      cache_path = "\(directory.file("cache.sqlite3"))"
      """
    try settings.write(
      toFile: directory.file("todoman/config.py"), atomically: true, encoding: .utf8)
  }

  @discardableResult
  func run(_ arguments: String...) throws -> String {
    let result = try SystemProgram.run(
      "todoman", arguments,
      environment: [
        "XDG_CONFIG_HOME": directory.path, "HOME": directory.path, "TZ": "Asia/Seoul",
        "LC_ALL": "C.UTF-8",
      ])
    guard result.status == 0 else {
      throw TestFailure("todoman \(arguments): \(result.output) \(result.errors)")
    }
    return result.output
  }

  /// The members of `todoman --porcelain list`, by summary.
  func listed() throws -> [String: [String: Any]] {
    let output = try run("--porcelain", "list", "--status", "ANY")
    let array = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    let entries = (array ?? []).map { ($0["summary"] as? String ?? "", $0) }
    return Dictionary(entries, uniquingKeysWith: { $1 })
  }
}

@Suite(
  "todoman itself", .enabled(if: SystemProgram.isInstalled("todoman"), "needs Debian's todoman"))
struct TodomanTests {
  private let format = TaskFormat.ics

  @Test("todoman lists what we wrote: titles, bodies, deadlines, states")
  func listing() throws {
    let program = try TodomanProgram()
    let context = try Seoul.context()
    // Its parser resolves escapes twice, which backslashes do not survive.
    var maker = RecordMaker { $0.contains("\\") }
    var records: [TaskRecord] = []
    for number in 0..<40 {
      var record = try maker.record(wholeSeconds: true)
      record.title = "\(number) \(record.title)"
      if record.state == .done { record.completed = Timestamp(microseconds: 1_700_000_000_000_000) }
      // Its zones know no changes of the clock behind 2037, and for a time without a zone only the
      // rules of today: Seoul had summer time until 1988.
      if let due = record.due, !(1989...2036).contains(due.date.year) { record.due = nil }
      records.append(record)
      try Data(format.write([record], context)).write(
        to: URL(fileURLWithPath: "\(program.list)/\(record.id).ics"))
    }
    let listed = try program.listed()
    #expect(listed.count == records.count)
    for record in records {
      let entry = try #require(listed[record.title], "\(record.title)")
      #expect(entry["description"] as? String == record.body ?? "")
      #expect(entry["completed"] as? Bool == (record.state == .done))
      let due = record.due.map { due in
        due.instant(local: context.zone, named: due.zoneIdentifier.flatMap(context.zones))
      }
      #expect(entry["due"] as? Int == due.map { Int($0.wholeSeconds) }, "\(record)")
    }
  }

  @Test("we read what todoman wrote, new and finished")
  func reading() throws {
    let program = try TodomanProgram()
    try program.run(
      "new", "--list", "list", "--due", "2026-12-01 09:00", "--location", "집", "--priority",
      "high", "새 할 일, 쉼표; 그리고")
    try program.run("new", "--list", "list", "plain")
    let files = try FileManager.default.contentsOfDirectory(atPath: program.list)
    var records: [String: TaskRecord] = [:]
    for file in files {
      let text = try String(contentsOfFile: "\(program.list)/\(file)", encoding: .utf8)
      let record = try format.record(text)
      records[record.title] = record
    }
    let new = try #require(records["새 할 일, 쉼표; 그리고"])
    #expect(new.due == CalendarTime("2026-12-01T00:00:00Z"))
    #expect(new.extras["ics:LOCATION"] == "LOCATION:집" && new.extras["ics:PRIORITY"] != nil)
    #expect(records["plain"]?.state == .todo)

    // Ours, finished there.
    let own = TaskRecord(id: UUID(high: 9, low: 9), title: "ours", group: "kept")
    let path = "\(program.list)/\(own.id).ics"
    try Data(format.write([own], try Seoul.context())).write(to: URL(fileURLWithPath: path))
    let number = try #require(try program.listed()["ours"]?["id"] as? Int)
    try program.run("done", "\(number)")
    let done = try format.record(try String(contentsOfFile: path, encoding: .utf8))
    #expect(done.id == own.id && done.state == .done && done.completed != nil)
    #expect(done.group == "kept")
  }
}
