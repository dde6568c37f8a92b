internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// What the built-ins ask of daemons, without a description of it.
extension Session {
  /// The domains that a command is about: the named one, or all that are described.
  fileprivate func chosen(_ words: [String]) throws(ExitStatus) -> [DomainDescription] {
    if let name = words.first { return [try description(name)] }
    return catalog.all().compactMap { try? $0.description.get() }  // `domains` names the invalid
  }

  /// A read without parameters; a daemon that is not running is not started for it.
  fileprivate func ask(
    _ method: String, of domain: DomainDescription, starting mayStart: Bool
  ) throws(CallFailure) -> [UInt8] {
    guard let endpoint = try? endpoint(domain) else { throw .connectionLost }  // said already
    let client = IPCClient(
      endpoint: endpoint, program: domain.exec, mayStart: mayStart && invocation.mayStart)
    client.isInterrupted = { Interrupt.wasPressed }
    var request = CallRequest(method: method)
    request.timeoutMilliseconds = invocation.timeoutMilliseconds ?? 5000
    return try client.call(request)
  }
}

enum DomainsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    let entries = session.catalog.all()
    let rows = entries.map { entry -> JSONValue in row(entry, session) }
    let result = JSON.text(["items": .array(rows)])
    session.say(session.printer.printed(Array(result.utf8), table))
    if entries.isEmpty {
      session.tell(
        session.text(
          "looked in \(session.catalog.folders.joined(separator: ", "))",
          "찾은 곳: \(session.catalog.folders.joined(separator: ", "))"))
    }
    return .done
  }

  private static func row(_ entry: DescriptionCatalog.Entry, _ session: Session) -> JSONValue {
    var row: JSONObject = ["domain": .string(entry.domain), "description": .string(entry.path)]
    switch entry.description {
    case .failure(let error):
      row["state"] = "invalid"
      row["problem"] = .string("\(error)")
    case .success(let domain):
      row["version"] = .string(domain.version)
      if let error = domain.leftOut.first { row["problem"] = .string("\(error)") }
      guard let endpoint = try? session.endpoint(domain) else { break }  // said already
      row["socket"] = .string(endpoint.path)
      row["state"] = .string(state(endpoint))
    }
    row["shadows"] = .array(entry.shadowed.map(JSONValue.string))
    return .object(row)
  }

  /// `listening`: somebody has the socket; `absent`: nobody has, the next call starts one.
  private static func state(_ endpoint: Endpoint) -> String {
    guard let descriptor = try? endpoint.connect() else { return "absent" }
    _ = FrameConnection(descriptor: descriptor)
    return "listening"
  }

  private static let table = Rendering.table(
    TableTemplate(
      rows: "/items",
      columns: [
        TableColumn(LocalizedText(en: "Domain", ko: "도메인"), "/domain"),
        TableColumn(LocalizedText(en: "Version", ko: "버전"), "/version"),
        TableColumn(
          LocalizedText(en: "State", ko: "상태"), "/state",
          style: [StyleRule(when: "/state", is: "invalid", use: .danger)]),
        TableColumn(LocalizedText(en: "Socket", ko: "소켓"), "/socket"),
        TableColumn(LocalizedText(en: "Description", ko: "설명 파일"), "/description"),
        TableColumn(LocalizedText(en: "Shadows", ko: "가린 파일"), "/shadows"),
        TableColumn(LocalizedText(en: "Problem", ko: "문제"), "/problem"),
      ]))
}

enum StatusCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var rows: [JSONValue] = []
    for domain in try session.chosen(words) {
      do throws(CallFailure) {
        let bytes = try session.ask("mate.status", of: domain, starting: false)
        rows.append((try? JSON.parse(bytes)) ?? .null)  // a daemon that answers no JSON shows empty
      } catch {
        rows.append(["domain": .string(domain.domain), "status": "not running"])
      }
    }
    let result = JSON.text(["items": .array(rows)])
    session.say(session.printer.printed(Array(result.utf8), table))
    return .done
  }

  private static let table = Rendering.table(
    TableTemplate(
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
      ]))
}

