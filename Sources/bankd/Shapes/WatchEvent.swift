internal import IPCProtocol
internal import Values

/// One event of `bank.watch`: the whole board, or one change of it.
enum WatchEvent: WireWritable {
  case board(Board)
  case change(ChangeEvent)

  static func schema(_ names: inout SchemaNames) -> JSONSchema {
    .either(Board.self, ChangeEvent.self, &names)
  }

  func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) {
    switch self {
    case .board(let board): try board.write(to: &writer)
    case .change(let change): try change.write(to: &writer)
    }
  }
}

/// Something that happened; members that do not belong to its kind are absent.
struct ChangeEvent: Shape, Hashable {
  let kind: String
  /// Chooses the sentence: the kind, with `Plain` behind it where the branch has one service only.
  var phrase: String
  var ticket: Int?
  var service: String?
  var serviceName: LocalizedText?
  var grade: Grade?
  var teller: Int?
  var mode: String?
  var waitedSeconds: Double?
  var served: Int?
  var businessSeconds: Double?
  var day: Int64?
  var waiting: Int?
  /// In the line of its service, from 1.
  var position: Int?
  var estimate: Answers.Estimate?
  /// Why a customer left.
  var reason: String?
  /// How long the customer should have waited at most.
  var targetSeconds: Double?
  let at: Timestamp

  static let shape = ShapeOf<ChangeEvent>([
    Member("kind", \.kind), Member("phrase", \.phrase), Member("ticket", \.ticket),
    Member("service", \.service), Member("serviceName", \.serviceName), Member("grade", \.grade),
    Member("teller", \.teller), Member("mode", \.mode),
    Member("waitedSeconds", \.waitedSeconds), Member("served", \.served, .from(0)),
    Member("businessSeconds", \.businessSeconds, .seconds), Member("day", \.day),
    Member("waiting", \.waiting), Member("position", \.position),
    Member("estimate", \.estimate), Member("reason", \.reason),
    Member("targetSeconds", \.targetSeconds, .seconds), Member("at", \.at),
  ])

  private init(_ kind: String, at now: Timestamp) {
    self.kind = kind
    phrase = kind
    at = now
  }

  /// - Returns: Nil where a fact is nobody's concern.
  init?(_ fact: Fact, in branch: Branch, at now: Timestamp) {
    switch fact {
    case .opened(let day, let kept):
      self.init("opened", at: day.openedAt)
      self.day = day.number
      waiting = kept
    case .reopened: self.init("reopened", at: now)
    case .closing(let keepsLine): self.init(keepsLine ? "closingWithLine" : "closing", at: now)
    case .closed(let summary):
      self.init("closed", at: summary.endedAt)
      served = summary.served
      businessSeconds = seconds(summary.business)
    case .reset: self.init("reset", at: now)
    case .imported: self.init("imported", at: now)
    case .taken(let ticket): self.init("taken", ticket, in: branch, at: ticket.takenAt)
    case .called(let teller, let inHand):
      self.init("started", inHand.ticket, in: branch, at: inHand.calledAt)
      self.teller = teller
      waitedSeconds = seconds(inHand.waited)
    case .ended(let visit):
      self.init(Self.kind(visit.outcome), visit.ticket, in: branch, at: visit.endedAt)
      teller = visit.teller
      reason = visit.reason
    case .returned(let ticket, _, _):
      self.init("returned", ticket, in: branch, at: ticket.waitingSince)
    case .recalled(let ticket, let teller):
      self.init("recalled", ticket, in: branch, at: now)
      self.teller = teller
    case .overTarget(let ticket):
      self.init("overTarget", ticket, in: branch, at: now)
      waitedSeconds = seconds(ticket.waited(at: now))
      targetSeconds = branch.services[ticket.service].target.map { seconds($0.within) }
    case .tellerAdded(let teller):
      self.init("tellerAdded", teller.number, at: now)
      mode = teller.mode.rawValue
    case .tellerSet(let teller): self.init("tellerSet", teller.number, at: now)
    case .tellerPaused(let number): self.init("tellerPaused", number, at: now)
    case .tellerResumed(let number): self.init("tellerResumed", number, at: now)
    case .tellerRemoved(let number): self.init("tellerRemoved", number, at: now)
    case .serviceSet(_, let service):
      self.init("serviceSet", at: now)
      self.service = service.name
      serviceName = service.title
    case .serviceRemoved(_, let service):
      self.init("serviceRemoved", at: now)
      self.service = service.name
      serviceName = service.title
    case .carried, .duty, .tellerFree, .spreadSet, .hoursSet: return nil
    }
  }

  /// Where a ticket stands now: `place`, `started`, `noShow`, or `gone` where it is in no line.
  ///
  /// Its wait is played, where it is not known already.
  init(
    ofTicket number: Int, in branch: Branch, at now: Timestamp,
    waits: [Int64: WaitEstimate]? = nil
  ) {
    guard let state = try? branch.ticketState(number, at: now, waits: waits) else {  // just gone
      self.init("gone", at: now)
      ticket = number
      return
    }
    let kind =
      switch state.kind {
      case .waiting, .unknown, .unlearned, .kept: "place"
      case .called: "started"
      case .absent: "noShow"
      }
    self.init(kind, at: now)
    switch state.kind {
    case .unknown: phrase = "placeUnknown"
    case .unlearned: phrase = "placeUnlearned"
    case .kept: phrase = "placeKept"
    case .waiting, .called, .absent: break
    }
    if state.kind == .called || state.kind == .absent, branch.hasOneService {
      phrase = "\(kind)Plain"
    }
    ticket = number
    service = state.ticket.service
    serviceName = state.ticket.serviceName
    grade = state.ticket.grade
    teller = state.teller
    position = state.position
    estimate = state.estimate
    waitedSeconds = state.waitedSeconds
  }

  /// Whether the customer of this event waits no longer.
  var endsWait: Bool { ["started", "left", "sentHome", "finished"].contains(kind) }

  private init(_ kind: String, _ teller: Int, at now: Timestamp) {
    self.init(kind, at: now)
    self.teller = teller
  }

  private init(_ kind: String, _ ticket: Ticket, in branch: Branch, at time: Timestamp) {
    self.init(kind, at: time)
    let service = branch.services[ticket.service]
    self.ticket = ticket.number
    self.service = service.name
    serviceName = service.title
    grade = ticket.grade
    if branch.hasOneService { phrase = "\(kind)Plain" }
  }

  private static func kind(_ outcome: Outcome) -> String {
    switch outcome {
    case .served: "finished"
    case .transferred: "transferred"
    case .noShow: "noShow"
    case .left: "left"
    case .sentHome: "sentHome"
    }
  }
}
