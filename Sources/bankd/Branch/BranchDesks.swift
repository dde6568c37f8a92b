internal import IPCProtocol
internal import Values

/// The desk of a person: whose it is where nobody says so, and what one key does there.
extension Branch {
  /// What a person is about to do at a desk.
  enum DeskTask: Sendable {
    /// Call somebody, for which the teller must be free.
    case call
    /// End what is in hand.
    case end
  }

  /// The manual teller who is meant: the one that is named, else the only one who can do the task.
  ///
  /// With one manual teller in the whole branch that is the one, and a refusal then says why it
  /// cannot. With several nobody is guessed at: a customer must not be called to the wrong desk.
  ///
  /// - Parameters:
  ///   - number: Nil where nobody was named.
  ///   - task: What it is to do.
  ///   - ticket: Who is to be called, where that is known: who does not serve them is not meant.
  ///   - typed: The words of the command, in front of the teller's number.
  /// - Returns: Its number.
  /// - Throws: ``BankReason/whichTeller`` where several could, and others where none can.
  func desk(
    _ number: Int?, for task: DeskTask, ofTicket ticket: Int? = nil, typed: String = "next"
  ) throws(BankError) -> Int {
    if let number { return number }
    let wanted = if let ticket { try service(ofWaiting: ticket) } else { Int?.none }
    let all = tellers.filter { $0.mode == .manual }
    // With one alone a refusal says why that one cannot.
    let manual =
      all.count == 1
      ? all
      : all.filter { teller in
        wanted.map { teller.services.contains($0) } ?? true
      }
    guard let first = manual.first else {
      let all = (wanted.map { [$0] } ?? activeServices).map { services[$0].name }
        .joined(separator: ",")
      throw BankError(.noManualTeller, ["services": .string(all)])
    }
    if manual.count == 1 { return first.number }
    let able = manual.filter {
      switch task {
      case .call: $0.inHand == nil && !$0.isPaused
      case .end: $0.inHand != nil
      }
    }
    if able.count == 1 { return able[0].number }
    if able.isEmpty, case .end = task { throw BankError(.nobodyInHand) }
    let asked = able.isEmpty ? manual : able
    throw BankError(
      .whichTeller,
      [
        "tellers": .string(asked.map { "\($0.number)" }.joined(separator: ", ")),
        "teller": .integer(asked[0].number), "command": .string(typed),
      ])
  }

  /// The desk to sit at: the one that is named, else the only manual teller of the branch.
  func ownDesk(_ number: Int?) throws(BankError) -> Int {
    if let number { return number }
    let manual = tellers.filter { $0.mode == .manual }
    return manual.count == 1 ? manual[0].number : try desk(nil, for: .call, typed: "serve")
  }

  /// What who waits is there for; nil where nobody of that ticket waits.
  private func service(ofWaiting number: Int) throws(BankError) -> Int? {
    guard case .waiting(let place) = try whereabouts(ofTicket: number) else { return nil }
    return line[place]?.service
  }

  /// Refuses a ticket that nobody has, before a teller is looked for.
  func checkThere(ticket number: Int) throws(BankError) {
    guard case .absent = try whereabouts(ofTicket: number) else { return }
    throw BankError(.ticketAbsent, ["ticket": .integer(number)])
  }

  /// Calls this very ticket to a manual teller, before all others.
  mutating func call(
    ticket number: Int, teller: Int, at now: Timestamp
  ) throws(BankError) -> InHand {
    let index = try manualTeller(teller)
    guard isCalling else { throw closedRefusal(at: now) }
    try checkIdle(index)
    try checkOnDuty(index)
    switch try whereabouts(ofTicket: number) {
    case .inHand(let other):
      throw BankError(.ticketInService, ["ticket": .integer(number), "teller": .integer(other)])
    case .absent: throw BankError(.ticketAbsent, ["ticket": .integer(number)])
    case .waiting(let place):
      guard let ticket = line[place] else {
        preconditionFailure("ticket \(number) is not where it waits")
      }
      guard tellers[index].services.contains(ticket.service) else {
        throw BankError(
          .otherService,
          [
            "teller": .integer(teller), "ticket": .integer(number),
            "service": .string(services[ticket.service].name),
          ])
      }
      _ = line.remove(at: place)
      call(ticket, to: index, at: now)
      settle(at: now)
      return InHand(
        ticket: ticket, calledAt: tellers[index].inHand?.calledAt ?? now, due: nil,
        waited: ticket.waited(at: now))
    }
  }

  /// Refuses where a teller has another ticket in hand than the caller saw there; 0 for none.
  func check(serving expected: Int?, by teller: Int) throws(BankError) {
    let index = try manualTeller(teller)
    let ticket = tellers[index].inHand?.ticket.number
    guard let expected, expected != ticket ?? 0 else { return }
    guard let ticket else {
      throw BankError(
        .ticketLeftDesk, ["teller": .integer(teller), "ticket": .integer(expected)])
    }
    throw BankError(.otherTicket, ["teller": .integer(teller), "ticket": .integer(ticket)])
  }

  /// One key of a desk: done with the customer in hand, if there is one, and the next one, please.
  ///
  /// - Returns: Who is done and who comes; the second is nil where nobody waits or the teller pauses.
  /// - Throws: ``BankReason/nobodyWaiting`` where there is neither.
  mutating func advance(
    teller number: Int, at now: Timestamp
  ) throws(BankError) -> (done: InHand?, next: InHand?) {
    let index = try manualTeller(number)
    guard tellers[index].inHand != nil else { return (nil, try next(teller: number, at: now)) }
    let ended = try done(teller: number, at: now)
    guard isCalling, !tellers[index].isPaused, waiting(for: tellers[index]) > 0 else {
      return (ended, nil)
    }
    return (ended, try next(teller: number, at: now))
  }

  /// How many wait for one of a teller's services.
  func waiting(for teller: Teller) -> Int {
    teller.services.reduce(0) { $0 + line.count(service: $1) }
  }

  /// Services that people wait for while all who serve them pause, and the tellers who are to be
  /// resumed so that each of them is served again.
  var stuck: (services: [Int], tellers: [Int]) {
    let stuck = activeServices.filter { service in
      line.count(service: service) > 0
        && !tellers.contains { !$0.isPaused && $0.services.contains(service) }
    }
    var needed: [Teller] = []
    for service in stuck where !needed.contains(where: { $0.services.contains(service) }) {
      if let first = tellers.first(where: { $0.services.contains(service) }) {
        needed.append(first)
      }
    }
    return (stuck, needed.map(\.number))
  }
}
