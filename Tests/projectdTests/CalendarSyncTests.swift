import Foundation
import TestSupport
import Testing

/// A board with an account on a server of calendars.
final class CalendarBoard {
  let daemon: DaemonHarness
  private(set) var client: WireClient

  init(
    _ server: CalendarServer, collection: String? = nil, environment: [String: String] = [:]
  ) throws {
    daemon = try DaemonHarness("projectd", domain: "project", environment: environment)
    client = try daemon.connect()
    let file = daemon.directory.file("password")
    try "\(CalendarServer.password)\nnot this\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    var account = [
      "name": "cloud", "target": server.url, "user": CalendarServer.user, "passwordFile": file,
    ]
    account["collection"] = collection
    try client.result("project.sync.add", account)
  }

  func killAndStart() throws {
    daemon.stop(SIGKILL)
    try daemon.start()
    client = try daemon.connect()
  }

  func sync() throws -> [Int] {
    let results = try client.result("project.sync.run")["results"] as? [[String: Any]]
    let result = try #require(results?.first)
    return ["received", "sent"].compactMap { result[$0] as? Int }
  }

  var rows: [String] {
    get throws {
      let list = try client.result(
        "project.list", ["all": true, "sort": "title", "zone": "Asia/Seoul"])
      return (list["projects"] as? [[String: Any]] ?? []).map { row in
        ["title", "state", "due", "group"].compactMap { row[$0] as? String }
          .joined(separator: " ")
          + ((row["tags"] as? [String])?.map { " #\($0)" }.joined() ?? "")
      }
    }
  }

  func number(of title: String) throws -> Int {
    let list = try client.result("project.list", ["all": true, "text": title])["projects"]
    let row = try #require((list as? [[String: Any]])?.first, "\(title)")
    return try #require(row["id"] as? Int)
  }

  var status: [String: Any] {
    get throws {
      let status = try client.result("project.sync.status")["syncs"] as? [[String: Any]]
      return try #require(status?.first)
    }
  }
}

