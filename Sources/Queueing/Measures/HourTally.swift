/// Counts what becomes of those who come in each hour, over days that are played again and again.
struct HourTally: Sendable {
  let hours: Int
  private let services: Int
  private let closes: Int64
  /// Days of the batch that goes on, and of all that have ended.
  private var days = 0
  private(set) var daysOfBatches: [Double] = []
  /// Those of the first hour by service, those of the second, and so on.
  private(set) var tallies: [ServiceTally]

  init(services: Int, closes: Int64, isEven: Bool) {
    self.services = services
    self.closes = closes
    hours = Int(max(0, closes - 1) / Arrivals.hour) + 1
    tallies = (0..<hours * services).map { _ in ServiceTally(areNeighbours: false, isEven: isEven) }
  }

  private func place(_ service: Int, _ arrived: Int64) -> Int {
    min(hours - 1, Int(arrived / Arrivals.hour)) * services + service
  }

  mutating func called(_ service: Int, arrived: Int64, at now: Int64, isWithin: Bool) {
    tallies[place(service, arrived)].called(now - arrived, isWithin: isWithin)
    spread(service, arrived..<now)
  }

  mutating func left(_ service: Int, arrived: Int64, at now: Int64) {
    tallies[place(service, arrived)].left()
    spread(service, arrived..<now)
  }

  mutating func turnedAway(_ service: Int, at now: Int64) {
    tallies[place(service, now)].turnedAway()
  }

  /// A wait belongs to each hour in which it went on; who waits after the last is in no hour.
  private mutating func spread(_ service: Int, _ wait: Range<Int64>) {
    var from = wait.lowerBound
    let until = min(wait.upperBound, closes)
    while from < until {
      let hour = from / Arrivals.hour
      let end = min(until, (hour + 1) * Arrivals.hour)
      tallies[Int(hour) * services + service].inLine(end - from)
      from = end
    }
  }

  mutating func endDay(endsBatch: Bool) {
    days += 1
    for place in tallies.indices {
      let start = Int64(place / services) * Arrivals.hour
      tallies[place].lasted(Double(min(Arrivals.hour, closes - start)))
      if endsBatch { tallies[place].endBatch() }
    }
    guard endsBatch else { return }
    daysOfBatches.append(Double(days))
    days = 0
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

  static func hours(_ tally: HourTally) -> [Hour] {
    let services = tally.tallies.count / tally.hours
    return tally.tallies.enumerated().map { place, counted in
      Hour(
        hour: place / services, service: place % services,
        came: counted.came(in: tally.daysOfBatches), meanWait: counted.meanWait,
        p90: counted.quantiles([0.9])[0], within: counted.share(\.within),
        left: counted.share(\.left), turnedAway: counted.share(\.turnedAway),
        meanLine: counted.meanLine)
    }
  }
}
