internal import IPCProtocol

/// The revision that a message is of: the later ones say it in each request, the earlier ones once.
enum MCPRevision {
  /// 2026-07-28: no handshake, and every result says that it is complete.
  case stateless
  /// 2025-11-25 and earlier, after `initialize`.
  case handshake

  static let latest = "2026-07-28"
  /// Newest first.
  static let handshakes = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
}

extension MCPRevision {
  var isStateless: Bool { if case .stateless = self { true } else { false } }
}

/// What is answered instead of a result; codes of JSON-RPC 2.0 and of MCP 2026-07-28.
struct MCPError: Error {
  let code: Int64
  let message: String
  var data: JSONValue?

  static let parse = MCPError(code: -32700, message: "no JSON")

  static func invalidRequest(_ reason: String) -> MCPError {
    MCPError(code: -32600, message: reason)
  }

  static func unknownMethod(_ name: String) -> MCPError {
    MCPError(code: -32601, message: "there is no method \(name.echoed)")
  }

  static func invalidParams(_ reason: String) -> MCPError {
    MCPError(code: -32602, message: reason)
  }

  /// There is no such resource; a code of its own before 2026-07-28.
  static func unknownResource(_ uri: String, _ revision: MCPRevision) -> MCPError {
    MCPError(
      code: revision.isStateless ? -32602 : -32002, message: "there is no resource \(uri.echoed)",
      data: ["uri": .string(uri)])
  }

  /// A daemon does not answer, or refuses; its own codes are nobody else's.
  static func internalError(_ reason: String) -> MCPError {
    MCPError(code: -32603, message: reason)
  }

  static func unsupportedVersion(_ requested: String) -> MCPError {
    MCPError(
      code: -32022, message: "this revision of the protocol is not spoken here",
      data: [
        "supported": .array([.string(MCPRevision.latest)]), "requested": .string(requested),
      ])
  }
}

/// One request or notification.
struct MCPMessage {
  /// A number or a text; nil in a notification.
  let id: JSONValue?
  let method: String
  let params: JSONObject

  var meta: JSONValue? { params["_meta"] }

  /// - Throws: ``MCPError`` with the code that JSON-RPC has for it.
  init(_ line: [UInt8]) throws(MCPError) {
    guard let value = try? JSON.parse(line) else { throw .parse }
    guard let object = value.objectValue, object["jsonrpc"]?.stringValue == "2.0",
      let method = object["method"]?.stringValue
    else { throw .invalidRequest("one request or notification of JSON-RPC 2.0 is expected") }
    id = Self.id(of: value)
    guard (id == nil) == (object["id"] == nil) else {
      throw .invalidRequest("an id is a text or a whole number")
    }
    self.method = method
    switch object["params"] {
    case nil: params = [:]
    case .object(let members)?: params = members
    default: throw .invalidRequest("params are an object")
    }
  }

  /// The id of a message, also of one that is none; nil where it has none that can be answered.
  static func id(of value: JSONValue) -> JSONValue? {
    switch value["id"] {
    case .string(let text)? where text.utf8.count <= 1024: .string(text)
    case .integer(let number)?: .integer(number)
    case .unsigned(let number)?: .unsigned(number)
    default: nil
    }
  }
}

/// An answer to what we have asked.
struct MCPAnswer {
  let id: String
  /// Nil where it is an error.
  let result: JSONValue?

  /// Nil for what is no answer to us.
  init?(_ line: [UInt8]) {
    guard let value = try? JSON.parse(line), value["method"] == nil,
      let id = value["id"]?.stringValue, value["result"] != nil || value["error"] != nil
    else { return nil }
    self.id = id
    result = value["result"]
  }
}
