internal import IPCProtocol

/// When each fruit runs out if people go on ordering as they do, and what to buy.
struct Forecast: Shape {
  struct Row: Shape, Hashable {
    let fruit: String
    let name: LocalizedText
    let count: Int64
    let low: Int64
    let isLow: Bool
    /// Pieces that went into sales in the window, less those that came back.
    let used: Int64
    let perHour: Double
    /// Absent where nothing is used.
    let runsOutInSeconds: Double?
    let runsOutAt: Timestamp?
    /// Pieces to buy, so that the stock lasts for the cover and does not come down to low.
    let reorder: Int64

    static let shape = ShapeOf<Row>([
      Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0)),
      Member("low", \.low, .from(0)), Member("isLow", \.isLow), Member("used", \.used),
      Member("perHour", \.perHour, .from(0)),
      Member("runsOutInSeconds", \.runsOutInSeconds, .seconds),
      Member("runsOutAt", \.runsOutAt), Member("reorder", \.reorder, .from(0)),
    ])
  }

  /// How much of the past the rate is from; less than was asked for in a bar that is younger.
  let windowSeconds: Double
  /// For how long a purchase should last.
  let coverSeconds: Double
  let items: [Row]

  static let shape = ShapeOf<Forecast>([
    Member("windowSeconds", \.windowSeconds, .seconds),
    Member("coverSeconds", \.coverSeconds, .seconds), Member("items", \.items),
  ])
}

/// The arithmetic of a forecast: use in the past is use in the future.
struct ForecastRule: Hashable, Sendable {
  /// Seconds that the use was observed for; above 0.
  let observed: Double
  /// Seconds that a purchase should last.
  let cover: Double
  let now: Timestamp

  /// More than this far ahead is no forecast: a hundred years, in seconds.
  private static let horizon = 3_155_760_000.0

  func row(_ fruit: Fruit, used: Int64) -> Forecast.Row {
    // What came back by undone orders of earlier times may be more than was used.
    let rate = Double(max(0, used)) / observed
    var runsOut: Double?
    if rate > 0, Double(fruit.count) / rate <= Self.horizon {
      runsOut = Double(fruit.count) / rate
    }
    let wanted = (rate * cover).rounded(.up) + Double(fruit.low)
    let reorder = min(max(0, wanted - Double(fruit.count)), Double(BarLimits.stock))
    return Forecast.Row(
      fruit: fruit.name, name: fruit.title, count: fruit.count, low: fruit.low,
      isLow: fruit.isLow, used: used, perHour: rate * 3600, runsOutInSeconds: runsOut,
      runsOutAt: runsOut.map { now.adding(seconds: $0) }, reorder: Int64(reorder))
  }

  /// What runs out first stands first; what does not run out keeps its order at the end.
  func rows(_ fruits: [(fruit: Fruit, used: Int64)]) -> [Forecast.Row] {
    fruits.map { row($0.fruit, used: $0.used) }.enumerated().sorted { one, other in
      let times = (
        one.element.runsOutInSeconds ?? .infinity, other.element.runsOutInSeconds ?? .infinity
      )
      return (times.0, one.offset) < (times.1, other.offset)
    }.map(\.element)
  }
}
