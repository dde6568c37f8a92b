internal import IPCProtocol
internal import Storage
internal import Values

/// Reads what was used lately from the kept totals, beside the loop.
struct ForecastQuery {
  /// What a window or a cover may be, in seconds: five minutes to a year.
  static let bounds = 300.0...31_536_000.0

  let database: Database
  let now: Timestamp

  /// The seconds that somebody wants, who gave them as `option`.
  ///
  /// - Throws: ``BarReason/invalidDuration`` for what is not within ``bounds``.
  static func checked(_ seconds: Double, of option: String) throws(BarError) -> Double {
    guard bounds.contains(seconds) else {
      throw BarError(
        .invalidDuration,
        [
          "what": .string(option), "seconds": .double(seconds),
          "minimum": .double(bounds.lowerBound), "maximum": .double(bounds.upperBound),
        ])
    }
    return seconds
  }

  func forecast(window: Double, cover: Double) throws -> Forecast {
    let start = SalesBucket.containing(now.adding(seconds: -window).microseconds)
    let first = try database.first("SELECT min(bucket) FROM sales") { $0.optionalInteger(0) } ?? nil
    // A bar that is younger than the window was not idle before it was there.
    let from = max(start, min(first ?? start, SalesBucket.containing(now.microseconds)))
    let began = Timestamp(microseconds: from * SalesBucket.microseconds)
    // In its first minute a rate would be anything.
    let observed = max(60, now.seconds(since: began))
    let used = try use(since: from)
    let fruits = try database.query(
      "SELECT id, name, en, ko, count, low FROM fruit WHERE is_retired = 0 ORDER BY id"
    ) { row in
      Fruit(
        id: Int(row.integer(0)), name: row.text(1),
        title: LocalizedText(en: row.text(2), ko: row.optionalText(3)), count: row.integer(4),
        low: row.integer(5))
    }
    let rule = ForecastRule(observed: observed, cover: cover, now: now)
    return Forecast(
      windowSeconds: observed, coverSeconds: cover,
      items: rule.rows(fruits.map { ($0, used[$0.id] ?? 0) }))
  }

  private func use(since bucket: Int64) throws -> [Int: Int64] {
    var used: [Int: Int64] = [:]
    try database.forEachRow(
      """
      SELECT ingredient.fruit, sum((cups - undone_cups) * ingredient.count) FROM sales
      JOIN ingredient ON ingredient.recipe = sales.recipe WHERE bucket >= ? GROUP BY 1
      """, bindings: [.integer(bucket)]
    ) { row in used[Int(row.integer(0))] = row.integer(1) }
    return used
  }
}
