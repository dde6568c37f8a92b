internal import IPCProtocol
internal import IPCTransport

/// One request of the page, as it may go to a daemon.
struct PageCall {
  let id: JSONValue
  let domain: DomainDescription
  let request: CallRequest

  /// Why a request is not passed on, and to which it is said.
  struct Refusal: Error {
    let id: JSONValue
    let error: WireError
  }

  /// Of an idempotency key, which is made longer by whose it is.
  static let longestKey = 64

  /// - Parameters:
  ///   - body: What the page sent.
  ///   - user: Whose cookie came with it; a key counts among the keys of the same user alone.
  ///   - domains: Who knows a domain by its label, which `_meta.instance` makes of the method's name.
  /// - Throws: ``Refusal``.
  init(
    _ body: [UInt8], of user: UInt32, in domains: (String) -> DomainDescription?
  ) throws(Refusal) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSON.parse(body)
    } catch {
      throw Refusal(id: .null, error: WireError(.parseError, "no JSON: \(error.reason)"))
    }
    let id = try Self.id(of: value)
    func refuse(_ kind: WireError.Kind, _ reason: String) -> Refusal {
      Refusal(id: id, error: WireError(kind, reason))
    }
    guard value["jsonrpc"]?.stringValue == "2.0", let name = value["method"]?.stringValue else {
      throw refuse(.invalidRequest, "one JSON-RPC 2.0 request is expected")
    }
    var params = JSONObject()
    if let given = value["params"] {
      guard let object = given.objectValue else {
        throw refuse(.invalidParams, "params is an object")
      }
      params = object
    }
    let word = String(name.prefix { $0 != "." })
    let instance = params["_meta"]?["instance"]?.stringValue
    guard name.utf8.count <= 128, let domain = domains(instance.map { "\(word)@\($0)" } ?? word),
      let method = domain.methods.first(where: { $0.name == name }), name.hasPrefix("\(word).")
    else {
      throw Refusal(
        id: id,
        error: WireError(
          .methodNotFound, "the page has no such method; load it again",
          ko: "페이지에 없는 일입니다. 페이지를 다시 여십시오"))
    }
    guard method.access != .admin, !method.isStream,
      !method.parameters.contains(where: { params[$0.name] != nil && $0.source?.opensFiles == true }
      )
    else {
      throw Refusal(
        id: id,
        error: WireError(
          .permissionDenied, "this is not for the page; use matectl",
          ko: "페이지에서는 할 수 없는 일입니다. matectl을 쓰십시오"))
    }
    let meta = try Self.meta(params["_meta"], for: method, id)
    params["_meta"] = nil
    var request = CallRequest(method: name, params: params)
    request.onlyReads = !method.access.changesState
    request.isDryRun = meta.isDryRun
    if method.access.changesState, !meta.isDryRun {
      request.idempotencyKey = meta.key.map { "web:\(user):\($0)" }
    }
    (self.id, self.domain, self.request) = (id, domain, request)
  }

  /// A request is answered by its id, so it has one.
  private static func id(of value: JSONValue) throws(Refusal) -> JSONValue {
    switch value["id"] {
    case .integer(let number)?: return .integer(number)
    case .string(let text)? where text.utf8.count <= 128: return .string(text)
    default:
      throw Refusal(
        id: .null, error: WireError(.invalidRequest, "one request with an id is expected"))
    }
  }

  private static func meta(
    _ given: JSONValue?, for method: MethodDescription, _ id: JSONValue
  ) throws(Refusal) -> (key: String?, isDryRun: Bool) {
    func refuse(_ reason: String) -> Refusal {
      Refusal(id: id, error: WireError(.invalidParams, reason))
    }
    var key: String?
    var isDryRun = false
    if let given {
      guard let members = given.objectValue else { throw refuse("_meta is an object") }
      for (name, value) in members {
        switch name {
        case "idempotencyKey":
          guard let text = value.stringValue, (1...Self.longestKey).contains(text.utf8.count) else {
            throw refuse("a key has 1 to \(Self.longestKey) bytes")
          }
          key = text
        case "dryRun":
          guard let flag = value.boolValue else { throw refuse("dryRun is true or false") }
          isDryRun = flag
        case "instance":
          guard value.stringValue != nil else { throw refuse("instance is a name") }
        default: throw refuse("of _meta the page may send idempotencyKey, dryRun and instance")
        }
      }
    }
    guard !method.access.changesState || isDryRun || key != nil else {
      throw refuse("a change needs an idempotencyKey, so that it has effect once")
    }
    return (key, isDryRun)
  }
}

extension ParameterSource {
  /// Whether a daemon or a client would open something by it.
  var opensFiles: Bool {
    switch self {
    case .path, .descriptor: true
    case .timeZone, .language, .file, .fileOrWord, .past: false
    }
  }
}
