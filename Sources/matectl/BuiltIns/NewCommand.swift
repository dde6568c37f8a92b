internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl new bank@gangnam`: one more of a domain, with a store of its own.
///
/// It is made by a person and never by a call: a name that was mistyped would else be a branch.
enum NewCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 1 else { throw session.failUsage(of: .new) }
    let domain = try session.description(words[0])
    guard let instance = domain.instance else { throw session.failUsage(of: .new) }
    let directory = session.invocation.socketDirectory
    guard !Instances.names(of: domain, directory: directory).contains(instance) else {
      throw session.fail(
        session.text("\(domain.label) is there already", "\(domain.label, .topic) 이미 있습니다"),
        .refused)
    }
    let isSystem = try session.endpoint(domain.at(nil)).isSystem
    if isSystem {
      try enable(domain, session)
    } else if !session.invocation.isDryRun {
      try make(domain, session)
    }
    let dry = session.invocation.isDryRun ? session.text("(dry run) ", "(시험) ") : ""
    session.say(
      dry
        + session.text(
          "\(domain.label) is there; begin with `matectl \(domain.label)`",
          "\(domain.label, .object) 만들었습니다. `matectl \(domain.label)` 명령으로 시작하십시오"),
      or: [
        "domain": .string(domain.domain), "instance": .string("\(instance)"),
        "dryRun": .bool(session.invocation.isDryRun),
      ])
    return .done
  }

  /// Of the caller's own.
  private static func make(
    _ domain: DomainDescription, _ session: Session
  ) throws(ExitStatus) {
    do throws(StartFailure) {
      try Instances.make(domain)
    } catch {
      throw session.report(.unreachable(error), of: domain)
    }
  }

  /// Of the machine's, which systemd listens for.
  private static func enable(
    _ domain: DomainDescription, _ session: Session
  ) throws(ExitStatus) {
    guard geteuid() == 0 else {
      throw session.fail(
        session.text(
          "\(domain.domain) is the machine's here; its administrator makes one more: "
            + "`sudo matectl new \(domain.label)`",
          "여기의 \(domain.domain, .topic) 컴퓨터 전체의 것이어서 관리자가 만듭니다: `sudo matectl new \(domain.label)`"),
        .refused)
    }
    guard !session.invocation.isDryRun else { return }
    let words = ["systemctl", "enable", "--now", "\(domain.unit).socket"]
    let status: Int32
    do throws(SystemError) {
      status = try ForegroundProgram.run(words)
    } catch {
      throw session.fail("\(error)", .fault)
    }
    guard status == 0 else {
      throw session.fail(
        session.text(
          "systemctl could not do it; try `\(whole: words.joined(separator: " "))`",
          "systemctl이 실패했습니다. \("`\(words.joined(separator: " "))`", .object) 해 보십시오"), .refused)
    }
  }
}
