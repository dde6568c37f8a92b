internal import IPCProtocol
internal import Loop

/// Who waits for the changes of turns: replies, events, work of the daemon's own.
///
/// Each call speaks of everything that came since the one before it.
@LoopActor
protocol CommitObserver: AnyObject {
  /// The turn that was gathered is in flight; what comes now is of the next one.
  func tookOff()

  /// The turn in flight is durable.
  func landed()

  /// The turn in flight and the one that is gathered are undone; or nobody knows.
  func failed(_ error: WireError)
}

/// What waits for its turn: of the one that is gathered, and of the one in flight.
struct Waiting<Element> {
  private(set) var gathered: [Element] = []
  private(set) var inFlight: [Element] = []

  var isEmpty: Bool { gathered.isEmpty && inFlight.isEmpty }

  mutating func add(_ element: Element) { gathered.append(element) }

  mutating func addToFlight(_ element: Element) { inFlight.append(element) }

  mutating func tookOff() {
    // Two lists that take turns, so that a turn allocates nothing.
    if inFlight.isEmpty { swap(&gathered, &inFlight) } else { inFlight += gathered }
    gathered.removeAll(keepingCapacity: true)
  }

  /// The turn in flight is over.
  mutating func clearFlight() { inFlight.removeAll(keepingCapacity: true) }

  /// All of it, the oldest first; nothing waits any more.
  mutating func takeAll() -> [Element] {
    defer { self = Waiting() }
    return inFlight + gathered
  }

  /// Forgets what was added last, down to so many of the turn that is gathered, where there are more.
  mutating func truncate(to count: Int) { gathered.removeLast(max(0, gathered.count - count)) }
}
