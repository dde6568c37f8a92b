internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The connections of a server, one for each domain that was asked.
struct MCPClients {
  final class Known {
    let ipc: IPCClient
    init(_ ipc: IPCClient) { self.ipc = ipc }
  }

  struct Failure: Error {
    let text: String
  }

  private var known: [String: Known] = [:]

  /// The client of a domain, or why there can be none.
  mutating func known(_ domain: DomainDescription, _ session: Session) -> Result<Known, Failure> {
    if let client = known[domain.label] { return .success(client) }
    do throws(ExitStatus) {
      let client = Known(
        IPCClient(try session.connector(domain), mayStart: session.invocation.mayStart))
      known[domain.label] = client
      return .success(client)
    } catch {
      return .failure(Failure(text: "the runtime directory cannot be used"))
    }
  }
}

/// One call of a tool: from its arguments to what a model reads.
struct MCPCall {
  let session: Session
  let tool: MCPTool
  /// Told how far the work is, as often as the daemon says it.
  let tell: (ProgressNotice) -> Void

  /// What became of it.
  enum Outcome {
    case answered(JSONObject)
    /// With the sentence, which a question after it begins with.
    case refused(JSONObject, WireError, String)

    var result: JSONObject {
      switch self {
      case .answered(let result), .refused(let result, _, _): result
      }
    }
  }

  /// What it takes and what its answers look like.
  private var method: MethodDescription { tool.domain.method(tool.method.name) ?? tool.method }

  func outcome(
    _ arguments: JSONObject, _ client: IPCClient, wantsProgress: Bool
  ) -> Outcome {
    let method = method
    var params = arguments
    // How a call is made is ours to say.
    params["_meta"] = nil
    let isOwnParameter = method.parameters.contains { $0.name == MCPTool.dryRun }
    var isDryRun = false
    if tool.takesDryRun, !isOwnParameter, let wanted = params[MCPTool.dryRun] {
      guard let flag = wanted.boolValue else {
        return .answered(
          Self.failure(MCPClients.Failure(text: "dryRun: true or false"), nil))
      }
      isDryRun = flag
      params[MCPTool.dryRun] = nil
    }
    var request = CallRequest(method: method.name, params: session.filled(params, for: method))
    request.timeoutMilliseconds = session.invocation.timeoutMilliseconds
    request.onlyReads = !method.access.changesState
    request.isDryRun = isDryRun
    // A stream is never asked for again, and takes no key.
    if method.access.changesState, !method.isStream {
      request.idempotencyKey = RandomKey.text()
    }
    request.wantsProgress = wantsProgress && method.reportsProgress
    client.onProgress = tell
    do throws(CallFailure) {
      return .answered(success(try bytes(request, client)))
    } catch {
      return failure(error, client)
    }
  }

  private func bytes(
    _ request: CallRequest, _ client: IPCClient
  ) throws(CallFailure) -> [UInt8] {
    let rendering = method.renderEvent
    guard tool.method.isStream else { return try client.call(request) }
    var count: Int64 = 0
    return try client.stream(request) { event in
      count += 1
      var notice = ProgressNotice(done: 0)
      notice.done = count
      let text = session.textForModels(event.bytes, rendering)
      notice.text = LocalizedText(en: text)
      tell(notice)
    }
  }

  // MARK: Answers

  private func success(_ bytes: [UInt8]) -> JSONObject {
    var result: JSONObject = [
      "content": [["type": "text", "text": .string(session.textForModels(bytes, method.render))]]
    ]
    // A result that is no JSON is a defect of the daemon; the text has it as it came.
    guard let value = try? JSON.parse(bytes) else { return result }
    result["structuredContent"] = value.objectValue == nil ? ["result": value] : value
    if method.isFailed(value) { result["isError"] = true }
    return result
  }

  private func failure(_ failure: CallFailure, _ client: IPCClient) -> Outcome {
    let texts = ErrorText(
      session: session, domain: tool.domain.whole, silent: client.silentProcess, method: method)
    let text = texts.sentence(failure).printable(inOneLine: true)
    guard case .refused(let error, _) = failure else {
      return .answered(Self.failure(MCPClients.Failure(text: text), nil))
    }
    let lines = [text] + texts.remedies(of: error).map { $0.printable(inOneLine: true) }
    let result = Self.failure(MCPClients.Failure(text: lines.joined(separator: "\n")), error)
    return .refused(result, error, text)
  }

  /// What went wrong, for a model to read and to mend; codes of ours are not passed on.
  static func failure(_ failure: MCPClients.Failure, _ error: WireError?) -> JSONObject {
    var lines = [failure.text]
    if let error {
      lines.append("error: \(error.kind.name)")
      if let trace = error.data["traceId"]?.stringValue {
        lines.append("matectl why \(trace.printable(inOneLine: true))")
      }
    }
    return [
      "content": [["type": "text", "text": .string(lines.joined(separator: "\n"))]],
      "isError": true,
    ]
  }
}
