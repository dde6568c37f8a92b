import Foundation
import TestSupport
import Testing

@Suite("Who is to do it", .serialized)
struct AssignedTests {
  private let daemon: DaemonHarness
  private let client: WireClient
  private let me = accountName()
  /// Somebody else, whoever runs the tests.
  private let kim: String

  /// Every test begins with the projects 1 to 3.
  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
    kim = me == "kim" ? "lee" : "kim"
    for words in [["one", "assigned:\(kim)"], ["two"], ["three", "담당:이 철수"]] {
      try client.result("project.add", ["words": words])
    }
  }

  private func numbers(_ params: [String: Any]) throws -> [Int] {
    let rows = try client.result("project.list", params)["projects"] as? [[String: Any]] ?? []
    return rows.compactMap { $0["id"] as? Int }.sorted()
  }

  private func assigned(_ id: Int) throws -> String? {
    try client.result("project.show", ["id": id])["assigned"] as? String
  }

  @Test("lists and filters ask for it, whatever the case, and for what is nobody's")
  func filters() throws {
    #expect(try numbers(["assigned": kim.uppercased()]) == [1])
    #expect(try numbers(["assigned": "none"]) == [2])
    #expect(try numbers(["where": "assigned:\(kim) or assigned:\"이 철수\""]) == [1, 3])
    #expect(try numbers(["where": "not assigned:\(kim)"]) == [2, 3])
    #expect(try numbers(["assigned": String(kim.dropLast())]) == [])
  }

  @Test("changes hands by command, as one step that is told, undone and done again")
  func command() throws {
    let answer = try client.result("project.assign", ["ids": [1, 2], "to": "me"])
    let text = (answer["text"] as? [String: String])?["en"]
    #expect(
      text == "Edited 'one': assigned \(kim) → \(me).\nEdited 'two': assigned → \(me).")
    #expect(try numbers(["assigned": "me"]) == [1, 2])
    try client.result("project.undo")
    #expect(try assigned(1) == kim && assigned(2) == nil)
    try client.result("project.redo")
    #expect(try assigned(2) == me)
    try client.result("project.edit", ["id": 3, "assigned": "none"])
    #expect(try assigned(3) == nil)
    #expect(
      try client.error("project.assign", ["ids": [3], "to": "none"]).name
        == "project.nothingToChange")
    #expect(
      try client.error("project.assign", ["ids": [3], "to": "a\u{1B}b"]).name
        == "project.controlCharacter")
    #expect(
      try client.error("project.assign", ["ids": [3], "to": String(repeating: "x", count: 101)])
        .name == "project.textTooLong")
  }

  @Test(
    "goes out in every format and comes back",
    arguments: ["taskwarrior", "todotxt", "ics", "csv", "json"])
  func formats(format: String) throws {
    let text = try client.result("project.export", ["format": format, "zone": "UTC"])["text"]
    let other = try Machine()
    try other.client.result(
      "project.import", ["text": try #require(text as? String), "format": format, "zone": "UTC"])
    let names = try (1...3).map {
      try other.client.result("project.show", ["id": $0])["assigned"] as? String
    }
    #expect(names == [kim, nil, "이 철수"])
  }

  @Test("Todoist's RESPONSIBLE and a calendar's ATTENDEE are read, and written where they stood")
  func others() throws {
    let table = "TYPE,CONTENT,RESPONSIBLE\ntask,tap,Lee (1)\ntask,roof,\n"
    try client.result("project.import", ["text": table, "format": "csv"])
    #expect(try assigned(4) == "Lee (1)" && assigned(5) == nil)
    let ics = [
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:x", "SUMMARY:call",
      "ATTENDEE;CN=\"Park, J\";ROLE=REQ-PARTICIPANT:mailto:park@example.com",
      "ATTENDEE:mailto:second@example.com", "END:VTODO", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    try client.result("project.import", ["text": ics, "format": "ics"])
    #expect(try assigned(6) == "Park, J")
    func attendees() throws -> [String] {
      let text = try client.result("project.export", ["format": "ics", "zone": "UTC"])["text"]
      return (text as? String ?? "").replacingOccurrences(of: "\r\n ", with: "")
        .components(separatedBy: "\r\n").filter { $0.hasPrefix("ATTENDEE") }.suffix(2)
    }
    #expect(
      try attendees() == [
        "ATTENDEE;CN=\"Park, J\";ROLE=REQ-PARTICIPANT:mailto:park@example.com",
        "ATTENDEE:mailto:second@example.com",
      ])
    try client.result("project.assign", ["ids": [6], "to": "kim@example.com"])
    #expect(
      try attendees() == ["ATTENDEE:mailto:kim@example.com", "ATTENDEE:mailto:second@example.com"])
  }

  @Test("me is who asks, wherever it is said", arguments: ["me", "나"])
  func me(word: String) throws {
    /// Adds a project and gives its number.
    func add(_ params: [String: Any]) throws -> Int {
      try #require(try client.result("project.add", params)["id"] as? Int)
    }
    let mine = [
      try add(["title": "a", "words": ["assigned:\(word)"]]),
      try add(["title": "b", "assigned": word]), try add(["title": "c"]),
    ]
    _ = try add(["title": "d", "words": ["assigned:\(kim)"]])
    try client.result("project.assign", ["ids": [mine[2]], "to": word])
    for id in mine { #expect(try assigned(id) == me) }
    #expect(try numbers(["assigned": word]) == mine)
    #expect(try numbers(["where": "assigned:\(word)"]) == mine)
    try client.result("project.context.set", ["name": "mine", "words": ["assigned:\(word)"]])
    try client.result("project.context.use", ["name": "mine"])
    #expect(try numbers([:]) == mine)
    let next = try client.result("project.next")
    let shown = next["projects"] as? [[String: Any]] ?? []
    #expect(shown.compactMap { $0["id"] as? Int }.sorted() == mine)
    #expect((next["remark"] as? [String: String])?["en"]?.contains("the context mine") == true)
  }

  @Test("is one field between machines: of two who take it while apart, the later one has it")
  func merged() throws {
    let (one, two) = (try Machine(), try Machine())
    try one.add("tap")
    try two.meet(one, as: "one")
    try two.sync("one")
    try one.client.result("project.assign", ["ids": [1], "to": "kim"])
    try two.client.result("project.assign", ["ids": [1], "to": "lee"])
    try two.sync("one")
    for machine in [one, two] {
      #expect(try machine.client.result("project.show", ["id": 1])["assigned"] as? String == "lee")
    }
  }
}
