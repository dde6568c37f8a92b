import CivilTime
import Storage
import TestSupport
import Testing
import Values

@testable import juiced

@Suite("What goes bad next")
struct LotTests {
  private let database: Database
  private let store: BarStore

  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    store = BarStore(database: database)
  }

  private func day(_ offset: Int) throws -> CivilDate {
    try #require(CivilDate("2026-11-21")?.adding(days: offset))
  }

  /// What is left, soonest first, as `days left`.
  private func lots(within days: Int = 100) throws -> [String] {
    try ExpiryQuery(database: database, today: day(0)).expiring(days: days).items.map {
      "\($0.days) \($0.fruit) \($0.left)"
    }
  }

  private func problems() throws -> [String] {
    try AuditQuery(database: database).audit().problems.map(\.book)
  }

  private func receive(_ bar: inout Bar, _ fruit: String, _ count: Int64, _ offset: Int?) throws {
    let day: CivilDate? = if let offset { try day(offset) } else { nil }
    _ = try bar.adjustStock(fruit, by: count, as: .received, bestBefore: day, by: deed())
    try store.save(bar.takeFacts())
  }

  @Test(
    "a delivery whose booking was undone never came: what an undone order gives back is of no day")
  func undoneDelivery() throws {
    var bar = try Bar.first(by: deed())
    try receive(&bar, "kiwi", 20, 9)
    let order = try bar.order("kiwi", cups: 2, by: deed(1))
    try store.save(bar.takeFacts())
    #expect(try lots() == ["9 kiwi 14"])
    let booking = try #require(
      try LedgerQuery(database: database).ledger(fruit: nil, limit: 50, before: nil).items
        .first { $0.kind == "received" }?.entry)
    let delivery = try #require(try store.entry(booking)).entry
    _ = try bar.undo(delivery, booking, by: deed(2))
    try store.save(bar.takeFacts())
    _ = bar.undo(order, by: deed(3))
    try store.save(bar.takeFacts())
    #expect(try lots().isEmpty)
    #expect(bar.counts["kiwi"] == 10)
    #expect(try problems().isEmpty)
  }

  @Test("what goes bad first is taken first, what has no day last, and undoing puts it back there")
  func firstExpired() throws {
    var bar = try Bar.first(by: deed())
    try receive(&bar, "kiwi", 6, 9)
    try receive(&bar, "kiwi", 4, 2)
    #expect(try lots() == ["2 kiwi 4", "9 kiwi 6"])
    #expect(try lots(within: 2) == ["2 kiwi 4"])
    // Two cups take six kiwis: four of the sooner delivery, two of the later one.
    let order = try bar.order("kiwi", cups: 2, by: deed(1))
    try store.save(bar.takeFacts())
    #expect(try lots() == ["9 kiwi 4"])
    _ = bar.undo(order, by: deed(2))
    try store.save(bar.takeFacts())
    #expect(try lots() == ["2 kiwi 4", "9 kiwi 6"])
    #expect(try problems().isEmpty)
    // Twenty in stock: the eleventh and all behind it are of no day.
    _ = try bar.order("kiwi", cups: 5, by: deed(3))
    try store.save(bar.takeFacts())
    #expect(try lots().isEmpty)
    #expect(bar.counts["kiwi"] == 5)
    #expect(try problems().isEmpty)
  }

  @Test("a delivery that is undone takes its own pieces along, and spoiling takes the soonest")
  func undoing() throws {
    var bar = try Bar.first(by: deed())
    try receive(&bar, "kiwi", 6, 2)
    try receive(&bar, "kiwi", 4, 9)
    _ = try bar.adjustStock("kiwi", by: -3, as: .spoiled, by: deed())
    try store.save(bar.takeFacts())
    #expect(try lots() == ["2 kiwi 3", "9 kiwi 4"])
    let entries = try database.query("SELECT id FROM stock_entry ORDER BY id DESC LIMIT 3") {
      $0.integer(0)
    }
    let spoiling = try #require(try store.entry(entries[0])?.entry)
    _ = try bar.undo(spoiling, entries[0], by: deed())
    try store.save(bar.takeFacts())
    #expect(try lots() == ["2 kiwi 6", "9 kiwi 4"])
    let delivery = try #require(try store.entry(entries[1])?.entry)
    _ = try bar.undo(delivery, entries[1], by: deed())
    try store.save(bar.takeFacts())
    #expect(try lots() == ["2 kiwi 6"])
    #expect(try problems().isEmpty)
  }

  @Test("whatever happens to the stock, the dates never claim more than there is")
  func random() throws {
    var random = SeededNumbers(seed: 20_261_121)
    var bar = try Bar.first(by: deed())
    try store.save(bar.takeFacts())
    var orders: [Order] = []
    for step in 0..<400 {
      let by = deed(Double(step))
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        try receive(
          &bar, "kiwi", .random(in: 1...9, using: &random), .random(in: 0...9, using: &random))
      case 2: try receive(&bar, "kiwi", .random(in: 1...9, using: &random), nil)
      case 3:
        _ = try? bar.adjustStock("kiwi", by: -.random(in: 1...9, using: &random), by: by)
      case 4:
        if let order = try? bar.order("kiwi", cups: .random(in: 1...4, using: &random), by: by) {
          orders.append(order)
        }
      default: if let order = orders.popLast() { _ = bar.undo(order, by: by) }
      }
      try store.save(bar.takeFacts())
      #expect(try problems().isEmpty, "step \(step)")
    }
  }

  @Test("the audit finds a date that differs from ledger or stock, wherever it is changed")
  func audit() throws {
    for damage in [
      "UPDATE lot SET best_before = best_before + 1", "DELETE FROM lot",
      "UPDATE stock_entry SET best_before = NULL WHERE best_before IS NOT NULL",
      "UPDATE lot SET count = 50, left = 50", "UPDATE lot SET fruit = 1",
    ] {
      let database = try Database(path: ":memory:")
      try Migrator(BarMigrations.all).migrate(database)
      let store = BarStore(database: database)
      var bar = try Bar.first(by: deed())
      _ = try bar.adjustStock("kiwi", by: 6, as: .received, bestBefore: day(3), by: deed())
      try store.save(bar.takeFacts())
      #expect(try AuditQuery(database: database).audit().problems.isEmpty)
      try database.execute(damage)
      let found = try AuditQuery(database: database).audit().problems.map(\.book)
      #expect(found == ["dates"], "\(damage)")
    }
  }

  @Test(
    "a day to keep until is typed as people say it, and lies not in the past",
    arguments: [
      ("2026-12-01", "2026-12-01"), ("3d", "2026-11-24"), ("today", "2026-11-21"),
      ("내일", "2026-11-22"), ("Tomorrow", "2026-11-22"), ("2026-11-20", nil), ("-1d", nil),
      ("d", nil), ("2026-02-30", nil), ("99999999999d", nil), ("", nil),
    ] as [(String, String?)])
  func days(typed: String, expected: String?) throws {
    let day = try? BestBefore.day(typed, today: day(0))
    #expect(day?.description == expected)
  }
}
