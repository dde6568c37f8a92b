internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Storage

/// From one payload to its reply: envelope, checks, access, handler, errors.
///
/// Changes are executed at once and their replies are written into the connection's output,
/// which leaves only after the turn's commit. A read that comes while the turn has uncommitted
/// changes is held until after the commit, so nobody is ever shown what is not on disk.
@LoopActor
final class Dispatcher {
  /// Where a reply goes.
  enum Target {
    case frame(Connection)
    case batch(BatchRun, index: Int)

    @LoopActor var connection: Connection {
      switch self {
      case .frame(let connection): connection
      case .batch(let run, _): run.connection
      }
    }
  }

  /// What became of one element, for a batch that must go on in order.
  enum Progress {
    case done
    /// Held until the commit; ask again.
    case held
    /// Answered later through ``BatchRun/answer(_:at:)``.
    case running
    /// Behind a batch or a prepared change that is not done; not taken yet.
    case behind
  }

  let turn: Turn
  let limits: Limits
  let methods: [String: MethodEntry]
  private let directory: MethodDirectory
  let commit: Commit
  let keyedWork: KeyedWork
  let longWork = OneAtATime()
  let ledger: BufferLedger
  /// The clock when it was read last, and when the newest request was begun (CLOCK_MONOTONIC,
  /// nanoseconds).
  private(set) var latestMoment: UInt64 = 0
  private(set) var latestStart: UInt64 = 0
  /// Why a call of the domain is refused whatever it asks for; set where machines share the branch.
  var branchRefusal: (@LoopActor (MethodEntry) -> WireError?)?
  /// Set once SIGTERM was seen: what is read from now on is not taken.
  var isShuttingDown = false
  private(set) var totals = Totals()
  private var traces: SplitMix64
  private let clock: SteadyClock
  private var document = JSONDocument()
  /// What is being handled, where it has memory of its own.
  private var owned: OwnedRequest?
  /// Whether what is being handled was held: it came before what is prepared now.
  private var isServingHeld = false

  /// Requests answered with an error.
  var failedRequests: UInt64 { totals.failed + turn.failedRequests }

  struct Totals {
    var requests: UInt64 = 0
    var failed: UInt64 = 0
  }

  init(
    turn: Turn, limits: Limits, methods: [String: MethodEntry], clock: SteadyClock
  ) {
    self.turn = turn
    self.limits = limits
    self.methods = methods
    directory = MethodDirectory(methods)
    commit = turn.commit
    keyedWork = KeyedWork(turn.commit)
    self.clock = clock
    ledger = BufferLedger(limits: limits)
    traces = SplitMix64(seed: SystemRandom.number())
  }

  // MARK: Payloads

  /// Handles one payload; returns how many requests it held, for the connection's quota.
  ///
  /// 0 where it must wait for the end of a batch, and is to be handed over again then.
  func handle(_ payload: UnsafeRawBufferPointer, from connection: Connection) -> Int {
    do throws(JSONSyntaxError) {
      try document.parse(payload, maximumValues: limits.frameValues)
    } catch {
      return refuse(error, on: connection)
    }
    return handle(document.root, from: connection) {
      // What was parsed goes on as it is: a long text is not parsed twice.
      defer { document = JSONDocument() }
      return OwnedRequest(document, of: payload)
    }
  }

  /// The same for one that has memory of its own, and was parsed.
  func handle(_ request: OwnedRequest, from connection: Connection) -> Int {
    if let failure = request.failure { return refuse(failure, on: connection) }
    owned = request
    defer { owned = nil }
    return handle(request.root, from: connection) { request }
  }

  private func handle(
    _ root: JSONCursor, from connection: Connection, owning: () -> OwnedRequest
  ) -> Int {
    if root.kind == .array {
      guard connection.batch == nil, !isBehindPreparation(connection) else { return 0 }
      return handleBatch(root, from: connection, owning: owning)
    }
    switch handle(root, for: .frame(connection)) {
    case .held: hold(owning(), from: connection)
    case .behind: return 0
    case .done, .running: break
    }
    return 1
  }

  private func hold(_ request: OwnedRequest, from connection: Connection) {
    let bytes = request.bytesHeld
    connection.copiedBytes += bytes
    let arrival = connection.arrival
    let id = RequestID(in: request.root)
    if let id { turn.requestBegan(id, .held, of: connection) }
    turn.hold { [self] in
      connection.copiedBytes -= bytes
      ledger.count(connection, at: latestMoment)
      // What came behind it has room now.
      turn.markDirty(connection)
      // One whose connection was closed has ended there.
      guard connection.isOpen else { return }
      if let id { turn.requestEnded(id, of: connection) }
      connection.arrival = arrival
      isServingHeld = true
      defer {
        connection.arrival = nil
        isServingHeld = false
      }
      _ = handle(request, from: connection)
    }
  }

  private func handleBatch(
    _ root: JSONCursor, from connection: Connection, owning: () -> OwnedRequest
  ) -> Int {
    // The array may be gone with its last reply.
    let count = root.count
    if count == 0 {
      refuse(
        WireError(.invalidRequest, "a batch has at least one request"), id: nil, on: connection)
    } else if count > Limits.batchRequests {
      let message = "a batch has at most \(Limits.batchRequests) requests; send it in parts"
      refuse(
        WireError(.busy, message, data: ["limit": .integer(Limits.batchRequests)]),
        id: nil, on: connection)
    } else {
      let run = BatchRun(owning(), connection: connection, dispatcher: self)
      connection.batch = run
      run.advance()
    }
    return max(1, min(count, Limits.batchRequests))
  }

