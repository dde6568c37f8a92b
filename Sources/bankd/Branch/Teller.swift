internal import IPCProtocol
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
  let services: ServiceSet
  let mode: Mode
  /// A paused teller finishes the customer in hand and calls no other.
  var isPaused = false
  var inHand: InHand?
  var duty = Duty()

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
