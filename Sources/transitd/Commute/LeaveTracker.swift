internal import Values

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
    /// Behind the vehicle to aim for there is only the last of the day, or hardly more.
    case lastAhead(LeaveChoice)
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
  /// Seconds before leaving at which ``Advice/lastAhead(_:)`` is told.
  static let lastSeconds = 1800.0
  /// What comes so much later than the last one is of another day.
  private static let nightSeconds = 3600.0
  /// A plan that moved by less than this is the same plan.
  static let sameSeconds = 45.0

  private enum Stage: Int { case planned, soon, now }

  private(set) var choice: LeaveChoice?
  private var stage = Stage.planned
  private var saidUnknown = false
  private var saidLastFor: Set<String> = []
  /// The last one that was warned of, while it can still be reached.
  private var awaitedLast: LeaveChoice?

  /// What to tell at a moment; most of the time nothing.
  ///
  /// The way takes `walk` seconds on foot; `last` are the last vehicles of the day, as
  /// ``LastService`` knows them.
  mutating func advance(
    _ arrivals: [Arrival], last: [Arrival] = [], walk: Double, at now: Timestamp
  ) -> [Advice] {
    let next = LeaveChoice.best(among: arrivals, walk: walk, at: now)
    var advice = gone(next, at: now)
    defer { forgetSaid() }
    guard let next else {
      choice = nil
      if !saidUnknown { advice.append(.unknown) }
      saidUnknown = true
      return advice
    }
    saidUnknown = false
    advice += follow(next, at: now)
    advice += warn(last, behind: next, walk: walk, at: now)
    return advice
  }

  /// What cannot be reached any more.
  private mutating func gone(_ next: LeaveChoice?, at now: Timestamp) -> [Advice] {
    var advice: [Advice] = []
    if let old = choice, next?.identity != old.identity, old.leaveAt <= now {
      if old.vehicle.isLast {
        advice.append(.lastGone)
        awaitedLast = nil
      } else if stage != .now {
        advice.append(.missed(old))
      }
    }
    if let last = awaitedLast, last.leaveAt <= now {
      awaitedLast = nil
      // A train that is late may still come; one of tomorrow morning is no comfort.
      let isNight = next.map { $0.arrivesAt.seconds(since: last.arrivesAt) > Self.nightSeconds }
      if isNight ?? true { advice.append(.lastGone) }
    }
    return advice
  }

  /// The last one, half an hour before it is time to leave for it.
  private mutating func warn(
    _ last: [Arrival], behind next: LeaveChoice, walk: Double, at now: Timestamp
  ) -> [Advice] {
    let choices = last.compactMap { LeaveChoice($0, walk: walk, at: now) }
    var advice: [Advice] = []
    for choice in choices where choice.leaveAt.seconds(since: now) <= Self.lastSeconds {
      guard choice.identity != next.identity, !saidLastFor.contains(choice.identity) else {
        continue
      }
      saidLastFor.insert(choice.identity)
      advice.append(.lastAhead(choice))
      if awaitedLast.map({ $0.leaveAt < choice.leaveAt }) ?? true { awaitedLast = choice }
    }
    return advice
  }

  /// Vehicles of past days are not warned of again; a few of one night may be.
  private mutating func forgetSaid() {
    if saidLastFor.count > 64 { saidLastFor.removeAll() }
  }

  private mutating func follow(_ next: LeaveChoice, at now: Timestamp) -> [Advice] {
    var advice: [Advice] = []
    let isNew = next.identity != choice?.identity
    let moved = choice.map { abs(next.leaveAt.seconds(since: $0.leaveAt)) } ?? 0
    if isNew { stage = .planned }
    if isNew || moved >= Self.sameSeconds {
      advice.append(.planned(next))
      choice = next
    }
    if next.vehicle.isLast, isNew || !saidLastFor.contains(next.identity) {
      saidLastFor.insert(next.identity)
      awaitedLast = nil
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
