internal import CivilTime
internal import IPCProtocol
internal import Storage
internal import Values

/// Reads what was used in whole days from the kept totals, beside the loop.
struct ForecastQuery {
  /// What a cover may be, in seconds: five minutes to a year.
  static let bounds = 300.0...31_536_000.0
  /// What a window may be, in seconds: as many days as are needed, to a year.
  static let windowBounds = Double(ForecastRule.minimumDays) * 86_400...31_536_000.0

  let database: Database
  let now: Timestamp
  /// On whose clocks days and hours are.
  var zone = TimeZoneDatabase().local()

  /// The seconds that somebody wants, who gave them as `option`.
  ///
  /// - Throws: ``BarReason/invalidDuration`` for what is not within the bounds.
  static func checked(
    _ seconds: Double, of option: String, within bounds: ClosedRange<Double> = bounds
  ) throws(BarError) -> Double {
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

  /// Of today nothing is used: it is no whole day yet.
  func forecast(window: Double, cover: Double) throws -> Forecast {
    let days = try wholeDays(of: window)
    let used = try use(in: days)
    let fruits = try database.query(
      "SELECT id, name, en, ko, count, low, pack, pack_price FROM fruit WHERE is_retired = 0 ORDER BY id"
    ) { row in
      Fruit(
        id: Int(row.integer(0)), name: row.text(1),
        title: LocalizedText(en: row.text(2), ko: row.optionalText(3)), count: row.integer(4),
        low: row.integer(5), pack: row.optionalInteger(6), packPrice: row.optionalInteger(7))
    }
    let rule = ForecastRule(cover: cover, now: now, zone: zone)
    let none = ForecastRule.Use(days: [Double](repeating: 0, count: days.count))
    return Forecast(
      windowSeconds: Double(days.count) * 86_400, coverSeconds: cover,
      currency: try BarStore(database: database).currency(),
      items: rule.rows(fruits.map { ($0, used[$0.id] ?? none) }))
  }

  /// The days of the window up to yesterday, oldest first, from the one on in which the first cup was
  /// sold: a bar that is younger than the window was not idle before it was there.
  private func wholeDays(of window: Double) throws -> [Range<Timestamp>] {
    let first = try database.first("SELECT min(bucket) FROM sales") { $0.optionalInteger(0) } ?? nil
    guard let first else { return [] }
    let opened = Timestamp(microseconds: first * SalesBucket.microseconds)
    let today = zone.dayRange(containing: now).lowerBound
    var day = zone.dayRange(containing: max(opened, today.adding(seconds: -window)))
    var days: [Range<Timestamp>] = []
    while day.upperBound <= today {
      days.append(day)
      day = zone.dayRange(containing: day.upperBound)
    }
    return days
  }

  private func use(in days: [Range<Timestamp>]) throws -> [Int: ForecastRule.Use] {
    guard let first = days.first, let last = days.last else { return [:] }
    var used: [Int: ForecastRule.Use] = [:]
    var place = 0
    try database.forEachRow(
      """
      SELECT bucket, ingredient.fruit, sum((cups - undone_cups) * ingredient.count),
      sum(cups - undone_cups) FROM sales JOIN ingredient ON ingredient.recipe = sales.recipe
      WHERE bucket >= ? AND bucket < ? GROUP BY 1, 2 ORDER BY 1
      """,
      bindings: [
        .integer(SalesBucket.containing(first.lowerBound.microseconds)),
        .integer(SalesBucket.containing(last.upperBound.microseconds)),
      ]
    ) { row in
      let moment = Timestamp(microseconds: row.integer(0) * SalesBucket.microseconds)
      while place < days.count - 1, moment >= days[place].upperBound { place += 1 }
      let hour = Int(zone.local(at: moment).time.secondOfDay) / 3600
      var use =
        used[Int(row.integer(1))]
        ?? ForecastRule.Use(days: [Double](repeating: 0, count: days.count))
      use.days[place] += Double(row.integer(2))
      use.hours[hour] += Double(row.integer(2))
      use.cups += row.integer(3)
      used[Int(row.integer(1))] = use
    }
    // What came back by undone orders of earlier times may be more than was used.
    return used.mapValues { use in
      var use = use
      use.days = use.days.map { max(0, $0) }
      use.hours = use.hours.map { max(0, $0) }
      return use
    }
  }
}
