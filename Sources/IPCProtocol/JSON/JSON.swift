/// JSON in one call, for places where speed does not matter.
package enum JSON {
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    let value: Result<JSONValue, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
      let document = JSONDocument()
      do throws(JSONSyntaxError) {
        try document.parse(bytes)
      } catch {
        return .failure(error)
      }
      return withExtendedLifetime(document) { .success(document.root.value()) }
    }
    return try value.get()
  }

  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// The value as text; `pretty` has a member or an element a line, for people.
  package static func text(_ value: JSONValue, pretty: Bool = false) -> String {
    var writer = JSONWriter()
    if pretty { writer.pretty(value, indent: 0) } else { writer.value(value) }
    return String(decoding: writer.bytes, as: UTF8.self)
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
      var members: [(key: String, place: Int, value: JSONCursor)] = []
      cursor.forEachMember { key, value in
        if let key = key.string, key != name { members.append((key, members.count, value)) }
      }
      members.sort { ($0.key, $0.place) < ($1.key, $1.place) }
      var isFirst = true
      beginObject()
      for (index, member) in members.enumerated() {
        // Where a name comes twice, the last one counts.
        if index + 1 < members.count, members[index + 1].key == member.key { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
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
