internal import IPCProtocol
internal import Storage

/// How the kinds of methods are carried out.
extension Dispatcher {
  func perform(_ call: Request) throws -> Progress {
    switch call.entry.body {
    case .read(let handler):
      try read(call, handler)
      return .done
    case .longRead(let handler):
      try longRead(call, handler)
      return .done
    case .change(let handler):
      try change(call, handler)
      return .done
    case .task(let handler):
      return try task(call, handler) ? .running : .done
    case .stream(let handler):
      try stream(call, handler)
      return .done
    }
  }

  private func read(_ call: Request, _ handler: MethodEntry.Immediate) throws {
    // What nobody reads is not made.
    guard let id = call.id, !call.target.connection.isGone else {
      if case .batch(let run, let index) = call.target { run.answer(nil, at: index) }
      return
    }
    switch call.target {
    case .frame(let connection):
      turn.markDirty(connection)
      let start = connection.output.beginFrame()
      do {
        connection.output.replyHead(id)
        connection.output.literal(#","result":"#)
        let before = connection.output.bytes.count
        try handler(call.params, call.context, &connection.output)
        try checkReply(connection.output.bytes.count - before, for: call.target)
        try call.checkTime()
        connection.output.literal("}")
      } catch {
        connection.output.takeBack(start)
        throw error
      }
      connection.output.endFrame(start)
    case .batch(let run, let index):
      var writer = JSONWriter()
      try run.checkRoom()
      try handler(call.params, call.context, &writer)
      do throws(WireError) {
        try checkReply(writer.bytes.count, for: call.target)
      } catch {
        run.hadNoRoom(error)
        throw error
      }
      try call.checkTime()
      run.answer(result: writer.bytes, id: id, at: index)
    }
    call.entry.latency.record(nanoseconds: lookAtClock() - call.startedAt)
  }

  private func longRead(
    _ call: Request, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> LongResult
  ) throws {
    guard case .frame(let connection) = call.target, let id = call.id, !connection.isGone else {
      return try read(call) { [self] params, context, writer in
        let result = try handler(params, context)
        // Before it is copied: it may be as long as many replies together.
        try checkReply(result.byteCount, for: call.target)
        result.write(to: &writer)
      }
    }
    let result = try handler(call.params, call.context)
    try checkReply(result.byteCount, for: call.target)
    connection.add(result, id: id)
    turn.markDirty(connection)
    call.entry.latency.record(nanoseconds: lookAtClock() - call.startedAt)
  }

  // MARK: Changes

  private func change(_ call: Request, _ handler: MethodEntry.Immediate) throws {
    let outcome: ChangeRunner.Outcome
    do {
      outcome = try changes.perform(call) { [self] params, context, writer in
        try handler(params, context, &writer)
        do throws(WireError) {
          // A notification takes effect: there is no reply that could be too long.
          if call.id != nil { try checkReply(writer.bytes.count, for: call.target) }
          try call.checkTime()
        } catch {
          throw UnsendableResult(reason: error)
        }
      }
    } catch let error as UnsendableResult {
      throw error.reason
    }
    switch outcome {
    case .first(let bytes): answer(call, bytes, isPending: true)
    case .rehearsed(let bytes), .repeated(let bytes):
      answer(call, bytes, isPending: turn.hasChanges)
    }
  }

  private func answer(_ call: Request, _ result: [UInt8], isPending: Bool) {
    let reply = write(result, for: call)
    if isPending {
      if let id = call.id { call.target.connection.pendingChangeIDs.insert(id) }
      turn.add(
        .init(entry: call.entry, context: call.context, reply: reply, startedAt: call.startedAt))
    }
  }

  private func write(_ result: [UInt8], for call: Request) -> Turn.PendingChange.Reply {
    switch (call.target, call.id) {
    case (.frame(let connection), let id?):
      turn.markDirty(connection)
      let start = connection.output.bytes.count
      connection.output.result(result, id: id)
      return .frame(connection, start: start, count: connection.output.bytes.count - start, id)
    case (.batch(let run, let index), let id?):
      run.answer(result: result, id: id, at: index)
      return .batch(run, index: index, id)
    case (.batch(let run, let index), nil):
      run.answer(nil, at: index)
      return .none
    case (.frame, nil):
      return .none
    }
  }

  // MARK: Tasks

  /// Begins work beside the loop; false where its key was answered before.
  private func task(
    _ call: Request, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> MethodEntry.Work
  ) throws -> Bool {
    let keyed = call.entry.changesState ? KeyedRequest(call) : nil
    if let keyed, let result = try changes.firstAnswer(to: keyed, call.context) {
      answer(call, result, isPending: turn.hasChanges)
      return false
    }
    var work = TaskCommits.followed(try handler(call.params, call.context))
    if let keyed { work = try changes.remembering(work, of: keyed, now: call.context.now) }
    start(work, call)
    return true
  }

  private func start(_ work: @escaping MethodEntry.Work, _ call: Request) {
    let connection = call.target.connection
    let running = RunningTask(turn: turn, user: connection.user) { [self] result in
      if let id = call.id { turn.requestEnded(id, of: connection) }
      finish(call, result)
    }
    if let id = call.id { turn.requestBegan(id, .task(running), of: connection) }
    if let milliseconds = call.meta.timeoutMilliseconds {
      let timer = EventLoop.shared.makeTimer { [weak running] in
        running?.stop(WireError(.deadlineExceeded, "not done within \(milliseconds) ms"))
      }
      running.arm(deadline: timer, milliseconds: milliseconds)
    }
    running.start(work)
  }

  private func finish(_ call: Request, _ result: Result<[UInt8], any Error>) {
    call.entry.latency.record(nanoseconds: MonotonicClock.nanoseconds() - call.startedAt)
    let connection = call.target.connection
    guard connection.isOpen else { return }
    // A connection whose input has ended is looked at when the last answer has left.
    turn.markDirty(connection)
    do {
      var bytes = try result.get()
      if call.context.isDryRun { bytes = ChangeRunner.markedAsDryRun(bytes) }
      if call.id != nil { try checkReply(bytes.count, for: call.target) }
      _ = write(bytes, for: call)
    } catch  where connection.isGone {
      if case .batch(let run, let index) = call.target { run.answer(nil, at: index) }
    } catch {
      let error = ErrorMap.wireError(error, call.context, isRead: !call.entry.changesState)
      answer(error, call.id, call.context, call.entry, call.target)
    }
    if case .batch(let run, _) = call.target { run.resume() }
  }

  // MARK: Streams

  private func stream(
    _ call: Request,
    _ handler: @escaping @LoopActor (JSONCursor, RequestContext, EventStream) throws -> Void
  ) throws {
    guard case .frame(let connection) = call.target else {
      throw WireError(.invalidRequest, "a stream cannot be part of a batch")
    }
    guard let id = call.id else {
      throw WireError(.invalidRequest, "a stream needs an id")
    }
    let stream = EventStream(
      connection: connection, id: id, context: call.context, turn: turn,
      limit: limits.streamBufferBytes)
    turn.requestBegan(id, .stream(stream), of: connection)
    let mark = turn.publicationCount
    do {
      if call.entry.changesState {
        try changes.performStart(of: stream, call, handler)
      } else {
        try handler(call.params, call.context, stream)
      }
    } catch {
      turn.truncatePublications(to: mark)
      stream.abandon()
      throw error
    }
    if let milliseconds = call.meta.timeoutMilliseconds {
      let timer = EventLoop.shared.makeTimer { [weak stream] in
        stream?.fail(now: WireError(.deadlineExceeded, "not done within \(milliseconds) ms"))
      }
      stream.arm(deadline: timer, milliseconds: milliseconds)
    }
  }
}

/// A change whose result may not be sent is undone: nobody would know what came of it.
///
/// It is no refusal, as its handler has touched the state by then.
private struct UnsendableResult: Error {
  let reason: WireError
}

extension Dispatcher.Target {
  /// Whether a request of a batch that is not answered yet has the id: another one of the same
  /// batch, or for a frame any.
  @LoopActor
  func isUsed(_ id: RequestID) -> Bool {
    switch self {
    case .frame(let connection): connection.batch?.contains(id) ?? false
    case .batch(let run, let index): run.isUsed(id, before: index)
    }
  }

  /// Whether this is a frame that came behind a batch which is not done.
  @LoopActor
  var isBehindBatch: Bool {
    guard case .frame(let connection) = self else { return false }
    return connection.batch != nil
  }

  /// A refusal that was written from `start` on, behind changes which are not on disk yet: it may
  /// have been for one of them, and is told only with them.
  @LoopActor
  func reply(from start: Int, _ id: RequestID) -> Turn.PendingChange.Reply {
    switch self {
    case .frame(let connection):
      .frame(connection, start: start, count: connection.output.bytes.count - start, id)
    case .batch(let run, let index): .batch(run, index: index, id)
    }
  }

  var isBatch: Bool {
    if case .batch = self { return true }
    return false
  }
}

extension Request {
  /// - Throws: ``WireError`` where the client wanted to wait no longer than this took.
  func checkTime() throws(WireError) {
    guard let milliseconds = meta.timeoutMilliseconds,
      MonotonicClock.nanoseconds() - startedAt > UInt64(milliseconds) * 1_000_000
    else { return }
    throw WireError(.deadlineExceeded, "not done within \(milliseconds) ms")
  }
}
