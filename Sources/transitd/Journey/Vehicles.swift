/// The vehicles of a pattern on one service day, the soonest first.
///
/// They are trips of the timetable, or runs of one that is repeated; backwards the last is the
/// soonest. It reads through pointers, which hold as long as the search that made it.
struct Vehicles {
  /// One of them: its place in the order, the place of its times, and what they count from.
  struct Vehicle {
    var rank: Int
    var events: Int
    var start: Int32
  }

  static let none = Vehicle(rank: -1, events: 0, start: 0)

  /// Arrivals and departures, as ``JourneyNetwork/times``.
  let times: UnsafeBufferPointer<Int32>
  /// The trips of the day.
  let trips: UnsafeBufferPointer<ServiceDayTable.Trip>
  /// For a repeated trip its pattern's; 0 for others.
  let headway: Int32
  let runStart: Int32
  let firstEvent: Int
  let offset: Int32
  let count: Int
  let isForward: Bool

  private func vehicle(_ rank: Int) -> Vehicle {
    let index = index(rank)
    if headway > 0 {
      return Vehicle(
        rank: rank, events: firstEvent, start: offset + runStart + Int32(index) * headway)
    }
    return Vehicle(rank: rank, events: Int(trips[index].event), start: offset)
  }

  /// The place among the trips or runs of the day.
  func index(_ rank: Int) -> Int { isForward ? rank : count - 1 - rank }

  /// When somebody can get in at a place.
  func entry(_ vehicle: Vehicle, _ position: Int) -> Int32 {
    isForward
      ? vehicle.start + times[(vehicle.events + position) * 2 + 1]
      : -(vehicle.start + times[(vehicle.events + position) * 2])
  }

  /// When somebody can get out.
  func exit(_ vehicle: Vehicle, _ position: Int) -> Int32 {
    isForward
      ? vehicle.start + times[(vehicle.events + position) * 2]
      : -(vehicle.start + times[(vehicle.events + position) * 2 + 1])
  }

  /// The soonest that can be taken at a place from a time on; none where it is not before another.
  func first(from ready: Int32, at position: Int, before rank: Int) -> Vehicle {
    let end = rank < 0 ? count : rank
    guard end > 0 else { return Self.none }
    // Who is in a vehicle catches one shortly before it, if any.
    let guess = rank < 0 ? guess(ready, position) : rank - 1
    var (low, high) = (0, end)
    var step = 1
    if entry(vehicle(guess), position) < ready {
      low = guess + 1
      while low - 1 + step < end {
        if entry(vehicle(low - 1 + step), position) >= ready {
          high = low - 1 + step
          break
        }
        low += step
        step *= 2
      }
    } else {
      high = guess
      while high - step >= 0 {
        if entry(vehicle(high - step), position) < ready {
          low = high - step + 1
          break
        }
        high -= step
        step *= 2
      }
    }
    while low < high {
      let middle = (low + high) / 2
      if entry(vehicle(middle), position) < ready { low = middle + 1 } else { high = middle }
    }
    return low < end ? vehicle(low) : Self.none
  }

  /// Where to look first, if all were as fast as the first one of the pattern.
  ///
  /// The times at one stop lie far apart in memory, those at which trips begin side by side.
  private func guess(_ ready: Int32, _ position: Int) -> Int {
    if headway > 0 { return count / 2 }
    let early = times[(firstEvent + position) * 2 + 1] - times[firstEvent * 2 + 1]
    let begin = (isForward ? ready : -ready) - offset - early
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let leaves = trips[index(middle)].leaves
      if isForward ? leaves < begin : leaves > begin { low = middle + 1 } else { high = middle }
    }
    return min(low, count - 1)
  }
}
