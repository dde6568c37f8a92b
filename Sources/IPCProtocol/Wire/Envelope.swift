internal import Values

/// The `id` of a request: an integer or a string.
package enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case unsigned(UInt64)
  case string(String)

  /// - Returns: Nil for what is no id: another kind, or more than 128 bytes.
  package init?(_ cursor: JSONCursor) {
    switch cursor.kind {
    case .string:
      guard let text = cursor.string(upTo: ClientText.maximumName) else { return nil }
      self = .string(text)
    case .unsigned:
      guard let value = cursor.uint64 else { return nil }
      self = .unsigned(value)
    case .integer, .double:
      guard let value = cursor.int64 else { return nil }
      self = .integer(value)
    default: return nil
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.unsigned(value)
    case .string(let value): writer.string(value)
    }
  }
}

extension RequestID {
  /// By scalars: what Unicode calls equivalent is another id.
  package static func == (one: RequestID, other: RequestID) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.unsigned(let one), .unsigned(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .string(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// One request or notification, read from its text; the cursors live as long as its bytes.
package struct Envelope {
  /// The method's name: most are found by their bytes, and need no text.
  package let name: JSONCursor
  /// Nil for a notification.
  package let id: RequestID?
  package let params: JSONCursor?

  /// What is wrong with a JSON value that is no request, and its id where one can be read.
  package struct Defect: Error {
    package let reason: String
    package let id: RequestID?
  }

  package var method: String { name.string ?? "" }

  package init(_ cursor: JSONCursor) throws(Defect) {
    guard cursor.kind == .object else {
      throw Defect(reason: "a request is an object", id: nil)
    }
    var version: JSONCursor?
    var idCursor: JSONCursor?
    var methodCursor: JSONCursor?
    var params: JSONCursor?
    cursor.forEachMember { key, value in
      if key.equals(literal: "id") {
        idCursor = value
      } else if key.equals(literal: "method") {
        methodCursor = value
      } else if key.equals(literal: "params") {
        params = value
      } else if key.equals(literal: "jsonrpc") {
        version = value
      }
    }
    let id = idCursor.flatMap { RequestID($0) }
    guard let version, version.equals(literal: "2.0") else {
      throw Defect(reason: #""jsonrpc" is "2.0""#, id: id)
    }
    if idCursor != nil, id == nil {
      throw Defect(
        reason: #""id" is an integer or a string of at most \#(ClientText.maximumName) bytes"#,
        id: nil)
    }
    guard let methodCursor, methodCursor.isString(upTo: ClientText.maximumName) else {
      throw Defect(
        reason: #""method" is a string of at most \#(ClientText.maximumName) bytes"#, id: id)
    }
    if let params, params.kind != .object {
      throw Defect(reason: #""params" is an object or absent"#, id: id)
    }
    name = methodCursor
    self.id = id
    self.params = params
  }
}
