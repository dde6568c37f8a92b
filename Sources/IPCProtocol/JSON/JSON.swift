/// JSON in one call, for places where speed does not matter.
package enum JSON {
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    try withRoot(of: bytes) { $0.value() }.get()
  }

  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// - Throws: ``JSONSyntaxError`` or ``JSONDecodingFailure``.
  package static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try withRoot(of: bytes) { root in Result { try root.decode(type) } }.get().get()
  }

  package static func encode(_ value: some Encodable) throws(JSONEncodingFailure) -> [UInt8] {
    var writer = JSONWriter()
    try writer.encode(value)
    return writer.bytes
  }

  /// The value as text; `pretty` has a member or an element a line, for people.
  package static func text(_ value: JSONValue, pretty: Bool = false) -> String {
    var writer = JSONWriter()
    if pretty { writer.pretty(value, indent: 0) } else { writer.value(value) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func withRoot<T>(
    of bytes: [UInt8], _ body: (JSONCursor) -> T
  ) -> Result<T, JSONSyntaxError> {
    bytes.withUnsafeBytes { bytes in
      let document = JSONDocument()
      do throws(JSONSyntaxError) {
        try document.parse(bytes)
      } catch {
        return .failure(error)
      }
      return withExtendedLifetime(document) { .success(body(document.root)) }
    }
  }

  // MARK: Canonical form

  /// One text for all texts that mean the same: names sorted, no spaces, `3.0` as `3`, escapes
  /// resolved; without the member `name` of the value itself.
  package static func canonical(_ cursor: JSONCursor, leavingOut name: String? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.canonical(cursor, leavingOut: name)
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func pretty(_ value: JSONValue, indent: Int) {
    switch value {
    case .object(let object) where !object.isEmpty:
      beginObject()
      for (index, member) in object.members.enumerated() {
        line(after: index, indent + 1)
        string(member.key)
        literal(": ")
        pretty(member.value, indent: indent + 1)
      }
      line(after: 0, indent)
      endObject()
    case .array(let elements) where !elements.isEmpty:
      beginArray()
      for (index, element) in elements.enumerated() {
        line(after: index, indent + 1)
        pretty(element, indent: indent + 1)
      }
      line(after: 0, indent)
      endArray()
    default: self.value(value)
    }
  }

  private mutating func line(after index: Int, _ indent: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }

  fileprivate mutating func canonical(_ cursor: JSONCursor, leavingOut name: String?) {
    switch cursor.kind {
    case .object:
      var members: [String: JSONCursor] = [:]
      cursor.forEachMember { key, value in
        if let key = key.string, key != name { members[key] = value }
      }
      beginObject()
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        string(member.key)
        bytes.append(UInt8(ascii: ":"))
        canonical(member.value, leavingOut: nil)
      }
      endObject()
    case .array:
      var isFirst = true
      beginArray()
      cursor.forEachElement { element in
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        canonical(element, leavingOut: nil)
      }
      endArray()
    case .double:
      if let integer = cursor.int64 {
        self.integer(integer)
      } else if !cursor.isBeyond64Bits, let double = cursor.double {
        self.double(double)
      } else {
        bytes.append(contentsOf: cursor.raw)
      }
    default: value(cursor.value())
    }
  }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      self = decoder.cursor.value()
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {  // each type is only tried
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      let members = try container.decode([String: JSONValue].self)
      self = .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value):
      if encoder is StreamEncoder { return try container.encode(self) }
      try container.encode(
        Dictionary(value.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    }
  }
}
