internal import Storage
internal import Values

/// Holds the books against each other, from each single entry, beside the loop: the stock, the ledger
/// of stock entries, the orders with what was undone, the kept totals of sales, and what is left of
/// dated deliveries.
struct AuditQuery {
  let database: Database

  /// How many books there are, each of which is read from its first entry to its last.
  static let books = 5

  /// Calls `read` with how many books were read, once for each but the last.
  func audit(_ read: (Int) -> Void = { _ in }) throws -> Answers.Audit {
    let items = try lines()
    read(1)
    let orders = try database.first("SELECT count(*) FROM orders") { $0.integer(0) } ?? 0
    var problems = items.compactMap(AuditProblem.init(difference:))
    problems += try gaps()
    read(2)
    problems += try strangers()
    read(3)
    problems += try totals()
    read(4)
    problems += try dates()
    return Answers.Audit(orders: orders, items: items, problems: problems)
  }

  private func lines() throws -> [Answers.AuditLine] {
    var sold: [Int64: Int64] = [:]
    try database.forEachRow(
      """
      SELECT fruit, sum(total.cups * count) FROM (
        SELECT recipe, sum(cups) AS cups FROM orders
        WHERE id NOT IN (SELECT orders FROM reversal) GROUP BY recipe
      ) AS total JOIN ingredient USING (recipe) GROUP BY fruit
      """
    ) { row in sold[row.integer(0)] = row.integer(1) }
    return try database.query(
      """
      SELECT fruit.id, name, en, ko, fruit.count,
      (SELECT coalesce(sum(change), 0) FROM stock_entry WHERE fruit = fruit.id)
      FROM fruit ORDER BY fruit.id
      """
    ) { row in
      let (stock, received) = (row.integer(4), row.integer(5))
      let used = sold[row.integer(0)] ?? 0
      return Answers.AuditLine(
        fruit: row.text(1), name: LocalizedText(en: row.text(2), ko: row.optionalText(3)),
        received: received, sold: used, stock: stock, difference: received - used - stock)
    }
  }

  /// Both books are numbered without gaps, so a row that is gone is seen where the sums still agree.
  private func gaps() throws -> [AuditProblem] {
    var problems: [AuditProblem] = []
    for (table, book) in [("stock_entry", AuditProblem.Book.ledger), ("orders", .orders)] {
      let counted = try database.first("SELECT count(*), coalesce(max(id), 0) FROM \(table)") {
        ($0.integer(0), $0.integer(1))
      }
      guard let (rows, last) = counted, rows != last else { continue }
      problems.append(AuditProblem(book, missing: last - rows, of: last))
    }
    return problems
  }

  /// Entries of fruits and recipes that nobody knows, and reversals of orders that are not there.
  private func strangers() throws -> [AuditProblem] {
    let found = try [
      (
        AuditProblem.Book.ledger,
        "SELECT count(*) FROM stock_entry WHERE fruit NOT IN (SELECT id FROM fruit)"
      ),
      (
        .orders,
        """
        SELECT count(*) FROM orders WHERE cups < 1
        OR recipe NOT IN (SELECT recipe FROM ingredient)
        OR recipe NOT IN (SELECT id FROM recipe WHERE coalesce(price, 0) >= 0)
        """
      ),
      (
        .orders,
        "SELECT count(*) FROM reversal WHERE orders NOT IN (SELECT id FROM orders)"
      ),
    ].map { book, sql in (book, try database.first(sql) { $0.integer(0) } ?? 0) }
    return found.compactMap { book, count in
      count > 0 ? AuditProblem(book, unreadable: count) : nil
    }
  }

  /// Each dated delivery has its lot, and lots have no more than there is in stock.
  private func dates() throws -> [AuditProblem] {
    let differing = try database.first(
      """
      SELECT (
        SELECT count(*) FROM lot LEFT JOIN stock_entry AS entry ON entry.id = lot.entry
        WHERE entry.fruit IS NOT lot.fruit OR entry.change IS NOT lot.count
        OR entry.best_before IS NOT lot.best_before OR lot.left NOT BETWEEN 0 AND lot.count
      ) + (
        SELECT count(*) FROM stock_entry
        WHERE best_before IS NOT NULL AND id NOT IN (SELECT entry FROM lot)
      ) + (
        SELECT count(*) FROM fruit
        WHERE count < (SELECT coalesce(sum(left), 0) FROM lot WHERE lot.fruit = fruit.id)
      )
      """
    ) { $0.integer(0) }
    return (differing ?? 0) > 0 ? [AuditProblem(dates: differing ?? 0)] : []
  }

  /// The totals that reports are read from, added up again.
  private func totals() throws -> [AuditProblem] {
    let size = SalesBucket.microseconds
    let differing = try database.first(
      """
      SELECT count(*) FROM (
        SELECT bucket, recipe FROM (
          SELECT at / \(size) AS bucket, recipe, 1 AS orders, cups, 0 AS undone, 0 AS undone_cups
            FROM orders
          UNION ALL
          SELECT reversal.at / \(size), recipe, 0, 0, 1, cups
            FROM reversal JOIN orders ON orders.id = reversal.orders
          UNION ALL
          SELECT bucket, recipe, -orders, -cups, -undone_orders, -undone_cups FROM sales
        ) GROUP BY bucket, recipe
        HAVING sum(orders) <> 0 OR sum(cups) <> 0 OR sum(undone) <> 0 OR sum(undone_cups) <> 0
      )
      """
    ) { $0.integer(0) }
    return (differing ?? 0) > 0 ? [AuditProblem(sales: differing ?? 0)] : []
  }
}
