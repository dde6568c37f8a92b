internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// Why a built-in got no answer.
struct AskFailure: Error {
  /// Nil where it has been said already.
  let failure: CallFailure?
  /// The daemon's process, where it was silent and that is known.
  var silent: Int32?

  /// Says it, as other commands do.
  func report(_ session: Session, _ domain: DomainDescription) -> ExitStatus {
    guard let failure else { return .unreachable }
    return ErrorText(session: session, domain: domain, silent: silent).report(failure)
  }

  /// Whether there is no daemon, which is no fault where none is to be started.
  var isNotRunning: Bool {
    guard case .unreachable(.notRunning(let error))? = failure else { return false }
    return error.code == ENOENT || error.code == ECONNREFUSED
  }

  var isInterrupted: Bool {
    if case .interrupted? = failure { true } else { false }
  }
}

/// What the built-ins ask of daemons, without a description of it.
extension Session {
  /// The domains that a command is about: the named one, or all that are described.
  func chosen(_ words: [String]) throws(ExitStatus) -> [DomainDescription] {
    if let name = words.first { return [try description(name)] }
    return catalog.all().compactMap { try? $0.description.get() }  // `domains` names the invalid
  }

  /// A read without parameters.
  func ask(
    _ method: String, of domain: DomainDescription, starting mayStart: Bool
  ) throws(AskFailure) -> [UInt8] {
    let client: IPCClient
    do throws(ExitStatus) {
      client = try self.client(domain, mayStart: mayStart)
    } catch {
      throw AskFailure(failure: nil)
    }
    var request = CallRequest(method: method)
    request.timeoutMilliseconds = invocation.timeoutMilliseconds ?? 5000
    do throws(CallFailure) {
      return try client.call(request)
    } catch {
      throw AskFailure(failure: error, silent: client.silentProcess)
    }
  }
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
    let meta = params["_meta"]
    // Where nothing is changed nobody is asked to mend a refusal, nor left in doubt by a silence.
    if meta?["dryRun"]?.boolValue == true, method.access.changesState, !method.isStream {
      invocation.isDryRun = true
    }
    // We wait no longer for a daemon that is silent; a time that cannot be is the daemon's to refuse.
    if let given = meta?["timeoutMs"]?.integerValue, RequestMeta.timeouts.contains(given) {
      invocation.timeoutMilliseconds = invocation.timeoutMilliseconds ?? given
    }
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
    do throws(AskFailure) {
      let bytes = try session.ask("rpc.discover", of: domain, starting: true)
      let isPretty = session.invocation.output == nil
      let value = try? JSON.parse(bytes)  // printed as it came where it is no JSON
      let text = value.map { JSON.text($0, pretty: isPretty) }
      session.say(.json((text ?? String(decoding: bytes, as: UTF8.self)) + "\n"))
      return .done
    } catch {
      return error.report(session, domain)
    }
  }
}

enum MetricsCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var families = MetricFamilies()
    var status = ExitStatus.done
    for domain in try session.chosen(words) {
      do throws(AskFailure) {
        let bytes = try session.ask("mate.metrics", of: domain, starting: false)
        let metrics = (try? JSON.parse(bytes))?["openMetrics"]?.stringValue  // none is no metric
        families.add(metrics ?? "")
      } catch {
        if error.isInterrupted { return error.report(session, domain) }
        guard !error.isNotRunning || !words.isEmpty else { continue }
        status = error.report(session, domain)
      }
    }
    session.say(families.text)
    return status
  }
}

enum TodayCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var isEmpty = true
    var status = ExitStatus.done
    for domain in try session.chosen([]) {
      for method in domain.methods where method.isForToday && !method.access.changesState {
        let bytes: [UInt8]
        do throws(AskFailure) {
          bytes = try session.ask(method.name, of: domain, starting: true)
        } catch {
          status = error.report(session, domain)
          if status == .interrupted { return status }
          // Its other methods would not be answered either.
          break
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
    if isEmpty, status == .done {
      session.tell(session.text("nothing for today", "오늘 볼 것이 없습니다"))
    }
    return status
  }
}
