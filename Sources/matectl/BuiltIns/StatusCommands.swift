internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl status`: how the daemons are, also those that do not say so themselves.
enum StatusCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    try session.checkChoice(for: table)
    var rows: [JSONValue] = []
    var failures: [(DomainDescription, AskFailure)] = []
    let isPageAlone = words.count == 1 && DomainDescription.isPage(words[0], session)
    for domain in isPageAlone ? [] : try session.chosen(words) {
      do throws(AskFailure) {
        let bytes = try session.ask("mate.status", of: domain, starting: false)
        rows.append(row(bytes, domain, session))
      } catch {
        if error.isInterrupted { return error.report(session, domain) }
        rows.append(row(error, domain, session))
        // That a daemon rests, or tells nothing of itself, is no failure.
        if !error.isNotRunning, !error.isUntold { failures.append((domain, error)) }
      }
    }
    let isForAll = words.isEmpty && session.invocation.instance == nil
    if isForAll || isPageAlone, let row = try PageStatus(session).row { rows.append(row) }
    let result = JSON.text(["items": .array(rows)])
    session.say(printer(session).printed(Array(result.utf8), table))
    var status = ExitStatus.done
    for (domain, error) in failures {
      let one = error.report(session, domain)
      if one.rawValue > status.rawValue { status = one }
    }
    return status
  }

  /// What a daemon says of itself; people read it in their language where it can.
  private static func row(
    _ bytes: [UInt8], _ domain: DomainDescription, _ session: Session
  ) -> JSONValue {
    let value = (try? JSON.parse(bytes)) ?? .null  // a daemon that answers no JSON shows empty
    guard var row = value.objectValue else { return value }
    row["domain"] = .string(domain.label)
    if let text = row["statusText"], !session.invocation.wantsJSON,
      session.invocation.output != .csv
    {
      row["status"] = text
    }
    return .object(row)
  }

  private static func row(
    _ error: AskFailure, _ domain: DomainDescription, _ session: Session
  ) -> JSONValue {
    let text = state(error)
    // Programs get one language.
    let shown = session.invocation.wantsJSON ? text.en : text.text(in: session.language)
    var row: JSONObject = ["domain": .string(domain.label), "status": .string(shown)]
    row["pid"] = error.silent.map { .integer(Int64($0)) }
    return .object(row)
  }

  private static func state(_ error: AskFailure) -> LocalizedText {
    switch error.failure {
    case .unreachable(.notRunning) where error.isNotRunning:
      LocalizedText(en: "not running", ko: "실행 중이 아님")
    case .unreachable(.notRunning(let cause)) where cause.code == EACCES || cause.code == EPERM:
      LocalizedText(en: "no permission", ko: "권한 없음")
    case .refused(let refusal, _) where refusal.kind == .permissionDenied:
      LocalizedText(en: "no permission", ko: "권한 없음")
    case .refused(let refusal, _) where refusal.kind == .busy:
      LocalizedText(en: "busy", ko: "바쁨")
    case .refused(let refusal, _) where refusal.kind == .shuttingDown:
      LocalizedText(en: "stopping", ko: "종료하는 중")
    case .refused where error.isUntold: LocalizedText(en: "running", ko: "실행 중")
    case .timedOut, .refused:
      if let process = error.silent {
        LocalizedText(en: "does not answer (PID \(process))", ko: "답이 없음 (PID \(process))")
      } else {
        LocalizedText(en: "does not answer", ko: "답이 없음")
      }
    case .connectionLost: LocalizedText(en: "went away", ko: "끊어짐")
    case .protocolViolation, .requestTooLarge:
      LocalizedText(en: "does not speak the protocol", ko: "규약과 다른 답")
    case .unreachable, .interrupted, nil: LocalizedText(en: "not reachable", ko: "연결할 수 없음")
    }
  }

  /// What a narrow terminal shows: how it is comes first.
  private static func printer(_ session: Session) -> ResultPrinter {
    var printer = session.printer
    printer.priorities = Table.Priorities(
      leaving: [
        "/version", "/store/bytes", "/activation", "/requests/failed", "/requests/total",
        "/connections", "/uptimeSeconds",
      ],
      lasting: ["/domain", "/status", "/pid"])
    return printer
  }

  private static let table = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn(LocalizedText(en: "Domain", ko: "도메인"), "/domain"),
      TableColumn(LocalizedText(en: "Status", ko: "상태"), "/status"),
      TableColumn(LocalizedText(en: "Activation", ko: "시작"), "/activation"),
      TableColumn(LocalizedText(en: "PID", ko: "PID"), "/pid", format: "integer"),
      TableColumn(LocalizedText(en: "Up", ko: "가동"), "/uptimeSeconds", format: "duration"),
      TableColumn(LocalizedText(en: "Clients", ko: "연결"), "/connections", format: "integer"),
      TableColumn(LocalizedText(en: "Requests", ko: "요청"), "/requests/total", format: "integer"),
      TableColumn(LocalizedText(en: "Failed", ko: "실패"), "/requests/failed", format: "integer"),
      TableColumn(LocalizedText(en: "Store", ko: "저장소"), "/store/bytes", format: "bytes"),
      TableColumn(LocalizedText(en: "Version", ko: "버전"), "/version"),
    ])
}

/// `matectl domains`: what is described, where, and whether somebody listens.
enum DomainsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    try session.checkChoice(for: table)
    let entries = session.entries()
    let rows = entries.map { entry -> JSONValue in row(entry, session) }
    let result = JSON.text(["items": .array(rows)])
    var printer = session.printer
    printer.priorities = Table.Priorities(
      leaving: ["/version", "/socket"], lasting: ["/domain", "/state", "/problem"])
    session.say(printer.printed(Array(result.utf8), table))
    if entries.isEmpty {
      session.tell(
        session.text(
          "looked in \(whole: session.catalog.folders.joined(separator: ", "))",
          "찾은 곳: \(whole: session.catalog.folders.joined(separator: ", "))"))
    }
    return .done
  }

  private static func row(_ entry: DescriptionCatalog.Entry, _ session: Session) -> JSONValue {
    var row: JSONObject = ["domain": .string(entry.label), "description": .string(entry.path)]
    switch entry.description {
    case .failure(let error):
      row["state"] = "invalid"
      row["problem"] = .string("\(error)")
    case .success(let domain):
      row["version"] = .string(domain.version)
      // What is left out of a description is not there; a place that leads nowhere shows nothing.
      let problem = domain.leftOut.first.map { "\($0)" } ?? domain.danglingPlaces.first
      row["problem"] = problem.map(JSONValue.string)
      guard let endpoint = try? session.endpoint(domain) else { break }  // said already
      row["socket"] = .string(endpoint.path)
      row["state"] = .string(state(endpoint))
    }
    row["shadows"] = .array(entry.shadowed.map(JSONValue.string))
    return .object(row)
  }

  /// `listening`: somebody has the socket; `absent`: nobody has, the next call starts one;
  /// `forbidden`: it is not for the caller to see.
  private static func state(_ endpoint: Endpoint) -> String {
    do throws(StartFailure) {
      _ = FrameConnection(descriptor: try endpoint.connect())
      return "listening"
    } catch .notRunning(let error) where error.code == ENOENT || error.code == ECONNREFUSED {
      return "absent"
    } catch {
      return "forbidden"
    }
  }

  private static let table = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn(LocalizedText(en: "Domain", ko: "도메인"), "/domain"),
      TableColumn(LocalizedText(en: "Version", ko: "버전"), "/version"),
      TableColumn(
        LocalizedText(en: "State", ko: "상태"), "/state",
        style: [
          StyleRule(when: "/state", is: "invalid", use: .danger),
          StyleRule(when: "/state", is: "forbidden", use: .warning),
        ]),
      TableColumn(LocalizedText(en: "Socket", ko: "소켓"), "/socket"),
      TableColumn(LocalizedText(en: "Description", ko: "설명 파일"), "/description"),
      TableColumn(LocalizedText(en: "Shadows", ko: "가린 파일"), "/shadows"),
      TableColumn(LocalizedText(en: "Problem", ko: "문제"), "/problem"),
    ])
}
