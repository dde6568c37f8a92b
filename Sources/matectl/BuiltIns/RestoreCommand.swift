internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl restore DOMAIN FILE`: a backup in the place of a store, which is kept beside it.
enum RestoreCommand {
  /// Milliseconds; a daemon that is asked to end answers first what it has read.
  private static let patience: Int64 = 30_000

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 2 else { throw session.failUsage(of: .restore) }
    let domain = try session.description(words[0])
    try session.requireMade(domain)
    let file = words[1]
    if geteuid() != 0, try session.endpoint(domain).isSystem {
      let words = "sudo matectl restore \(domain.label) \(file)"
      throw session.fail(
        session.text(
          "\(domain.label) is the machine's here; its administrator restores it: `\(whole: words)`",
          "여기의 \(domain.label, .topic) 컴퓨터 전체의 것이어서 관리자가 되돌립니다: `\(whole: words)`"),
        .refused)
    }
    let program = StoreProgram(session: session, domain: domain)
    let daemon = RunningDaemon(session: session, domain: domain)
    // First without a change: nobody is asked about what cannot be done.
    let trial = ["--restore", file, "--dry-run"]
    let found: JSONObject
    let isRunning: Bool
    if let free = try program.runUnlessInUse(trial, about: file) {
      (found, isRunning) = (free, false)
    } else {
      // Who can end the daemon as well is asked about both at once.
      let words = daemon.startedByClient == nil ? trial : ["--check", file]
      (found, isRunning) = (try program.run(words, about: file), true)
    }
    if session.invocation.isDryRun {
      session.say(
        session.text(
          "\(file) can take the place of the store of \(domain.label)",
          "\(file, .object) \(domain.label) 저장소로 되돌릴 수 있습니다"),
        or: ["domain": .string(domain.label), "file": .string(file), "dryRun": true])
      return .done
    }
    // Where there is no store yet there is nothing to ask about.
    let hasStore = isRunning || found["kept"] != nil
    if hasStore, try !isConfirmed(session, domain, isRunning) { return .refused }
    // Where it does not end, the restore says so and changes nothing.
    if isRunning, daemon.end() {
      let deadline = MonotonicTime.milliseconds + patience
      while try program.runUnlessInUse(trial, about: file) == nil,
        MonotonicTime.milliseconds < deadline, !Interrupt.wasPressed
      { MonotonicTime.pause(milliseconds: 20) }
    }
    let done = try program.run(["--restore", file], about: file)
    session.say(
      session.text(
        "Restored \(domain.label) from \(file)", "\(file)에서 \(domain.label, .object) 되돌렸습니다"),
      or: [
        "domain": .string(domain.label), "file": .string(file), "kept": done["kept"] ?? .null,
      ])
    if !session.invocation.wantsJSON, let kept = done["kept"]?.stringValue {
      session.tell(
        session.text("What was there is kept: \(kept)", "이전 저장소는 여기에 있습니다: \(kept)"))
    }
    return .done
  }

  private static func isConfirmed(
    _ session: Session, _ domain: DomainDescription, _ isRunning: Bool
  ) throws(ExitStatus) -> Bool {
    let question =
      isRunning
      ? session.text(
        "End \(domain.exec), and replace the store of \(domain.label)? [y/N] ",
        "\(domain.exec, .object) 끝내고 \(domain.label) 저장소를 바꿀까요? [예/아니요] ")
      : session.text(
        "Replace the store of \(domain.label)? [y/N] ",
        "\(domain.label) 저장소를 바꿀까요? [예/아니요] ")
    return try session.confirms(
      question,
      elsewhere: session.text(
        "restore asks first; say --yes", "되돌리기는 확인이 필요합니다. --yes를 붙이십시오"))
  }
}
