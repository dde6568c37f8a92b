/// The vehicles of a pattern on one service day, the soonest first.
///
/// They are trips of the timetable, or runs of one that is repeated; backwards the last is the
/// soonest.
struct Vehicles {
  /// One of them: its place in the order, the place of its times, and what they count from.
  struct Vehicle {
    var rank: Int
    var events: Int
    var start: Int32
  }

  let network: JourneyNetwork
  let pattern: JourneyNetwork.Pattern
  let table: ServiceDayTable
  let trips: Range<Int>
  let offset: Int32
  let isForward: Bool

  var none: Vehicle { Vehicle(rank: -1, events: 0, start: 0) }

  private var count: Int { pattern.headway > 0 ? Int(pattern.runCount) : trips.count }

  private func vehicle(_ rank: Int) -> Vehicle {
    let index = isForward ? rank : count - 1 - rank
    if pattern.headway > 0 {
      let start = pattern.runStart + Int32(index) * pattern.headway
      return Vehicle(rank: rank, events: pattern.firstEvent, start: offset + start)
    }
    let trip = Int(table.trips[trips.lowerBound + index] - pattern.firstTrip)
    return Vehicle(
      rank: rank, events: pattern.firstEvent + trip * Int(pattern.stopCount), start: offset)
  }

  /// The trip, or for repeated ones the number of the run.
  func number(_ vehicle: Vehicle) -> Int32 {
    let index = isForward ? vehicle.rank : count - 1 - vehicle.rank
    return pattern.headway > 0 ? Int32(index) : table.trips[trips.lowerBound + index]
  }

  /// When somebody can get in at a place.
  func entry(_ vehicle: Vehicle, _ position: Int) -> Int32 {
    isForward
      ? vehicle.start + network.departures[vehicle.events + position]
      : -(vehicle.start + network.arrivals[vehicle.events + position])
  }

  /// When somebody can get out.
  func exit(_ vehicle: Vehicle, _ position: Int) -> Int32 {
    isForward
      ? vehicle.start + network.arrivals[vehicle.events + position]
      : -(vehicle.start + network.departures[vehicle.events + position])
  }

  /// The soonest that can be taken at a place from a time on; none where it is not before another.
  func first(from ready: Int32, at position: Int, before rank: Int) -> Vehicle {
    let end = rank < 0 ? count : rank
    var low = 0
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if entry(vehicle(middle), position) < ready { low = middle + 1 } else { high = middle }
    }
    return low < end ? vehicle(low) : none
  }
}
