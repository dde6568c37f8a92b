internal import IPCProtocol
internal import Loop

/// A reply that is written and must not leave before what it tells is on disk.
struct PendingReply {
  enum Place {
    /// Bytes of a connection's output, of which nothing is sent while a reply in it waits.
    case frame(Connection, start: Int, count: Int, RequestID)
    case batch(BatchRun, index: Int, RequestID)
    case stream(EventStream)
    /// Of a notification.
    case none
  }

  /// Nil for one that was counted already.
  let entry: MethodEntry?
  let context: RequestContext
  let place: Place

  /// Whose reply it is, and to which request.
  @LoopActor fileprivate var request: (Connection, RequestID)? {
    switch place {
    case .frame(let connection, _, _, let id): (connection, id)
    case .batch(let run, _, let id): (run.connection, id)
    case .stream, .none: nil
    }
  }
}

/// The replies to changes, until their turn is durable: then they leave, or each becomes the error that
/// its commit came to.
extension Turn: CommitObserver {
  func tookOff() { replies.tookOff() }

  func landed() {
    let now = MonotonicClock.nanoseconds()
    // Where no next turn gathers, nothing of any connection waits any more.
    let isLast = replies.gathered.isEmpty
    for reply in replies.inFlight {
      reply.entry?.latency.record(nanoseconds: now - reply.context.startedAt)
      guard let (connection, id) = reply.request else { continue }
      if isLast { connection.changesEnded() } else { connection.changeEnded(id) }
      // What was held back with it may leave now.
      markDirty(connection)
    }
    replies.clearFlight()
  }

  func failed(_ error: WireError) {
    // From the last to the first, so that earlier places stay true.
    for reply in replies.takeAll().reversed() { replace(reply, with: error) }
  }

  private func replace(_ reply: PendingReply, with error: WireError) {
    // A refusal was counted as one already.
    if let entry = reply.entry {
      entry.failures += 1
      failedRequests += 1
    }
    var writer = JSONWriter()
    if let (connection, _) = reply.request {
      connection.changesEnded()
      markDirty(connection)
    }
    switch reply.place {
    case .frame(let connection, let start, let count, let id):
      guard connection.isOpen else { return }
      writer.error(error, traceID: reply.context.traceID, id: id)
      connection.output.bytes.replaceSubrange(start..<start + count, with: writer.bytes)
    case .batch(let run, let index, let id):
      writer.errorBody(error, traceID: reply.context.traceID, id: id)
      run.answer(writer.bytes, at: index)
    case .stream(let stream): stream.fail(now: error)
    case .none: break
    }
  }
}
