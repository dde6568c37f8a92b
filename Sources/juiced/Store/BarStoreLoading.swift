internal import Storage
internal import Values

extension BarStore {
  /// Reads what there is now; of what was, only the totals since midnight.
  ///
  /// - Parameter day: From midnight to midnight.
  /// - Returns: Nil where the store is new.
  /// - Throws: ``InconsistentStore`` or `SQLiteError`.
  func load(today day: Range<Timestamp>) throws -> Bar? {
    var bar = Bar()
    bar.fruits = try loadFruits()
    guard !bar.fruits.isEmpty else { return nil }
    bar.juices = try loadJuices()
    bar.nextOrder = try next("orders")
    bar.nextRecipe = try next("recipe")
    bar.today = try salesDay(day)
    bar.currency = try currency()
    try check(bar)
    bar.indexNames()
    return bar
  }

  /// Won, unless somebody has said otherwise.
  func currency() throws -> Currency {
    let code = try database.first("SELECT value FROM setting WHERE name = 'currency'") {
      $0.text(0)
    }
    return code.flatMap { Currency($0) } ?? .won
  }

  /// Whether a cup was ever sold that had a price.
  func hasRevenue() throws -> Bool {
    let found = try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM sales JOIN recipe ON recipe.id = sales.recipe
      WHERE recipe.price > 0)
      """
    ) { $0.bool(0) }
    return found ?? false
  }

  private func next(_ table: String) throws -> Int64 {
    try database.first("SELECT coalesce(max(id), 0) + 1 FROM \(table)") { $0.integer(0) } ?? 1
  }

  private func loadFruits() throws -> [Fruit] {
    try database.query(
      "SELECT id, name, en, ko, count, low, is_retired, pack, pack_price FROM fruit ORDER BY id"
    ) { row in
      Fruit(
        id: Int(row.integer(0)), name: row.text(1),
        title: LocalizedText(en: row.text(2), ko: row.optionalText(3)), count: row.integer(4),
        low: row.integer(5), pack: row.optionalInteger(7), packPrice: row.optionalInteger(8),
        isRetired: row.bool(6))
    }
  }

  private func loadJuices() throws -> [Juice] {
    let juices = try database.query(
      "SELECT id, name, en, ko, recipe, is_retired FROM juice ORDER BY id"
    ) { row in
      Juice(
        id: Int(row.integer(0)), name: row.text(1),
        title: LocalizedText(en: row.text(2), ko: row.optionalText(3)),
        recipe: Recipe(id: row.integer(4), ingredients: []), isRetired: row.bool(5))
    }
    return try juices.map { juice in
      var juice = juice
      juice.recipe = try recipe(juice.recipe.id)
      return juice
    }
  }

  private func recipe(_ id: Int64) throws -> Recipe {
    let ingredients = try database.query(
      "SELECT fruit, count FROM ingredient WHERE recipe = ? ORDER BY place", .integer(id)
    ) { row in Ingredient(fruit: Int(row.integer(0)), count: row.integer(1)) }
    let price = try database.first("SELECT price FROM recipe WHERE id = ?", .integer(id)) {
      $0.optionalInteger(0)
    }
    return Recipe(id: id, ingredients: ingredients, price: price ?? nil)
  }

  /// What was sold in a day, from midnight to midnight in whatever zone.
  func salesDay(_ day: Range<Timestamp>) throws -> SalesDay {
    let range = day.lowerBound.microseconds..<day.upperBound.microseconds
    var sales = SalesDay()
    sales.range = range
    try database.forEachRow(
      """
      SELECT recipe.juice, sum(cups - undone_cups), recipe.price FROM sales
      JOIN recipe ON recipe.id = sales.recipe WHERE bucket >= ? AND bucket < ? GROUP BY recipe.id
      """,
      bindings: [
        .integer(SalesBucket.containing(range.lowerBound)),
        .integer(SalesBucket.containing(range.upperBound)),
      ]
    ) { row in
      sales.add(row.integer(1), of: Int(row.integer(0)))
      if let price = row.optionalInteger(2) {
        sales.add(revenue: row.integer(1).saturated(times: price), of: Int(row.integer(0)))
      }
    }
    return sales
  }

  /// Fruits and juices are known by their places, so no place may be empty or out of reach.
  private func check(_ bar: Bar) throws(InconsistentStore) {
    guard bar.fruits.map(\.id) == Array(bar.fruits.indices),
      bar.juices.map(\.id) == Array(bar.juices.indices)
    else { throw InconsistentStore(problem: "a fruit or a juice is missing") }
    for juice in bar.juices {
      let isWhole = juice.recipe.ingredients.allSatisfy {
        bar.fruits.indices.contains($0.fruit) && $0.count > 0
      }
      guard isWhole, !juice.recipe.ingredients.isEmpty else {
        throw InconsistentStore(problem: "the recipe of \(juice.name) cannot be read")
      }
    }
  }

  // MARK: The ledger

  /// An entry of the stock's ledger; the moment at which it was taken back where it was.
  func entry(_ id: Int64) throws -> (entry: StockEntry, undoneAt: Timestamp?)? {
    try database.first(
      """
      SELECT entry.kind, entry.fruit, entry.change, entry.count, entry.at, entry.uid, entry.reason,
      entry.reverses, undoing.at FROM stock_entry AS entry
      LEFT JOIN stock_entry AS undoing ON undoing.reverses = entry.id WHERE entry.id = ?
      """, .integer(id)
    ) { row in
      (
        StockEntry(
          kind: StockEntry.Kind(rawValue: row.text(0)) ?? .adjusted, fruit: Int(row.integer(1)),
          change: row.integer(2), count: row.integer(3),
          at: Timestamp(microseconds: row.integer(4)),
          uid: UInt32(truncatingIfNeeded: row.integer(5)), reason: row.optionalText(6),
          reverses: row.optionalInteger(7)),
        row.optionalInteger(8).map { Timestamp(microseconds: $0) }
      )
    }
  }

  // MARK: Orders

  /// An order of any time; its reversal where there is one.
  func order(_ id: Int64) throws -> (order: Order, undoneAt: Timestamp?)? {
    let found = try database.first(
      """
      SELECT orders.recipe, recipe.juice, cups, orders.at, orders.uid, instead_of, reversal.at
      FROM orders JOIN recipe ON recipe.id = orders.recipe
      LEFT JOIN reversal ON reversal.orders = orders.id WHERE orders.id = ?
      """, .integer(id)
    ) { row in
      (
        Order(
          id: id, juice: Int(row.integer(1)), recipe: Recipe(id: row.integer(0), ingredients: []),
          cups: row.integer(2), at: Timestamp(microseconds: row.integer(3)),
          uid: UInt32(truncatingIfNeeded: row.integer(4)),
          insteadOf: row.optionalInteger(5).map { Int($0) }),
        row.optionalInteger(6).map { Timestamp(microseconds: $0) }
      )
    }
    guard let (order, undoneAt) = found else { return nil }
    let whole = Order(
      id: id, juice: order.juice, recipe: try recipe(order.recipe.id), cups: order.cups,
      at: order.at, uid: order.uid, insteadOf: order.insteadOf)
    return (whole, undoneAt)
  }
}
