internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Looks at the machine and at each domain; what rests goes on resting unless the look is deep.
struct Doctor {
  let session: Session
  /// Reads the stores of daemons that rest, page by page, and starts these.
  let isDeep: Bool

  func machine() -> [Finding] {
    var findings = Findings(of: "machine")
    findings.lookAtClock(now: WallClock.now)
    findings.lookAtZone()
    findings.lookAtLog()
    findings.lookAtTerminal()
    return findings.list
  }

  /// - Throws: What ended the look early, as Ctrl-C.
  func domain(_ entry: DescriptionCatalog.Entry) throws(ExitStatus) -> [Finding] {
    var findings = Findings(of: entry.label)
    findings.look(at: entry)
    guard case .success(let domain) = entry.description else { return findings.list }
    let endpoint = try session.endpoint(domain)
    findings.lookForTwo(endpoint, of: domain)
    findings.look(atConfigurationOf: domain, ofSystem: endpoint.isSystem)
    let systemd = manager(of: domain, at: endpoint)
    if Systemd.isBooted, !endpoint.isSystem, !isElsewhere {
      findings.lookForMachines(domain, insteadOf: endpoint)
    }
    let isResting = systemd?.isResting ?? false
    look(at: endpoint, of: domain, systemd, isResting: isResting && !isDeep, &findings)
    if isRunning(endpoint, isResting) {
      try ask(domain, starting: false, &findings)
    } else {
      try rest(domain, endpoint, &findings)
    }
    return findings.list
  }

  /// The page where it is installed: its units and its socket, without a word to it.
  func page() throws(ExitStatus) -> [Finding] {
    let page = DomainDescription.page
    // Where there is no page, nothing is missing.
    guard (try? DaemonStarter.program(page.exec)) != nil else { return [] }
    var findings = Findings(of: page.domain)
    let endpoint = try session.endpoint(page)
    let systemd = manager(of: page, at: endpoint)
    look(at: endpoint, of: page, systemd, isResting: systemd?.isResting ?? false, &findings)
    return findings.list
  }

  /// Whether the caller has named the folder of the sockets.
  private var isElsewhere: Bool {
    session.invocation.socketDirectory != nil || Environment["MATE_RUNTIME_DIR"] != nil
  }

  /// Nil where there is no systemd, or none of this login's, as with su(1).
  private func manager(of domain: DomainDescription, at endpoint: Endpoint) -> Systemd? {
    guard Systemd.isBooted, endpoint.isSystem || Environment["XDG_RUNTIME_DIR"] != nil else {
      return nil
    }
    return Systemd(domain, endpoint)
  }

  /// The units and the socket; to knock at one of systemd's would start what rests.
  private func look(
    at endpoint: Endpoint, of domain: DomainDescription, _ systemd: Systemd?, isResting: Bool,
    _ findings: inout Findings
  ) {
    if let systemd {
      findings.look(at: systemd)
      guard findings.compare(endpoint, with: systemd) else { return }
    }
    if isResting {
      findings.look(atResting: endpoint)
    } else {
      findings.look(at: endpoint, of: domain)
    }
  }

  /// Whether somebody has the socket; to knock at one of systemd's would start the daemon.
  private func isRunning(_ endpoint: Endpoint, _ isResting: Bool) -> Bool {
    guard !isResting || isDeep, let descriptor = try? endpoint.connect() else { return false }
    close(descriptor)
    return true
  }

  private func rest(
    _ domain: DomainDescription, _ endpoint: Endpoint, _ findings: inout Findings
  ) throws(ExitStatus) {
    let folder =
      endpoint.isSystem
      ? StoreProgram.systemFolder(of: domain) : StateHome.folder(ofDomain: domain.label)
    let store = "\(folder)/\(domain.domain).db"
    findings.look(atStore: store, ofSystem: endpoint.isSystem)
    guard isDeep else { return }
    try findings.check(store, with: StoreProgram(session: session, domain: domain))
    try ask(domain, starting: true, &findings)
  }

  /// What the daemon says of itself.
  private func ask(
    _ domain: DomainDescription, starting mayStart: Bool, _ findings: inout Findings
  ) throws(ExitStatus) {
    let isSystem = try session.endpoint(domain).isSystem
    do throws(AskFailure) {
      let bytes = try session.ask("mate.status", of: domain, starting: mayStart)
      findings.look(atStatus: (try? JSON.parse(bytes)) ?? .null, of: domain)
      let live = try session.ask("rpc.discover", of: domain, starting: false)
      // What a daemon says of itself names none of several, and advises nothing for one of them.
      let plain = DescriptionCatalog(folders: session.catalog.folders)
        .description(of: domain.domain)
      let restart =
        isSystem
        ? "sudo systemctl restart \(domain.unit).service" : "matectl restart \(domain.label)"
      findings.compare(
        domain, described: plain ?? domain, withLive: (try? JSON.parse(live)) ?? .null,
        restart: restart)
    } catch {
      // A daemon in another language may know neither question.
      guard !error.isUntold else { return }
      guard let failure = error.failure else { throw .unreachable }
      if case .interrupted = failure { throw .interrupted }
      let text = ErrorText(session: session, domain: domain, silent: error.silent)
      findings.add(
        Finding(
          subject: domain.label, check: "daemon", state: .broken,
          text: LocalizedText(en: text.sentence(failure)),
          command: try remedy(domain, failure, error.silent)))
    }
  }

  /// What is to be typed where a daemon does not answer.
  ///
  /// Whoever hangs is ended, by its number or by systemd, which starts it again; nothing that was
  /// acknowledged is lost by that.
  private func remedy(
    _ domain: DomainDescription, _ failure: CallFailure, _ silent: Int32?
  ) throws(ExitStatus) -> String {
    let endpoint = try session.endpoint(domain)
    if let silent { return "\(endpoint.isSystem ? "sudo " : "")kill -KILL \(silent)" }
    guard case .timedOut = failure, let systemd = manager(of: domain, at: endpoint),
      systemd.properties("service", ["ActiveState"])?["ActiveState"] == "active"
    else { return "matectl logs \(domain.label)" }
    return systemd.command("kill", "--signal=KILL", "\(systemd.unit).service")
  }
}

/// What a running daemon says of itself.
extension Findings {
  mutating func look(atStatus status: JSONValue, of domain: DomainDescription) {
    let process = status["pid"]?.integerValue ?? 0
    let version = status["version"]?.stringValue ?? "-"
    add(
      "daemon", .fine, "\(domain.exec) \(version) answers (PID \(process))",
      "\(domain.exec) \(version, .subject) 답합니다 (PID \(process))")
    for check in status["checks"]?.arrayValue ?? [] {
      guard let name = check["name"]?.stringValue, let en = check["text"]?["en"]?.stringValue,
        let state = check["state"]?.stringValue.flatMap(Finding.State.init(rawValue:))
      else { continue }
      let ko = check["text"]?["ko"]?.stringValue
      add(
        Finding(
          subject: subject, check: name.echoed, state: state,
          text: LocalizedText(
            en: en.printable(inOneLine: true), ko: ko?.printable(inOneLine: true)),
          command: check["next"]?.stringValue?.printable(inOneLine: true)))
    }
  }
}
