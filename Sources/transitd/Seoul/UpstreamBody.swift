internal import IPCProtocol

/// Reads a body as what it is, whatever was asked for: the gateway sends XML for JSON.
enum UpstreamBody {
  /// - Throws: ``UpstreamFault`` `truncated`, `html` or `malformed`.
  static func tree(_ bytes: [UInt8]) throws(UpstreamFault) -> UpstreamNode {
    let body = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    guard let first = body.first(where: { !isSpace($0) }), !endsInsideCharacter(body) else {
      throw .truncated
    }
    switch first {
    case UInt8(ascii: "{"): return try json(body)
    case UInt8(ascii: "<"):
      if isHTML(body) { throw .html }
      return try XMLReader.tree(body)
    default: throw .malformed("neither JSON nor XML")
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether the last character's bytes are not all there (UTF-8).
  private static func endsInsideCharacter(_ body: [UInt8]) -> Bool {
    let tail = body.suffix(4)
    guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), body[lead] >= 0xC0 else {
      return false
    }
    let length = body[lead] >= 0xF0 ? 4 : body[lead] >= 0xE0 ? 3 : 2
    return body.count - lead < length
  }

  /// Whether the first tag is `<html` or `<!doctype html`; a byte that is part of the sign is
  /// folded to lower case.
  private static func isHTML(_ body: [UInt8]) -> Bool {
    let start = body.drop(while: isSpace).prefix(64).map {
      (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
    }
    return start.starts(with: "<html".utf8) || start.starts(with: "<!doctype html".utf8)
  }

  private static func json(_ body: [UInt8]) throws(UpstreamFault) -> UpstreamNode {
    do {
      return node("", try JSON.parse(body))
    } catch {
      throw UpstreamFault(error, in: body)
    }
  }

  private static func node(_ name: String, _ value: JSONValue) -> UpstreamNode {
    guard case .object(let object) = value else {
      return UpstreamNode(name: name, text: text(value))
    }
    var node = UpstreamNode(name: name)
    for (key, value) in object {
      switch value {
      case .null: break
      case .array(let elements): node.children += elements.map { Self.node(key, $0) }
      default: node.children.append(Self.node(key, value))
      }
    }
    return node
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer, .unsigned, .double, .bool: JSON.text(value)
    case .null, .array, .object: ""
    }
  }
}
