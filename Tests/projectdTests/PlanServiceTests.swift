import Foundation
import TestSupport
import Testing

/// Priorities, waiting, schedules, what comes first, parts and notes, over a real socket.
@Suite("Plans over a real socket", .serialized)
struct PlanServiceTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private typealias Object = [String: Any]

  private func add(_ words: String..., with more: Object = [:]) throws {
    let params: Object = ["words": words, "zone": "UTC"]
    try client.result("project.add", params.merging(more) { $1 })
  }

  private func show(_ number: Int) throws -> Object {
    try client.result("project.show", ["id": number, "zone": "UTC"])
  }

  private func refusal(_ method: String, _ params: Object) throws -> String {
    try client.error(method, params).name
  }

  private func list(_ params: Object = [:]) throws -> [Int] {
    let rows = try client.result("project.list", params)["projects"] as? [Object] ?? []
    return rows.compactMap { $0["id"] as? Int }.sorted()
  }

  @Test("what is blocked is told until the last thing before it is done")
  func blocked() throws {
    try add("one")
    try add("two")
    try add("three", "depends:1,2")
    #expect(try show(3)["blocked"] as? Bool == true)
    #expect(try show(3)["depends"] as? [Int] == [1, 2])
    #expect(try show(1)["blocks"] as? [Int] == [3])
    #expect(try list(["blocked": true]) == [3] && list(["blocking": true]) == [1, 2])
    try client.result("project.done", ["ids": [1]])
    #expect(try list(["blocked": true]) == [3] && list(["blocking": true]) == [2])
    try client.result("project.remove", ["ids": [2]])
    #expect(try list(["blocked": true]) == [] && list(["blocking": true]) == [])
    try client.result("project.undo", ["steps": 2])
    #expect(try list(["blocked": true]) == [3])
    try client.result("project.edit", ["id": 3, "undepend": [1, 2]])
    #expect(try list(["blocked": true]) == [] && show(3)["depends"] == nil)
  }

  @Test("nothing comes after itself, over however many others, and nothing is a part of itself")
  func circles() throws {
    for title in ["one", "two", "three"] { try add(title) }
    try client.result("project.edit", ["id": 2, "depends": [1]])
    try client.result("project.edit", ["id": 3, "depends": [2], "parent": "2"])
    #expect(try refusal("project.edit", ["id": 1, "depends": [3]]) == "project.circle")
    #expect(try refusal("project.edit", ["id": 1, "depends": [1]]) == "project.ownPredecessor")
    #expect(try refusal("project.edit", ["id": 2, "parent": "3"]) == "project.circle")
    #expect(try refusal("project.edit", ["id": 1, "depends": [9]]) == "project.unknownProject")
    #expect(try show(1)["depends"] == nil)
    #expect(try show(2)["parts"] as? [Int] == [3] && show(3)["parent"] as? Int == 2)
    try client.result("project.edit", ["id": 3, "parent": "none"])
    #expect(try show(2)["parts"] == nil)
  }

  @Test("what is put off is out of lists and of next, and told; its day brings it back")
  func waiting() throws {
    try add("now")
    try add("later", "wait:2099-01-01", "p:1")
    try add("begun", "wait:2020-01-01", "sched:2020-01-01")
    #expect(
      try list() == [1, 3] && list(["waiting": true]) == [2] && list(["all": true]) == [1, 2, 3])
    let answer = try client.result("project.list")
    #expect(answer["waiting"] as? Int == 1)
    let remark = (answer["remark"] as? [String: String])?["en"]
    #expect(remark == "1 put off until later; `--waiting` shows it")
    let next = try client.result("project.next")["projects"] as? [Object] ?? []
    #expect(next.compactMap { $0["id"] as? Int } == [3, 1])
    try client.result("project.edit", ["id": 2, "wait": "none"])
    #expect(try list() == [1, 2, 3])
    #expect(try list(["priority": "H"]) == [2] && list(["priority": "none"]) == [1, 3])
    #expect(try refusal("project.add", ["words": ["a", "p:urgent"]]) == "project.invalidPriority")
  }

  @Test("notes have a time each, are numbered, and go and come back")
  func notes() throws {
    try add("one")
    for text in ["first", "second, with words"] {
      try client.result(
        "project.note", ["id": 1, "words": text.split(separator: " ").map(String.init)])
    }
    func texts() throws -> [String] {
      (try show(1)["notes"] as? [Object] ?? []).compactMap { $0["text"] as? String }
    }
    #expect(try texts() == ["first", "second, with words"])
    let times = (try show(1)["notes"] as? [Object] ?? []).compactMap { $0["at"] as? String }
    #expect(Set(times).count == 2)
    try client.result("project.unnote", ["id": 1, "note": 1])
    #expect(try texts() == ["second, with words"])
    #expect(try refusal("project.unnote", ["id": 1, "note": 2]) == "project.unknownNote")
    #expect(try refusal("project.note", ["id": 1, "words": [" "]]) == "project.emptyTitle")
    try client.result("project.undo")
    #expect(try texts() == ["first", "second, with words"])
  }

  @Test("what repeats from completion counts from the day on which it is done")
  func fromDone() throws {
    try add("water", "due:2020-01-01", "rec:every! 3 days", "p:2")
    try client.result("project.edit", ["id": 1, "scheduled": "2019-12-31"])
    try client.result("project.done", ["ids": [1]])
    let next = try show(2)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let format = DateFormatter()
    (format.dateFormat, format.timeZone) = ("yyyy-MM-dd", calendar.timeZone)
    let today = Date()
    let days = [2, 3, 4].map { format.string(from: today.addingTimeInterval(Double($0) * 86_400)) }
    // Whose today it is depends on where the daemon is.
    #expect(days.contains(next["due"] as? String ?? ""))
    #expect(next["fromDone"] as? Bool == true && next["priority"] as? Int == 2)
    #expect(next["scheduled"] as? String ?? "" < next["due"] as? String ?? "")
  }

  @Test("a plan goes with the rest of a board: to another machine, and into every file")
  func travels() throws {
    let (here, there) = (try Machine(), try Machine())
    try here.add("one")
    try here.add(
      "two",
      [
        "depends": [1], "priority": "3", "wait": "2099-01-01 09:00", "scheduled": "2098-12-31",
        "parent": 1, "zone": "Asia/Seoul",
      ])
    try here.client.result("project.note", ["id": 2, "words": ["noted"]])
    try here.meet(there, as: "there")
    try here.sync("there")
    #expect(try here.contents() == there.contents())
    #expect(try there.contents().values.contains { $0["depends"] != nil && $0["notes"] != nil })
    for format in ["json", "csv", "taskwarrior", "todotxt", "ics"] {
      let other = try Machine()
      let params: Object = ["format": format, "zone": "Asia/Seoul"]
      let text = try here.client.result("project.export", params)["text"] ?? ""
      try other.client.result("project.import", params.merging(["text": text]) { $1 })
      let again = try other.client.result(
        "project.import", params.merging(["text": text]) { $1 })
      #expect(again["unchanged"] as? Int == 2, "\(format): \(again)")
      let number = try other.number(of: "two")
      let (copy, original) = try (
        other.client.result("project.show", ["id": number, "zone": "UTC"]),
        here.client.result("project.show", ["id": 2, "zone": "UTC"])
      )
      for member in ["priority", "blocked", "wait", "scheduled", "notes"] {
        #expect(copy[member] as? NSObject == original[member] as? NSObject, "\(format) \(member)")
      }
      #expect(try copy["depends"] as? [Int] == [other.number(of: "one")], "\(format)")
      #expect(try copy["parent"] as? Int == other.number(of: "one"), "\(format)")
    }
  }
}

