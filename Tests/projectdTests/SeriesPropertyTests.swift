import Foundation
import TestSupport
import Testing

/// A series of dates that two boards finish over one server, with faults and kills at random, beside
/// a model that knows neither boards nor servers.
@Suite("A series over a server, whatever happens to boards and server", .serialized)
struct SeriesPropertyTests {
  /// What there is in the end, whoever did what: everything up to the last date that anybody has
  /// finished is done, and the one behind it is open unless the series has ended.
  private struct Model {
    let count: Int
    var done = 0
    /// Of each date, from 1, the tags that somebody has put on it.
    var tags: [Int: Set<String>] = [:]

    var rows: [String] {
      (1...count).filter { $0 <= done + 1 }.map { date in
        "2099-01-\(date < 10 ? "0" : "")\(date) \(date <= done ? "done" : "todo")"
      }
    }
  }

  private func rows(_ board: CalendarBoard) throws -> [[String: Any]] {
    let list = try board.client.result("project.list", ["all": true, "sort": "due", "zone": "UTC"])
    return list["projects"] as? [[String: Any]] ?? []
  }

  private func text(_ rows: [[String: Any]]) -> [String] {
    rows.map { row in
      ["due", "state"].compactMap { row[$0] as? String }.joined(separator: " ")
    }
  }

  private func date(_ row: [String: Any]) -> Int {
    (row["due"] as? String).flatMap { Int($0.suffix(2)) } ?? 0
  }

  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) }
    return Array(1...max(1, named ?? 4))
  }()

  @Test(
    "nothing comes twice, nothing is lost, and it ends when it should", arguments: Self.seeds)
  func series(seed: UInt64) throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    var numbers = SeededNumbers(seed: seed)
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let boards = try (0..<2).map { _ in try CalendarBoard(server) }
    var model = Model(count: Int.random(in: 3...7, using: &numbers))
    try boards[0].client.result(
      "project.add",
      [
        "title": "water", "due": "2099-01-01", "repeats": "FREQ=DAILY;COUNT=\(model.count)",
        "zone": "UTC",
      ])
    _ = try boards[0].sync()
    _ = try boards[1].sync()
    for _ in 0..<14 {
      let board = boards[Int.random(in: 0...1, using: &numbers)]
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0, 1:
        guard let row = try rows(board).first(where: { $0["state"] as? String != "done" }) else {
          continue
        }
        try board.client.result("project.done", ["ids": [row["id"] ?? 0]])
        model.done = max(model.done, date(row))
      case 2:
        guard let row = try rows(board).randomElement(using: &numbers) else { continue }
        let tag = "t\(Int.random(in: 0..<1000, using: &numbers))"
        try board.client.result("project.edit", ["id": row["id"] ?? 0, "tags": [tag]])
        model.tags[date(row), default: []].insert(tag)
      case 3:
        // Killed while it talks to the server, wherever that is.
        try board.client.request("project.sync.run")
        if Bool.random(using: &numbers) { try boards[0].client.result("mate.ping") }
        try board.killAndStart()
      case 4:
        let faults: [CalendarServer.Fault] = [
          .lostRequest, .lostAnswer, .lostAnswerToChange, .cutAnswer, .failsInTheMiddle,
        ]
        try server.set(faults.randomElement(using: &numbers) ?? .lostAnswer)
        _ = try board.client.reply("project.sync.run")
        try server.set(.none)
      default: _ = try board.sync()
      }
    }
    // Until nobody has anything to say any more, which is soon.
    var said: [[Int]] = []
    repeat {
      said.append(try boards.flatMap { try $0.sync() })
    } while said.last != [0, 0, 0, 0] && said.count < 8
    #expect(said.last == [0, 0, 0, 0], "seed \(seed): \(said)")
    for board in boards {
      let rows = try rows(board)
      #expect(text(rows) == model.rows, "seed \(seed)")
      for row in rows {
        let tags = Set(row["tags"] as? [String] ?? [])
        #expect(tags.isSuperset(of: model.tags[date(row)] ?? []), "seed \(seed): \(row)")
      }
    }
    // Dates of one title stand in the order of numbers, which are each board's own.
    #expect(try boards[0].rows.sorted() == boards[1].rows.sorted(), "seed \(seed)")
  }
}
