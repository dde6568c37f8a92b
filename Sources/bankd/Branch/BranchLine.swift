internal import IPCProtocol
internal import Queueing
internal import Values

/// Customers: coming, leaving, and what they are told about their wait.
extension Branch {
  /// What a new customer is told.
  struct Taken: Hashable, Sendable {
    let ticket: Ticket
    /// Customers of the service who go first, and this one; 0 where a teller is free.
    let position: Int
    /// Nil while a teller is free, who then is this one.
    let teller: Int?
  }

  /// A new customer takes a ticket.
  mutating func take(
    service name: String, grade: Grade = .normal, at now: Timestamp
  ) throws(BankError) -> Taken {
    try checkOpen(at: now)
    let service = try staffedService(name)
    try checkRoom(for: 1)
    defer { settle(at: now) }
    return take(service: service, grade: grade, at: now)
  }

  /// Several customers at once; those without a service want one that is drawn at random.
  ///
  /// - Returns: The numbers of their tickets, in order; not always without gaps, see ``open(at:)``.
  mutating func add(
    _ count: Int, service name: String? = nil, grade: Grade = .normal, at now: Timestamp
  ) throws(BankError) -> (first: Int, last: Int) {
    try Self.check(count: count)
    try checkOpen(at: now)
    var choice = services.indices.filter(isStaffed)
    if let name { choice = [try staffedService(name)] }
    guard !choice.isEmpty else {
      throw BankError(.serviceUnstaffed, ["service": .string(services[0].name)])
    }
    try checkRoom(for: count)
    return add(count, from: choice, grade: grade, at: now)
  }

  private mutating func add(
    _ count: Int, from choice: [Int], grade: Grade, at now: Timestamp
  ) -> (first: Int, last: Int) {
    var first = 0
    var last = 0
    for index in 0..<count {
      let service = choice.count == 1 ? choice[0] : choice[state.random.below(choice.count)]
      last = take(service: service, grade: grade, at: now).ticket.number
      if index == 0 { first = last }
    }
    settle(at: now)
    return (first, last)
  }

  private mutating func take(service: Int, grade: Grade, at now: Timestamp) -> Taken {
    let ahead = line.count(service: service, upTo: grade)
    var ticket = Ticket(
      id: state.nextTicketID, number: freeNumber(), service: service, grade: grade, takenAt: now,
      waitingSince: now)
    ticket.estimate = estimate(service: service, grade: grade, at: now)
    state.nextTicketID += 1
    facts.append(.taken(ticket))
    learned.came(service: service, grade: grade, at: now)
    enqueue(ticket, at: now)
    guard case .inHand(let teller) = tickets[ticket.number] else {
      noteWaiting(ticket)
      return Taken(ticket: ticket, position: ahead + 1, teller: nil)
    }
    return Taken(ticket: ticket, position: 0, teller: teller)
  }

  /// The next number that no kept ticket has.
  private mutating func freeNumber() -> Int {
    while tickets[state.nextNumber] != nil { state.nextNumber += 1 }
    defer { state.nextNumber += 1 }
    return state.nextNumber
  }

  /// A waiting customer goes, for a reason as a person gives it; in O(1), wherever in the line.
  mutating func leave(
    ticket number: Int, reason: String? = nil, at now: Timestamp
  ) throws(BankError) -> Visit {
    var kept: String?
    if let reason { kept = try LeaveReason.kept(reason) }
    switch try whereabouts(ofTicket: number) {
    case .inHand(let teller):
      throw BankError(
        .ticketInService, ["ticket": .integer(number), "teller": .integer(teller)])
    case .absent: throw BankError(.ticketGone, ["ticket": .integer(number)])
    case .waiting(let place):
      guard let ticket = line.remove(at: place) else {
        preconditionFailure("ticket \(number) is not where it waits")
      }
      var visit = unserved(ticket, .left, at: now)
      visit.reason = kept
      tickets[number] = nil
      facts.append(.ended(visit))
      settle(at: now)
      return visit
    }
  }

  // MARK: Run

  /// The console program: opens, takes customers with services at random, and closes.
  ///
  /// - Parameters:
  ///   - customers: 10 to 30 at random where nil.
  ///   - seed: The whole run follows from it; the branch's own random numbers where nil.
  ///   - now: When all of it happens.
  /// - Returns: How many customers came.
  /// - Throws: ``BankError``; nothing has changed then.
  mutating func run(customers: Int?, seed: UInt64?, at now: Timestamp) throws(BankError) -> Int {
    guard phase == .closed else { throw BankError(isOpen ? .alreadyOpen : .alreadyClosing) }
    if let customers { try Self.check(count: customers) }
    try checkHours(at: now)
    let choice = services.indices.filter { service in
      tellers.contains {
        $0.mode == .automatic && !$0.isPaused && $0.services.contains(service)
      }
    }
    guard !choice.isEmpty else {
      throw BankError(
        .noAutomaticTeller,
        ["services": .string(words(of: activeServices).replacing(", ", with: ","))])
    }
    if let customers { try checkRoom(for: customers) }
    if let seed { state.random = RandomNumbers(seed: seed) }
    let count = customers ?? 10 + state.random.below(21)
    try open(at: now)
    _ = add(count, from: choice, grade: .normal, at: now)
    try close(at: now)
    return count
  }

  // MARK: Checks

  static func check(count: Int) throws(BankError) {
    guard (1...maximumAtOnce).contains(count) else {
      throw BankError(
        .invalidCount, ["count": .integer(count), "maximum": .integer(maximumAtOnce)])
    }
  }

  private mutating func checkOpen(at now: Timestamp) throws(BankError) {
    guard isOpen else { throw closedRefusal(at: now) }
    try checkHours(at: now)
  }

  private mutating func checkHours(at now: Timestamp) throws(BankError) {
    guard state.hours.outside == .note || isWithinHours(at: now) else {
      throw outsideRefusal(at: now)
    }
  }

  private func checkRoom(for count: Int) throws(BankError) {
    guard line.count + count <= Self.maximumWaiting else {
      throw BankError(
        .lineFull,
        ["waiting": .integer(line.count), "maximum": .integer(Self.maximumWaiting)])
    }
  }

  func staffedService(_ name: String) throws(BankError) -> Int {
    let service = try index(ofService: name)
    guard isStaffed(service) else {
      throw BankError(.serviceUnstaffed, ["service": .string(name)])
    }
    return service
  }
}
