/// A JSON Pointer (RFC 6901) that has been read: what is looked up in row after row is read once.
package struct JSONPointer: Hashable, Sendable {
  private let tokens: [String]

  /// Nil for what is neither empty nor begins with `/`.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    tokens = bytes.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Self.unescaped(Substring($0)) }
  }

  /// A reference token: `~1` is `/`, `~0` is `~`.
  private static func unescaped(_ token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var text = ""
    var isEscape = false
    for scalar in token.unicodeScalars {
      switch (isEscape, scalar) {
      case (false, "~"): isEscape = true
      case (false, _): text.unicodeScalars.append(scalar)
      case (true, _):
        text.append(scalar == "1" ? "/" : "~")
        isEscape = false
      }
    }
    return text
  }

  /// What it names in a value; nil where there is nothing.
  package func value(in whole: JSONValue) -> JSONValue? {
    var current = whole
    for token in tokens {
      switch current {
      case .object(let object):
        guard let next = object[token] else { return nil }
        current = next
      case .array(let array):
        guard let index = Int(token), array.indices.contains(index) else { return nil }
        current = array[index]
      default: return nil
      }
    }
    return current
  }
}
