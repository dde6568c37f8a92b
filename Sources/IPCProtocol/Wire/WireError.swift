internal import Values

/// What a daemon answers instead of a result: a lasting name, one English sentence, data.
package struct WireError: Error, Hashable, Sendable {
  /// The code and the name of an error; programs look at the name.
  package struct Kind: Hashable, Sendable {
    package let code: Int
    package let name: String

    package init(code: Int, name: String) {
      self.code = code
      self.name = name
    }
  }

  package let kind: Kind
  package let message: String
  package var data: JSONObject

  /// Members of an error's data that the protocol puts there: nobody else's may be called so.
  static let ownMembers = ["name", "traceId"]

  package init(_ kind: Kind, _ message: String, data: JSONObject = [:]) {
    self.kind = kind
    self.message = message
    self.data = data
  }
}

/// An error that has a place on the wire: a domain's refusals.
package protocol WireErrorConvertible: Error {
  var wireError: WireError { get }
}

extension WireError: WireErrorConvertible {
  package var wireError: WireError { self }
}

/// The names and codes of `protocol.md`, section 4.
extension WireError.Kind {
  package static let parseError = Self(code: -32700, name: "mate.parseError")
  package static let invalidRequest = Self(code: -32600, name: "mate.invalidRequest")
  package static let methodNotFound = Self(code: -32601, name: "mate.methodNotFound")
  package static let invalidParams = Self(code: -32602, name: "mate.invalidParams")
  package static let `internal` = Self(code: -32603, name: "mate.internal")
  package static let frameTooLarge = Self(code: -32001, name: "mate.frameTooLarge")
  package static let cancelled = Self(code: -32002, name: "mate.cancelled")
  package static let deadlineExceeded = Self(code: -32003, name: "mate.deadlineExceeded")
  package static let permissionDenied = Self(code: -32004, name: "mate.permissionDenied")
  package static let busy = Self(code: -32005, name: "mate.busy")
  package static let shuttingDown = Self(code: -32006, name: "mate.shuttingDown")
  package static let storageFailed = Self(code: -32007, name: "mate.storageFailed")
  package static let outcomeUnknown = Self(code: -32008, name: "mate.outcomeUnknown")
  package static let notOwner = Self(code: -32009, name: "mate.notOwner")
}

extension WireError {
  /// The same error, with nothing in it that a client could make longer than it may be.
  package var bounded: WireError {
    let isShort = message.utf8.count <= ClientText.maximumSentence
    return WireError(
      kind, isShort ? message : ClientText.excerpt(message),
      data: JSONObject(data.members.map { ($0.key, Self.bounded($0.value)) }))
  }

  private static func bounded(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      text.utf8.count <= ClientText.maximumSentence
        ? value : .string(ClientText.excerpt(text))
    case .array(let elements): .array(elements.map(bounded))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, bounded($0.value)) }))
    default: value
    }
  }
}
