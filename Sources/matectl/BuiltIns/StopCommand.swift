internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl stop` and `restart`, by systemd where it started the daemon, by a signal where a client did.
///
/// Nothing that was acknowledged is lost, and the next call starts what was stopped.
struct StopCommand {
  private let session: Session
  private let isRestart: Bool

  /// Milliseconds; a daemon that is asked to end answers first what it has read.
  private static let patience: Int64 = 30_000

  static func run(
    _ session: Session, _ words: [String], restarting isRestart: Bool
  ) throws(ExitStatus) -> ExitStatus {
    guard !words.isEmpty else { throw session.failUsage(of: isRestart ? .restart : .stop) }
    let command = StopCommand(session: session, isRestart: isRestart)
    var worst = ExitStatus.done
    var domains: [DomainDescription] = []
    // Nobody is stopped where a later name is a typing mistake.
    for word in words {
      if DomainDescription.isPage(word, session) {
        domains.append(.page)
        continue
      }
      let domain = try session.description(word)
      try session.requireMade(domain)
      domains.append(domain)
    }
    for domain in domains {
      do throws(ExitStatus) {
        if domain.domain == DomainDescription.page.domain {
          try command.endPage()
        } else {
          try command.end(domain)
        }
      } catch {
        if error.rawValue > worst.rawValue { worst = error }
      }
    }
    return worst
  }

  private func end(_ domain: DomainDescription) throws(ExitStatus) {
    let endpoint = try session.endpoint(domain)
    let systemd = Systemd(domain, endpoint)
    let status: JSONValue
    do throws(AskFailure) {
      let bytes = try session.ask("mate.status", of: domain, starting: false)
      status = (try? JSON.parse(bytes)) ?? .null  // then it tells nothing of itself
    } catch {
      // One that hangs hears no request; whoever manages it can end it all the same.
      if endpoint.isSystem, !error.isInterrupted { return try manage(domain, systemd) }
      guard error.isNotRunning else { throw error.report(session, domain) }
      return try rest(domain)
    }
    let process = status["pid"]?.integerValue.flatMap { pid_t(exactly: $0) }
    switch status["activation"]?.stringValue {
    case "systemd": try manage(domain, systemd)
    case "client": try signal(domain, process)
    default: throw foreign(domain, process)
    }
  }

  /// webd answers no calls: who it is says the kernel, and systemd where it is systemd's.
  private func endPage() throws(ExitStatus) {
    let page = DomainDescription.page
    let endpoint = try session.endpoint(page)
    let systemd = Systemd.isBooted ? Systemd(page, endpoint) : nil
    // Who connected would start it.
    if let systemd, systemd.isResting { return try rest(page) }
    let process: pid_t?
    do throws(StartFailure) {
      process = FrameConnection(descriptor: try endpoint.connect()).process(of: page.exec)
    } catch .notRunning(let error) where error.code == ENOENT || error.code == ECONNREFUSED {
      return try rest(page)
    } catch {
      throw session.report(.unreachable(error), of: page)
    }
    if let systemd, systemd.properties("service", ["ActiveState"])?["ActiveState"] == "active" {
      return try manage(page, systemd)
    }
    try signal(page, process)
  }

  /// Nobody runs: a stop has nothing to do, a restart begins.
  private func rest(_ domain: DomainDescription) throws(ExitStatus) {
    guard !isRestart else { return try start(domain) }
    session.say(
      session.text("\(name(domain)) is not running", "\(name(domain), .topic) 실행 중이 아닙니다"),
      or: ["domain": .string(domain.label), "stopped": false])
  }

  // MARK: The ways

  private func manage(_ domain: DomainDescription, _ systemd: Systemd) throws(ExitStatus) {
    let words = systemd.words(isRestart ? "restart" : "stop", "\(systemd.unit).service")
    guard !session.invocation.isDryRun else { return tell(domain, words.joined(separator: " ")) }
    let status: Int32
    do throws(SystemError) {
      status = try ForegroundProgram.run(words)
    } catch {
      throw session.fail("\(error)", .fault)
    }
    guard status == 0 else {
      let command = systemd.command(isRestart ? "restart" : "stop", "\(systemd.unit).service")
      throw session.fail(
        session.text(
          "systemctl could not do it; try `\(whole: command)`",
          "systemctl이 실패했습니다. \("`\(command)`", .object) 해 보십시오"), .refused)
    }
    isRestart ? try start(domain) : stopped(domain)
  }

  private func signal(_ domain: DomainDescription, _ process: pid_t?) throws(ExitStatus) {
    // 0 and what is below would be whole groups of processes.
    guard let process, process > 1 else { throw foreign(domain, nil) }
    guard !session.invocation.isDryRun else { return tell(domain, "kill \(process)") }
    guard kill(process, SIGTERM) == 0 || errno == ESRCH else {
      throw session.fail("\(SystemError("kill", domain.exec))", .refused)
    }
    let deadline = MonotonicTime.milliseconds + Self.patience
    while kill(process, 0) == 0 {
      if Interrupt.wasPressed { throw .interrupted }
      guard MonotonicTime.milliseconds < deadline else {
        throw session.fail(
          session.text(
            "\(domain.exec) does not end; `kill -KILL \(process)` ends it, and nothing that was acknowledged is lost",
            "\(domain.exec, .subject) 끝나지 않습니다. `kill -KILL \(process)` 명령으로 끝내십시오. 처리된 일은 그대로입니다"),
          .fault)
      }
      MonotonicTime.pause(milliseconds: 5)
    }
    isRestart ? try start(domain) : stopped(domain)
  }

  /// Whoever started it by hand, with a socket of its own, ends it by hand.
  private func foreign(_ domain: DomainDescription, _ process: pid_t?) -> ExitStatus {
    let end = process.map { "kill \($0)" } ?? "Ctrl-C"
    return session.fail(
      session.text(
        "\(domain.exec) was started neither by systemd nor by matectl; end it as it was begun: \(end)",
        "\(domain.exec, .topic) systemd나 matectl이 시작한 것이 아닙니다. 시작한 곳에서 끝내십시오: \(end)"), .refused)
  }

  // MARK: What is said

  /// The daemon as it is called where there are several: `bankd@gangnam`.
  private func name(_ domain: DomainDescription) -> String {
    domain.exec + (domain.instance.map { "@\($0)" } ?? "")
  }

  private func start(_ domain: DomainDescription) throws(ExitStatus) {
    guard domain.domain != DomainDescription.page.domain else { return try startPage() }
    do throws(AskFailure) {
      let bytes = try session.ask("mate.status", of: domain, starting: true)
      let process = (try? JSON.parse(bytes))?["pid"]?.integerValue ?? 0  // it answers, however
      session.say(
        session.text(
          "\(name(domain)) runs again (PID \(process))",
          "\(name(domain), .subject) 다시 실행 중입니다 (PID \(process))"),
        or: ["domain": .string(domain.label), "pid": .integer(process)])
    } catch {
      throw error.report(session, domain)
    }
  }

  private func startPage() throws(ExitStatus) {
    let page = DomainDescription.page
    let starter = DaemonStarter(endpoint: try session.endpoint(page), program: page.exec)
    do throws(StartFailure) {
      let connection = FrameConnection(descriptor: try starter.connect(starting: true))
      let process = connection.process(of: page.exec)
      let number = process.map { " (PID \($0))" } ?? ""
      session.say(
        session.text("webd runs again\(number)", "webd가 다시 실행 중입니다\(number)"),
        or: ["domain": .string(page.domain), "pid": process.map { .integer(Int64($0)) } ?? .null])
    } catch {
      throw session.report(.unreachable(error), of: page)
    }
  }

  private func stopped(_ domain: DomainDescription) {
    session.say(
      session.text(
        "\(name(domain)) has ended; the next call starts it again",
        "\(name(domain), .object) 끝냈습니다. 다음 호출이 다시 시작합니다"),
      or: ["domain": .string(domain.label), "stopped": true])
  }

  private func tell(_ domain: DomainDescription, _ command: String) {
    session.say(
      session.text("would run: \(whole: command)", "실행할 명령: \(whole: command)"),
      or: ["domain": .string(domain.label), "dryRun": true])
  }
}