/// Filters with a name, over a real socket.
@Suite("Contexts", .serialized)
struct ContextTests {
  private let client: WireClient
  private let daemon: DaemonHarness

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func titles(_ method: String = "project.list", _ params: [String: Any] = [:]) throws
    -> [String]
  {
    let rows = try client.result(method, params)["projects"] as? [[String: Any]] ?? []
    return rows.compactMap { $0["title"] as? String }.sorted()
  }

  @Test("lists and next keep to the one in use, and say so, until none is")
  func use() throws {
    for words in [["a", "+work"], ["b", "+work.office", "@home"], ["c"]] {
      try client.result("project.add", ["words": words])
    }
    try client.result(
      "project.context.set", ["name": "office", "words": ["+work", "and", "not @home"]])
    #expect(try titles() == ["a", "b", "c"])
    try client.result("project.context.use", ["name": "office"])
    #expect(try titles() == ["a"] && titles("project.next") == ["a"])
    #expect(try titles("project.list", ["where": "b or c"]) == [])
    let remark = try client.result("project.list")["remark"] as? [String: String]
    #expect(remark?["en"]?.contains("kept to the context office") == true)
    // A search looks everywhere.
    #expect(try titles("project.search", ["words": ["b"]]) == ["b"])
    // Another filter under the name stays in use; a rehearsal changes nothing.
    try client.result(
      "project.context.set", ["name": "office", "words": ["@home"]], meta: ["dryRun": true])
    #expect(try titles() == ["a"])
    try client.result("project.context.set", ["name": "office", "words": ["@home"]])
    #expect(try titles() == ["b"])
    #expect(try client.error("project.context.use", ["name": "x"]).name == "project.unknownContext")
    #expect(try titles() == ["b"])
    try client.result("project.context.use", ["name": "none"])
    #expect(try titles() == ["a", "b", "c"])
    #expect(
      try client.error("project.context.set", ["name": "w", "words": ["(+work"]]).name
        == "project.invalidFilter")
    try client.result("project.context.remove", ["name": "office"])
    let left = try client.result("project.context.list")["contexts"] as? [Any]
    #expect(left?.isEmpty == true)
  }
}
