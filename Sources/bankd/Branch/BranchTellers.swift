internal import IPCProtocol
internal import Values

/// Tellers: who is there, and what a person at a manual one does.
extension Branch {
  // MARK: Who is there

  mutating func addTeller(
    services names: [String], mode: Teller.Mode, at now: Timestamp
  ) throws(BankError) -> Teller {
    var indices: [Int] = []
    for name in names { indices.append(try index(ofService: name)) }
    guard !indices.isEmpty else { throw BankError(.noServices) }
    guard tellers.count < Self.maximumTellers else {
      throw BankError(
        .tooMany, ["what": "tellers", "maximum": .integer(Self.maximumTellers)])
    }
    let teller = Teller(
      number: state.nextTeller, services: ServiceSet(indices), mode: mode)
    state.nextTeller += 1
    tellers.append(teller)
    facts.append(.tellerAdded(teller))
    let index = tellers.count - 1
    beginDuty(index, at: now)
    callNext(for: index, at: now)
    settle(at: now)
    return tellers[index]
  }

  /// Takes an idle teller away, unless people wait whom nobody else serves.
  mutating func removeTeller(_ number: Int, at now: Timestamp) throws(BankError) -> Teller {
    let index = try index(ofTeller: number)
    try checkIdle(index)
    for service in tellers[index].services where line.count(service: service) > 0 {
      if tellers.contains(where: { $0.number != number && $0.services.contains(service) }) {
        continue
      }
      throw BankError(
        .tellerNeeded,
        [
          "teller": .integer(number), "service": .string(services[service].name),
          "waiting": .integer(line.count(service: service)),
        ])
    }
    endDuty(index, at: now)
    facts.append(.tellerRemoved(number))
    return tellers.remove(at: index)
  }

  mutating func pauseTeller(_ number: Int, at now: Timestamp) throws(BankError) -> Teller {
    let index = try index(ofTeller: number)
    try checkOnDuty(index)
    tellers[index].isPaused = true
    facts.append(.tellerPaused(number))
    if tellers[index].inHand == nil { endDuty(index, at: now) }
    return tellers[index]
  }

  mutating func resumeTeller(_ number: Int, at now: Timestamp) throws(BankError) -> Teller {
    let index = try index(ofTeller: number)
    guard tellers[index].isPaused else {
      throw BankError(.tellerNotPaused, ["teller": .integer(number)])
    }
    tellers[index].isPaused = false
    facts.append(.tellerResumed(number))
    beginDuty(index, at: now)
    callNext(for: index, at: now)
    settle(at: now)
    return tellers[index]
  }

  // MARK: Manual tellers

  /// Calls the next ticket to a manual teller.
  mutating func next(teller number: Int, at now: Timestamp) throws(BankError) -> InHand {
    let index = try manualTeller(number)
    guard isCalling else { throw BankError(.closed, ["phase": .string(phase.word)]) }
    try checkIdle(index)
    try checkOnDuty(index)
    guard let ticket = line.next(for: tellers[index].services) else {
      throw BankError(.nobodyWaiting, ["teller": .integer(number)])
    }
    call(ticket, to: index, at: now)
    settle(at: now)
    guard let inHand = tellers[index].inHand else {
      preconditionFailure("teller \(number) has not what was just called")
    }
    return inHand
  }

  /// A manual teller is done with the customer in hand.
  mutating func done(teller number: Int, at now: Timestamp) throws(BankError) -> InHand {
    let (index, inHand) = try inHand(ofManualTeller: number)
    release(index, .served, at: now)
    settle(at: now)
    return inHand
  }

  /// Nobody came to a manual teller; the ticket can be recalled until the day ends.
  mutating func noShow(teller number: Int, at now: Timestamp) throws(BankError) -> InHand {
    let (index, inHand) = try inHand(ofManualTeller: number)
    release(index, .noShow, at: now)
    var ticket = inHand.ticket
    ticket.waitedBefore = inHand.waited
    tickets[ticket.number] = .absent(ticket)
    settle(at: now)
    return inHand
  }

  /// Calls a ticket once more: aloud where a manual teller has it in hand, and back into the line,
  /// at its old place, where nobody had come.
  ///
  /// - Returns: The ticket, and the teller who has it in hand.
  mutating func recall(
    ticket number: Int, at now: Timestamp
  ) throws(BankError) -> (ticket: Ticket, teller: Int?) {
    switch try whereabouts(ofTicket: number) {
    case .waiting: throw BankError(.ticketNotCalled, ["ticket": .integer(number)])
    case .inHand(let teller):
      let (_, inHand) = try inHand(ofManualTeller: teller)
      facts.append(.recalled(inHand.ticket, teller: teller))
      return (inHand.ticket, teller)
    case .absent(var ticket):
      _ = try staffedService(services[ticket.service].name)
      ticket.waitingSince = now
      // It was right or wrong about a wait that is over.
      ticket.estimate = nil
      facts.append(.returned(ticket, from: .noShow, day: state.day.number))
      enqueue(ticket, at: now)
      settle(at: now)
      guard case .inHand(let teller) = tickets[number] else { return (ticket, nil) }
      return (ticket, teller)
    }
  }

  /// Sends the customer in hand on to another service, with the same ticket.
  ///
  /// There the customer goes before all of the grade who came to the branch later.
  mutating func transfer(
    teller number: Int, to name: String, at now: Timestamp
  ) throws(BankError) -> Ticket {
    let (index, inHand) = try inHand(ofManualTeller: number)
    let service = try staffedService(name)
    var ticket = inHand.ticket
    guard ticket.service != service else {
      throw BankError(
        .sameService, ["ticket": .integer(ticket.number), "service": .string(name)])
    }
    release(index, .transferred, at: now)
    ticket.service = service
    ticket.leg += 1
    ticket.waitingSince = now
    ticket.waitedBefore = 0
    ticket.estimate = nil
    facts.append(.returned(ticket, from: .transferred, day: state.day.number))
    enqueue(ticket, at: now)
    settle(at: now)
    return ticket
  }

  // MARK: Checks

  private func manualTeller(_ number: Int) throws(BankError) -> Int {
    let index = try index(ofTeller: number)
    guard tellers[index].mode == .manual else {
      throw BankError(.tellerAutomatic, ["teller": .integer(number)])
    }
    return index
  }

  private func inHand(ofManualTeller number: Int) throws(BankError) -> (Int, InHand) {
    let index = try manualTeller(number)
    guard let inHand = tellers[index].inHand else {
      throw BankError(.tellerIdle, ["teller": .integer(number)])
    }
    return (index, inHand)
  }

  private func checkIdle(_ index: Int) throws(BankError) {
    guard let inHand = tellers[index].inHand else { return }
    throw BankError(
      .tellerBusy,
      [
        "teller": .integer(tellers[index].number), "ticket": .integer(inHand.ticket.number),
      ])
  }

  private func checkOnDuty(_ index: Int) throws(BankError) {
    guard tellers[index].isPaused else { return }
    throw BankError(.tellerPaused, ["teller": .integer(tellers[index].number)])
  }
}
