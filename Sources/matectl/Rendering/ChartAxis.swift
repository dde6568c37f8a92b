internal import IPCProtocol

/// Round figures up an axis, from 0 or below up to what holds the largest.
struct ChartAxis: Equatable {
  let low: Double
  let high: Double
  let step: Double

  /// - Parameters:
  ///   - values: What has to find room.
  ///   - isTime: Whether they are seconds, which are round in minutes and hours.
  ///   - isWhole: Whether there is nothing between two whole numbers.
  ///   - ticks: About how many figures stand at the axis.
  init(_ values: [Double], isTime: Bool, isWhole: Bool, ticks: Int) {
    let largest = max(0, values.max() ?? 0)
    let least = min(0, values.min() ?? 0)
    let range = largest - least
    guard range > 0, range.isFinite else {
      (low, high, step) = (0, 1, 1)
      return
    }
    step = Self.round(range / Double(max(1, ticks)), isTime, isWhole)
    low = (least / step).rounded(.down) * step
    high = (largest / step).rounded(.up) * step
  }

  private static let seconds: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  ]

  /// The least round figure that is not below one.
  private static func round(_ value: Double, _ isTime: Bool, _ isWhole: Bool) -> Double {
    if isTime, value > 0.5, let step = seconds.first(where: { $0 >= value }) { return step }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= value } ?? power
    return isWhole ? max(1, step.rounded(.up)) : step
  }

  /// From the lowest to the highest.
  var ticks: [Double] {
    (0...Int(((high - low) / step).rounded())).map { low + Double($0) * step }
  }

  /// Where a value stands, from 0 to 1.
  func share(_ value: Double) -> Double { (value - low) / (high - low) }
}
