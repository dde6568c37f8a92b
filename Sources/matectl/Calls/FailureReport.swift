internal import IPCProtocol
internal import IPCTransport
internal import Values

/// Failures of calls on standard error, for people and for programs.
extension ErrorText {
  /// Prints what happened; the exit status that goes with it.
  func report(_ failure: CallFailure) -> ExitStatus {
    switch failure {
    case .refused(let error, let raw): return report(error, raw)
    case .unreachable, .connectionLost, .timedOut:
      return session.fail(sentence(failure), .unreachable)
    case .requestTooLarge(let bytes, let limit): return reportTooLarge(bytes, limit)
    case .interrupted:
      session.tell(sentence(failure))
      return .interrupted
    case .protocolViolation: return session.fail(sentence(failure), .fault)
    }
  }

  /// Why there is no answer, or what it refuses, in the user's language.
  func sentence(_ failure: CallFailure) -> String {
    switch failure {
    case .refused(let error, _): translated(error)
    case .unreachable(let failure): sentence(failure)
    case .connectionLost: lost
    case .timedOut: timedOut
    case .requestTooLarge(let bytes, let limit): tooLarge(bytes, limit)
    case .interrupted:
      session.text(
        "interrupted; the request was cancelled, what was answered before stays done",
        "중단했습니다. 요청은 취소되었고 이미 답한 일은 그대로입니다")
    case .protocolViolation(let reason):
      session.text(
        "\(domain.exec) does not speak the protocol: \(reason)",
        "\(domain.exec)의 답이 규약과 다릅니다: \(reason)")
    }
  }

  /// An error of the daemon's.
  private func report(_ error: WireError, _ raw: [UInt8]) -> ExitStatus {
    let status = error.hasBegun ? .fault : Self.status(error.kind)
    if session.invocation.wantsJSON {
      session.tell(json: "{\"error\":\(String(decoding: raw, as: UTF8.self))}")
      return status
    }
    // A domain's own refusal of a call with a file is about the file; others know of none.
    let isOwn = !error.kind.name.hasPrefix("mate.") && error.data["file"] == nil
    let place = isOwn ? file.map { "\($0): " } ?? "" : ""
    let failed = session.fail((place + translated(error)).printable(inOneLine: true), status)
    if !session.invocation.isQuiet { remedies(of: error).forEach { tellBelow($0) } }
    if let gap = protocolGap(error) { session.tell("  \(gap)") }
    // The id under which the daemon has logged it, as the command that tells the story.
    if !session.invocation.isQuiet, let trace = error.data["traceId"]?.stringValue {
      session.tell(
        session.errorStyle.apply(.muted, "  matectl why \(trace.printable(inOneLine: true))"))
    }
    return failed
  }

  /// What the domain has to say besides: what is short, what to type.
  func remedies(of error: WireError) -> [String] {
    let known = session.whole(domain).errors.first { $0.kind.name == error.kind.name }
    guard let followUp = known?.followUp else { return [] }
    return (followUp.details + followUp.commands).flatMap { session.lines($0, of: error) }
  }

  private func tellBelow(_ line: String) { session.tell("  \(line)") }

  private func reportTooLarge(_ bytes: Int, _ limit: Int64) -> ExitStatus {
    if session.invocation.wantsJSON {
      let kind = WireError.Kind.frameTooLarge
      let error: JSONValue = [
        "code": .integer(kind.code), "message": "the request has more bytes than the limit",
        "data": ["name": .string(kind.name), "bytes": .integer(bytes), "limit": .integer(limit)],
      ]
      session.tell(json: JSON.text(["error": error]))
      return .usage
    }
    return session.fail(tooLarge(bytes, limit), .usage)
  }

  private func tooLarge(_ bytes: Int, _ limit: Int64) -> String {
    session.text(
      """
      the request has \(bytes) bytes, and \(domain.exec) takes \(limit) at most; nothing was done. \
      Send less at once, or set limits.frameBytes in \(domain.exec).json
      """,
      """
      요청은 \(bytes)바이트이고 \(domain.exec, .topic) \(limit)바이트까지 받습니다. 바뀐 것은 없습니다. \
      나누어 보내거나 \(domain.exec).json의 limits.frameBytes를 늘리십시오
      """)
  }

  /// Says of a change whose answer was not waited for that nobody knows what became of it.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
  ///   - watch: The command that follows what a stream has begun; nil for what is no stream.
  /// - Returns: Nil for every other failure.
  func reportUnknown(_ failure: CallFailure, watch: String?) -> ExitStatus? {
    let outcome =
      watch.map {
        session.text(
          "what has begun stays done and goes on; `\($0)` follows it",
          "시작된 일은 그대로이며 이어집니다. 보려면: `\(whole: $0)`")
      }
      ?? session.text(
        "it is not known whether the change was made; look before you do it again",
        "바뀌었는지 알 수 없습니다. 다시 하기 전에 확인하십시오")
    switch failure {
    case .timedOut:
      let head = unanswered
      return session.fail(
        session.text("\(whole: head); \(whole: outcome)", "\(whole: head). \(whole: outcome)"),
        .fault)
    case .interrupted:
      session.tell(session.text("interrupted; \(whole: outcome)", "중단했습니다. \(whole: outcome)"))
      return .interrupted
    default: return nil
    }
  }
}
