/// Text as a log holds it: of bounded length, and nothing in it that begins a line or moves a cursor.
enum LogText {
  /// Bytes of UTF-8 of anything that a client may have sent.
  static let longest = 256
  /// Bytes of a whole message, which is our words around such texts.
  static let longestMessage = 1024

  /// A text for an entry, of at most so many bytes; what is cut off leaves `…`.
  static func written(_ text: String, atMost limit: Int = longest) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    // Cut before as well, so that a long text is not looked at to its end.
    return clipped(escaped(clipped(text, limit)), limit)
  }

  private static func clipped(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let mark = "…"
    var end = text.utf8.index(text.startIndex, offsetBy: limit - mark.utf8.count)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text.unicodeScalars[..<end]) + mark
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if moves(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a terminal does something else with it than show it: control characters, line
  /// separators, and what changes the direction of writing.
  private static func moves(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C: true
    default: false
    }
  }
}
