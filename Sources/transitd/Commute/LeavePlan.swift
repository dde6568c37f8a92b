internal import IPCProtocol

/// The next vehicle that can be reached on foot, and when to leave for it.
struct LeaveChoice: Equatable {
  let vehicle: Arrival
  let leaveAt: Timestamp
  let arrivesAt: Timestamp

  /// What tells two vehicles apart from one report to the next.
  var identity: String {
    if let number = vehicle.vehicle { return number }
    if let time = vehicle.scheduledAt { return "\(time.microseconds)" }
    return "\(vehicle.service)\(vehicle.destination ?? "")"
  }

  /// The soonest vehicle whose time is known and that somebody who leaves now would still meet.
  static func best(among arrivals: [Arrival], walk: Double, at now: Timestamp) -> LeaveChoice? {
    let choices = arrivals.compactMap { arrival -> LeaveChoice? in
      switch arrival.state {
      case .departed, .ended, .waiting: return nil
      case .running, .approaching, .arrived, .unknown: break
      }
      let time = HonestTime(arrival, at: now)
      guard let seconds = time.seconds, !time.isStale, Double(seconds) >= walk else { return nil }
      let arrives = now.adding(seconds: Double(seconds))
      return LeaveChoice(
        vehicle: arrival, leaveAt: arrives.adding(seconds: -walk), arrivesAt: arrives)
    }
    return choices.min { $0.arrivesAt < $1.arrivesAt }
  }
}

/// Follows one way to a stop: what to tell, once, and when.
struct LeaveTracker: Equatable {
  enum Advice: Equatable {
    /// A vehicle to aim for, or the same one at another time.
    case planned(LeaveChoice)
    /// Two minutes are left.
    case soon(LeaveChoice)
    case leaveNow(LeaveChoice)
    /// That one cannot be reached any more; what follows is another one.
    case missed(LeaveChoice)
    /// The vehicle to aim for is the last of the day.
    case last(LeaveChoice)
    /// The last of the day cannot be reached any more.
    case lastGone
    /// Nobody knows of a vehicle that can be reached.
    case unknown
  }

  /// Seconds before leaving at which ``Advice/soon(_:)`` is told.
  static let soonSeconds = 120.0
  /// Seconds before leaving at which ``Advice/leaveNow(_:)`` is told: shoes take a while.
  static let nowSeconds = 15.0
  /// A plan that moved by less than this is the same plan.
  static let sameSeconds = 45.0

  private enum Stage: Int { case planned, soon, now }

  private(set) var choice: LeaveChoice?
  private var stage = Stage.planned
  private var saidUnknown = false
  private var saidLastFor: String?

  /// What to tell at a moment; most of the time nothing.
  mutating func advance(_ arrivals: [Arrival], walk: Double, at now: Timestamp) -> [Advice] {
    let next = LeaveChoice.best(among: arrivals, walk: walk, at: now)
    var advice: [Advice] = []
    if let old = choice, next?.identity != old.identity, hasPassed(old, at: now) {
      if old.vehicle.isLast {
        advice.append(.lastGone)
      } else if stage != .now {
        advice.append(.missed(old))
      }
    }
    guard let next else {
      choice = nil
      if !saidUnknown { advice.append(.unknown) }
      saidUnknown = true
      return advice
    }
    saidUnknown = false
    advice += follow(next, at: now)
    return advice
  }

  private func hasPassed(_ old: LeaveChoice, at now: Timestamp) -> Bool { old.leaveAt <= now }

  private mutating func follow(_ next: LeaveChoice, at now: Timestamp) -> [Advice] {
    var advice: [Advice] = []
    let isNew = next.identity != choice?.identity
    let moved = choice.map { abs(next.leaveAt.seconds(since: $0.leaveAt)) } ?? 0
    if isNew { stage = .planned }
    if isNew || moved >= Self.sameSeconds {
      advice.append(.planned(next))
      choice = next
    }
    if next.vehicle.isLast, saidLastFor != next.identity {
      saidLastFor = next.identity
      advice.append(.last(next))
    }
    let left = next.leaveAt.seconds(since: now)
    if left <= Self.nowSeconds, stage != .now {
      stage = .now
      advice.append(.leaveNow(next))
    } else if left <= Self.soonSeconds, stage == .planned {
      stage = .soon
      advice.append(.soon(next))
    }
    return advice
  }

  /// How much depends on the next report.
  func need(at now: Timestamp) -> PollPace.Need {
    guard let choice else { return .watched }
    let left = choice.leaveAt.seconds(since: now)
    if left <= 300 { return .urgent }
    return left <= 900 ? .watched : .distant
  }
}
