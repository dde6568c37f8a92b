/// Where a value is not what a type wants.
package struct JSONDecodingFailure: Error, Hashable, Sendable {
  /// JSON Pointer of the value, or of the member that is missing.
  package let path: String
  package let expected: String
  package let got: String

  package init(path: String, expected: String, got: String) {
    self.path = path
    self.expected = expected
    self.got = got
  }
}

extension JSONCursor {
  /// That this is not what was expected.
  package func mismatch(_ expected: String) -> JSONDecodingFailure {
    JSONDecodingFailure(path: pointer, expected: expected, got: summary)
  }

  /// The value in a few words, for an error's `got`.
  package var summary: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    default:
      raw.count <= 64 ? String(decoding: raw, as: UTF8.self) : "a value of \(raw.count) bytes"
    }
  }

  /// The JSON Pointer of this value within its document, found by walking down from the root.
  package var pointer: String {
    var path = ""
    var place = at(0)
    while place.index != index {
      var next: JSONCursor?
      var token = ""
      switch place.kind {
      case .object:
        place.forEachMember { key, value in
          if key.index == index || (value.index <= index && index < value.end) {
            token = JSONCursor.escapedToken(key.excerpt)
            next = key.index == index ? nil : value
          }
        }
      case .array:
        var position = 0
        place.forEachElement { element in
          if element.index <= index, index < element.end {
            token = String(position)
            next = element
          }
          position += 1
        }
      default: return path
      }
      path += "/" + token
      guard let next else { return path }
      place = next
    }
    return path
  }

  /// `~` is `~0` and `/` is `~1` in a reference token (RFC 6901).
  static func escapedToken(_ key: String) -> String {
    var token = ""
    for character in key {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.append(character)
      }
    }
    return token
  }
}
