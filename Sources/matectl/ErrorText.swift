internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Failures of calls as sentences that say what to do next, and their exit statuses.
struct ErrorText {
  let session: Session
  let domain: DomainDescription
  /// The process that has not answered, where it is known.
  var silent: Int32?

  /// Prints what happened; the exit status that goes with it.
  func report(_ failure: CallFailure) -> ExitStatus {
    switch failure {
    case .refused(let error, let raw): return report(error, raw)
    case .unreachable(let failure): return session.fail(sentence(failure), .unreachable)
    case .connectionLost: return session.fail(lost, .unreachable)
    case .timedOut: return session.fail(timedOut, .unreachable)
    case .requestTooLarge(let bytes, let limit): return reportTooLarge(bytes, limit)
    case .interrupted:
      session.tell(
        session.text(
          "interrupted; the request was cancelled, what was answered before stays done",
          "중단했습니다. 요청은 취소되었고 이미 답한 일은 그대로입니다"))
      return .interrupted
    case .protocolViolation(let reason):
      return session.fail(
        session.text(
          "\(domain.exec) does not speak the protocol: \(reason)",
          "\(domain.exec)의 답이 규약과 다릅니다: \(reason)"), .fault)
    }
  }

  /// Why the connection broke, where the daemon has written that.
  private var lost: String {
    switch startComplaint() {
    case .start(let sentence)?:
      session.text(
        "\(domain.exec) cannot start: \(whole: sentence)",
        "\(domain.exec)을(를) 시작할 수 없습니다. \(whole: sentence)")
    case .words(let line)?:
      session.text(
        "\(domain.exec) went away before it answered; the last it wrote: \(whole: line)",
        "\(domain.exec)이(가) 답하기 전에 끊어졌습니다. 마지막으로 남긴 말: \(whole: line)")
    case nil:
      session.text(
        "\(domain.exec) went away before it answered; try again, or look with `matectl logs \(domain.domain)`",
        "\(domain.exec)이(가) 답하기 전에 끊어졌습니다. 다시 하거나 `matectl logs \(domain.domain)`로 확인하십시오")
    }
  }

  // MARK: Errors of the daemon

  private func report(_ error: WireError, _ raw: [UInt8]) -> ExitStatus {
    let status = error.hasBegun ? .fault : Self.status(error.kind)
    if session.invocation.output == .json || session.invocation.output == .jsonl {
      session.tell(json: "{\"error\":\(String(decoding: raw, as: UTF8.self))}")
      return status
    }
    if let asker = FollowUpAsker(session: session, domain: domain, error: error) {
      return asker.run(translated(error))
    }
    let failed = session.fail(translated(error).printable(inOneLine: true), status)
    if let gap = protocolGap(error) { session.tell("  \(gap)") }
    // The id under which the daemon has logged it, as the command that tells the story.
    if !session.invocation.isQuiet, let trace = error.data["traceId"]?.stringValue {
      session.tell(
        session.errorStyle.apply(.muted, "  matectl why \(trace.printable(inOneLine: true))"))
    }
    return failed
  }

  /// The domain's own translation, ours for the protocol's errors, else the English sentence.
  private func translated(_ error: WireError) -> String {
    var data = error.data
    data["message"] = .string(error.message)
    if let known = session.errors(of: domain).first(where: { $0.kind.name == error.kind.name }) {
      return Template(known.message.text(in: session.language))
        .filled(with: .object(data), session.printer.values)
    }
    guard session.language == .korean else { return error.message }
    return korean(error)
  }

