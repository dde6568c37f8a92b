internal import IPCProtocol
internal import Queueing
internal import Values

/// The rules of the branch: who may do what, who is next, when the day ends.
///
/// A value without a clock, files or sockets: every call is told the time. A call that throws has
/// changed nothing. What a call did is in ``facts``, in order, until they are taken.
///
/// Time goes forward by ``advance(to:)`` alone: automatic tellers are done, and call the next, at
/// the exact moment that was due, however late the call comes. Two runs with the same seed and the
/// same arrivals are therefore the same to the microsecond.
struct Branch: Sendable {
  static let maximumWaiting = 100_000
  static let maximumAtOnce = 10_000
  static let maximumTellers = 1000

  /// Where a ticket is that is not gone.
  enum Whereabouts: Hashable, Sendable {
    case waiting(CounterQueue<Ticket>.Place)
    case inHand(teller: Int)
    case absent(Ticket)
  }

  var state: BranchState
  var services: [Service]
  /// In order of their numbers.
  var tellers: [Teller]
  var line: CounterQueue<Ticket>
  /// By ticket number.
  var tickets = RevertibleDictionary<Int, Whereabouts>()
  var servingCount = 0
  var learned = Learned()
  var forecast = Forecast()
  var hoursNow: HoursNow?
  /// When somebody will wait longer than a target, or may; nil while nobody can.
  var targetDue: Timestamp?
  /// What happened since they were last taken.
  var facts: [Fact] = []

  /// A branch on its first morning: closed, with the usual services and tellers.
  init(seed: UInt64) {
    self.init(state: BranchState(seed: seed), services: Service.defaults, tellers: [])
    for service in [0, 0, 1] {
      tellers.append(
        Teller(
          number: state.nextTeller, services: ServiceSet([service]), mode: .automatic))
      state.nextTeller += 1
    }
  }

  /// A branch as it was stored, without its tickets: ``restore(_:)``.
  init(state: BranchState, services: [Service], tellers: [Teller]) {
    self.state = state
    self.services = services
    self.tellers = tellers
    line = CounterQueue(services: services.count)
  }

  // MARK: Facts about now

  var phase: Phase { state.phase }
  var waitingCount: Int { line.count }
  var isOpen: Bool { phase == .open }

  /// When ``advance(to:)`` has something to do; nil while it has not.
  var nextDue: Timestamp? {
    var next: Timestamp?
    for teller in tellers {
      guard let due = teller.inHand?.due else { continue }
      if next.map({ due < $0 }) ?? true { next = due }
    }
    return next
  }

  /// Microseconds of business today.
  func business(at now: Timestamp) -> Int64 { state.day.business(at: now) }

  mutating func takeFacts() -> [Fact] {
    defer { facts.removeAll(keepingCapacity: true) }
    return facts
  }

  // MARK: Looking up

  func index(ofService name: String) throws(BankError) -> Int {
    if let index = try indexIfKnown(ofService: name) { return index }
    throw BankError(
      .unknownService,
      ["service": .string(name), "known": spoken(activeServices).jsonValue])
  }

  /// The words of services, as people of each language type them.
  private func spoken(_ some: [Int]) -> LocalizedText {
    LocalizedText(
      en: words(of: some),
      ko: some.map { services[$0].title.text(in: .korean) }.joined(separator: ", "))
  }

  /// By its own word first, so that no other service's name can hide it.
  ///
  /// - Throws: ``BankReason/ambiguousService`` where several services have that name.
  func indexIfKnown(ofService name: String) throws(BankError) -> Int? {
    let isExact = { (index: Int) in self.services[index].name == name }
    if let index = services.indices.first(where: isExact), !services[index].isRetired {
      return index
    }
    let folded = name.lowercased()
    let meant = activeServices.filter { services[$0].isCalled(folded) }
    let words = meant.filter { services[$0].name == folded }
    if meant.count > 1, words.isEmpty {
      throw BankError(
        .ambiguousService, ["service": .string(name), "known": .string(self.words(of: meant))])
    }
    return words.first ?? meant.first
  }

  /// The services that there are now.
  var activeServices: [Int] { services.indices.filter { !services[$0].isRetired } }

  /// Whether sentences need not say which service is meant.
  var hasOneService: Bool { services.count - services.count { $0.isRetired } == 1 }

  func words(of some: some Sequence<Int>) -> String {
    some.map { services[$0].name }.joined(separator: ", ")
  }

  func index(ofTeller number: Int) throws(BankError) -> Int {
    guard let index = tellers.firstIndex(where: { $0.number == number }) else {
      throw BankError(.unknownTeller, ["teller": .integer(number)])
    }
    return index
  }

  func whereabouts(ofTicket number: Int) throws(BankError) -> Whereabouts {
    if let found = tickets[number] { return found }
    let wasTaken = number >= 1 && number < state.nextNumber && phase != .closed
    throw BankError(wasTaken ? .ticketGone : .unknownTicket, ["ticket": .integer(number)])
  }

  /// Whether any teller, paused or not, serves a service.
  func isStaffed(_ service: Int) -> Bool { tellers.contains { $0.services.contains(service) } }

  // MARK: Time

