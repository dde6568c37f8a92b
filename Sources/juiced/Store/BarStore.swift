internal import CivilTime
internal import Storage
internal import Values

/// The bar on disk: every change writes the rows that it touched.
///
/// It opens no transaction; whoever calls it groups changes.
struct BarStore {
  let database: Database

  /// Writes what happened, in order.
  func save(_ facts: [Fact]) throws(SQLiteError) {
    for fact in facts { try save(fact) }
  }

  private func save(_ fact: Fact) throws(SQLiteError) {
    switch fact {
    case .ordered(let order): try insert([order])
    case .undone(let reversal): try insert(reversal)
    case .stocked(let entry): try insert(entry)
    case .ranLow, .ranOut: break
    case .fruitAdded(let fruit): try replace(fruit)
    case .fruitRenamed(let fruit): try rename("fruit", fruit.id, fruit.name, fruit.title)
    case .fruitRetired(let fruit): try retire("fruit", fruit.id)
    case .thresholdSet(let fruit):
      try database.run(
        "UPDATE fruit SET low = ? WHERE id = ?", .integer(fruit.low), .integer(fruit.id))
    case .packSet(let fruit):
      try database.run(
        "UPDATE fruit SET pack = ?, pack_price = ? WHERE id = ?", .optional(fruit.pack),
        .optional(fruit.packPrice), .integer(fruit.id))
    case .currencySet(let currency):
      try database.run(
        "INSERT OR REPLACE INTO setting (name, value) VALUES ('currency', ?)",
        .text(currency.code))
    case .recipeSet(let juice): try replace(juice)
    case .juiceRenamed(let juice): try rename("juice", juice.id, juice.name, juice.title)
    case .juiceRetired(let juice): try retire("juice", juice.id)
    }
  }

  private var lots: LotStore { LotStore(database: database) }

  // MARK: The ledger

  /// Orders in a row: a row for each, and one write of every total and stock that they touch.
  func insert(_ orders: ArraySlice<Order>) throws(SQLiteError) {
    for order in orders { try insert(order) }
    let tally = OrderTally(orders)
    for sale in tally.sales {
      try database.run(
        """
        INSERT INTO sales (bucket, recipe, orders, cups, undone_orders, undone_cups)
        VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT DO UPDATE
        SET orders = orders + excluded.orders, cups = cups + excluded.cups
        """,
        .integer(sale.bucket), .integer(sale.recipe), .integer(sale.orders), .integer(sale.cups))
    }
    for (fruit, pieces) in tally.taken {
      try move(fruit, by: -pieces)
      try lots.take(pieces, of: fruit)
    }
  }

  private func insert(_ order: Order) throws(SQLiteError) {
    try database.run(
      "INSERT INTO orders (id, recipe, cups, at, uid, instead_of) VALUES (?, ?, ?, ?, ?, ?)",
      .integer(order.id), .integer(order.recipe.id), .integer(order.cups),
      .integer(order.at.microseconds), .integer(Int64(order.uid)),
      .optional(order.insteadOf.map(Int64.init)))
  }

  private func insert(_ reversal: Reversal) throws(SQLiteError) {
    let order = reversal.order
    try database.run(
      """
      INSERT INTO reversal (orders, at, uid, after_order, after_entry, number)
      SELECT ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM stock_entry), coalesce(max(number), 0) + 1
      FROM reversal
      """, .integer(order.id), .integer(reversal.at.microseconds),
      .integer(Int64(reversal.uid)), .integer(reversal.afterOrder))
    try database.run(
      """
      INSERT INTO sales (bucket, recipe, orders, cups, undone_orders, undone_cups)
      VALUES (?, ?, 0, 0, 1, ?) ON CONFLICT DO UPDATE
      SET undone_orders = undone_orders + 1, undone_cups = undone_cups + excluded.undone_cups
      """,
      .integer(SalesBucket.containing(reversal.at.microseconds)), .integer(order.recipe.id),
      .integer(order.cups))
    // What is past its day by now comes back without one; a day less is in no zone too early.
    let yesterday = reversal.at.microseconds / 86_400_000_000 - 1
    for ingredient in order.recipe.ingredients {
      let pieces = ingredient.count * order.cups
      try move(ingredient.fruit, by: pieces)
      try lots.giveBack(pieces, of: ingredient.fruit, keeping: yesterday)
    }
  }

