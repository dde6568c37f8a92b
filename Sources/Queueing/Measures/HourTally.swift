/// Counts what becomes of those who come in each hour, over days that are played again and again.
///
/// Days are put together in batches: of the few customers of one hour of one day there is no ninth
/// decile, of those of ten days there is.
struct HourTally: Sendable {
  private struct Counts: Sendable {
    var waits = WaitCounts()
    var sum = 0.0
    var within = 0
    var left = 0
    var turnedAway = 0
    /// Customer-microseconds in line during the hour, whenever they came.
    var inLine = 0.0
  }

  /// A value a batch.
  struct Series: Sendable {
    var came: [Double] = []
    var meanWait: [Double] = []
    var p90: [Double] = []
    var within: [Double] = []
    var left: [Double] = []
    var turnedAway: [Double] = []
    var meanLine: [Double] = []
  }

  static let batches = 20

  let hours: Int
  private let daysOfBatch: Int
  private var days = 0
  /// Those of the first hour by service, those of the second, and so on.
  private var counts: [Counts]
  private(set) var series: [Series]
  private let services: Int

  init(services: Int, closes: Int64, days: Int) {
    self.services = services
    hours = Int(max(0, closes - 1) / Arrivals.hour) + 1
    daysOfBatch = max(1, days / Self.batches)
    counts = (0..<hours * services).map { _ in Counts() }
    series = Array(repeating: Series(), count: counts.count)
  }

  private func place(_ service: Int, _ arrived: Int64) -> Int {
    min(hours - 1, Int(arrived / Arrivals.hour)) * services + service
  }

  mutating func called(_ service: Int, arrived: Int64, at now: Int64, isWithin: Bool) {
    let place = place(service, arrived)
    counts[place].waits.add(now - arrived)
    counts[place].sum += Double(now - arrived)
    if isWithin { counts[place].within += 1 }
    spread(service, arrived..<now)
  }

  mutating func left(_ service: Int, arrived: Int64, at now: Int64) {
    counts[place(service, arrived)].left += 1
    spread(service, arrived..<now)
  }

  mutating func turnedAway(_ service: Int, at now: Int64) {
    counts[place(service, now)].turnedAway += 1
  }

  /// A wait belongs to each hour in which it went on; who waits after the last is in no hour.
  private mutating func spread(_ service: Int, _ wait: Range<Int64>) {
    var from = wait.lowerBound
    while from < wait.upperBound {
      let hour = from / Arrivals.hour
      guard hour < hours else { return }
      let end = min(wait.upperBound, (hour + 1) * Arrivals.hour)
      counts[Int(hour) * services + service].inLine += Double(end - from)
      from = end
    }
  }

  mutating func endDay() {
    days += 1
    guard days == daysOfBatch else { return }
    for place in counts.indices {
      note(place)
      counts[place].waits.removeAll()
      (counts[place].sum, counts[place].inLine) = (0, 0)
      (counts[place].within, counts[place].left, counts[place].turnedAway) = (0, 0, 0)
    }
    days = 0
  }

  private mutating func note(_ place: Int) {
    let batch = counts[place]
    let served = batch.waits.total
    let came = Double(served + batch.left + batch.turnedAway)
    series[place].came.append(came / Double(days))
    series[place].meanLine.append(batch.inLine / Double(Arrivals.hour) / Double(days))
    guard came > 0 else { return }
    series[place].within.append(Double(batch.within) / came)
    series[place].left.append(Double(batch.left) / came)
    series[place].turnedAway.append(Double(batch.turnedAway) / came)
    guard served > 0 else { return }
    series[place].meanWait.append(batch.sum / Double(served))
    series[place].p90.append(batch.waits.quantile(0.9))
  }
}

extension SimulationFigures {
  /// Of those who came for one service in one hour.
  package struct Hour: Hashable, Sendable {
    /// From the beginning of the day, counted from 0.
    package var hour: Int
    package var service: Int
    /// Customers a day.
    package var came: Figure?
    package var meanWait: Figure?
    package var p90: Figure?
    package var within: Figure?
    package var left: Figure?
    package var turnedAway: Figure?
    /// Customers in line at a moment of the hour, whenever they came.
    package var meanLine: Figure?
  }

  static func hours(_ tally: HourTally, services: Int) -> [Hour] {
    tally.series.enumerated().map { place, series in
      Hour(
        hour: place / services, service: place % services, came: Figure(series.came),
        meanWait: Figure(series.meanWait.map { $0 / 1e6 }),
        p90: Figure(series.p90.map { $0 / 1e6 }),
        within: Figure(series.within), left: Figure(series.left),
        turnedAway: Figure(series.turnedAway), meanLine: Figure(series.meanLine))
    }
  }
}