  private func isBehindPreparation(_ connection: Connection) -> Bool {
    connection.isPreparing && !isServingHeld && !isShuttingDown
  }

  private func refuse(_ error: JSONSyntaxError, on connection: Connection) -> Int {
    let message = "not JSON: \(error.reason) at byte \(error.offset)"
    refuse(WireError(.parseError, message), id: nil, on: connection)
    return 1
  }

  /// Answers a payload that is no request.
  func refuse(_ error: WireError, id: RequestID?, on connection: Connection) {
    totals.requests += 1
    totals.failed += 1
    turn.markDirty(connection)
    connection.output.error(error, traceID: TraceNumbers.text(traces.next()), id: id)
  }

  // MARK: One request

  func lookAtClock() -> UInt64 {
    latestMoment = MonotonicClock.nanoseconds()
    return latestMoment
  }

  func handle(_ cursor: JSONCursor, for target: Target) -> Progress {
    let startedAt = lookAtClock()
    latestStart = startedAt
    turn.begins(at: startedAt)
    let envelope: Envelope
    do {
      envelope = try Envelope(cursor)
    } catch {
      let context = context(method: "", startedAt, nil, target.connection)
      totals.requests += 1
      answer(
        WireError(.invalidRequest, error.reason), error.id, context, nil, target, isRequest: false)
      return .done
    }
    if envelope.id == nil, envelope.method.utf8.first == UInt8(ascii: "$") {
      if envelope.name.equals(literal: "$/cancel") {
        cancel(envelope.params, of: target.connection)
      }
      return .done
    }
    return handle(envelope, startedAt, for: target)
  }

  private func handle(_ envelope: Envelope, _ startedAt: UInt64, for target: Target) -> Progress {
    if case .frame(let connection) = target, isBehindPreparation(connection) { return .behind }
    let entry = directory[envelope.name]
    let method = entry?.name ?? envelope.method
    if let entry, !isShuttingDown {
      if entry.isChange || entry.isPreparedChange {
        if target.isBehindBatch { return .behind }
        if turn.holdsChanges { return .held }
      } else if turn.hasChanges, !isUsed(envelope.id, target), !isToldAtOnce(entry) {
        return .held
      }
    }
    totals.requests += 1
    var meta = RequestMeta()
    do {
      if let cursor = envelope.params?.member(literal: "_meta") { meta = try RequestMeta(cursor) }
    } catch {
      let context = context(method: method, startedAt, meta, target.connection)
      answer(error.wireError, envelope.id, context, entry, target)
      return .done
    }
    var context = context(method: method, startedAt, meta, target.connection)
    // A file goes with a request of its own, to a method that takes one.
    if entry?.takesFile == true, case .frame(let connection) = target {
      context.arrival = connection.arrival
    }
    if entry?.isTask == true, case .frame = target { context.owned = owned }
    do {
      let entry = try admit(envelope, entry, meta, on: target)
      let call = Request(
        entry: entry, id: envelope.id, params: envelope.params ?? EmptyParams.cursor, meta: meta,
        context: context, startedAt: startedAt, target: target)
      return try perform(call)
    } catch {
      let isRead = entry?.changesState == false
      let refusal = ErrorMap.wireError(error, context, isRead: isRead)
      let start = target.connection.output.bytes.count
      answer(refusal, envelope.id, context, entry, target)
      // It may be for a change which is not on disk yet, and is told only with it.
      if entry?.isChange == true, turn.hasChanges, let id = envelope.id {
        bind(target.reply(from: start, id), to: id, nil, context, target.connection)
      }
      return .done
    }
  }

  private func context(
    method: String, _ startedAt: UInt64, _ meta: RequestMeta?, _ connection: Connection
  ) -> RequestContext {
    RequestContext(
      method: method, peer: connection.peer, access: connection.access,
      now: clock.timestamp(atMonotonic: startedAt), isDryRun: meta?.isDryRun ?? false,
      startedAt: startedAt, givenTrace: meta?.traceID, traceNumber: traces.next())
  }

  // MARK: Answers

  /// Writes an error reply, or nothing for a notification, and logs what is worth an entry.
  ///
  /// What is no request at all cannot be a notification, and is answered with a null id.
  func answer(
    _ error: WireError, _ id: RequestID?, _ context: RequestContext, _ entry: MethodEntry?,
    _ target: Target, isRequest: Bool = true
  ) {
    let error = error.bounded
    totals.failed += 1
    entry?.failures += 1
    Journal.shared.refusal(error, context)
    let isNotification = id == nil && isRequest
    switch target {
    case .frame(let connection):
      if isNotification { return }
      turn.markDirty(connection)
      connection.output.error(error, traceID: context.traceID, id: id)
    case .batch(let run, let index):
      if isNotification { return run.answer(nil, at: index) }
      var writer = JSONWriter()
      writer.errorBody(error, traceID: context.traceID, id: id)
      run.answer(writer.bytes, at: index)
    }
  }
}
