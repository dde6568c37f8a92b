internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// What two programs cannot do together: a request that is too long, a protocol that is too old.
extension ErrorText {
  func reportTooLarge(_ bytes: Int, _ limit: Int64) -> ExitStatus {
    if session.invocation.output == .json || session.invocation.output == .jsonl {
      let kind = WireError.Kind.frameTooLarge
      let error: JSONValue = [
        "code": .integer(kind.code), "message": "the request has more bytes than the limit",
        "data": ["name": .string(kind.name), "bytes": .integer(bytes), "limit": .integer(limit)],
      ]
      session.tell(json: JSON.text(["error": error]))
      return .usage
    }
    return session.fail(
      session.text(
        """
        the request has \(bytes) bytes, and \(domain.exec) takes \(limit) at most; nothing was done. \
        Send less at once, or set limits.frameBytes in \(domain.exec).json
        """,
        """
        요청은 \(bytes)바이트이고 \(domain.exec)은(는) \(limit)바이트까지 받습니다. 바뀐 것은 없습니다. \
        나누어 보내거나 \(domain.exec).json의 limits.frameBytes를 늘리십시오
        """), .usage)
  }

  /// Says of a change whose answer was not waited for that nobody knows what became of it.
  ///
  /// - Returns: Nil for every other failure.
  func reportUnknown(_ failure: CallFailure, isStream: Bool) -> ExitStatus? {
    let outcome =
      isStream
      ? session.text(
        "what has begun stays done and may go on", "시작된 일은 그대로이며 이어질 수 있습니다")
      : session.text(
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

  /// Says where a daemon is older than its description: what it does not know is then no mistake of
  /// the person who typed it.
  func protocolGap(_ error: WireError) -> String? {
    guard error.kind == .methodNotFound || error.kind == .invalidParams,
      let needed = domain.protocolVersion, needed > .first,
      let client = try? session.client(domain)  // said already where it fails
    else { return nil }
    var request = CallRequest(method: "mate.status")
    request.timeoutMilliseconds = 1000
    // A daemon that does not even say how it is has no version to tell.
    guard let status = try? JSON.parse(client.call(request)) else { return nil }
    let spoken = status["protocol"]?.stringValue.flatMap { ProtocolVersion($0) } ?? .first
    guard spoken < needed else { return nil }
    return session.text(
      "\(domain.exec) speaks protocol \(spoken), and this needs \(needed); install a newer \(domain.exec)",
      "\(domain.exec)의 프로토콜은 \(spoken)인데 \(needed)이(가) 필요합니다. 새 \(domain.exec)을(를) 설치하십시오")
  }
}
