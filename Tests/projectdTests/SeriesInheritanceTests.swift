import Foundation
import TestSupport
import Testing
import Values

@testable import projectd

/// What the next one of a series takes over counts as of when somebody set it.
@Suite("The latest word on a series counts, whoever makes the next one last", .serialized)
struct SeriesInheritanceTests {
  private static let members = ["title", "group", "body", "priority", "assigned", "tag:a", "tag:b"]

  /// What was said of which date, who made which date knowing what, and what each board has heard of:
  /// sets alone, without registers, stamps and births.
  private struct Model {
    struct Word: Hashable {
      let at: Int
      let member: String
      let value: String?
    }
    struct Making: Hashable {
      let at: Int
      let heard: Set<Word>
    }
    struct Heard {
      var words: [Int: Set<Word>] = [:]
      var makings: [Int: Set<Making>] = [:]

      mutating func add(_ other: Heard) {
        words.merge(other.words) { $0.union($1) }
        makings.merge(other.makings) { $0.union($1) }
      }

      /// All that was said of a date, or of the one before it when somebody made it.
      func said(of date: Int) -> Set<Word> {
        (makings[date] ?? []).reduce(words[date] ?? []) { $0.union($1.heard) }
      }

      func last(of date: Int, _ member: String) -> String? {
        said(of: date).filter { $0.member == member }.max { $0.at < $1.at }?.value
      }
    }
    var boards: [Heard] = []
    var now = 0

    mutating func say(_ board: Int, _ date: Int, _ member: String, _ value: String?) {
      now += 1
      boards[board].words[date, default: []].insert(Word(at: now, member: member, value: value))
    }

    mutating func finish(_ board: Int, _ date: Int) {
      guard boards[board].makings[date + 1] == nil else { return }
      now += 1
      let making = Making(at: now, heard: boards[board].said(of: date))
      boards[board].makings[date + 1] = [making]
    }

    mutating func meet(_ one: Int, _ other: Int) {
      boards[one].add(boards[other])
      boards[other] = boards[one]
    }
  }

  private func rows(_ machine: Machine) throws -> [[String: Any]] {
    let list = try machine.client.result(
      "project.list", ["all": true, "sort": "due", "zone": "UTC"])
    return try (list["projects"] as? [[String: Any]] ?? []).map {
      try machine.client.result("project.show", ["id": $0["id"] ?? 0, "zone": "UTC"])
    }
  }

  private func date(_ row: [String: Any]) -> Int {
    (row["due"] as? String).flatMap { Int($0.suffix(2)) } ?? 0
  }

  private func value(_ member: String, of row: [String: Any]) -> String? {
    if member.hasPrefix("tag:") {
      let tags = row["tags"] as? [String] ?? []
      return tags.contains(String(member.dropFirst(4))) ? "" : nil
    }
    return (row[member] as? String) ?? (row[member] as? Int).map(String.init)
  }

  /// Two deeds in one millisecond of two machines have no order.
  private func pass() {
    let start = Int(Date().timeIntervalSince1970 * 1000)
    while Int(Date().timeIntervalSince1970 * 1000) <= start {}
  }

