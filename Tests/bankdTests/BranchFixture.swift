import IPCProtocol
import Values

@testable import bankd

/// A manual clock: seconds after nine o'clock.
func at(_ seconds: Double) -> Timestamp {
  Timestamp(microseconds: 1_795_251_600_000_000).adding(seconds: seconds)
}

extension Branch {
  /// The usual branch: tellers 1 and 2 for deposit (0.7 s), teller 3 for loan (1.1 s); open.
  static func opened() throws -> Branch {
    var branch = Branch(seed: 1)
    try branch.open(at: at(0))
    _ = branch.takeFacts()
    return branch
  }

  /// One service and one manual teller, number 1; open.
  static func manual(_ services: [String] = ["deposit", "loan"]) throws -> Branch {
    var branch = Branch(seed: 1)
    branch.tellers = []
    branch.state.nextTeller = 1
    _ = try branch.addTeller(services: services, mode: .manual, at: at(0))
    try branch.open(at: at(0))
    _ = branch.takeFacts()
    return branch
  }

  /// Takes tickets at one moment; "d" is a deposit, "l" a loan.
  @discardableResult
  mutating func come(_ services: String, grade: Grade = .normal, at time: Double) throws -> [Int] {
    try services.map {
      try take(service: $0 == "d" ? "deposit" : "loan", grade: grade, at: bankdTests.at(time))
        .ticket.number
    }
  }

  var waitingNumbers: [Int] { line.inOrder().map(\.number) }

  /// Ticket in hand by teller number.
  var inHand: [Int: Int] {
    tellers.reduce(into: [:]) { $0[$1.number] = $1.inHand?.ticket.number }
  }

  /// `started 3 by 1 at 0.7`, in order; facts are taken.
  mutating func story() -> [String] {
    takeFacts().compactMap { fact in
      switch fact {
      case .called(let teller, let inHand):
        "started \(inHand.ticket.number) by \(teller) at \(inHand.calledAt.seconds(since: at(0)))"
      case .ended(let visit):
        "\(visit.outcome.rawValue) \(visit.ticket.number) at \(visit.endedAt.seconds(since: at(0)))"
      case .closed(let summary):
        "closed \(summary.served) in \(Double(summary.business) / 1e6)"
      default: nil
      }
    }
  }

  /// All that a store must bring back; positions in lists are no part of it.
  struct Image: Equatable {
    let state: BranchState
    let services: [Service]
    let tellers: [Teller]
    let line: [Ticket]
    let absent: [Ticket]
    let numbers: Set<Int>
    let serving: Int
  }

  var image: Image {
    let absent = tickets.all.values.compactMap {
      if case .absent(let ticket) = $0 { ticket } else { nil }
    }
    return Image(
      state: state, services: services, tellers: tellers, line: line.inOrder(),
      absent: absent.sorted { $0.id < $1.id }, numbers: Set(tickets.all.keys), serving: servingCount
    )
  }
}

/// A refusal, where there is one.
func bankError<T>(_ body: () throws -> T) -> BankError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? BankError
  }
}

/// The reason of a refusal, where there is one.
func refusal<T>(_ body: () throws -> T) -> BankReason? { bankError(body)?.reason }
