internal import IPCProtocol
internal import Storage

/// Carries out changes: savepoint, idempotency, dry run, commit, and what follows a failure.
@LoopActor
final class ChangeRunner {
  enum Outcome {
    /// Done now; the result must wait for the commit.
    case first([UInt8])
    /// Done before, under the same key.
    case repeated([UInt8])
    /// Done and undone.
    case rehearsed([UInt8])
  }

  /// Most results fit: room made once instead of again and again while they are written.
  private static let usualResult = 512

  let turn: Turn
  let group: GroupCommit
  let gathered: GatheredChanges
  let log: IdempotencyLog
  /// Keys of work beside the loop that has not returned.
  var keysAtWork: Set<KeyedRequest.Place> = []
  let state: any DomainState
  /// Set once nobody knows what is on disk, or in memory: nothing more is changed or told, and the
  /// daemon ends.
  var isLost = false { didSet { onLoss() } }
  /// Requests that were refused with their commit, after they had been carried out.
  var failedRequests: UInt64 = 0
  /// Called at once when that happens.
  var onLoss: @LoopActor () -> Void = {}

  init(turn: Turn, database: Database, gathered: GatheredChanges, state: any DomainState) {
    self.turn = turn
    self.gathered = gathered
    group = GroupCommit(database: database, gathered: gathered)
    log = IdempotencyLog(database: database)
    gathered.add(log.answers)
    self.state = state
  }

  /// Reads the state for the first time, with what an end without warning has left in the redo log.
  func start() throws {
    try gathered.recover()
    // Where the disk is full it goes on without: memory has what the redo log has.
    do throws(SQLiteError) {
      try group.commit()
    } catch {
      if error.isOutcomeUnknown { throw error }
      Journal.shared.storeFailure("settling", error)
    }
    try reloadWithKept()
  }

  // MARK: Requests

  /// - Throws: The handler's refusal, or a ``WireError`` for what the runtime refuses.
  func perform(_ call: Request, _ handler: MethodEntry.Immediate) throws -> Outcome {
    let keyed = KeyedRequest(call)
    if let keyed, let result = try firstAnswer(to: keyed, call.context) { return .repeated(result) }
    let result = try run(isKept: !call.context.isDryRun, gathers: call.entry.gathers) {
      var writer = JSONWriter()
      writer.bytes.reserveCapacity(Self.usualResult)
      try handler(call.params, call.context, &writer)
      if let keyed { log.keep(writer.bytes, to: keyed, now: call.context.now) }
      return writer.bytes
    }
    return call.context.isDryRun ? .rehearsed(Self.markedAsDryRun(result)) : .first(result)
  }

  /// What a key was answered with; nil where it is a new one.
  ///
  /// - Throws: ``SchemaViolation`` where it was used for another request.
  func firstAnswer(to keyed: KeyedRequest, _ context: RequestContext) throws -> [UInt8]? {
    let known: IdempotencyLog.Lookup
    do {
      known = try log.lookup(
        uid: keyed.place.uid, key: keyed.place.key, request: keyed.request, now: context.now)
    } catch {
      fail(error)
      throw error
    }
    switch known {
    case .unknown: return nil
    case .answered(let result): return result
    case .mismatch:
      throw SchemaViolation(
        path: "/_meta/idempotencyKey", expected: "a key not used for another request",
        got: keyed.place.key)
    }
  }

  /// The handler of a stream that changes state, as a change whose failure ends the stream.
  func performStart(
    of stream: EventStream, _ call: Request,
    _ handler: @escaping @LoopActor (JSONCursor, RequestContext, EventStream) throws -> Void
  ) throws {
    try run(isKept: true) { try handler(call.params, call.context, stream) }
    turn.add(
      .init(
        entry: call.entry, context: call.context, reply: .stream(stream), startedAt: call.startedAt)
    )
  }

  /// A change of the daemon's own, such as a timer's.
  func performOwn(
    keeping isKept: Bool = true, completion: (@LoopActor (WireError?) -> Void)? = nil,
    _ body: @LoopActor () throws -> Void
  ) throws {
    try run(isKept: isKept, body)
    turn.add(
      .init(
        entry: nil, context: nil, reply: completion.map { .completion($0) } ?? .none,
        startedAt: MonotonicClock.nanoseconds()))
  }

