internal import HTTPClient
internal import IPCProtocol

/// Why the portal gave no arrivals; each kind asks for something else of the user or of us.
///
/// Nothing of a request is kept, so no fault can hold the key.
enum UpstreamFault: Error, Equatable {
  /// What is wrong with the key that was sent.
  enum KeyTrouble: String, CaseIterable {
    case unregistered, expired, denied, blocked, noRealtimeRight, noBulkRight, sampleOnly
  }

  case key(KeyTrouble)
  /// The calls of the day are used up.
  case quotaExhausted
  /// Too many calls in a second.
  case tooFast
  /// The portal says that we asked wrongly: a defect of ours, by its own code.
  case badRequest(code: String)
  /// The portal's own trouble, by its code or HTTP status.
  case serverFault(code: String)
  /// HTTP 404 or the like: the base URL is wrong, or the service is gone.
  case noSuchService(status: Int)
  /// A page for people, as portals send while they are repaired.
  case html
  /// The body ends inside its JSON or XML.
  case truncated
  /// Neither JSON nor XML, or not in a shape that we know.
  case malformed(String)
  case transport(HTTPError)
  /// Arrivals are taken from another transitd, and it gives none.
  case relay(RelayFault)

  /// Whether the same request may succeed a little later.
  var isTransient: Bool {
    switch self {
    case .tooFast, .serverFault, .html, .truncated: true
    case .transport(let error): error.isTransient
    case .relay(.unreachable): true
    case .relay: false
    case .key, .quotaExhausted, .badRequest, .noSuchService, .malformed: false
    }
  }

  /// A lasting word for journals and metrics.
  var word: String {
    switch self {
    case .key(let trouble): "key.\(trouble.rawValue)"
    case .quotaExhausted: "quotaExhausted"
    case .tooFast: "tooFast"
    case .badRequest(let code): "badRequest.\(code)"
    case .serverFault(let code): "serverFault.\(code)"
    case .noSuchService(let status): "noSuchService.\(status)"
    case .html: "html"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .transport: "transport"
    case .relay(let fault): "relay.\(fault.word)"
    }
  }
}

extension UpstreamFault {
  /// Where the text ends too early, the place of the mistake is its end.
  init(_ error: JSONSyntaxError, in bytes: [UInt8]) {
    self =
      error.offset >= bytes.count
      ? .truncated : .malformed("JSON at byte \(error.offset): \(error.reason)")
  }
}
