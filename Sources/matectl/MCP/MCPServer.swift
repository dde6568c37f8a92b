internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The methods of the domains as tools and their views as resources, over standard input and output;
/// the Model Context Protocol, revision 2026-07-28 and those before it that begin with `initialize`.
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

  let session: Session
  let options: Options
  let tools: [MCPTool]
  let domains: [MCPDomain]
  private(set) lazy var resources = MCPResources(domains)
  let input = MCPInput()
  /// What came while a daemon worked.
  var waiting: [MCPMessage] = []
  var clients = MCPClients()
  var questions = MCPQuestions()
  private(set) lazy var following = MCPFollowing(session) { [unowned self] in told($0, $1) }
  /// The ids of `subscriptions/listen` that have no end yet.
  var listening: [JSONValue] = []
  /// Whether `initialize` was asked, and by a client that asks its person.
  private var isInitialized = false
  private(set) var asksPerson = false
  private var lastQuestion = 0

  /// How long a client may keep a list, in milliseconds: domains come and go with installations.
  static let listLife: Int64 = 60_000

  init(_ session: Session, _ domains: [MCPDomain], _ options: Options) {
    self.session = session
    self.options = options
    self.domains = domains
    var names: Set<String> = []
    tools = domains.flatMap { domain in
      domain.calls.methods.map { MCPTool(domain: domain, method: $0) }
    }.filter { tool in
      let method = tool.method
      let mayBe = method.access.rank <= options.access.rank
      // A read that never ends is a screen, not an answer.
      let isEndless = method.isStream && !method.access.changesState
      // What no person can type is between daemons.
      guard !method.isOfRuntime, mayBe, !isEndless, method.command != nil else { return false }
      return names.insert(tool.name).inserted
    }
  }

  /// Answers until the input ends.
  func run() {
    while !Interrupt.wasPressed {
      if !waiting.isEmpty {
        answer(waiting.removeFirst())
      } else if let line = input.nextIfThere() {
        if let message = read(line) { answer(message) }
      } else if input.hasEnded {
        break
      } else {
        input.wait(with: following.descriptors, until: following.nextMoment)
      }
      following.pass()
    }
    // Who listens learns that it is over.
    for id in listening { send(["_meta": [Self.subscriptionKey: id]], to: id, .stateless) }
  }

  /// A message that can be read; what cannot is answered.
  func read(_ line: [UInt8]) -> MCPMessage? {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return nil }
    do throws(MCPError) {
      return try MCPMessage(line)
    } catch {
      let value = try? JSON.parse(line)
      // An answer to a question that nobody waits for any more is passed over.
      let isAnswer =
        value?["method"] == nil && (value?["result"] != nil || value?["error"] != nil)
      if !isAnswer { send(error, to: value.flatMap(MCPMessage.id(of:))) }
      return nil
    }
  }

  func answer(_ message: MCPMessage) {
    guard let id = message.id else { return note(message) }
    do throws(MCPError) {
      let revision = try revision(of: message)
      guard let result = try result(message, revision) else { return }
      send(result, to: id, revision)
    } catch {
      send(error, to: id)
    }
  }

  func note(_ message: MCPMessage) {
    // What is cancelled and not begun is not done; an answer to it is not expected either.
    guard message.method == "notifications/cancelled", let id = message.params["requestId"] else {
      return
    }
    waiting.removeAll { $0.id == id }
    guard listening.contains(id) else { return }
    listening.removeAll { $0 == id }
    following.end(id)
  }

  // MARK: Requests

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  private static let infoKey = "io.modelcontextprotocol/serverInfo"
  static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"

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

  /// Whether the client of a request shows forms to its person.
  func asksPerson(_ message: MCPMessage, _ revision: MCPRevision) -> Bool {
    switch revision {
    case .handshake: asksPerson
    case .stateless: Self.asksPerson(message.meta?[Self.capabilitiesKey])
    }
  }

  /// A capability without members is that for forms.
  private static func asksPerson(_ capabilities: JSONValue?) -> Bool {
    guard let able = capabilities?["elicitation"]?.objectValue else { return false }
    return able.isEmpty || able["form"]?.objectValue != nil
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
      ]
    case ("tools/list", _):
      let list = MCPToolList(
        tools: tools, language: session.language, hasOutputSchemas: options.hasOutputSchemas)
      return try self.list("tools", message, revision) { list.json }
    case ("tools/call", _): return try call(message, revision)
    case ("resources/list", _):
      return try list("resources", message, revision) {
        .array(resources.resources.map { $0.json(in: session.language) })
      }
    case ("resources/templates/list", _):
      return try list("resourceTemplates", message, revision) {
        .array(resources.templates.map { $0.json(in: session.language) })
      }
    case ("resources/read", _): return try readResource(message, revision)
    case ("resources/subscribe", .handshake): return try subscribe(message)
    case ("resources/unsubscribe", .handshake): return try unsubscribe(message)
    case ("subscriptions/listen", .stateless): return try listen(message)
    case ("completion/complete", _): return try complete(message, revision)
    default: throw .unknownMethod(message.method)
    }
  }

  /// A list, which has one page.
  private func list(
    _ member: String, _ message: MCPMessage, _ revision: MCPRevision, _ content: () -> JSONValue
  ) throws(MCPError) -> JSONObject {
    guard message.params["cursor"] == nil else { throw .invalidParams("there is no such page") }
    var list: JSONObject = [member: content()]
    if revision.isStateless {
      list["ttlMs"] = .integer(Self.listLife)
      list["cacheScope"] = "private"
    }
    return list
  }

  private func initialize(_ params: JSONObject) -> JSONObject {
    isInitialized = true
    let wanted = params["protocolVersion"]?.stringValue ?? ""
    let version =
      MCPRevision.handshakes.contains(wanted) ? wanted : MCPRevision.handshakes[0]
    // Forms came with 2025-06-18.
    asksPerson = version >= "2025-06-18" && Self.asksPerson(params["capabilities"])
    return [
      "protocolVersion": .string(version), "capabilities": capabilities, "serverInfo": info,
      "instructions": .string(instructions),
    ]
  }

  private var capabilities: JSONValue {
    [
      "tools": ["listChanged": false], "resources": ["subscribe": true, "listChanged": false],
      "completions": [:],
    ]
  }

  private var info: JSONValue {
    ["name": "mate", "title": "Mate", "version": .string(Release.version)]
  }

  private var instructions: String {
    let names = Set(tools.map(\.domain.name)).sorted().joined(separator: ", ")
    return session.text(
      "Tools of Mate's domains on this machine: \(whole: names). Each is a method of a daemon; results are also told as a person would read them.",
      "이 컴퓨터의 Mate 도메인 도구: \(whole: names). 도구 하나가 데몬의 메서드 하나이며, 결과는 사람이 읽는 글로도 나옵니다.")
  }

  // MARK: Questions

  /// The id of a question of ours.
  func nextQuestion() -> String {
    lastQuestion += 1
    return "mate-\(lastQuestion)"
  }

  // MARK: Output

  func send(_ result: JSONObject, to id: JSONValue, _ revision: MCPRevision) {
    var result = result
    if revision.isStateless {
      if result["resultType"] == nil { result["resultType"] = "complete" }
      var meta = result["_meta"]?.objectValue ?? [:]
      meta[Self.infoKey] = info
      result["_meta"] = .object(meta)
    }
    write(["jsonrpc": "2.0", "id": id, "result": .object(result)])
  }

  /// An error without an id is for a message that had none to be read; the schema has no null.
  private func send(_ error: MCPError, to id: JSONValue?) {
    var object: JSONObject = ["code": .integer(error.code), "message": .string(error.message)]
    object["data"] = error.data
    var message: JSONObject = ["jsonrpc": "2.0"]
    message["id"] = id
    message["error"] = .object(object)
    write(message)
  }

  func write(_ message: JSONObject) {
    // A client that is gone asks for nothing more: the end of the input tells.
    _ = Terminal.write(JSON.text(.object(message)) + "\n", to: 1)
  }
}

extension Access {
  var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .admin: 2
    }
  }
}
