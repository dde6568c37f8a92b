internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Failures of calls as sentences that say what to do next, and their exit statuses.
struct ErrorText {
  let session: Session
  let domain: DomainDescription

  /// Prints what happened; the exit status that goes with it.
  func report(_ failure: CallFailure) -> ExitStatus {
    switch failure {
    case .refused(let error, let raw): return report(error, raw)
    case .unreachable(let failure): return session.fail(sentence(failure), .unreachable)
    case .connectionLost:
      return session.fail(
        session.text(
          "\(domain.exec) went away before it answered; try again, or look with `matectl status \(domain.domain)`",
          "\(domain.exec)이(가) 답하기 전에 끊어졌습니다. 다시 하거나 `matectl status \(domain.domain)`로 확인하십시오"),
        .unreachable)
    case .timedOut:
      return session.fail(
        session.text(
          "no answer within the time; allow more with --timeout",
          "시간 안에 답이 없습니다. --timeout으로 늘릴 수 있습니다"), .unreachable)
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

  // MARK: Errors of the daemon

  private func report(_ error: WireError, _ raw: [UInt8]) -> ExitStatus {
    let status = Self.status(error.kind)
    if session.invocation.output == .json || session.invocation.output == .jsonl {
      session.tell("{\"error\":\(String(decoding: raw, as: UTF8.self))}")
      return status
    }
    if let asker = FollowUpAsker(session: session, domain: domain, error: error) {
      return asker.run(translated(error))
    }
    let failed = session.fail(translated(error), status)
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
      // The daemon's own sentence may say more in English than a template can.
      if session.language == .english { return error.message }
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
    case .deadlineExceeded: return "시간 안에 끝나지 않았습니다. 바뀐 것은 없습니다"
    case .cancelled: return "요청이 취소되었습니다"
    case .storageFailed where data("operation") == "read":
      return "저장소를 읽지 못했습니다: \(data("reason"))"
    case .storageFailed: return "저장하지 못했습니다. 바뀐 것은 없습니다: \(data("reason"))"
    case .outcomeUnknown:
      return "저장하는 중에 디스크가 실패하여 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오: \(data("reason"))"
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
        "the program \(name) is not installed; looked in \(folders.joined(separator: ", "))",
        "\(name) 프로그램이 설치되어 있지 않습니다. 찾은 곳: \(folders.joined(separator: ", "))")
    case .system(let error):
      return session.text(
        "cannot start \(domain.exec): \(error)", "\(domain.exec)을(를) 시작할 수 없습니다: \(error)")
    }
  }

  private func notRunning(_ error: SystemError) -> String {
    if error.code == EACCES {
      return session.text(
        """
        no permission for \(error.subject); you need to be in the group mate: \
        sudo usermod -aG mate $USER, then log in again
        """,
        "\(error.subject)에 접근할 권한이 없습니다. mate 그룹에 들어 있어야 합니다: sudo usermod -aG mate $USER 후 다시 로그인")
    }
    let isSystem = error.subject.hasPrefix("/run/mate/")
    let next =
      isSystem ? "systemctl start \(domain.exec).socket" : "matectl status \(domain.domain)"
    return session.text(
      "\(domain.exec) is not running at \(error.subject) (\(error.reason)); start it: \(next)",
      "\(error.subject)에 \(domain.exec)이(가) 없습니다 (\(error.reason)). 시작: \(next)")
  }

  /// What a daemon that ended at once wrote, or nothing.
  func startComplaint() -> String? {
    guard let endpoint = try? session.endpoint(domain),  // said already where it fails
      let bytes = SmallFile.read(DaemonStarter.errorFile(endpoint)), !bytes.isEmpty
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init)
  }
}
