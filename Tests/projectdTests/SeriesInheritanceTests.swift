import Foundation
import TestSupport
import Testing
import Values

@testable import projectd

/// What the next one of a series takes over counts as of when somebody set it.
@Suite("The latest word on a series counts, whoever makes the next one last", .serialized)
struct SeriesInheritanceTests {
  private static let members = [
    "title", "group", "body", "priority", "assigned", "recurrence", "scheduled", "reminder",
    "tag:a", "tag:b",
  ]

  /// What was said of which date, which dates each board knows, and what it has heard of: sets alone,
  /// without registers, stamps and births.
  private struct Model {
    struct Word: Hashable {
      let at: Int
      let date: Int
      let member: String
      let value: String?
      /// Whether who said it knew of no next one: then it is said of all that come.
      let isOfAll: Bool
    }
    struct Heard {
      var words: Set<Word> = []
      var last = 1

      mutating func add(_ other: Heard) {
        words.formUnion(other.words)
        last = max(last, other.last)
      }

      /// What somebody has said last of a date, or of one before it that was the last one to him.
      func last(of date: Int, _ member: String) -> String? {
        words.filter {
          $0.member == member && ($0.date == date || $0.date < date && $0.isOfAll)
        }.max { $0.at < $1.at }?.value
      }
    }
    var boards: [Heard] = []
    var now = 0

    mutating func say(_ board: Int, _ date: Int, _ member: String, _ value: String?) {
      now += 1
      boards[board].words.insert(
        Word(
          at: now, date: date, member: member, value: value,
          isOfAll: boards[board].last == date))
    }

