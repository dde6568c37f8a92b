import Foundation
import TestSupport
import Testing

/// What a view without rows says over a real socket.
@Suite("Nothing found", .serialized)
struct NothingFoundTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  private func nothing(
    _ method: String, _ params: [String: Any] = [:]
  ) throws -> (en: String, ko: String) {
    let result = try client.result("project.\(method)", params.merging(["zone": "UTC"]) { $1 })
    let texts = result["nothing"] as? [String: String]
    return (texts?["en"] ?? "", texts?["ko"] ?? "")
  }

  @Test(
    "an empty board invites, and a board without a hit says what was asked and how many there are")
  func texts() throws {
    let views: [(String, [String: Any])] = [
      ("list", [:]), ("search", ["words": ["x"]]), ("next", [:]), ("agenda", [:]),
    ]
    for (view, params) in views {
      #expect(try nothing(view, params).en.hasPrefix("No projects here. Add one:"), "\(view)")
      #expect(try nothing(view, params).ko.hasPrefix("프로젝트가 없습니다. 추가:"), "\(view)")
    }
    for title in ["milk", "bread", "tea"] { try client.result("project.add", ["title": title]) }
    try client.result("project.done", ["ids": [1]])
    let found = try nothing("search", ["words": ["milk", "honey"]])
    #expect(found.en.hasPrefix("Nothing matches `milk honey`. The board has 3 projects, 2 open:"))
    for word in ["+OVERDUE", "due.before:fri", "p:H", "limit:5"] {
      let found = try nothing("search", ["words": [word]])
      #expect(found.en.hasSuffix("as a filter: `matectl project list '\(word)'`"), "\(found.en)")
      #expect(found.ko.hasSuffix("조건으로는: `matectl project list '\(word)'`"), "\(found.ko)")
    }
    #expect(found.ko.hasPrefix("`milk honey`에 맞는 프로젝트가 없습니다. 보드에는 3개가 있고 남은 것은 2개입니다:"))
    let asked: [(String, [String: Any])] = [
      ("doing", ["state": "doing"]),
      ("doing +work @home", ["state": "doing", "words": ["+work", "@home"]]),
      ("--tag work", ["tag": "work"]),
      ("--overdue", ["overdue": true]),
      ("--due '1 jan 2099'", ["due": "1 jan 2099"]), ("--where '@x or @y'", ["where": "@x or @y"]),
      ("--waiting", ["waiting": true]),
      ("--group a --priority 1", ["group": "a", "priority": "1"]),
      ("--assigned kim", ["assigned": "kim"]), ("--text q", ["text": "q"]),
      ("doing --blocked --blocking", ["state": "doing", "blocked": true, "blocking": true]),
    ]
    for (words, params) in asked {
      let said = try nothing("list", params)
      #expect(said.en.hasPrefix("Nothing matches `\(words)`. The board has 3"), "\(said.en)")
      #expect(said.ko.hasPrefix("`\(words)`에 맞는"), "\(said.ko)")
    }
    // What has rows says nothing of the kind.
    for (view, params) in [("list", [:]), ("search", ["words": ["milk"]]), ("next", [:])]
      as [(String, [String: Any])]
    {
      #expect(try nothing(view, params).en.isEmpty, "\(view)")
    }
  }

  @Test("what is not due, put off, done or in a context is told apart from what is not there")
  func views() throws {
    try client.result("project.add", ["title": "later", "due": "2099-01-01"])
    try client.result("project.add", ["title": "some day"])
    let agenda = try nothing("agenda")
    #expect(agenda.en.hasPrefix("Nothing is due in 7 days from today; 1 due later"))
    #expect(agenda.en.contains("1 open without a deadline (`matectl project list --due none`)"))
    #expect(agenda.ko.hasPrefix("오늘부터 7일 동안 마감이 없습니다. 그 뒤에 마감이 있는 것은 1개입니다"))
    try client.result("project.context.set", ["name": "office", "words": ["@office"]])
    try client.result("project.context.use", ["name": "office"])
    #expect(try nothing("next").en == "Nothing to do in office; the board has 2 open.")
    #expect(try nothing("list").en.hasPrefix("Nothing matches `(context office)`. The board has 2"))
    try client.result("project.context.use", ["name": "none"])
    try client.result("project.edit", ["id": 1, "wait": "2098-01-01"])
    try client.result("project.done", ["ids": [2]])
    #expect(try nothing("next").en.hasPrefix("Nothing to do now; 1 put off until later:"))
    #expect(try nothing("list").en == "Nothing is open.")
    try client.result("project.done", ["ids": [1]])
    #expect(try nothing("next").en == "Nothing to do. Well done.")
    #expect(try nothing("next").ko == "할 일이 없습니다. 수고하셨습니다.")
    #expect(try nothing("list").ko == "남은 일이 없습니다.")
  }
}
