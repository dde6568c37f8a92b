import Foundation
import TestSupport
import Testing

@Suite("Plans and a server of calendars", .serialized)
struct CalendarPlanTests {
  private func plans(_ board: CalendarBoard) throws -> [String: NSDictionary] {
    var plans: [String: NSDictionary] = [:]
    let rows = try board.client.result("project.list", ["all": true])["projects"]
    let list = rows as? [[String: Any]] ?? []
    var names: [Int: String] = [:]
    for row in list { names[row["id"] as? Int ?? 0] = row["title"] as? String }
    for row in list {
      let details = try board.client.result(
        "project.show", ["id": row["id"] ?? 0, "zone": "Asia/Seoul"])
      var plan: [String: Any] = [:]
      for member in ["priority", "wait", "scheduled", "notes", "blocked", "due", "state"] {
        plan[member] = details[member]
      }
      // Numbers are each machine's own.
      for member in ["depends", "blocks", "parts"] {
        plan[member] = (details[member] as? [Int])?.compactMap { names[$0] }.sorted()
      }
      plan["parent"] = (details["parent"] as? Int).flatMap { names[$0] }
      plans[details["title"] as? String ?? ""] = NSDictionary(dictionary: plan)
    }
    return plans
  }

  @Test(
    "two boards that edit plans at random, and are killed, come to the same, and then to rest",
    arguments: [UInt64(4), 1123])
  func random(seed: UInt64) throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let boards = try [CalendarBoard(server), CalendarBoard(server)]
    for title in ["one", "two", "three", "four"] {
      try boards[0].client.result("project.add", ["title": title])
    }
    _ = try boards[0].sync()
    _ = try boards[1].sync()
    var random = SeededNumbers(seed: seed)
    for step in 0..<60 {
      let board = boards[random.below(2)]
      let names = ["one", "two", "three", "four"]
      let id = try board.number(of: random.one(of: names))
      let other = try board.number(of: random.one(of: names))
      let day = "2099-0\(1 + random.below(9))-11"
      switch random.below(12) {
      case 0, 1: _ = try board.sync()
      case 2: try board.killAndStart()
      case 3:
        try board.client.result("project.note", ["id": id, "words": ["note \(step)"]])
      case 4: _ = try board.client.reply("project.unnote", ["id": id, "note": 1])
      case 5:
        _ = try board.client.reply(
          "project.move", ["ids": [id], "to": random.one(of: ["todo", "done"])])
      default:
        // What is refused, as a circle or what is so already, changes nothing.
        let edit: [String: Any] = random.one(of: [
          ["priority": "\(1 + random.below(9))"], ["priority": "none"], ["wait": day],
          ["wait": "\(day) 09:00"], ["wait": "none"], ["scheduled": day], ["scheduled": "none"],
          ["depends": [other]], ["undepend": [other]], ["parent": other], ["parent": "none"],
          ["due": day],
        ])
        _ = try board.client.reply(
          "project.edit", edit.merging(["id": id, "zone": "Asia/Seoul"]) { $1 })
      }
    }
    for _ in 0..<2 { for board in boards { _ = try board.sync() } }
    #expect(try plans(boards[0]) == plans(boards[1]))
    for board in boards { #expect(try board.sync() == [0, 0]) }
  }
}
