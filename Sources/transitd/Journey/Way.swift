/// A way from one place to another: on foot, or with vehicles and walks between them.
struct Way: Equatable {
  /// Seconds since 1970, all of them.
  var leaves: Int
  var arrives: Int
  var rides: [Ride]
  /// On foot to the first stop, and from the last one; the whole where there are no vehicles.
  let firstWalk: Int
  let lastWalk: Int

  struct Ride: Equatable {
    let pattern: Int
    /// The trip of the net; that of the first run where it is repeated.
    let trip: Int
    let serviceDay: Int32
    /// Places in the pattern.
    let board: Int
    let alight: Int
    /// As far as is known, and by the timetable.
    var departs: Int
    var arrives: Int
    var plannedDeparts: Int
    var plannedArrives: Int
    /// The start of the run of a repeated trip, or of one that is run once more, in seconds of the
    /// service day.
    var runStart: Int?
    /// Whether real time speaks of it.
    var isLive = false
    /// What it is called where the timetable does not have the run.
    var extra: Departure.Realtime?
    /// From the last vehicle to this one, without waiting; 0 for the first.
    var walk = 0
  }

  var transfers: Int { max(0, rides.count - 1) }

  /// Seconds on foot.
  var walking: Int { firstWalk + lastWalk + rides.map(\.walk).reduce(0, +) }
}
