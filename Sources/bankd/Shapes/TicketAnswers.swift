internal import IPCProtocol
internal import Values

extension Answers {
  /// Where one ticket stands now.
  struct TicketState: Shape, Hashable {
    enum Kind: String, WireWord {
      /// `unknown` waits where no wait can be estimated; `absent` was called in vain.
      case waiting, unknown, called, absent
    }

    let kind: Kind
    let ticket: Ticket
    /// In the line of its service, from 1; 0 where it does not wait.
    let position: Int
    let waitedSeconds: Double
    let estimate: Estimate?
    let teller: Int?

    static let shape = ShapeOf<TicketState>([
      Member("kind", \.kind), Member("ticket", \.ticket),
      Member("position", \.position, .from(0)),
      Member("waitedSeconds", \.waitedSeconds, .seconds), Member("estimate", \.estimate),
      Member("teller", \.teller, .from(1)),
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

  static let shape = ShapeOf<DeskEvent>([
    Member("kind", \.kind), Member("teller", \.teller, .from(1)),
    Member("ticket", \.ticket, .from(1)), Member("service", \.service),
    Member("serviceName", \.serviceName), Member("grade", \.grade),
    Member("gradeName", \.gradeName), Member("waitedSeconds", \.waitedSeconds, .seconds),
    Member("waiting", \.waiting, .from(0)),
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
  /// - Throws: ``BankReason/unknownTicket`` or ``BankReason/ticketGone``.
  func ticketState(_ number: Int, at now: Timestamp) throws(BankError) -> Answers.TicketState {
    switch try whereabouts(ofTicket: number) {
    case .waiting(let place):
      guard let ticket = line[place] else {
        throw BankError(.ticketGone, ["ticket": .integer(number)])
      }
      let estimate = estimate(of: ticket, at: now).map {
        Answers.Estimate(p50Seconds: seconds($0.p50), p90Seconds: seconds($0.p90))
      }
      return Answers.TicketState(
        kind: estimate == nil ? .unknown : .waiting, ticket: answer(ticket),
        position: line.position(of: place), waitedSeconds: seconds(waited(ticket, at: now)),
        estimate: estimate, teller: nil)
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
}
