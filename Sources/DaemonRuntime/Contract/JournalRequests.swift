internal import IPCProtocol
internal import Loop

/// What became of requests, for the log.
extension Journal {
  private func requestFields(_ context: RequestContext) -> [(String, String)] {
    let elapsed = MonotonicClock.microseconds()
    return [
      ("MATE_METHOD", context.method), ("MATE_TRACE_ID", context.traceID),
      ("MATE_PEER_UID", String(context.peer.uid)), ("MATE_PEER_PID", String(context.peer.pid)),
      ("MATE_DURATION_US", String(elapsed &- min(elapsed, context.startedAt / 1000))),
    ]
  }

  /// A request that was answered with an error which is the client's to mend.
  func refusal(_ error: WireError, _ context: RequestContext) {
    // Asked first: a flood of refusals must not cost their words.
    guard Priority.info.rawValue <= threshold.rawValue,
      admits(MessageID.refused.text, user: String(context.peer.uid))
    else { return }
    let method = context.method.isEmpty ? "request" : LogText.written(context.method)
    let message = LogText.written(error.message)
    write(
      Entry(
        priority: .info, message: "\(method) refused: \(error.kind.name): \(message)",
        id: .refused, fields: requestFields(context) + [("MATE_ERROR", error.kind.name)],
        place: Place()))
  }

  /// A defect: the client is told an id, this entry tells the rest.
  func fault(_ error: any Error, _ context: RequestContext) {
    log(
      .error, "\(context.method) failed: \(error)", id: .fault, fields: requestFields(context))
  }
}
