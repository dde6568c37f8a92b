internal import IPCProtocol

/// The elements of one JSON-RPC batch, one after another, and their replies in one array.
///
/// A read behind a change of the same batch waits for the commit, and what stands behind it
/// waits with it: the elements act as if each was sent after the one before was answered.
@LoopActor
final class BatchRun {
  let connection: Connection
  private let dispatcher: Dispatcher
  private let document = JSONDocument()
  private let payload: UnsafeMutableRawBufferPointer
  private var elements: [JSONCursor] = []
  private var replies: [[UInt8]?]
  private var next = 0
  private var isWritten = false

  /// Copies the payload, which has been parsed once already and so is known to be an array.
  init(payload: UnsafeRawBufferPointer, connection: Connection, dispatcher: Dispatcher) {
    self.connection = connection
    self.dispatcher = dispatcher
    self.payload = .allocate(byteCount: payload.count, alignment: 1)
    self.payload.copyMemory(from: payload)
    do {
      try document.parse(UnsafeRawBufferPointer(self.payload))
    } catch {
      preconditionFailure("the same bytes were parsed before: \(error)")
    }
    replies = []
    document.root.forEachElement { elements.append($0) }
    replies = Array(repeating: nil, count: elements.count)
  }

  isolated deinit { payload.deallocate() }

  func answer(_ reply: [UInt8]?, at index: Int) { replies[index] = reply }

  func answer(result: [UInt8], id: RequestID, at index: Int) {
    var writer = JSONWriter()
    writer.resultBody(result, id: id)
    replies[index] = writer.bytes
  }

  func isUsed(_ id: RequestID, before index: Int) -> Bool {
    elements[..<index].contains { $0.kind == .object && RequestID(in: $0) == id }
  }

  /// Goes on from a task that has ended.
  func resume() {
    next += 1
    advance()
  }

  func advance() {
    guard connection.isOpen else { return }
    while next < elements.count {
      switch dispatcher.handle(elements[next], for: .batch(self, index: next)) {
      case .done: next += 1
      case .running: return
      case .held:
        dispatcher.turn.hold { [self] in advance() }
        return
      }
    }
    // The array must not be written before its changes are on disk.
    if dispatcher.turn.hasChanges {
      dispatcher.turn.hold { [self] in write() }
    } else {
      write()
    }
  }

  private func write() {
    let replies = replies.compactMap { $0 }
    guard connection.isOpen, !isWritten, !replies.isEmpty else { return }
    isWritten = true
    dispatcher.turn.markDirty(connection)
    let start = connection.output.beginFrame()
    for (index, reply) in replies.enumerated() {
      connection.output.literal(index == 0 ? "[" : ",")
      connection.output.bytes.append(contentsOf: reply)
    }
    connection.output.literal("]")
    connection.output.endFrame(start)
  }
}
