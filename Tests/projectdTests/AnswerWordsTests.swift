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
