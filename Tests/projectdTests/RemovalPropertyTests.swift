import Foundation
import TestSupport
import Testing

/// Projects that come, change and go on two boards, which meet over a server and over a folder, with
/// faults and kills at random, beside a model that knows neither.
@Suite("Removals over a server, whatever happens to boards and server", .serialized)
struct RemovalPropertyTests {
  /// What there should be of one project.
  private struct Model {
    var isRemoved = false
    /// The boards whose edits the other one may not have seen.
    var editors: Set<Int> = []
  }

  /// As many as `MATE_REMOVAL_SEEDS` says, for a longer search; of 40 the one that found what
  /// ``echo()`` says is always among them.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_REMOVAL_SEEDS"].flatMap { UInt64($0) }
    return named.map { Array(1...max(1, $0)) } ?? [1, 36]
  }()

  /// The titles of a board, each as often as it stands there.
  private func titles(_ board: CalendarBoard) throws -> [String] {
    try board.rows.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private func settle(_ boards: [CalendarBoard], seed: UInt64) throws {
    var said: [Int] = []
    repeat {
      let results = try boards.flatMap { board in
        try board.client.result("project.sync.run")["results"] as? [[String: Any]] ?? []
      }
      let counts = results.flatMap { [$0["received"], $0["sent"]].compactMap { $0 as? Int } }
      #expect(counts.count >= 4)
      said.append(counts.reduce(0, +))
    } while said.last != 0 && said.count < 10
    #expect(said.last == 0, "seed \(seed): \(said)")
  }

  @Test("what was removed stays removed, unless somebody edits it or undoes that", arguments: seeds)
  func removals(seed: UInt64) throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    var numbers = SeededNumbers(seed: seed)
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let shared = try TemporaryDirectory()
    let boards = try (0..<2).map { _ in try CalendarBoard(server) }
    let hasFolder = seed % 2 == 0
    if hasFolder {
      for board in boards {
        try board.client.result("project.sync.add", ["name": "usb", "target": shared.path])
      }
    }
    var models: [String: Model] = [:]
    /// What a board did last and can undo: the title of what it removed.
    var removedLast: [Int: String] = [:]
    for step in 0..<24 {
      let index = Int.random(in: 0...1, using: &numbers)
      let board = boards[index]
      let here = try titles(board).filter { models[$0]?.isRemoved == false }
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0, 1:
        let title = "p\(step)"
        try board.client.result("project.add", ["title": title])
        models[title] = Model(editors: [index])
        removedLast[index] = nil
      case 2:
        guard let title = here.sorted().randomElement(using: &numbers) else { continue }
        try board.client.result(
          "project.edit", ["id": try number(title, board), "tags": ["t\(step)"]])
        models[title]?.editors.insert(index)
        removedLast[index] = nil
      case 3, 4:
        // An edit elsewhere that this board has not seen would bring it back, as promised.
        let clean = here.filter { models[$0]?.editors.isSubset(of: [index]) ?? false }
        guard let title = clean.sorted().randomElement(using: &numbers) else { continue }
        try board.client.result("project.remove", ["id": try number(title, board)])
        models[title]?.isRemoved = true
        removedLast[index] = title
      case 5:
        guard let title = removedLast.removeValue(forKey: index) else { continue }
        try board.client.result("project.undo")
        models[title] = Model(editors: [0, 1])
      case 6, 7:
        // Killed while it talks to the server, wherever that is.
        try board.client.request("project.sync.run")
        for _ in 0..<Int.random(in: 0...3, using: &numbers) {
          try boards[1 - index].client.result("mate.ping")
        }
        try board.killAndStart()
      case 8:
        let faults: [CalendarServer.Fault] = [
          .lostRequest, .lostAnswer, .lostAnswerToChange, .cutAnswer, .failsInTheMiddle, .random,
        ]
        try server.set(faults.randomElement(using: &numbers) ?? .lostAnswer)
        _ = try board.client.reply("project.sync.run")
        try server.set(.none)
      default:
        if Bool.random(using: &numbers) {
          _ = try board.sync()
        } else {
          try settle(boards, seed: seed)
          for title in Array(models.keys) { models[title]?.editors = [] }
        }
      }
    }
    try settle(boards, seed: seed)
    let wanted = models.filter { !$0.value.isRemoved }.keys.sorted()
    for board in boards { #expect(try titles(board).sorted() == wanted, "seed \(seed)") }
    #expect(try boards[0].rows == boards[1].rows, "seed \(seed)")
    let listing = try server.request("GET", "/kim/tasks/")
    let summaries = listing.body.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("SUMMARY:p") }.map { String($0.dropFirst(8)) }
    #expect(summaries.sorted() == wanted, "seed \(seed)")
  }

  @Test("what one board puts on the server while the other has removed it does not come back")
  func echo() throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let shared = try TemporaryDirectory()
    let boards = try (0..<2).map { _ in try CalendarBoard(server) }
    for board in boards {
      try board.client.result("project.sync.add", ["name": "usb", "target": shared.path])
    }
    try settle(boards, seed: 0)
    func meet(_ board: Int, _ name: String) throws {
      try boards[board].client.result("project.sync.run", ["name": name])
    }
    // One hears of it over the folder, and not yet that it is gone; the server has heard of neither.
    try boards[1].client.result("project.add", ["title": "p"])
    try meet(1, "usb")
    try meet(0, "usb")
    try boards[1].client.result("project.remove", ["id": try number("p", boards[1])])
    try meet(0, "cloud")
    try meet(1, "cloud")
    #expect(try titles(boards[1]).isEmpty)
    try settle(boards, seed: 0)
    for board in boards { #expect(try titles(board).isEmpty) }
    #expect(try !server.request("GET", "/kim/tasks/").body.contains("SUMMARY:p"))
    // An undo is no echo.
    try boards[1].client.result("project.undo")
    try settle(boards, seed: 0)
    for board in boards { #expect(try titles(board) == ["p"]) }
  }

  private func number(_ title: String, _ board: CalendarBoard) throws -> Int {
    let list = try board.client.result("project.list", ["all": true])["projects"]
    let row = (list as? [[String: Any]])?.first { $0["title"] as? String == title }
    return try #require(row?["id"] as? Int, "\(title)")
  }
}
