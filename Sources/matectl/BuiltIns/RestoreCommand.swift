internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// `matectl restore DOMAIN FILE`: a backup in the place of a store, which is kept beside it.
enum RestoreCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 2 else { throw session.failUsage(of: .restore) }
    let domain = try session.description(words[0])
    let program = StoreProgram(session: session, domain: domain)
    let file = words[1]
    // First without a change: nobody is asked about what cannot be done.
    let found = try program.run(["--restore", file, "--dry-run"], about: file)
    if session.invocation.isDryRun {
      session.say(
        session.text(
          "\(file) can take the place of the store of \(domain.domain)",
          "\(file, .object) \(domain.domain) 저장소로 되돌릴 수 있습니다"),
        or: ["domain": .string(domain.domain), "file": .string(file), "dryRun": true])
      return .done
    }
    // Where there is no store yet there is nothing to ask about.
    let hasStore = found["kept"] != nil
    if hasStore, try !isConfirmed(session, domain) { return .refused }
    let done = try program.run(["--restore", file], about: file)
    session.say(
      session.text(
        "Restored \(domain.domain) from \(file)", "\(file)에서 \(domain.domain, .object) 되돌렸습니다"),
      or: [
        "domain": .string(domain.domain), "file": .string(file), "kept": done["kept"] ?? .null,
      ])
    if !session.invocation.wantsJSON, let kept = done["kept"]?.stringValue {
      session.tell(
        session.text("What was there is kept: \(kept)", "이전 저장소는 여기에 있습니다: \(kept)"))
    }
    return .done
  }

  private static func isConfirmed(
    _ session: Session, _ domain: DomainDescription
  ) throws(ExitStatus) -> Bool {
    try session.confirms(
      session.text(
        "Replace the store of \(domain.domain)? [y/N] ",
        "\(domain.domain) 저장소를 바꿀까요? [예/아니요] "),
      elsewhere: session.text(
        "restore asks first; say --yes", "되돌리기는 확인이 필요합니다. --yes를 붙이십시오"))
  }
}
