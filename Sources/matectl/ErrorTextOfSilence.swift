internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Daemons that do not run, cannot start or do not answer, and what a person can do about it.
extension ErrorText {
  // MARK: Not running

  func notRunning(_ error: SystemError) -> String {
    let isSystem = error.subject.hasPrefix("/run/mate/")
    switch error.code {
    case EACCES, EPERM: return noPermission(error.subject, isSystem: isSystem)
    default: break
    }
    let (en, ko): (Sentence, Sentence) =
      if isSystem {
        (
          "start it: systemctl start \(domain.exec).socket",
          "시작: systemctl start \(domain.exec).socket"
        )
      } else if session.invocation.mayStart {
        ("try again", "다시 하십시오")
      } else {
        ("without --no-start the call starts it", "--no-start를 빼면 시작됩니다")
      }
    return session.text(
      "\(domain.exec) is not running at \(error.subject) (\(error.reason)); \(whole: en.text)",
      "\(error.subject)에 \(domain.exec)이(가) 없습니다 (\(error.reason)). \(whole: ko.text)")
  }

  private func noPermission(_ path: String, isSystem: Bool) -> String {
    guard isSystem else {
      return session.text(
        "no permission for \(path): it is another user's; run as that user, or choose with --socket-dir",
        "\(path)에 접근할 권한이 없습니다. 다른 사용자의 것입니다. 그 사용자로 실행하거나 --socket-dir로 고르십시오")
    }
    return session.text(
      """
      no permission for \(path); you need to be in the group mate: \
      sudo usermod -aG mate $USER, then log in again
      """,
      "\(path)에 접근할 권한이 없습니다. mate 그룹에 들어 있어야 합니다: sudo usermod -aG mate $USER 후 다시 로그인")
  }

  /// What a daemon wrote that ended.
  enum Complaint {
    /// Why it cannot start, in the user's language.
    case start(String)
    /// The last line of what it wrote, in words of its own.
    case words(String)
  }

  /// What a daemon that ended at once wrote, or nothing.
  func startComplaint() -> Complaint? {
    guard let endpoint = try? session.endpoint(domain),  // said already where it fails
      let bytes = DaemonStarter.complaint(endpoint), !bytes.isEmpty
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.last.map(String.init) else { return nil }
    // Words that are no object of languages are the words to show.
    guard let texts = try? JSON.parse(line), let en = texts["en"]?.stringValue else {
      return .words(line)
    }
    let ko = texts["ko"]?.stringValue
    return .start(LocalizedText(en: en, ko: ko).text(in: session.language))
  }

  // MARK: Silent

  /// The program, with its process where that is known.
  private var who: String { silent.map { "\(domain.exec) (PID \($0))" } ?? domain.exec }

  /// How whoever hangs is ended; nothing that was acknowledged is lost by it.
  private var end: String {
    if let silent { return "kill -KILL \(silent)" }
    let isSystem = (try? session.endpoint(domain).isSystem) ?? false  // said already
    return isSystem
      ? "sudo systemctl restart \(domain.exec)" : "systemctl --user restart \(domain.exec)"
  }

  /// While a person waits.
  var waiting: String {
    session.text(
      "still waiting for \(who); Ctrl-C ends the wait, --timeout 10s limits it",
      "\(who)의 답을 기다리는 중입니다. Ctrl-C로 그만두거나 --timeout 10s로 제한할 수 있습니다")
  }

  /// Nothing came in the time that was given, or in the time that reading may take.
  var timedOut: String {
    guard session.invocation.timeoutMilliseconds == nil else {
      return session.text(
        "no answer from \(who) within the time; allow more with --timeout",
        "시간 안에 \(who)의 답이 없습니다. --timeout으로 늘릴 수 있습니다")
    }
    return session.text(
      "\(who) does not answer; if it hangs, `\(end)` ends it, and the next call starts it again with "
        + "everything that was acknowledged; a longer wait: --timeout 1h",
      "\(who)이(가) 답하지 않습니다. 멈춘 것이면 `\(end)`로 끝내십시오. 다음 호출이 다시 시작하며 처리된 일은 그대로입니다. "
        + "더 기다리려면: --timeout 1h")
  }

  /// The beginning of what is said of a change that nobody answered.
  var unanswered: String {
    session.text("no answer from \(who) within the time", "시간 안에 \(who)의 답이 없습니다")
  }

  // MARK: Storage

  /// Why a store failed, by the word that the daemon has for it, else in its own words.
  func koreanCause(_ error: WireError) -> String {
    let store = error.data["store"]?.stringValue ?? "저장소"
    switch error.data["cause"]?.stringValue {
    case "full": return "디스크가 가득 찼습니다. \(store)이(가) 있는 파일 시스템에 공간을 비우십시오"
    case "readOnly":
      return "\(store)에 쓸 수 없습니다. 파일 시스템이 읽기 전용인지, 파일이 누구의 것인지 확인하십시오"
    case "diskFailed":
      return "\(store)의 디스크가 실패했습니다. 계속하기 전에 커널 로그를 보십시오"
    case "damaged":
      return "저장소 \(store)이(가) 손상되었습니다. `matectl restore`로 백업을 되돌리십시오"
    case "busy": return "다른 프로그램이 \(store)을(를) 쓰고 있습니다. 그것을 닫고 다시 하십시오"
    case "replaced":
      return "\(store)이(가) 지워지거나 바뀌었습니다. 데몬이 끝나고 다음 호출이 지금 있는 것으로 시작합니다"
    default: return error.data["reason"]?.stringValue ?? error.message
    }
  }
}
