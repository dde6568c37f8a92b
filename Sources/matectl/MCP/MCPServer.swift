internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The methods of the domains as tools, over standard input and output; the Model Context Protocol,
/// revision 2026-07-28 and those before it that begin with `initialize`.
///
/// One request is worked on at a time, in the order in which they came; while a daemon works,
/// cancellations, pings and the end of the input are heard.
final class MCPServer {
  struct Options {
    var access = Access.read
    /// Nil for all.
    var domains: [String]?
    var hasOutputSchemas = false
  }

  private let session: Session
  private let options: Options
  private let tools: [MCPTool]
  private let input = MCPInput()
  /// What came while a daemon worked.
  private var waiting: [MCPMessage] = []
  private var isInitialized = false
  private var clients = MCPClients()

  /// How long a client may keep a list, in milliseconds: domains come and go with installations.
  private static let listLife: Int64 = 60_000

  init(_ session: Session, _ domains: [DomainDescription], _ options: Options) {
    self.session = session
    self.options = options
    var names: Set<String> = []
    tools = domains.flatMap { domain in
      domain.methods.map { MCPTool(domain: domain, method: $0) }
    }.filter { tool in
      let method = tool.method
      let isOurs = ["mate.", "rpc."].contains { method.name.hasPrefix($0) }
      let mayBe = method.access.rank <= options.access.rank
      // A read that never ends is a screen, not an answer.
      let isEndless = method.isStream && !method.access.changesState
      // What no person can type is between daemons.
      guard !isOurs, mayBe, !isEndless, method.command != nil else { return false }
      return names.insert(tool.name).inserted
    }
  }

  /// Answers until the input ends.
  func run() {
    while !Interrupt.wasPressed {
      if !waiting.isEmpty {
        answer(waiting.removeFirst())
      } else if let line = input.next() {
        if let message = read(line) { answer(message) }
      } else {
        return
      }
    }
  }