  /// Carries out everything that is due by `now`, in the order in which it is due.
  mutating func advance(to now: Timestamp) {
    while let due = nextDue, due <= now {
      guard let index = tellers.firstIndex(where: { $0.inHand?.due == due }) else { return }
      release(index, .served, at: due)
      callNext(for: index, at: due)
      noteFree(index)
      settle(at: due)
    }
  }

  /// Starts or stops business time, and ends the day where it is time; after every change.
  mutating func settle(at now: Timestamp) {
    let isKept = phase == .closing(keepsLine: true)
    if case .closing = phase, servingCount == 0, isKept || line.isEmpty { return endDay(at: now) }
    let isBusy = phase != .closed && (servingCount > 0 || !line.isEmpty)
    if isBusy {
      state.day.busySince = state.day.busySince ?? now
    } else if state.day.busySince != nil {
      state.day.businessBefore = business(at: now)
      state.day.busySince = nil
    }
  }

  // MARK: Calling and releasing

  /// Gives the next customer to a teller who takes by itself.
  mutating func callNext(for index: Int, at now: Timestamp) {
    guard tellers[index].takesByItself, isCalling else { return }
    guard let ticket = line.next(for: tellers[index].services) else { return }
    call(ticket, to: index, at: now)
  }

  /// Whether tellers may call at all.
  var isCalling: Bool {
    switch phase {
    case .open, .closing(keepsLine: false): true
    case .closed, .closing(keepsLine: true): false
    }
  }

  /// Gives a ticket, which is out of the line already, to a teller who is free.
  mutating func call(_ ticket: Ticket, to index: Int, at now: Timestamp) {
    // A ticket may have been taken after the moment at which this teller was due.
    let start = max(now, ticket.waitingSince)
    var due: Timestamp?
    if tellers[index].mode == .automatic {
      let duration = services[ticket.service].time.draw(from: &state.random)
      due = Timestamp(microseconds: start.microseconds + duration)
    }
    let inHand = InHand(
      ticket: ticket, calledAt: start, due: due, waited: ticket.waited(at: start))
    if tellers[index].mode == .manual {
      learned.called(by: tellers[index].number, waitingSince: ticket.waitingSince, at: start)
    }
    tellers[index].inHand = inHand
    tickets[ticket.number] = .inHand(teller: tellers[index].number)
    servingCount += 1
    facts.append(.called(teller: tellers[index].number, inHand))
  }

  /// Ends what a teller has in hand; the ticket is gone from the branch.
  @discardableResult
  mutating func release(_ index: Int, _ outcome: Outcome, at now: Timestamp) -> Ticket? {
    guard let inHand = tellers[index].inHand else { return nil }
    tellers[index].inHand = nil
    tickets[inHand.ticket.number] = nil
    servingCount -= 1
    if outcome == .served { state.day.served += 1 }
    let end = max(now, inHand.calledAt)
    if tellers[index].mode == .manual {
      learned.ended(
        service: inHand.ticket.service, teller: tellers[index].number,
        time: end.microseconds - inHand.calledAt.microseconds, at: end)
    }
    facts.append(
      .ended(
        Visit(
          day: state.day.number, ticket: inHand.ticket, outcome: outcome,
          teller: tellers[index].number,
          calledAt: inHand.calledAt, endedAt: end, waited: inHand.waited)))
    if tellers[index].isPaused { endDuty(index, at: end) }
    return inHand.ticket
  }

  /// Puts a ticket into the line, and before a teller who is free for it.
  mutating func enqueue(_ ticket: Ticket, at now: Timestamp) {
    if isCalling, let index = idleTeller(for: ticket.service) {
      return call(ticket, to: index, at: now)
    }
    let place = line.enqueue(
      ticket, service: ticket.service, grade: ticket.grade, order: ticket.id)
    tickets[ticket.number] = .waiting(place)
    noteTarget(of: ticket)
  }

  /// The teller who takes customers of a service by itself, is free, and is next.
  private func idleTeller(for service: Int) -> Int? {
    var best: Int?
    for index in tellers.indices
    where tellers[index].takesByItself && tellers[index].services.contains(service) {
      guard state.spread == .longestIdle else { return index }
      if best.map({ tellers[index].freeOrder < tellers[$0].freeOrder }) ?? true { best = index }
    }
    return best
  }

  // MARK: Whose turn it is

  /// Puts a teller who has nobody in hand behind all who are free already.
  mutating func noteFree(_ index: Int) {
    guard tellers[index].inHand == nil else { return }
    tellers[index].freeOrder = tellers.reduce(0) { max($0, $1.freeOrder) } + 1
    facts.append(.tellerFree(tellers[index].number, order: tellers[index].freeOrder))
  }

  /// Lets every teller who is free take from the line, in the order of their turns.
  mutating func callForAll(at now: Timestamp) {
    var turns = Array(tellers.indices)
    if state.spread == .longestIdle {
      turns.sort { (tellers[$0].freeOrder, $0) < (tellers[$1].freeOrder, $1) }
    }
    for index in turns { callNext(for: index, at: now) }
  }

  /// A day begins with the turns of the numbers, so that a seeded day is the same every day.
  mutating func forgetTurns() {
    for index in tellers.indices { tellers[index].freeOrder = 0 }
  }

  mutating func setSpread(_ spread: Spread) {
    state.spread = spread
    facts.append(.spreadSet(spread))
  }
}
