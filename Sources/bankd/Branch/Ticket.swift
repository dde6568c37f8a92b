internal import Values

/// A customer's ticket while the customer waits or is served.
///
/// It is bound to no teller: who serves it is decided when it is called.
struct Ticket: Hashable, Sendable {
  /// Counts up for ever: the order of arrival, and the key in the store.
  let id: Int64
  /// What is printed on it; from 1 in every business day.
  let number: Int
  /// The index of the service in its branch.
  var service: Int
  let grade: Grade
  let takenAt: Timestamp
  /// The start of the present wait: when it was taken, sent on, or the branch opened again.
  var waitingSince: Timestamp
  /// Microseconds of this wait before ``waitingSince``: yesterday's, for a ticket that was kept.
  var waitedBefore: Int64 = 0
  /// How often it was sent on to another service.
  var leg = 0
  /// What was said about the wait when it was taken; nil where nothing could be said.
  var estimate: WaitEstimate?

  /// Microseconds of the present wait.
  func waited(at now: Timestamp) -> Int64 {
    waitedBefore + max(0, now.microseconds - waitingSince.microseconds)
  }
}

/// How a wait or a service ended.
enum Outcome: String, Sendable, CaseIterable {
  case served
  /// Sent on to another service, where a new leg begins.
  case transferred
  /// Called, and nobody came.
  case noShow
  /// Gone from the line.
  case left
  /// Sent away when the line was cleared.
  case sentHome
}

/// One leg of a customer's way that is over: the wait for one service, and the service.
struct Visit: Hashable, Sendable {
  /// The number of the business day.
  let day: Int64
  let ticket: Ticket
  let outcome: Outcome
  /// Nil where nobody called the ticket.
  let teller: Int?
  let calledAt: Timestamp?
  let endedAt: Timestamp
  /// Microseconds from the beginning of the wait to the call, or to the end without one.
  let waited: Int64
  /// Why the customer left, as ``LeaveReason`` keeps it; nil where nobody said so.
  var reason: String?
}

/// A ticket that a teller has in hand.
struct InHand: Hashable, Sendable {
  let ticket: Ticket
  var calledAt: Timestamp
  /// When an automatic teller is done; nil where a person says so.
  var due: Timestamp?
  /// Microseconds that the customer had waited when called.
  let waited: Int64
  /// How often the customer was called once more.
  var recalls = 0
}
