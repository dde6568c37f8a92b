import Foundation
import TestSupport
import Testing

@Suite("Files into the board and out of it", .serialized)
struct ExchangeTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func take(_ text: String, _ more: [String: Any] = [:]) throws -> [String: Any] {
    try client.result(
      "project.import", ["text": text, "zone": "Asia/Seoul"].merging(more) { $1 })
  }

  private func counts(_ result: [String: Any]) -> [Int] {
    ["added", "changed", "unchanged", "skipped"].compactMap { result[$0] as? Int }
  }

  private func export(_ format: String) throws -> String {
    let result = try client.result("project.export", ["format": format, "zone": "Asia/Seoul"])
    return try #require(result["text"] as? String)
  }

  private func titles() throws -> [String] {
    let result = try client.result("project.list", ["all": true, "sort": "number"])
    return (result["projects"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
  }

  private let taskwarrior = """
    [
    {"uuid":"11111111-1111-4111-8111-111111111111","status":"pending","description":"보고서 제출",
     "entry":"20261101T000000Z","modified":"20261102T000000Z","due":"20261127T000000Z",
     "project":"work","tags":["next","office"],"priority":"H","urgency":9.2,"estimate":"PT2H",
     "annotations":[{"entry":"20261103T000000Z","description":"초안 있음"}]},
    {"uuid":"22222222-2222-4222-8222-222222222222","status":"completed","description":"점심먹기",
     "entry":"20261101T000000Z","modified":"20261105T000000Z","end":"20261105T000000Z"}
    ]
    """

  @Test("an import is idempotent by UUID, and one step")
  func idempotent() throws {
    #expect(counts(try take(taskwarrior)) == [2, 0, 0, 0])
    #expect(counts(try take(taskwarrior)) == [0, 0, 2, 0])
    let steps = try client.result("project.history")["entries"] as? [[String: Any]]
    #expect(steps?.compactMap { $0["step"] as? Int } == [1, 1])
    try client.result("project.undo")
    #expect(try titles().isEmpty)
    // What was taken back comes again with the file.
    #expect(counts(try take(taskwarrior)) == [0, 2, 0, 0])
    #expect(try titles() == ["보고서 제출", "점심먹기"])
  }

  @Test("a task that stands twice is taken once, and the second one is told with its line")
  func twice() throws {
    let uuid = "33333333-3333-4333-8333-333333333333"
    let file =
      #"{"uuid":"\#(uuid)","description":"first"}"# + "\n"
      + #"{"uuid":"\#(uuid)","description":"second"}"# + "\n"
    let answer = try take(file)
    #expect(counts(answer) == [1, 0, 0, 1])
    #expect(try titles() == ["first"])
  }

  @Test("what a file brings and nobody here knows is in its export again")
  func unknownFields() throws {
    _ = try take(taskwarrior)
    let text = try export("taskwarrior")
    let tasks = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let report = try #require(tasks.first { $0["description"] as? String == "보고서 제출" })
    #expect(report["priority"] as? String == "H")
    #expect(report["estimate"] as? String == "PT2H")
    #expect((report["annotations"] as? [[String: Any]])?.count == 1)
    #expect(report["entry"] as? String == "20261101T000000Z")
    #expect(report["modified"] as? String == "20261102T000000Z")
    #expect(report["due"] as? String == "20261127T000000Z")
    let lunch = try #require(tasks.first { $0["description"] as? String == "점심먹기" })
    #expect(lunch["status"] as? String == "completed")
    #expect(lunch["end"] as? String == "20261105T000000Z")
  }

  @Test(
    "every format comes back as it went, into this board and into an empty one",
    arguments: ["taskwarrior", "todotxt", "ics", "csv", "json"])
  func roundTrip(format: String) throws {
    _ = try take(taskwarrior)
    try client.result(
      "project.add",
      ["title": "물주기", "due": "2026-11-23 09:00", "repeats": "매일", "zone": "Asia/Seoul"])
    try client.result("project.add", ["title": "read", "tags": ["a", "b"], "state": "doing"])
    let text = try export(format)
    #expect(counts(try take(text, ["format": format])) == [0, 0, 4, 0])
    let other = try DaemonHarness("projectd", domain: "project")
    let second = try other.connect()
    let params: [String: Any] = ["text": text, "format": format, "zone": "Asia/Seoul"]
    #expect(counts(try second.result("project.import", params)) == [4, 0, 0, 0])
    func rows(_ client: WireClient) throws -> NSArray {
      let list = try client.result(
        "project.list", ["all": true, "sort": "number", "zone": "Asia/Seoul"])
      return try #require(list["projects"] as? NSArray)
    }
    #expect(try rows(second) == rows(client))
  }

  @Test(
    "Todoist's own table comes with its days and repetitions, and a second time changes nothing")
  func todoistTable() throws {
    let text = """
      TYPE,CONTENT,INDENT,DATE,DATE_LANG,TIMEZONE
      meta,view_style=list,,,,
      section,Household,,,,
      task,water @home,1,every! 3 days,en,Asia/Seoul
      note,not too much,,,,
      task,pay,1,tomorrow at 3pm,en,Asia/Seoul
      """
    #expect(counts(try take(text)) == [2, 0, 0, 0])
    let water = try client.result("project.show", ["id": 1, "zone": "Asia/Seoul"])
    #expect(water["group"] as? String == "Household" && water["tags"] as? [String] == ["home"])
    #expect(water["recurrence"] as? String == "FREQ=DAILY;INTERVAL=3" && water["due"] != nil)
    #expect((water["notes"] as? [Any])?.count == 1)
    Thread.sleep(forTimeInterval: 1.1)
    #expect(counts(try take(text)) == [0, 0, 2, 0])
  }

  @Test("a table with Korean headers is known for one, and its days count from today")
  func koreanTable() throws {
    let text = "할 일,마감\n우유,내일\n빵,모레 오후 3시\n쌀,2099-01-01\n"
    #expect(counts(try take(text)) == [3, 0, 0, 0])
    let tomorrow = try client.result("project.list", ["due": "tomorrow", "zone": "Asia/Seoul"])
    #expect((tomorrow["projects"] as? [[String: Any]])?.first?["title"] as? String == "우유")
  }

  @Test(
    "a line of todo.txt that nothing changed comes back to the byte, whatever happens beside it")
  func todoTxtLines() throws {
    let lines = [
      "(A) Call @phone mom +family about it", "2026-11-20 with a date +a in the @b middle",
      "x 2026-11-22 2026-11-20 pay rent pri:B", "x done without a date", "milk", "milk",
      "t:2026-12-01 threshold first due:2026-12-02",
      "a  double space +one +two rec:+2w due:2026-12-03",
      "write to someone@example.org +p", "한글 @집 일 +가족 due:2026-11-30", "#1 is a number @#tag",
      "(b) no priority", "url https://example.org/a:b +x", "50% of it",
    ]
    let text = lines.joined(separator: "\n") + "\n"
    #expect(counts(try take(text, ["format": "todotxt"])) == [lines.count, 0, 0, 0])
    #expect(try export("todotxt") == text)
    #expect(counts(try take(text, ["format": "todotxt"])) == [0, 0, lines.count, 0])
    try client.result("project.move", ["ids": [5], "to": "doing"])
    try client.result("project.edit", ["id": 10, "group": "친구"])
    func parts() throws -> [String] {
      try export("todotxt").split(separator: "\n").map(String.init)
    }
    let changed = try parts()
    #expect(changed.count == lines.count)
    for (index, line) in changed.enumerated() {
      // The second of two equal lines says who it is once the first is another.
      #expect((line == lines[index]) == ![4, 5, 9].contains(index), "\(line)")
    }
    #expect(
      counts(try take(try export("todotxt"), ["format": "todotxt"])) == [0, 0, lines.count, 0])
    // What is taken back was never changed.
    try client.result("project.undo", ["steps": 2])
    #expect(try parts() == lines)
  }

  @Test("the format is guessed")
  func guessed() throws {
    _ = try take(taskwarrior)
    for format in ["taskwarrior", "ics", "csv", "json", "todotxt"] {
      #expect(try take(try export(format))["format"] as? String == format)
    }
  }

  @Test("a text that may be anything is refused with what to type, and taken where that is typed")
  func unrecognised() throws {
    let texts = [
      "# Mate\n\nKeeps things.\n\n- one\n- two\n", "milk\neggs\n", "#!/bin/sh\nset -e\nexit 0\n",
      "Dear all,\nwrite to someone@example.org by 5 + 2 days.\nYours\n", "key: value\nother: 2\n",
      "int main(void) {\n  return a + b;\n}\n",
      // One mark among many lines is by chance.
      String(repeating: "just words here\n", count: 30) + "as @somebody said\n",
    ]
    for text in texts {
      #expect(
        try client.error("project.import", ["text": text]).name == "project.importUnrecognised")
      #expect(try titles().isEmpty)
    }
    for text in [
      "(A) call\n", "x done\n", "2026-11-22 a\n", "a +home\nb\n", "a @집\nb\n", "a due:2026-11-22\n",
      "", "\n\n", String(repeating: "just words\n", count: 9) + "and +one\n",
    ] {
      #expect(try take(text, ["dryRun": true])["format"] as? String == "todotxt", "\(text)")
    }
    #expect(counts(try take(texts[1], ["format": "todotxt"])) == [2, 0, 0, 0])
  }

  @Test("a bad line is named and nothing is imported, unless it is to be left out")
  func badLine() throws {
    let text =
      "title,due\ngood,2026-11-27\nbad,2026-02-30\n\(String(repeating: "x", count: 1001)),\n"
    let failure = try client.error("project.import", ["text": text])
    #expect(failure.name == "project.importInvalid")
    #expect(failure.data["line"] as? Int == 3)
    #expect(try titles().isEmpty)
    let result = try take(text, ["skipBad": true])
    #expect(counts(result) == [1, 0, 0, 2])
    let lines = result["skippedLines"] as? [[String: Any]]
    #expect(lines?.compactMap { $0["line"] as? Int } == [3, 4])
    #expect(try titles() == ["good"])
  }

  @Test("a preview says what would be done and does nothing")
  func preview() throws {
    #expect(counts(try take(taskwarrior, ["dryRun": true])) == [2, 0, 0, 0])
    #expect(try titles().isEmpty)
  }

  @Test("an import that takes longer than its caller waits is not done, in memory or on disk")
  func late() throws {
    let text = (1...1500).map { "task \($0)\n" }.joined()
    var late = 0
    for milliseconds in stride(from: 2, through: 240, by: 7) {
      let reply = try client.reply(
        "project.import", ["text": text, "format": "todotxt"],
        meta: ["timeoutMs": milliseconds])
      if reply["error"] == nil {
        try client.result("project.undo")
      } else {
        #expect(try WireFailure(reply).name == "mate.deadlineExceeded")
        late += 1
      }
      #expect(try titles().isEmpty, "after \(milliseconds) ms")
    }
    #expect(late > 3)
    try client.result("project.add", ["title": "after"])
    daemon.stop(SIGKILL)
    try daemon.start()
    let list = try daemon.connect().result("project.list", ["all": true, "sort": "number"])
    #expect((list["projects"] as? [Any])?.count == 1)
  }

  @Test("more tasks than an import may have are none, also where bad lines are to be left out")
  func tooMany() throws {
    let text = String(repeating: "@a\n", count: 200_000) + "good"
    try client.request(
      "project.import", ["text": text, "skipBad": true, "format": "todotxt"])
    let failure = try WireFailure(try client.receive(within: 60))
    #expect(failure.name == "project.importTooLarge")
    #expect(failure.data["line"] as? Int == 200_001)
    #expect(try titles().isEmpty)
  }

  @Test("an import of 70 MB is refused by name, and changes nothing")
  func tooLarge() throws {
    // Its length is enough: nothing of it is read.
    var length = UInt32(70_000_000).bigEndian
    try client.send(bytes: Data(bytes: &length, count: 4))
    let failure = try WireFailure(try client.receive())
    #expect(failure.name == "mate.frameTooLarge")
    #expect(failure.data["limit"] as? Int == 67_108_864)
    let again = try daemon.connect()
    #expect(try again.result("project.list", ["all": true])["total"] as? Int == 0)
  }

  @Test("text that is not UTF-8 is refused by name, and the connection lives on")
  func notUTF8() throws {
    var frame = Data(#"{"jsonrpc":"2.0","id":7,"method":"project.import","params":{"text":""#.utf8)
    frame.append(contentsOf: [0xFF, 0xFE])
    frame.append(Data(#""}}"#.utf8))
    try client.send(bytes: WireClient.frame(frame))
    #expect(try WireFailure(try client.receive()).name == "mate.parseError")
    #expect(try titles().isEmpty)
  }
}