    mutating func finish(_ board: Int, _ date: Int) {
      boards[board].last = max(boards[board].last, date + 1)
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

  /// What plans have for a date of the series.
  private func day(_ date: Int) -> String { "2099-01-\(date < 10 ? "0" : "")\(date)" }

  /// Dates of a plan are told as how many days behind the deadline they are.
  private func value(_ member: String, of row: [String: Any]) -> String? {
    if member == "scheduled" {
      return (row[member] as? String).flatMap { Int($0.suffix(2)) }.map { "\($0 - date(row))" }
    }
    if member == "reminder" {
      return (row["reminders"] as? [String])?.map {
        $0.hasPrefix(day(date(row))) ? "" : $0
      }.joined(separator: " ")
    }
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

  /// Three that are in step.
  private func machines(sharing folder: TemporaryDirectory) throws -> [Machine] {
    let machines = try (0..<3).map { _ in try Machine() }
    for machine in machines {
      try machine.client.result("project.sync.add", ["name": "usb", "target": folder.path])
    }
    try machines[0].add(
      "water", ["due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    for machine in machines { try machine.sync("usb") }
    return machines
  }

  /// Of a folder each machine reads the files of the others one by one.
  @Test(
    "a third machine's word on the next one may come before the next one itself",
    arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func third(order: [Int]) throws {
    let folder = try TemporaryDirectory()
    let machines = try machines(sharing: folder)
    try machines[2].client.result("project.edit", ["id": 1, "title": "water them"])
    try machines[1].client.result("project.edit", ["id": 1, "group": "home", "tags": ["a"]])
    try machines[0].client.result("project.done", ["ids": [1]])
    for machine in order { try machines[machine].sync("usb") }
    for _ in 0..<2 { for machine in machines { try machine.sync("usb") } }
    for machine in machines {
      let next = try #require(try rows(machine).last)
      #expect((next["state"] as? String)?.lowercased() == "todo")
      #expect(next["title"] as? String == "water them")
      #expect(next["group"] as? String == "home" && next["tags"] as? [String] == ["a"])
    }
    #expect(try Set(machines.map { try $0.contents() as NSDictionary }).count == 1)
  }

  @Test(
    "a word on one reaches the last of a chain whose links come one by one, the last one first",
    arguments: [[0, 2, 1], [0, 1, 2], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]])
  func chain(order: [Int]) throws {
    let folder = try TemporaryDirectory()
    let machines = try machines(sharing: folder)
    func finish(_ machine: Machine) throws {
      let open = try rows(machine).last { $0["state"] as? String != "done" }
      try machine.client.result("project.done", ["ids": [try #require(open?["id"] as? Int)]])
    }
    try finish(machines[1])
    for machine in [1, 0] { try machines[machine].sync("usb") }
    try finish(machines[0])
    try machines[2].client.result("project.edit", ["id": 1, "assigned": "kim", "title": "rain"])
    try finish(machines[1])
    for machine in order { try machines[machine].sync("usb") }
    for _ in 0..<3 { for machine in machines { try machine.sync("usb") } }
    for machine in machines {
      let rows = try rows(machine)
      #expect(rows.count == 3)
      for row in rows {
        #expect(row["assigned"] as? String == "kim" && row["title"] as? String == "rain")
      }
    }
    #expect(try Set(machines.map { try $0.contents() as NSDictionary }).count == 1)
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
    model.say(0, 1, "recurrence", "FREQ=DAILY")
    for other in 1...2 { model.meet(0, other) }
    for step in 0..<30 {
      pass()
      let who = Int.random(in: 0...2, using: &numbers)
      let rows = try rows(machines[who])
      guard let row = rows.first(where: { $0["state"] as? String != "done" }) else { continue }
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0, 1:
        try machines[who].client.result("project.done", ["ids": [row["id"] ?? 0]])
        model.finish(who, date(row))
      case 2, 3:
        let other = Int.random(in: 0...2, using: &numbers)
        guard other != who else { continue }
        try machines[max(who, other)].sync("m\(min(who, other))")
        model.meet(who, other)
      case 4: try edit(rows.randomElement(using: &numbers) ?? row, who, step)
      default: try edit(row, who, step)
      }
    }
    // Until what somebody has said of one that is done has reached the next one, and all of them that.
    var moved: [Int] = []
    for _ in 0..<6 {
      moved = []
      for (one, other) in [(1, 0), (2, 0), (2, 1)] {
        let (received, sent) = try machines[one].sync("m\(other)")
        moved += [received, sent]
        model.meet(one, other)
      }
    }
    #expect(moved.allSatisfy { $0 == 0 }, "seed \(seed): it comes to no rest, \(moved)")
    let contents = try machines.map { try $0.contents() }
    #expect(contents[0] == contents[1] && contents[1] == contents[2], "seed \(seed)")
    for row in try rows(machines[0]) {
      for member in Self.members {
        let last = model.boards[0].last(of: date(row), member)
        #expect(value(member, of: row) == last, "seed \(seed): \(member) of \(date(row))")
      }
    }

    func edit(_ row: [String: Any], _ who: Int, _ step: Int) throws {
      let member = Self.members.randomElement(using: &numbers) ?? "title"
      let isGone = value(member, of: row) != nil && !["title", "recurrence"].contains(member)
      let (params, said) = words(member, isGone, step, date(row))
      try machines[who].client.result(
        "project.edit", ["id": row["id"] ?? 0, "zone": "UTC"].merging(params) { $1 })
      model.say(who, date(row), member, said)
    }
  }

  /// What to send to set a member, or to take it away, and what is said by that.
  private func words(
    _ member: String, _ isGone: Bool, _ step: Int, _ date: Int
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
    case "recurrence":
      let rule = "FREQ=DAILY;COUNT=\(100 + step)"
      return (["repeats": rule], rule)
    case "scheduled":
      let said = step % 4
      return isGone
        ? (["scheduled": "none"], nil) : (["scheduled": day(date + said)], "\(said)")
    case "reminder":
      return isGone ? (["remind": ["off"]], nil) : (["remind": ["\(day(date)) 12:00"]], "")
    default: return ([member: isGone ? "" : "w\(step)"], isGone ? nil : "w\(step)")
    }
  }
}
