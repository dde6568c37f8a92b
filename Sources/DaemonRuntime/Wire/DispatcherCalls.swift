internal import IPCProtocol
internal import Storage

/// How the kinds of methods are carried out.
extension Dispatcher {
  func perform(_ call: Call) throws -> Progress {
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
      try task(call, handler)
      return .running
    case .stream(let handler):
      try stream(call, handler)
      return .done
    }
  }

  private func read(_ call: Call, _ handler: MethodEntry.Immediate) throws {
    guard let id = call.id else {
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
        try handler(call.params, call.context, &connection.output)
        connection.output.literal("}")
      } catch {
        connection.output.takeBack(start)
        throw error
      }
      connection.output.endFrame(start)
    case .batch(let run, let index):
      var writer = JSONWriter()
      try handler(call.params, call.context, &writer)
      run.answer(result: writer.bytes, id: id, at: index)
    }
    call.entry.latency.record(nanoseconds: MonotonicClock.nanoseconds() - call.startedAt)
  }

  private func longRead(
    _ call: Call, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> LongResult
  ) throws {
    guard case .frame(let connection) = call.target, let id = call.id else {
      return try read(call) { try handler($0, $1).write(to: &$2) }
    }
    connection.add(try handler(call.params, call.context), id: id)
    turn.markDirty(connection)
    call.entry.latency.record(nanoseconds: MonotonicClock.nanoseconds() - call.startedAt)
  }

  // MARK: Changes

  private func change(_ call: Call, _ handler: MethodEntry.Immediate) throws {
    let outcome = try changes.perform(call, handler)
    let result: [UInt8]
    let isPending: Bool
    switch outcome {
    case .first(let bytes): (result, isPending) = (bytes, true)
    case .rehearsed(let bytes): (result, isPending) = (bytes, turn.hasChanges)
    case .repeated(let bytes): (result, isPending) = (bytes, turn.hasChanges)
    }
    let reply = write(result, for: call)
    if isPending {
      if let id = call.id { call.target.connection.pendingChangeIDs.insert(id) }
      turn.add(
        .init(entry: call.entry, context: call.context, reply: reply, startedAt: call.startedAt))
    }
  }

  private func write(_ result: [UInt8], for call: Call) -> Turn.PendingChange.Reply {
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

  private func task(
    _ call: Call, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> MethodEntry.Work
  ) throws {
    let work = TaskCommits.followed(try handler(call.params, call.context))
    let connection = call.target.connection
    let running = RunningTask { [self] result in
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

  private func finish(_ call: Call, _ result: Result<[UInt8], any Error>) {
    call.entry.latency.record(nanoseconds: MonotonicClock.nanoseconds() - call.startedAt)
    guard call.target.connection.isOpen else { return }
    switch result {
    case .failure(let error):
      let isRead = !call.entry.changesState
      answer(
        ErrorMap.wireError(error, call.context, isRead: isRead), call.id, call.context, call.entry,
        call.target)
    case .success(let bytes):
      _ = write(bytes, for: call)
    }
    if case .batch(let run, _) = call.target { run.resume() }
  }

  // MARK: Streams

  private func stream(
    _ call: Call,
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

extension Dispatcher.Target {
  /// Whether another element of the same batch has used the id.
  @LoopActor
  func isUsed(_ id: RequestID) -> Bool {
    guard case .batch(let run, let index) = self else { return false }
    return run.isUsed(id, before: index)
  }
}

extension MethodEntry {
  /// Whether calls go through the turn's transaction; such a call is never held.
  var isChange: Bool {
    switch body {
    case .change: true
    case .stream: changesState
    case .read, .longRead, .task: false
    }
  }

  var isStream: Bool {
    if case .stream = body { return true }
    return false
  }

  /// Whether a call outlives its turn and counts against the limits of requests in flight.
  var isLong: Bool {
    switch body {
    case .task, .stream: true
    case .read, .longRead, .change: false
    }
  }
}
