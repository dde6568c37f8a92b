import Foundation
import TestSupport
import Testing

@Suite(
  "Of a series one is open over a server and a folder, whatever people do and undo", .serialized)
struct ServedSeriesTests {
  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) }
    return Array(1...max(1, named ?? 4))
  }()

  /// The number and the state of the first one that is open on a board.
  private func open(_ board: CalendarBoard) throws -> (number: Int, state: String)? {
    let list = try board.client.result("project.list", ["sort": "due", "zone": "UTC"])
    let rows = list["projects"] as? [[String: Any]] ?? []
    for row in rows {
      guard let state = row["state"] as? String, state != "done", let id = row["id"] as? Int
      else { continue }
      return (id, state)
    }
    return nil
  }

  @Test("one is open, nobody's work is lost, all have the same, and it ends", arguments: seeds)
  func games(seed: UInt64) throws {
    guard CalendarServer.isPossible else { return print("SKIPPED: radicale is not installed") }
    var numbers = SeededNumbers(seed: seed)
    let boards = try ServedBoards(hasFolder: seed % 2 == 0)
    try boards.addSeries()
    var steps: [[String?]] = [[], []]
    var tags: Set<String> = []
    var story: [String] = []
    for step in 0..<14 {
      let index = numbers.below(2)
      let board = boards.all[index]
      guard let first = try open(board) else { continue }
      switch numbers.below(8) {
      case 0, 1:
        try boards.act(index, "done", ["ids": [first.number]])
        steps[index].append(nil)
        story.append("\(index) done \(first.number)")
      case 2:
        let tag = "t\(step)"
        try boards.act(index, "edit", ["id": first.number, "tags": [tag]])
        steps[index].append(tag)
        tags.insert(tag)
        story.append("\(index) +\(tag) \(first.number)")
      case 3:
        guard let tag = steps[index].popLast() else { continue }
        let answer = try board.client.result("project.undo")
        if answer["kept"] as? Int == 0, let tag { tags.remove(tag) }
        story.append("\(index) undo, kept \(answer["kept"] ?? "")")
      case 4:
        try boards.act(index, first.state == "todo" ? "start" : "stop", ["ids": [first.number]])
        steps[index].append(nil)
        story.append("\(index) starts or stops \(first.number)")
      case 5 where seed % 2 == 0:
        _ = try board.client.result("project.sync.run", ["name": "usb"])
        story.append("\(index) usb")
      default:
        _ = try board.client.result("project.sync.run", ["name": "cloud"])
        story.append("\(index) cloud")
      }
    }
    let end = "seed \(seed): \(story)"
    #expect(try boards.settle(), "\(end)")
    let rows = try boards.rows(0)
    #expect(try boards.rows(1) == rows, "\(end)")
    #expect(rows.count { !$0.contains(" done ") } == 1, "\(rows) \(end)")
    #expect(rows.last?.contains(" done ") == false, "\(rows) \(end)")
    for tag in tags { #expect(rows.contains { $0.contains("#\(tag)") }, "\(tag) \(rows) \(end)") }
  }
}
