internal import IPCProtocol
internal import Values

/// The whole branch at one moment: who waits, who is served.
struct Board: Shape {
  struct Waiting: Shape, Hashable {
    let number: Int
    let service: String
    let serviceName: LocalizedText
    let grade: Grade
    /// The grade as it stands behind the card; absent of most people.
    let rank: LocalizedText?
    let waitedSeconds: Double
    /// True where the wait is longer than the service's target; absent where it is not.
    let overTarget: Bool?

    static let shape = ShapeOf<Waiting>([
      Member("number", \.number, .from(1)), Member("service", \.service),
      Member("serviceName", \.serviceName), Member("grade", \.grade), Member("rank", \.rank),
      Member("waitedSeconds", \.waitedSeconds, .seconds), Member("overTarget", \.overTarget),
    ])
  }

  struct Serving: Shape, Hashable {
    let number: Int
    let service: String
    let serviceName: LocalizedText
    let grade: Grade
    /// The grade as it stands behind the card; absent of most people.
    let rank: LocalizedText?
    let teller: Int
    /// Where the customer goes, behind the card; absent of a machine, to which nobody walks.
    let desk: LocalizedText?
    let elapsedSeconds: Double
    /// How often the customer was called once more; absent where that was not needed.
    let recalls: Int?

    static let shape = ShapeOf<Serving>([
      Member("number", \.number, .from(1)), Member("service", \.service),
      Member("serviceName", \.serviceName), Member("grade", \.grade), Member("rank", \.rank),
      Member("teller", \.teller, .from(1)), Member("desk", \.desk),
      Member("elapsedSeconds", \.elapsedSeconds, .seconds),
      Member("recalls", \.recalls, .from(1)),
    ])
  }

  /// The card of the branch itself.
  struct Clock: Shape, Hashable {
    /// Business time as minutes, seconds and milliseconds: `00:07:123`.
    let timer: String
    let phase: LocalizedText

    static let shape = ShapeOf<Clock>([Member("timer", \.timer), Member("phase", \.phase)])
  }

  /// `board` in an event; absent in an answer.
  let kind: String?
  /// The same, as it chooses the sentence of every event.
  let phrase: String?
  let open: Bool
  let phase: String
  let businessSeconds: Double
  /// True while business time runs, as somebody waits or is served; absent while it stands.
  let busy: Bool?
  let served: Int
  let waitingCount: Int
  let servingCount: Int
  let waiting: [Waiting]
  let serving: [Serving]
  let clock: [Clock]
  /// What keeps the line from moving, and who can help; nil while nothing does.
  let remark: LocalizedText?

  static let shape = ShapeOf<Board>(
    named: "Board",
    [
      Member("kind", \.kind), Member("phrase", \.phrase), Member("open", \.open),
      Member("phase", \.phase, .words(["closed", "open", "closing"])),
      Member("businessSeconds", \.businessSeconds, .seconds),
      Member("busy", \.busy), Member("served", \.served, .from(0)),
      Member("waitingCount", \.waitingCount, .from(0)),
      Member("servingCount", \.servingCount, .from(0)), Member("waiting", \.waiting),
      Member("serving", \.serving), Member("clock", \.clock),
      Member("remark", \.remark),
    ])

  init(of branch: Branch, at now: Timestamp, kind: String? = nil) {
    self.kind = kind
    phrase = kind
    open = branch.isOpen
    phase = branch.phase.word
    let business = branch.business(at: now)
    businessSeconds = seconds(business)
    busy = branch.state.day.busySince == nil ? nil : true
    served = branch.state.day.served
    waitingCount = branch.waitingCount
    servingCount = branch.servingCount
    let titles = branch.services.map { $0.title }
    waiting = branch.line.inOrder().map { ticket in
      Waiting(
        number: ticket.number, service: branch.services[ticket.service].name,
        serviceName: titles[ticket.service], grade: ticket.grade, rank: ticket.grade.rank,
        waitedSeconds: seconds(branch.waited(ticket, at: now)),
        overTarget: branch.isOverTarget(ticket, at: now) ? true : nil)
    }
    serving = branch.tellers.compactMap { teller in
      guard let inHand = teller.inHand else { return nil }
      return Serving(
        number: inHand.ticket.number, service: branch.services[inHand.ticket.service].name,
        serviceName: titles[inHand.ticket.service], grade: inHand.ticket.grade,
        rank: inHand.ticket.grade.rank, teller: teller.number,
        desk: teller.mode == .automatic
          ? nil
          : LocalizedText(en: " → teller \(teller.number)", ko: " → \(teller.number)번 창구"),
        elapsedSeconds: max(0, now.seconds(since: inHand.calledAt)),
        recalls: inHand.recalls > 0 ? inHand.recalls : nil)
    }
    clock = [Clock(timer: Self.timer(business), phase: branch.phase.title)]
    remark = branch.stuckRemark ?? branch.hoursRemark(at: now)
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
}

extension Grade {
  /// Behind a card; nil of most people, so that a card without it is one of the original's.
  fileprivate var rank: LocalizedText? {
    self == .normal ? nil : LocalizedText(en: " (\(title.en))", ko: " (\(title.text(in: .korean)))")
  }
}
