internal import IPCProtocol
internal import Values

extension Answers {
  /// Where one ticket stands now.
  struct TicketState: Shape, Hashable {
    enum Kind: String, WireWord {
      /// `unknown` and `unlearned` wait where nothing can be said about the wait, as those who take
      /// a ticket; `kept` waits for the next business day; `absent` was called in vain.
      case waiting, unknown, unlearned, kept, called, absent
    }

    let kind: Kind
    let ticket: Ticket
    /// In the line of its service, from 1; 0 where it does not wait.
    let position: Int
    let waitedSeconds: Double
    let estimate: Estimate?
    let teller: Int?
    /// That the wait may go on past closing, or when a branch that is closed opens.
    var note: LocalizedText?

    static let shape = ShapeOf<TicketState>([
      Member("kind", \.kind), Member("ticket", \.ticket),
      Member("position", \.position, .from(0)),
      Member("waitedSeconds", \.waitedSeconds, .seconds), Member("estimate", \.estimate),
      Member("teller", \.teller, .from(1)), Member("note", \.note),
    ])
  }

  /// What one key of a desk came to.
  struct Advanced: Shape {
    enum Kind: String, WireWord {
      /// `done` where somebody was finished, `next` where somebody was only called.
      case done, next
    }

    let kind: Kind
    let teller: Int
    let done: Ticket?
    let next: Ticket?
    let elapsedSeconds: Double?

    static let shape = ShapeOf<Advanced>([
      Member("kind", \.kind), Member("teller", \.teller, .from(1)), Member("done", \.done),
      Member("next", \.next), Member("elapsedSeconds", \.elapsedSeconds, .seconds),
    ])
  }
}

/// What a person at a desk sees: one event of `bank.desk`.
struct DeskEvent: Shape, Hashable {
  enum Kind: String, WireWord {
    /// `ready` while people wait, `empty` while nobody does, `gone` when the teller was removed.
    case serving, ready, empty, paused, gone
  }

  let kind: Kind
  let teller: Int
  var ticket: Int?
  var service: String?
  var serviceName: LocalizedText?
  var grade: Grade?
  var gradeName: LocalizedText?
  var waitedSeconds: Double?
  /// Customers who wait for one of the teller's services.
  var waiting = 0
  /// The ticket in hand, 0 for none.
  var serving = 0

  static let shape = ShapeOf<DeskEvent>([
    Member("kind", \.kind), Member("teller", \.teller, .from(1)),
    Member("ticket", \.ticket, .from(1)), Member("service", \.service),
    Member("serviceName", \.serviceName), Member("grade", \.grade),
    Member("gradeName", \.gradeName), Member("waitedSeconds", \.waitedSeconds, .seconds),
    Member("waiting", \.waiting, .from(0)), Member("serving", \.serving, .from(0)),
  ])

  init(teller number: Int, in branch: Branch) {
    teller = number
    guard let teller = branch.tellers.first(where: { $0.number == number }) else {
      kind = .gone
      return
    }
    waiting = branch.waiting(for: teller)
    guard let inHand = teller.inHand else {
      kind = teller.isPaused ? .paused : waiting > 0 ? .ready : .empty
      return
    }
    kind = .serving
    let known = branch.services[inHand.ticket.service]
    ticket = inHand.ticket.number
    serving = inHand.ticket.number
    service = known.name
    serviceName = known.title
    grade = inHand.ticket.grade
    gradeName = inHand.ticket.grade.title
    waitedSeconds = seconds(inHand.waited)
  }

  /// Whether a person would look up: not for every one more in the line.
  func isNews(after other: DeskEvent) -> Bool {
    (kind, ticket, service) != (other.kind, other.ticket, other.service)
  }

}

extension Branch {
  /// Where a ticket stands; its wait is played, where it is not known already.
  ///
  /// - Throws: ``BankReason/unknownTicket`` or ``BankReason/ticketGone``.
  func ticketState(
    _ number: Int, at now: Timestamp, waits: [Int64: WaitEstimate]? = nil
  ) throws(BankError) -> Answers.TicketState {
    switch try whereabouts(ofTicket: number) {
    case .waiting(let place):
      guard let ticket = line[place] else {
        throw BankError(.ticketGone, ["ticket": .integer(number)])
      }
      let estimate = (waits ?? self.waits(of: [ticket], at: now))[ticket.id]
      return Answers.TicketState(
        kind: waitKind(of: ticket, estimate), ticket: answer(ticket),
        position: line.position(of: place), waitedSeconds: seconds(waited(ticket, at: now)),
        estimate: estimate.map(Answers.Estimate.init), teller: nil,
        note: ticketNote(estimate, at: now))
    case .inHand(let number):
      guard let inHand = tellers.first(where: { $0.number == number })?.inHand else {
        preconditionFailure("teller \(number) has not what the ticket says")
      }
      return Answers.TicketState(
        kind: .called, ticket: answer(inHand.ticket), position: 0,
        waitedSeconds: seconds(inHand.waited), estimate: nil, teller: number)
    case .absent(let ticket):
      return Answers.TicketState(
        kind: .absent, ticket: answer(ticket), position: 0,
        waitedSeconds: seconds(ticket.waitedBefore), estimate: nil, teller: nil)
    }
  }

  private func waitKind(
    of ticket: Ticket, _ estimate: WaitEstimate?
  ) -> Answers.TicketState.Kind {
    guard estimate == nil else { return .waiting }
    guard isCalling else { return .kept }
    return isServed(ticket.service) ? .unlearned : .unknown
  }

  /// Whether anybody on duty serves a service.
  func isServed(_ service: Int) -> Bool {
    tellers.contains { !$0.isPaused && $0.services.contains(service) }
  }
}