@Suite("The board and a server of calendars", .serialized)
struct CalendarSyncTests {
  /// Nil, and said, where there is no server to test with.
  private func makeServer() throws -> CalendarServer? {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return nil
    }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    return server
  }

  @Test("two boards meet on the server: what is added, moved, changed and removed")
  func meet() throws {
    guard let server = try makeServer() else { return }
    let (one, other) = (try CalendarBoard(server), try CalendarBoard(server))
    try one.client.result(
      "project.add",
      [
        "title": "점심먹기", "due": "2026-11-27 12:00", "zone": "Asia/Seoul", "tags": ["food"],
        "group": "home", "body": "김밥\n국수",
      ])
    try one.client.result("project.add", ["title": "보고서", "due": "2026-11-30"])
    #expect(try one.sync() == [0, 2])
    #expect(try other.sync() == [2, 0])
    #expect(
      try other.rows == ["보고서 todo 2026-11-30", "점심먹기 todo 2026-11-27 12:00 home #food"])
    // Both change the same one while apart, each another part of it.
    try one.client.result("project.move", ["ids": [1], "to": "doing"])
    try other.client.result("project.edit", ["id": try other.number(of: "점심"), "tags": ["noon"]])
    try other.client.result("project.add", ["title": "저쪽"])
    _ = try one.sync()
    _ = try other.sync()
    _ = try one.sync()
    #expect(try one.rows == other.rows)
    #expect(try one.rows.contains("점심먹기 doing 2026-11-27 12:00 home #food #noon"))
    // What is removed here is removed there, also after a kill in between.
    try one.client.result("project.remove", ["id": 2])
    try one.killAndStart()
    #expect(try one.sync() == [0, 1])
    #expect(try other.sync() == [1, 0])
    #expect(try other.rows.count == 2)
    #expect(try one.rows == other.rows)
    #expect(try one.sync() == [0, 0])
    #expect(try one.status["pending"] as? Int == 0)
    #expect(try one.status["kind"] as? String == "caldav")
  }

  @Test("a server that fails in the middle leaves nothing lost or doubled")
  func middle() throws {
    guard let server = try makeServer() else { return }
    let (one, other) = (try CalendarBoard(server), try CalendarBoard(server))
    for number in 1...6 { try one.client.result("project.add", ["title": "p\(number)"]) }
    for fault in [
      CalendarServer.Fault.failsInTheMiddle, .lostAnswer, .cutAnswer, .unavailable, .lostRequest,
    ] {
      try server.set(fault)
      #expect(try one.client.error("project.sync.run").name == "project.syncFailed", "\(fault)")
      #expect(try one.status["offline"] as? Bool == true, "\(fault)")
      #expect(try one.status["pending"] as? Int == 6, "\(fault)")
    }
    try server.set(.none)
    _ = try one.sync()
    #expect(try one.status["offline"] as? Bool == false)
    #expect(try other.sync() == [6, 0])
    #expect(try other.rows == (1...6).map { "p\($0) todo" })
    #expect(try one.rows == other.rows)
    // Removals, and the answers to them lost.
    try one.client.result("project.remove", ["ids": [1, 2, 3]])
    try server.set(.lostAnswer)
    _ = try one.client.error("project.sync.run")
    try server.set(.none)
    _ = try one.sync()
    _ = try other.sync()
    #expect(try other.rows == (4...6).map { "p\($0) todo" })
  }

  @Test("what is edited on one board while it is removed on the other stays on both")
  func editWins() throws {
    guard let server = try makeServer() else { return }
    let (one, other) = (try CalendarBoard(server), try CalendarBoard(server))
    for title in ["kept", "gone", "more"] {
      try one.client.result("project.add", ["title": title])
    }
    _ = try one.sync()
    _ = try other.sync()
    try one.client.result("project.remove", ["ids": [1, 2]])
    try other.client.result(
      "project.edit", ["id": try other.number(of: "kept"), "due": "2026-12-24"])
    _ = try one.sync()
    _ = try other.sync()
    _ = try one.sync()
    #expect(try one.rows == ["kept todo 2026-12-24", "more todo"])
    #expect(try one.rows == other.rows)
  }

  @Test("a removal that was synchronised and then undone comes back on all boards")
  func undoneRemoval() throws {
    guard let server = try makeServer() else { return }
    let (one, other) = (try CalendarBoard(server), try CalendarBoard(server))
    try one.client.result("project.add", ["title": "back", "tags": ["t"]])
    try one.client.result("project.add", ["title": "more"])
    _ = try one.sync()
    _ = try other.sync()
    try one.client.result("project.remove", ["id": 1])
    _ = try one.sync()
    _ = try other.sync()
    #expect(try other.rows == ["more todo"])
    try one.client.result("project.undo")
    _ = try one.sync()
    _ = try other.sync()
    _ = try one.sync()
    #expect(try one.rows == ["back todo #t", "more todo"])
    #expect(try one.rows == other.rows)
  }

  @Test("a server that has lost everything is not believed unless that is meant")
  func everythingGone() throws {
    guard let server = try makeServer() else { return }
    let board = try CalendarBoard(server)
    for title in ["a", "b", "c"] { try board.client.result("project.add", ["title": title]) }
    _ = try board.sync()
    try server.request("DELETE", "/kim/tasks/")
    try server.makeCalendar("tasks", "VTODO")
    let error = try board.client.error("project.sync.run")
    #expect(error.message.contains("`matectl project sync run cloud --accept-loss`"))
    #expect(try board.rows.count == 3)
    #expect(try board.status["offline"] as? Bool == false)
    #expect((try board.status["state"] as? [String: String])?["en"] == "failed")
    try board.client.result("project.sync.run", ["name": "cloud", "acceptLoss": true])
    #expect(try board.rows.isEmpty)
  }

  @Test("another list on the server is met anew, and nothing is taken for removed")
  func otherCollection() throws {
    guard let server = try makeServer() else { return }
    let board = try CalendarBoard(server)
    try board.client.result("project.add", ["title": "a"])
    try board.client.result("project.add", ["title": "b"])
    #expect(try board.sync() == [0, 2])
    try server.request("DELETE", "/kim/tasks/")
    try server.makeCalendar("others", "VTODO")
    #expect(try board.sync() == [0, 2])
    #expect(try board.rows == ["a todo", "b todo"])
  }

  @Test("of several lists one is chosen by its name")
  func choice() throws {
    guard let server = try makeServer() else { return }
    try server.makeCalendar("others", "VTODO")
    let undecided = try CalendarBoard(server)
    let error = try undecided.client.error("project.sync.run")
    #expect(error.message.contains("others & 할 일"))
    #expect(error.message.contains("tasks & 할 일"))
    let decided = try CalendarBoard(server, collection: "others & 할 일")
    try decided.client.result("project.add", ["title": "x"])
    #expect(try decided.sync() == [0, 1])
    #expect(try server.request("GET", "/kim/others/").body.contains("SUMMARY:x"))
  }

  @Test("an object that cannot be read is named, and the others go on")
  func unreadable() throws {
    guard let server = try makeServer() else { return }
    let board = try CalendarBoard(server)
    try board.client.result("project.add", ["title": "mine"])
    let text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:x\r
      BEGIN:VTODO\r
      UID:n\r
      DTSTAMP:20261121T000000Z\r
      SUMMARY:more properties than a task may have\r
      \(String(repeating: "X-A:1\r\n", count: 400))\
      END:VTODO\r
      END:VCALENDAR\r

      """
    #expect(try server.request("PUT", "/kim/tasks/n.ics", text).status == 201)
    let results = try board.client.result("project.sync.run")["results"] as? [[String: Any]]
    let result = try #require(results?.first)
    #expect(result["sent"] as? Int == 1)
    #expect(result["ok"] as? Bool == false)
    let problem = try #require(result["problem"] as? [String: String])
    #expect(problem["en"]?.contains("/kim/tasks/n.ics") == true)
    #expect(problem["ko"]?.contains("/kim/tasks/n.ics") == true)
    #expect(try board.status["offline"] as? Bool == false)
  }
}
