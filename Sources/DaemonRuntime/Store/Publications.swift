internal import IPCProtocol
internal import Loop

/// What is shown after the commit of the turn in which it was published: replies of batches, then
/// events.
///
/// What is published while no change waits depends on none: it is due at the end of its turn.
@LoopActor
final class Publications: CommitObserver {
  typealias Action = @LoopActor () -> Void

  private var arrays = Waiting<Action>()
  private var events = Waiting<Action>()
  private var dueArrays: [Action] = []
  private var dueEvents: [Action] = []
  /// Whether what is published now depends on a change.
  private var isDependent = false

  var isDue: Bool { !dueArrays.isEmpty || !dueEvents.isEmpty }

  func publish(_ event: @escaping Action) {
    if isDependent { events.add(event) } else { dueEvents.append(event) }
  }

  /// Has an array of replies written when its changes are on disk, before the events that show them.
  func publishReplies(_ array: @escaping Action) {
    if isDependent { arrays.add(array) } else { dueArrays.append(array) }
  }

  // MARK: One change

  /// Must be called before a change is carried out.
  func changeBegins() { isDependent = true }

  var mark: Int { events.gathered.count }

  /// Forgets what a change published that did not stay.
  func truncate(to mark: Int) { events.truncate(to: mark) }

  // MARK: Turns

  /// No change waits any more, and what depended on one is due.
  func changesEnded() {
    isDependent = false
    tookOff()
    landed()
  }

  func tookOff() {
    arrays.tookOff()
    events.tookOff()
  }

  func landed() {
    dueArrays += arrays.inFlight
    dueEvents += events.inFlight
    arrays.clearFlight()
    events.clearFlight()
  }

  /// Arrays are written all the same: they hold the errors.
  func failed(_ error: WireError) {
    dueArrays += arrays.takeAll()
    events = Waiting()
  }

  /// Shows what is due, and what that publishes.
  func deliver() {
    while isDue {
      let ready = (dueArrays, dueEvents)
      dueArrays = []
      dueEvents = []
      for write in ready.0 { write() }
      for event in ready.1 { event() }
    }
  }
}
