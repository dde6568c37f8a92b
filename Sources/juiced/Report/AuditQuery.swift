internal import Storage
internal import Values

/// Counts everything again from the ledger's single entries, beside the loop.
struct AuditQuery {
  let database: Database

  func audit() throws -> Answers.Audit {
    var sold: [Int64: Int64] = [:]
    try database.forEachRow(
      """
      SELECT fruit, sum(total.cups * count) FROM (
        SELECT recipe, sum(cups) AS cups FROM orders
        WHERE id NOT IN (SELECT orders FROM reversal) GROUP BY recipe
      ) AS total JOIN ingredient USING (recipe) GROUP BY fruit
      """
    ) { row in sold[row.integer(0)] = row.integer(1) }
    let items = try database.query(
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
    let orders = try database.first("SELECT count(*) FROM orders") { $0.integer(0) } ?? 0
    let isBalanced = items.allSatisfy { $0.difference == 0 }
    return Answers.Audit(
      verdict: isBalanced ? .balanced : .unbalanced, orders: orders, items: items)
  }
}
