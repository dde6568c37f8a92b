import Glibc
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import LogReading

@Suite("FileLog")
struct FileLogTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ file: String, _ lines: [String]) throws {
    try folder.append(lines.map { $0 + "\n" }.joined(), to: file)
  }

  private func line(_ second: Int, _ domain: String, _ message: String, _ rest: String = "")
    -> String
  {
    #"{"at":"2026-11-21T09:00:0\#(second).000Z","MATE_DOMAIN":"\#(domain)","#
      + #""MESSAGE":"\#(message)","PRIORITY":"6"\#(rest)}"#
  }

  private func messages(_ query: LogQuery) -> [String] {
    FileLog(folder: folder.path).entries(query).map { $0["MESSAGE"] ?? "" }
  }

  @Test("entries of all daemons come in the order of time, the rotated file's first")
  func order() throws {
    try write("bankd.jsonl.1", [line(1, "bank", "a")])
    try write("bankd.jsonl", [line(4, "bank", "d"), line(4, "bank", "e")])
    try write("juiced.jsonl", [line(2, "juice", "b"), line(3, "juice", "c")])
    try write("notes.txt", [line(0, "bank", "no log")])
    #expect(messages(LogQuery()) == ["a", "b", "c", "d", "e"])
  }

  @Test("a query asks for domains, a priority, a trace, a time, and the newest")
  func query() throws {
    try write(
      "bankd.jsonl",
      [
        line(1, "bank", "a", #","MATE_TRACE_ID":"t1""#),
        line(2, "bank", "b", #","MATE_TRACE_ID":"t2""#),
        #"{"at":"2026-11-21T09:00:03.000Z","MATE_DOMAIN":"bank","MESSAGE":"c","PRIORITY":"3"}"#,
        line(4, "juice", "d"),
      ])
    var query = LogQuery()
    query.domains = ["juice"]
    #expect(messages(query) == ["d"])
    query = LogQuery()
    query.priority = 4
    #expect(messages(query) == ["c"])
    query = LogQuery()
    query.traceID = "t2"
    #expect(messages(query) == ["b"])
    query = LogQuery()
    query.since = Timestamp(rfc3339: "2026-11-21T09:00:03Z")
    #expect(messages(query) == ["c", "d"])
    query = LogQuery()
    query.count = 2
    #expect(messages(query) == ["c", "d"])
    query.count = 0
    #expect(messages(query) == [])
  }

  @Test("lines that a full disk has cut short, and foreign ones, are passed over")
  func damaged() throws {
    try write("bankd.jsonl", ["{\"at\":\"2026-11", "no JSON", line(1, "bank", "a"), "[]"])
    #expect(messages(LogQuery()) == ["a"])
  }

  @Test("following tells each entry once, also across a rotation and a half-written line")
  func follow() throws {
    try write("bankd.jsonl", [line(1, "bank", "a")])
    var told: [String] = []
    var step = 0
    // `isOver` is asked between looks at the files, so the story goes on there.
    FileLog(folder: folder.path).read(
      LogQuery(),
      followingUntil: {
        step += 1
        do { return try goOn(step) } catch { return true }
      }, { told.append($0["MESSAGE"] ?? "") })
    #expect(told == ["a", "b", "c", "d", "e", "f"])
  }

  /// What happens while somebody follows; true at the end.
  private func goOn(_ step: Int) throws -> Bool {
    let third = line(3, "bank", "c")
    switch step {
    case 1: try write("bankd.jsonl", [line(2, "bank", "b")])
    case 2: try folder.append(String(third.dropLast(5)), to: "bankd.jsonl")
    case 3: try write("bankd.jsonl", [String(third.suffix(5)), line(4, "bank", "d")])
    case 4:
      try write("bankd.jsonl", [line(5, "bank", "e")])
      try #require(rename(folder.file("bankd.jsonl"), folder.file("bankd.jsonl.1")) == 0)
      try write("bankd.jsonl", [line(6, "bank", "f")])
    default: break
    }
    return step > 5
  }

  @Test("an entry as JSON keeps its time and every field")
  func json() throws {
    try write("bankd.jsonl", [line(1, "bank", "a", #","_PID":7"#)])
    let entry = try #require(FileLog(folder: folder.path).entries(LogQuery()).first)
    #expect(
      JSON.text(entry.json)
        == #"{"at":"2026-11-21T09:00:01.000Z","MATE_DOMAIN":"bank","MESSAGE":"a","#
        + #""PRIORITY":"6","_PID":"7"}"#)
  }
}
