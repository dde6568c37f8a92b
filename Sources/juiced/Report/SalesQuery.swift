internal import IPCProtocol
internal import Storage
internal import Values

/// Reads sales from the kept totals, beside the loop.
struct SalesQuery {
  /// The most lines of a report; a year by the hour of seven juices has 61,320.
  static let maximumRows = 100_000

  let database: Database
  let period: SalesPeriod

  private struct Juice {
    let name: String
    let title: LocalizedText
  }

  func sales() throws -> Sales {
    let juices = try database.query("SELECT name, en, ko FROM juice ORDER BY id") { row in
      Juice(
        name: row.text(0), title: LocalizedText(en: row.text(1), ko: row.optionalText(2)))
    }
    var rows: [Sales.Row] = []
    var whole = SalesTally()
    var tallies: [Int: SalesTally] = [:]
    var current: Range<Timestamp>?
    func close() throws(BarError) {
      let label = current.map { period.label($0) }
      for (juice, tally) in tallies.sorted(by: { $0.key < $1.key })
      where juices.indices.contains(juice) {
        rows.append(Self.row(label, current?.lowerBound, juices[juice], tally))
        whole += tally
      }
      tallies.removeAll(keepingCapacity: true)
      guard rows.count <= Self.maximumRows else {
        throw BarError(.periodTooLong, ["maximum": .integer(Self.maximumRows)])
      }
    }
    try forEachTotal { moment, juice, tally in
      if let range = current, moment >= range.upperBound { try close() }
      if current.map({ moment >= $0.upperBound }) ?? true {
        current = period.range(containing: moment)
      }
      tallies[juice, default: SalesTally()] += tally
    }
    try close()
    let currency = try BarStore(database: database).currency()
    return Sales(
      by: period.step, orders: whole.orders, cups: whole.cups, undone: whole.undone,
      sold: whole.cups - whole.undone, revenue: whole.revenue, currency: currency.code,
      revenueText: currency.revenueText(whole.hasPrices ? whole.revenue : nil), rows: rows)
  }

  private static func row(
    _ label: String?, _ from: Timestamp?, _ juice: Juice, _ tally: SalesTally
  ) -> Sales.Row {
    Sales.Row(
      period: label,
      periodName: label.map { LocalizedText(en: $0) } ?? LocalizedText(en: "all", ko: "전체"),
      from: from, juice: juice.name, name: juice.title, orders: tally.orders,
      cups: tally.cups, undone: tally.undone, sold: tally.cups - tally.undone,
      revenue: tally.revenue)
  }

  /// Every kept total of the period, oldest first; in a total the pieces are as long as it is.
  private func forEachTotal(
    _ body: (Timestamp, Int, SalesTally) throws -> Void
  ) throws {
    let bucket = period.step == .total ? "0" : "bucket"
    try database.forEachRow(
      """
      SELECT \(bucket), recipe.juice, sum(orders), sum(cups), sum(undone_cups),
      recipe.price FROM sales
      JOIN recipe ON recipe.id = sales.recipe WHERE bucket >= ? AND bucket < ?
      GROUP BY 1, recipe.id ORDER BY 1
      """,
      bindings: [
        .integer(period.from.map { SalesBucket.containing($0.microseconds) } ?? 0),
        .integer(period.until.map { SalesBucket.containing($0.microseconds) } ?? Int64.max),
      ]
    ) { row in
      let price = row.optionalInteger(5)
      let sold = row.integer(3) - row.integer(4)
      try body(
        Timestamp(microseconds: row.integer(0) * SalesBucket.microseconds), Int(row.integer(1)),
        SalesTally(
          orders: row.integer(2), cups: row.integer(3), undone: row.integer(4),
          revenue: sold.saturated(times: price ?? 0), hasPrices: price != nil))
    }
  }
}

/// Orders, cups and revenue of one juice in one period.
struct SalesTally: Hashable, Sendable {
  var orders: Int64 = 0
  var cups: Int64 = 0
  var undone: Int64 = 0
  var revenue: Int64 = 0
  var hasPrices = false

  static func += (tally: inout SalesTally, other: SalesTally) {
    tally.orders += other.orders
    tally.cups += other.cups
    tally.undone += other.undone
    tally.revenue = tally.revenue.saturated(adding: other.revenue)
    tally.hasPrices = tally.hasPrices || other.hasPrices
  }
}
