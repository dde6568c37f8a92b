import Foundation
import TestSupport
import Testing

/// Boards on one server, and on a folder where that is wanted; the server is heard first.
struct ServedBoards {
  let server: CalendarServer
  let folder: TemporaryDirectory
  let all: [CalendarBoard]

  init(hasFolder: Bool, clock: MovedClock? = nil) throws {
    let server = try CalendarServer()
    self.server = server
    try server.makeCalendar("tasks", "VTODO")
    folder = try TemporaryDirectory()
    all = try (0..<2).map { _ in
      try CalendarBoard(server, environment: clock?.environment ?? [:])
    }
    guard hasFolder else { return }
    for board in all {
      try board.client.result(
        "project.sync.add", ["name": "usb", "target": folder.path])
    }
  }

  func sync(_ index: Int) throws {
    _ = try all[index].client.result("project.sync.run")
  }

  func sync(_ index: Int, over name: String) throws {
    _ = try all[index].client.result("project.sync.run", ["name": name])
  }

  func act(_ index: Int, _ method: String, _ params: [String: Any]) throws {
    _ = try all[index].client.result("project.\(method)", params)
  }

  /// Everybody hears everything; false where it does not end.
  func settle() throws -> Bool {
    for _ in 0..<8 {
      let results = try all.flatMap { board in
        try board.client.result("project.sync.run")["results"] as? [[String: Any]] ?? []
      }
      let counts = results.flatMap { [$0["received"], $0["sent"]].compactMap { $0 as? Int } }
      if counts.allSatisfy({ $0 == 0 }) { return true }
    }
    return false
  }

  func rows(_ index: Int) throws -> [String] {
    let list = try all[index].client.result(
      "project.list", ["all": true, "sort": "due", "zone": "UTC"])
    return (list["projects"] as? [[String: Any]] ?? []).map { row in
      let tags = (row["tags"] as? [String] ?? []).map { " #\($0)" }.joined()
      return ["title", "state", "due"].compactMap { row[$0] as? String }.joined(separator: " ")
        + tags
    }
  }

  func id(_ index: Int, _ number: Int) throws -> String {
    try #require(
      try all[index].client.result("project.show", ["id": number])["uuid"] as? String)
  }

  func addSeries() throws {
    try act(
      0, "add", ["title": "water", "due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    #expect(try settle())
  }
}
