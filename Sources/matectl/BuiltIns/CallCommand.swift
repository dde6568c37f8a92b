internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

enum CallCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var words = words
    let isStream = words.contains("--stream")
    words.removeAll { $0 == "--stream" }
    guard let name = words.first, words.count <= 2 else { throw session.failUsage(of: .call) }
    var params = JSONObject()
    if words.count == 2 {
      guard let object = (try? JSON.parse(words[1]))?.objectValue else {  // said in the next line
        throw session.fail(
          session.text("the params are no JSON object: \(words[1])", "JSON 객체가 아닙니다: \(words[1])"),
          .usage)
      }
      if let number = longNumber(in: words[1]) {
        throw session.fail(
          session.text(
            "\(number) has more than 64 bits, and no parameter takes such a number",
            "\(number, .topic) 64비트를 넘는 수라 어떤 값으로도 쓸 수 없습니다"), .usage)
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
    method.confirmedPart = nil
    return try RawCall(session: session, domain: domain, method: method).run(params)
  }

  /// The first number of a JSON text that would be sent as another one: a whole number that 64 bits do
  /// not hold, or one beyond every double.
  static func longNumber(in json: String) -> String? {
    // Strings go first: what stands in them is no number.
    let bare = json.replacing(/"(?:[^"\\]|\\.)*"/, with: " ")
    for match in bare.matches(of: /-?[0-9][0-9.eE+-]*/) {
      let isWhole = match.output.allSatisfy { $0.isNumber || $0 == "-" }
      let isBeyond =
        isWhole
        ? WholeNumber(String(match.output)) == nil
          || match.output.hasPrefix("-")
            && Int64(match.output) == nil
        : Double(match.output)?.isInfinite ?? false
      if isBeyond { return String(match.output) }
    }
    return nil
  }

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
          "\(method, .topic) 모든 데몬이 답합니다. matectl status, describe, metrics에 도메인을 쓰십시오"), .usage)
    }
    return only.label
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
