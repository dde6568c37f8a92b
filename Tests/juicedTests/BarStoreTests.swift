import Storage
import Testing

@testable import juiced

@Suite("BarStore")
struct BarStoreTests {
  private let database: Database
  private let store: BarStore
  private let day = at(-32_400)..<at(54_000)

  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    store = BarStore(database: database)
  }

  /// All that a store must bring back.
  private struct Image: Equatable {
    let fruits: [Fruit]
    let juices: [Juice]
    let nextOrder: Int64
    let nextRecipe: Int64
    let today: [Int: Int64]

    init(_ bar: Bar) {
      fruits = bar.fruits
      juices = bar.juices
      nextOrder = bar.nextOrder
      nextRecipe = bar.nextRecipe
      today = bar.today.cups.filter { $0.value != 0 }
    }
  }

  private func first() throws -> Bar {
    var bar = try Bar.first(by: deed())
    try store.save(bar.takeFacts())
    return bar
  }

  private func loaded() throws -> Bar { try #require(try store.load(today: day)) }

  @Test("a new store has no bar, and a first bar comes back as it was made")
  func firstDay() throws {
    #expect(try store.load(today: day) == nil)
    let bar = try first()
    #expect(try Image(loaded()) == Image(bar))
    #expect(try loaded().fruitNames.place(of: "파인애플") == 2)
  }

  @Test("every kind of change comes back, one by one")
  func changes() throws {
    var bar = try first()
    let steps: [(inout Bar) throws -> Void] = [
      { _ = try $0.order("mangoKiwi", cups: 2, by: deed(1)) },
      { _ = try $0.order("strawberry", cups: 1, substitute: "mango", by: deed(2)) },
      { _ = try $0.setStock("kiwi", to: 40, reason: "배달", by: deed(3)) },
      { _ = try $0.adjustStock("kiwi", by: -4, by: deed(4)) },
      { _ = try $0.setThreshold("kiwi", to: 12) },
      { _ = try $0.addFruit("lemon", .init(korean: "레몬"), count: 7, low: 2, by: deed(5)) },
      { _ = try $0.setRecipe("mango", [.init(fruit: "lemon", count: 2)], .init()) },
      { _ = try $0.renameFruit("lemon", .init(word: "lime", korean: "라임")) },
      { _ = try $0.renameJuice("mango", .init(word: "limeade", english: "limeade")) },
      { _ = try $0.order("limeade", cups: 1, by: deed(6)) },
      { _ = try $0.retireJuice("limeade") },
      { _ = try $0.retireFruit("lime") },
      { _ = try $0.addFruit("lime", .init(), count: 1, low: nil, by: deed(7)) },
    ]
    for step in steps {
      try step(&bar)
      try store.save(bar.takeFacts())
      #expect(try Image(loaded()) == Image(bar))
    }
  }

  @Test("an order is read back with the recipe it was made by, and its undoing is remembered")
  func orders() throws {
    var bar = try first()
    let order = try bar.order("mangoKiwi", cups: 2, by: deed(1, uid: 1234))
    _ = try bar.setRecipe("mangoKiwi", [.init(fruit: "banana", count: 1)], .init())
    try store.save(bar.takeFacts())
    #expect(try store.order(1)?.order == order)
    #expect(try store.order(1)?.undoneAt == nil)
    #expect(try store.order(2) == nil)
    _ = bar.undo(order, by: deed(9))
    try store.save(bar.takeFacts())
    #expect(try store.order(1)?.undoneAt == at(9))
    #expect(try Image(loaded()) == Image(bar))
    #expect(bar.counts["mango"] == 10)
  }

  @Test("an order cannot be undone twice in the store either")
  func twice() throws {
    var bar = try first()
    let order = try bar.order("kiwi", cups: 1, by: deed(1))
    _ = bar.undo(order, by: deed(2))
    try store.save(bar.takeFacts())
    _ = bar.undo(order, by: deed(3))
    #expect(throws: SQLiteError.self) { try store.save(bar.takeFacts()) }
  }

  @Test("the table itself refuses a stock below zero")
  func belowZero() throws {
    _ = try first()
    #expect(throws: SQLiteError.self) { try database.execute("UPDATE fruit SET count = -1") }
  }

  @Test("only what was sold since midnight counts as today's")
  func midnight() throws {
    var bar = try first()
    _ = try bar.order("kiwi", cups: 1, by: deed(-32_401))
    _ = try bar.order("kiwi", cups: 2, by: deed(-32_400))
    try store.save(bar.takeFacts())
    #expect(try loaded().today.cups == [2: 2])
  }

  @Test("a store without its recipes is refused, not guessed")
  func inconsistent() throws {
    _ = try first()
    try database.execute("DELETE FROM ingredient WHERE recipe = 3")
    #expect(throws: InconsistentStore.self) { try store.load(today: day) }
    try database.execute("DELETE FROM juice; DELETE FROM fruit WHERE id = 1")
    #expect(throws: InconsistentStore.self) { try store.load(today: day) }
  }
}