  private func insert(_ entry: StockEntry) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO stock_entry (kind, fruit, change, count, at, uid, reason, reverses, best_before,
      after_order) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(entry.kind.rawValue), .integer(entry.fruit), .integer(entry.change),
      .integer(entry.count), .integer(entry.at.microseconds), .integer(Int64(entry.uid)),
      .optional(entry.reason), .optional(entry.reverses),
      .optional((entry.bestBefore?.dayNumber).map(Int64.init)), .integer(entry.afterOrder))
    try move(entry.fruit, by: entry.change)
    try moveLots(entry)
  }

  private func moveLots(_ entry: StockEntry) throws(SQLiteError) {
    if let day = entry.bestBefore {
      try lots.add(entry, until: day)
    } else if entry.change < 0 {
      if let reversed = entry.reverses {
        try lots.take(-entry.change, of: entry.fruit, firstFrom: reversed)
      } else {
        try lots.take(-entry.change, of: entry.fruit)
      }
    } else if entry.reverses != nil {
      try lots.giveBack(entry.change, of: entry.fruit, keeping: 0)
    }
  }

  private func move(_ fruit: Int, by pieces: Int64) throws(SQLiteError) {
    try database.run(
      "UPDATE fruit SET count = count + ? WHERE id = ?", .integer(pieces), .integer(fruit))
    // A damaged row must not swallow what was acknowledged: the redo log keeps it until it is mended.
    guard database.changeCount == 1 else {
      throw .damaged(path: database.path, detail: "fruit \(fruit) is missing")
    }
  }

  // MARK: Fruits and juices

  private func replace(_ fruit: Fruit) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO fruit (id, name, en, ko, count, low, is_retired, pack, pack_price)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(fruit.id), .text(fruit.name), .text(fruit.title.en), .optional(fruit.title.ko),
      .integer(fruit.count), .integer(fruit.low), .bool(fruit.isRetired),
      .optional(fruit.pack), .optional(fruit.packPrice))
  }

  private func replace(_ juice: Juice) throws(SQLiteError) {
    try database.run(
      "INSERT OR IGNORE INTO recipe (id, juice, price) VALUES (?, ?, ?)",
      .integer(juice.recipe.id), .integer(juice.id), .optional(juice.recipe.price))
    if database.changeCount > 0 {
      for (place, ingredient) in juice.recipe.ingredients.enumerated() {
        try database.run(
          "INSERT INTO ingredient (recipe, place, fruit, count) VALUES (?, ?, ?, ?)",
          .integer(juice.recipe.id), .integer(place), .integer(ingredient.fruit),
          .integer(ingredient.count))
      }
    }
    try database.run(
      """
      INSERT OR REPLACE INTO juice (id, name, en, ko, recipe, is_retired)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(juice.id), .text(juice.name), .text(juice.title.en), .optional(juice.title.ko),
      .integer(juice.recipe.id), .bool(juice.isRetired))
  }

  private func rename(
    _ table: String, _ id: Int, _ name: String, _ title: LocalizedText
  ) throws(SQLiteError) {
    try database.run(
      "UPDATE \(table) SET name = ?, en = ?, ko = ? WHERE id = ?", .text(name), .text(title.en),
      .optional(title.ko), .integer(id))
  }

  private func retire(_ table: String, _ id: Int) throws(SQLiteError) {
    try database.run("UPDATE \(table) SET is_retired = 1 WHERE id = ?", .integer(id))
  }
}
