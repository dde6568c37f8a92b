internal import IPCProtocol
internal import Loop

/// The elements of one JSON-RPC batch, one after another, and their replies in one array.
///
/// A read behind a change of the same batch waits for the commit, and what stands behind it
/// waits with it: the elements act as if each was sent after the one before was answered. A batch
/// that takes long goes on in the next turn, so that others are served meanwhile.
@LoopActor
final class BatchRun {
  enum State {
    case ready
    /// Waits for the commit, or for the next turn.
    case waiting
    /// Waits for slow work.
    case running
  }

  let connection: Connection
  private(set) var state = State.ready
  private let dispatcher: Dispatcher
  private let request: OwnedRequest
  private var elements: [JSONCursor] = []
  /// The first element that has each id.
  private var places: [RequestID: Int] = [:]
  private var replies = BatchReplies()
  private var next = 0
  /// How many results had no room, and what was said of the last one.
  private var refused = 0
  private var refusal: WireError?
  private static let maximumRefused = 8

  /// - Precondition: The request is an array.
  init(_ request: OwnedRequest, connection: Connection, dispatcher: Dispatcher) {
    self.request = request
    self.connection = connection
    self.dispatcher = dispatcher
    let root = request.root
    elements.reserveCapacity(root.count)
    root.forEachElement { element in
      if element.kind == .object, let id = RequestID(in: element), places[id] == nil {
        places[id] = elements.count
      }
      elements.append(element)
    }
  }

  var bytesHeld: Int { request.bytesHeld + replies.byteCount }

  /// Bytes of the replies so far.
  var replyBytes: Int { replies.byteCount }

  /// Whether a request of the batch has the id.
  func contains(_ id: RequestID) -> Bool { places[id] != nil }

  func isUsed(_ id: RequestID, before index: Int) -> Bool {
    places[id].map { $0 < index } ?? false
  }

  // MARK: Replies

  /// Adds the reply of the next element, nil for none, or puts another in the place of one that
  /// was added.
  func answer(_ reply: [UInt8]?, at index: Int) {
    if index < replies.count { return replies.replace(index, with: reply) }
    if let reply { replies.add { $0.bytes.append(contentsOf: reply) } } else { replies.addNone() }
  }

  /// Adds the reply of the next element.
  func answer(result: [UInt8], id: RequestID) {
    replies.add { $0.resultBody(result, id: id) }
  }

  /// The same, of a result that is sent from where it is.
  func answer(result: LongResult, id: RequestID) { replies.add(result, id: id) }

  /// - Throws: ``WireError`` where some results had no room: made for nothing again and again, they
  ///   would cost what the bound is to save.
  func checkRoom() throws(WireError) {
    if refused >= Self.maximumRefused, let refusal { throw refusal }
  }

  /// A result was made, and is too long for the room that is left.
  func hadNoRoom(_ error: WireError) {
    refused += 1
    refusal = error
  }

  // MARK: Elements

  /// Goes on from a task that has ended.
  func resume() {
    next += 1
    advance()
  }

  /// - Parameter isDue: Whether one element at least is carried out, however long the turn has been:
  ///   each turn does so for one batch, and so for all of them in turn.
  func advance(isDue: Bool = false) {
    guard connection.isOpen else { return }
    state = .ready
    dispatcher.turn.begins(at: dispatcher.lookAtClock())
    if !isDue, isTurnSpent { return postpone() }
    let first = next
    while next < elements.count {
      if next > first, isTurnSpent { return postpone() }
      switch dispatcher.handle(elements[next], for: .batch(self, index: next)) {
      case .done:
        // What asks for no reply has none, as `$/cancel`.
        if replies.count == next { answer(nil, at: next) }
        next += 1
      case .running: return wait(.running)
      case .held, .behind:
        // Another commit for each change of a batch would make this turn as long as the batch.
        if next > first, isTurnSpent { return postpone() }
        wait(.waiting)
        return dispatcher.turn.hold { [self] in advance() }
      }
    }
    // The array must not be written before its changes are on disk.
    if dispatcher.turn.hasChanges {
      wait(.waiting)
      dispatcher.turn.publications.publishReplies { [self] in write() }
    } else {
      write()
    }
  }

  private var isTurnSpent: Bool { dispatcher.turn.isSpent(at: dispatcher.latestMoment) }

  private func postpone() {
    wait(.waiting)
    dispatcher.turn.postpone { [self] in advance(isDue: true) }
  }

  private func wait(_ state: State) {
    self.state = state
    // Frames behind the batch may go on while it waits for slow work.
    if state == .running { dispatcher.turn.markDirty(connection) }
    dispatcher.ledger.count(connection, at: dispatcher.latestMoment)
  }

  private func write() {
    guard connection.isOpen else { return }
    connection.batch = nil
    connection.awaitsEnd = false
    // Also where there is nothing to write: frames behind the batch go on.
    dispatcher.turn.markDirty(connection)
    if !replies.isEmpty { connection.add(replies.taken()) }
  }
}
