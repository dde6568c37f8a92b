import Foundation
import TestSupport
import Testing

/// The short words over a real socket: what they do is what the long ones do.
@Suite("Done, start, stop, search and log", .serialized)
struct WordCallTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func add(_ words: String...) throws -> [String: Any] {
    try client.result("project.add", ["words": words, "zone": "UTC"])
  }

  private func refusal(_ method: String, _ params: [String: Any]) throws -> String {
    try WireFailure(client.reply(method, params)).name
  }

  private func state(_ number: Int) throws -> String? {
    try client.result("project.show", ["id": number])["state"] as? String
  }

  @Test("none takes away whatever it is said of, and a key without a value is refused")
  func nothing() throws {
    _ = try add("one")
    let all = [
      "due:2099-01-01", "p:1", "group:work", "wait:2099-01-01", "sched:2099-01-01", "rec:daily",
      "assigned:kim",
    ]
    try client.result("project.edit", ["id": 1, "words": all, "zone": "UTC"])
    for word in all {
      let key = word.prefix { $0 != ":" }
      #expect(try refusal("project.edit", ["id": 1, "words": ["\(key):"]]) == "project.emptyValue")
    }
    #expect(try refusal("project.add", ["words": ["x", "p:"]]) == "project.emptyValue")
    #expect(try refusal("project.list", ["where": "due:"]) == "project.emptyValue")
    #expect(try client.result("project.show", ["id": 1])["title"] as? String == "one")
    let none = all.map { $0.prefix { $0 != ":" } + ":none" }
    try client.result("project.edit", ["id": 1, "words": none, "zone": "UTC"])
    let row = try client.result("project.show", ["id": 1])
    for member in ["due", "priority", "group", "wait", "scheduled", "recurrence", "assigned"] {
      #expect(row[member] == nil, "\(member)")
    }
    _ = try add("two", "group:none", "\\due:")
    let two = try client.result("project.show", ["id": 2])
    #expect(two["group"] == nil && two["title"] as? String == "two due:")
  }

  @Test("move between the lists, with the next one of a series, each as one step")
  func moves() throws {
    _ = try add("one")
    _ = try add("two", "due:2099-01-01", "rec:daily")
    try client.result("project.start", ["ids": [1, 2]])
    #expect(try state(1) == "doing" && state(2) == "doing")
    try client.result("project.stop", ["ids": [1]])
    #expect(try state(1) == "todo")
    #expect(try refusal("project.stop", ["ids": [2, 1]]) == "project.notStarted")
    #expect(try state(2) == "doing")
    let done = try client.result("project.done", ["ids": [1, 2]])
    #expect(done["count"] as? Int == 3)
    #expect(try state(3) == "todo")
    #expect(try refusal("project.done", ["ids": [1]]) == "project.alreadyThere")
    try client.result("project.undo")
    #expect(try state(1) == "todo" && state(2) == "doing")
    #expect(try refusal("project.show", ["id": 3]) == "project.unknownProject")
  }

  @Test("a line of quick words is what options say")
  func line() throws {
    let typed = try add("report", "+일.회사", "@home", "due:2099-01-01 15:00", "rec:weekly")
    let long = try client.result(
      "project.add",
      [
        "title": "report", "group": "일.회사", "tags": ["home"], "due": "2099-01-01 15:00",
        "repeats": "weekly", "zone": "UTC",
      ])
    for member in ["title", "group", "tags", "due", "state", "deadline"] {
      #expect(typed[member] as? NSObject == long[member] as? NSObject, "\(member)")
    }
    let text = (typed["text"] as? [String: String])?["en"] ?? ""
    #expect(text.contains("\nGroup: 일.회사\nTags: home\nRepeats: every week\nDeadline: Thu 1 Jan"))
    let edited = try client.result(
      "project.edit", ["id": 1, "words": ["new", "title", "+일", "due:none", "rec:none"]])
    #expect(edited["title"] as? String == "new title" && edited["group"] as? String == "일")
    #expect(edited["due"] == nil)
    #expect(try refusal("project.add", ["words": ["+work"]]) == "project.emptyTitle")
    #expect(
      try refusal("project.add", ["words": ["a", "due:nonsense"]]) == "project.invalidDeadline")
    #expect(
      try refusal("project.add", ["words": ["a", "due:fri"], "due": "mon"]) == "project.saidTwice")
    #expect(try client.result("project.list", ["group": "일"])["total"] as? Int == 2)
    #expect(try client.result("project.list", ["group": "일.회사"])["total"] as? Int == 1)
  }

  @Test("a list takes a filter behind its name, of words as a shell leaves them")
  func listWords() throws {
    _ = try add("report", "+work", "@home", "due:2099-01-01")
    _ = try add("milk", "@home")
    _ = try add("plan", "+work")
    try client.result("project.start", ["ids": [3]])
    func found(_ words: [String], _ more: [String: Any] = [:]) throws -> Set<String> {
      let params = more.merging(["words": words, "zone": "UTC"]) { $1 }
      let rows = try client.result("project.list", params)["projects"] as? [[String: Any]]
      return Set((rows ?? []).compactMap { $0["title"] as? String })
    }
    #expect(try found([]) == ["report", "milk", "plan"])
    #expect(try found(["+work"]) == ["report", "plan"])
    #expect(try found(["+work"], ["state": "doing"]) == ["plan"])
    #expect(try found(["+work", "not", "@home"]) == ["plan"])
    let nested = ["(", "@home", "or", "is:doing", ")", "and", "not", "milk"]
    #expect(try found(nested) == ["report", "plan"])
    #expect(try found(["@home or is:doing"], ["where": "not milk"]) == ["report", "plan"])
    #expect(try found(["due:1 jan 2099", "@home"]) == ["report"])
    #expect(try refusal("project.list", ["words": ["+work", "or"]]) == "project.invalidFilter")
  }

  @Test("the history of one project alone")
  func historyOfOne() throws {
    _ = try add("one")
    _ = try add("two")
    try client.result("project.start", ["ids": [1, 2]])
    func sentences(_ params: [String: Any]) throws -> [String] {
      let entries = try client.result("project.history", params)["entries"] as? [[String: Any]]
      return (entries ?? []).compactMap { ($0["sentence"] as? [String: String])?["en"] }
    }
    #expect(try sentences([:]).count == 4)
    let one = try sentences(["id": 1])
    #expect(one.count == 2 && one.allSatisfy { $0.contains("'one'") })
    #expect(try sentences(["id": 2, "limit": 1]).count == 1)
    #expect(try refusal("project.history", ["id": 9]) == "project.unknownProject")
  }

  @Test("what is logged is done from the start, and a search finds it")
  func logAndSearch() throws {
    let logged = try client.result("project.log", ["words": ["Called", "the", "bank", "+home"]])
    #expect(logged["state"] as? String == "done" && logged["group"] as? String == "home")
    _ = try add("call", "the", "plumber")
    func found(_ words: String...) throws -> [String] {
      let rows = try client.result("project.search", ["words": words])["projects"]
      return (rows as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }
    #expect(try Set(found("CALL")) == ["Called the bank", "call the plumber"])
    #expect(try found("the", "bank") == ["Called the bank"])
    #expect(try found("the bank", "plumber") == [])
    try client.result("project.undo")
    try client.result("project.undo")
    #expect(try found("call") == [])
  }
}
