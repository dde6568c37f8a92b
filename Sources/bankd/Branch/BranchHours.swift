internal import CivilTime
internal import IPCProtocol
internal import Values

/// Opening hours: who may come when, and a branch that opens and closes by the clock.
extension Branch {
  /// Whether the hours let customers come, for as long as that is so: reading a calendar for each
  /// ticket would cost more than the ticket.
  struct HoursNow: Hashable, Sendable {
    let from: Timestamp
    let state: OpeningHours.State
  }

  /// Whether the hours let customers come now.
  mutating func isWithinHours(at now: Timestamp) -> Bool {
    guard state.hours.isSet else { return true }
    if let known = hoursNow, known.from <= now, known.state.until.map({ now < $0 }) ?? true {
      return known.state.isOpen
    }
    let known = HoursNow(from: now, state: state.hours.state(at: now))
    hoursNow = known
    return known.state.isOpen
  }

  /// Why nobody is taken or called: the phase, and when the branch opens.
  func closedRefusal(at now: Timestamp) -> BankError {
    var members = phase.members
    members["opens"] = state.hours.opens(at: now).jsonValue
    return BankError(.closed, members)
  }

  func outsideRefusal(at now: Timestamp) -> BankError {
    BankError(.outsideHours, ["opens": state.hours.opens(at: now).jsonValue])
  }

  // MARK: Setting

  /// Gives some days of the week other times; days that nobody has spoken of are closed.
  ///
  /// - Parameters:
  ///   - days: Whose times they are.
  ///   - spans: In order; none where the days are closed.
  ///   - here: The machine's zone, which is the branch's unless somebody named another.
  ///   - now: When it is set.
  mutating func setHours(
    of days: Set<Weekday>, to spans: [OpeningHours.Span], in here: TimeZoneRules,
    at now: Timestamp
  ) {
    var week = state.hours.week ?? [[OpeningHours.Span]](repeating: [], count: 7)
    for day in days { week[day.rawValue - 1] = spans }
    change(at: now) { hours in
      hours.week = week
      hours.settle(in: here)
    }
  }

  /// Closes dates, or opens them again; `here` is the machine's zone.
  ///
  /// - Throws: ``BankReason/tooMany``, ``BankReason/notClosedThen``; nothing has changed then.
  mutating func setClosed(
    _ isClosed: Bool, _ dates: Set<CivilDate>, in here: TimeZoneRules, at now: Timestamp
  ) throws(BankError) {
    let known = Set(state.hours.closed)
    if isClosed, known.union(dates).count > OpeningHours.maximumClosed { throw .tooManyClosed }
    let today = state.hours.zone(or: here).date(at: now)
    if isClosed, let last = dates.max(), last < today {
      throw BankError(
        .closedInPast, ["date": .string("\(last)"), "today": .string("\(today)")])
    }
    if !isClosed, let stranger = dates.subtracting(known).min() {
      throw BankError(.notClosedThen, ["date": .string("\(stranger)")])
    }
    let next = isClosed ? known.union(dates) : known.subtracting(dates)
    change(at: now) { hours in
      hours.closed = next.sorted()
      hours.settle(in: here)
    }
  }

  /// Says by whose hand, in which zone, and what becomes of those who come outside; nil stays.
  mutating func setRules(
    keeper: OpeningHours.Keeper?, outside: OpeningHours.Outside?, zone: TimeZoneRules?,
    at now: Timestamp
  ) {
    change(at: now) { hours in
      hours.keeper = keeper ?? hours.keeper
      hours.outside = outside ?? hours.outside
      if let zone {
        hours.zoneName = nil
        hours.settle(in: zone)
      }
    }
  }

  /// Customers may come at any time; the zone and the rules stay.
  mutating func clearHours(at now: Timestamp) {
    change(at: now) { ($0.week, $0.closed) = (nil, []) }
  }

  private mutating func change(at now: Timestamp, _ body: (inout OpeningHours) -> Void) {
    body(&state.hours)
    // A branch that goes by the clock from now on opens where it would be open by now. Nothing else
    // is made up for that the clock would have done before.
    let opened = phase == .closed ? state.hours.opening(of: now) : nil
    state.clockedTo = opened?.adding(microseconds: -1) ?? now
    noteTurn()
    // What is open around the clock has no turn to wait for.
    if phase == .closed, state.turn == nil, state.hours.isOpenForGood(at: now) {
      state.turn = OpeningHours.Turn(at: now, opens: true)
    }
    facts.append(.hoursSet(state.hours))
  }

  /// Finds the next turn again, after the hours or the time from which they count are others.
  mutating func noteTurn() {
    hoursNow = nil
    state.turn = state.clockedTo.flatMap { state.hours.turn(after: $0) }
  }

  /// The wall clock was set: what it shows counts, and what it shows again is done again.
  mutating func clockWasSet(to now: Timestamp) {
    state.clockedTo = state.clockedTo.map { min($0, now) }
    noteTurn()
  }

  // MARK: By the clock

  /// Opens and closes what the clock has to by now; of what was missed for long, the last.
  ///
  /// Whoever still waits from the day before when it opens keeps the ticket for the new day.
  ///
  /// - Returns: What was done, in order.
  mutating func turnByClock(at now: Timestamp) -> [OpeningHours.Turn] {
    var due: [OpeningHours.Turn] = []
    while let turn = state.turn, turn.at <= now {
      due = due.suffix(1) + [turn]
      state.clockedTo = turn.at
      noteTurn()
    }
    return due.filter { carryOut($0, at: now) }
  }

  /// - Returns: Whether there was anything to do.
  private mutating func carryOut(_ turn: OpeningHours.Turn, at now: Timestamp) -> Bool {
    do throws(BankError) {
      guard turn.opens else {
        guard isOpen else { return false }
        try close(at: now)
        return true
      }
      if isOpen { return false }
      if phase == .closing(keepsLine: false) { try close(keepsLine: true, at: now) }
      try open(at: now)
      return true
    } catch {
      preconditionFailure("the clock was refused: \(error)")
    }
  }
}

extension BankError {
  static var tooManyClosed: BankError {
    BankError(
      .tooMany,
      [
        "what": LocalizedText(en: "closed dates", ko: "휴무일").jsonValue,
        "maximum": .integer(OpeningHours.maximumClosed),
      ])
  }
}
