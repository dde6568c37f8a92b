internal import IPCProtocol
internal import Queueing
internal import Values

/// Which of several tellers who are free for a customer gets the customer.
enum Spread: String, WireWord {
  /// Whoever has been free longest, so that everybody works as much.
  case longestIdle
  /// The lowest number, so that the last windows stay free.
  case lowestNumber
}

/// The numbers of a branch that belong to no ticket, teller or service; one row of the store.
struct BranchState: Hashable, Sendable {
  var phase = Phase.closed
  var day = Day()
  /// The number that the next ticket gets, unless a kept ticket has it.
  var nextNumber = 1
  /// Counts up for ever.
  var nextTicketID: Int64 = 1
  /// Numbers of removed tellers are not given again: reports go by them.
  var nextTeller = 1
  var random: RandomNumbers
  /// Which of several free tellers is given the next customer.
  var spread = Spread.longestIdle
  var hours = OpeningHours()
  /// Up to when the clock has opened and closed what it had to; nil before it first had to.
  var clockedTo: Timestamp?
  /// When it has to next; follows from the two above.
  var turn: OpeningHours.Turn?

  /// Up to when it was told who waits longer than a target; nil before anybody was.
  var toldTo: Timestamp?

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }
}
