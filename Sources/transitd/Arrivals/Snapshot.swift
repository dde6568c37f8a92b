internal import Values

/// A place as a portal is asked about it.
enum PlaceKey: Hashable {
  case station(String)
  case stop(String)

  var portal: Portal {
    switch self {
    case .station: .subway
    case .stop: .bus
    }
  }
}

/// What a portal said about a place, and when.
struct Snapshot: Equatable {
  /// One vehicle once.
  var arrivals: [Arrival]
  /// The routes of a bus stop, with their last buses.
  var routes: [BusRouteAtStop] = []
  let receivedAt: Timestamp
  /// How many rows the portal has, where it sent fewer: the sample key shows five.
  var rows: Int
  var total: Int?
  var emptiness: Emptiness?
  /// The portal's own words, for other daemons.
  var body: [UInt8] = []

  /// Why an answer that is no error has no rows.
  enum Emptiness: Sendable {
    /// Nothing runs, or the name is unknown to the portal, which does not tell the two apart.
    case noData
    case noSuchStop
    case noSuchRoute
    case serviceEnded
  }
}
