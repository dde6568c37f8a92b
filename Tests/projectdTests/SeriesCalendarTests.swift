import TestSupport
import Testing

@Suite("The latest word on a series counts over a server as well", .serialized)
struct SeriesCalendarTests {
  @Test("what somebody with a calendar says of one that is done here is said of the next one too")
  func phone() throws {
    guard CalendarServer.isPossible else { return print("SKIPPED: radicale is not installed") }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let boards = try (0..<2).map { _ in try CalendarBoard(server) }
    try boards[0].client.result(
      "project.add",
      ["title": "water", "due": "2099-01-01", "repeats": "FREQ=DAILY", "tags": ["x"]])
    for board in boards { _ = try board.sync() }
    try boards[0].client.result("project.done", ["ids": [1]])
    try boards[1].client.result(
      "project.edit", ["id": 1, "title": "water them", "untag": ["x"], "group": "home"])
    for board in [boards[1], boards[0], boards[1]] { _ = try board.sync() }
    try check(boards, "2099-01-02", "water them")
    // And where the next one comes over the server, and the words on the one before are not there yet.
    try boards[0].client.result("project.done", ["ids": [2]])
    _ = try boards[0].sync()
    let open = try boards[1].client.result("project.list", ["sort": "due"])["projects"]
    let id = try #require((open as? [[String: Any]])?.first?["id"])
    try boards[1].client.result("project.edit", ["id": id, "title": "rain", "tags": ["y"]])
    for board in [boards[1], boards[0], boards[1]] { _ = try board.sync() }
    try check(boards, "2099-01-03", "rain", tags: ["y"])
    #expect(try boards.flatMap { try $0.sync() } == [0, 0, 0, 0])
  }

  private func check(
    _ boards: [CalendarBoard], _ due: String, _ title: String, tags: [String] = []
  ) throws {
    for board in boards {
      let list = try board.client.result("project.list", ["state": "todo"])["projects"]
      let row = try #require((list as? [[String: Any]])?.first)
      #expect(row["due"] as? String == due && row["title"] as? String == title)
      #expect(row["tags"] as? [String] ?? [] == tags && row["group"] as? String == "home")
    }
  }
}