  private func korean(_ error: WireError) -> String {
    func data(_ name: String) -> String {
      error.data[name].map { $0.stringValue ?? JSON.text($0) } ?? ""
    }
    switch error.kind {
    case .invalidParams: return "\(data("path")): \(data("expected")) 자리에 \(data("got"))"
    case .methodNotFound: return "\(data("method")) 메서드는 없습니다"
    case .permissionDenied: return "권한이 없습니다 (필요한 권한: \(data("needs")))"
    case .busy: return "데몬이 바쁩니다. 잠시 후 다시 하십시오"
    case .shuttingDown: return "데몬이 종료하는 중입니다. 다시 하십시오"
    case .deadlineExceeded where error.hasBegun:
      return "시간 안에 끝나지 않았습니다. 시작된 일은 그대로이며 이어질 수 있습니다"
    case .deadlineExceeded: return "시간 안에 끝나지 않았습니다. 바뀐 것은 없습니다"
    case .cancelled: return "요청이 취소되었습니다"
    case .storageFailed where data("operation") == "read":
      return "저장소를 읽지 못했습니다. \(koreanCause(error))"
    case .storageFailed: return "저장하지 못했습니다. 바뀐 것은 없습니다. \(koreanCause(error))"
    case .outcomeUnknown:
      return
        "저장하는 중에 디스크가 실패하여 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오. \(koreanCause(error))"
    case .internal: return "데몬의 결함입니다"
    default: return error.message
    }
  }

  private static func status(_ kind: WireError.Kind) -> ExitStatus {
    switch kind {
    case .busy, .shuttingDown, .deadlineExceeded: .unreachable
    case .permissionDenied, .cancelled: .refused
    case .invalidParams, .methodNotFound, .invalidRequest, .parseError, .frameTooLarge: .usage
    default: kind.code > 0 ? .refused : .fault
    }
  }

  // MARK: No daemon

  private func sentence(_ failure: StartFailure) -> String {
    switch failure {
    case .notRunning(let error): return notRunning(error)
    case .programNotFound(let name, let folders):
      return session.text(
        "the program \(name) is not installed; looked in \(whole: folders.joined(separator: ", "))",
        "\(name) 프로그램이 설치되어 있지 않습니다. 찾은 곳: \(whole: folders.joined(separator: ", "))")
    case .distrusted(let distrust): return sentence(distrust)
    case .foreign(let path, let uid):
      let name = LinuxAccounts.name(ofUser: uid)
      return session.text(
        "\(path) is not yours: \(name) listens there, who could read and answer what you ask",
        "\(path)은(는) 쓸 수 없습니다. 다른 사용자(\(name))가 기다리고 있어 요청을 읽고 답할 수 있습니다")
    case .system(let error):
      return session.text(
        "cannot start \(domain.exec): \(error)", "\(domain.exec)을(를) 시작할 수 없습니다: \(error)")
    }
  }

  /// Why a runtime folder is not used, and what to do.
  private func sentence(_ distrust: FolderDistrust) -> String {
    let path = distrust.path
    let remedy = session.text(
      "set XDG_RUNTIME_DIR or --socket-dir", "XDG_RUNTIME_DIR 또는 --socket-dir를 지정하십시오")
    switch distrust.reason {
    case .belongs(let uid):
      let name = LinuxAccounts.name(ofUser: uid)
      return session.text(
        "the runtime directory \(path) is not yours: it belongs to \(name); run as \(name), or \(whole: remedy)",
        "런타임 폴더 \(path)은(는) \(name)의 것이라 쓸 수 없습니다. \(name) 사용자로 실행하거나 \(whole: remedy)")
    case .writableByOthers:
      return session.text(
        "the runtime directory \(path) is not yours alone: others may write to it; chmod go-w \(path), or \(whole: remedy)",
        "런타임 폴더 \(path)에 다른 사용자가 쓸 수 있어 쓰지 않습니다. chmod go-w \(path) 하거나 \(whole: remedy)")
    case .noFolder:
      return session.text(
        "the runtime directory \(path) is not yours: it is somebody else's link or no directory; \(whole: remedy)",
        "런타임 폴더 \(path)은(는) 다른 사용자의 링크이거나 폴더가 아니어서 쓸 수 없습니다. \(whole: remedy)")
    }
  }
}

extension WireError {
  /// Whether it ends a stream that has changed something already.
  fileprivate var hasBegun: Bool { data["begun"]?.boolValue == true }
}
