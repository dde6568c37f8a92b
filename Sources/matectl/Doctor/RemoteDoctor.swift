internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Looks at both ends of the way to another machine, for `matectl -H host doctor`.
///
/// This end is looked at here, the other by the doctor there, whose advice is given as it is typed from here.
struct RemoteDoctor {
  let session: Session
  let host: RemoteHost

  /// What looks at this end: of a terminal that ssh does not pass on nothing is known there.
  private static let here = "here"
  private static let checksOfTerminal: Set<String> = ["locale", "terminal", "completion"]

  /// - Parameter words: Domains and options, as they were typed.
  /// - Returns: This end's first.
  /// - Throws: What ended the look early, as Ctrl-C.
  func findings(_ words: [String]) throws(ExitStatus) -> [Finding] {
    var findings = Findings(of: Self.here)
    findings.lookAtTerminal()
    let report: JSONValue
    do throws(StartFailure) {
      report = try ask(words)
    } catch {
      if Interrupt.wasPressed { throw .interrupted }
      findings.add(
        Finding(
          subject: Self.here, check: "ssh", state: .broken,
          text: LocalizedText(en: session.remoteSentence(error) ?? "\(error)"),
          command: "ssh -v \(host.name) true"))
      return findings.list
    }
    lookAtConnection(&findings)
    compare(report, &findings)
    return findings.list + found(report)
  }

  // MARK: This end

  private func lookAtConnection(_ findings: inout Findings) {
    if host.isKept {
      findings.add(
        "ssh", .fine, "ssh reaches \(host.name) by a connection that is kept for several calls",
        "ssh가 \(host.name)에 연결을 유지하며 여러 번 씁니다")
    } else {
      findings.add(
        "ssh", .fine,
        "ssh reaches \(host.name), with a connection for each call; ControlMaster and ControlPersist in ~/.ssh/config keep one",
        "ssh가 \(host.name)에 호출마다 새로 연결합니다. ~/.ssh/config의 ControlMaster와 ControlPersist로 유지할 수 있습니다"
      )
    }
  }

  /// Whether both ends speak of the same: calls are checked here, by what is described here.
  private func compare(_ report: JSONValue, _ findings: inout Findings) {
    let theirs = report["version"]?.stringValue ?? "-"
    if theirs == Release.version {
      findings.add(
        "version", .fine, "matectl is \(theirs) at both ends", "matectl은 양쪽 모두 \(theirs)입니다")
    } else {
      findings.add(
        "version", .warning,
        "matectl is \(Release.version) here and \(theirs) there; update the older one",
        "matectl이 여기는 \(Release.version), 그쪽은 \(theirs)입니다. 오래된 쪽을 업데이트하십시오")
    }
    for (domain, version) in report["domains"]?.objectValue?.members ?? [] {
      guard let ours = session.catalog.description(of: domain)?.version,
        let theirs = version.stringValue, ours != theirs
      else { continue }
      findings.add(
        "described", .warning,
        "\(domain) is described as version \(ours) here and is \(theirs) there; update the older one",
        "\(domain) 도메인 설명이 여기는 \(ours), 그쪽은 \(theirs)입니다. 오래된 쪽을 업데이트하십시오")
    }
  }

  // MARK: The other end

  /// How long ssh may take to end whose output has ended, in milliseconds.
  private static let patience = 5000

  private func ask(_ words: [String]) throws(StartFailure) -> JSONValue {
    let invocation = session.invocation
    var options = ["--lang", session.language.rawValue, "--json"]
    if let folder = invocation.socketDirectory { options += ["--socket-dir", folder] }
    if let limit = invocation.timeoutMilliseconds { options += ["--timeout", "\(limit)ms"] }
    if let instance = invocation.instance { options += ["--at", "\(instance)"] }
    let program = try host.start(options + ["doctor"] + words, keepsTerminal: true)
    let output = program.output { !Interrupt.wasPressed }
    let status = program.end(waitingMilliseconds: Self.patience)
    guard let report = try? JSON.parse(output), report["items"]?.arrayValue != nil else {
      throw .remote(host: host.name, status: status, complaint: program.complaint())
    }
    return report
  }

  private func found(_ report: JSONValue) -> [Finding] {
    (report["items"]?.arrayValue ?? []).compactMap { item in
      guard let subject = item["subject"]?.stringValue, let check = item["check"]?.stringValue,
        let state = item["state"]?.stringValue.flatMap(Finding.State.init(rawValue:)),
        let text = item["text"]?.stringValue
      else { return nil }
      if subject == "machine", Self.checksOfTerminal.contains(check) { return nil }
      return Finding(
        subject: subject.echoed, check: check.echoed, state: state,
        text: LocalizedText(en: text.printable(inOneLine: true)),
        command: item["command"]?.stringValue.map { typedHere($0.printable(inOneLine: true)) })
    }
  }

  /// What is to be typed there, as it is typed here.
  private func typedHere(_ command: String) -> String {
    if command.hasPrefix("matectl "), !command.contains(";") {
      return "matectl -H \(host.name) \(command.dropFirst(8))"
    }
    let quoted = command.replacing("'", with: #"'\''"#)
    return "ssh -t \(host.name) '\(quoted)'"
  }
}
