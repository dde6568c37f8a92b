internal import Values

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
