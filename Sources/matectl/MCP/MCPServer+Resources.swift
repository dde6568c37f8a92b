internal import IPCProtocol
internal import IPCTransport
internal import Values

/// Resources: read, completed and followed.
extension MCPServer {
  /// How long what was read may be kept, in milliseconds: as often as it is said to have changed.
  private static let contentLife: Int64 = 1000
  /// Values of a completion at most; MCP has this number.
  private static let mostValues = 100

  private func resource(
    _ message: MCPMessage, _ revision: MCPRevision
  ) throws(MCPError) -> MCPResource {
    guard let uri = message.params["uri"]?.stringValue else { throw .invalidParams("uri: a text") }
    guard let resource = resources.resource(uri) else { throw .unknownResource(uri, revision) }
    return resource
  }

  /// Nil where nobody waits for the answer any more.
  func readResource(
    _ message: MCPMessage, _ revision: MCPRevision
  ) throws(MCPError) -> JSONObject? {
    let resource = try resource(message, revision)
    guard let answer = asked(resource.method, resource.params, resource.domain, message.id) else {
      return nil
    }
    let bytes: [UInt8]
    switch answer {
    case .success(let result): bytes = result
    case .failure(let failure): throw .internalError(failure.text)
    }
    let text = session.textForModels(bytes, resource.rendering)
    var result: JSONObject = [
      "contents": [
        [
          "uri": .string(resource.uri), "mimeType": "application/json",
          "text": .string(String(decoding: bytes, as: UTF8.self)),
        ],
        ["uri": .string(resource.uri), "mimeType": "text/plain", "text": .string(text)],
      ]
    ]
    if revision.isStateless {
      result["ttlMs"] = .integer(Self.contentLife)
      result["cacheScope"] = "private"
    }
    return result
  }

  /// What a daemon says to a read; nil where the request was cancelled.
  private func asked(
    _ method: MethodDescription, _ params: JSONObject, _ domain: MCPDomain, _ id: JSONValue?
  ) -> Result<[UInt8], MCPClients.Failure>? {
    let client: IPCClient
    switch clients.known(domain.whole, session) {
    case .success(let found): client = found.ipc
    case .failure(let failure): return .failure(failure)
    }
    var request = CallRequest(method: method.name, params: session.filled(params, for: method))
    request.timeoutMilliseconds = session.invocation.timeoutMilliseconds
    request.onlyReads = true
    return listening(to: client, during: id) {
      do throws(CallFailure) {
        return .success(try client.call(request))
      } catch {
        let texts = ErrorText(
          session: session, domain: domain.whole, silent: client.silentProcess, method: method)
        return .failure(
          MCPClients.Failure(text: texts.sentence(error).printable(inOneLine: true)))
      }
    }
  }

  // MARK: Completion

  /// The values of a template's open part that begin as what is typed.
  func complete(_ message: MCPMessage, _ revision: MCPRevision) throws(MCPError) -> JSONObject? {
    guard message.params["ref"]?["type"]?.stringValue == "ref/resource",
      let uri = message.params["ref"]?["uri"]?.stringValue,
      let template = resources.templates.first(where: { $0.uri == uri })
    else { throw .invalidParams("ref: one of the templates of resources") }
    guard message.params["argument"]?["name"]?.stringValue == template.parameter.name,
      let typed = message.params["argument"]?["value"]?.stringValue
    else { throw .invalidParams("argument: the value of \(template.parameter.name)") }
    var values: [String] = []
    if let source = template.parameter.completion,
      let method = template.domain.method(source.method)
    {
      guard let answer = asked(method, [:], template.domain, message.id) else { return nil }
      // A completion that finds nothing is silent: the person is in the middle of a word.
      if case .success(let bytes) = answer, let result = try? JSON.parse(bytes) {
        values = Completion.words(source, in: result, beginning: typed)
      }
    }
    return [
      "completion": [
        "values": .array(values.prefix(Self.mostValues).map(JSONValue.string)),
        "total": .integer(Int64(values.count)), "hasMore": .bool(values.count > Self.mostValues),
      ]
    ]
  }

  // MARK: Subscriptions

  /// Revisions with a handshake subscribe to one resource after the other.
  func subscribe(_ message: MCPMessage) throws(MCPError) -> JSONObject {
    let resource = try resource(message, .handshake)
    guard following.follow(resource, for: nil) else {
      throw .invalidParams("\(resource.uri.echoed) is not followed")
    }
    return [:]
  }

  func unsubscribe(_ message: MCPMessage) throws(MCPError) -> JSONObject {
    following.end(nil, try resource(message, .handshake).uri)
    return [:]
  }

  /// The stateless revision keeps a request open for what is to be told; it is answered at the end.
  func listen(_ message: MCPMessage) throws(MCPError) -> JSONObject? {
    guard let wanted = message.params["notifications"]?.objectValue, let id = message.id else {
      throw .invalidParams("notifications: what is listened to")
    }
    guard !listening.contains(id) else { throw .invalidRequest("this id is listening already") }
    var uris: [JSONValue] = []
    switch wanted["resourceSubscriptions"] {
    case nil: break
    case .array(let elements)?: uris = elements
    default: throw .invalidParams("resourceSubscriptions: a list of URIs")
    }
    listening.append(id)
    var honored = JSONObject()
    let followed = uris.filter { uri in
      guard let uri = uri.stringValue, let resource = resources.resource(uri) else { return false }
      return following.follow(resource, for: id)
    }
    if !followed.isEmpty { honored["resourceSubscriptions"] = .array(followed) }
    write([
      "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
      "params": ["_meta": [Self.subscriptionKey: id], "notifications": .object(honored)],
    ])
    return nil
  }

  /// A resource has changed.
  func told(_ uri: String, _ owner: JSONValue?) {
    var params: JSONObject = ["uri": .string(uri)]
    if let owner { params["_meta"] = [Self.subscriptionKey: owner] }
    write([
      "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": .object(params),
    ])
  }
}
