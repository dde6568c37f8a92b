internal import IPCProtocol
internal import Values

/// The business day: opening, closing, starting over, and coming back after a kill.
///
/// `close` takes no new customers and serves the line to its end; with `keepsLine` those who wait
/// keep their tickets for the next day, with `clearsLine` they are sent home. In each case whoever
/// is being served is finished first, and then the day ends by itself.
extension Branch {
  /// Opens: a new day, or the closing one again.
  mutating func open(at now: Timestamp) throws(BankError) {
    switch phase {
    case .open: throw BankError(.alreadyOpen)
    case .closing:
      state.phase = .open
      facts.append(.reopened)
    case .closed: beginDay(at: now)
    }
    callForAll(at: now)
    settle(at: now)
  }

  private mutating func beginDay(at now: Timestamp) {
    state.day = Day(number: state.day.number + 1, openedAt: now)
    state.phase = .open
    state.nextNumber = 1
    forgetTurns()
    learned.beginDay()
    facts.append(.opened(state.day, kept: line.count))
    for index in tellers.indices {
      tellers[index].duty = Duty()
      if !tellers[index].isPaused { beginDuty(index, at: now) }
    }
    carryLine { $0.waitingSince = now }
    lookForTargets(at: now)
  }

  /// Changes every ticket in the line, which stays in its order.
  private mutating func carryLine(_ change: (inout Ticket) -> Void) {
    let kept = line.inOrder()
    line.removeAll()
    for var ticket in kept {
      change(&ticket)
      let place = line.enqueue(
        ticket, service: ticket.service, grade: ticket.grade, order: ticket.id)
      tickets[ticket.number] = .waiting(place)
      facts.append(.carried(ticket))
    }
  }

  /// Tells the branch to close; the day ends at once where nobody is left to serve.
  mutating func close(
    clearsLine: Bool = false, keepsLine: Bool = false, at now: Timestamp
  ) throws(BankError) {
    if clearsLine, keepsLine { throw BankError(.keptOrCleared) }
    if phase == .closed { throw BankError(.alreadyClosed) }
    if phase != .open, !clearsLine, phase == .closing(keepsLine: true) || !keepsLine {
      throw BankError(.alreadyClosing)
    }
    state.phase = .closing(keepsLine: keepsLine)
    facts.append(.closing(keepsLine: keepsLine))
    if clearsLine { sendLineHome(at: now) }
    settle(at: now)
  }

  private mutating func sendLineHome(at now: Timestamp) {
    for ticket in line.inOrder() {
      tickets[ticket.number] = nil
      facts.append(.ended(unserved(ticket, .sentHome, at: now)))
    }
    line.removeAll()
  }

  /// A visit that ends without a call.
  func unserved(_ ticket: Ticket, _ outcome: Outcome, at now: Timestamp) -> Visit {
    Visit(
      day: state.day.number, ticket: ticket, outcome: outcome, teller: nil, calledAt: nil,
      endedAt: now,
      waited: waited(ticket, at: now))
  }

  /// Microseconds that a ticket has waited; nights do not count.
  func waited(_ ticket: Ticket, at now: Timestamp) -> Int64 {
    phase == .closed ? ticket.waitedBefore : ticket.waited(at: now)
  }

  mutating func endDay(at now: Timestamp) {
    state.day.businessBefore = business(at: now)
    state.day.busySince = nil
    state.day.endedAt = now
    state.phase = .closed
    // Whoever did not come when called has no ticket any more.
    tickets.removeAll { if case .absent = $0 { true } else { false } }
    for index in tellers.indices { endDuty(index, at: now) }
    carryLine {
      $0.waitedBefore = $0.waited(at: now)
      $0.waitingSince = now
    }
    facts.append(
      .closed(
        DaySummary(
          day: state.day.number, served: state.day.served, business: state.day.businessBefore,
          endedAt: now)))
  }

  /// Cancels whoever waits or is served, and forgets the current or last business day.
  ///
  /// An open branch is open afterwards, with a day that begins now; a closing one is closed.
  mutating func reset(at now: Timestamp) {
    facts.append(.reset(day: state.day.number))
    tickets.removeAll()
    line.removeAll()
    servingCount = 0
    state.phase = phase == .open ? .open : .closed
    state.nextNumber = 1
    state.day = Day(number: state.day.number, openedAt: now)
    for index in tellers.indices {
      tellers[index].inHand = nil
      tellers[index].duty = Duty()
    }
    forgetTurns()
    learned.forgetAll()
    guard phase == .open else { return }
    facts.append(.opened(state.day, kept: 0))
    for index in tellers.indices where !tellers[index].isPaused { beginDuty(index, at: now) }
  }

  // MARK: Duty

  mutating func beginDuty(_ index: Int, at now: Timestamp) {
    guard phase != .closed else { return }
    tellers[index].duty.begin(at: now)
    facts.append(
      .duty(teller: tellers[index].number, tellers[index].duty, day: state.day.number))
  }

  mutating func endDuty(_ index: Int, at now: Timestamp) {
    guard tellers[index].duty.since != nil else { return }
    tellers[index].duty.end(at: now)
    facts.append(
      .duty(teller: tellers[index].number, tellers[index].duty, day: state.day.number))
  }

  // MARK: After a kill

  /// Lets the day go on after a time in which the daemon was not there, or its machine slept.
  ///
  /// What machines do has stood still: the service of an automatic teller goes on with the time that
  /// remained, and as long as one was under way business time did not run. What people do has gone
  /// on: whoever waits has waited, and a customer at somebody's desk was called when they were called.
  ///
  /// - Parameter absence: Microseconds from the last sign of life; negative where the machine's
  ///   clock was set back.
  mutating func resume(after absence: Int64) {
    // Where the clock was set back meanwhile nobody knows for how long nothing was there.
    guard absence >= 0 else { return move(by: absence) }
    let hasMachines = tellers.contains { $0.inHand?.due != nil }
    shift(by: absence, business: hasMachines) { $0.due != nil }
  }

  /// Moves services that were under way, and business time.
  private mutating func shift(
    by distance: Int64, business: Bool, where isMoved: (InHand) -> Bool
  ) {
    func moved(_ time: Timestamp) -> Timestamp { time.adding(microseconds: distance) }
    learned.forgetTimes()
    forecast.played = nil
    forecast.told = nil
    for index in tellers.indices {
      guard var inHand = tellers[index].inHand, isMoved(inHand) else { continue }
      inHand.calledAt = moved(inHand.calledAt)
      inHand.due = inHand.due.map(moved)
      tellers[index].inHand = inHand
      facts.append(.called(teller: tellers[index].number, inHand))
    }
    if business { state.day.busySince = state.day.busySince.map(moved) }
  }

  /// Moves every time that something is measured from, as the wall clock was set by so much.
  ///
  /// No wait, service, duty or business gets longer or shorter by it. What is over keeps its times.
  mutating func move(by step: Int64) {
    shift(by: step, business: true) { _ in true }
    state.toldTo = state.toldTo?.adding(microseconds: step)
    targetDue = targetDue?.adding(microseconds: step)
    for index in tellers.indices {
      guard let since = tellers[index].duty.since else { continue }
      tellers[index].duty.since = since.adding(microseconds: step)
      facts.append(.duty(teller: tellers[index].number, tellers[index].duty, day: state.day.number))
    }
    carryLine { $0.waitingSince = $0.waitingSince.adding(microseconds: step) }
  }
}
