internal import CivilTime
internal import Values

/// The arithmetic of a forecast: days to come are like the days that were.
///
/// What is used in k days has the mean k·m and the standard deviation s·√k, where m and s are the mean and
/// the sample standard deviation of the days observed; 1.2816 deviations to either side leave out one day
/// in ten (the 90 % quantile of the normal distribution). Within a day use follows the hours of the
/// clock as it did, so that a bar that is closed at night uses nothing then.
struct ForecastRule: Hashable, Sendable {
  /// With fewer whole days, or fewer cups of a fruit in them, nothing is said of the time to come.
  static let minimumDays = 3
  static let minimumCups: Int64 = 20
  /// Further ahead than so many days nothing is said either.
  static let horizonDays = 60
  private static let deviations = 1.2816

  /// What was used of one fruit.
  struct Use: Hashable, Sendable {
    /// Pieces of each whole day.
    var days: [Double]
    /// Pieces of all of them, by the hour of the clock.
    var hours = [Double](repeating: 0, count: 24)
    /// Cups that the fruit went into.
    var cups: Int64 = 0

    /// Pieces of a day: their mean, and their sample standard deviation.
    fileprivate var mean: Double { days.isEmpty ? 0 : days.reduce(0, +) / Double(days.count) }

    fileprivate var deviation: Double {
      guard days.count > 1 else { return 0 }
      let mean = mean
      let squares = days.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return (squares / Double(days.count - 1)).squareRoot()
    }
  }

  /// A stretch of the time to come: its part of a whole hour of the clock.
  private struct Hour: Hashable {
    let range: Range<Timestamp>
    let ofDay: Int
    let part: Double
  }

  /// Days that a purchase should last.
  private let cover: Double
  private let now: Timestamp
  private let hours: [Hour]

  /// - Parameters:
  ///   - cover: Seconds that a purchase should last.
  ///   - now: From when on.
  ///   - zone: On whose clocks the hours are.
  init(cover: Double, now: Timestamp, zone: TimeZoneRules) {
    self.cover = cover / 86_400
    self.now = now
    var hours: [Hour] = []
    var moment = now
    for _ in 0..<Self.horizonDays * 24 {
      let end = zone.hourRange(containing: moment).upperBound
      hours.append(
        Hour(
          range: moment..<end, ofDay: Int(zone.local(at: moment).time.secondOfDay) / 3600,
          part: end.seconds(since: moment) / 3600))
      moment = end
    }
    self.hours = hours
  }

  func row(_ fruit: Fruit, _ use: Use) -> Forecast.Row {
    let isKnown = use.days.count >= Self.minimumDays && use.cups >= Self.minimumCups
    let (mean, deviation) = isKnown ? (use.mean, use.deviation) : (0, 0)
    // A fruit that is low is filled up to there, whatever is known of its use.
    func purchase(_ need: Double) -> Int64 {
      let pieces = need.rounded(.up) + Double(fruit.low) - Double(fruit.count)
      return Int64(min(max(0, pieces), Double(BarLimits.stock)))
    }
    let spread = Self.deviations * deviation * cover.squareRoot()
    var row = Forecast.Row(
      fruit: fruit.name, name: fruit.title, count: fruit.count, low: fruit.low,
      isLow: fruit.isLow, isKnown: isKnown, basis: basis(use),
      reorderFrom: purchase(mean * cover), reorderTo: purchase(mean * cover + spread))
    if let pack = fruit.pack ?? fruit.packPrice.map({ _ in 1 }), row.reorderTo > 0 {
      let packs = (row.reorderTo + pack - 1) / pack
      (row.pack, row.packs, row.cost) = (pack, packs, fruit.packPrice.map { $0 * packs })
    }
    guard isKnown else { return row }
    row.perDay = mean
    (row.runsOutEarliest, row.runsOutLatest) = runsOut(fruit.count, use, mean, deviation)
    return row
  }

  private func basis(_ use: Use) -> LocalizedText {
    let (days, cups) = (use.days.count, use.cups)
    guard days < Self.minimumDays || cups < Self.minimumCups else {
      return LocalizedText(en: "days: \(days), cups: \(cups)", ko: "\(days)일, \(cups)잔")
    }
    return LocalizedText(
      en: "too little yet: \(days) of \(Self.minimumDays) whole days, "
        + "\(cups) of \(Self.minimumCups) cups",
      ko: "아직 부족: 하루 전체 \(days)/\(Self.minimumDays)일, \(cups)/\(Self.minimumCups)잔")
  }

  /// When so many pieces are used up, at the earliest and at the latest; nil is beyond the horizon.
  private func runsOut(
    _ count: Int64, _ use: Use, _ mean: Double, _ deviation: Double
  ) -> (Timestamp?, Timestamp?) {
    guard count > 0 else { return (now, now) }
    let total = use.hours.reduce(0, +)
    guard mean > 0, total > 0 else { return (nil, nil) }
    var earliest: Timestamp?
    var days = 0.0
    for hour in hours {
      days += hour.part * use.hours[hour.ofDay] / total
      let spread = Self.deviations * deviation * days.squareRoot()
      if earliest == nil, days * mean + spread >= Double(count) {
        earliest = hour.range.lowerBound
      }
      if days * mean - spread >= Double(count) { return (earliest, hour.range.upperBound) }
    }
    return (earliest, nil)
  }

  /// What runs out first stands first; what does not run out keeps its order at the end.
  func rows(_ fruits: [(fruit: Fruit, use: Use)]) -> [Forecast.Row] {
    fruits.map { row($0.fruit, $0.use) }.enumerated().sorted { one, other in
      let far = Int64.max
      let times = (
        one.element.runsOutEarliest?.microseconds ?? far,
        other.element.runsOutEarliest?.microseconds ?? far
      )
      return (times.0, one.offset) < (times.1, other.offset)
    }.map(\.element)
  }
}
