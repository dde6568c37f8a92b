internal import Values

/// Where a vehicle is, as its feed says it.
struct VehicleReport: Equatable, Sendable {
  /// Its trip, with the stop that it is at or comes to next, and the moment of the report.
  var trip: TripUpdate
  /// It stands at the stop.
  var isThere: Bool

  var timestamp: Int64? { trip.stops.first?.arrival?.time }

  /// Nil where it does not say at which stop of which trip.
  init?(
    _ trip: TripUpdate, sequence: Int?, stopID: String?, status: Int, timestamp: Int64?
  ) {
    guard trip.tripID != nil, sequence != nil || stopID != nil else { return nil }
    self.trip = trip
    self.trip.stops = [
      TripUpdate.Stop(
        sequence: sequence, stopID: stopID, arrival: TripUpdate.Event(time: timestamp))
    ]
    isThere = status == 1
  }
}

/// A run of which only the place of its vehicle is known, laid on its timetable.
struct LocatedRun: Equatable, Sendable {
  let run: TripRealtime
  /// The stop that it is at or comes to next.
  let sequence: Int
  let isThere: Bool

  /// Nil where the trip has no such stop, or does not run by the timetable.
  init?(_ run: TripRealtime, isThere: Bool) {
    guard let point = run.points.first, !run.isExtra else { return nil }
    (self.run, sequence, self.isThere) = (run, point.sequence, isThere)
  }
}

extension RealtimeSnapshot {
  /// No vehicle that is so late is looked for, in seconds.
  static let longestWait = 3600.0

  func vehicle(of departure: Departure) -> LocatedRun? {
    vehicles[departure.trip]?.first { $0.run.isRun(of: departure) }
  }
}

extension DepartureSearch {
  /// A departure whose vehicle is somewhere before the stop; nil where it has left it already.
  ///
  /// Nobody knows when it comes: as by the timetable, and not before it is there.
  func located(
    _ departure: Departure, _ vehicle: LocatedRun, now: Timestamp
  ) throws -> Departure? {
    let stops = try feed.times(ofTrip: departure.trip).stops
    guard let here = stops.firstIndex(where: { $0.sequence == departure.sequence }),
      let there = stops.firstIndex(where: { $0.sequence == vehicle.sequence }), there <= here
    else { return nil }
    var departure = departure
    departure.realtime = .located
    departure.notBefore = now
    departure.vehicle = Departure.Vehicle(
      stopsAway: here - there, stop: stops[there].stop, isThere: vehicle.isThere)
    return departure
  }
}