  private func machines(_ count: Int) throws -> [Machine] {
    let machines = try (0..<count).map { _ in try Machine() }
    try machines[0].add(
      "water", ["due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    for (index, machine) in machines.enumerated() {
      for (number, other) in machines.enumerated() where number < index {
        try machine.meet(other, as: "m\(number)")
      }
      if index > 0 { try machine.sync("m0") }
    }
    return machines
  }

  @Test("a new title and a tag taken away stay so when somebody who knows neither finishes later")
  func renamed() throws {
    let machines = try machines(2)
    try machines[0].client.result(
      "project.edit", ["id": 1, "tags": ["a"], "body": "ten litres", "group": "home"])
    try machines[1].sync("m0")
    try machines[0].client.result(
      "project.edit", ["id": 1, "title": "water them", "untag": ["a"], "body": ""])
    for machine in machines { try machine.client.result("project.done", ["ids": [1]]) }
    try machines[1].sync("m0")
    for machine in machines {
      let next = try #require(try rows(machine).last)
      #expect(next["title"] as? String == "water them")
      #expect(next["tags"] as? [String] ?? [] == [])
      #expect(next["body"] as? String == nil)
      #expect(next["group"] as? String == "home")
    }
    #expect(try machines[0].contents() == machines[1].contents())
  }

  @Test("so it is where the new title comes over a server, and the old one from another machine")
  func calendar() throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let boards = try (0..<2).map { _ in try CalendarBoard(server) }
    let other = try Machine()
    func meet() throws {
      try boards[1].client.result("project.sync.run", ["name": "other"])
    }
    try boards[0].client.result(
      "project.add",
      ["title": "water", "due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC", "body": "10"])
    for board in boards { _ = try board.sync() }
    try boards[1].client.result("project.sync.add", ["name": "other", "command": other.command])
    try meet()
    // A calendar has whole seconds.
    let edited = Int(Date().timeIntervalSince1970)
    while Int(Date().timeIntervalSince1970) == edited { try boards[0].client.result("mate.ping") }
    try boards[0].client.result("project.edit", ["id": 1, "title": "water them", "body": ""])
    try boards[0].client.result("project.done", ["ids": [1]])
    for board in boards {
      try board.client.result("project.sync.run", ["name": "cloud"])
    }
    try other.client.result("project.edit", ["id": 1, "group": "home"])
    try other.client.result("project.done", ["ids": [1]])
    for _ in 0..<2 {
      try meet()
      for board in boards { try board.client.result("project.sync.run", ["name": "cloud"]) }
    }
    for client in boards.map(\.client) + [other.client] {
      let list = try client.result("project.list", ["state": "todo", "zone": "UTC"])["projects"]
      let row = try #require((list as? [[String: Any]])?.first)
      let next = try client.result("project.show", ["id": row["id"] ?? 0, "zone": "UTC"])
      #expect(next["due"] as? String == "2099-01-02")
      #expect(next["title"] as? String == "water them")
      #expect(next["body"] as? String == nil)
      #expect(next["group"] as? String == "home")
    }
  }

  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) }
    return Array(1...max(1, named ?? 4))
  }()

  @Test("whoever says what and finishes when, the last word on each date stands", arguments: seeds)
  func random(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let machines = try machines(3)
    var model = Model(boards: Array(repeating: Model.Heard(), count: 3))
    model.say(0, 1, "title", "water")
    for other in 1...2 { model.meet(0, other) }
    for step in 0..<30 {
      pass()
      let who = Int.random(in: 0...2, using: &numbers)
      let open = try rows(machines[who]).filter { $0["state"] as? String != "done" }
      guard let row = open.first, let id = row["id"] else { continue }
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0, 1:
        try machines[who].client.result("project.done", ["ids": [id]])
        model.finish(who, date(row))
      case 2, 3:
        let other = Int.random(in: 0...2, using: &numbers)
        guard other != who else { continue }
        try machines[max(who, other)].sync("m\(min(who, other))")
        model.meet(who, other)
      default:
        let member = Self.members.randomElement(using: &numbers) ?? "title"
        let isGone = value(member, of: row) != nil && member != "title"
        let (params, said) = edit(member, isGone, step)
        try machines[who].client.result("project.edit", ["id": id].merging(params) { $1 })
        model.say(who, date(row), member, said)
      }
    }
    for (one, other) in [(1, 0), (2, 0), (2, 1), (1, 0)] {
      try machines[one].sync("m\(other)")
      model.meet(one, other)
    }
    let contents = try machines.map { try $0.contents() }
    #expect(contents[0] == contents[1] && contents[1] == contents[2], "seed \(seed)")
    for row in try rows(machines[0]) {
      for member in Self.members {
        let last = model.boards[0].last(of: date(row), member)
        #expect(value(member, of: row) == last, "seed \(seed): \(member) of \(date(row))")
      }
    }
  }

  /// What to send to set a member, or to take it away, and what is said by that.
  private func edit(
    _ member: String, _ isGone: Bool, _ step: Int
  ) -> (params: [String: Any], said: String?) {
    switch member {
    case "tag:a", "tag:b":
      let name = String(member.dropFirst(4))
      return isGone ? (["untag": [name]], nil) : (["tags": [name]], "")
    case "priority":
      let said = isGone ? "none" : "\(step % 9 + 1)"
      return (["priority": said], isGone ? nil : said)
    case "assigned": return ([member: isGone ? "none" : "w\(step)"], isGone ? nil : "w\(step)")
    case "title": return (["title": "t\(step)"], "t\(step)")
    default: return ([member: isGone ? "" : "w\(step)"], isGone ? nil : "w\(step)")
    }
  }
}
