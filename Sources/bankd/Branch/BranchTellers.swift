internal import IPCProtocol
internal import Queueing
internal import Values

/// Tellers: who is there, and what a person at a manual one does.
extension Branch {
  // MARK: Who is there

  mutating func addTeller(
    services names: [String], mode: Teller.Mode, name: String? = nil, at now: Timestamp
  ) throws(BankError) -> Teller {
    let set = try serviceSet(names)
    if let name { try Self.check(titles: [name]) }
    guard tellers.count < Self.maximumTellers else {
      throw BankError(
        .tooMany,
        [
          "what": LocalizedText(en: "tellers", ko: "창구").jsonValue,
          "maximum": .integer(Self.maximumTellers),
        ])
    }
    let teller = Teller(number: state.nextTeller, services: set, mode: mode, name: name)
    state.nextTeller += 1
    tellers.append(teller)
    facts.append(.tellerAdded(teller))
    let index = tellers.count - 1
    beginDuty(index, at: now)
    callNext(for: index, at: now)
    noteFree(index)
    settle(at: now)
    return tellers[index]
  }

  private func serviceSet(_ names: [String]) throws(BankError) -> ServiceSet {
    var indices: [Int] = []
    for name in names { indices.append(try index(ofService: name)) }
    guard !indices.isEmpty else { throw BankError(.noServices) }
    return ServiceSet(indices)
  }

  /// Gives a teller other services, another name, or both; what is nil stays.
  ///
  /// The customer in hand is finished whatever the services are now. An empty name takes the name
  /// away.
  mutating func setTeller(
    _ number: Int, services names: [String]?, name: String?, at now: Timestamp
  ) throws(BankError) -> Teller {
    let index = try index(ofTeller: number)
    var teller = tellers[index]
    if let names {
      teller.services = try serviceSet(names)
      let lost = tellers[index].services.filter { !teller.services.contains($0) }
      try checkStaffed(without: lost, number)
    }
    if let name {
      if !name.isEmpty { try Self.check(titles: [name]) }
      teller.name = name.isEmpty ? nil : name
    }
    tellers[index] = teller
    facts.append(.tellerSet(teller))
    callNext(for: index, at: now)
    settle(at: now)
    return tellers[index]
  }

  /// Whoever waits for one of these services has another teller than this one.
  private func checkStaffed(without lost: [Int], _ number: Int) throws(BankError) {
    for service in lost where line.count(service: service) > 0 {
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
  }

  /// Takes an idle teller away, unless people wait whom nobody else serves.
  mutating func removeTeller(_ number: Int, at now: Timestamp) throws(BankError) -> Teller {
    let index = try index(ofTeller: number)
    try checkIdle(index)
    try checkStaffed(without: Array(tellers[index].services), number)
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
    noteFree(index)
    settle(at: now)
    return tellers[index]
  }

  // MARK: Manual tellers

  /// Calls the next ticket to a manual teller.
  mutating func next(teller number: Int, at now: Timestamp) throws(BankError) -> InHand {
    let index = try manualTeller(number)
    guard isCalling else { throw closedRefusal(at: now) }
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
    noteFree(index)
    settle(at: now)
    return inHand
  }

  /// Nobody came to a manual teller; the ticket can be recalled until the day ends.
  mutating func noShow(teller number: Int, at now: Timestamp) throws(BankError) -> InHand {
    let (index, inHand) = try inHand(ofManualTeller: number)
    release(index, .noShow, at: now)
    noteFree(index)
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
      let (index, inHand) = try inHand(ofManualTeller: teller)
      tellers[index].inHand?.recalls += 1
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
    noteFree(index)
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

  func manualTeller(_ number: Int) throws(BankError) -> Int {
    let index = try index(ofTeller: number)
    guard tellers[index].mode == .manual else {
      throw BankError(.tellerAutomatic, ["teller": .integer(number)])
    }
    return index
  }

  func inHand(ofManualTeller number: Int) throws(BankError) -> (Int, InHand) {
    let index = try manualTeller(number)
    guard let inHand = tellers[index].inHand else {
      throw BankError(.tellerIdle, ["teller": .integer(number)])
    }
    return (index, inHand)
  }

  func checkIdle(_ index: Int) throws(BankError) {
    guard let inHand = tellers[index].inHand else { return }
    throw BankError(
      .tellerBusy,
      [
        "teller": .integer(tellers[index].number), "ticket": .integer(inHand.ticket.number),
      ])
  }

  func checkOnDuty(_ index: Int) throws(BankError) {
    guard tellers[index].isPaused else { return }
    throw BankError(.tellerPaused, ["teller": .integer(tellers[index].number)])
  }
}
