internal import IPCProtocol

/// The whole branch at one moment: who waits, who is served.
struct Board: Encodable, Sendable {
  struct Waiting: Encodable, Hashable, Sendable {
    let number: Int
    let service: String
    let serviceName: Answers.Title
    let grade: Grade
    let waitedSeconds: Double
  }

  struct Serving: Encodable, Hashable, Sendable {
    let number: Int
    let service: String
    let serviceName: Answers.Title
    let grade: Grade
    let teller: Int
    let elapsedSeconds: Double
  }

  /// The card of the branch itself.
  struct Clock: Encodable, Hashable, Sendable {
    /// Business time as minutes, seconds and milliseconds: `00:07:123`.
    let timer: String
    let phase: Answers.Title
  }

  /// `board` in an event; absent in an answer.
  let kind: String?
  /// The same, as it chooses the sentence of every event.
  let phrase: String?
  let open: Bool
  let phase: String
  let businessSeconds: Double
  let served: Int
  let waitingCount: Int
  let servingCount: Int
  let waiting: [Waiting]
  let serving: [Serving]
  let clock: [Clock]

  init(of branch: Branch, at now: Timestamp, kind: String? = nil) {
    self.kind = kind
    phrase = kind
    open = branch.isOpen
    phase = branch.phase.word
    let business = branch.business(at: now)
    businessSeconds = seconds(business)
    served = branch.state.day.served
    waitingCount = branch.waitingCount
    servingCount = branch.servingCount
    let titles = branch.services.map { Answers.Title($0.title) }
    waiting = branch.line.inOrder().map { ticket in
      Waiting(
        number: ticket.number, service: branch.services[ticket.service].name,
        serviceName: titles[ticket.service], grade: ticket.grade,
        waitedSeconds: seconds(branch.waited(ticket, at: now)))
    }
    serving = branch.tellers.compactMap { teller in
      guard let inHand = teller.inHand else { return nil }
      return Serving(
        number: inHand.ticket.number, service: branch.services[inHand.ticket.service].name,
        serviceName: titles[inHand.ticket.service], grade: inHand.ticket.grade,
        teller: teller.number, elapsedSeconds: max(0, now.seconds(since: inHand.calledAt)))
    }
    clock = [Clock(timer: Self.timer(business), phase: Self.title(branch.phase))]
  }

  /// Microseconds as `MM:SS:mmm`, as the original's timer shows them.
  static func timer(_ microseconds: Int64) -> String {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let milliseconds = microseconds / 1000
    return padded(milliseconds / 60_000, 2) + ":" + padded(milliseconds / 1000 % 60, 2) + ":"
      + padded(milliseconds % 1000, 3)
  }

  private static func title(_ phase: Phase) -> Answers.Title {
    switch phase {
    case .open: Answers.Title(en: "open", ko: "영업중")
    case .closing: Answers.Title(en: "closing", ko: "마감중")
    case .closed: Answers.Title(en: "closed", ko: "마감")
    }
  }
}
