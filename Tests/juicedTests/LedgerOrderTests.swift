import Storage
import TestSupport
import Testing
import Values

@testable import juiced

/// The ledger beside a list of what was booked, in the order in which it was, whatever clocks said.
@Suite("The ledger's order")
struct LedgerOrderTests {
  private struct Line: Equatable {
    let fruit: String
    let change: Int64
    let count: Int64
    let at: Timestamp
    let order: Int64?
  }

  private let database: Database

  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
  }

  /// A bar with a past of which the clock went back now and then, and the lines of it, oldest first.
  private func lived(_ seed: UInt64, steps: Int) throws -> [Line] {
    var random = SeededNumbers(seed: seed)
    var bar = try Bar.first(by: deed())
    let store = BarStore(database: database)
    var lines: [Line] = []
    var orders: [Order] = []
    var clock = 0.0
    /// What changed, fruit by fruit in the order of the recipe.
    func note(_ before: [String: Int64], _ fruits: [String], _ order: Int64?) {
      for fruit in fruits {
        let count = bar.counts[fruit] ?? 0
        lines.append(
          Line(
            fruit: fruit, change: count - (before[fruit] ?? 0), count: count, at: at(clock),
            order: order))
      }
    }
    note([:], bar.fruits.map(\.name), nil)
    for _ in 0..<steps {
      clock += Double(random.below(20))
      if random.chance(8) { clock -= Double(random.below(50_000)) }
      let before = bar.counts
      let fruit = random.one(of: bar.fruits.map(\.name))
      switch random.below(4) {
      case 0:
        let count = Int64(20 + random.below(80))
        guard count != before[fruit] else { continue }
        _ = try bar.setStock(fruit, to: count, reason: nil, by: deed(clock))
        note(before, [fruit], nil)
      case 1:
        guard !orders.isEmpty else { continue }
        let order = orders.remove(at: random.below(orders.count))
        _ = bar.undo(order, by: deed(clock))
        note(before, order.recipe.ingredients.map { bar.fruits[$0.fruit].name }, order.id)
      default:
        let juice = random.one(of: ["kiwi", "mango", "mangoKiwi", "banana", "strawberryBanana"])
        guard let order = try? bar.order(juice, cups: 1, by: deed(clock)) else { continue }
        orders.append(order)
        note(before, order.recipe.ingredients.map { bar.fruits[$0.fruit].name }, order.id)
      }
      try store.save(bar.takeFacts())
    }
    try store.save(bar.takeFacts())
    return lines
  }

  /// Newest first; what one order took or gave back stays in the order of its recipe.
  private func newestFirst(_ lines: [Line]) -> [Line] {
    var groups: [[Line]] = []
    for line in lines {
      if let last = groups.last?.first, line.order != nil, last.order == line.order,
        last.at == line.at, (last.change < 0) == (line.change < 0)
      {
        groups[groups.count - 1].append(line)
      } else {
        groups.append([line])
      }
    }
    return groups.reversed().flatMap(\.self)
  }

  private func ledger(
    fruit: Int? = nil, limit: Int64 = 1000, before: Timestamp? = nil, since: Timestamp? = nil
  ) throws -> [Line] {
    try LedgerQuery(database: database)
      .ledger(fruit: fruit, limit: limit, before: before, since: since).items
      .map { Line(fruit: $0.fruit, change: $0.change, count: $0.count, at: $0.at, order: $0.order) }
  }

  @Test("every line has the stock that it left, also where the clock went back", arguments: 1...8)
  func order(_ seed: Int) throws {
    let lines = newestFirst(try lived(UInt64(seed), steps: 120))
    #expect(try ledger() == lines)
    #expect(lines.allSatisfy { $0.count >= 0 })
    var random = SeededNumbers(seed: UInt64(seed) + 100)
    for _ in 0..<30 {
      let limit = 1 + random.below(20)
      let fruit: Int? = random.chance(50) ? random.below(5) : nil
      let name = ["strawberry", "banana", "pineapple", "kiwi", "mango"]
      let moments = (0..<2).map { _ in at(Double(random.below(3000) - 1500)) }.sorted()
      let (since, before) = (
        random.chance(50) ? moments[0] : nil, random.chance(50) ? moments[1] : nil
      )
      let wanted = lines.filter { line in
        fruit.map { name[$0] == line.fruit } ?? true && since.map { line.at >= $0 } ?? true
          && before.map { line.at < $0 } ?? true
      }
      #expect(
        try ledger(fruit: fruit, limit: Int64(limit), before: before, since: since)
          == Array(wanted.prefix(limit)))
    }
  }

  @Test("a past that was booked before there was an order is read by its times")
  func migrated() throws {
    let old = try Database(path: ":memory:")
    try Migrator(Array(BarMigrations.all.prefix(3))).migrate(old)
    try old.execute(
      """
      INSERT INTO fruit (id, name, en, count, low, is_retired) VALUES (0, 'kiwi', 'kiwi', 13, 0, 0);
      INSERT INTO juice (id, name, en, recipe, is_retired) VALUES (0, 'kiwi', 'kiwi', 0, 0);
      INSERT INTO recipe (id, juice) VALUES (0, 0);
      INSERT INTO ingredient (recipe, place, fruit, count) VALUES (0, 0, 0, 3);
      INSERT INTO stock_entry (id, kind, fruit, change, count, at, uid) VALUES
        (1, 'added', 0, 10, 10, 1, 0), (2, 'adjusted', 0, 6, 13, 30, 0);
      INSERT INTO orders (id, recipe, cups, at, uid) VALUES (1, 0, 1, 10, 0), (2, 0, 1, 20, 0);
      INSERT INTO reversal (orders, at, uid) VALUES (1, 25, 0);
      """)
    try Migrator(BarMigrations.all).migrate(old)
    let lines = try LedgerQuery(database: old).ledger(fruit: nil, limit: 10, before: nil).items
    #expect(lines.map(\.count) == [13, 7, 4, 7, 10])
    #expect(lines.map(\.kind) == ["adjusted", "undo", "order", "order", "added"])
  }
}
