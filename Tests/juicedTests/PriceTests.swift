import IPCProtocol
import Storage
import Testing
import Values

@testable import juiced

@Suite("Prices and revenue")
struct PriceTests {
  private let database: Database
  private let store: BarStore
  private let day = at(-32_400)..<at(54_000)

  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    store = BarStore(database: database)
  }

  private func first() throws -> Bar {
    var bar = try Bar.first(by: deed())
    for fruit in bar.fruits.map(\.name) { _ = try bar.setStock(fruit, to: 1000, by: deed()) }
    try store.save(bar.takeFacts())
    return bar
  }

  private func sales(_ step: SalesStep = .total) throws -> Sales {
    let period = try SalesPeriod(from: nil, to: nil, step: step, now: at(7200))
    return try SalesQuery(database: database, period: period).sales()
  }

  @Test(
    "a cup brings the price of its moment, whatever it costs later, and undoing takes that back")
  func priceOfTheMoment() throws {
    var bar = try first()
    _ = try bar.setRecipe("kiwi", nil, .init(), price: 4000)
    let first = try bar.order("kiwi", cups: 2, by: deed(1))
    _ = try bar.setRecipe("kiwi", nil, .init(), price: 5000)
    _ = try bar.order("kiwi", cups: 1, by: deed(2))
    _ = try bar.order("mango", cups: 7, by: deed(3))
    try store.save(bar.takeFacts())
    #expect(bar.today.revenue == 13_000)
    #expect(try sales().revenue == 13_000)
    #expect(try store.order(1)?.order.amount == 8000)
    // What was sold before there was a price has none.
    #expect(try store.order(3)?.order.amount == nil)
    _ = bar.undo(first, by: deed(4))
    try store.save(bar.takeFacts())
    #expect(bar.today.revenue == 5000)
    #expect(try sales().revenue == 5000)
    #expect(try sales(.hour).rows.map(\.revenue) == [5000, 0])
    #expect(try sales().revenueText?.en == "Revenue: ₩5,000")
    let loaded = try #require(try store.load(today: day))
    #expect(loaded.today.revenues == [2: 5000])
    #expect(loaded.juices[2].recipe == bar.juices[2].recipe)
    #expect(try AuditQuery(database: database).audit().problems.isEmpty)
  }

  @Test("an order that is taken back from memory leaves no revenue")
  func rehearsal() throws {
    var bar = try first()
    _ = try bar.setRecipe("kiwi", nil, .init(), price: 4000)
    let before = bar.today
    let order = try bar.order("kiwi", cups: 2, by: deed(1))
    bar.takeBack(order)
    #expect(bar.today.revenue == before.revenue)
    #expect(bar.today.revenues.values.allSatisfy { $0 == 0 })
  }

  @Test("a price is asked for once: the same recipe at the same price is no new one")
  func sameRecipe() throws {
    var bar = try first()
    let one = try bar.setRecipe("kiwi", nil, .init(), price: 4000).recipe.id
    #expect(
      try bar.setRecipe("kiwi", [.init(fruit: "kiwi", count: 3)], .init()).recipe.id == one)
    #expect(try bar.setRecipe("kiwi", nil, .init(), price: 4001).recipe.id == one + 1)
    #expect(
      refusal { try bar.setRecipe("nothing", nil, .init(), price: 1) }?.reason == .emptyRecipe)
    for price in [-1, BarLimits.price + 1] {
      #expect(
        refusal { try bar.setRecipe("kiwi", nil, .init(), price: price) }?.reason == .invalidPrice)
    }
    #expect(
      refusal { try bar.addJuice("kiwi", [.init(fruit: "kiwi", count: 1)], .init(), price: nil) }?
        .reason == .nameTaken)
  }

  @Test("a store of before prices opens with its sales, and nothing in it has a price")
  func oldStore() throws {
    let old = try Database(path: ":memory:")
    try Migrator(Array(BarMigrations.all.prefix(2))).migrate(old)
    try old.execute(
      """
      INSERT INTO fruit VALUES (0, 'kiwi', 'kiwi', '키위', 4, 5, 0);
      INSERT INTO recipe VALUES (1, 0);
      INSERT INTO ingredient VALUES (1, 0, 0, 3);
      INSERT INTO juice VALUES (0, 'kiwi', 'kiwi juice', NULL, 1, 0);
      INSERT INTO stock_entry (id, kind, fruit, change, count, at, uid)
        VALUES (1, 'added', 0, 10, 10, 1, 0);
      INSERT INTO orders VALUES (1, 1, 2, \(at(0).microseconds), 0, NULL);
      INSERT INTO sales VALUES (\(SalesBucket.containing(at(0).microseconds)), 1, 1, 2, 0, 0);
      """)
    try Migrator(BarMigrations.all).migrate(old)
    let bar = try #require(try BarStore(database: old).load(today: day))
    #expect(bar.currency == .won)
    #expect(bar.today.cups == [0: 2])
    #expect(bar.today.revenues.isEmpty)
    #expect(bar.juices[0].recipe.price == nil)
    #expect(try AuditQuery(database: old).audit().problems.isEmpty)
  }

  @Test("files carry prices, packs and the currency, and older files are taken without them")
  func files() throws {
    var bar = try first()
    _ = try bar.setRecipe("kiwi", nil, .init(), price: 4000)
    _ = try bar.setPack("mango", Pack(pieces: 12, price: 18_000))
    _ = try bar.setCurrency("USD", hasRevenue: false)
    for format in [BarFile.Format.json, .csv] {
      let text = bar.text(format)
      var other = try Bar.opened()
      let plan = try other.take(BarFile(text, format: nil), replaces: false, by: deed())
      #expect(plan.changes.first?.details.en == "KRW → USD")
      #expect(other.text(format) == text)
      #expect(
        try other.take(BarFile(text, format: nil), replaces: true, by: deed()).changes.isEmpty)
    }
    let old = "kind,word,en,ko,count,low,recipe\njuice,kiwi,kiwi juice,키위쥬스,,,kiwi=3\n"
    let plan = try bar.take(BarFile(old, format: nil), replaces: false, by: deed())
    #expect(plan.changes.isEmpty)
    #expect(bar.juices[2].recipe.price == 4000)
  }

  @Test("the currency stays once there was revenue, also against a file")
  func currency() throws {
    var bar = try first()
    #expect(try store.hasRevenue() == false)
    _ = try bar.setRecipe("kiwi", nil, .init(), price: 4000)
    _ = try bar.order("kiwi", cups: 1, by: deed(1))
    try store.save(bar.takeFacts())
    #expect(try store.hasRevenue())
    #expect(refusal { try bar.setCurrency("USD", hasRevenue: true) }?.reason == .currencyInUse)
    #expect(refusal { try bar.setCurrency("eur", hasRevenue: true) }?.reason == .currencyInUse)
    for slip in ["원", "won", "EUO", "BTC", "XAU"] {
      #expect(refusal { try bar.setCurrency(slip, hasRevenue: false) }?.reason == .unknownCurrency)
    }
    let file = try BarFile("kind,word,en,ko,count,low,recipe\ncurrency,USD,,,,,\n", format: nil)
    let refused = refusal { try bar.take(file, replaces: false, hasRevenue: true, by: deed()) }
    #expect(refused?.reason == .invalidFile)
    #expect(bar.currency == .won)
  }

  @Test(
    "amounts are read as people of the currency write them",
    arguments: [
      ("KRW", 0, "₩0", "0원"), ("KRW", 4500, "₩4,500", "4,500원"),
      ("KRW", 1_234_567, "₩1,234,567", "1,234,567원"), ("KRW", -300, "-₩300", "-300원"),
      ("USD", 5, "$0.05", "0.05달러"), ("USD", 123_450, "$1,234.50", "1,234.50달러"),
      ("JPY", 450, "¥450", "450엔"), ("KWD", 1500, "1.500 KWD", "1.500 KWD"),
    ])
  func amounts(code: String, amount: Int64, english: String, korean: String) throws {
    let text = try #require(Currency(code)).text(amount)
    #expect(text.en == english)
    #expect(text.text(in: .korean) == korean)
  }

  @Test("no amount of sales is too large to be added up")
  func limits() throws {
    var day = SalesDay()
    for _ in 0..<3 { day.add(revenue: .max, of: 0) }
    #expect(day.revenue == .max)
    #expect(Int64(1_000_000_000_000).saturated(times: 100_000_000) == .max)
  }

  @Test("what is bought is counted in packs and in money, as far as both are known")
  func packs() throws {
    let rule = try ForecastRule(cover: 86_400, now: at(0), zone: SalesPeriod.zone("Asia/Seoul"))
    let none = ForecastRule.Use(days: [])
    func row(_ pack: Int64?, _ price: Int64?) -> Forecast.Row {
      let fruit = Fruit(
        id: 0, name: "kiwi", title: LocalizedText(en: "kiwi"), count: 2, low: 27, pack: pack,
        packPrice: price)
      return rule.row(fruit, none)
    }
    // 25 are missing: three packs of twelve.
    #expect(row(12, 1000).packs == 3)
    #expect(row(12, 1000).cost == 3000)
    #expect(row(12, nil).packs == 3)
    #expect(row(12, nil).cost == nil)
    #expect(row(nil, 100).cost == 2500)
    #expect(row(nil, nil).packs == nil)
  }

  @Test("lowest stock and packs are set together with a count, or without; all of it or nothing")
  func settings() throws {
    var bar = try first()
    let settings = StockSettings(low: 8, pack: Pack(pieces: 12, price: 18_000))
    let (entry, fruit) = try bar.set("mango", count: nil, settings, reason: nil, by: deed())
    #expect(entry == nil)
    #expect([fruit.low, fruit.pack, fruit.packPrice] == [8, 12, 18_000])
    try store.save(bar.takeFacts())
    #expect(try store.load(today: day)?.fruits == bar.fruits)
    let before = bar.fruits
    let bad = StockSettings(low: 3, pack: Pack(pieces: 0))
    #expect(refusal { try bar.set("mango", count: 5, bad, reason: nil, by: deed()) } != nil)
    #expect(bar.fruits == before)
    let nothing = refusal { try bar.set("mango", count: nil, .init(), reason: nil, by: deed()) }
    #expect(nothing?.reason == .nothingToSet)
  }
}
