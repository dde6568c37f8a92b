import CivilTime
import IPCProtocol
import Storage
import Testing
import Values

@testable import juiced

@Suite("Sales, forecast, ledger, audit")
struct ReportTests {
  private let database: Database
  private var bar: Bar
  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    bar = try Bar.first(by: deed())
    for fruit in bar.fruits.indices { bar.fruits[fruit].count = 1000 }
    try save()
  }

  private mutating func save() throws {
    try BarStore(database: database).save(bar.takeFacts())
  }

  private mutating func order(_ juice: String, _ cups: Int64, at seconds: Double) throws -> Order {
    // The store moves by what is ordered, so it is given the same large stock.
    try database.execute("UPDATE fruit SET count = count + 100000 WHERE count < 100000")
    let order = try bar.order(juice, cups: cups, by: deed(seconds))
    try save()
    return order
  }

  private mutating func undo(_ order: Order, at seconds: Double) throws {
    _ = bar.undo(order, by: deed(seconds))
    try save()
  }

  private func sales(
    _ step: SalesStep, from: String? = nil, to: String? = nil
  ) throws -> [String] {
    let period = try SalesPeriod(from: from, to: to, step: step, now: at(7200))
    return try SalesQuery(database: database, period: period).sales().rows.map { row in
      "\(row.period ?? "all") \(row.juice) \(row.orders)/\(row.cups)-\(row.undone)=\(row.sold)"
    }
  }

  @Test("sales are totalled per juice, by the day and by the hour of the clock on the wall")
  func sales() throws {
    var test = self
    // 09:00, 09:59, 10:00 on the 21st; 00:10 and 23:50 on the 22nd.
    _ = try test.order("kiwi", 2, at: 0)
    _ = try test.order("kiwi", 1, at: 3599)
    _ = try test.order("mango", 1, at: 3600)
    let late = try test.order("kiwi", 5, at: 54_600)
    _ = try test.order("mango", 2, at: 139_800)
    try test.undo(late, at: 139_900)
    #expect(try sales(.total) == ["all kiwi 3/8-5=3", "all mango 2/3-0=3"])
    #expect(
      try sales(.day) == [
        "2026-11-21 kiwi 2/3-0=3", "2026-11-21 mango 1/1-0=1",
        "2026-11-22 kiwi 1/5-5=0", "2026-11-22 mango 1/2-0=2",
      ])
    #expect(
      try sales(.hour) == [
        "2026-11-21 09:00 kiwi 2/3-0=3", "2026-11-21 10:00 mango 1/1-0=1",
      ])
    #expect(
      try sales(.hour, from: "2026-11-22", to: "2026-11-22") == [
        "2026-11-22 00:00 kiwi 1/5-0=5", "2026-11-22 23:00 kiwi 0/0-5=-5",
        "2026-11-22 23:00 mango 1/2-0=2",
      ])
    #expect(try sales(.total, to: "2026-11-21") == ["all kiwi 2/3-0=3", "all mango 1/1-0=1"])
    #expect(try sales(.total, from: "2026-11-23").isEmpty)
  }

  @Test("a changed recipe and a retired juice change no past sale")
  func pastSales() throws {
    var test = self
    _ = try test.order("mango", 4, at: 0)
    _ = try test.bar.setRecipe("mango", [.init(fruit: "banana", count: 1)], .init())
    _ = try test.bar.retireJuice("kiwi")
    try test.save()
    _ = try test.order("mango", 1, at: 10)
    #expect(try sales(.total) == ["all mango 2/5-0=5"])
    // The audit counts four cups of three mangos by the old recipe, one banana by the new one.
    let used = try AuditQuery(database: database).audit().items
    #expect(used.first { $0.fruit == "mango" }?.sold == 12)
    #expect(used.first { $0.fruit == "banana" }?.sold == 1)
  }

  @Test("dates that are none, or the wrong way round, are refused")
  func periods() throws {
    for (from, to) in [("2026-02-30", nil), ("x", nil), ("2026-11-22", "2026-11-21")] {
      let error = refusal { try SalesPeriod(from: from, to: to, step: .day, now: at(0)) }
      #expect(error?.reason == .invalidPeriod)
    }
  }

  @Test("days and hours are those of a zone's clocks, also where they jump")
  func zones() throws {
    func labels(_ step: SalesStep, _ zone: String, _ moments: [String]) throws -> [String] {
      let zone = try TimeZoneDatabase().zone(named: zone)
      let period = try SalesPeriod(from: nil, to: nil, step: step, now: at(0), zone: zone)
      return try moments.map { text in
        let moment = try #require(Timestamp(rfc3339: text))
        let range = try #require(period.range(containing: moment))
        return "\(period.label(range)) \(range.upperBound.seconds(since: range.lowerBound) / 3600)"
      }
    }
    // São Paulo's clocks went from 00:00 to 01:00, New York's go back from 02:00 to 01:00.
    #expect(
      try labels(.day, "America/Sao_Paulo", ["2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z"])
        == ["2018-11-03 24.0", "2018-11-04 23.0"])
    #expect(
      try labels(.day, "America/New_York", ["2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"])
        == ["2026-11-01 25.0", "2026-11-01 25.0"])
    #expect(
      try labels(.hour, "America/New_York", ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"])
        == ["2026-11-01 01:00 EDT 1.0", "2026-11-01 01:00 EST 1.0"])
    #expect(
      try labels(.hour, "Asia/Kathmandu", ["2026-11-01T05:30:00Z"]) == ["2026-11-01 11:00 1.0"])
  }

  @Test("the ledger says who, what and why, newest first, and in recipe order")
  func ledger() throws {
    var test = self
    try database.execute("DELETE FROM stock_entry")
    let order = try test.order("strawberryBanana", 2, at: 10)
    _ = try test.bar.setStock("banana", to: 7, reason: "counted", by: deed(20, uid: 0))
    try test.save()
    try test.undo(order, at: 30)
    func lines(_ fruit: Int? = nil, limit: Int64 = 50, before: Timestamp? = nil) throws -> [String]
    {
      try LedgerQuery(database: database).ledger(fruit: fruit, limit: limit, before: before)
        .items.map { "\($0.kind) \($0.fruit) \($0.step) \($0.order ?? 0) \($0.reason ?? "")" }
    }
    #expect(
      try lines() == [
        "undo strawberry +20 1 ", "undo banana +2 1 ", "set banana -991 0 counted",
        "order strawberry -20 1 ", "order banana -2 1 ",
      ])
    #expect(
      try lines(1) == ["undo banana +2 1 ", "set banana -991 0 counted", "order banana -2 1 "])
    #expect(try lines(limit: 1) == ["undo strawberry +20 1 "])
    for (fruit, limit, more) in [(nil, 1, 4), (nil, 4, 1), (nil, 5, 0), (nil, 9, 0), (1, 2, 1)] {
      let page = try LedgerQuery(database: database).ledger(
        fruit: fruit, limit: Int64(limit), before: nil)
      #expect(page.more == more && (page.remark == nil) == (more == 0), "\(limit)")
    }
    let past = try LedgerQuery(database: database).ledger(
      fruit: nil, limit: 1, before: at(20), since: at(5))
    #expect(past.more == 1 && past.remark?.en == "and 1 more; `--all` shows them")
    #expect(try lines(before: at(20)) == ["order strawberry -20 1 ", "order banana -2 1 "])
    let set = try LedgerQuery(database: database).ledger(fruit: 1, limit: 9, before: nil).items[1]
    #expect(set.uid == 0)
    #expect(set.user == "root")
  }

  @Test("orders are listed newest first, with what became of them")
  func orders() throws {
    var test = self
    let first = try test.order("kiwi", 1, at: 1)
    _ = try test.order("mango", 2, at: 2)
    try test.undo(first, at: 3)
    let all = try LedgerQuery(database: database).orders(limit: 10, before: nil).items
    #expect(all.map(\.id) == [2, 1])
    #expect(all[0].undoneAt == nil)
    #expect(all[1].undoneAt == at(3))
    #expect(all[1].state?.ko == "취소")
    #expect(try LedgerQuery(database: database).orders(limit: 10, before: 2).items.map(\.id) == [1])
    #expect(
      try LedgerQuery(database: database).orders(limit: 1, before: nil).items.map(\.id) == [2])
    let page = try LedgerQuery(database: database).orders(limit: 1, before: nil)
    #expect(page.more == 1 && page.remark?.ko?.contains("1개") == true)
    let whole = try LedgerQuery(database: database).orders(limit: 2, before: nil)
    #expect(whole.more == 0 && whole.remark == nil)
    let late = try LedgerQuery(database: database).orders(limit: 1, before: nil, since: at(2))
    #expect(late.more == 0)
  }

  @Test("the audit counts again, and sees a piece that is missing")
  func audit() throws {
    let other = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(other)
    var bar = try Bar.first(by: deed())
    let order = try bar.order("mango", cups: 1, by: deed(1))
    _ = try bar.order("mangoKiwi", cups: 2, by: deed(2))
    _ = bar.undo(order, by: deed(3))
    _ = try bar.adjustStock("mango", by: 5, by: deed(4))
    try BarStore(database: other).save(bar.takeFacts())
    var read: [Int] = []
    let audit = try AuditQuery(database: other).audit { read.append($0) }
    #expect(read == Array(1..<AuditQuery.books))
    #expect(audit.verdict == .balanced)
    #expect(audit.orders == 2)
    let mango = try #require(audit.items.first { $0.fruit == "mango" })
    // 10 at first and 5 more; two cups of two; what was undone does not count.
    #expect((mango.received, mango.sold, mango.stock) == (15, 4, 11))
    try other.execute("UPDATE fruit SET count = count - 1 WHERE name = 'kiwi'")
    let again = try AuditQuery(database: other).audit()
    #expect(again.verdict == .unbalanced)
    #expect(again.items.first { $0.fruit == "kiwi" }?.difference == 1)
  }

  @Test(
    "damage to any of the four books is seen, and said",
    arguments: [
      ("UPDATE fruit SET count = count + 1 WHERE name = 'kiwi'", ["stock"]),
      ("UPDATE stock_entry SET change = change - 1 WHERE fruit = 0", ["stock"]),
      // The sums still agree: only the number of the row that is gone tells.
      (
        """
        UPDATE stock_entry SET change = change + 1 WHERE id = 1;
        INSERT INTO stock_entry (kind, fruit, change, count, at, uid)
          VALUES ('set', 0, -1, 9, 0, 0), ('set', 0, 0, 9, 0, 0);
        DELETE FROM stock_entry WHERE id = (SELECT max(id) - 1 FROM stock_entry);
        UPDATE stock_entry SET change = change - 1 WHERE id = 1
        """, ["ledger"]
      ),
      ("DELETE FROM orders WHERE id = 1", ["orders", "orders", "sales"]),
      ("UPDATE orders SET recipe = 99 WHERE id = 2", ["stock", "orders", "sales"]),
      ("UPDATE orders SET at = at + 86400000000 WHERE id = 2", ["sales"]),
      ("UPDATE sales SET cups = cups + 1", ["sales"]), ("DELETE FROM sales", ["sales"]),
      ("UPDATE sales SET undone_orders = undone_orders + 1", ["sales"]),
      ("DELETE FROM reversal", ["stock", "stock", "sales"]),
    ])
  func damage(_ sql: String, _ books: [String]) throws {
    let other = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(other)
    var bar = try Bar.first(by: deed())
    let order = try bar.order("mangoKiwi", cups: 1, by: deed(1))
    _ = try bar.order("banana", cups: 1, by: deed(2))
    _ = bar.undo(order, by: deed(3))
    try BarStore(database: other).save(bar.takeFacts())
    let whole = try AuditQuery(database: other).audit()
    #expect(whole.problems.isEmpty)
    #expect(whole.remark.en.hasPrefix("Stock, ledger, orders and sales agree"))
    try other.execute(sql)
    let audit = try AuditQuery(database: other).audit()
    #expect(audit.verdict == .unbalanced)
    #expect(audit.problems.map(\.book) == books, "\(audit.remark)")
    #expect(audit.remark.en.hasPrefix("The books differ: \(audit.problems[0].text.en)"))
  }

  @Test("every line of the ledger has the stock that it left, also on a later page")
  func runningStock() throws {
    let other = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(other)
    var bar = try Bar.first(by: deed())
    // What was there after each step, as the bar itself had it.
    var steps: [(Double, [String: Int64])] = [(0, bar.counts)]
    let order = try bar.order("mangoKiwi", cups: 2, by: deed(1))
    steps.append((1, bar.counts))
    _ = try bar.setStock("mango", to: 30, by: deed(2))
    steps.append((2, bar.counts))
    _ = bar.undo(order, by: deed(3))
    steps.append((3, bar.counts))
    _ = try bar.order("mango", cups: 4, by: deed(4))
    steps.append((4, bar.counts))
    try BarStore(database: other).save(bar.takeFacts())
    func check(_ lines: [Answers.LedgerLine], _ count: Int) {
      #expect(lines.count == count)
      for line in lines {
        let counts = steps.last { at($0.0) <= line.at }?.1
        #expect(line.count == counts?[line.fruit], "\(line)")
      }
    }
    let query = LedgerQuery(database: other)
    check(try query.ledger(fruit: nil, limit: 50, before: nil).items, 11)
    check(try query.ledger(fruit: nil, limit: 50, before: at(3)).items, 8)
    check(try query.ledger(fruit: 4, limit: 50, before: at(4), since: at(1)).items, 3)
    #expect(try query.orders(limit: 9, before: nil, since: at(2)).items.map(\.id) == [2])
  }

  @Test("sales since a moment are those from its piece of five minutes on")
  func since() throws {
    var test = self
    _ = try test.order("kiwi", 2, at: 0)
    _ = try test.order("kiwi", 1, at: 600)
    let period = try SalesPeriod(
      from: nil, to: nil, since: at(660), step: .hour, now: at(700))
    #expect(try SalesQuery(database: database, period: period).sales().cups == 1)
    #expect(
      refusal {
        try SalesPeriod(from: "2026-11-21", to: nil, since: at(0), step: .day, now: at(0))
      }?.reason == .invalidPeriod)
    #expect(refusal { try SalesPeriod.zone("Mars/Olympus") }?.reason == .unknownZone)
  }
}