  func run<T>(
    isKept: Bool, gathers: Bool = false, _ body: @LoopActor () throws -> T
  ) throws -> T {
    if isLost { throw WireError(.shuttingDown, "the daemon is stopping; send the request again") }
    if !gathers { try open() }
    turn.changeBegins()
    let mark = turn.publicationCount
    if !isKept { state.mark() }
    do {
      switch try outcome(isKept, gathers, body) {
      case .kept(let value):
        if !isKept {
          undoInMemory(to: mark)
          state.revert()
        }
        return value
      case .undone(let error):
        undoInMemory(to: mark)
        if !isKept {
          state.revert()
        } else if !(error is any WireErrorConvertible) {
          try group.writeGathered()
          try restore()
        }
        throw error
      }
    } catch let error as SQLiteError {
      fail(error)
      throw error
    }
  }

  /// Begins the turn's transaction, before anything of a change is in memory.
  ///
  /// - Throws: ``SQLiteError``. Where another program is writing, what the turn has gathered so far is
  ///   kept without the store, and nothing has to be undone.
  private func open() throws(SQLiteError) {
    do {
      try group.open()
    } catch {
      if error.isBusy { commit() } else { fail(error) }
      throw error
    }
  }

  /// A change that gathers has written nothing when it is undone, so it needs no savepoint; any
  /// other one is to find the store as the changes before it have left it.
  private func outcome<T>(
    _ isKept: Bool, _ gathers: Bool, _ body: @LoopActor () throws -> T
  ) throws(SQLiteError) -> GroupCommit.Outcome<T> {
    if !gathers { try group.writeGathered() }
    gathered.changeBegins()
    guard gathers else { return try group.run(keeping: isKept, body) }
    do {
      return .kept(try body())
    } catch let error as SQLiteError {
      throw error
    } catch {
      return .undone(error)
    }
  }

  private func undoInMemory(to mark: Int) {
    turn.truncatePublications(to: mark)
    gathered.undoChange()
  }

  // MARK: The end of a turn

  /// Puts the turn's changes on disk; where that fails every one of them is answered so, and
  /// memory is what the store holds, or the daemon ends.
  func commit() {
    guard group.isOpen || turn.hasChanges else { return }
    // Nothing but refusals and rehearsals: all of it is undone already, and none of it has to wait
    // for the disk.
    if !turn.hasChanges, !gathered.isHalfWritten { return group.rollback() }
    do throws(SQLiteError) {
      // Nothing but gathered changes: one short write instead of a transaction.
      let isKept = group.isOpen ? false : gathered.keep()
      if !isKept { try group.commit() }
    } catch {
      fail(error)
      return
    }
    let now = MonotonicClock.nanoseconds()
    for change in turn.changes {
      change.entry?.latency.record(nanoseconds: now - change.startedAt)
      switch change.reply {
      case .frame(let connection, _, _, _): connection.changesEnded()
      case .batch(let run, _, _): run.connection.changesEnded()
      case .completion(let completion): completion(nil)
      case .stream, .none: break
      }
    }
    turn.changes.removeAll(keepingCapacity: true)
  }

  /// Kept answers are as old as they were, whatever the wall clock shows now.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) {
    guard jump.step != 0, settle() else { return }
    do {
      try performOwn { try log.move(by: jump.step, now: now) }
    } catch {
      Journal.shared.storeFailure("moving kept answers", error)
    }
  }

  /// Forgets some old answers; true where there may be more of them.
  func purge(now: Timestamp) -> Bool {
    var hasMore = false
    do {
      if try log.isAhead(of: now) { try performOwn { try log.move(by: 0, now: now) } }
      guard try log.hasOld(now: now) else { return false }
      try performOwn { hasMore = try log.purge(now: now) }
    } catch {
      Journal.shared.storeFailure("purge", error)
      return false
    }
    return hasMore
  }

  /// `"dryRun": true` as one more member of a result, which is an object.
  static func markedAsDryRun(_ result: [UInt8]) -> [UInt8] {
    guard result.last == UInt8(ascii: "}") else { return result }
    let separator = result.count > 2 ? "," : ""
    return result.dropLast() + Array("\(separator)\"dryRun\":true}".utf8)
  }
}
