internal import IPCProtocol
internal import Loop

/// The events that answer one request of a streaming method.
///
/// Events wait for the commit of the turn they were sent in. A client that reads too slowly has
/// events left out: the next one that is sent says how many, and where the stream follows a state
/// that next one is the whole state again.
@LoopActor
final class EventStream: EventSink {
  let connection: Connection
  let id: RequestID
  let context: RequestContext
  private unowned let turn: Turn
  private var publications: Publications { turn.publications }
  private let limit: Int
  private var sequence: UInt64 = 0
  private(set) var missed: UInt64 = 0
  private var snapshot: (@LoopActor () -> [UInt8]?)?
  /// Whether the whole state is to come first; events before it are in it.
  private var isBeginning = false
  /// How long the whole state was the last time, in bytes.
  private var snapshotBytes = 0
  private var endActions: [@LoopActor () -> Void] = []
  private var deadline: LoopTimer?
  private(set) var isOpen = true

  init(
    connection: Connection, id: RequestID, context: RequestContext, turn: Turn, limit: Int
  ) {
    self.connection = connection
    self.id = id
    self.context = context
    self.turn = turn
    self.limit = limit
  }

  // MARK: What a domain calls, by a ``StreamOf``

  func send(_ event: [UInt8]?) {
    publications.publish { [self] in deliver(event) }
  }

  func finish(_ result: [UInt8]?) {
    guard let result else { return fail(WireError(.internal, "the result cannot be written")) }
    publications.publish { [self] in end { $0.result(result, id: self.id) } }
  }

  func fail(_ error: WireError) {
    publications.publish { [self] in fail(now: error) }
  }

  func begin(with state: @escaping @LoopActor () -> [UInt8]?) {
    snapshot = state
    isBeginning = true
    publications.publish { [self] in deliverSnapshot() }
  }

  func onEnd(_ action: @escaping @LoopActor () -> Void) {
    if isOpen { endActions.append(action) } else { action() }
  }

  // MARK: What the runtime calls

  /// Sends an event; one that could not be written is left out, as one that there is no room for.
  func deliver(_ event: [UInt8]?) {
    guard isOpen, connection.isOpen, !isBeginning else { return }
    let unsent = connection.unsentBytes
    guard let event, unsent + event.count <= limit || unsent == 0 else {
      missed += 1
      return
    }
    sequence += 1
    turn.markDirty(connection)
    connection.output.event(event, id: id, sequence: sequence, missed: missed)
    missed = 0
  }

  /// Called when the client has taken what was waiting for it.
  func catchUp() {
    if missed > 0 || isBeginning { deliverSnapshot() }
  }

  /// Sends the whole state where there is room for it: it is made for those alone who take it, and
  /// where it takes long for one after the other, so that others are served meanwhile.
  private func deliverSnapshot() {
    guard isOpen, connection.isOpen, let snapshot else { return }
    // The client has more to take first; then it is asked for again.
    let unsent = connection.unsentBytes
    guard unsent == 0 || unsent + snapshotBytes <= limit else { return }
    guard turn.hasTime else {
      return turn.postpone { [self] in catchUp() }
    }
    guard let bytes = snapshot() else {
      return fail(now: WireError(.internal, "the state cannot be written"))
    }
    snapshotBytes = bytes.count
    isBeginning = false
    deliver(bytes)
  }

  func fail(now error: WireError) {
    end { $0.error(error, traceID: self.context.traceID, id: self.id) }
  }

  /// Ends without a word: the connection is gone.
  func abandon() { end { _ in } }

  func arm(deadline timer: LoopTimer, milliseconds: Int64) {
    deadline = timer
    timer.arm(afterMicroseconds: milliseconds * 1000)
  }

  private func end(_ write: (inout JSONWriter) -> Void) {
    guard isOpen else { return }
    isOpen = false
    deadline = nil
    snapshot = nil
    if connection.isOpen {
      write(&connection.output)
      turn.markDirty(connection)
    }
    turn.requestEnded(id, of: connection)
    let actions = endActions
    endActions = []
    for action in actions { action() }
  }
}
