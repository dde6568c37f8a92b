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

  private let turn: Turn
  private let group: GroupCommit
  private let gathered: GatheredChanges
  private let log: IdempotencyLog
  /// Reads the whole state from the store: the way back after whatever did not stay.
  private let reload: @LoopActor () throws -> Void

  init(
    turn: Turn, database: Database, gathered: GatheredChanges,
    reload: @escaping @LoopActor () throws -> Void
  ) {
    self.turn = turn
    self.gathered = gathered
    group = GroupCommit(database: database, gathered: gathered)
    log = IdempotencyLog(database: database)
    gathered.add(log.answers)
    self.reload = reload
  }

  /// Reads the state for the first time, with what an end without warning has left in the redo log.
  func start() throws {
    try gathered.recover()
    // Where the disk is full it goes on without: memory has what the redo log has.
    _ = settle()
    try reloadWithKept()
  }

  // MARK: Requests

  /// - Throws: The handler's refusal, or a ``WireError`` for what the runtime refuses.
  func perform(_ call: Call, _ handler: MethodEntry.Immediate) throws -> Outcome {
    var keyed: (key: String, request: [UInt8])?
    if let key = call.meta.idempotencyKey, !call.context.isDryRun {
      let request = IdempotencyLog.fingerprint(method: call.context.method, params: call.params)
      switch try lookup(key, request, call.context) {
      case .answered(let result): return .repeated(result)
      case .mismatch:
        throw SchemaViolation(
          path: "/_meta/idempotencyKey", expected: "a key not used for another request", got: key)
      case .unknown: keyed = (key, request)
      }
    }
    let result = try run(isKept: !call.context.isDryRun, gathers: call.entry.gathers) {
      var writer = JSONWriter()
      writer.bytes.reserveCapacity(Self.usualResult)
      try handler(call.params, call.context, &writer)
      if let keyed {
        log.keep(
          uid: call.context.peer.uid, key: keyed.key, request: keyed.request,
          result: writer.bytes, now: call.context.now)
      }
      return writer.bytes
    }
    return call.context.isDryRun ? .rehearsed(Self.markedAsDryRun(result)) : .first(result)
  }

  private func lookup(
    _ key: String, _ request: [UInt8], _ context: RequestContext
  ) throws -> IdempotencyLog.Lookup {
    do {
      return try log.lookup(uid: context.peer.uid, key: key, request: request, now: context.now)
    } catch {
      fail(error)
      throw error
    }
  }

  /// The handler of a stream that changes state, as a change whose failure ends the stream.
  func performStart(
    of stream: EventStream, _ call: Call,
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
    completion: (@LoopActor (WireError?) -> Void)? = nil, _ body: @LoopActor () throws -> Void
  ) throws {
    try run(isKept: true, body)
    turn.add(
      .init(
        entry: nil, context: nil, reply: completion.map { .completion($0) } ?? .none,
        startedAt: MonotonicClock.nanoseconds()))
  }

  private func run<T>(
    isKept: Bool, gathers: Bool = false, _ body: @LoopActor () throws -> T
  ) throws -> T {
    turn.changeBegins()
    let mark = turn.publicationCount
    do {
      switch try outcome(isKept, gathers, body) {
      case .kept(let value):
        if !isKept {
          undoInMemory(to: mark)
          try group.writeGathered()
          try restore()
        }
        return value
      case .undone(let error):
        undoInMemory(to: mark)
        if !(error is any WireErrorConvertible) {
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

  // MARK: The redo log

  /// Whether the store has to take in what the redo log has, soon or now.
  var isBehind: Bool { gathered.isBehind }
  var isSettlingDue: Bool { gathered.isDue }

  /// Puts into the store what the redo log has; between turns, or before somebody reads the store.
  ///
  /// - Returns: What failed; nothing is lost then, and the next change or settling tries again.
  func settle() -> SQLiteError? {
    guard gathered.isBehind else { return nil }
    do throws(SQLiteError) {
      try group.commit()
      return nil
    } catch {
      Journal.shared.storeFailure("settling", error)
      if error.isReplaced { EventLoop.shared.exit(1) }
      return error
    }
  }

  // MARK: The end of a turn

  /// Puts the turn's changes on disk; where that fails every one of them is answered so, and
  /// memory is what the store holds.
  func commit() {
    guard group.isOpen || turn.hasChanges else { return }
    do throws(SQLiteError) {
      // Nothing but gathered changes: one short write instead of a transaction.
      let isKept = group.isOpen ? false : try gathered.keep()
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

  /// The store failed: the whole turn is undone.
  private func fail(_ error: SQLiteError) {
    Journal.shared.storeFailure("commit", error)
    group.rollback()
    gathered.dropTurn()
    let failure = ErrorMap.storageFailed(error)
    let failed = turn.changes
    turn.changes.removeAll(keepingCapacity: true)
    turn.dropDependentPublications()
    // From the last to the first, so that earlier offsets stay true.
    for change in failed.reversed() { replaceReply(of: change, with: failure) }
    if error.isReplaced {
      // Whatever it would do from here on would be done for nobody.
      return EventLoop.shared.exit(1)
    }
    do {
      try restore()
    } catch {
      Journal.shared.storeFailure("reload", error)
    }
  }

  private func replaceReply(of change: Turn.PendingChange, with error: WireError) {
    change.entry?.failures += 1
    let trace = change.context?.traceID ?? ""
    var writer = JSONWriter()
    switch change.reply {
    case .frame(let connection, let start, let count, let id):
      connection.changesEnded()
      guard connection.isOpen else { return }
      writer.error(error, traceID: trace, id: id)
      connection.output.bytes.replaceSubrange(start..<start + count, with: writer.bytes)
    case .batch(let run, let index, let id):
      run.connection.changesEnded()
      writer.errorBody(error, traceID: trace, id: id)
      run.answer(writer.bytes, at: index)
    case .stream(let stream): stream.fail(now: error)
    case .completion(let completion): completion(error)
    case .none: break
    }
  }

  /// Memory is made what the store holds; where even that fails the daemon ends, as nothing it
  /// could say would be true.
  private func restore() throws {
    do {
      try reloadWithKept()
    } catch {
      Journal.shared.critical("the state cannot be read back from the store: \(error)")
      EventLoop.shared.exit(1)
      throw error
    }
  }

  /// The state of the store, and of what the redo log has beyond it: read in a transaction that has
  /// both and is then undone, as the disk may have no room for it.
  private func reloadWithKept() throws {
    guard gathered.isBehind, !group.isOpen else { return try reload() }
    defer { group.rollback() }
    try group.writeGathered()
    try reload()
  }

  /// Forgets some old answers; true where there may be more of them.
  func purge(now: Timestamp) -> Bool {
    var hasMore = false
    do {
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