enum CallCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var words = words
    let isStream = words.contains("--stream")
    words.removeAll { $0 == "--stream" }
    guard let name = words.first, words.count <= 2 else {
      throw session.fail(
        session.text(
          "usage: matectl call METHOD ['{json}'] [--stream]",
          "사용법: matectl call METHOD ['{json}'] [--stream]"), .usage)
    }
    var params = JSONObject()
    if words.count == 2 {
      guard let object = (try? JSON.parse(words[1]))?.objectValue else {  // said in the next line
        throw session.fail(
          session.text("the params are no JSON object: \(words[1])", "JSON 객체가 아닙니다: \(words[1])"),
          .usage)
      }
      params = object
    }
    let domain = try session.description(domainName(of: name, session), forMethod: name)
    var method =
      domain.methods.first { $0.name == name }
      ?? MethodDescription(name, summary: LocalizedText(en: name), access: .write)
    method.isStream = method.isStream || isStream
    method.command = nil
    method.render = nil
    method.renderEvent = nil
    method.needsConfirmation = false
    return try RawCall(session: session, domain: domain, method: method).run(params)
  }
}

extension CallCommand {
  /// `bank.take` is the bank's; what every daemon answers is asked of the one domain there is.
  private static func domainName(
    of method: String, _ session: Session
  ) throws(ExitStatus) -> String {
    let prefix = String(method.prefix { $0 != "." })
    guard prefix == "mate" || prefix == "rpc" else { return prefix }
    let domains = session.catalog.all()
    guard domains.count == 1, let only = domains.first else {
      throw session.fail(
        session.text(
          "every daemon answers \(method); name one: matectl status, describe or metrics DOMAIN",
          "\(method)은(는) 모든 데몬이 답합니다. matectl status, describe, metrics에 도메인을 쓰십시오"), .usage)
    }
    return only.domain
  }
}

/// `matectl call`: what comes is printed as JSON unless another form was asked for.
struct RawCall {
  let session: Session
  let domain: DomainDescription
  let method: MethodDescription

  func run(_ params: JSONObject) throws(ExitStatus) -> ExitStatus {
    var invocation = session.invocation
    invocation.output = invocation.output ?? .json
    return try CallRunner(session: Session(invocation), domain: domain, method: method).run(params)
  }
}

enum DescribeCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first else {
      throw session.fail(
        session.text("usage: matectl describe DOMAIN", "사용법: matectl describe DOMAIN"), .usage)
    }
    let domain = try session.description(name)
    do throws(CallFailure) {
      let bytes = try session.ask("rpc.discover", of: domain, starting: true)
      let isPretty = session.invocation.output == nil
      let value = try? JSON.parse(bytes)  // printed as it came where it is no JSON
      let text = value.map { JSON.text($0, pretty: isPretty) }
      session.say(.json((text ?? String(decoding: bytes, as: UTF8.self)) + "\n"))
      return .done
    } catch {
      return ErrorText(session: session, domain: domain).report(error)
    }
  }
}

enum MetricsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var text = ""
    for domain in try session.chosen(words) {
      do throws(CallFailure) {
        let bytes = try session.ask("mate.metrics", of: domain, starting: false)
        let metrics = (try? JSON.parse(bytes))?["openMetrics"]?.stringValue  // none is no metric
        text +=
          metrics?.split(separator: "\n").filter { $0 != "# EOF" }.map { "\($0)\n" }.joined()
          ?? ""
      } catch {
        if !words.isEmpty { throw ErrorText(session: session, domain: domain).report(error) }
      }
    }
    session.say(text + "# EOF\n")
    return .done
  }
}

enum TodayCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var isEmpty = true
    for domain in try session.chosen([]) {
      for method in domain.methods where method.isForToday && !method.access.changesState {
        guard let bytes = try? session.ask(method.name, of: domain, starting: true) else {
          session.tell(
            session.text("\(domain.domain) does not answer", "\(domain.domain)이(가) 답하지 않습니다"))
          continue
        }
        isEmpty = false
        let title = domain.summary.text(in: session.language).printable(inOneLine: true)
        if session.invocation.output == nil {
          session.say(session.style.apply(.strong, title) + "\n")
        }
        session.say(session.printer.printed(bytes, method.render))
        if session.invocation.output == nil { session.say("\n") }
      }
    }
    if isEmpty { session.tell(session.text("nothing for today", "오늘 볼 것이 없습니다")) }
    return .done
  }
}
