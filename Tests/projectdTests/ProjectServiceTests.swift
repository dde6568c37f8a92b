import Foundation
import TestSupport
import Testing

@Suite("The board over a real socket", .serialized)
struct ProjectServiceTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private typealias Object = [String: Any]

  private func add(_ title: String, _ more: [String: Any] = [:]) throws -> Int {
    let result = try client.result("project.add", ["title": title].merging(more) { $1 })
    return try #require(result["id"] as? Int)
  }

  private func list(
    _ params: [String: Any] = [:], from client: WireClient? = nil
  ) throws -> [[String: Any]] {
    let result = try (client ?? self.client).result("project.list", params)
    return try #require(result["projects"] as? [[String: Any]])
  }

  private func sentences(_ result: [String: Any], _ member: String = "sentences") -> [String] {
    (result[member] as? [[String: Any]] ?? []).compactMap { entry in
      (entry["sentence"] as? [String: Any] ?? entry)["en"] as? String
    }
  }

  private func history() throws -> [String] {
    sentences(try client.result("project.history"), "entries")
  }

  private func states(from client: WireClient? = nil) throws -> [String] {
    try list(["all": true, "sort": "number"], from: client).compactMap { $0["state"] as? String }
  }

  @Test("the history tells in the exercise's words what was done, the newest first")
  func exercise() throws {
    #expect(try history().isEmpty)
    for title in ["아침먹기", "점심먹기", "저녁먹기"] { _ = try add(title) }
    try client.result("project.move", ["ids": [1], "to": "doing"])
    try client.result("project.move", ["ids": [3], "to": "done"])
    try client.result("project.remove", ["id": 3])
    #expect(
      try history() == [
        "Removed '저녁먹기' from DONE.", "Moved '저녁먹기' from TODO to DONE.",
        "Moved '아침먹기' from TODO to DOING.", "Added '저녁먹기'.", "Added '점심먹기'.", "Added '아침먹기'.",
      ])
  }

  @Test("long lists reach a client that reads late whole, in order, and behind the changes before")
  func longLists() throws {
    let count = 800
    for number in 0..<count {
      _ = try add("\(number) " + String(repeating: "긴", count: 900))
    }
    // Two megabytes each, which no socket holds: nothing is read before all has been asked for.
    let ids = try [
      client.request("project.list"), client.request("project.add", ["title": "one more"]),
      client.request("project.list"), client.request("mate.ping"),
      client.request("project.list", ["limit": 1]),
    ]
    let other = try daemon.connect()
    #expect(try other.result("project.list", ["all": true])["total"] as? Int ?? 0 >= count)
    var counts: [Int: Int] = [:]
    for _ in ids {
      let reply = try client.receive()
      let result = try #require(reply["result"] as? Object)
      let id = try #require(reply["id"] as? Int)
      if let projects = result["projects"] as? [Object] {
        #expect(result["count"] as? Int == projects.count)
        counts[id] = projects.count
      }
    }
    #expect(counts == [ids[0]: count, ids[2]: count + 1, ids[4]: 1])
  }

  @Test("the history says what was edited, with deadlines on the reader's clock")
  func edited() throws {
    _ = try add("one", ["due": "2099-01-01 09:00", "zone": "Asia/Seoul", "tags": ["a"]])
    let edits: [(Object, String, String)] = [
      (
        ["due": "2099-01-02 08:00", "zone": "Asia/Seoul"],
        "deadline Thu 1 Jan 2099 00:00 → Thu 1 Jan 2099 23:00",
        "마감 2099년 1월 1일 (목) 00:00 → 2099년 1월 1일 (목) 23:00"
      ),
      (
        ["due": "none"], "deadline Thu 1 Jan 2099 23:00 → none",
        "마감 2099년 1월 1일 (목) 23:00 → 없음"
      ),
      (["group": "g"], "group → g", "그룹 → g"), (["group": ""], "group g → none", "그룹 g → 없음"),
      (["body": "b"], "description added", "설명 추가"),
      (["body": "c"], "description changed", "설명 바꿈"),
      (["body": ""], "description taken away", "설명 지움"),
      (["tags": ["b"], "untag": ["a"]], "tags +b -a", "태그 +b -a"),
      (
        ["due": "2099-03-01", "repeats": "FREQ=DAILY"],
        "deadline → Sun 1 Mar 2099; repeats → every day",
        "마감 → 2099년 3월 1일 (일); 반복 → 매일"
      ),
      (
        ["title": String(repeating: "가", count: 99), "tags": ["c"]],
        "title → '\(String(repeating: "가", count: 80))…'; tags +c",
        "제목 → '\(String(repeating: "가", count: 80))…'; 태그 +c"
      ),
    ]
    var expected: [[String: String]] = []
    for (params, en, ko) in edits {
      let zone: Object = ["id": 1, "zone": "UTC"]
      let answer = try client.result("project.edit", zone.merging(params) { $1 })
      expected.insert(["en": "Edited 'one': \(en).", "ko": "'one' 수정: \(ko)."], at: 0)
      if params["zone"] == nil {
        #expect(answer["sentence"] as? [String: String] == expected.first)
      }
    }
    let entries = try client.result("project.history", ["zone": "UTC"])["entries"]
    let said = (entries as? [Object] ?? []).compactMap { $0["sentence"] as? [String: String] }
    #expect(said.dropLast() == expected[...])
    let undone = try client.result("project.undo", ["steps": 10, "zone": "UTC"])
    #expect(undone["sentences"] as? [[String: String]] == expected)
  }

  @Test("what is undone leaves the history, and comes back when it is done again")
  func undo() throws {
    _ = try add("one")
    try client.result("project.edit", ["id": 1, "title": "uno", "tags": ["a"]])
    try client.result("project.remove", ["ids": [1]])
    let undone = try client.result("project.undo", ["steps": 2])
    #expect(
      sentences(undone) == ["Removed 'uno' from TODO.", "Edited 'one': title → 'uno'; tags +a."])
    #expect(try history() == ["Added 'one'."])
    #expect(try list().first?["title"] as? String == "one")
    #expect(try list().first?["tags"] == nil)
    let again = try client.result("project.redo")
    #expect(sentences(again) == ["Edited 'one': title → 'uno'; tags +a."])
    #expect(try list().first?["title"] as? String == "uno")
    try client.result("project.redo")
    #expect(try list().isEmpty)
    #expect(try client.error("project.redo").name == "project.nothingToRedo")
    try client.result("project.undo", ["steps": 3])
    #expect(try list().isEmpty)
    #expect(try client.error("project.undo").name == "project.nothingToUndo")
    try client.result("project.redo")
    #expect(try list().first?["title"] as? String == "one")
  }

  @Test("a bulk command is one step")
  func bulk() throws {
    for number in 1...30 { _ = try add("p\(number)") }
    try client.result("project.move", ["ids": [2], "to": "doing"])
    let moved = try client.result("project.move", ["ids": Array(1...30), "to": "done"])
    #expect(moved["count"] as? Int == 30)
    #expect(try states() == Array(repeating: "done", count: 30))
    let undone = try client.result("project.undo")
    #expect(undone["steps"] as? Int == 1)
    #expect(try states() == ["todo", "doing"] + Array(repeating: "todo", count: 28))
    try client.result("project.redo")
    #expect(try states() == Array(repeating: "done", count: 30))
  }

  @Test("a new command ends what could be done again")
  func newBranch() throws {
    _ = try add("one")
    try client.result("project.undo")
    #expect(try add("two") == 2)
    #expect(try client.error("project.redo").name == "project.nothingToRedo")
    #expect(try history() == ["Added 'two'."])
  }

  @Test("everything is as it was after a kill: lists, history, undo and redo")
  func restart() throws {
    _ = try add("one", ["due": "2026-11-27", "tags": ["a"], "group": "g", "body": "text"])
    _ = try add("two", ["due": "2026-11-27 09:00", "zone": "Asia/Seoul"])
    try client.result("project.move", ["ids": [1, 2], "to": "doing"])
    try client.result("project.move", ["ids": [1], "to": "done"])
    try client.result("project.undo")
    let before = (try list(["zone": "UTC"]) as NSArray, try history())
    let details = try client.result("project.show", ["id": 2, "zone": "UTC"])
    #expect(details["dueAt"] as? String == "2026-11-27T00:00:00.000Z")
    #expect(details["dueZone"] as? String == "Asia/Seoul")
    daemon.stop(SIGKILL)
    try daemon.start()
    let again = try daemon.connect()
    #expect(try list(["zone": "UTC"], from: again) as NSArray == before.0)
    #expect(
      sentences(try again.result("project.history"), "entries") == before.1)
    let shown = try again.result("project.show", ["id": 2, "zone": "UTC"])
    #expect(NSDictionary(dictionary: shown) == NSDictionary(dictionary: details))
    #expect(sentences(try again.result("project.redo")) == ["Moved 'one' from DOING to DONE."])
    try again.result("project.undo", ["steps": 2])
    #expect(try states(from: again) == ["todo", "todo"])
  }

  @Test("a deadline is shown on the clock of whoever looks, and is overdue there")
  func zones() throws {
    _ = try add("call", ["due": "2026-01-01 00:30", "zone": "Asia/Seoul"])
    _ = try add("later", ["due": "2999-01-01"])
    let seoul = try list(["zone": "Asia/Seoul"])
    #expect(seoul.compactMap { $0["due"] as? String } == ["2026-01-01 00:30", "2999-01-01"])
    #expect(seoul[0]["overdue"] as? Bool == true)
    #expect(seoul[1]["overdue"] == nil)
    #expect(try list(["zone": "UTC"])[0]["due"] as? String == "2025-12-31 15:30")
    #expect(
      try client.error("project.list", ["all": true, "zone": "Mars/Base"]).name
        == "project.unknownZone")
  }

  @Test(
    "bad input is refused by name",
    arguments: [
      ("project.add", #"{"title":"  "}"#, "project.emptyTitle"),
      ("project.add", #"{"title":"a\u0007b"}"#, "project.controlCharacter"),
      ("project.add", #"{"title":"a","due":"2026-02-30"}"#, "project.impossibleDate"),
      ("project.add", #"{"title":"a","due":"whenever"}"#, "project.invalidDeadline"),
      ("project.add", #"{"title":"a","tags":["a b"]}"#, "project.invalidTag"),
      ("project.add", #"{"title":"a","state":"later"}"#, "mate.invalidParams"),
      ("project.add", #"{"title":"a","colour":"red"}"#, "mate.invalidParams"),
      ("project.add", #"{}"#, "project.emptyTitle"),
      ("project.show", #"{"id":99}"#, "project.unknownProject"),
      ("project.show", #"{"id":"zz"}"#, "project.invalidID"),
      ("project.edit", #"{"id":1}"#, "project.nothingToChange"),
      ("project.move", #"{"ids":[1,99],"to":"done"}"#, "project.unknownProject"),
      ("project.move", #"{"ids":[1],"to":"todo"}"#, "project.alreadyThere"),
      ("project.move", #"{"ids":[],"to":"done"}"#, "mate.invalidParams"),
      ("project.remove", #"{}"#, "project.nothingNamed"),
      ("project.list", #"{"due":"fri..today"}"#, "project.invalidRange"),
      ("project.undo", #"{"steps":0}"#, "mate.invalidParams"),
    ] as [(String, String, String)])
  func badInput(method: String, params: String, name: String) throws {
    _ = try add("kept")
    let before = try client.result("project.show", ["id": 1])
    let object = try JSONSerialization.jsonObject(with: Data(params.utf8)) as? [String: Any]
    #expect(try client.error(method, object).name == name)
    let after = try client.result("project.show", ["id": 1])
    #expect(NSDictionary(dictionary: before) == NSDictionary(dictionary: after))
    #expect(try history() == ["Added 'kept'."])
  }

  @Test("a title over 1000 characters is refused, one of 1000 is kept whole")
  func longTitle() throws {
    let longest = String(repeating: "가", count: 1000)
    #expect(try add(longest) == 1)
    #expect(try list().first?["title"] as? String == longest)
    let failure = try client.error("project.add", ["title": longest + "나"])
    #expect(failure.name == "project.titleTooLong")
    #expect(failure.data["characters"] as? Int == 1001)
  }

  @Test("who watches sees the whole board first, then each change with its sentence")
  func watch() throws {
    _ = try add("one")
    let watcher = try daemon.connect()
    try watcher.request("project.watch", ["zone": "UTC"])
    func event() throws -> [String: Any] {
      let params = try #require(try watcher.receive()["params"] as? [String: Any])
      return try #require(params["event"] as? [String: Any])
    }
    func count(_ event: [String: Any], _ state: String) -> Int? {
      (event[state] as? [String: Any])?["count"] as? Int
    }
    let first = try event()
    #expect(count(first, "todo") == 1)
    #expect(sentences(first, "changes").isEmpty)
    try client.result("project.move", ["ids": [1], "to": "done"])
    let moved = try event()
    #expect(count(moved, "todo") == 0)
    #expect(count(moved, "done") == 1)
    #expect(sentences(moved, "changes") == ["Moved 'one' from TODO to DONE."])
    try client.result("project.undo")
    let undone = try event()
    #expect(count(undone, "todo") == 1)
    #expect(sentences(undone, "changes") == ["Undone: Moved 'one' from TODO to DONE."])
    try client.result("project.redo")
    #expect(sentences(try event(), "changes") == ["Done again: Moved 'one' from TODO to DONE."])
    // Several steps are told one by one, the last first.
    try client.result("project.undo", ["steps": 2])
    #expect(sentences(try event(), "changes") == ["Undone: Moved 'one' from TODO to DONE."])
    #expect(sentences(try event(), "changes") == ["Undone: Added 'one'."])
  }

  @Test("a dry run answers as if done and changes nothing")
  func dryRun() throws {
    let result = try client.result("project.add", ["title": "one"], meta: ["dryRun": true])
    #expect(result["dryRun"] as? Bool == true)
    #expect(result["id"] as? Int == 1)
    #expect(try list().isEmpty)
    #expect(try add("two") == 1)
  }

  @Test("a change that is sent twice with one key is made once")
  func idempotent() throws {
    for _ in 0..<2 {
      try client.result("project.add", ["title": "one"], meta: ["idempotencyKey": "k"])
    }
    #expect(try list().count == 1)
  }

  @Test("the board counts every list and shows the first cards of each")
  func board() throws {
    for number in 1...5 { _ = try add("p\(number)", ["state": "done"]) }
    _ = try add("late", ["due": "2026-01-01"])
    let board = try client.result("project.board", ["limit": 2])
    let done = try #require(board["done"] as? [String: Any])
    #expect(done["count"] as? Int == 5)
    #expect((done["items"] as? [Any])?.count == 2)
    let todo = try #require(board["todo"] as? [String: Any])
    #expect(todo["overdue"] as? Int == 1)
    let card = (todo["items"] as? [[String: Any]])?.first
    #expect(card?["overdue"] as? Bool == true)
    let words = card?["card"] as? [String: String]
    #expect(words?["en"]?.hasPrefix("6 ") == true && words?["ko"]?.hasPrefix("6 ") == true)
  }

  @Test("a description of several lines is shown line by line")
  func description() throws {
    try client.result("project.add", ["title": "t", "body": "one\n\nthree"])
    let shown = try client.result("project.show", ["id": 1])
    #expect(shown["body"] as? String == "one\n\nthree")
    let fields = try #require(shown["fields"] as? [[String: Any]])
    let start = try #require(
      fields.firstIndex { ($0["name"] as? [String: String])?["en"] == "Description" })
    #expect(fields[start...].prefix(3).map { $0["value"] as? String } == ["one", "", "three"])
    #expect(
      fields[start...].prefix(3).map { ($0["name"] as? [String: String])?["ko"] } == ["설명", "", ""])
  }
}
