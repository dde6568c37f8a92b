import Foundation
import TestSupport
import Testing

/// What commands say that they did, over a real socket.
@Suite("Answers in words", .serialized)
struct AnswerWordsTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func said(_ method: String, _ params: [String: Any]) throws -> (en: String, ko: String) {
    let result = try client.result("project.\(method)", params.merging(["zone": "UTC"]) { $1 })
    let texts = result["text"] as? [String: String]
    return (texts?["en"] ?? "", texts?["ko"] ?? "")
  }

  private func refusal(_ method: String, _ params: [String: Any]) throws -> WireFailure {
    try WireFailure(client.reply("project.\(method)", params.merging(["zone": "UTC"]) { $1 }))
  }

  @Test("a note says that it was written, and that it was taken away, with its words")
  func notes() throws {
    try client.result("project.add", ["title": "one"])
    let written = try said("note", ["id": 1, "words": ["called", "them"]])
    #expect(written.en == "Noted for 'one': called them" && written.ko == "'one' 메모: called them")
    let gone = try said("unnote", ["id": 1, "note": 1])
    #expect(gone.en == "Took a note of 'one' away: called them")
    #expect(gone.ko == "'one' 메모 지움: called them")
  }

  @Test("who finishes one of a series is told of the next one, its number and its day")
  func series() throws {
    try client.result(
      "project.add",
      ["title": "water", "due": "2099-11-20", "repeats": "every 3 days", "zone": "UTC"])
    try client.result("project.add", ["title": "once", "zone": "UTC"])
    for method in ["done", "move"] {
      let isDone = method == "done"
      let number = isDone ? 1 : 3
      var params: [String: Any] = ["ids": isDone ? [1, 2] : [3], "zone": "UTC"]
      params["to"] = isDone ? nil : "done"
      let answer = try client.result("project.\(method)", params)
      let next = try #require((answer["next"] as? [[String: Any]])?.first)
      let due = isDone ? "2099-11-23" : "2099-11-26"
      #expect(next["due"] as? String == due && next["title"] as? String == "water")
      let id = try #require(next["id"] as? Int)
      #expect(id > number)
      let shown = try client.result("project.show", ["id": id, "zone": "UTC"])
      #expect(shown["due"] as? String == due)
      let text = try #require(answer["text"] as? [String: String])
      let day = isDone ? ("Mon 23 Nov 2099", "2099") : ("Thu 26 Nov 2099", "2099")
      #expect(text["en"]?.contains("Next: 'water' (number \(id)), \(day.0), in ") == true)
      #expect(text["ko"]?.contains("다음: 'water' (번호 \(id)), \(day.1)") == true)
    }
    #expect(try client.result("project.start", ["ids": [4], "zone": "UTC"])["next"] == nil)
  }

  @Test("an edit names what comes before, and what it is a part of, by number and title")
  func links() throws {
    for title in ["paint", "buy paint", "house"] {
      try client.result("project.add", ["title": title])
    }
    let set = try said("edit", ["id": 1, "depends": [2], "parent": 3])
    #expect(set.en == "Edited 'paint': a part of 3 'house'; comes after 2 'buy paint'.")
    #expect(set.ko == "'paint' 수정: 상위 작업 3 'house'; 선행 작업 2 'buy paint'.")
    let gone = try said("edit", ["id": 1, "undepend": [2], "parent": "none"])
    #expect(gone.en.contains("no longer after 2 'buy paint'"))
    #expect(gone.en.contains("no part of 3 'house' any more"))
    let new = try said("add", ["words": ["dry", "선행:1", "상위:3"]])
    #expect(new.en.contains("\nA part of 3 'house'\nComes after 1 'paint'"))
    #expect(new.ko.contains("\n상위 작업 3 'house'\n선행 작업 1 'paint'"))
    let circle = try refusal("edit", ["id": 3, "parent": 4])
    #expect(circle.name == "project.circle")
    #expect(circle.message.hasSuffix(": 3 cannot be a part of 4: 4 is a part of 3 already"))
    let itself = try refusal("edit", ["id": 1, "depends": [1]])
    #expect(itself.name == "project.ownPredecessor")
  }

  @Test("reminders that went are not told as ones that are there, and tag:none takes tags away")
  func takenAway() throws {
    try client.result(
      "project.add",
      [
        "title": "one", "due": "2099-11-20", "zone": "UTC", "tags": ["a", "b"],
        "remind": ["1h before", "2h before", "3h before", "1d before"],
      ])
    let gone = try said("remind", ["id": 1, "when": ["off"]])
    #expect(gone.en.contains("4 reminders taken away") && gone.ko.contains("알림 4개 지움"))
    let bare = try said("edit", ["id": 1, "words": ["tag:none", "@c"]])
    #expect(bare.en == "Edited 'one': tags +c -a -b.")
  }

  @Test("a name with spaces around it is the name, and so is none")
  func spaces() throws {
    try client.result("project.context.set", ["name": "work", "words": ["+work"]])
    #expect(try client.result("project.context.use", ["name": " work "])["used"] as? Bool == true)
    #expect(try client.result("project.context.use", ["name": "none "])["used"] as? Bool == false)
    try client.result("project.context.remove", ["name": "work "])
    let gone = try WireFailure(client.reply("project.context.use", ["name": "work"]))
    #expect(gone.name == "project.unknownContext")
  }

  @Test("a folder that is not there yet is taken, and said to be missing")
  func folders() throws {
    func added(_ name: String, _ target: String) throws -> [String: String] {
      let answer = try client.result("project.sync.add", ["name": name, "target": target])
      return try #require(answer["text"] as? [String: String])
    }
    let missing = try added("usb", "/nonexistent/folder")
    #expect(missing["en"]?.contains("There is no folder /nonexistent/folder yet") == true)
    #expect(missing["ko"]?.contains("/nonexistent/folder 폴더가 아직 없습니다") == true)
    #expect(
      try added("tmp", "/tmp")["en"] == "tmp added; `matectl project sync run tmp` synchronises")
  }

  @Test("a preview says what would be done, in a member too, and does nothing")
  func preview() throws {
    let file: [String: Any] = ["text": "milk\nbread\n", "format": "todotxt"]
    let params = file.merging(["dryRun": true]) { $1 }
    let seen = try client.result("project.import", params)
    #expect(seen["preview"] as? Bool == true)
    let text = try said("import", params)
    #expect(text.en.hasPrefix("2 would be added, 0 would be changed, 0 as before"))
    #expect(text.ko.hasPrefix("(미리 보기, 아무것도 바꾸지 않음) 추가 2개"))
    #expect(try client.result("project.list")["total"] as? Int == 0)
    let real = try client.result("project.import", file)
    #expect(real["preview"] as? Bool == false)
    #expect((real["text"] as? [String: String])?["en"]?.hasPrefix("2 added, 0 changed") == true)
  }

  @Test("what is refused says what to write instead")
  func refusals() throws {
    try client.result("project.add", ["title": "one"])
    for params in [["words": ["parent:1"]], ["parent": 1]] as [[String: Any]] {
      let parent = try refusal("edit", params.merging(["id": 1]) { $1 })
      #expect(parent.name == "project.ownParent" && parent.message.contains("part of itself"))
    }
    let month = try refusal("calendar", ["month": "foo"])
    #expect(month.name == "project.invalidMonth" && month.message.contains("foo is no month"))
    for word in ["p:0", "p:10"] {
      #expect(try refusal("edit", ["id": 1, "words": [word]]).name == "project.invalidPriority")
    }
    let rule = try refusal("add", ["title": "two", "repeats": "every 3 days"])
    #expect(rule.message.hasPrefix("every 3 days needs a deadline"), "\(rule.message)")
  }

  @Test("an empty deadline is said to be none")
  func emptyDeadline() throws {
    #expect(try said("add", ["title": "one", "due": ""]).en.hasSuffix("\nDeadline: none"))
    try client.result("project.edit", ["id": 1, "due": "2099-01-01"])
    #expect(try said("edit", ["id": 1, "due": ""]).ko.hasSuffix("\n마감: 없음"))
  }

  @Test(
    "a month is asked for by its name too",
    arguments: [
      ("2026-12", "2026-12"), ("dec 2026", "2026-12"), ("2027년 3월", "2027-03"),
      ("2028-02-29", "2028-02"), ("january 2031", "2031-01"),
    ])
  func months(word: String, month: String) throws {
    #expect(try client.result("project.calendar", ["month": word])["month"] as? String == month)
  }

  @Test("commands of several take ranges and lists, typed as Taskwarrior's are")
  func several() throws {
    for title in ["1", "2", "3", "4", "5", "6"] {
      try client.result("project.add", ["title": title])
    }
    #expect(try client.result("project.start", ["ids": ["1-3"]])["count"] as? Int == 3)
    #expect(try client.result("project.stop", ["ids": ["1,2"]])["count"] as? Int == 2)
    #expect(try client.result("project.done", ["ids": ["1-2,5"]])["count"] as? Int == 3)
    #expect(try client.result("project.remove", ["ids": ["4-6"]])["count"] as? Int == 3)
    let reversed = try WireFailure(client.reply("project.done", ["ids": ["3-1"]]))
    #expect(
      reversed.message.contains("3-1 ends before it begins; write 1-3"), "\(reversed.message)")
    let open = try WireFailure(client.reply("project.done", ["ids": ["3,"]]))
    #expect(open.message.contains("3, names no project"), "\(open.message)")
    let empty = try WireFailure(client.reply("project.done", ["ids": [""]]))
    #expect(empty.message.contains("name at least one project"), "\(empty.message)")
    let context = try client.error("project.context.set", ["name": "none", "words": ["+a"]])
    #expect(context.name == "project.invalidContextName")
    #expect(context.message.contains("none is no name for a filter"), "\(context.message)")
    try client.result("project.edit", ["id": 3, "words": ["depends:1-2"]])
    #expect(try (client.result("project.show", ["id": 3])["depends"] as? [Any])?.count == 2)
  }
}