  /// A message that can be read; what cannot is answered.
  private func read(_ line: [UInt8]) -> MCPMessage? {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return nil }
    do throws(MCPError) {
      return try MCPMessage(line)
    } catch {
      // A result is an answer to a question that we never ask.
      if (try? JSON.parse(line))?["method"] != nil || error.code == MCPError.parse.code {
        send(error, to: .null)
      }
      return nil
    }
  }

  private func answer(_ message: MCPMessage) {
    guard let id = message.id else { return note(message) }
    do throws(MCPError) {
      let revision = try revision(of: message)
      guard let result = try result(message, revision) else { return }
      send(result, to: id, revision)
    } catch {
      send(error, to: id)
    }
  }

  private func note(_ message: MCPMessage) {
    // What is cancelled and not begun is not done; an answer to it is not expected either.
    guard message.method == "notifications/cancelled", let id = message.params["requestId"] else {
      return
    }
    waiting.removeAll { $0.id == id }
  }

  // MARK: Requests

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  private func revision(of message: MCPMessage) throws(MCPError) -> MCPRevision {
    if let version = message.meta?[Self.versionKey] {
      guard version.stringValue == MCPRevision.latest else {
        throw .unsupportedVersion(version.stringValue ?? "")
      }
      guard message.meta?[Self.capabilitiesKey]?.objectValue != nil else {
        throw .invalidParams("_meta needs \(Self.capabilitiesKey)")
      }
      return .stateless
    }
    guard isInitialized || ["initialize", "ping"].contains(message.method) else {
      throw .invalidParams("_meta needs \(Self.versionKey)")
    }
    return .handshake
  }

  /// Nil where nobody waits for the answer any more.
  private func result(
    _ message: MCPMessage, _ revision: MCPRevision
  ) throws(MCPError) -> JSONObject? {
    switch (message.method, revision) {
    case ("initialize", .handshake): return initialize(message.params)
    case ("ping", .handshake): return [:]
    case ("server/discover", .stateless):
      return [
        "supportedVersions": [.string(MCPRevision.latest)], "capabilities": capabilities,
        "instructions": .string(instructions), "ttlMs": .integer(Self.listLife),
        "cacheScope": "private",
        "_meta": ["io.modelcontextprotocol/serverInfo": info],
      ]
    case ("tools/list", _):
      guard message.params["cursor"] == nil else { throw .invalidParams("there is no such page") }
      var list: JSONObject = [
        "tools": .array(
          tools.map { $0.json(in: session.language, withOutput: options.hasOutputSchemas) })
      ]
      if case .stateless = revision {
        list["ttlMs"] = .integer(Self.listLife)
        list["cacheScope"] = "private"
      }
      return list
    case ("tools/call", _): return try call(message)
    default: throw .unknownMethod(message.method)
    }
  }

  private func initialize(_ params: JSONObject) -> JSONObject {
    isInitialized = true
    let wanted = params["protocolVersion"]?.stringValue ?? ""
    let version =
      MCPRevision.handshakes.contains(wanted) ? wanted : MCPRevision.handshakes[0]
    return [
      "protocolVersion": .string(version), "capabilities": capabilities, "serverInfo": info,
      "instructions": .string(instructions),
    ]
  }

  private var capabilities: JSONValue { ["tools": ["listChanged": false]] }

  private var info: JSONValue {
    ["name": "mate", "title": "Mate", "version": .string(Release.version)]
  }

  private var instructions: String {
    let domains = Set(tools.map(\.domain.domain)).sorted().joined(separator: ", ")
    return session.text(
      "Tools of Mate's domains on this machine: \(whole: domains). Each is a method of a daemon; results are also told as a person would read them.",
      "이 컴퓨터의 Mate 도메인 도구: \(whole: domains). 도구 하나가 데몬의 메서드 하나이며, 결과는 사람이 읽는 글로도 나옵니다.")
  }

  // MARK: A call

  private func call(_ message: MCPMessage) throws(MCPError) -> JSONObject? {
    guard let name = message.params["name"]?.stringValue,
      let tool = tools.first(where: { $0.name == name })
    else {
      let name = message.params["name"]?.stringValue ?? ""
      throw .invalidParams("there is no tool \(name.echoed)")
    }
    var arguments: JSONObject = [:]
    switch message.params["arguments"] {
    case nil, .null?: break
    case .object(let members)?: arguments = members
    default: throw .invalidParams("arguments are an object")
    }
    let token = message.meta?["progressToken"]
    let call = MCPCall(session: session, tool: tool) { [unowned self] notice in
      guard let token else { return }
      var params: JSONObject = ["progressToken": token, "progress": .integer(notice.done)]
      params["total"] = notice.total.map { .integer($0) }
      params["message"] = notice.text.map { .string($0.text(in: self.session.language)) }
      self.write(["jsonrpc": "2.0", "method": "notifications/progress", "params": .object(params)])
    }
    var isCancelled = false
    let client: MCPClients.Known
    switch clients.known(tool.domain, session) {
    case .success(let found): client = found
    case .failure(let text): return MCPCall.failure(text, nil)
    }
    client.ipc.isInterrupted = { [unowned self] in
      if hears(message.id) { isCancelled = true }
      client.ipc.watchedInput = input.hasEnded ? nil : 0
      return isCancelled || Interrupt.wasPressed
    }
    client.ipc.watchedInput = 0
    let result = call.result(arguments, client.ipc, wantsProgress: token != nil)
    return isCancelled ? nil : result
  }

  /// Reads what came while a daemon works; true where it ends the request under way.
  private func hears(_ id: JSONValue?) -> Bool {
    while let line = input.nextIfThere() {
      guard let message = read(line) else { continue }
      switch message.method {
      case "notifications/cancelled" where message.params["requestId"] == id: return true
      case "ping": answer(message)
      default: message.id == nil ? note(message) : waiting.append(message)
      }
    }
    return input.hasEnded
  }

  // MARK: Output

  private func send(_ result: JSONObject, to id: JSONValue, _ revision: MCPRevision) {
    var result = result
    if case .stateless = revision { result["resultType"] = "complete" }
    write(["jsonrpc": "2.0", "id": id, "result": .object(result)])
  }

  private func send(_ error: MCPError, to id: JSONValue) {
    var object: JSONObject = ["code": .integer(error.code), "message": .string(error.message)]
    object["data"] = error.data
    write(["jsonrpc": "2.0", "id": id, "error": .object(object)])
  }

  private func write(_ message: JSONObject) {
    // A client that is gone asks for nothing more: the end of the input tells.
    _ = Terminal.write(JSON.text(.object(message)) + "\n", to: 1)
  }
}

extension Access {
  fileprivate var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .admin: 2
    }
  }
}
