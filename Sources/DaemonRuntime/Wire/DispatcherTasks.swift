internal import IPCProtocol
internal import Loop

/// Requests that are worked on beside the loop.
extension Dispatcher {
  /// Begins work beside the loop; false where its key was answered before.
  func task(
    _ call: Request, _ handler: @LoopActor (JSONCursor, RequestContext) throws -> MethodEntry.Work
  ) throws -> Bool {
    let keyed = call.entry.changesState ? call.keyed : nil
    if let keyed, let result = try commit.answer(to: keyed, now: call.context.now) {
      answer(call, result, isPending: turn.hasChanges)
      return false
    }
    var work = TaskCommits.followed(try handler(call.params, call.context))
    if let keyed { work = try keyedWork.remembering(work, of: keyed, now: call.context.now) }
    start(work, call)
    return true
  }

  /// Answers work that needs none: its result is at hand.
  func answer(_ call: Request, atHand result: [UInt8]) throws {
    try checkReply(result.count, for: call.target)
    try call.timeLimit.check()
    _ = write(result, for: call)
    call.entry.latency.record(nanoseconds: lookAtClock() - call.startedAt)
  }

  func prepared(
    _ call: Request,
    _ handler: @LoopActor (JSONCursor, RequestContext) throws -> MethodEntry.Preparation
  ) throws {
    let change = try PreparedChange(call)
    let work = try keyedWork.prepared(try handler(call.params, call.context), change)
    if case .frame(let connection) = call.target { connection.isPreparing = true }
    start(work, call, change)
  }

  private func start(
    _ work: @escaping MethodEntry.Work, _ call: Request, _ change: PreparedChange? = nil
  ) {
    let connection = call.target.connection
    let bytes = call.context.owned?.bytesHeld ?? 0
    connection.besideBytes += bytes
    // What a long request becomes may be several times as long: one of them at a time.
    let inTurn: MethodEntry.Work = { [longWork] in try await longWork.run(work) }
    let work = bytes < LongFrame.leastBytes ? work : inTurn
    let progress = progress(of: call)
    let running = RunningTask(turn: turn, user: connection.user, change: change) { [self] in
      guard bytes > 0 else { return }
      connection.besideBytes -= bytes
      ledger.count(connection, at: latestMoment)
    } finish: { [self] result in
      progress?.end()
      if let id = call.id { turn.requestEnded(id, of: connection) }
      if change != nil, case .frame = call.target {
        // What came behind it goes on.
        (connection.isPreparing, connection.awaitsEnd) = (false, false)
        turn.markDirty(connection)
      }
      finish(call, result)
    }
    if let change, case .frame = call.target {
      // The answer stands before the events that show the change. Its work, which has it called, has
      // the change.
      change.atCommit = { [weak running, unowned change] in
        running?.end(.success(change.result))
      }
    }
    if let id = call.id { turn.requestBegan(id, .task(running), of: connection) }
    if let milliseconds = call.meta.timeoutMilliseconds {
      let timer = EventLoop.shared.makeTimer { [weak running] in
        running?.stop(WireError(.deadlineExceeded, "not done within \(milliseconds) ms"))
      }
      running.arm(deadline: timer, milliseconds: milliseconds)
    }
    ProgressReport.$current.withValue(progress) { running.start(work) }
  }

  private func finish(_ call: Request, _ result: Result<[UInt8], any Error>) {
    call.entry.latency.record(nanoseconds: MonotonicClock.nanoseconds() - call.startedAt)
    let connection = call.target.connection
    guard connection.isOpen else { return }
    // A connection whose input has ended is looked at when the last answer has left.
    turn.markDirty(connection)
    do {
      var bytes = try result.get()
      if call.context.isDryRun { bytes = Self.markedAsDryRun(bytes) }
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
}
