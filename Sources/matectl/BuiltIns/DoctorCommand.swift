internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl doctor`: a line a check, with what to type where something is wrong; exit status 0 where all
/// is well, 1 with warnings, 2 where something is broken.
enum DoctorCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    try session.checkChoice(for: table)
    let names = words.filter { $0 != "--deep" }
    guard !names.contains(where: { $0.hasPrefix("-") }) else {
      throw session.failUsage(of: .doctor)
    }
    let isDeep = names.count < words.count
    let report: Report
    if let host = session.invocation.host {
      report = Report(findings: try RemoteDoctor(session: session, host: host).findings(words))
    } else {
      report = try look(names, Doctor(session: session, isDeep: isDeep))
    }
    return tell(report, session)
  }

  private struct Report {
    var findings: [Finding]
    /// The versions of what is described here.
    var versions: [(domain: String, version: String)] = []
  }

  private static func look(_ names: [String], _ doctor: Doctor) throws(ExitStatus) -> Report {
    let session = doctor.session
    var entries: [DescriptionCatalog.Entry] = []
    let page = DomainDescription.page.domain
    for name in names where name != page {
      // An invalid description is a finding; one that is nowhere is a typing mistake.
      if session.catalog.entry(name) == nil { _ = try session.description(name) }
      guard let entry = session.catalog.entry(name) else { continue }
      if case .success(let domain) = entry.description { try session.requireMade(domain) }
      entries.append(entry)
    }
    var report = Report(findings: names.isEmpty ? doctor.machine() : [])
    if names.isEmpty { entries = session.entries() }
    if entries.isEmpty, names.isEmpty { report.findings.append(nothingDescribed(session)) }
    for entry in entries { report.findings += try doctor.domain(entry) }
    if names.isEmpty || names.contains(page) { report.findings += try doctor.page() }
    report.versions = entries.compactMap { entry in
      (try? entry.description.get()).map { (entry.label, $0.version) }
    }
    return report
  }

  private static func tell(_ report: Report, _ session: Session) -> ExitStatus {
    let findings = report.findings
    let worst = findings.map(\.state).max() ?? .fine
    if session.invocation.output != nil {
      let rows = findings.map { $0.json(in: session.language) }
      let domains = JSONObject(report.versions.map { ($0.domain, .string($0.version)) })
      let result = JSON.text([
        "state": .string(worst.rawValue), "version": .string(Release.version),
        "domains": .object(domains), "items": .array(rows),
      ])
      session.say(session.printer.printed(Array(result.utf8), table))
    } else {
      session.say(text(findings, session))
    }
    return switch worst {
    case .fine: .done
    case .warning: .refused
    case .broken: .usage
    }
  }

  private static func nothingDescribed(_ session: Session) -> Finding {
    let folders = session.catalog.folders.joined(separator: ", ")
    return Finding(
      subject: "machine", check: "domains", state: .broken,
      text: LocalizedText(
        en: "no domain is described; looked in \(folders)", ko: "도메인 설명 파일이 없습니다. 찾은 곳: \(folders)"),
      command: "sudo apt install --reinstall mate")
  }

  // MARK: For people

  private static func text(_ findings: [Finding], _ session: Session) -> String {
    let columns = session.printer.screen?.columns
    let width = findings.map(\.subject.terminalCells).max() ?? 0
    var text = ""
    for finding in findings {
      let mark = session.style.apply(finding.state.style, finding.state.mark)
      let subject = finding.subject.padded(toCells: width)
      let indent = String(repeating: " ", count: width + 4)
      let sentence = finding.text.text(in: session.language)
      let lines = columns.map { sentence.wrapped(toCells: max(20, $0 - width - 4)) } ?? [sentence]
      text += "\(mark) \(subject)  \(lines.joined(separator: "\n\(indent)"))\n"
      if let command = finding.command {
        text += "\(indent)\(session.style.apply(.strong, "→ \(command)"))\n"
      }
    }
    return text + "\n\(summary(findings, session))\n"
  }

  private static func summary(_ findings: [Finding], _ session: Session) -> String {
    let warnings = findings.count { $0.state == .warning }
    let broken = findings.count { $0.state == .broken }
    guard warnings + broken > 0 else { return session.text("All is well.", "모두 정상입니다.") }
    return session.text(
      "Broken: \(broken); warnings: \(warnings); looked at: \(findings.count).",
      "고장 \(broken)건, 경고 \(warnings)건 (\(findings.count)가지 확인).")
  }

  private static let table = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn(LocalizedText(en: "Subject", ko: "대상"), "/subject"),
      TableColumn(LocalizedText(en: "Check", ko: "항목"), "/check"),
      TableColumn(
        LocalizedText(en: "State", ko: "상태"), "/state",
        style: [
          StyleRule(when: "/state", is: "broken", use: .danger),
          StyleRule(when: "/state", is: "warning", use: .warning),
        ]),
      TableColumn(LocalizedText(en: "Finding", ko: "내용"), "/text"),
      TableColumn(LocalizedText(en: "Command", ko: "명령"), "/command"),
    ])
}
