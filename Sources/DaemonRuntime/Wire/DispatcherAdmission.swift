internal import IPCProtocol
internal import Values

/// What is looked at before a request is carried out, and before its result is sent.
extension Dispatcher {
  /// Everything that can be wrong before a handler runs.
  func admit(
    _ envelope: Envelope, _ entry: MethodEntry?, _ meta: RequestMeta, on target: Target
  ) throws -> MethodEntry {
    let connection = target.connection
    if isShuttingDown {
      throw WireError(.shuttingDown, "the daemon is stopping; send the request again")
    }
    if isUsed(envelope.id, target) {
      throw WireError(.invalidRequest, "the id is used by a request that is not answered yet")
    }
    guard let entry else {
      let similar = nearestNames(to: envelope.method, among: methods.keys.sorted())
      throw WireError(
        .methodNotFound, "there is no method \(envelope.method)",
        data: [
          "method": .string(envelope.method), "similar": .array(similar.map(JSONValue.string)),
        ])
    }
    if !connection.access.allows(entry.access),
      let refusal = refusal(of: entry, on: connection)
    {
      throw refusal
    }
    if let branchRefusal, !entry.isStandard, let refusal = branchRefusal(entry) { throw refusal }
    try entry.check(envelope.params ?? EmptyParams.cursor)
    if entry.isStream, meta.idempotencyKey != nil, entry.changesState {
      throw SchemaViolation(
        path: "/_meta/idempotencyKey", expected: "no key on a stream", got: "a key")
    }
    if meta.isDryRun, entry.isStream || !entry.changesState {
      throw SchemaViolation(
        path: "/_meta/dryRun", expected: "a method that changes state and is no stream",
        got: envelope.method)
    }
    if entry.isLong { try admitLong(entry, on: connection) }
    return entry
  }

  /// Whether a call waits for no change: where several machines share the branch, how it is has to be told
  /// also while their log does not answer.
  func isToldAtOnce(_ entry: MethodEntry) -> Bool {
    commit.shared != nil && entry.name == "mate.status"
  }

  func isUsed(_ id: RequestID?, _ target: Target) -> Bool {
    guard target.connection.awaitsAnswers, let id else { return false }
    return target.connection.hasInFlight(id) || target.isUsed(id)
  }

  /// Whether there is a place for a request that outlives its turn.
  private func admitLong(_ entry: MethodEntry, on connection: Connection) throws(WireError) {
    let user = connection.user
    // What is a change is made also where nobody waits for it any more.
    if connection.isGone, !entry.isPreparedChange {
      throw WireError(.cancelled, "the connection was closed")
    }
    guard connection.inFlight.count < limits.requestsPerConnection,
      user.requests < limits.requestsPerUser, turn.requestsInFlight < limits.requestsInFlight
    else {
      throw WireError(
        .busy, "too many requests are in flight; wait for an answer", data: ["retryAfterMs": 100])
    }
    guard entry.isTask else { return }
    guard user.tasks < limits.tasksPerUser, turn.tasks.working < limits.tasks else {
      throw WireError(
        .busy, "too much slow work is under way, also of requests that have ended; wait for it",
        data: ["retryAfterMs": 500])
    }
  }

  // MARK: Bounds of replies

  /// - Throws: ``WireError`` where a result is longer than a reply may be, or than what is left of
  ///   a batch's, or where there is no room for it.
  func checkReply(_ count: Int, for target: Target) throws(WireError) {
    guard count > Limits.unnoticedBytes || count > limits.replyBytes || target.isBatch else {
      return
    }
    var before = 0
    if case .batch(let run, _) = target { before = run.replyBytes }
    guard before + count <= limits.replyBytes else {
      let message =
        before == 0
        ? "the reply would have \(count) bytes, and a reply has at most \(limits.replyBytes); "
          + "ask for less of it at a time"
        : "with the replies before it this one passes \(limits.replyBytes) bytes; "
          + "ask for it apart, or for less of it at a time"
      throw WireError(
        .busy, message, data: ["limit": .integer(limits.replyBytes), "bytes": .integer(count)])
    }
    guard ledger.hasRoom(for: count, of: target.connection.user) else {
      throw WireError(
        .busy, "too many bytes wait for clients that do not take them; try again",
        data: ["retryAfterMs": 200])
    }
  }
}
