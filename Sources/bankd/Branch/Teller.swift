internal import IPCProtocol
internal import Queueing
internal import Values

/// A window of the branch, which serves one customer at a time.
struct Teller: Hashable, Sendable {
  enum Mode: String, WireWord {
    /// Calls the next customer itself, and is done after the service's time.
    case automatic
    /// Is driven by a person.
    case manual
  }

  let number: Int
  var services: ServiceSet
  let mode: Mode
  /// Who sits there, as the branch calls the window or the person; nil for the number alone.
  var name: String?
  /// A paused teller finishes the customer in hand and calls no other.
  var isPaused = false
  var inHand: InHand?
  var duty = Duty()
  /// Lower for whoever has been free longer; 0 for all who have served nobody today.
  ///
  /// It is a count and no time: a clock that is set changes nobody's turn.
  var freeOrder: Int64 = 0

  /// Whether a ticket can be given to it without anybody's doing.
  var takesByItself: Bool { mode == .automatic && !isPaused && inHand == nil }
}

/// How long a teller was there to serve, in one business day.
struct Duty: Hashable, Sendable {
  /// Microseconds of the spells that are over.
  var before: Int64 = 0
  /// The start of the present one; nil while paused, or the branch is closed.
  var since: Timestamp?

  mutating func begin(at now: Timestamp) { since = since ?? now }

  mutating func end(at now: Timestamp) {
    guard let since else { return }
    before += max(0, now.microseconds - since.microseconds)
    self.since = nil
  }
}
