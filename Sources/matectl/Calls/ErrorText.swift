internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Why there is no answer, as sentences that say what to do next: daemons that do not run, cannot start,
/// went away or are silent.
struct ErrorText {
  let session: Session
  let domain: DomainDescription
  /// The process that has not answered, where it is known.
  var silent: Int32?
  /// What was called, where an error speaks of its parameters.
  var method: MethodDescription?
  /// What parameters are called where a person sees a field of theirs.
  var called: [String: String] = [:]
  /// The file whose text was sent, where a refusal speaks of what stands in it.
  var file: String?

  // MARK: Not running

  func sentence(_ failure: StartFailure) -> String {
    switch failure {
    case .notRunning(let error): return notRunning(error)
    case .programNotFound(let name, let folders):
      return session.text(
        "the program \(name) is not installed; looked in \(whole: folders.joined(separator: ", "))",
        "\(name) 프로그램이 설치되어 있지 않습니다. 찾은 곳: \(whole: folders.joined(separator: ", "))")
    case .noInstance: return noInstance
    case .distrusted(let distrust): return sentence(distrust)
    case .foreign(let path, let uid):
      let name = LinuxAccounts.name(ofUser: uid)
      return session.text(
        "\(path) is not yours: \(name) listens there, who could read and answer what you ask",
        "\(path, .topic) 쓸 수 없습니다. 다른 사용자(\(name))가 기다리고 있어 요청을 읽고 답할 수 있습니다")
    case .system(let error):
      return session.text(
        "cannot start \(domain.exec): \(error)", "\(domain.exec, .object) 시작할 수 없습니다: \(error)")
    case .remote: return session.remoteSentence(failure) ?? ""
    }
  }

  /// Nobody has made this one: which there are, and how one is made.
  private var noInstance: String {
    let known = Instances.names(of: domain, directory: session.invocation.socketDirectory)
      .map { "\(domain.domain)@\($0)" }.joined(separator: ", ")
    let make = "`matectl new \(domain.label)`"
    guard !known.isEmpty else {
      return session.text(
        "there is no \(domain.label); \(make) makes it",
        "\(domain.label, .subject) 없습니다. \(make) 명령으로 만듭니다")
    }
    return session.text(
      "there is no \(domain.label), only \(whole: known); \(make) makes it",
      "\(domain.label, .subject) 없습니다. 있는 것: \(whole: known). \(make) 명령으로 만듭니다")
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
        "런타임 폴더 \(path, .topic) \(name)의 것이라 쓸 수 없습니다. \(name) 사용자로 실행하거나 \(whole: remedy)")
    case .writableByOthers:
      return session.text(
        "the runtime directory \(path) is not yours alone: others may write to it; chmod go-w \(path), or \(whole: remedy)",
        "런타임 폴더 \(path)에 다른 사용자가 쓸 수 있어 쓰지 않습니다. chmod go-w \(path) 하거나 \(whole: remedy)")
    case .noFolder:
      return session.text(
        "the runtime directory \(path) is not yours: it is somebody else's link or no directory; \(whole: remedy)",
        "런타임 폴더 \(path, .topic) 다른 사용자의 링크이거나 폴더가 아니어서 쓸 수 없습니다. \(whole: remedy)")
    }
  }

  private func notRunning(_ error: SystemError) -> String {
    let isSystem = error.subject.hasPrefix("/run/mate/")
    switch error.code {
    case EACCES, EPERM: return noPermission(error.subject, isSystem: isSystem)
    default: break
    }
    let (en, ko): (Sentence, Sentence) =
      if isSystem {
        (
          "begin it: sudo systemctl restart \(domain.unit).socket",
          "시작: sudo systemctl restart \(domain.unit).socket"
        )
      } else if session.invocation.mayStart {
        ("try again", "다시 하십시오")
      } else {
        ("without --no-start the call starts it", "--no-start를 빼면 시작됩니다")
      }
    return session.text(
      "\(domain.exec) is not running at \(error.subject) (\(error.reason)); \(whole: en.text)",
      "\(error.subject)에 \(domain.exec, .subject) 없습니다 (\(error.reason)). \(whole: ko.text)")
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

  // MARK: Gone

  /// What a daemon wrote that ended.
  enum Complaint {
    /// Why it cannot start, in the user's language.
    case start(String)
    /// The last line of what it wrote, in words of its own.
    case words(String)
  }

  /// What a daemon that ended at once wrote, or nothing.
  func startComplaint() -> Complaint? {
    guard session.invocation.host == nil,
      let endpoint = try? session.endpoint(domain),  // said already where it fails
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

  /// Why the connection broke, where the daemon has written that.
  var lost: String {
    complaint
      ?? session.text(
        "\(domain.exec) went away before it answered; try again, or look with `matectl logs \(domain.label)`",
        "\(domain.exec, .subject) 답하기 전에 끊어졌습니다. 다시 하거나 `matectl logs \(domain.label)` 명령으로 확인하십시오"
      )
  }

  /// What a daemon that ended at once wrote, as a sentence; nil where that is nothing.
  var complaint: String? {
    switch startComplaint() {
    case .start(let sentence)?:
      session.text(
        "\(domain.exec) cannot start: \(whole: sentence)",
        "\(domain.exec, .object) 시작할 수 없습니다. \(whole: sentence)")
    case .words(let line)?:
      session.text(
        "\(domain.exec) went away before it answered; the last it wrote: \(whole: line)",
        "\(domain.exec, .subject) 답하기 전에 끊어졌습니다. 마지막으로 남긴 말: \(whole: line)")
    case nil: nil
    }
  }

  // MARK: Silent

  /// The program, with its process where that is known.
  private var who: String { silent.map { "\(domain.exec) (PID \($0))" } ?? domain.exec }

  /// How whoever hangs is ended; nothing that was acknowledged is lost by it.
  private var end: String {
    if let host = session.invocation.host {
      return "ssh \(host.name) matectl restart \(domain.label)"
    }
    let isSystem = (try? session.endpoint(domain).isSystem) ?? false  // said already
    if let silent { return "\(isSystem ? "sudo " : "")kill -KILL \(silent)" }
    return isSystem
      ? "sudo systemctl restart \(domain.unit)" : "systemctl --user restart \(domain.unit)"
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
      "\(who, .subject) 답하지 않습니다. 멈춘 것이면 `\(end)` 명령으로 끝내십시오. 다음 호출이 다시 시작하며 처리된 일은 그대로입니다. "
        + "더 기다리려면: --timeout 1h")
  }

  /// The beginning of what is said of a change that nobody answered.
  var unanswered: String {
    session.text("no answer from \(who) within the time", "시간 안에 \(who)의 답이 없습니다")
  }
}
