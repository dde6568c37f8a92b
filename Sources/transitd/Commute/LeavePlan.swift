internal import Values

/// The next vehicle that can be reached on foot, and when to leave for it.
struct LeaveChoice: Equatable {
  let vehicle: Arrival
  let leaveAt: Timestamp
  let arrivesAt: Timestamp
  /// No time is known: it is the earliest that stations away and their usual times allow.
  let isEstimate: Bool

  /// What tells two vehicles apart from one report to the next.
  var identity: String {
    if let number = vehicle.vehicle { return number }
    if let time = vehicle.scheduledAt { return "\(time.microseconds)" }
    return "\(vehicle.service)\(vehicle.destination ?? "")"
  }

  private init(vehicle: Arrival, leaveAt: Timestamp, arrivesAt: Timestamp, isEstimate: Bool) {
    self.isEstimate = isEstimate
    self.vehicle = vehicle
    self.leaveAt = leaveAt
    self.arrivesAt = arrivesAt
  }

  /// Nil where the time of a vehicle is unknown, or where whoever leaves now would not meet it.
  init?(_ arrival: Arrival, walk: Double, at now: Timestamp) {
    let time = HonestTime(arrival, at: now)
    guard arrival.state.isUnderWay, !time.isStale,
      let seconds = time.seconds ?? time.estimate?.lowerBound,
      Double(seconds) >= walk
    else { return nil }
    let arrives = now.adding(seconds: Double(seconds))
    self.init(
      vehicle: arrival, leaveAt: arrives.adding(seconds: -walk), arrivesAt: arrives,
      isEstimate: time.seconds == nil)
  }

  /// The soonest vehicle whose time is known and that somebody who leaves now would still meet.
  static func best(among arrivals: [Arrival], walk: Double, at now: Timestamp) -> LeaveChoice? {
    arrivals.compactMap { LeaveChoice($0, walk: walk, at: now) }
      .min { $0.arrivesAt < $1.arrivesAt }
  }
}
