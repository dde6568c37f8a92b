import Foundation
import TestSupport
import Testing
import Values

@testable import projectd

/// Machines that finish the same ones of a series while they are apart, and change the next ones.
@Suite("A series between machines", .serialized)
struct SeriesMergeTests {
  private func rows(_ machine: Machine) throws -> [[String: Any]] {
    let list = try machine.client.result(
      "project.list", ["all": true, "sort": "due", "zone": "UTC"])
    return list["projects"] as? [[String: Any]] ?? []
  }

  private func date(_ row: [String: Any]) -> Int {
    (row["due"] as? String).flatMap { Int($0.suffix(2)) } ?? 0
  }

  private func pair() throws -> [Machine] {
    let machines = try (0..<2).map { _ in try Machine() }
    try machines[0].add(
      "water", ["due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    try machines[1].meet(machines[0], as: "other")
    try machines[1].sync("other")
    return machines
  }

  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) }
    return Array(1...max(1, named ?? 8))
  }()

  @Test("who makes the next one later takes nothing back of what somebody did with it")
  func later() throws {
    let machines = try pair()
    try machines[0].client.result("project.done", ["ids": [1]])
    try machines[0].client.result(
      "project.edit", ["id": 2, "title": "rent and water", "tags": ["x"], "due": "2099-01-03"])
    try machines[0].client.result("project.start", ["ids": [2]])
    try machines[1].client.result("project.done", ["ids": [1]])
    try machines[1].sync("other")
    for machine in machines {
      let row = try #require(try rows(machine).first { $0["state"] as? String == "doing" })
      #expect(row["title"] as? String == "rent and water")
      #expect(row["due"] as? String == "2099-01-03")
      #expect(row["tags"] as? [String] == ["x"])
    }
    #expect(try machines[0].contents() == machines[1].contents())
  }

  nonisolated static let changes: [[String: String]] = [
    ["repeats": "FREQ=WEEKLY"], ["due": "2099-01-02"], ["due": "2099-01-05 09:00"],
    ["repeats": "FREQ=DAILY;INTERVAL=3", "due": "2099-01-03"], ["repeats": "FREQ=DAILY;COUNT=9"],
  ]

  @Test(
    "two that finish the same one make one next one, whatever one of them had changed before",
    arguments: changes, [0, 1])
  func changed(change: [String: String], first: Int) throws {
    let machines = try pair()
    try machines[0].client.result(
      "project.edit", ["id": 1, "zone": "UTC"].merging(change as [String: Any]) { $1 })
    for machine in [machines[first], machines[1 - first]] {
      try machine.client.result("project.done", ["ids": [1]])
    }
    for _ in 0..<2 { try machines[1].sync("other") }
    for machine in machines {
      let rows = try rows(machine)
      #expect(rows.count == 2)
      #expect(rows.count { $0["state"] as? String == "done" } == 1)
      // The next one goes on as one as well.
      let open = try #require(rows.first { $0["state"] as? String != "done" })
      try machine.client.result("project.done", ["ids": [open["id"] ?? 0]])
    }
    for _ in 0..<2 { try machines[1].sync("other") }
    for machine in machines {
      #expect(try rows(machine).count { $0["state"] as? String != "done" } == 1)
    }
    #expect(try machines[0].contents() == machines[1].contents())
  }

  @Test(
    "whatever either does, what was done stays done and what was said of one stays said",
    arguments: Self.seeds)
  func random(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let machines = try pair()
    var done: Set<Int> = []
    // Each member has one machine that changes it, so that nobody's clock decides.
    var titles: [Int: String] = [:]
    var groups: [Int: String] = [:]
    for step in 0..<24 {
      let who = Int.random(in: 0...1, using: &numbers)
      let open = try rows(machines[who]).filter { $0["state"] as? String != "done" }
      guard let row = open.first else { continue }
      let id = row["id"] ?? 0
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0, 1:
        try machines[who].client.result("project.done", ["ids": [id]])
        done.insert(date(row))
      case 2, 3:
        let word = "word\(step)"
        try machines[who].client.result(
          "project.edit", ["id": id, who == 0 ? "title" : "group": word])
        if who == 0 { titles[date(row)] = word } else { groups[date(row)] = word }
      default: try machines[1].sync("other")
      }
    }
    try machines[1].sync("other")
    try machines[1].sync("other")
    #expect(try machines[0].contents() == machines[1].contents(), "seed \(seed)")
    let all = try rows(machines[0])
    let last = done.max() ?? 0
    #expect(all.map(date) == Array(1...(last + 1)), "seed \(seed)")
    for row in all {
      let (day, state) = (date(row), row["state"] as? String)
      #expect(state == (day <= last ? "done" : "todo"), "seed \(seed): \(row)")
      if let title = titles[day] { #expect(row["title"] as? String == title, "seed \(seed)") }
      if let group = groups[day] { #expect(row["group"] as? String == group, "seed \(seed)") }
    }
  }

  @Test(
    "what was said of one that another machine has finished meanwhile stands in all that follow",
    arguments: [true, false], [1, 3])
  func unheard(isSaidFirst: Bool, finished: Int) throws {
    let machines = try pair()
    try machines[0].client.result("project.edit", ["id": 1, "tags": ["x"]])
    try machines[1].sync("other")
    func say() throws {
      try machines[0].client.result(
        "project.edit",
        [
          "id": 1, "title": "water them", "body": "ten litres", "group": "home", "priority": "1",
          "untag": ["x"], "repeats": "none",
        ])
    }
    func finish() throws {
      for id in 1...finished { try machines[1].client.result("project.done", ["ids": [id]]) }
      try machines[1].client.result("project.edit", ["id": finished + 1, "tags": ["y"]])
    }
    if isSaidFirst { try say() }
    try finish()
    if !isSaidFirst { try say() }
    for _ in 0..<2 { try machines[1].sync("other") }
    let rest = try machines[1].sync("other")
    #expect(rest.received == 0 && rest.sent == 0)
    for machine in machines {
      let row = try #require(try rows(machine).last)
      #expect(date(row) == finished + 1)
      let next = try machine.client.result("project.show", ["id": row["id"] ?? 0])
      #expect(next["title"] as? String == "water them")
      #expect(next["body"] as? String == "ten litres")
      #expect(next["group"] as? String == "home")
      #expect(next["priority"] as? Int == 1)
      #expect(next["recurrence"] == nil)
      #expect(next["tags"] as? [String] == ["y"])
    }
    #expect(try machines[0].contents() == machines[1].contents())
  }

  @Test("what was said of one that is done does not change the next one, which is known")
  func known() throws {
    let machines = try pair()
    try machines[1].client.result("project.done", ["ids": [1]])
    try machines[1].sync("other")
    try machines[0].client.result("project.edit", ["id": 1, "title": "watered"])
    for _ in 0..<2 { try machines[1].sync("other") }
    for machine in machines {
      #expect(try rows(machine).map { $0["title"] as? String } == ["watered", "water"])
    }
  }

  @Test("what was said of one does not bring back a next one that was taken back")
  func takenBack() throws {
    let machines = try pair()
    try machines[1].client.result("project.done", ["ids": [1]])
    try machines[1].client.result("project.undo")
    try machines[0].client.result("project.edit", ["id": 1, "title": "water them"])
    for _ in 0..<2 { try machines[1].sync("other") }
    for machine in machines {
      #expect(try rows(machine).map { $0["title"] as? String } == ["water them"])
    }
    #expect(try machines[0].contents() == machines[1].contents())
  }

  @Test("what was said between an undo and doing it again is in the next one")
  func saidBetween() throws {
    let machine = try pair()[0]
    try machine.client.result("project.edit", ["id": 1, "tags": ["x"], "scheduled": "2098-12-31"])
    try machine.client.result("project.done", ["ids": [1]])
    try machine.client.result("project.undo")
    try machine.client.result(
      "project.edit",
      [
        "id": 1, "title": "water them", "group": "home", "untag": ["x"],
        "scheduled": "2098-12-30",
      ])
    try machine.client.result("project.done", ["ids": [1]])
    let row = try #require(try rows(machine).last)
    #expect(date(row) == 2 && row["title"] as? String == "water them")
    #expect(row["group"] as? String == "home" && row["tags"] as? [String] ?? [] == [])
    let next = try machine.client.result("project.show", ["id": row["id"] ?? 0, "zone": "UTC"])
    #expect(next["scheduled"] as? String == "2098-12-31")
  }

  @Test("done, undone and done again goes on, here and on another machine")
  func undone() throws {
    let machines = try pair()
    try machines[0].client.result("project.done", ["ids": [1]])
    try machines[0].client.result("project.undo")
    try machines[0].client.result("project.done", ["ids": [1]])
    #expect(try rows(machines[0]).map(date) == [1, 2])
    try machines[0].client.result("project.undo")
    try machines[1].sync("other")
    #expect(try rows(machines[1]).map(date) == [1])
    try machines[1].client.result("project.done", ["ids": [1]])
    try machines[1].sync("other")
    for machine in machines { #expect(try rows(machine).map(date) == [1, 2]) }
  }

  @Test("a store of before comes to the same as one of now")
  func oldStore() throws {
    let made = Stamp(clock: 1_795_251_600_000 << 16, replica: UUID(high: 1, low: 1))
    let edited = Stamp(clock: made.clock + 5, replica: UUID(high: 2, low: 2))
    let birth: [(field: Field, value: String?)] = [
      (.title, "water"), (.state, "todo"), (.created, "1795251600000"),
      (.series, UUID(high: 3, low: 3).description), (.tag("home"), ""),
    ]
    var old = Registers()
    for (field, value) in birth { old.merge(field, Register(stamp: made, value: value)) }
    old.merge(.state, Register(stamp: edited, value: "done"))
    var new = Registers()
    new.merge(birth, at: made)
    new.merge([(.state, "done")], at: edited)
    let restamped = try #require(old.asBorn)
    func registers(_ all: Registers) -> [Field: Register] {
      Dictionary(uniqueKeysWithValues: all.entries.map { ($0.field, $0.register) })
    }
    #expect(registers(restamped) == registers(new))
    #expect(restamped[.state] == "done" && restamped[.title] == "water")
    // A second making, whenever, changes nothing that somebody has changed.
    var merged = restamped
    merged.merge(birth, at: Stamp(clock: edited.clock + 999, replica: UUID(high: 9, low: 9)))
    #expect(merged[.state] == "done")
    // What is no next one of a series is left as it is.
    var plain = Registers()
    for (field, value) in birth where field != .series {
      plain.merge(field, Register(stamp: made, value: value))
    }
    #expect(plain.asBorn.map(registers) == nil)
  }
}
