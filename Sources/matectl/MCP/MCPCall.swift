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
    if let client = known[domain.domain] { return .success(client) }
    do throws(ExitStatus) {
      let client = Known(
        IPCClient(try session.connector(domain), mayStart: session.invocation.mayStart))
      known[domain.domain] = client
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
  /// Told how far the work is, ten times a second at most.
  let tell: (ProgressNotice) -> Void

  /// Bytes of the text for people; the structure has it all.
  private static let longestText = 8 << 10
  /// Milliseconds between two notices of a stream's events.
  private static let interval: Int64 = 100

  func result(
    _ arguments: JSONObject, _ client: IPCClient, wantsProgress: Bool
  ) -> JSONObject {
    let method = tool.method
    var params = arguments
    // How a call is made is ours to say.
    params["_meta"] = nil
    let isOwnParameter = method.parameters.contains { $0.name == MCPTool.dryRun }
    var isDryRun = false
    if tool.takesDryRun, !isOwnParameter, let wanted = params[MCPTool.dryRun] {
      guard let flag = wanted.boolValue else {
        return Self.failure(MCPClients.Failure(text: "dryRun: true or false"), nil)
      }
      isDryRun = flag
      params[MCPTool.dryRun] = nil
    }
    var request = CallRequest(method: method.name, params: CallerZone.filled(params, for: method))
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
      return success(try bytes(request, client))
    } catch {
      return failure(error, client)
    }
  }

  private func bytes(
    _ request: CallRequest, _ client: IPCClient
  ) throws(CallFailure) -> [UInt8] {
    guard tool.method.isStream else { return try client.call(request) }
    var count: Int64 = 0
    var nextAt: Int64 = 0
    return try client.stream(request) { event in
      count += 1
      guard MonotonicTime.milliseconds >= nextAt else { return }
      nextAt = MonotonicTime.milliseconds + Self.interval
      var notice = ProgressNotice(done: 0)
      notice.done = count
      let text = text(of: event.bytes, tool.method.renderEvent)
      notice.text = LocalizedText(en: text)
      tell(notice)
    }
  }

  // MARK: Answers

  private func text(of bytes: [UInt8], _ rendering: Rendering?) -> String {
    let text = session.printer.printed(bytes, rendering).text.trimmingNewline
    guard text.utf8.count > Self.longestText else { return text }
    return String(decoding: Array(text.utf8.prefix(Self.longestText)), as: UTF8.self) + "…"
  }

  private func success(_ bytes: [UInt8]) -> JSONObject {
    var result: JSONObject = [
      "content": [["type": "text", "text": .string(text(of: bytes, tool.method.render))]]
    ]
    // A result that is no JSON is a defect of the daemon; the text has it as it came.
    guard let value = try? JSON.parse(bytes) else { return result }
    result["structuredContent"] = value.objectValue == nil ? ["result": value] : value
    if tool.method.isFailed(value) { result["isError"] = true }
    return result
  }

  private func failure(_ failure: CallFailure, _ client: IPCClient) -> JSONObject {
    let texts = ErrorText(
      session: session, domain: tool.domain, silent: client.silentProcess, method: tool.method)
    let text = texts.sentence(failure).printable(inOneLine: true)
    guard case .refused(let error, _) = failure else {
      return Self.failure(MCPClients.Failure(text: text), nil)
    }
    let lines = [text] + texts.remedies(of: error).map { $0.printable(inOneLine: true) }
    return Self.failure(MCPClients.Failure(text: lines.joined(separator: "\n")), error)
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

extension String {
  fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
