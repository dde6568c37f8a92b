internal import IPCProtocol
internal import Loop
internal import Storage

/// What became of a change.
enum ChangeOutcome {
  /// Done now; the result must wait for the commit.
  case first([UInt8])
  /// Done before, under the same key.
  case repeated([UInt8])
  /// Done and undone.
  case rehearsed([UInt8])
}

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
    case .task(let handler, let atHand):
      if let result = try atHand?(call.params, call.context) {
        try answer(call, atHand: result)
        return .done
      }
      return try task(call, handler) ? .running : .done
    case .preparedChange(let handler):
      try prepared(call, handler)
      return .running
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
        connection.output.resultStart(id)
        let before = connection.output.bytes.count
        try handler(call.params, call.context, &connection.output)
        try checkReply(connection.output.bytes.count - before, for: call.target)
        try call.timeLimit.check()
        connection.output.literal("}")
      } catch {
        connection.output.takeBack(start)
        throw error
      }
      connection.output.endFrame(start)
    case .batch(let run, _):
      var writer = JSONWriter()
      try run.checkRoom()
      try handler(call.params, call.context, &writer)
      try checkRoom(for: writer.bytes.count, in: run, of: call)
      try call.timeLimit.check()
      run.answer(result: writer.bytes, id: id)
    }
    call.entry.latency.record(nanoseconds: lookAtClock() - call.startedAt)
  }

  private func checkRoom(for count: Int, in run: BatchRun, of call: Request) throws(WireError) {
    do {
      try checkReply(count, for: call.target)
    } catch {
      run.hadNoRoom(error)
      throw error
    }
  }

  private func longRead(
    _ call: Request, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> LongResult
  ) throws {
    // What nobody reads is not made.
    guard let id = call.id, !call.target.connection.isGone else {
      if case .batch(let run, let index) = call.target { run.answer(nil, at: index) }
      return
    }
    switch call.target {
    case .frame(let connection):
      let result = try handler(call.params, call.context)
      try checkReply(result.byteCount, for: call.target)
      connection.add(result, id: id)
      turn.markDirty(connection)
    case .batch(let run, _):
      try run.checkRoom()
      let result = try handler(call.params, call.context)
      try checkRoom(for: result.byteCount, in: run, of: call)
      run.answer(result: result, id: id)
    }
    call.entry.latency.record(nanoseconds: lookAtClock() - call.startedAt)
  }

  // MARK: Changes

  private func change(_ call: Request, _ handler: MethodEntry.Immediate) throws {
    let outcome = try perform(call) { [self] params, context, writer in
      try handler(params, context, &writer)
      // A notification takes effect: there is no reply that could be too long.
      if call.id != nil { try checkReply(writer.bytes.count, for: call.target) }
      try call.timeLimit.check()
    }
    switch outcome {
    case .first(let bytes): answer(call, bytes, isPending: true)
    case .rehearsed(let bytes), .repeated(let bytes):
      answer(call, bytes, isPending: turn.hasChanges)
    }
  }

  func answer(_ call: Request, _ result: [UInt8], isPending: Bool) {
    let reply = write(result, for: call)
    if isPending {
      bind(reply, to: call.id, call.entry, call.context, call.target.connection)
    }
  }

  /// Carries a change out, or answers its key.
  ///
  /// - Throws: The handler's refusal, or a ``WireError`` for what the runtime refuses.
  func perform(_ call: Request, _ handler: MethodEntry.Immediate) throws -> ChangeOutcome {
    let keyed = call.keyed
    if let keyed, let result = try commit.answer(to: keyed, now: call.context.now) {
      return .repeated(result)
    }
    let result = try commit.run(isKept: !call.context.isDryRun, gathers: call.entry.gathers) {
      var writer = JSONWriter()
      writer.bytes.reserveCapacity(Self.usualResult)
      try handler(call.params, call.context, &writer)
      if let keyed { commit.answers.keep(writer.bytes, to: keyed, now: call.context.now) }
      return writer.bytes
    }
    return call.context.isDryRun ? .rehearsed(Self.markedAsDryRun(result)) : .first(result)
  }

  /// Most results fit: room made once instead of again and again while they are written.
  private static let usualResult = 512

  /// `"dryRun": true` as one more member of a result, which is an object.
  static func markedAsDryRun(_ result: [UInt8]) -> [UInt8] {
    guard result.last == UInt8(ascii: "}") else { return result }
    let separator = result.count > 2 ? "," : ""
    return result.dropLast() + Array("\(separator)\"dryRun\":true}".utf8)
  }

  /// Lets a reply that is written share the fate of the turn's changes; `entry` is nil for one that
  /// was counted already.
  func bind(
    _ place: PendingReply.Place, to id: RequestID?, _ entry: MethodEntry?,
    _ context: RequestContext, _ connection: Connection
  ) {
    if let id { connection.pendingChangeIDs.insert(id) }
    turn.add(PendingReply(entry: entry, context: context, place: place))
  }

  func write(_ result: [UInt8], for call: Request) -> PendingReply.Place {
    switch (call.target, call.id) {
    case (.frame(let connection), let id?):
      turn.markDirty(connection)
      let start = connection.output.bytes.count
      connection.output.result(result, id: id)
      return call.target.reply(from: start, id)
    case (.batch(let run, _), let id?):
      run.answer(result: result, id: id)
      return call.target.reply(from: 0, id)
    case (.batch(let run, let index), nil):
      run.answer(nil, at: index)
      return .none
    case (.frame, nil):
      return .none
    }
  }

  // MARK: Streams

  private func stream(
    _ call: Request,
    _ handler: @escaping @LoopActor (JSONCursor, RequestContext, any EventSink) throws -> Void
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
    let mark = turn.publications.mark
    do {
      let progress = progress(of: call)
      stream.onEnd { progress?.end() }
      try ProgressReport.$current.withValue(progress) {
        guard call.entry.changesState else {
          return try handler(call.params, call.context, stream)
        }
        try commit.run(isKept: true) { try handler(call.params, call.context, stream) }
        turn.add(PendingReply(entry: call.entry, context: call.context, place: .stream(stream)))
      }
    } catch {
      turn.publications.truncate(to: mark)
      stream.abandon()
      throw error
    }
    if let milliseconds = call.meta.timeoutMilliseconds {
      let error = Self.lateStream(milliseconds, hasBegun: call.entry.changesState)
      let timer = EventLoop.shared.makeTimer { [weak stream] in stream?.fail(now: error) }
      stream.arm(deadline: timer, milliseconds: milliseconds)
    }
  }

  /// A stream that changes something has done so when it began: that stays, and may go on.
  private static func lateStream(_ milliseconds: Int64, hasBegun: Bool) -> WireError {
    guard hasBegun else {
      return WireError(.deadlineExceeded, "not done within \(milliseconds) ms")
    }
    return WireError(
      .deadlineExceeded,
      "not at its end within \(milliseconds) ms; what has begun stays done and may go on",
      data: ["begun": true])
  }
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

  /// Where the reply stands that was written last: in a frame from byte `start` of the output on, in
  /// a batch at its element's place.
  @LoopActor
  func reply(from start: Int, _ id: RequestID) -> PendingReply.Place {
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
